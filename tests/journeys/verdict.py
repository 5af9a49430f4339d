"""What must be so after a journey, whatever happened in it."""

import signal
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from tests.journeys.browsing import all_pages, faults
from tests.journeys.entering import wrongly_let_in
from tests.journeys.evolving import sessions_at_work
from tests.journeys.ledger import Key
from tests.journeys.membership import wrong_browsers
from tests.journeys.organising import hidden_answers
from tests.journeys.playing import miscounted
from tests.journeys.program import command_line
from tests.journeys.twins import difference
from tests.journeys.world import World, rows_of
from tests.patience import PATIENCE

HELD: Mapping[str, str] = {
    "state": "SELECT level_id, state FROM curation",
    "rating": "SELECT level_id, rating || '' FROM curation WHERE rating IS NOT NULL",
    "note": "SELECT level_id, note FROM curation WHERE note <> ''",
    "tag": "SELECT level_id, tag, 1 FROM tags",
    "search": "SELECT name, query FROM saved_searches",
    "session": "SELECT seed, 1 FROM sessions",
    "session name": "SELECT seed, name FROM sessions WHERE name IS NOT NULL",
    "session note": "SELECT seed, note FROM sessions WHERE note <> ''",
    "level": "SELECT family, identity, 1 FROM levels",
    "contest": "SELECT title, substr(replace(opens_at, 'T', ' '), 1, 16) FROM contests",
    "contest level": "SELECT contest_id, part, level_id FROM contest_levels",
    "answer": "SELECT player, 1 FROM submissions",
    "email": "SELECT DISTINCT player, 1 FROM submissions WHERE email <> ''",
    "removal": "SELECT detail ->> '$[1].id', 1 FROM audit WHERE action = 'answer-removed'",
    "publication": "SELECT id, 1 FROM contests WHERE published_at IS NOT NULL",
    "name": "SELECT name, 1 FROM players",
    "left": "SELECT level_id, moves, 1 FROM plays WHERE period IS NULL",
    "play": "SELECT level_id, moves, 1 FROM plays WHERE period IS NOT NULL",
    "token": "SELECT name, 1 FROM api_tokens",
    "account": "SELECT name, 1 FROM accounts",
    "rights": "SELECT name, rights FROM accounts",
    "login": "SELECT DISTINCT account, 1 FROM logins",
    "scores": "SELECT DISTINCT objective, 1 FROM scores",
    "atlas": """SELECT settings ->> 'type', settings ->> 'size', 1 FROM atlases WHERE NOT EXISTS
        (SELECT * FROM atlas_chapters WHERE atlas_id = atlases.id AND NOT done)""",
}
"""Where the values of each kind of key are, the value in the last column."""
RUNNING = {b"run", b"resume"}
"""Commands that run sessions."""


@dataclass
class Verdict:
    """What is wrong at the end of a journey."""

    pages: int = 0
    """How many were opened."""
    faults: list[str] = field(default_factory=list)
    """Pages that do not answer 200."""
    lost: list[str] = field(default_factory=list)
    damage: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)

    @property
    def everything(self) -> list[str]:
        """All that is wrong."""
        return [*self.faults, *(f"acknowledged and lost: {line}" for line in self.lost), *self.damage, *self.others]


def judge(world: World) -> Verdict:
    """Everything that is wrong at the end of a journey."""
    _let_sessions_end(world)
    pages = [*all_pages(world)]
    verdict = Verdict(len(pages), faults(world.curator, pages))
    verdict.others = [*world.program.deleted_files(), *hidden_answers(world), *miscounted(world)]
    _open_to_public(world)
    verdict.lost = [*lost(world.program.path, world.ledger.allowed()), *_wrong_backups(world)]
    verdict.lost += [*wrongly_let_in(world), *wrong_browsers(world)]
    verdict.others += _unequal_sessions(world)
    verdict.damage = _damage(world)
    world.service.stop()
    verdict.damage += _damage(world)
    verdict.others += [*_left_behind(world), *world.program.troubles()]
    return verdict


def lost(path: Path, allowed: Mapping[Key, list[Any]]) -> list[str]:
    """The keys that have none of their values in a database."""
    held = {(kind, *row[:-1]): row[-1] for kind, query in HELD.items() for row in rows_of(path, query)}
    return [
        f"{key} is {held.get(key)!r}, and not in {values}"
        for key, values in allowed.items()
        if held.get(key) not in values and not _has_come_otherwise(key, held.get(key), values)
    ]


def _has_come_otherwise(key: Key, value: Any, values: list[Any]) -> bool:
    """Whether nobody has written it: what is said of a level makes it a candidate, and sessions find levels too."""
    return None in values and (key[0], value) in (("state", "candidate"), ("level", 1))


def _let_sessions_end(world: World) -> None:
    for command, writing in world.terminals:
        code = command.wait()
        assert code in (0, 2, -9), f"cenote {command.line} ended with {code}: {command.complaints[-3000:]}"
        if writing is not None and code == 0:
            writing.acknowledge()
    # Those that pages have begun or resumed a moment ago may not be at work yet.
    _until(lambda: not _begun(world) and not sessions_at_work(world))
    for session, stop in world.rows("SELECT id, stop ->> 'evaluations' FROM sessions WHERE state <> 'finished'"):
        options = ("--evaluations", str(stop), "--workers", "0", "--quiet")
        world.program.run("resume", str(session), *options).accepted()


def _open_to_public(world: World) -> None:
    """Let people log in, which nobody does on a machine of one's own."""
    if not world.service.is_public:
        world.end_service(signal.SIGTERM, public=True)


def _begun(world: World) -> list[int]:
    """The processes that run sessions, or are about to."""
    lines = {process: command_line(process).split(b"\0") for process in world.program.processes()}
    return [process for process, words in lines.items() if b"service.cli" in words and RUNNING.intersection(words)]


def _wrong_backups(world: World) -> list[str]:
    wrong = []
    for target, began, ended in world.backups:
        wrong += [f"{target.name}: {line}" for line in lost(target, world.ledger.allowed(began, ended))]
        wrong += [f"{target.name}: {row[0]}" for row in rows_of(target, "PRAGMA integrity_check") if row[0] != "ok"]
    return wrong


def _unequal_sessions(world: World) -> list[str]:
    ids = [row[0] for row in world.rows("SELECT id FROM sessions ORDER BY id")]
    path, folder, is_pruned = world.program.path, world.folder, world.is_pruned
    found = {session: difference(path, session, folder / f"alone-{session}.db", is_pruned) for session in ids}
    return [f"session {session} run alone differs: {text}" for session, text in found.items() if text]


def _damage(world: World) -> list[str]:
    found = [row[0] for row in world.rows("PRAGMA integrity_check")]
    wrong = [] if found == ["ok"] else found
    checked = world.program.run("db", "check")
    return wrong if checked.wait() == 0 else [*wrong, checked.told]


def _left_behind(world: World) -> list[str]:
    """Processes that are still there though nobody needs them."""
    try:
        _until(lambda: not world.program.processes())
    except TimeoutError:
        return [f"process {process} is left behind" for process in world.program.processes()]
    return []


def _until(happened: Any, seconds: float = PATIENCE) -> None:
    deadline = monotonic() + seconds
    while not happened():
        if monotonic() > deadline:
            raise TimeoutError
        sleep(0.05)
