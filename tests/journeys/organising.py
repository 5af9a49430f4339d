"""What organisers do with the answers of players: remove them, forget addresses, publish what was sent in."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Self

from tests.journeys.commanding import ended_well
from tests.journeys.contesting import PARTS, WAYS, Answer, Hold
from tests.journeys.visitor import Visitor
from tests.journeys.world import BUSY, GONE, World, chosen

CLOSED = "2020-03-01 12:00"
ANSWERS = """SELECT contest_id, submissions.id, player, email FROM submissions
JOIN contest_levels ON contest_level_id = contest_levels.id ORDER BY submissions.id"""
PUBLISHED = """SELECT contest_id, submissions.id, player FROM submissions
JOIN contest_levels ON contest_level_id = contest_levels.id JOIN contests ON contests.id = contest_id
WHERE published_at IS NOT NULL"""
UNKNOWN_ANSWER, UNKNOWN_PLAYER = "has no answer", "no answer has an email address"
"""What a command says where somebody else was quicker."""


@dataclass(frozen=True)
class RemoveAnswer:
    """An organiser removes an answer, which the audit log remembers."""

    way: str
    share: float
    kill_after: float | None

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        return cls(rng.choice(WAYS), rng.random(), rng.choice((None, rng.uniform(0.3, 2))))

    def perform(self, world: World) -> None:
        rows = world.rows(ANSWERS)
        if not rows:
            return
        contest, answer, player, _ = chosen(rows, self.share)
        keys = ("answer", player), ("email", player), ("removal", answer)
        with world.relying_on_service(), world.ledger.locked(*keys):
            writing = world.ledger.attempt(dict(zip(keys, (None, None, True), strict=True)))
            if self._is_done(world, contest, answer):
                writing.acknowledge()

    def _is_done(self, world: World, contest: int, answer: int) -> bool:
        if self.way == "terminal":
            command = world.program.start("contest", "remove-answer", str(contest), str(answer))
            return ended_well(command, self.kill_after, UNKNOWN_ANSWER)
        if self.way == "api":
            address = f"/api/contests/{contest}/submissions/{answer}"
            return world.done(world.curator.send("DELETE", address), *BUSY, GONE)
        page = f"/contests/{contest}"
        return world.done(world.curator.submit(f"{page}/organise", f"{page}/answers/{answer}/removal", {}), *BUSY, GONE)


@dataclass(frozen=True)
class EraseEmail:
    """An organiser forgets the email address of a player, whom the name or the address tells."""

    way: str
    share: float
    by_address: bool
    kill_after: float | None

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        kill_after = rng.choice((None, rng.uniform(0.3, 2)))
        return cls(rng.choice(WAYS), rng.random(), rng.random() < 0.5, kill_after)

    def perform(self, world: World) -> None:
        rows = [row for row in world.rows(ANSWERS) if row[-1]]
        if not rows:
            return
        contest, _, player, email = chosen(rows, self.share)
        with world.relying_on_service(), world.ledger.writing(("email", player), value=None) as writing:
            if self._is_done(world, contest, email if self.by_address else player):
                writing.acknowledge()

    def _is_done(self, world: World, contest: int, whom: str) -> bool:
        if self.way == "terminal":
            command = world.program.start("contest", "erase-emails", whom)
            return ended_well(command, self.kill_after, UNKNOWN_PLAYER)
        if self.way == "api":
            return world.done(world.curator.send("DELETE", f"/api/contests/names/{whom}/email"), *BUSY, GONE)
        page = f"/contests/{contest}"
        return world.done(world.curator.submit(f"{page}/organise", f"{page}/names/email", {"name": whom}), *BUSY, GONE)


@dataclass(frozen=True)
class Conclude:
    """A contest is held, answered and closed, and its answers are published."""

    hold: Hold
    player: int
    part: str

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        return cls(Hold.drawn(rng), rng.randrange(10**6, 10**7), rng.choice([*PARTS]))

    def perform(self, world: World) -> None:
        with world.relying_on_service():
            contest = self.hold.held(world)
            Answer(self.player, "page", self.part, 0, None, f"code {self.player}").send(world, contest)
            organiser = self.hold.organiser(world)
            organiser.set_times(contest, self.hold.title, self.hold.opened(contest), CLOSED)
            with world.ledger.writing(("publication", contest)) as writing:
                organiser.publish(contest)
                writing.acknowledge()


def hidden_answers(world: World) -> Iterator[str]:
    """The answers that were published and that guests do not see."""
    with Visitor(world.service.address, 253) as guest:
        for contest, answer, player in world.rows(PUBLISHED):
            pages = {f"/contests/{contest}/answers": player, f"/contests/{contest}/answers/{answer}.txt": ""}
            found = {page: guest.get(page) for page in pages}
            for page, text in pages.items():
                if found[page].status_code != 200 or text not in found[page].text:
                    yield f"a guest is answered {found[page].status_code} at {page}, where {player} should be"
