"""Makes a command of a tool that a puzzle family declares."""

from typing import Any, cast

import click

from generator import Tool, ToolInput, get_family
from generator.capabilities import Tools
from service.cli.parameters.family_command import click_option, values_of
from service.cli.parameters.options import FILE, POSITIVE, format_option
from service.levels.files import Reading, numbered_level, read_moves
from service.levels.json_objects import dumped

_ARGUMENTS = {
    ToolInput.LEVEL: click.Argument(["file"], type=FILE),
    ToolInput.MOVES: click.Argument(["moves"]),
}
_EXPLAINED = {
    ToolInput.LEVEL: "FILE may be - for the standard input.",
    ToolInput.MOVES: "MOVES are a file of moves, - for the standard input, or the moves themselves.",
}
_NUMBER_OPTION = click.Option(["--number"], type=POSITIVE, default=1, show_default=True, help="which level of the file")


def tool_command(family: str, tool: Tool) -> click.Command:
    """The command of a tool, with its inputs as arguments."""

    def run(format_: str, file: Any = None, moves: str = "", number: int = 1, **settings: Any) -> None:
        puzzle = get_family(family)
        given = {ToolInput.MOVES: read_moves(moves)} if ToolInput.MOVES in tool.inputs else {}
        if ToolInput.LEVEL in tool.inputs:
            entry = numbered_level(file, number, Reading(family))[1]
            given |= {ToolInput.LEVEL: entry.text, ToolInput.COMMENT: entry.comment}
            given |= {ToolInput.TITLE: entry.title, ToolInput.AUTHOR: entry.author}
        inputs = [given[taken] for taken in tool.inputs]
        answer = cast(Tools, puzzle).run_tool(tool.name, inputs, values_of(settings, tool.options))
        click.echo(dumped(answer.fields) if format_ == "json" else str(answer.text))

    explained = " ".join(_EXPLAINED[taken] for taken in tool.inputs if taken in _EXPLAINED)
    options = [click_option(option, required=True) for option in tool.options]
    if ToolInput.LEVEL in tool.inputs:
        options.append(_NUMBER_OPTION)
    command = click.Command(
        tool.name,
        callback=run,
        params=[*(_ARGUMENTS[taken] for taken in tool.inputs if taken in _ARGUMENTS), *options],
        help=f"{tool.help}\n\n{explained}\n\nExample: cenote {tool.name} {tool.example}",
    )
    format_option("text", "json")(command)
    return command
