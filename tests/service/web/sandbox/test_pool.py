"""Texts from outside: what becomes of good ones, of bad ones, and of those that are meant to hurt."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from service.confined import network_left
from service.contests.verdicts import Board
from service.errors import BusyError, ExhaustedError, RefusedError, ServiceError, TooLargeError
from service.web.sandbox.pool import Limits, Sandbox

pytestmark = pytest.mark.process

LEVEL = "######\n#@$-.#\n######"
LONGER = "#######\n#@$--.#\n#######"
ROOM = "\n".join(
    ["#" * 100, *["#" + 98 * "-" + "#"] * 49, "#@$." + 95 * "-" + "#", *["#" + 98 * "-" + "#"] * 48, "#" * 100]
)
WALKS = "B51-CV51,CV51-E51," * 400_000
"""Millions of letters, which take seconds to read."""
BOMB = "C51-D52," + "D52-F53,F53-D52," * 690
"""11 kB: each pair is a search in a room of 100 x 100 cells."""

Run = Callable[[Awaitable[Any]], Any]


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="module")
def sandbox(runner: asyncio.Runner) -> Iterator[Sandbox]:
    """A sandbox whose processes have compiled what they need."""
    sandbox = Sandbox()
    runner.run(sandbox.check("sokoban", LEVEL, "RR"))
    yield sandbox
    runner.run(sandbox.close())


@pytest.fixture
def run(runner: asyncio.Runner) -> Run:
    async def awaited(wanted: Awaitable[Any]) -> Any:
        return await wanted

    return lambda wanted: runner.run(awaited(wanted))


def test_an_answer_is_judged_by_the_rules_of_contests(run: Run, sandbox: Sandbox) -> None:
    checked = run(sandbox.check("sokoban", LEVEL, "3(r)"))
    assert (checked.moves, checked.cut, checked.metrics["pushes"]) == ("RR", 1, 2)
    with pytest.raises(RefusedError, match="not solved"):
        run(sandbox.check("sokoban", LEVEL, "r"))


def test_an_answer_finds_its_level(run: Run, sandbox: Sandbox) -> None:
    first, second = run(sandbox.judge([Board("sokoban", LONGER), Board("sokoban", LEVEL)], "rr"))
    assert first.solution is None
    assert "not solved" in str(first.reason)
    assert second.solution.moves == "RR"


def test_levels_are_read_in_any_format_of_any_family(run: Run, sandbox: Sandbox) -> None:
    (level,) = run(sandbox.entries("", "Short\n\n6#|#pb-.#|6#\nAuthor: nobody\n"))
    assert (level.family, level.entry.text, level.entry.author) == ("sokoban", LEVEL, "nobody")
    assert (level.width, level.height, level.description.pieces) == (6, 3, 1)
    (puzzle,) = run(sandbox.entries("", "2 .\n. .\n"))
    assert puzzle.family == "linjat"
    with pytest.raises(RefusedError, match="Sokoban: there is no level"):
        run(sandbox.entries("", "no level at all"))
    with pytest.raises(RefusedError, match="no puzzle family 'chess'"):
        run(sandbox.entries("chess", LEVEL))


def test_a_level_is_drawn(run: Run, sandbox: Sandbox) -> None:
    assert run(sandbox.picture("sokoban", LEVEL)).startswith("<svg ")
    with pytest.raises(RefusedError):
        run(sandbox.picture("sokoban", "<script>"))


HOSTILE_ANSWERS = {
    "8 MB in small letters": "rl" * 4_000_000,
    "a count of a billion": "999999999(R)",
    "nested counts": "9(" * 30 + "R" + ")" * 30,
    "millions of brackets": "9(" * 1_000_000 + "R" + ")" * 1_000_000,
    "open brackets": "(" * 8_000_000,
    "millions of digits": "9" * 8_000_000,
    "control characters": "\0" * 8_000_000,
    "letters of other scripts": "推" * 1_000_000,
}
HOSTILE_LEVELS = {
    "10,000 rows": "#" * 100 + "\n" + ("#" + "-" * 98 + "#\n") * 10_000,
    "counts": "9999999(#)|" * 1000,
    "nested counts": "9(" * 30 + "#|" + ")" * 30,
    "binary": bytes(range(256)).decode("latin-1") * 4000,
    "letters of boards": "#@$.*+-_ \n|()9" * 70_000,
    "brackets": "[" * 1_000_000,
    "tags": "<SokobanLevels>" + "<a>" * 300_000,
    "lone surrogates": "\ud800" * 1000,
}


@pytest.mark.parametrize("name", HOSTILE_ANSWERS)
def test_hostile_answers_are_refused_before_the_limits_end_them(run: Run, sandbox: Sandbox, name: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        run(sandbox.check("sokoban", LEVEL, HOSTILE_ANSWERS[name]))
    assert len(str(refusal.value)) < 300


@pytest.mark.parametrize("name", HOSTILE_LEVELS)
def test_hostile_levels_are_refused_before_the_limits_end_them(run: Run, sandbox: Sandbox, name: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        run(sandbox.entries("", HOSTILE_LEVELS[name]))
    assert len(str(refusal.value)) < 600


def test_more_levels_than_anybody_pastes_are_refused(run: Run, sandbox: Sandbox) -> None:
    with pytest.raises(RefusedError, match=r"levels: 201, more than 200"):
        run(sandbox.entries("sokoban", f"{LEVEL}\n\n" * 201))


@pytest.mark.parametrize("size", [8 * 2**20 + 1, 10_000_000])
def test_what_is_too_long_is_not_even_read(run: Run, sandbox: Sandbox, size: int) -> None:
    with pytest.raises(TooLargeError, match="at most 8,388,608"):
        run(sandbox.check("sokoban", LEVEL, "r" * size))
    with pytest.raises(TooLargeError, match="at most 1,048,576"):
        run(sandbox.entries("sokoban", "#" * size))


def test_what_takes_too_long_is_given_up_and_the_next_request_works(run: Run) -> None:
    async def tried() -> Any:
        async with Sandbox(Limits(workers=1)) as sandbox:
            await sandbox.check("sokoban", ROOM, "R")
            sandbox.limits = Limits(workers=1, seconds=1)
            with pytest.raises(ExhaustedError, match="give something smaller"):
                await sandbox.check("sokoban", ROOM, WALKS)
            sandbox.limits = Limits()
            return await sandbox.check("sokoban", LEVEL, "RR")

    assert run(tried()).moves == "RR"


def test_a_process_without_memory_is_an_answer(run: Run, capfd: pytest.CaptureFixture[str]) -> None:
    async def tried() -> None:
        async with Sandbox(Limits(megabytes=100)) as sandbox:
            with pytest.raises(ExhaustedError, match="time or memory"):
                await sandbox.check("sokoban", LEVEL, "RR")

    run(tried())


def test_a_process_that_was_killed_while_it_had_nothing_to_do_costs_nobody_an_answer(run: Run) -> None:
    async def tried() -> None:
        others = {*children("sandbox.worker")}
        async with Sandbox(Limits(workers=1), tasks=()) as sandbox:
            await sandbox.check("sokoban", LEVEL, "RR")
            (process,) = set(children("sandbox.worker")) - others
            os.kill(int(process.name), signal.SIGKILL)
            assert (await sandbox.check("sokoban", LEVEL, "RR")).moves == "RR"

    run(tried())


def test_who_gives_up_waiting_leaves_no_process_at_work(run: Run) -> None:
    async def tried() -> Any:
        async with Sandbox(Limits(workers=1)) as sandbox:
            await sandbox.check("sokoban", LEVEL, "RR")
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(sandbox.check("sokoban", ROOM, WALKS), 0.5)
            return await sandbox.check("sokoban", LEVEL, "RR")

    assert run(tried()).moves == "RR"


def test_who_sends_bombs_keeps_nobody_else_from_being_judged(run: Run) -> None:
    judged: list[tuple[str, object]] = []

    async def asked(sandbox: Sandbox, origin: str, level: str, answer: str) -> None:
        try:
            await sandbox.on_behalf_of(origin).check("sokoban", level, answer)
        except ServiceError as error:
            judged.append((origin, type(error)))
        else:
            judged.append((origin, "accepted"))

    async def tried() -> None:
        async with Sandbox(tasks=("judge",)) as sandbox:
            sandbox.start(2)
            await asyncio.gather(*(asked(sandbox, origin, LEVEL, "RR") for origin in ("first", "second")))
            bombs = [asyncio.create_task(asked(sandbox, "attacker", ROOM, BOMB)) for _ in range(30)]
            await asyncio.sleep(0)
            await asked(sandbox, "honest", LEVEL, "RR")
            for bomb in bombs:
                bomb.cancel()
            await asyncio.gather(*bombs, return_exceptions=True)
            assert sandbox.pending == 0

    run(tried())
    assert judged[-1] == ("honest", "accepted")
    assert judged.count(("attacker", BusyError)) == 22, "eight of an address are at work or wait"
    assert judged.count(("attacker", RefusedError)) <= 1, "of which one had a judge"


@pytest.mark.slow
def test_a_process_compiles_before_it_takes_work(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))

    async def tried() -> Any:
        async with Sandbox(Limits(seconds=2), tasks=("judge",)) as sandbox:
            return await sandbox.check("sokoban", LEVEL, "RR")

    assert run(tried()).moves == "RR"
    assert [*tmp_path.rglob("*.nbc")], "nothing was compiled before"


def test_more_than_can_wait_are_told_to_come_later(run: Run) -> None:
    async def tried() -> list[Any]:
        async with Sandbox(Limits(workers=1, pending=5)) as sandbox:
            asked = [sandbox.check("sokoban", LEVEL, "RR") for _ in range(8)]
            return await asyncio.gather(*asked, return_exceptions=True)

    answers = run(tried())
    assert sum(isinstance(answer, BusyError) for answer in answers) == 3
    assert not any(isinstance(answer, ServiceError) for answer in answers[:5])


def children(name: str) -> Iterator[Path]:
    """What the system knows of those processes begun here whose command has a name in it."""
    for begun in Path("/proc/self/task").glob("*/children"):
        processes = (Path("/proc") / child for child in begun.read_text().split())
        yield from (process for process in processes if name in (process / "cmdline").read_text())


def test_its_processes_are_in_no_network(run: Run) -> None:
    if network_left():
        pytest.skip("this system gives a process no namespaces of its own")

    async def networks() -> list[str]:
        async with Sandbox() as sandbox:
            await sandbox.picture("sokoban", LEVEL)
            return [str((child / "ns/net").readlink()) for child in children("sandbox.worker")]

    ours = str(Path("/proc/self/ns/net").readlink())
    found = run(networks())
    assert found
    assert ours not in found


def test_a_process_whose_service_was_killed_while_it_began_ends_without_a_word() -> None:
    command = [sys.executable, "-P", "-m", "service.web.sandbox.worker", "2048"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0
