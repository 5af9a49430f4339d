"""An answer on its way into a contest: who sent it, whether it is in time, and what it solves.

The rules are those of the monthly contests: an answer does not say which level it solves, and what it
says of its own figures does not count.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from generator import CheckedSolution
from generator.messages import Message
from service.contests.names import LONGEST_CODE, digest_of_code, player_name, skeleton
from service.contests.plain_text import one_line
from service.contests.verdicts import Board, Verdict
from service.errors import ContestError, NotOpenError, RefusedError
from service.figures import utc
from service.ratings.plays import play
from storage.contests import ContestLevelRow, ContestRow, ContestState, KnownAnswer, Part
from storage.database import Database
from storage.people.players import Claim
from storage.queries import get_level
from storage.ratings import Kind, Outcome, Who
from storage.submissions import NewSubmission, store_submission

LONGEST_COUNTRY = 40
LONGEST_EMAIL = 254

SHORTEST_BOUND = 100_000
"""Letters that every answer may have: a thousand times what most levels need."""
FACTOR = 8
"""How many times as long as the best answer that is known an answer may at least be."""

_EMAIL = re.compile(r"[^@\s]+@[^@\s]+")


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who sends an answer, and a digest of where it comes from; only the name has to be given.

    Whoever gives a code with a name shares the name with nobody.
    """

    name: str
    country: str = ""
    email: str = ""
    sender: str = ""
    code: str = ""


class Receipt(NamedTuple):
    """What became of an answer: the level that it solves, as what it counts, and whether it is new."""

    level: ContestLevelRow
    solution: CheckedSolution
    is_new: bool


def entrant(name: str, country: str, email: str, code: str = "", sender: str = "") -> Entrant:
    """Somebody as he is kept. Raises RefusedError."""
    address = one_line(Message("email address"), email, LONGEST_EMAIL)
    if address and not _EMAIL.fullmatch(address):
        raise RefusedError("{address!r} is not an email address; correct it, or leave it out", address=address[:40])
    where = one_line(Message("country"), country, LONGEST_COUNTRY)
    return Entrant(player_name(name), where, address, sender, one_line(Message("code"), code, LONGEST_CODE))


def require_open(contest: ContestRow, now: str) -> None:
    """Let pass what comes in at a time when a contest is open. Raises NotOpenError."""
    state = contest.state(now)
    if state is ContestState.UPCOMING:
        raise NotOpenError(
            "the contest has not begun yet; it opens at {time}", is_over=False, time=utc(contest.opens_at)
        )
    if state is ContestState.CLOSED:
        raise NotOpenError(
            "the contest ended at {time}; choose one that is open", is_over=True, time=utc(contest.closes_at)
        )


def require_answer(answer: str) -> None:
    """Let pass what says anything. Raises RefusedError."""
    if not answer.strip():
        raise RefusedError("the answer is empty; paste your moves or choose a file")


def boards_of(levels: Sequence[ContestLevelRow], known: Mapping[Part, KnownAnswer]) -> list[Board]:
    """What an answer is tried on, in this order. Raises ContestError where there is nothing."""
    if not levels:
        raise ContestError("this contest has no levels yet; come back later")
    return [Board(level.family, level.text, longest(known[level.part])) for level in levels]


def longest(known: KnownAnswer) -> int:
    """How many letters an answer to a level may have; refusals name it, so that it does not tell those of the known."""
    most = SHORTEST_BOUND
    while most < FACTOR * len(known.answer):
        most *= 2
    return most


def accepted(
    database: Database,
    levels: Sequence[ContestLevelRow],
    verdicts: Sequence[Verdict],
    sender: Entrant,
    received_at: str,
    part: str = "",
) -> Receipt:
    """Keep an answer that one of the levels accepts.

    Raises RefusedError with the reason of the part that it was meant for, else of every level, and what
    store_submission raises.
    """
    level, solution = levels[len(verdicts) - 1], verdicts[-1].solution
    if solution is None:
        raise _refusal(levels, verdicts, part)
    submission = NewSubmission(
        level=level,
        player=sender.name,
        country=sender.country,
        email=sender.email,
        received_at=received_at,
        digest=sha256(solution.moves.encode()).hexdigest(),
        metrics=dict(solution.metrics),
        answer=solution.moves,
        sender=sender.sender,
    )
    claim = Claim(sender.name, skeleton(sender.name), digest_of_code(sender.code, sender.name))
    is_new = store_submission(database, submission, claim)
    if is_new and level.level_id is not None:
        moves = max(solution.metrics.values(), default=0)
        play(database, get_level(database, level.level_id), Who(Kind.CONTESTANT, claim.skeleton), Outcome.SOLVED, moves)
    return Receipt(level, solution, is_new)


def _refusal(levels: Sequence[ContestLevelRow], verdicts: Sequence[Verdict], part: str) -> RefusedError:
    reasons = {level.part: verdict.reason for level, verdict in zip(levels, verdicts, strict=True)}
    if part in reasons:
        return RefusedError("{part}: {reason}", part=Part(part).label, reason=reasons[Part(part)])
    said = [Message("{part}: {reason}", part=of.label, reason=reason) for of, reason in reasons.items()]
    return RefusedError("the answer solves no level of the contest; {reasons}", reasons=said)
