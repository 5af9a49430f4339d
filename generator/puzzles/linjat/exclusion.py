"""Rules beyond those of the original, for puzzles on which these are stuck: a line is tried out, and excluded.

They hold whatever the number of solutions. They are written once, for people: levels that sessions make need none of
them, so that nothing depends on their speed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.messages import Message
from generator.puzzles.linjat.explanation import Cells, Drop, Explanation, KnownLines, drawn, named
from generator.puzzles.linjat.level import Level, Number
from generator.puzzles.linjat.lines import Cell, name_of
from generator.puzzles.linjat.rules import Further

Left = Mapping[Number, Sequence[Cells]]
"""The lines that each number may still have."""


@dataclass(frozen=True, slots=True)
class Excluded:
    """A line that a number cannot have, and why."""

    number: Number
    line: Cells
    why: Message

    def told(self) -> Message:
        """The exclusion in words."""
        return Message(
            "   {number} cannot have {line}: {why}", number=named(self.number), line=self.shown, why=self.why
        )

    @property
    def shown(self) -> str:
        return drawn([self.line])


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A layer: one rule, and the lines that it excludes."""

    rule: Further
    steps: tuple[Excluded, ...]

    @property
    def width(self) -> int:
        return len(self.steps)


def reasoned(known: KnownLines, most: Further = Further.TRIAL) -> Iterator[Explanation | Exclusion]:
    """The layers of a level, with exclusions up to a rule wherever its own rules are stuck, until nothing follows."""
    while (layer := known.next_layer() or _exclusion(known, most)) is not None:
        yield layer
        if known.is_finished():
            return


def _exclusion(known: KnownLines, most: Further) -> Exclusion | None:
    """All lines that leave somebody no way at once; else the first one that does after some steps."""
    found = [*_blocking(known)]
    rule = Further.BLOCKED
    if not found and most is Further.TRIAL:
        found = [excluded for excluded in [next(_refuted(known), None)] if excluded is not None]
        rule = Further.TRIAL
    for excluded in found:
        known.drop(excluded.number, Drop((excluded.line,), frozenset(), _ruled_out(excluded)))
    return Exclusion(rule, tuple(found)) if found else None


def _ruled_out(excluded: Excluded) -> Message:
    return Message("it cannot have {line}, for {why}", line=excluded.shown, why=excluded.why)


def _blocking(known: KnownLines) -> Iterator[Excluded]:
    for number, line in _open_lines(known):
        why = contradiction(known.level, drawn_in(known.left, number, line))
        if why is not None:
            yield Excluded(number, line, why)


def _refuted(known: KnownLines) -> Iterator[Excluded]:
    for number, line in _open_lines(known):
        why = refutation(known.level, drawn_in(known.left, number, line))
        if why is not None:
            said = Message("what follows from it by cover and cant_fit ends there: {why}", why=why)
            yield Excluded(number, line, said)


def _open_lines(known: KnownLines) -> Iterator[tuple[Number, Cells]]:
    for number in known.numbers:
        if len(known.left[number]) > 1:
            yield from ((number, line) for line in known.left[number])


def drawn_in(left: Left, number: Number, line: Cells) -> dict[Number, list[Cells]]:
    """The lines that are left if a number has one of its own: those of others that share no cell with it."""
    others = {other: [others for others in lines if not others & line] for other, lines in left.items()}
    return {**others, number: [line]}


def contradiction(level: Level, left: Left) -> Message | None:
    """Why no solution has its lines among those that are left, if that is seen at once."""
    for number, lines in left.items():
        if not lines:
            return Message("{number} would have no line", number=named(number))
    covered = frozenset[Cell]().union(*(line for lines in left.values() for line in lines))
    for dot in sorted(level.dots - covered):
        return Message("nobody could cover {dot}", dot=name_of(dot))
    return None


def refutation(level: Level, left: Left) -> Message | None:
    """Why there is no solution, if that is seen after what follows from dots and from cells in common."""
    while (why := contradiction(level, left)) is None:
        own = {number: frozenset.intersection(*lines) for number, lines in left.items()}
        for dot in level.dots:
            who = [number for number, lines in left.items() if any(dot in line for line in lines)]
            if len(who) == 1:
                own[who[0]] |= {dot}
        fewer = {number: [line for line in lines if _may_be(number, line, own)] for number, lines in left.items()}
        if fewer == left:
            return None
        left = fewer
    return why


def _may_be(number: Number, line: Cells, own: Mapping[Number, Cells]) -> bool:
    return own[number] <= line and not any(line & cells for other, cells in own.items() if other != number)
