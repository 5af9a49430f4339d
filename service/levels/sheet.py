"""A sheet to print: many levels with their pictures, several on a page, and their solutions on the pages behind.

It is one HTML file of pages in A4 with nothing outside of it, which every browser prints or saves as PDF.
"""

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from textwrap import wrap
from typing import NamedTuple

from generator import defaults, get_declaration, get_family
from generator.capabilities import Animation
from generator.messages import Message
from generator.values import PICTURE_CELL
from service.figures import depth, sized
from service.levels.pictures import overlaid, size_of
from storage.queries import LevelRow

Told = Callable[[Message], str]

MOST_LEVELS = 500
"""Levels of one sheet."""

_GRIDS = ((14, 2, 3), (26, 1, 2))
"""Pictures up to so many cells along their longer side stand in so many columns and rows; larger ones alone."""

_LONGEST_DRAWN = 3000
"""Letters of a solution whose last position is drawn beside it."""
_LINE = 84
"""Letters in a line of a solution."""
_LINES = 68
"""Lines of solutions on a page."""
_HEAD, _PICTURE = 2, 9
"""Lines that the heading of a solution takes with the space behind it, and those that its picture takes at least."""


class Printed(NamedTuple):
    """A level as it is printed."""

    number: int
    row: LevelRow
    svg: str

    @property
    def title(self) -> str:
        return self.row.title or self.row.name or f"{self.row.family} {self.row.id}"

    @property
    def cells(self) -> float:
        """Along the longer side of its picture."""
        return max(size_of(self.svg)) / PICTURE_CELL


class Solved(NamedTuple):
    """A solution, or a part of one that is longer than a page, and what is drawn beside it."""

    level: Printed
    lines: Sequence[str]
    svg: str
    is_first: bool

    @property
    def height(self) -> int:
        """In lines."""
        return _HEAD + max(len(self.lines), _PICTURE if self.svg else 1)


def sheet(rows: Sequence[LevelRow], heading: str, language: str = "en", told: Told = str) -> Iterator[str]:
    """The parts of the file, in an order of pages: levels first, and their solutions behind."""
    levels = [Printed(number, row, _drawn(row)) for number, row in enumerate(rows, 1)]
    pages = [_page_of_levels(page, told) for page in _pages(levels)]
    solved = [part for level in levels for part in _solved(level, told)]
    pages += [_page_of_solutions(page, told) for page in _filled(solved)]
    yield f'<!DOCTYPE html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
    yield f"<title>{escape(heading)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
    for number, page in enumerate(pages, 1):
        foot = told(Message("page {number} of {all}", number=number, all=len(pages)))
        yield f'<section class="page"><header>{escape(heading)}</header>{page}<footer>{escape(foot)}</footer>'
        yield "</section>\n"
    yield "</body>\n</html>\n"


def _drawn(row: LevelRow) -> str:
    family = get_family(row.family)
    return defaults.render(family, family.parse(row.text))


def _pages(levels: Sequence[Printed]) -> Iterator[tuple[int, int, Sequence[Printed]]]:
    """Columns, rows and levels of each page, as many as fit beside the largest of them."""
    page: list[Printed] = []
    for level in levels:
        columns, rows = _grid([*page, level])
        if len(page) >= columns * rows:
            yield *_grid(page), page
            page = []
        page.append(level)
    if page:
        yield *_grid(page), page


def _grid(levels: Sequence[Printed]) -> tuple[int, int]:
    longest = max(level.cells for level in levels)
    return next(((columns, rows) for most, columns, rows in _GRIDS if longest <= most), (1, 1))


def _page_of_levels(page: tuple[int, int, Sequence[Printed]], told: Told) -> str:
    columns, rows, levels = page
    grid = f"grid-template: repeat({rows}, minmax(0, 1fr)) / repeat({columns}, minmax(0, 1fr))"
    figures = "".join(
        f"<figure>{_image(level.svg)}<figcaption>{_named(level)}<small>{escape(_facts(level, told))}</small>"
        "</figcaption></figure>"
        for level in levels
    )
    return f'<div class="levels" style="{grid}">{figures}</div>'


def _named(level: Printed) -> str:
    return f"<b>{level.number}. {escape(level.title)}</b>"


def _facts(level: Printed, told: Told) -> str:
    row = level.row
    deep = Message("depth {depth}", depth=depth(row.lower_bound, row.upper_bound, row.proven))
    is_known = row.lower_bound or row.upper_bound is not None
    puzzle = told(Message(get_declaration(row.family).title or row.family))
    type_ = sized(" ".join(told(Message(word)) for word in row.type.split(" ")))
    return " · ".join(
        filter(None, (row.author, puzzle[:1].upper() + puzzle[1:], type_, told(deep) if is_known else ""))
    )


def _solved(level: Printed, told: Told) -> Iterator[Solved]:
    """The solution of a level in parts that fit a page."""
    moves = level.row.solution or told(Message("no solution is stored"))
    text, most = " ".join(moves.split()), _LINES - _HEAD
    lines = _lines(text)
    for start in range(0, len(lines), most):
        yield Solved(level, lines[start : start + most], "" if start else _last(level.row), start == 0)


def _lines(text: str) -> Sequence[str]:
    """A solution in lines of a page, which begin and end between its words if it has any."""
    if " " in text:
        return wrap(text, _LINE, break_on_hyphens=False)
    return [text[start : start + _LINE] for start in range(0, len(text), _LINE)]


def _last(row: LevelRow) -> str:
    """The level as the solution leaves it; empty where that is not drawn."""
    family = get_family(row.family)
    if not isinstance(family, Animation) or not row.solution or len(row.solution) > _LONGEST_DRAWN:
        return ""
    return overlaid(family.animate(family.parse(row.text), row.solution, 1))


def _filled(parts: Iterable[Solved]) -> Iterator[Sequence[Solved]]:
    """As many solutions as fit, page by page."""
    page: list[Solved] = []
    for part in parts:
        if page and sum(other.height for other in page) + part.height > _LINES:
            yield page
            page = []
        page.append(part)
    if page:
        yield page


def _page_of_solutions(page: Sequence[Solved], told: Told) -> str:
    written = "".join(_solution(part, told) for part in page)
    return f'<div class="solutions"><h2>{escape(told(Message("Solutions")))}</h2>{written}</div>'


def _solution(part: Solved, told: Told) -> str:
    more = "" if part.is_first else escape(told(Message("(continued)")))
    facts = f"<small>{escape(_facts(part.level, told))}</small>" if part.is_first else ""
    picture = _image(part.svg) if part.svg else ""
    moves = "\n".join(map(escape, part.lines))
    return f"<article><h3>{_named(part.level)} {more}{facts}</h3><div>{picture}<pre>{moves}</pre></div></article>"


def _image(svg: str) -> str:
    return f'<img alt="" src="data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}">'


_STYLE = """
@page { size: A4; margin: 0 }
* { box-sizing: border-box; margin: 0 }
body { background: #ddd; color: #000; font: 10pt/1.3 system-ui, sans-serif; print-color-adjust: exact;
  -webkit-print-color-adjust: exact }
.page { display: flex; flex-direction: column; gap: 4mm; width: 210mm; height: 296.5mm; margin: 0 auto 6mm;
  padding: 10mm 12mm; background: #fff; overflow: hidden; break-after: page }
.page:last-child { break-after: auto }
header, footer { flex: none; color: #555; font-size: 8pt; text-align: center; overflow: hidden; white-space: nowrap;
  text-overflow: ellipsis }
.levels { flex: 1; min-height: 0; display: grid; gap: 7mm }
figure { display: flex; flex-direction: column; gap: 2mm; min-height: 0 }
figure img { flex: 1; min-height: 0; width: 100%; object-fit: contain }
figcaption { flex: none; text-align: center; overflow-wrap: anywhere }
figcaption b { display: block; max-height: 2.6em; overflow: hidden }
small { font-size: 8pt; color: #555; font-weight: normal }
.solutions { flex: 1; min-height: 0 }
h2 { font-size: 11pt; margin-bottom: 2mm }
article { margin-bottom: 3mm }
h3 { font-size: 9pt; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; font-weight: normal }
article div { display: flex; gap: 4mm; align-items: flex-start }
article img { flex: none; width: 30mm; height: 32mm; object-fit: contain; object-position: top left }
pre { font: 7.5pt/3.6mm ui-monospace, "DejaVu Sans Mono", monospace; white-space: pre }
@media print { body { background: none } .page { margin: 0 auto } }
"""
