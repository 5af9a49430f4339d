"""Texts from outside are parsed, drawn and replayed in processes of their own, which may be lost without harm.

What may take seconds for stored levels is done there too, so that the pages do not wait for it.
"""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from base64 import b64decode
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

from generator import CheckedSolution
from service.contests.verdicts import Board, Verdict
from service.errors import BusyError, ExhaustedError, RefusedError, TooLargeError
from service.web.sandbox_worker import HEADER, packed, verdict_of


@dataclass(frozen=True, slots=True)
class Limits:
    """What texts from outside may cost: seconds for one request, megabytes of address space for one process.

    `first_seconds` is for the first request of a kind, which may have to compile kernels. At most `pending` requests
    are worked on or wait. Sizes of texts are in characters.
    """

    workers: int = 2
    seconds: int = 10
    first_seconds: int = 90
    megabytes: int = 2048
    pending: int = 32
    level_text: int = 2**20
    answer_text: int = 8 * 2**20
    levels: int = 200


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class PastedLevel:
    """A level of a text from outside as its family writes it, with what the text says about it."""

    family: str
    level: str
    title: str
    author: str
    comment: str
    solution: str
    type: str
    size: int
    boxes: int

    @property
    def height(self) -> int:
        """The number of rows of its text."""
        return self.level.count("\n") + 1

    @property
    def width(self) -> int:
        """The number of letters of the longest row of its text."""
        return max(map(len, self.level.split("\n")))


class Sandbox:
    """Examines texts from outside; processes are started when they are needed, all in one event loop.

    Every method raises BusyError, TooLargeError or ExhaustedError, each with what to do.
    """

    def __init__(self, limits: Limits = LIMITS) -> None:
        self.limits = limits
        self._room = asyncio.Semaphore(limits.workers)
        self._pending = 0
        self._idle: list[_Worker] = []
        self._workers: set[_Worker] = set()
        self._answered: set[tuple[str, str]] = set()

    async def entries(self, family: str, text: str) -> list[PastedLevel]:
        """The levels of a text in any format, of any family where none is named. Raises RefusedError."""
        _refuse_longer(text, self.limits.level_text, "a text of levels")
        found = await self._ask("entries", family, family=family, text=text, most=self.limits.levels)
        return [PastedLevel(**entry) for entry in found]

    async def judge(self, boards: Sequence[Board], answer: str) -> list[Verdict]:
        """A verdict for each level, up to the first that the answer solves."""
        _refuse_longer(answer, self.limits.answer_text, "an answer")
        families = ",".join(sorted({board.family for board in boards}))
        return [verdict_of(said) for said in await self._ask("judge", families, boards=boards, answer=answer)]

    async def check(self, family: str, level: str, answer: str) -> CheckedSolution:
        """The answer as it counts. Raises RefusedError with the reason where it is no solution."""
        _refuse_longer(level, self.limits.level_text, "a level")
        (verdict,) = await self.judge([Board(family, level)], answer)
        if verdict.solution is None:
            raise RefusedError(verdict.reason)
        return verdict.solution

    async def picture(self, family: str, level: str, *, ruler: bool = False) -> str:
        """A level as SVG. Raises RefusedError."""
        _refuse_longer(level, self.limits.level_text, "a level")
        return str(await self._ask("picture", family, family=family, level=level, ruler=ruler))

    async def similar(self, family: str, level: str, texts: Sequence[str], threshold: float) -> list[tuple[int, float]]:
        """The places of those texts whose levels are at least so similar to a level, and how similar they are."""
        found = await self._ask("similar", family, family=family, level=level, texts=texts, threshold=threshold)
        return [(place, similarity) for place, similarity in found]

    async def explanation(self, family: str, level: str, most: int) -> list[str]:
        """At most so many lines of the way to the solution; none in families that know no such way."""
        return [*await self._ask("explanation", family, family=family, level=level, most=most)]

    async def animation(self, family: str, level: str, moves: str, most: int) -> bytes:
        """A solution as GIF with at most so many changes. Raises RefusedError."""
        return b64decode(await self._ask("animation", family, family=family, level=level, moves=moves, most=most))

    async def close(self) -> None:
        """End every process, also those that are at work."""
        self._idle.clear()
        await asyncio.gather(*(worker.end() for worker in self._workers))
        self._workers.clear()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _ask(self, task: str, families: str, /, **arguments: Any) -> Any:
        if self._pending >= self.limits.pending:
            raise BusyError("too many levels and answers are being examined just now; try again in a minute")
        self._pending += 1
        try:
            async with self._room:
                return await self._asked((task, families), arguments)
        finally:
            self._pending -= 1

    async def _asked(self, kind: tuple[str, str], arguments: Mapping[str, Any]) -> Any:
        seconds = self.limits.seconds if kind in self._answered else self.limits.first_seconds
        worker = await self._free_worker()
        try:
            reply = await worker.reply(packed({"task": kind[0], "arguments": arguments, "seconds": seconds}), seconds)
        except BaseException:
            # Also where whoever waited for it has gone: the process is not ready for another request.
            self._workers.discard(worker)
            await worker.end()
            raise
        self._idle.append(worker)
        self._answered.add(kind)
        if "refused" in reply:
            raise RefusedError(reply["refused"])
        return reply["done"]

    async def _free_worker(self) -> "_Worker":
        while self._idle:
            worker = self._idle.pop()
            if worker.is_alive:
                return worker
            self._workers.discard(worker)
        worker = await _Worker.start(self.limits.megabytes)
        self._workers.add(worker)
        return worker


class _Worker:
    """One process of `sandbox_worker`."""

    def __init__(self, process: Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, megabytes: int) -> Self:
        # In a session of its own: Ctrl-C on a terminal is for the server, which ends its workers itself.
        return cls(
            await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "service.web.sandbox_worker", str(megabytes)),
                stdin=PIPE,
                stdout=PIPE,
                start_new_session=True,
            )
        )

    @property
    def is_alive(self) -> bool:
        return self._process.returncode is None

    async def reply(self, request: bytes, seconds: float) -> Mapping[str, Any]:
        """Raises ExhaustedError where there is none in time, or the process ends."""
        try:
            async with asyncio.timeout(seconds):
                reply: Mapping[str, Any] = json.loads(await self._exchanged(request))
        except (TimeoutError, asyncio.IncompleteReadError, ConnectionError) as error:
            raise ExhaustedError("this takes too much time or memory to be examined; give something smaller") from error
        return reply

    async def end(self) -> None:
        """Kill the process, whatever it does."""
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.communicate()

    async def _exchanged(self, request: bytes) -> bytes:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin
        assert stdout
        stdin.write(request)
        await stdin.drain()
        return await stdout.readexactly(int.from_bytes(await stdout.readexactly(HEADER), "big"))


def _refuse_longer(text: str, most: int, what: str) -> None:
    if len(text) > most:
        raise TooLargeError(f"{what} has at most {most:,} characters, this one {len(text):,}")
