"""The program as users have it, in processes of its own, in all of which only SQLite may open the database."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from time import monotonic, sleep

from tests.openings import ROOT
from tests.patience import PATIENCE

WATCHED = "from tests.openings import watch\n\nwatch()\n"
"""What every Python of a journey begins with (`sitecustomize`)."""
TROUBLE = ("Traceback (most recent call last)", "TrespassError")
"""What no process may say."""


class Program:
    """`cenote` on one database; what its processes write on standard error is collected in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "levels.db"
        self.url = f"sqlite:///{self.path}"
        self._sayings = folder / "said"
        self._sayings.mkdir()
        self._begun: list[subprocess.Popen[bytes]] = []
        self._numbers = count(1)
        site = folder / "site"
        site.mkdir()
        (site / "sitecustomize.py").write_text(WATCHED)
        paths = (str(site), ROOT.rstrip(os.sep), os.environ.get("PYTHONPATH", ""))
        self.environment = {
            **os.environ,
            "CENOTE_STORAGE": self.url,
            "PYTHONPATH": os.pathsep.join(path for path in paths if path),
            "PYTHONFAULTHANDLER": "1",
        }

    def start(
        self, *arguments: str | Path, python: tuple[str, ...] = ("-m", "service.cli"), said: str = ""
    ) -> "Command":
        """Begin a command, with what is said to it on standard input."""
        name = f"{next(self._numbers):04}-{Path(arguments[0]).name}"
        command = [sys.executable, *python, *map(str, arguments)]
        told, errors = self._sayings / f"{name}.out", self._sayings / f"{name}.err"
        heard = self._sayings / f"{name}.in"
        heard.write_text(said)
        with heard.open("rb") as standard_input, told.open("wb") as output, errors.open("wb") as complaints:
            process = subprocess.Popen(
                command,
                stdin=standard_input,
                stdout=output,
                stderr=complaints,
                cwd=self.folder,
                env=self.environment,
                start_new_session=True,
            )
        self._begun.append(process)
        return Command(" ".join(map(str, arguments)), process, told, errors)

    def run(self, *arguments: str | Path) -> "Command":
        """Run a command to its end."""
        command = self.start(*arguments)
        command.wait()
        return command

    @property
    def killed(self) -> set[int]:
        """The processes begun here that were killed."""
        return {begun.pid for begun in self._begun if begun.returncode == -signal.SIGKILL}

    def processes(self) -> list[int]:
        """Every process of this program: those that it has started itself have inherited its surroundings."""
        mark = f"CENOTE_STORAGE={self.url}".encode()
        everybody = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
        return [process for process in everybody if mark in _environment(process).split(b"\0")]

    def kill_all(self) -> None:
        """Leave no process behind."""
        while found := self.processes():
            for process in found:
                kill(process)
            for begun in self._begun:
                begun.wait()
            sleep(0.05)

    def troubles(self) -> list[str]:
        """What processes have said that none may say: tracebacks, among them those of the watch."""
        texts = [*sorted(self._sayings.glob("*.err")), *sorted(self.folder.glob("*.log"))]
        said = {file.name: _text_of(file) for file in texts}
        return [f"{name}: {text[-3000:]}" for name, text in said.items() if any(word in text for word in TROUBLE)]

    def deleted_files(self) -> list[str]:
        """The files of the database that some process has open though they are deleted.

        Workers outlive the process of their session for a moment, so whatever is found is looked at again and again.
        """
        found, deadline = self._deleted_files(), monotonic() + PATIENCE
        while found and monotonic() < deadline:
            sleep(0.5)
            found &= self._deleted_files()
        return sorted(found)

    def _deleted_files(self) -> set[str]:
        return {
            f"process {process} holds {name}"
            for process in self.processes()
            for name in _open_files(process)
            if name.startswith(str(self.path)) and name.endswith(" (deleted)")
        }


class Command:
    """A process of the program."""

    def __init__(self, line: str, process: "subprocess.Popen[bytes]", told: Path, errors: Path) -> None:
        self.line = line
        self._process = process
        self._told = told
        self._errors = errors

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    @property
    def told(self) -> str:
        return self._told.read_text(errors="replace")

    @property
    def complaints(self) -> str:
        return self._errors.read_text(errors="replace")

    def wait(self, seconds: float = PATIENCE) -> int:
        """The exit code; less than 0 where a signal has ended it."""
        return self._process.wait(seconds)

    def signal(self, number: int) -> None:
        self._process.send_signal(number)

    def kill(self) -> int:
        """Kill it, whatever it does, and return its exit code."""
        self._process.kill()
        return self.wait()

    def accepted(self) -> "Command":
        """It, when it has ended well."""
        code = self.wait()
        assert code == 0, f"cenote {self.line} ended with {code}: {self.complaints[-3000:]}"
        return self

    def line_like(self, pattern: str) -> re.Match[str]:
        """Wait for a line of its output."""
        deadline = monotonic() + PATIENCE
        while not (found := re.search(pattern, self.told)):
            assert self.is_running, f"cenote {self.line} has ended: {self.complaints[-3000:]}"
            assert monotonic() < deadline, f"cenote {self.line} says nothing like {pattern}"
            sleep(0.02)
        return found


class Service:
    """`cenote serve`, which may be killed and begins again at the same address."""

    def __init__(self, program: Program, *options: str) -> None:
        self._program = program
        self.options = options
        self.port = 0
        self.command = self._begun()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def is_public(self) -> bool:
        """Whether others than the owner of the machine may visit it, so that one has to log in."""
        return "--public" in self.options

    def end(self, number: int) -> None:
        """End it by a signal, and begin it again."""
        self.stop(number)
        self.command = self._begun()

    def stop(self, number: int = signal.SIGTERM) -> None:
        """End it by a signal."""
        self.command.signal(number)
        code = self.command.wait()
        assert code in (0, -number), f"the service ended with {code}: {self.command.complaints[-3000:]}"

    def _begun(self) -> Command:
        command = self._program.start("serve", "--port", str(self.port), *self.options)
        self.port = int(command.line_like(r"http://[\d.]+:(\d+)")[1])
        return command


def kill(process: int) -> None:
    """Kill a process that may have ended a moment ago."""
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    try:
        return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []


def command_line(process: int) -> bytes:
    """How a process was started, its words ended by zeros; empty where it has ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


def _text_of(file: Path) -> str:
    """What is in a file; nothing where it has just been deleted, as the log of a session that has ended well is."""
    try:
        return file.read_text(errors="replace")
    except FileNotFoundError:
        return ""


def _environment(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/environ").read_bytes()
    except OSError:  # it has ended, or belongs to somebody else
        return b""


def _open_files(process: int) -> Iterator[str]:
    with suppress(OSError):  # it has ended meanwhile
        for descriptor in Path(f"/proc/{process}/fd").iterdir():
            with suppress(OSError):
                yield str(descriptor.readlink())
