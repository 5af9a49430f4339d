"""`cenote solve`: the levels of a file, solved without a database."""

import sys
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial, wraps
from pathlib import Path
from typing import Any, NamedTuple, TextIO, cast

import click

from generator import (
    DEFAULT_REQUEST,
    Entry,
    Family,
    Request,
    Solution,
    SolveStatus,
    Space,
    defaults,
    get_declaration,
    get_family,
)
from optimiser.executors import Where, executor_at, in_order
from optimiser.workers import ready_family
from service.bounds import MOST_NODES, MOST_WORKERS
from service.cli.input.cluster_options import where_options
from service.cli.input.level_reader import LevelReader, level_file_options
from service.cli.level_files.awaited import STOPPING, Awaited
from service.cli.output.console import CompilingNotice, destination, flushed, printed_to, tell, tell_at_once
from service.cli.output.fitted_table import FittedTable
from service.cli.output.level_formats import LEVELS, printed_format, written_format
from service.cli.output.solving_line import SolvingLine
from service.cli.parameters.options import FILE, NODES, POSITIVE, Callback, Finite, Output, Whole, output_options
from service.errors import ABORTED
from service.figures import depth, exact
from service.levels.examination import Attempt, Stop, attempt, requested
from service.levels.files import STANDARD, write_entries
from service.levels.json_objects import dumped_array, dumped_line
from service.sessions.spaces import space_of
from service.sessions.stop_conditions import Interruption

FURTHER = (10, 100)
"""Times the budget of the family: how far a search goes on where it has found no solution, and no budget was given."""

_NODES = "node budget for one level [by the family, more where no solution is found; with --seconds as time allows]"

_FORMATS = ("table", "json", "jsonl", *LEVELS)

_FORMAT = "how to print [table; with -o levels, as the ending of the file says, else file]"

_WORKERS = click.option(
    "--workers",
    type=Whole(0, MOST_WORKERS),
    default=0,
    show_default=True,
    help="worker processes that solve a level each; with 0 this process solves one after the other",
)


class Solved(NamedTuple):
    """A level of a file, what came of solving it, and what its solution is compared by.

    `number` is its place in the file; `counted` names the metric that the bounds of the answer count.
    """

    number: int
    entry: Entry
    attempt: Attempt
    metrics: Mapping[str, int]
    counted: str


@dataclass(frozen=True, slots=True)
class Solver:
    """How the levels of a file are solved: with each of these budgets in turn, until a solution is found."""

    family: Family[Any]
    budgets: Sequence[int]
    request: Request
    tell: Callable[[str], object] = str


class Asked(NamedTuple):
    """What a user asks of each search; its family has not seen it yet."""

    nodes: int | None
    request: Request


def request_options(function: Callback) -> Callback:
    """`--nodes` to `--memory`, which arrive in the callback as one Asked, `asked`."""

    @wraps(function)
    def with_request(
        *, nodes: int | None, aim: str, without: tuple[str, ...], seconds: float | None, memory: int, **others: Any
    ) -> Any:
        return function(asked=Asked(nodes, Request(aim, frozenset(without), seconds, memory)), **others)

    decorated: Callable[..., Any] = with_request
    for option in (
        click.option(
            "--memory",
            type=POSITIVE,
            default=DEFAULT_REQUEST.megabytes,
            show_default=True,
            help="megabytes for one search at most",
        ),
        click.option("--seconds", type=Finite(), help="stop the search for one level after so long"),
        click.option(
            "--without", multiple=True, metavar="TECHNIQUE", help="switch a technique of the solver off; repeatable"
        ),
        click.option(
            "--aim", default="", help="what is to be least, or any for the first solution found [by the family]"
        ),
        click.option("--nodes", type=NODES, help=_NODES),
    ):
        decorated = option(decorated)
    return cast(Callback, decorated)


@click.command()
@click.argument("file", type=FILE)
@level_file_options
@request_options
@partial(where_options, workers=_WORKERS)
@click.option("-f", "--format", "format_", type=click.Choice(_FORMATS), help=_FORMAT)
@output_options
@click.pass_context
def solve_command(
    ctx: click.Context,
    reader: LevelReader,
    file: Path,
    asked: Asked,
    where: Where,
    format_: str | None,
    output: Output,
) -> None:
    """Solve the levels of a file.

    FILE may be - for the standard input. A level without a solution is an answer and no error; one whose budget
    is spent is not called unsolvable. What is proven holds whatever technique is switched off. Without --nodes and
    --seconds, the search for a level that no solution was found of goes on with up to a hundred times as many nodes.
    Ctrl-C ends the search with the best that it has found, and the answers so far are printed; with --workers or a
    cluster it is the levels before that are printed. With -o they are written to a file instead.

    Example: cenote solve levels.xsb -f json
    """
    found = reader.read(file)
    family = found.family.name
    request = requested(family, asked.request)
    given = MOST_NODES if asked.nodes is None and request.seconds is not None else asked.nodes
    space, budget = space_of(family, {} if given is None else {"nodes": given})
    format_ = _format(family, format_, output.path)
    # Answers that appear on a terminal one by one show the progress themselves.
    line = SolvingLine(hidden=format_ != "table" and output.path == STANDARD and sys.stdout.isatty())
    further = [min(MOST_NODES, times * budget) for times in FURTHER] if given is None else []
    prepare = partial(_ready, family, space, [budget, *further], request)
    with destination(output) as target:
        if where == 0:
            interruption = Interruption(lambda: tell_at_once(STOPPING))
            with CompilingNotice():
                solver = prepare()
            request = replace(request, listener=line.tell, stopped=lambda: interruption.requested)
            answers = _answers(replace(solver, request=request, tell=tell), found.levels, line)
        else:
            awaited = Awaited()
            interruption = awaited.interruption
            answers = _answers_of(where, prepare, found.levels, line, awaited)
        with interruption.watched(), closing(answers):
            _write(family, flushed(answers, target), format_, target)
    if output.path != STANDARD:
        tell(f"answers written to {output.path}")
    if interruption.requested:
        ctx.exit(ABORTED)


def _write(family: str, answers: Iterable[Solved], format_: str, file: TextIO) -> None:
    if format_ == "json":
        file.writelines(dumped_array(_object(family, one) for one in answers))
    elif format_ == "jsonl":
        file.writelines(dumped_line(_object(family, one)) for one in answers)
    elif format_ == "table":
        printed_to(file, _table(family, answers))
    else:
        write_entries(get_family(family), map(_solved_entry, answers), file, format_)


def _format(family: str, asked: str | None, path: Path) -> str:
    """The format of the answers: the one that is asked for, a table on the standard output, or that of a level file."""
    if asked in LEVELS:
        return printed_format(family, asked)
    return asked or ("table" if path == STANDARD else written_format(family, None, path))


def _ready(family: str, space: Space, budgets: Sequence[int], request: Request) -> Solver:
    """A solver for one worker, whose kernels are compiled, and which reports no progress."""
    puzzle = ready_family(family, space)
    defaults.warm_solver(puzzle, request)
    return Solver(puzzle, budgets, request)


def _answers_of(
    where: Where, prepare: Callable[[], Solver], levels: Mapping[int, Entry], line: SolvingLine, awaited: Awaited
) -> Generator[Solved]:
    """The answers of worker processes or a cluster in the order of the levels, up to an interruption."""
    with closing(executor_at(where, prepare)) as executor:
        # A level that takes hours does not hold back the answers of those before it.
        outcomes = iter(line.track(in_order(executor, _solved, levels.items(), most=1), len(levels)))
        done = 0
        try:
            while (answer := awaited.next(outcomes)) is not None:
                done += 1
                yield answer
        except KeyboardInterrupt:
            # A search may take hours.
            executor.abandon()
            tell(f"interrupted; levels done: {done} of {len(levels)}")


def _answers(solver: Solver, levels: Mapping[int, Entry], line: SolvingLine) -> Generator[Solved]:
    """The answers as they come; after an interruption none but that of the level at work."""
    for done, (number, entry) in enumerate(line.track(levels.items(), len(levels)), 1):
        yield _solved(solver, (number, entry))
        if solver.request.stopped():
            tell(f"interrupted; levels done: {done} of {len(levels)}")
            return


def _solved(solver: Solver, numbered: tuple[int, Entry]) -> Solved:
    number, entry = numbered
    family, request = solver.family, solver.request
    level = family.parse(entry.text)
    found = _attempt(solver, level, number)
    aims = get_declaration(family.name).aims
    counted = aims[request.aim or next(iter(aims))].metric
    moves = found.solution.moves
    return Solved(number, entry, found, defaults.check(family, level, moves).metrics if moves else {}, counted)


def _attempt(solver: Solver, level: Any, number: int) -> Attempt:
    """The first attempt that finds a solution, else the last that the budgets and the memory have room for."""
    first, *further = solver.budgets
    found = attempt(solver.family, level, first, solver.request)
    spent = first
    for budget in further:
        if found.solved or found.stop is not Stop.NODES:
            break
        solver.tell(
            f"level {number}: no solution within {spent:,} nodes; going on with up to {budget:,}, "
            "Ctrl-C gives the best so far"
        )
        found, spent = found.followed_by(attempt(solver.family, level, budget, solver.request)), budget
    return found.without_witness()


def _object(family: str, solved: Solved) -> dict[str, Any]:
    number, entry, found, metrics, counted = solved
    solution = found.solution
    return {
        "number": number,
        "title": entry.title,
        "status": found.status,
        "solved": found.solved,
        "proven": solution.proven,
        "stopped": found.stop,
        "counted": counted,
        **{name: metrics.get(name) for name in _counts(family)},
        "lower_bound": solution.lower_bound,
        "upper_bound": solution.upper_bound,
        "nodes": solution.nodes,
        "seconds": round(found.seconds, 6),
        "solution": solution.moves if found.solved else None,
        "reason": str(solution.reason),
    }


def _solved_entry(solved: Solved) -> Entry:
    moves = solved.attempt.solution.moves
    return replace(solved.entry, solution=moves) if moves else solved.entry


def _counts(family: str) -> Sequence[str]:
    """What the aims of a family count."""
    return [*dict.fromkeys(aim.metric for aim in get_declaration(family).aims.values())]


def _table(family: str, solved: Iterable[Solved]) -> FittedTable:
    counts = _counts(family)
    table = FittedTable(
        (
            ("", "right"),
            ("title", "text"),
            ("solved", "left"),
            ("proven", "left"),
            ("stopped", "left"),
            *((name, "right") for name in counts),
            ("nodes", "right"),
            ("seconds", "right"),
            ("reason", "text"),
        ),
        drops=("seconds", "nodes", *reversed(counts[1:]), "reason", "title", "stopped"),
    )
    for number, entry, found, metrics, counted in solved:
        solution = found.solution
        table.add_row(
            str(number),
            entry.title,
            _answer(found),
            "yes" if solution.proven else "no",
            found.stop,
            *(_bounds(solution) if name == counted else exact(metrics.get(name)) for name in counts),
            exact(solution.nodes),
            f"{found.seconds:.2f}",
            str(solution.reason),
        )
    return table


def _answer(found: Attempt) -> str:
    if found.solved:
        return "yes"
    return SolveStatus.UNSOLVABLE if found.solution.status is SolveStatus.UNSOLVABLE else "no"


def _bounds(solution: Solution) -> str:
    if solution.upper_bound is None and not solution.lower_bound:
        return "-"
    return depth(solution.lower_bound, solution.upper_bound, solution.proven)
