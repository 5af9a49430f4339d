"""The deduction of a level in words, layer by layer: which rule, which number, and why.

The rules are written here a second time, for people instead of for speed, over sets of cells; both ways agree in every
layer.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from generator.messages import Message
from generator.puzzles.linjat.level import Level, Number
from generator.puzzles.linjat.lines import Cell, Line, name_of
from generator.puzzles.linjat.rules import CHEATS, Rule

Cells = frozenset[Cell]
Why = Message | Sequence[Message]


@dataclass(frozen=True, slots=True)
class Drop:
    """Lines that a number cannot have, and why; `rivals` are the cells that decide it."""

    lines: tuple[Cells, ...]
    rivals: Cells
    why: Message


@dataclass(frozen=True, slots=True)
class Step:
    """Cells that turn out to be of a number's line, and why: lines were dropped before, as far as it takes that."""

    number: Number
    cells: Cells
    why: Why
    drops: tuple[Drop, ...] = ()

    def told(self) -> Message:
        """The step in words."""
        return Message(
            "   {number} covers {cells}: {why}", number=named(self.number), cells=_listed(self.cells), why=self.why
        )


@dataclass(frozen=True, slots=True)
class Explanation:
    """A layer: one rule, and all that it finds at once. `width` counts as the kernels do."""

    rule: Rule
    steps: tuple[Step, ...]
    width: int


def named(number: Number) -> Message:
    """A number with its cell, as in "the 4 at B3"."""
    return Message("the {value} at {cell}", value=number.value, cell=name_of((number.row, number.column)))


def explained(level: Level, fair: bool = False) -> Iterator[Explanation]:
    """All layers of a level, until its lines are known or nothing follows; `fair` is without the cheats."""
    known = KnownLines(level, fair)
    while (layer := known.next_layer()) is not None:
        yield layer
        if known.is_finished():
            return


class KnownLines:
    """What is known of a level's lines: `left` are those that a number may still have, `own` the cells that it has."""

    def __init__(self, level: Level, fair: bool) -> None:
        self.level = level
        self.fair = fair
        self.numbers = level.numbers
        self.own: dict[Number, Cells] = {number: frozenset({number[:2]}) for number in self.numbers}
        self.left = {number: [*_lines(level, number)] for number in self.numbers}
        self.who: dict[Cell, set[Number]] = {}
        self.drops: dict[Number, list[Drop]] = {number: [] for number in self.numbers}

    def next_layer(self) -> Explanation | None:
        self._look()
        for rule, find in self._easy_rules():
            if not (self.fair and rule in CHEATS) and (steps := find()):
                width = sum(len(step.cells) for step in steps) if rule is Rule.SINGLE_SOLUTION else len(steps)
                if rule is Rule.SINGLE_SOLUTION:
                    self._cover()
                return Explanation(rule, tuple(steps), width)
        for rule, drop in ((Rule.SQUARE, self._square), (Rule.DEPENDENCY, self._depend), (Rule.ONE_OF, self._one_of)):
            drop()
            if steps := self._cant_fit():
                return Explanation(rule, tuple(steps), len(steps))
        return None

    def is_solved(self) -> bool:
        """Whether all lines are known."""
        return all(len(lines) == 1 for lines in self.left.values())

    def is_finished(self) -> bool:
        """Whether the lines are known, or cannot be."""
        if any(not lines for lines in self.left.values()) or any(not self.who.get(dot) for dot in self.level.dots):
            return True
        return self.is_solved() and self.level.dots <= self._taken()

    def _easy_rules(self) -> Sequence[tuple[Rule, Callable[[], list[Step]]]]:
        return (
            (Rule.UNCONTESTED, self._uncontested),
            (Rule.COVER, self._cover),
            (Rule.SINGLE_SOLUTION, self._single_solution),
            (Rule.CANT_FIT, self._cant_fit),
        )

    def _taken(self) -> set[Cell]:
        return {cell for cells in self.own.values() for cell in cells}

    def _look(self) -> None:
        """Drop lines that run into the cells of others, and note who may cover each cell."""
        owner = {cell: number for number, cells in self.own.items() for cell in cells}
        self.who = {}
        for number in self.numbers:
            self.left[number] = [
                line for line in self.left[number] if all(owner.get(cell, number) == number for cell in line)
            ]
            for cell in frozenset[Cell]().union(*self.left[number]):
                self.who.setdefault(cell, set()).add(number)

    def _take(self, number: Number, cells: Cells, why: Why, drops: Iterable[Drop] = ()) -> Step:
        self.own[number] |= cells
        self.left[number] = [line for line in self.left[number] if cells <= line]
        return Step(number, cells, why, tuple(drops))

    def _open(self, cells: Iterable[Cell]) -> Cells:
        return frozenset(cells) - self._taken()

    def _uncontested(self) -> list[Step]:
        for number in self.numbers:
            reach = {cell for cell, who in self.who.items() if number in who}
            if self._open(reach) & self.level.dots or all(len(self.who[cell]) == 1 for cell in reach):
                continue
            for line in self.left[number]:
                new = self._open(line)
                if new and all(len(self.who[cell]) == 1 for cell in new):
                    self.left[number] = [line]
                    why = Message(
                        "it can cover no more dots, no other number can come here, and there is only one solution"
                    )
                    return [self._take(number, new, why)]
        return []

    def _cover(self) -> list[Step]:
        steps = []
        for number in self.numbers:
            cells = frozenset(cell for cell in self._open(self.level.dots) if self.who.get(cell) == {number})
            if cells:
                why = Message("no other number can cover it" if len(cells) == 1 else "no other number can cover them")
                steps.append(self._take(number, cells, why))
        return steps

    def _single_solution(self) -> list[Step]:
        return [step for number in self.numbers if (step := self._same_without_dots(number)) is not None]

    def _same_without_dots(self, number: Number) -> Step | None:
        taken = self._taken() - self.own[number]
        lines = [line for line in self.left[number] if not line & taken]
        dotted = [line for line in lines if self._open(line) & self.level.dots]
        alike = [
            line
            for line in lines
            if line not in dotted and all(len(self.who.get(cell, ())) == 1 for cell in self._open(line))
        ]
        cells = self._open(frozenset.intersection(*dotted)) if dotted else frozenset()
        if len(alike) < 2 or not cells:
            return None
        why = Message("nothing could tell {lines} apart, and there is only one solution", lines=drawn(alike))
        return self._take(number, cells, why, [Drop(tuple(alike), frozenset(), why)])

    def _cant_fit(self) -> list[Step]:
        steps = []
        for number in self.numbers:
            if not self.left[number]:
                continue
            lines = [line for line in self.left[number] if all(number in self.who.get(cell, ()) for cell in line)]
            common = frozenset.intersection(*lines) if lines else _cross(self.level, number)
            if cells := self._open(common):
                drops = [*dict.fromkeys(self.drops[number])]
                self.drops[number] = []
                steps.append(self._take(number, cells, [*(drop.why for drop in drops), _what_is_left(lines)], drops))
        return steps

    def drop(self, number: Number, drop: Drop) -> None:
        """Take lines from a number, and remember why."""
        if drop.lines:
            self.left[number] = [line for line in self.left[number] if line not in drop.lines]
            self.drops[number].append(drop)

    def _square(self) -> None:
        shared = sorted(dot for dot in self._open(self.level.dots) if len(self.who.get(dot, ())) == 2)
        for one, other in combinations(shared, 2):
            if self.who[one] != self.who[other]:
                continue
            for number in sorted(self.who[one]):
                if _apart(one, other) > number.value:
                    (rival,) = self.who[one] - {number}
                    lines = tuple(line for line in self.left[number] if not line & {one, other})
                    why = Message(
                        "{dot} and {other} are for it and {number} alone, "
                        "and no line covers both, so that it covers one of them, which rules out {lines}",
                        dot=name_of(one),
                        other=name_of(other),
                        number=named(rival),
                        lines=drawn(lines),
                    )
                    self.drop(number, Drop(lines, frozenset({one, other}), why))

    def _depend(self) -> None:
        for dot in sorted(self._open(self.level.dots)):
            if len(self.who.get(dot, ())) < 2:
                continue
            through = [line for number in self.who[dot] for line in self.left[number] if dot in line]
            common = frozenset.intersection(*through) if through else frozenset(self.level.dots)
            for other in sorted((common & self.level.dots) - {dot}):
                both = self.who[dot] & self.who.get(other, set())
                for cell, beside in ((dot, other), (other, dot)):
                    for number in self.who.get(cell, set()) - both:
                        if lines := tuple(line for line in self.left[number] if cell in line):
                            why = _implied(dot, other, beside, lines)
                            self.drops[number].append(Drop(lines, frozenset({dot, other}), why))
                    self.who[cell] = set(both)

    def _one_of(self) -> None:
        for cell in sorted(self.who):
            pair = self._in_line(cell)
            if cell in self._taken() or pair is None:
                continue
            needs = [self._without(number, cell) for number in pair]
            for number in self.numbers:
                reach = {there for there, who in self.who.items() if number in who}
                if number in pair or any(need is not None and not need & reach for need in needs):
                    continue
                hits = tuple(line for line in self.left[number] if all(need is None or need & line for need in needs))
                rivals = frozenset({cell}).union(*(self._open(need or ()) for need in needs))
                self.drop(number, Drop(hits, rivals, self._crowded(pair, cell, needs, hits)))

    def _crowded(
        self, pair: tuple[Number, Number], cell: Cell, needs: Sequence[Cells | None], hits: Sequence[Cells]
    ) -> Message:
        """Why a third number may not have some lines: of two that meet in a cell, one needs other cells."""
        one, other = pair
        first, second = needs
        lines = drawn(hits)
        if first is not None and second is not None:
            return Message(
                "{one} and {other} cannot both have {cell}; "
                "without it the first needs {cells} and the second {others}, and {lines} would take cells of both",
                one=named(one),
                other=named(other),
                cell=name_of(cell),
                cells=_listed(self._open(first)),
                others=_listed(self._open(second)),
                lines=lines,
            )
        bound, free, need = (one, other, second) if first is None else (other, one, first)
        return Message(
            "{number} cannot do without {cell}, so that {other} needs {cells}, which rules out {lines}",
            number=named(bound),
            other=named(free),
            cell=name_of(cell),
            cells=_listed(self._open(need or ())),
            lines=lines,
        )

    def _in_line(self, cell: Cell) -> tuple[Number, Number] | None:
        """The first two numbers of one row or column that may cover a cell."""
        pairs = combinations(sorted(self.who[cell]), 2)
        return next((pair for pair in pairs if pair[0].row == pair[1].row or pair[0].column == pair[1].column), None)

    def _without(self, number: Number, cell: Cell) -> Cells | None:
        """The cells that a number needs if it avoids one; None, which stands for all, where it cannot avoid it."""
        lines = [line for line in self.left[number] if cell not in line]
        return frozenset.intersection(*lines) if lines else None


def _lines(level: Level, number: Number) -> Iterator[Cells]:
    """The lines of a number that stay on the grid and off other numbers."""
    others = {other[:2] for other in level.numbers} - {number[:2]}
    row, column, value = number
    for after in range(value):
        before = value - 1 - after
        across = Line((row, column - before), (row, column + after))
        down = Line((row - before, column), (row + after, column))
        for line in (across, down):
            inside = min(line.first) >= 0 and line.last[0] < level.height and line.last[1] < level.width
            if inside and not others & set(line.cells):
                yield frozenset(line.cells)


def _cross(level: Level, number: Number) -> Cells:
    """All cells in reach of a number, whatever is in the way."""
    row, column, value = number
    rows = range(max(0, row - value + 1), min(level.height, row + value))
    columns = range(max(0, column - value + 1), min(level.width, column + value))
    return frozenset({*((other, column) for other in rows), *((row, other) for other in columns)})


def _apart(one: Cell, other: Cell) -> float:
    rows, columns = abs(one[0] - other[0]), abs(one[1] - other[1])
    return float("inf") if rows and columns else rows + columns


def _what_is_left(lines: Sequence[Cells]) -> Message:
    match len(lines):
        case 0:
            return Message("no line is left")
        case 1:
            return Message("only {line} is left", line=drawn(lines))
    return Message("{lines} have it in common", lines=drawn(lines))


def _implied(dot: Cell, other: Cell, beside: Cell, lines: Sequence[Cells]) -> Message:
    return Message(
        "whatever covers {dot} covers {other} too, and it cannot cover {beside}, which rules out {lines}",
        dot=name_of(dot),
        other=name_of(other),
        beside=name_of(beside),
        lines=drawn(lines),
    )


def _listed(cells: Iterable[Cell]) -> str:
    return ", ".join(name_of(cell) for cell in sorted(cells))


def drawn(lines: Iterable[Cells]) -> str:
    """Lines by their ends."""
    return ", ".join(str(Line(min(line), max(line))) for line in sorted(lines, key=sorted))
