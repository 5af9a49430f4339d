"""The table of commands, which help relies on, and what every command says about itself."""

import resource
import shlex
import subprocess
import sys
from collections.abc import Iterator

import click
import pytest

from service.cli import COMMANDS, cli
from tests.service.conftest import CENOTE, Invoke, refused

HEAVY = (
    "numba",
    "numpy",
    "sqlalchemy",
    "alembic",
    "deap",
    "rich",
    "PIL",
    "resvg_py",
    "storage",
    "generator.puzzles.sokoban.family",
)


def commands(group: click.Group = cli, path: str = "cenote") -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield f"{path} {name}", command
        if isinstance(command, click.Group):
            yield from commands(command, f"{path} {name}")


EVERY_COMMAND = dict(commands())


@pytest.mark.parametrize("name", COMMANDS)
def test_short_help_of_the_table_is_that_of_the_command(name: str) -> None:
    command = EVERY_COMMAND[f"cenote {name}"]
    assert command.name == name
    assert command.get_short_help_str(200) == COMMANDS[name][1]


@pytest.mark.parametrize("path", EVERY_COMMAND)
def test_every_command_has_help_for_everything_and_an_example(path: str) -> None:
    command = EVERY_COMMAND[path]
    context = click.Context(command)
    assert all(parameter.help for parameter in command.get_params(context) if isinstance(parameter, click.Option))
    assert command.help is not None
    example = command.help.rpartition("Example: ")[2]
    assert example.startswith(path), "the example is of this command"


@pytest.mark.parametrize("path", EVERY_COMMAND)
def test_every_example_is_understood(path: str) -> None:
    command = EVERY_COMMAND[path]
    assert command.help is not None
    words = shlex.split(command.help.rpartition("Example: ")[2])
    rest = words[len(path.split()) :]
    if isinstance(command, click.Group):
        assert command.get_command(click.Context(command), rest[0])
    else:
        command.make_context(path, rest, parent=click.Context(cli))


@pytest.mark.parametrize("path", EVERY_COMMAND)
def test_help_is_answered(cenote: Invoke, path: str) -> None:
    result = cenote(*path.split()[1:], "--help")
    assert result.exit_code == 0
    assert "Usage: cenote" in result.output


def test_help_lists_every_command(cenote: Invoke) -> None:
    text = " ".join(cenote("--help").output.split())
    assert all(f" {name} {help_}" in text for name, (_, help_) in COMMANDS.items())


def test_family_options_are_those_of_its_declaration(cenote: Invoke) -> None:
    sokoban = cenote("run", "--help").output
    assert all(option in sokoban for option in ("--type", "--size", "--policy", "--walk", "[b|e", "--nodes"))
    template = cenote("run", "--help", "--family", "template").output
    assert "letters in the row" in template
    assert "--policy" not in template


def test_unknown_command_option_and_family_are_refused(cenote: Invoke) -> None:
    assert "No such command 'evolve'" in refused(cenote("evolve"))
    assert "--speed" in refused(cenote("run", "--speed", "9"))
    assert "sokoban" in refused(cenote("run", "--family", "chess"))
    assert "see cenote show --help" in refused(cenote("show"))


@pytest.mark.process
def test_help_needs_none_of_the_heavy_imports() -> None:
    program = f"""
import sys
from service.cli import cli
try:
    cli(["--help"], prog_name="cenote")
finally:
    print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)
"""
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert answer.stderr == "[]\n"


@pytest.mark.process
def test_help_is_quick() -> None:
    """In processor time, for the clock depends on what else the machine does."""
    used = []
    for _ in range(3):
        begun = processor_seconds()
        subprocess.run([CENOTE, "--help"], capture_output=True, check=True)
        used.append(processor_seconds() - begun)
    assert min(used) < 0.3


def processor_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
