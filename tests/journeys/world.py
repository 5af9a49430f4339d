"""Where a journey takes place: one database, the service, those who visit it, and what they were told."""

import shutil
import signal
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from threading import Lock, RLock
from typing import Any

import httpx2

from service.accounts.passwords import keep_account
from storage.database import Database
from storage.revisions import MIGRATIONS, head_revision
from tests.journeys.ledger import Ledger, Writing
from tests.journeys.program import Command, Program, Service, kill
from tests.journeys.visitor import REACHED, Visitor

NAME, PASSWORD = "anian", "ten boxes in a well"
SMALL = {
    "sokoban": ("--type", "b", "--size", "3"),
    "linjat": ("--rows", "3", "--cols", "4", "--numbers", "3", "--effort", "20"),
    "watersort": ("--colours", "3", "--capacity", "3"),
    "orimaze": ("--rows", "3", "--cols", "3"),
}
"""Options of sessions whose levels are solved at once."""
PER_FAMILY = 6
"""Levels of each family that are curated, and among them those of contests."""
BUSY = (409, 429, 503)
"""What the service answers to those who may try again."""
REFUSED = 422
GONE = 404
STRANGER = 401
NEXT_REVISION = '''"""One revision more."""

import sqlalchemy as sa
from alembic import op

revision = "{after}"
down_revision = "{before}"


def upgrade() -> None:
    op.add_column("events", sa.Column("remark", sa.Text(), nullable=True))
'''


class Disturbed(Exception):  # noqa: N818 - it is none, but the news that a kill has come between
    """Somebody was killed on whom this action relied."""


class World:
    """The processes of one journey and all that is known of them; threads share it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.program = Program(folder)
        self.ledger = Ledger()
        self.secrets = Ledger()
        """Passwords, which nobody can read in the database."""
        self.tokens: dict[str, str] = {}
        """Tokens of programs by their names."""
        self.standing = Lock()
        """Held by whoever ends the service, and by whoever needs that it stays."""
        self.terminals: list[tuple[Command, Writing | None]] = []
        """Sessions that were begun or resumed in terminals, with what is written when they end well."""
        self.contests: list[int] = []
        """Contests that are open, as far as nobody has removed them meanwhile."""
        self.browsers: dict[str, tuple[Visitor, Visitor]] = {}
        """Two browsers of each who has logged in with both, by the names of their accounts."""
        self.backups: list[tuple[Path, int, int]] = []
        """Copies of the database, and between which moments they were made."""
        self.is_pruned = False
        """Whether somebody has tried to remove what sessions left behind."""
        self._kept = ExitStack()
        self._visitors: dict[int, Visitor] = {}
        self.killed: set[int] = set()
        """Processes that were killed while the program had not expected it."""
        self._met: set[tuple[int, str]] = set()
        self._lock = RLock()
        self.ends = 0
        """How often the service was ended and has begun again, both together: odd while it is away."""
        try:
            self._settle()
        except BaseException:
            self.close()
            raise

    def _settle(self) -> None:
        """Levels of every family, an account, and the service."""
        for seed, (family, options) in enumerate(SMALL.items(), 1):
            bounds = ("--seed", str(seed), "--evaluations", "32", "--workers", "0", "--quiet")
            self.program.run("run", "--family", family, *options, *bounds).accepted()
        with Database.open(self.program.url) as database:
            keep_account(database, NAME, PASSWORD)
        query = "SELECT id FROM levels WHERE family = ? AND solution <> '' ORDER BY id LIMIT ?"
        self.levels = {family: [row[0] for row in self.rows(query, family, PER_FAMILY)] for family in SMALL}
        # What is on the board stays, whatever is pruned and deleted.
        self.program.run("curate", "move", *map(str, self.some_levels), "candidate").accepted()
        self.service = Service(self.program, "--public")
        self.curator = self.visitor(1)
        self.curator.log_in(NAME, PASSWORD)

    @property
    def some_levels(self) -> list[int]:
        """The levels that are there from the beginning."""
        return [level for levels in self.levels.values() for level in levels]

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """What the database says."""
        return rows_of(self.program.path, query, *values)

    def visitor(self, number: int) -> Visitor:
        """Somebody at the address of this number; always the same one."""
        with self._lock:
            if number not in self._visitors:
                self._visitors[number] = self.browser(number)
            return self._visitors[number]

    def browser(self, number: int) -> Visitor:
        """A new browser at the address of this number."""
        with self._lock:
            return self._kept.enter_context(Visitor(self.service.address, number))

    def kill(self, process: int) -> None:
        """Kill a process that may have ended a moment ago."""
        self.killed.add(process)
        kill(process)

    @property
    def kills(self) -> int:
        """How many processes were killed."""
        return len(self.killed | self.program.killed)

    @property
    def acknowledged(self) -> Counter[str]:
        """How many writes of each kind were acknowledged."""
        return self.ledger.acknowledged + self.secrets.acknowledged

    def meet(self, level: int, player: str) -> bool:
        """Whether a player and a level have not met before."""
        with self._lock:
            is_first = (level, player) not in self._met
            self._met.add((level, player))
            return is_first

    def done(self, answer: httpx2.Response, *refusals: int) -> bool:
        """Whether the service has done what it was asked for, and not refused it in one of the ways that are right."""
        if answer.status_code in REACHED:
            return True
        where = f"{answer.request.method} {answer.request.url}"
        assert answer.status_code in refusals, f"{where} answers {answer.status_code}: {answer.text[-3000:]}"
        return False

    @contextmanager
    def relying_on_service(self) -> Iterator[None]:
        """Turn the failures of connections into Disturbed where the service was ended meanwhile."""
        ends = self.ends
        try:
            yield
        except httpx2.TransportError as error:
            if ends == self.ends and ends % 2 == 0 and self.service.command.is_running:
                raise
            raise Disturbed(str(error)) from error

    def end_service(self, number: int, public: bool) -> None:
        """End the service by a signal and begin it again, for the public or for this machine alone."""
        with self.standing:
            self.ends += 1
            self.service.options = ("--public",) if public else ()
            self.service.end(number)
            self.ends += 1

    def newer_program(self) -> Path:
        """The migrations of a program that is one revision newer."""
        scripts = self.folder / "newer"
        if not scripts.exists():
            shutil.copytree(MIGRATIONS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
            head = head_revision()
            after = f"{int(head) + 1:04}"
            (scripts / "versions" / f"{after}_next.py").write_text(NEXT_REVISION.format(before=head, after=after))
        return scripts

    def close(self) -> None:
        """End everything."""
        self._kept.close()
        self.program.kill_all()


def rows_of(path: Path, query: str, *values: Any) -> list[tuple[Any, ...]]:
    """What a database says."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=60)) as database:
        return database.execute(query, values).fetchall()


def chosen(among: Sequence[Any], share: float) -> Any:
    """The one at a share of the way through a sequence, 0 for the first one."""
    return among[int(share * len(among))]


ENDS = (signal.SIGKILL, signal.SIGTERM)
