"""What is done to a database in terminals beside sessions: atlases, backups, upgrades, checks."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from random import Random
from time import sleep
from typing import Self

from service.sessions.objectives import AskedObjective, objective_of
from tests.journeys.commanding import BEING_CHANGED, ended_well
from tests.journeys.program import children, command_line
from tests.journeys.world import ENDS, World

UPGRADE = """
import sys
from pathlib import Path
from storage.errors import StorageError
from storage.upkeep.maintenance import upgrade
try:
    upgrade(sys.argv[1], Path(sys.argv[2]))
except StorageError as error:
    print(error)
    sys.exit(2)
"""
"""`cenote db upgrade` of a newer program."""


@dataclass(frozen=True)
class Atlas:
    """Somebody works out all levels of a size."""

    type: str
    size: int
    workers: int
    kill_after: float | None

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        type_, size = rng.choice((("b", 2), ("b", 3), ("e", 2)))
        return cls(type_, size, rng.randint(0, 1), rng.choice((None, rng.uniform(1, 6))))

    def perform(self, world: World) -> None:
        with world.ledger.writing(("atlas", self.type, self.size)) as writing:
            command = world.program.start(
                "atlas", "--type", self.type, "--size", str(self.size), "--workers", str(self.workers)
            )
            if ended_well(command, self.kill_after, BEING_CHANGED):
                writing.acknowledge()


@dataclass(frozen=True)
class Backup:
    """Somebody copies the database while all others write."""

    number: int
    kill_after: float | None

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        return cls(rng.randrange(10**6), rng.choice((None, None, rng.uniform(0, 1.5))))

    def perform(self, world: World) -> None:
        target = world.folder / f"backup-{self.number}.db"
        began = world.ledger.now()
        command = world.program.start("db", "backup", target)
        if ended_well(command, self.kill_after):
            world.backups.append((target, began, world.ledger.now()))


@dataclass(frozen=True)
class Upgrade:
    """Somebody upgrades while the service has the database open, with this program or a newer one, which is refused."""

    newer: bool

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        return cls(rng.random() < 0.7)

    def perform(self, world: World) -> None:
        with world.standing:
            if not self.newer:
                assert "already" in world.program.run("db", "upgrade").accepted().told
                return
            arguments = (world.program.url, str(world.newer_program()))
            command = world.program.start(*arguments, python=("-c", UPGRADE))
            assert command.wait() == 2, f"an upgrade while the service runs: {command.told}{command.complaints}"


@dataclass(frozen=True)
class Rescore:
    """Somebody ranks all levels by something else."""

    weight: int
    kill_after: float | None

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        return cls(rng.randint(1, 20), rng.choice((None, rng.uniform(0.5, 2))))

    def perform(self, world: World) -> None:
        objective = objective_of(AskedObjective("", {"depth": 1.0, "branching": float(-self.weight)}))
        assert objective is not None
        with world.ledger.writing(("scores", objective.name)) as writing:
            weights = ("--weight", "depth=1", "--weight", f"branching=-{self.weight}")
            if ended_well(world.program.start("rescore", *weights), self.kill_after):
                writing.acknowledge()


@dataclass(frozen=True)
class Look:
    """Somebody asks the program something that it has to answer whatever else goes on."""

    command: tuple[str, ...]

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        commands = ("verify", "verify --session 2", "db check", "doctor", "sessions", "best --limit 500", "curate list")
        return cls(tuple(rng.choice(commands).split()))

    def perform(self, world: World) -> None:
        world.program.run(*self.command).accepted()


@dataclass(frozen=True)
class EndService:
    """The service ends, killed or not, and begins again, for the public or for this machine alone."""

    signal: int
    public: bool
    delay: float

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        return cls(rng.choice(ENDS), rng.random() < 0.6, rng.uniform(0, 4))

    def perform(self, world: World) -> None:
        sleep(self.delay)
        world.end_service(self.signal, self.public)


@dataclass(frozen=True)
class KillJudges:
    """The processes are killed in which the service examines what comes from outside."""

    delay: float

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        return cls(rng.uniform(0, 4))

    def perform(self, world: World) -> None:
        sleep(self.delay)
        with world.standing:
            for child in children(world.service.command.pid):
                if b"sandbox.worker" in command_line(child):
                    world.kill(child)


@dataclass(frozen=True)
class HoldLock:
    """Another program writes to the database for a while."""

    seconds: float

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        return cls(rng.uniform(0, 1))

    def perform(self, world: World) -> None:
        with closing(sqlite3.connect(world.program.path, timeout=60)) as database:
            database.execute("BEGIN IMMEDIATE")
            sleep(self.seconds)
            database.rollback()
