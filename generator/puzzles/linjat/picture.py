"""Draws a puzzle as a standalone SVG picture, and its solution line by line."""

from collections.abc import Iterable, Iterator, Sequence

from generator.lettering import label
from generator.puzzles.linjat.deduction.growth import grown
from generator.puzzles.linjat.level import Level
from generator.puzzles.linjat.lines import Cell, Line, name_of, solution_of
from generator.values import PICTURE_CELL as CELL
from generator.values import Scene

_PAPER, _GRID, _NUMBER, _DOT, _RULER = "#f7f5f0", "#d5d0c4", "#22303c", "#c0461e", "#8a8272"
_LINE, _COVERED = "#9cc3b4", "#3f7564"
_MIDDLE = CELL // 2


def render(level: Level, ruler: bool = False) -> str:
    """Numbers and dots on a quiet grid; with the ruler, letters name the columns and numbers the rows."""
    margin = CELL if ruler else 0
    title = f"Linjat puzzle, {level.height} rows, {level.width} columns, {len(level.numbers)} numbers"
    drawing = _grid(level) + _pieces(level, _every_cell(level), frozenset())
    if ruler:
        drawing = f'{_ruler(level)}<g transform="translate({margin} {margin})">{drawing}</g>'
    return _svg(f"<title>{title}</title>{drawing}", level.width * CELL + margin, level.height * CELL + margin)


def animate(level: Level, moves: str, most: int, ruler: bool = False) -> Iterator[Scene]:
    """The puzzle and then what each layer of the deduction adds to its lines, the last ones together beyond `most`.

    Raises IllegalMoveError.
    """
    return _scenes(level, solution_of(level, moves), most, CELL if ruler else 0)


def _scenes(level: Level, lines: Sequence[Line], most: int, margin: int) -> Iterator[Scene]:
    yield Scene(render(level, margin > 0), 0, 0)
    steps = _steps(level, lines)
    alone = len(steps) if len(steps) <= most else most - 1
    for step in steps[:alone]:
        yield _drawn(level, step, margin)
    if steps[alone:]:
        yield _drawn(level, lines, margin)


def _steps(level: Level, lines: Sequence[Line]) -> list[list[Line]]:
    """What is drawn step by step: the lines as far as they are known after each layer, and at last all that is left.

    Line by line where there are several solutions and the deduction leads to another one.
    """
    steps, known = list[list[Line]](), dict[int, Line]()
    for grew in grown(level):
        if any(not set(part.cells) <= set(lines[number].cells) for number, part in grew.items()):
            return [[line] for line in lines]
        if step := [part for number, part in grew.items() if known.get(number) != part]:
            steps.append(step)
        known.update(grew)
    left = [line for number, line in enumerate(lines) if known.get(number) != line]
    return [*steps, left] if left else steps


def _drawn(level: Level, lines: Sequence[Line], margin: int) -> Scene:
    """A picture of the cells that these lines lie in."""
    top, left = (min(line.first[axis] for line in lines) for axis in (0, 1))
    bottom, right = (max(line.last[axis] for line in lines) + 1 for axis in (0, 1))
    cells = frozenset(cell for line in lines for cell in line.cells)
    drawing = "".join(map(_stroke, lines)) + _pieces(level, cells, cells)
    moved = f'<g transform="translate({-left * CELL} {-top * CELL})">{drawing}</g>'
    return Scene(_svg(moved, (right - left) * CELL, (bottom - top) * CELL), left * CELL + margin, top * CELL + margin)


def _svg(drawing: str, width: int, height: int) -> str:
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">{drawing}</svg>'


def _every_cell(level: Level) -> frozenset[Cell]:
    return frozenset((row, column) for row in range(level.height) for column in range(level.width))


def _grid(level: Level) -> str:
    width, height = level.width * CELL, level.height * CELL
    across = "".join(f"M0 {row * CELL}h{width}" for row in range(1, level.height))
    along = "".join(f"M{column * CELL} 0v{height}" for column in range(1, level.width))
    paper = f'<path fill="{_PAPER}" d="M0 0h{width}v{height}H0z"/>'
    return f'{paper}<path stroke="{_GRID}" fill="none" d="{across}{along}"/>'


def _pieces(level: Level, cells: Iterable[Cell], covered: frozenset[Cell]) -> str:
    values = {(row, column): value for row, column, value in level.numbers}
    parts = []
    for row, column in sorted(cells):
        x, y = column * CELL + _MIDDLE, row * CELL + _MIDDLE
        if (row, column) in values:
            parts.append(label(str(values[row, column]), x, y, 8, _NUMBER))
        elif (row, column) in level.dots:
            colour = _COVERED if (row, column) in covered else _DOT
            parts.append(f'<circle cx="{x}" cy="{y}" r="2.5" fill="{colour}"/>')
    return "".join(parts)


def _stroke(line: Line) -> str:
    (top, left), (bottom, right) = line
    ends = f"M{left * CELL + _MIDDLE} {top * CELL + _MIDDLE}L{right * CELL + _MIDDLE} {bottom * CELL + _MIDDLE}"
    return f'<path stroke="{_LINE}" stroke-width="11" stroke-linecap="round" fill="none" d="{ends}"/>'


def _ruler(level: Level) -> str:
    columns = (
        label(name_of((0, column))[:1], CELL * (column + 1) + _MIDDLE, _MIDDLE, 6, _RULER)
        for column in range(level.width)
    )
    rows = (label(str(row + 1), _MIDDLE, CELL * (row + 1) + _MIDDLE, 6, _RULER) for row in range(level.height))
    return "".join((*columns, *rows))
