"""The deduction of a level in words, from its first layer to its outcome."""

from collections.abc import Iterator, Mapping

from generator.messages import Message
from generator.puzzles.linjat.deduction.layers import Outcome, deduced
from generator.puzzles.linjat.exclusion import reasoned
from generator.puzzles.linjat.explanation import KnownLines, explained
from generator.puzzles.linjat.level import Level
from generator.puzzles.linjat.limits import BUDGET, MOST_COUNTED
from generator.puzzles.linjat.rules import Further, Rule
from generator.puzzles.linjat.solver import counted


def told(level: Level) -> Iterator[Message]:
    """All layers in words: the rule, in how many places it helps, and what follows for each number and why.

    Of a level with several solutions only what holds for all of them follows.
    """
    count = counted(level, MOST_COUNTED, BUDGET)
    known = KnownLines(level, fair=count.solutions > 1)
    layers = reasoned(known) if count.solutions == 1 else explained(level, known.fair)
    for index, layer in enumerate(layers, 1):
        yield Message("{place}. {meaning}", place=index, meaning=_MEANINGS[layer.rule])
        yield from (step.told() for step in layer.steps)
    if count.solutions > 1:
        yield Message(
            "not solved: it has {count} solutions, and no deduction can tell which of them is meant",
            count=count.message,
        )
    else:
        yield _OUTCOMES[Outcome.SOLVED if known.is_solved() else deduced(level).outcome]


_MEANINGS: Mapping[Rule | Further, Message] = {
    Rule.UNCONTESTED: Message(
        "uncontested: a number that no dot needs takes the line that no other number contests, "
        "because there is only one solution"
    ),
    Rule.COVER: Message("cover: only one number can cover a dot"),
    Rule.SINGLE_SOLUTION: Message(
        "single_solution: nothing tells two lines of a number apart, so that neither is the only solution"
    ),
    Rule.CANT_FIT: Message("cant_fit: all lines that a number still has share cells"),
    Rule.SQUARE: Message("square: two dots are for the same two numbers, and no line covers both"),
    Rule.DEPENDENCY: Message("dependency: whatever covers one dot covers another one too"),
    Rule.ONE_OF: Message("one_of: two numbers cannot both have a cell, and a third one must leave each another way"),
    Further.BLOCKED: Message("blocked: with some lines another number would have no line, or a dot nobody"),
    Further.TRIAL: Message("trial: a line is tried out, and what follows from it cannot be"),
}


_OUTCOMES: Mapping[Outcome, Message] = {
    Outcome.SOLVED: Message("solved"),
    Outcome.STUCK: Message("stuck"),
    Outcome.CONTRADICTORY: Message("contradictory"),
}
