"""Commands as processes: signals, full disks, sessions side by side, terminals and closed pipes."""

import json
import os
import pty
import re
import select
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic, sleep

import pytest

from service.cli.output.console import COMPILING
from tests.patience import PATIENCE
from tests.service.conftest import CENOTE, Invoke, Start, refused
from tests.service.records import everything
from tests.storage.conftest import SmallDisk

pytestmark = pytest.mark.process

ENDLESS = ("run", "--type", "b", "--size", "4", "--seed", "3", "--workers", "1")


def await_generations(path: Path, number: int) -> None:
    """Wait until a session has recorded so many generations."""
    until(lambda: path.exists() and _generation(path) >= number)


def until(happened: Callable[[], bool]) -> None:
    deadline = monotonic() + PATIENCE
    while not happened():
        assert monotonic() < deadline
        sleep(0.02)


def ended(process: "subprocess.Popen[str]") -> tuple[int, str, str]:
    """The exit code of a process and what it wrote, but for the patience that a busy machine asks for."""
    told, complaints = process.communicate(timeout=PATIENCE)
    return process.returncode, told, complaints.replace(f"{COMPILING}\n", "")


def _generation(path: Path) -> int:
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=PATIENCE)) as database:
            return int(database.execute("SELECT coalesce(max(generation), 0) FROM sessions").fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def test_ctrl_c_saves_and_the_resumed_session_is_the_uninterrupted_one(
    cenote: Invoke, start: Start, folder: Path
) -> None:
    process = start(*ENDLESS, "--evaluations", "100000")
    await_generations(folder / "cenote.db", 3)
    assert "is being run by another process" in refused(cenote("resume", "1"))
    process.send_signal(signal.SIGINT)
    code, told, complaints = ended(process)
    assert code == 0
    assert "session 1: stopped and saved after" in told
    assert "\ncenote resume 1 " in told
    assert complaints == "finishing this generation; Ctrl-C once more ends at once\n"

    evaluations = str(16 * (_generation(folder / "cenote.db") + 10))
    assert cenote("resume", "--evaluations", evaluations, "--workers", "0", "-q").exit_code == 0
    whole = (*ENDLESS[:-1], "0", "--evaluations", evaluations, "-q", "--storage", "sqlite:///whole.db")
    assert cenote(*whole).exit_code == 0
    assert everything(folder / "cenote.db") == everything(folder / "whole.db")


def test_second_ctrl_c_ends_at_once(cenote: Invoke, start: Start) -> None:
    """The first generation would take minutes."""
    process = start("run", "--size", "48", "--policy", "last", "--walk", "20000000", "--workers", "1")
    assert process.stdout is not None
    assert process.stdout.readline().startswith("session 1:")
    assert process.stderr is not None
    process.send_signal(signal.SIGINT)
    # Two signals that come before either is heard are one.
    while not process.stderr.readline().startswith("finishing this generation"):
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=PATIENCE) == 130
    assert cenote("db", "check").exit_code == 0
    (session,) = json.loads(cenote("sessions", "-f", "json").stdout)
    assert (session["state"], session["generation"]) == ("interrupted", 0)


def test_ctrl_c_outside_a_session_ends_with_130(start: Start, folder: Path) -> None:
    process = start("generate", "--size", "48", "--policy", "last", "--walk", "2000000", "-o", "big.xsb")
    until(lambda: any(folder.iterdir()))
    sleep(0.5)
    process.send_signal(signal.SIGINT)
    assert ended(process) == (130, "", "")
    assert list(folder.iterdir()) == []


def test_ctrl_c_while_kernels_are_compiled_ends_with_130(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    process = start("generate", "--size", "48", "--policy", "last", "--walk", "2000000")
    until(lambda: any((tmp_path / "cache").rglob("*.nbi")))
    process.send_signal(signal.SIGINT)
    assert ended(process)[0] == 130


def test_two_sessions_at_once_on_one_database(cenote: Invoke, start: Start, folder: Path) -> None:
    both = [start("run", "--preset", "b4", "--seed", seed, "--evaluations", "160", "--workers", "1") for seed in "12"]
    for process in both:
        code, _, complaints = ended(process)
        assert (code, complaints) == (0, "")
    sessions = json.loads(cenote("sessions", "-f", "json").stdout)
    assert [(session["state"], session["evaluations"]) for session in sessions] == [("finished", 160)] * 2
    assert cenote("db", "check").exit_code == 0
    assert cenote("verify").exit_code == 0


def test_a_session_waits_while_its_disk_is_nearly_full_and_goes_on_or_ends(
    cenote: Invoke, start: Start, disk: SmallDisk | None
) -> None:
    if disk is None:
        pytest.skip("this user may not mount a small disk")
    path = disk.folder / "levels.db"
    process = start(*ENDLESS, "-q", "--storage", f"sqlite:///{path}")
    await_generations(path, 2)
    disk.fill(leave=800_000)
    until(lambda: _waits(path) == 1)
    reached = _generation(path)
    disk.empty()
    await_generations(path, reached + 2)
    disk.fill(leave=800_000)
    until(lambda: _waits(path) == 2)
    process.send_signal(signal.SIGINT)
    code, told, complaints = ended(process)
    assert (code, told.count("stopped and saved")) == (0, 1)
    waits, goes_on, again, _ = complaints.splitlines()
    # It may have looked while the disk was being filled.
    line = r"the session waits: only [01]\.\d MB are free on the disk of .*; make room, and it goes on"
    assert re.fullmatch(line, waits)
    assert goes_on == "there is room on the disk again: the session goes on"
    assert again.startswith("the session waits")
    disk.empty()
    url, reached = f"sqlite:///{path}", _generation(path)
    result = cenote("resume", "--evaluations", str(16 * (reached + 5)), "--workers", "0", "-q", "--storage", url)
    assert result.exit_code == 0
    assert _generation(path) == reached + 5
    assert cenote("verify", "--storage", url).exit_code == 0


def _waits(path: Path) -> int:
    """How often a session has begun to wait for room."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=PATIENCE)) as database:
        (number,) = database.execute("SELECT count(*) FROM events WHERE text LIKE '%session waits%'").fetchone()
    return int(number)


def shell(command: str) -> "subprocess.CompletedProcess[str]":
    line = f"set -o pipefail; {command}"
    return subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, env={**os.environ, "CENOTE": str(CENOTE)}
    )


def test_reader_that_goes_away_is_no_error(evolved: str) -> None:
    for format_ in ("table", "json", "xsb"):
        answer = shell(f'"$CENOTE" best --limit 1000 -f {format_} --storage {evolved} | head -1')
        assert answer.stdout.count("\n") == 1
        assert answer.stderr == ""


def test_closed_and_full_standard_output(evolved: str) -> None:
    closed = shell(f'"$CENOTE" best --storage {evolved} >&-')
    assert closed.stderr == ""
    full = shell(f'"$CENOTE" best -f json --storage {evolved} >/dev/full')
    assert full.returncode == 2
    assert full.stderr == "Error: No space left on device\n"


def test_browsing_needs_no_solver(evolved: str) -> None:
    program = f"""
import sys
from service.cli import cli
for command in ("sessions", "best", "show 1", "lineage 1", "doctor", "db check"):
    cli(["--storage", {evolved!r}, *command.split()], prog_name="cenote", standalone_mode=False)
print(sorted({{"numba", "numpy", "deap"}} & set(sys.modules)), file=sys.stderr)
"""
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert answer.stderr == "[]\n"


def test_verbose_tells_where_data_lies_what_is_compiled_and_the_settings(tmp_path: Path) -> None:
    command = "-v run --family template --seed 7 --evaluations 16 --workers 0 -q"
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "kernels")}
    program = "from service.cli.verbosity import be_verbose; be_verbose(); import generator.ready_numba"
    compiled = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    assert "compiling generator.kernels.are_equal" in compiled.stderr
    assert f"kernels are kept in {tmp_path}" in compiled.stderr
    again = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    assert "compiling" not in again.stderr
    logged = subprocess.run([CENOTE, *command.split()], capture_output=True, text=True, check=True)
    assert f"database {tmp_path / 'cenote.db'}" in logged.stderr
    assert "'seed': 7" in logged.stderr
    assert "'patience': 500" in logged.stderr
    assert "database" not in logged.stdout


def in_terminal(columns: int, *arguments: str) -> tuple[int, str]:
    """Run a command in a terminal of that width, and return its exit code and everything that it wrote."""
    pid, terminal = pty.fork()
    if not pid:
        os.environ |= {"TERM": "xterm-256color", "COLUMNS": str(columns), "LINES": "40"}
        os.execv(CENOTE, [CENOTE, *arguments])
    written = b""
    with suppress(OSError):  # what a terminal says when its last process has ended
        while select.select([terminal], [], [], PATIENCE)[0]:
            written += os.read(terminal, 65536)
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), written.decode()


def test_live_display_on_a_narrow_terminal_without_colours_cuts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    code, written = in_terminal(40, "run", "--preset", "b4", "--seed", "1", "--evaluations", "64", "--workers", "0")
    assert code == 0
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", written)
    for name in ("evaluations/s", "states/s", "diversity", "archive cells", "outside solving", "time left", "proven)"):
        assert name in text, name
    assert "…" not in text
    assert "left out because the terminal is narrow" in " ".join(text.split())
    assert "###########" in text, "walls are letters"


def test_live_display_on_a_terminal() -> None:
    columns = 80
    code, written = in_terminal(columns, "run", "--preset", "b4", "--seed", "1", "--evaluations", "320")
    assert code == 0
    assert all(text in written for text in ("evaluations/s", "states/s", "diversity", "off goal", "other_end"))
    assert written.count("\x1b[?25l") == written.count("\x1b[?25h"), "the cursor is shown again"
    drawn = re.split(r"\r|\n|\x1b\[\d*A", written)
    lines = [re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", line) for line in drawn]
    assert max(map(len, lines)) <= columns
    assert any("cenote lineage" in line for line in lines[-6:])


def test_generated_levels_are_written_one_by_one_and_kept_after_ctrl_c(start: Start, folder: Path) -> None:
    process = start("generate", "--size", "4", "--count", "100000", "--seed", "1", "-f", "jsonl")
    assert process.stdout is not None
    first = json.loads(process.stdout.readline())
    process.send_signal(signal.SIGINT)
    code, told, complaints = ended(process)
    assert (code, first["size"]) == (130, 4)
    assert all(json.loads(line)["proven"] for line in told.splitlines())
    assert complaints == "interrupted; the levels that were made before are kept\n"


def test_a_command_that_has_used_dask_does_not_wait_for_what_dask_leaves_in_memory(tmp_path: Path) -> None:
    program = (
        "import atexit, builtins, sys, threading, time, distributed",
        "class Endless:",
        "    def __del__(self): threading.Event().wait()",
        "builtins.left, sys.argv = Endless(), ['cenote', *sys.argv[1:]]",
        "atexit.register(print, 'cleaned up')",
        "threading.Thread(target=lambda: (time.sleep(0.1), print('written'))).start()",
        "from service.cli import main",
        "main()",
    )
    for arguments, code, said in ((("doctor", "--help"), 0, "Show what"), (("best", "--limit", "x"), 2, "")):
        command = [sys.executable, "-c", "\n".join(program), *arguments]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, cwd=tmp_path)
        assert ended.returncode == code
        assert said in ended.stdout
        assert "written\n" in ended.stdout
        assert ended.stdout.endswith("cleaned up\n")
