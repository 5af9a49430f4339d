"""Sessions that are begun, stopped, resumed and killed, from pages, by programs and in terminals."""

import os
import signal
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from time import sleep
from typing import Self

from httpx2 import Response

from storage.database import Database
from storage.locks import holder
from tests.journeys.program import children, command_line
from tests.journeys.world import BUSY, GONE, REFUSED, SMALL, World, chosen

WAYS = ("page", "api", "terminal")
FAMILIES: Sequence[tuple[str, str, Mapping[str, str]]] = (
    ("sokoban", "b5", {"size": "3"}),
    ("sokoban", "b4", {}),
    ("linjat", "", {}),
    ("watersort", "tiny", {}),
    ("orimaze", "small", {}),
)
"""Families with a preset, and the options that make their levels small where the preset does not."""
AXES = ("depth:2", "branching:0.5")
"""Axes of the archive of every second session that begins in a terminal or by a program."""
BATCH = 16


@dataclass(frozen=True)
class Begin:
    """Somebody begins a session; its seed tells it from all others."""

    family: str
    preset: str
    settings: tuple[tuple[str, str], ...]
    way: str
    generations: int
    workers: int
    seed: int

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        family, preset, settings = rng.choice(FAMILIES)
        small = {name.removeprefix("--"): value for name, value in zip(*[iter(SMALL[family])] * 2, strict=True)}
        settings = small if family != "sokoban" else settings
        return cls(
            family,
            preset,
            tuple(settings.items()),
            rng.choice(WAYS),
            rng.randint(3, 10),
            rng.randint(0, 2),
            rng.randrange(2**40),
        )

    def perform(self, world: World) -> None:
        with world.relying_on_service(), world.ledger.writing(("session", self.seed)) as writing:
            if self.way == "terminal":
                world.terminals.append((world.program.start(*self._command()), writing))
            elif world.done(self._asked(world), *BUSY):
                writing.acknowledge()

    def _asked(self, world: World) -> Response:
        fields = {"family": self.family, "preset": self.preset, "seed": self.seed, "workers": self.workers}
        fields["evaluations"] = BATCH * self.generations
        if self.way == "page":
            options = {f"option-{name}": value for name, value in self.settings}
            page = f"/sessions/new?family={self.family}"
            return world.curator.submit(page, "/sessions", {**fields, **options})
        settled = {"settings": dict(self.settings), "axes": self._axes(), **self._islands()}
        return world.curator.send("POST", "/api/sessions", {**fields, **settled})

    def _command(self) -> list[str]:
        preset = ["--preset", self.preset] if self.preset else []
        options = [word for name, value in self.settings for word in (f"--{name}", value)]
        bounds = ["--evaluations", str(BATCH * self.generations), "--workers", str(self.workers)]
        axes = [f"--axis={axis}" for axis in self._axes()]
        islands = [f"--{name}={number}" for name, number in self._islands().items()]
        return ["run", "--family", self.family, *preset, *options, *axes, *islands, *bounds, "--seed", str(self.seed)]

    def _axes(self) -> list[str]:
        return [*AXES] if self.seed % 2 else []

    def _islands(self) -> dict[str, int]:
        return {} if self.seed % 3 else {"islands": 2, "migration": 2}


@dataclass(frozen=True)
class Stop:
    """Somebody stops a session that runs."""

    way: str
    share: float
    delay: float

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        return cls(rng.choice(WAYS), rng.random(), rng.uniform(0, 2))

    def perform(self, world: World) -> None:
        sleep(self.delay)
        running = sessions_at_work(world)
        if not running:
            return
        session, process = chosen(sorted(running.items()), self.share)
        if self.way == "terminal":
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGINT)
            return
        with world.relying_on_service():
            if self.way == "page":
                answer = world.curator.submit("/sessions", f"/sessions/{session}/stop", {})
            else:
                answer = world.curator.send("POST", f"/api/sessions/{session}/stop")
            world.done(answer, *BUSY, REFUSED, GONE)


@dataclass(frozen=True)
class Resume:
    """Somebody lets a session go on, for some more generations."""

    way: str
    share: float
    more: int
    workers: int

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        return cls(rng.choice(WAYS), rng.random(), rng.randint(1, 4), rng.randint(0, 2))

    def perform(self, world: World) -> None:
        rows = world.rows("SELECT id, evaluations FROM sessions ORDER BY id")
        session, evaluations = chosen(rows, self.share)
        budget = {"evaluations": evaluations + BATCH * self.more, "workers": self.workers}
        if self.way == "terminal":
            options = [f"--{name}={value}" for name, value in budget.items()]
            world.terminals.append((world.program.start("resume", str(session), *options, "--quiet"), None))
            return
        with world.relying_on_service():
            if self.way == "page":
                answer = world.curator.submit("/sessions", f"/sessions/{session}/resume", budget)
            else:
                answer = world.curator.send("POST", f"/api/sessions/{session}/resume", budget)
            world.done(answer, *BUSY, GONE)


@dataclass(frozen=True)
class Kill:
    """A session is killed, or one of its workers."""

    whom: str
    share: float
    delay: float

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        return cls(rng.choice(("session", "worker")), rng.random(), rng.uniform(0, 2))

    def perform(self, world: World) -> None:
        sleep(self.delay)
        running = [process for _, process in sorted(sessions_at_work(world).items())]
        victims = running if self.whom == "session" else [child for process in running for child in workers_of(process)]
        if victims:
            world.kill(chosen(victims, self.share))


def sessions_at_work(world: World) -> dict[int, int]:
    """The sessions that run, with their processes."""
    with Database.open_readonly(world.program.url) as database:
        ids = [row[0] for row in world.rows("SELECT id FROM sessions")]
        held = {session: holder(database.path, session) for session in ids}
    return {session: process for session, process in held.items() if process}


def workers_of(process: int) -> list[int]:
    """The worker processes of a session, and what they are copies of; another helper of multiprocessing is none."""
    lines = {child: command_line(child) for child in children(process)}
    begun = [child for child, line in lines.items() if line and b"resource_tracker" not in line]
    return [*begun, *(copy for child in begun for copy in children(child))]
