"""How a game of Linjat stands: which line is wrong, or what can be deduced next and why."""

from collections.abc import Iterator, Mapping

from generator.guidance import UNKNOWN, Effort, Guidance, Outlook, View
from generator.messages import Message
from generator.puzzles.linjat.exclusion import reasoned
from generator.puzzles.linjat.explanation import Explanation, KnownLines, Step
from generator.puzzles.linjat.level import Level, Number
from generator.puzzles.linjat.limits import MOST_COUNTED
from generator.puzzles.linjat.lines import Cell, Line, line_of, name_of, number_on, said_lines
from generator.puzzles.linjat.solver import counted

REMOVED = "-"
"""What stands before a line that is to be removed, or was."""

MOST_LINES = 5_000
"""Lines of a game that are read."""


def guide(level: Level, moves: str, known: str, effort: Effort) -> Guidance:
    """How a game stands after some lines; of a level with several solutions it is not known.

    A game is lost while some line does not belong to the solution, and no longer when all of those are removed.
    Raises IllegalMoveError.
    """
    games = _games(level, moves)
    drawn = games[-1]
    count = counted(level, MOST_COUNTED, effort.nodes)
    if count.solutions != 1 or not count.exact:
        return Guidance(UNKNOWN)
    solution = dict(zip(level.numbers, count.lines, strict=True))
    wrong = _wrong_in(drawn, solution)
    if wrong is not None:
        since = next(step for step in range(len(games), 0, -1) if not _wrong_in(games[step - 1], solution))
        return Guidance(_wrong(wrong), since, certain=True)
    left = sum(drawn.get(number) != line for number, line in solution.items())
    if not left:
        return Guidance(View(Outlook.OPEN, 0, proven=True))
    return Guidance(_next(level, drawn, solution))


def _games(level: Level, text: str) -> list[dict[Number, Line]]:
    """The last line through each number, as far as there is one, at the start and after each change.

    Raises IllegalMoveError.
    """
    games: list[dict[Number, Line]] = [{}]
    for step, said in enumerate(said_lines(text)[:MOST_LINES], 1):
        line = line_of(said.removeprefix(REMOVED), step)
        number = number_on(level, line, step)
        drawn = {other: kept for other, kept in games[-1].items() if other != number}
        games.append(drawn if said.startswith(REMOVED) else {**drawn, number: line})
    return games


def _wrong_in(drawn: Mapping[Number, Line], solution: Mapping[Number, Line]) -> Line | None:
    """The first line that was drawn of those that do not belong to the solution."""
    wrong = (line for number, line in drawn.items() if not set(line.cells) <= set(solution[number].cells))
    return next(wrong, None)


def _wrong(line: Line) -> View:
    why = Message("the line {line} does not belong to the solution", line=line)
    return View(Outlook.LOST, step=f"{REMOVED}{line}", why=why)


def _next(level: Level, drawn: dict[Number, Line], solution: dict[Number, Line]) -> View:
    """The first deduction that tells something beyond what is drawn; where none is left, a line of the solution."""
    for step, known in _deductions(level):
        line = Line(min(known), max(known))
        if not known <= set(drawn[step.number].cells if step.number in drawn else ()):
            return View(Outlook.OPEN, proven=True, step=str(line), why=step.told(), shown=_shown(step))
    line = next(line for number, line in solution.items() if drawn.get(number) != line)
    return View(Outlook.OPEN, proven=True, step=str(line))


def _shown(step: Step) -> str:
    """The lines that a step drops, each behind REMOVED, and the cells that decide it."""
    lines = {str(Line(min(line), max(line))) for drop in step.drops for line in drop.lines}
    rivals = {cell for drop in step.drops for cell in drop.rivals}
    return " ".join([*(f"{REMOVED}{line}" for line in sorted(lines)), *map(name_of, sorted(rivals))])


def _deductions(level: Level) -> Iterator[tuple[Step, set[Cell]]]:
    """Each deduction with all cells that are known by then of its number."""
    own: dict[Number, set[Cell]] = {number: {(number.row, number.column)} for number in level.numbers}
    for layer in reasoned(KnownLines(level, fair=False)):
        for step in layer.steps if isinstance(layer, Explanation) else ():
            own[step.number] |= step.cells
            yield step, set(own[step.number])
