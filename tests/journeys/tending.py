"""Sessions that are named, noted and deleted, levels that are pruned, and databases that are merged."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from time import sleep
from typing import Any, Self

from tests.journeys.commanding import BEING_CHANGED, ended_well
from tests.journeys.ledger import Key
from tests.journeys.program import Command
from tests.journeys.world import BUSY, GONE, SMALL, World, chosen

WAYS = ("page", "api", "terminal")
AT_WORK = ("being run", "being made", BEING_CHANGED)
"""What a command says that needs a session, or everybody, to rest."""
UNKNOWN = "there is no session"
TRIES = 5
"""How often somebody tries again for whom sessions shall rest."""


@dataclass(frozen=True)
class Describe:
    """Somebody names a session and notes something."""

    way: str
    share: float
    number: int

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        return cls(rng.choice(WAYS), rng.random(), rng.randrange(10**9))

    def perform(self, world: World) -> None:
        session, seed = chosen(world.rows("SELECT id, seed FROM sessions ORDER BY id"), self.share)
        name = f"name {self.number}"
        keys = names_of(seed)[: 1 if self.way == "terminal" else 2]
        with world.relying_on_service(), world.ledger.writing(*keys, value=name) as writing:
            if self._is_done(world, session, name):
                writing.acknowledge()

    def _is_done(self, world: World, session: int, name: str) -> bool:
        if self.way == "terminal":
            return ended_well(world.program.start("sessions", "rename", str(session), name), None, UNKNOWN)
        said, address = {"name": name, "note": name}, f"/sessions/{session}"
        if self.way == "page":
            return world.done(world.curator.submit("/sessions", address, said), *BUSY, GONE)
        return world.done(world.curator.send("PATCH", f"/api{address}", said), *BUSY, GONE)


@dataclass(frozen=True)
class Delete:
    """Somebody deletes a session that does not run; those of the beginning stay."""

    way: str
    share: float
    kill_after: float | None

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        return cls(rng.choice(WAYS), rng.random(), rng.choice((None, rng.uniform(0.3, 2))))

    def perform(self, world: World) -> None:
        rows = world.rows("SELECT id, seed FROM sessions WHERE id > ? ORDER BY id", len(SMALL))
        if not rows:
            return
        session, seed = chosen(rows, self.share)
        keys = ("session", seed), *names_of(seed)
        with world.relying_on_service(), world.ledger.writing(*keys, value=None) as writing:
            if self._is_done(world, session):
                writing.acknowledge()

    def _is_done(self, world: World, session: int) -> bool:
        if self.way == "terminal":
            command = world.program.start("sessions", "delete", str(session), "--yes")
            return ended_well(command, self.kill_after, *AT_WORK, UNKNOWN)
        if self.way == "api":
            return world.done(world.curator.send("DELETE", f"/api/sessions/{session}"), *BUSY, GONE)
        page = f"/sessions/{session}/removal"
        is_shown = world.done(world.curator.get(page), *BUSY, GONE)
        return is_shown and world.done(world.curator.submit("/sessions", page, {}), *BUSY, GONE)


@dataclass(frozen=True)
class Prune:
    """Somebody removes what sessions left behind, as soon as they rest."""

    kill_after: float | None

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        return cls(rng.choice((None, rng.uniform(0.5, 3))))

    def perform(self, world: World) -> None:
        world.is_pruned = True
        _persist(lambda: world.program.start("db", "prune", "--yes"), self.kill_after, "is locked")


@dataclass(frozen=True)
class Merge:
    """Somebody takes over the database of another machine, as soon as the sessions of this one rest."""

    family: str
    seed: int
    kill_after: float | None

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        return cls(rng.choice([*SMALL]), rng.randrange(2**40), rng.choice((None, None, rng.uniform(0.5, 3))))

    def perform(self, world: World) -> None:
        other = world.folder / f"other-{self.seed}.db"
        bounds = ("--seed", str(self.seed), "--evaluations", "16", "--workers", "0", "--quiet")
        storage = ("--storage", f"sqlite:///{other}")
        world.program.run("run", "--family", self.family, *SMALL[self.family], *bounds, *storage).accepted()
        with world.ledger.writing(("session", self.seed)) as writing:
            if _persist(lambda: world.program.start("db", "merge", other), self.kill_after):
                writing.acknowledge()


def names_of(seed: int) -> tuple[Key, Key]:
    """What is said of a session, which its seed tells from all others."""
    return ("session name", seed), ("session note", seed)


def _persist(begin: Callable[[], Command], kill_after: float | None, *refusals: str) -> bool:
    """Whether a command ended well that is begun again as long as others are at work."""
    for _ in range(TRIES):
        command: Any = begin()
        if ended_well(command, kill_after, *AT_WORK, *refusals):
            return True
        if not any(reason in command.complaints for reason in AT_WORK):
            return False
        sleep(1.0)
    return False
