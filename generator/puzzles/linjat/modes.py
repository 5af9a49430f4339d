"""The four modes of the original game, without numpy behind them: sizes, numbers, and what a deduction is worth."""

from collections.abc import Mapping
from dataclasses import dataclass

from generator.puzzles.linjat.rules import CHEATS, COUNTS, Rule

WIDTH = "width_max"


@dataclass(frozen=True, slots=True)
class Mode:
    """A grid, how many numbers it has, and what a level is worth: weights of layers by rule, and of the largest width.

    temperatures: by how much the score may fall at a change, at first and at last.
    effort: candidates that are tried for a level. Sessions of hard levels find more by few long tries than by many
    short ones.
    """

    height: int
    width: int
    numbers: tuple[int, ...]
    cant_fit: int
    square: int
    dependency: int
    one_of: int
    widest: int
    temperatures: tuple[float, float]
    effort: int = 30_000

    @property
    def weights(self) -> Mapping[str, int]:
        """The weights by metric, those of the rules in their order and then that of the width."""
        rules = {
            Rule.UNCONTESTED: -1,
            Rule.COVER: 1,
            Rule.SINGLE_SOLUTION: -50,
            Rule.CANT_FIT: self.cant_fit,
            Rule.SQUARE: self.square,
            Rule.DEPENDENCY: self.dependency,
            Rule.ONE_OF: self.one_of,
        }
        return {**{COUNTS[rule]: rules[rule] for rule in Rule}, WIDTH: self.widest}


MODES: Mapping[str, Mode] = {
    "easy": Mode(
        9, 6, tuple(range(7, 11)), cant_fit=1, square=0, dependency=0, one_of=0, widest=-1, temperatures=(2.0, 0.3)
    ),
    "medium": Mode(
        10, 7, tuple(range(15, 21)), cant_fit=3, square=0, dependency=0, one_of=0, widest=-1, temperatures=(4.0, 0.5)
    ),
    "hard": Mode(
        11,
        8,
        tuple(range(19, 23)),
        cant_fit=3,
        square=50,
        dependency=0,
        one_of=0,
        widest=-2,
        temperatures=(5.0, 1.0),
        effort=120_000,
    ),
    "expert": Mode(
        13,
        9,
        tuple(range(23, 27)),
        cant_fit=3,
        square=50,
        dependency=100,
        one_of=60,
        widest=-2,
        temperatures=(15.0, 3.0),
        effort=120_000,
    ),
}
"""As the original's gen.sh has them, but for the effort."""

SELECTION: Mapping[str, int] = {
    COUNTS[Rule.UNCONTESTED]: -50,
    COUNTS[Rule.COVER]: 1,
    COUNTS[Rule.SINGLE_SOLUTION]: -200,
    COUNTS[Rule.CANT_FIT]: 1,
    COUNTS[Rule.SQUARE]: 10,
    COUNTS[Rule.DEPENDENCY]: 50,
    COUNTS[Rule.ONE_OF]: 20,
    WIDTH: -2,
}
"""By what the original chose the levels of its collection (build-puzzle-collection.pl), the same in all modes."""

FINE = -1000
"""What a layer of a cheat is worth while a level is changed: no other layer makes up for it."""
MOST_WEIGHT = 10**6
"""The greatest weight of a layer while a level is changed."""


def annealing_weights(mode: str, objective: Mapping[str, float]) -> list[int]:
    """What layers are worth while a level of a mode is changed, in the order of `Mode.weights`.

    If an objective asks for layers and their width alone, they are those of the objective, in such a measure that the
    temperatures of the mode suit them. Otherwise they are those of the mode. Layers of cheats are fined, whatever an
    objective says of them.
    """
    known = MODES[mode].weights
    asked = {**dict.fromkeys(known, 0.0), **objective}
    each = asked.pop("depth", 0.0)
    if not objective or asked.keys() != known.keys():
        return _fined([*known.values()])
    layers = [asked[COUNTS[rule]] + each for rule in Rule]
    unit = max(abs(layers[Rule.COVER]), abs(layers[Rule.CANT_FIT])) or max(map(abs, layers))
    scale = MODES[mode].cant_fit / unit if unit else 1.0
    return _fined([max(-MOST_WEIGHT, min(MOST_WEIGHT, round(scale * weight))) for weight in (*layers, asked[WIDTH])])


def _fined(weights: list[int]) -> list[int]:
    return [FINE if place in CHEATS else weight for place, weight in enumerate(weights)]
