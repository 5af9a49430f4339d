"""The command line `cenote`: a module for every group of commands, imported only when it is called.

Each section of the help has a room of commands. They draw on `input`, `output` and `parameters`, never on each other.
"""

import atexit
import io
import os
import signal
import sys
import threading
from collections.abc import Mapping, Sequence
from importlib import import_module
from types import FrameType
from typing import Any

import click

from generator import Tool, family_names, get_declaration
from generator.kernel_interrupts import when_compiled
from optimiser.garbage import collected_late
from service.cli.errors import refusals

SECTIONS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "Evolve": {
        "run": ("sessions.run", "Evolve levels until a budget is spent or you press Ctrl-C."),
        "resume": ("sessions.run", "Continue a session that was stopped or killed."),
        "sessions": ("sessions.sessions", "List the sessions of the database, or change one."),
        "status": ("sessions.status", "Show how the sessions that run are doing, and those that were killed."),
        "worker": ("sessions.worker", "Work for the sessions of a Dask cluster until Ctrl-C."),
    },
    "Look at levels": {
        "best": ("levels.browse", "List the best levels of the database."),
        "show": ("levels.browse", "Show one level, by its number or its name: board, figures and solution."),
        "render": ("levels.render", "Draw a level as a picture, or its solution as an animation."),
        "lineage": ("levels.lineage", "Show the ancestors of a level."),
        "similar": ("levels.similar", "List stored levels that are nearly the same as those of a file."),
        "ratings": ("levels.ratings", "Export how hard levels are for players, by their games."),
        "atlas": ("levels.atlas", "Enumerate all levels of a small size and show the deepest."),
        "appraise": ("levels.appraise", "Estimate how hard stored levels are for people."),
        "rescore": ("levels.rescore", "Rank stored levels under another objective."),
    },
    "Levels from and to files": {
        "generate": ("level_files.generate", "Generate and solve levels without evolution."),
        "solve": ("level_files.solve", "Solve the levels of a file."),
        "optimise-solution": ("level_files.optimise", "Shorten the solutions of levels."),
        "check": ("level_files.check", "Judge a solution as a contest does."),
        "import": ("level_files.files", "Import the levels of files into the database."),
        "export": ("level_files.files", "Write levels with their solutions to a file."),
        "print": ("level_files.printing", "Write levels as a sheet to print, with their solutions behind."),
        "convert": ("level_files.convert", "Write the levels of a file in another format."),
    },
    "Contests": {
        "curate": ("contests.curate", "Choose levels: states, ratings, tags and notes."),
        "contest": ("contests.contest", "Run contests: levels, answers and rankings."),
    },
    "In the browser": {
        "serve": ("pages.serve", "Open the pages: sessions, levels, curation, contests."),
        "account": ("pages.account", "Manage who may log in to the pages."),
    },
    "Care": {
        "verify": ("care.verify", "Make, replay and measure every stored level again."),
        "db": ("care.db", "Upgrade, check, back up, restore, prune or merge databases."),
        "completion": ("care.completion", "Print what makes a shell complete commands and values."),
        "doctor": ("care.doctor", "Show what this program runs on."),
    },
}
"""Every command with its module and its short help, so that help imports none of them."""

COMMANDS: Mapping[str, tuple[str, str]] = {
    name: place for section in SECTIONS.values() for name, place in section.items()
}


def family_tools() -> Mapping[str, Sequence[Tool]]:
    """The tools of every family that has any; help lists them."""
    tools = {family: get_declaration(family).tools for family in family_names()}
    return {family: declared for family, declared in tools.items() if declared}


class CommandTable(click.Group):
    """A group whose commands are listed in SECTIONS, and the tools of the families behind them.

    A command of SECTIONS that is named `x-y` is `x_y_command` in its module.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS, *(tool.name for tools in family_tools().values() for tool in tools)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return _tool_command(cmd_name)
        module, _ = COMMANDS[cmd_name]
        command = getattr(import_module(f"{__name__}.{module}"), f"{cmd_name.replace('-', '_')}_command")
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        sections = {title: [(name, help_) for name, (_, help_) in held.items()] for title, held in SECTIONS.items()}
        for family, tools in family_tools().items():
            sections[f"Tools for {family}"] = [(tool.name, tool.help) for tool in tools]
        for title, records in sections.items():
            with formatter.section(title):
                formatter.write_dl(records, col_max=10)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        with refusals():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with refusals():
            return super().invoke(ctx)


def _tool_command(name: str) -> click.Command | None:
    for family, tools in family_tools().items():
        for tool in tools:
            if tool.name == name:
                from service.cli.tool_command import tool_command

                return tool_command(family, tool)
    return None


@click.command(cls=CommandTable, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("--storage", metavar="URL", help="database [CENOTE_STORAGE, or sqlite:///cenote.db]")
@click.option(
    "-v", "--verbose", is_flag=True, help="log where data lies, what is compiled and all settings of a session"
)
@click.version_option(package_name="cenote", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context, storage: str | None, verbose: bool) -> None:
    """Evolve deep puzzle levels, prove their depth and keep them with their lineage.

    To begin: cenote run --minutes 1
    """
    ctx.obj = storage
    if verbose:
        from service.cli.verbosity import be_verbose

        be_verbose()


INTERRUPTED_AGAIN = 0.1
"""Seconds after which Ctrl-C is repeated where it was lost."""


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    """Ctrl-C, without what half-made objects of libraries have to say when they are dropped."""
    sys.unraisablehook = _interrupt_again
    when_compiled(_raise_interrupt)


def _raise_interrupt() -> None:
    raise KeyboardInterrupt


def _interrupt_again(ignored: "sys.UnraisableHookArgs") -> None:
    """Ctrl-C once more, where it came while a library cleaned up, from which Python lets no exception out."""
    if isinstance(ignored.exc_value, KeyboardInterrupt):
        again = threading.Timer(INTERRUPTED_AGAIN, os.kill, (os.getpid(), signal.SIGINT))
        again.daemon = True
        again.start()


def main() -> None:
    """The entry point of the command `cenote`."""
    if os.name != "posix":
        sys.stderr.write("Error: cenote runs on Linux and macOS; on Windows use it in WSL or in a container\n")
        sys.exit(2)
    signal.signal(signal.SIGINT, _interrupt)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # the shell has closed it
            setattr(sys, name, io.StringIO())
        elif isinstance(stream, io.TextIOWrapper):
            # A title or file name that the terminal cannot show is no reason to stop.
            stream.reconfigure(errors="backslashreplace")
    try:
        with collected_late():
            cli(prog_name="cenote")
    except SystemExit as ended:
        if "distributed" in sys.modules:
            _leave(ended)
        raise
    finally:
        # From here on only Python itself ends, and Ctrl-C would make it print a traceback.
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def _leave(ended: SystemExit) -> None:
    """End the process as Python does, but do not clear its memory: with what Dask leaves there, that rarely hangs."""
    for thread in threading.enumerate():
        if not thread.daemon and thread is not threading.current_thread():
            thread.join()
    try:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
    except OSError:
        return  # Python says itself what could not be written
    atexit._run_exitfuncs()
    os._exit(ended.code if isinstance(ended.code, int) else 1 if ended.code else 0)
