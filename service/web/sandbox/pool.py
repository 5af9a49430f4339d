"""Texts from outside are parsed, drawn and replayed in processes of their own, which may be lost without harm.

What may take seconds for stored levels is done there too, so that the pages do not wait for it.
"""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from base64 import b64decode, b64encode
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple, Self

from generator import CheckedSolution, Description, Entry, PictureReading
from generator.errors import UnknownFamilyError
from generator.guidance import Guidance
from generator.messages import Message
from generator.registry import require_listed
from optimiser.recorder import LevelRecord
from service.contests.verdicts import Board, Verdict
from service.errors import ExhaustedError, RefusedError, TooLargeError
from service.levels.imports import Import
from service.web.fair_queue import Turns
from service.web.sandbox.worker import HEADER, TASKS, guidance_of, packed, verdict_of


@dataclass(frozen=True, slots=True)
class Limits:
    """What texts from outside may cost: seconds for one request, megabytes of address space for one process.

    `start_seconds` are for a process to become ready, which may have to compile kernels. At most `pending` requests
    are worked on or wait, and `pending_of_one` from one origin. Sizes of texts are in characters.
    """

    workers: int = 2
    seconds: int = 10
    start_seconds: int = 600
    megabytes: int = 2048
    pending: int = 64
    pending_of_one: int = 8
    level_text: int = 2**20
    answer_text: int = 8 * 2**20
    levels: int = 200


LIMITS = Limits()
PATIENT = Limits(seconds=90)
"""For a machine of one's own, where a request may have to compile kernels."""


class SeenPicture(NamedTuple):
    """What a picture shows; its text is empty where that is no level, and `doubt` says why it is none or doubtful."""

    reading: PictureReading
    doubt: Message


@dataclass(frozen=True, slots=True)
class PastedLevel:
    """A level of a text from outside as its family writes it, with what the text says about it.

    `carried` is what a link to it holds: a file with its title, author and solution, each of which may be missing.
    """

    family: str
    entry: Entry
    description: Description
    carried: str

    @property
    def height(self) -> int:
        """The number of rows of its text."""
        return self.entry.text.count("\n") + 1

    @property
    def width(self) -> int:
        """The number of letters of the longest row of its text."""
        return max(map(len, self.entry.text.split("\n")))


_TOO_MUCH = "this takes too much time or memory to examine; give something smaller"


class Sandbox:
    """Examines texts from outside; processes are started when they are needed or before, all in one event loop.

    A process loads what its tasks need, and compiles it the first time on a machine, before it takes work.

    Every method raises BusyError, TooLargeError or ExhaustedError, each with what to do.
    """

    def __init__(self, limits: Limits = LIMITS, tasks: Collection[str] = (*TASKS,)) -> None:
        """`tasks` are those that its processes are made ready for."""
        self.limits = limits
        self._tasks = tasks
        self._turns = Turns(limits.workers, limits.pending, limits.pending_of_one)
        self._origin = ""
        self._idle: list[_Worker] = []
        self._starting: list[asyncio.Task[None]] = []
        self._workers: set[_Worker] = set()

    @property
    def pending(self) -> int:
        """Requests that are worked on or wait."""
        return self._turns.pending

    def on_behalf_of(self, origin: str) -> "Sandbox":
        """The same sandbox for requests of somebody, who takes turns with others."""
        asked = copy(self)
        asked._origin = origin
        return asked

    def start(self, workers: int) -> None:
        """Start so many processes in the background, and let whoever comes before they are ready wait for the first.

        They start one by one, so the first is ready sooner, and only it compiles.
        """
        for _ in range(workers):
            self._starting.append(asyncio.create_task(self._start_one(self._starting[-1:])))

    async def entries(self, family: str, text: str) -> list[PastedLevel]:
        """The levels of a text in any format, of any family where none is named. Raises RefusedError."""
        if family:
            _require_listed(family)
        _refuse_longer(text, self.limits.level_text, Message("a text of levels"))
        found = await self._ask("entries", family=family, text=text, most=self.limits.levels)
        return [
            PastedLevel(family, Entry(**entry), Description(**description), carried)
            for family, entry, description, carried in found
        ]

    async def judge(self, boards: Sequence[Board], answer: str) -> list[Verdict]:
        """A verdict for each level, up to the first that the answer solves."""
        for board in boards:
            _require_listed(board.family)
        _refuse_longer(answer, self.limits.answer_text, Message("an answer"))
        return [verdict_of(said) for said in await self._ask("judge", boards=boards, answer=answer)]

    async def check(self, family: str, level: str, answer: str) -> CheckedSolution:
        """The answer as it counts. Raises RefusedError with the reason where it is no solution."""
        _refuse_longer(level, self.limits.level_text, Message("a level"))
        (verdict,) = await self.judge([Board(family, level)], answer)
        if verdict.solution is None:
            raise RefusedError(verdict.reason)
        return verdict.solution

    async def picture(self, family: str, level: str, *, ruler: bool = False) -> str:
        """A level as SVG. Raises RefusedError."""
        _refuse_longer(level, self.limits.level_text, Message("a level"))
        return str(await self._ask("picture", family=family, level=level, ruler=ruler))

    async def similar(self, family: str, level: str, texts: Sequence[str], threshold: float) -> list[tuple[int, float]]:
        """The places of those texts whose levels are at least so similar to a level, and how similar they are."""
        found = await self._ask("similar", family=family, level=level, texts=texts, threshold=threshold)
        return [(place, similarity) for place, similarity in found]

    async def explanation(self, family: str, level: str, most: int) -> list[Message]:
        """At most so many lines of the way to the solution; none in families that know no such way."""
        return [*map(Message.from_json, await self._ask("explanation", family=family, level=level, most=most))]

    async def guidance(self, board: Board, moves: str, known: str, refused: Sequence[str]) -> Guidance:
        """How a game stands after some moves, where a solution may be known; not for some levels that are refused.

        Raises RefusedError.
        """
        _require_listed(board.family)
        _refuse_longer(board.text, self.limits.level_text, Message("a level"))
        said = await self._ask(
            "guidance", family=board.family, level=board.text, moves=moves, known=known, refused=refused
        )
        return guidance_of(said)

    async def animation(self, family: str, level: str, moves: str, most: int) -> bytes:
        """A solution as GIF with at most so many changes. Raises RefusedError."""
        return b64decode(await self._ask("animation", family=family, level=level, moves=moves, most=most))

    async def replay(self, family: str, level: str, moves: str, most: int) -> str:
        """A solution as SVG that moves, with at most so many changes. Raises RefusedError."""
        return str(await self._ask("replay", family=family, level=level, moves=moves, most=most))

    async def film(self, family: str, levels: Sequence[str]) -> bytes:
        """Levels in turn as a GIF, with what changes from one to the next marked."""
        return b64decode(await self._ask("film", family=family, levels=levels))

    async def listing(self, family: str, text: str) -> list[PastedLevel | Message]:
        """Each level of a text, or why it is none; of any family where none is named. Raises RefusedError."""
        if family:
            _require_listed(family)
        _refuse_longer(text, self.limits.level_text, Message("a text of levels"))
        named, found = await self._ask("listing", family=family, text=text, most=self.limits.levels)
        return [
            PastedLevel(named, Entry(**one[0]), Description(**one[1]), one[2])
            if isinstance(one[0], dict)
            else Message.from_json(one)
            for one in found
        ]

    async def examination(self, family: str, entry: Entry, nodes: int | None) -> Import:
        """What is found out about a level of a file within a budget of nodes, None for not solving it."""
        found = await self._ask("examination", family=family, entry=asdict(entry), nodes=nodes)
        record = found["record"]
        if record is not None:
            record = LevelRecord(**{**record, "description": Description(**record["description"])})
        reasons = (Message.from_json(found[name]) for name in ("refused", "unsolvable", "unsupported"))
        return Import(entry, record, *reasons)

    async def reading(self, family: str, picture: bytes) -> SeenPicture:
        """What a picture shows, be it doubtful or nothing. Raises RefusedError."""
        _require_listed(family)
        found = await self._ask("reading", family=family, picture=b64encode(picture).decode())
        reading = PictureReading(found["text"], found["confidence"], b64decode(found["drawing"]))
        return SeenPicture(reading, Message.from_json(found["doubt"]))

    async def close(self) -> None:
        """End every process, also those that are at work."""
        self._idle.clear()
        for starting in self._starting:
            starting.cancel()
        await asyncio.gather(*self._starting, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._workers))
        self._workers.clear()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _ask(self, task: str, /, **arguments: Any) -> Any:
        async with self._turns.turn(self._origin):
            return await self._asked(task, arguments)

    async def _asked(self, task: str, arguments: Mapping[str, Any]) -> Any:
        worker = await self._free_worker()
        try:
            return await self._answered(worker, task, arguments)
        except _EndedError:
            # Not because of this text, where somebody killed a process that had nothing to do.
            await self._make_ready()
            return await self._answered(self._idle.pop(), task, arguments)

    async def _answered(self, worker: "_Worker", task: str, arguments: Mapping[str, Any]) -> Any:
        seconds = self.limits.seconds
        try:
            reply = await worker.reply(packed({"task": task, "arguments": arguments, "seconds": seconds}), seconds)
        except BaseException:
            # Also where whoever waited for it has gone: the process is not ready for another request.
            self._workers.discard(worker)
            await worker.end()
            raise
        self._idle.append(worker)
        if "refused" in reply:
            raise RefusedError(Message.from_json(reply["refused"]))
        return reply["done"]

    async def _free_worker(self) -> "_Worker":
        while True:
            while self._idle:
                worker = self._idle.pop()
                if worker.is_alive:
                    return worker
                self._workers.discard(worker)
            self._starting[:] = [starting for starting in self._starting if not starting.done()]
            if not self._starting:
                await self._make_ready()
            else:
                await asyncio.wait(self._starting, return_when=asyncio.FIRST_COMPLETED)

    async def _start_one(self, before: Collection[asyncio.Task[None]]) -> None:
        if before:
            await asyncio.wait(before)
        # Whoever asks next tries again, and is told.
        with suppress(ExhaustedError):
            await self._make_ready()

    async def _make_ready(self) -> None:
        worker = await _Worker.start(self.limits.megabytes, self._tasks)
        self._workers.add(worker)
        try:
            await worker.ready(self.limits.start_seconds)
        except BaseException:
            self._workers.discard(worker)
            await worker.end()
            raise
        self._idle.append(worker)


class _EndedError(ExhaustedError):
    """A process ended before it replied."""


class _Worker:
    """One process of `service.web.sandbox.worker`."""

    def __init__(self, process: Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, megabytes: int, tasks: Collection[str]) -> Self:
        # In a session of its own: Ctrl-C on a terminal is for the server, which ends its workers itself.
        return cls(
            await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "service.confined", "service.web.sandbox.worker", str(megabytes), *tasks),
                stdin=PIPE,
                stdout=PIPE,
                start_new_session=True,
            )
        )

    @property
    def is_alive(self) -> bool:
        return self._process.returncode is None

    async def ready(self, seconds: float) -> None:
        """Wait until it takes work. Raises ExhaustedError where it does not in time, or the process ends."""
        await self._received(seconds)

    async def reply(self, request: bytes, seconds: float) -> Mapping[str, Any]:
        """Raises ExhaustedError where there is none in time, _EndedError where the process ends."""
        return await self._received(seconds, request)

    async def end(self) -> None:
        """Kill the process, whatever it does."""
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.communicate()

    async def _received(self, seconds: float, request: bytes = b"") -> Mapping[str, Any]:
        try:
            async with asyncio.timeout(seconds):
                received: Mapping[str, Any] = json.loads(await self._exchanged(request))
        except TimeoutError as error:
            raise ExhaustedError(_TOO_MUCH) from error
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            raise _EndedError(_TOO_MUCH) from error
        return received

    async def _exchanged(self, request: bytes) -> bytes:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin
        assert stdout
        if request:
            stdin.write(request)
            await stdin.drain()
        return await stdout.readexactly(int.from_bytes(await stdout.readexactly(HEADER), "big"))


def _require_listed(family: str) -> None:
    try:
        require_listed(family)
    except UnknownFamilyError as error:
        raise RefusedError(error.message) from error


def _refuse_longer(text: str, most: int, what: Message) -> None:
    if len(text) > most:
        raise TooLargeError(
            "{what} has at most {most:,} characters, this one {count:,}", what=what, most=most, count=len(text)
        )
