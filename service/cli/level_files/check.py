"""`cenote check`: does this solution solve that level?"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

from generator import CheckedSolution, Entry, Family, defaults
from generator.errors import IllegalMoveError
from service.cli.input.level_reader import LevelReader, level_file_options
from service.cli.output.console import CompilingNotice
from service.cli.parameters.options import FILE, POSITIVE, format_option
from service.figures import exact
from service.levels.files import numbered_level, read_moves
from service.levels.json_objects import dumped


class _Verdict(NamedTuple):
    """What came of a solution with one level of a file: it is accepted, or refused for a reason."""

    number: int
    title: str
    solution: CheckedSolution | None
    reason: str


@click.command()
@click.argument("file", type=FILE)
@click.argument("solution")
@click.option("--number", type=POSITIVE, help="which level of the file [the first that is solved]")
@level_file_options
@format_option("text", "json")
@click.pass_context
def check_command(
    ctx: click.Context, reader: LevelReader, file: Path, solution: str, number: int | None, format_: str
) -> None:
    """Judge a solution as a contest does.

    SOLUTION is a file of moves, - for the standard input, or the moves themselves. The file may have the
    level as well, as cenote solve --format file writes it. Case is mended where the family allows it, what
    follows the first solved state is cut, and all figures are counted anew. The exit code is 1 where the
    solution is refused.

    Example: cenote check level.xsb rrDDlluR
    """
    if number is None:
        puzzle, levels, _ = reader.read(file)
    else:
        puzzle, entry = numbered_level(file, number, reader.asked)
        levels = {number: entry}
    moves = read_moves(solution)
    with CompilingNotice():
        verdicts = list(_verdicts(puzzle, levels, moves))
    accepted = verdicts[-1].solution is not None
    shown = verdicts[-1:] if accepted else verdicts
    click.echo(dumped([_object(one) for one in shown]) if format_ == "json" else "\n".join(_texts(shown)))
    if not accepted:
        ctx.exit(1)


def _verdicts(family: Family[Any], levels: Mapping[int, Entry], moves: str) -> Iterator[_Verdict]:
    """One for each level, up to the first that the solution solves."""
    for number, entry in levels.items():
        try:
            checked = defaults.check(family, family.parse(entry.text), moves)
        except IllegalMoveError as error:
            yield _Verdict(number, entry.title, None, str(error))
            continue
        yield _Verdict(number, entry.title, checked, "")
        return


def _object(verdict: _Verdict) -> dict[str, Any]:
    checked = verdict.solution
    return {
        "number": verdict.number,
        "title": verdict.title,
        "accepted": checked is not None,
        "reason": verdict.reason,
        "cut": None if checked is None else checked.cut,
        "metrics": {} if checked is None else checked.metrics,
        "solution": None if checked is None else checked.moves,
    }


def _texts(verdicts: Sequence[_Verdict]) -> Sequence[str]:
    """A line for each level, or one for all where the same is wrong with all of them."""
    reasons = {verdict.reason for verdict in verdicts}
    if len(verdicts) > 1 and len(reasons) == 1:
        return [f"refused for each of the {len(verdicts)} levels: {reasons.pop()}"]
    return [*map(_text, verdicts)]


def _text(verdict: _Verdict) -> str:
    level = f"level {verdict.number}" + (f" ({verdict.title})" if verdict.title else "")
    if verdict.solution is None:
        return f"{level}: refused: {verdict.reason}"
    figures = [f"{name.replace('_', ' ')} {exact(count)}" for name, count in verdict.solution.metrics.items()]
    figures += [f"moves cut after the solution {verdict.solution.cut}"] if verdict.solution.cut else []
    return f"{level}: accepted: {', '.join(figures)}\n{verdict.solution.moves}"
