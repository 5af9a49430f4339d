"""Words of twelve letters, whose neighbours are worth more or less together: a rugged landscape without solving."""

from collections.abc import Mapping, Sequence

import numpy as np

from generator.errors import IllegalMoveError, LevelFormatError
from generator.values import (
    DEFAULT_REQUEST,
    Description,
    Genome,
    Made,
    Metrics,
    Request,
    Solution,
    SolveStatus,
    Space,
    Specimen,
    Witness,
)

LETTERS = "abcdefghijklmnop"
LENGTH = 12
_WORTH = {
    one + two: (7 * i + 13 * j + 5 * i * j) % 17 for i, one in enumerate(LETTERS) for j, two in enumerate(LETTERS)
}


class IdleFamily:
    """The depth of a word is what its neighbouring letters are worth; a solution is as many steps."""

    name = "idle"

    def operators(self, space: Space) -> Mapping[str, int]:
        return {"change": 1, "swap": 1, "cross": 2}

    def random_genome(self, space: Space, rng: np.random.Generator) -> Genome:
        return {"word": "".join(LETTERS[letter] for letter in rng.integers(len(LETTERS), size=LENGTH))}

    def mutate(
        self, operator: str, parents: Sequence[Specimen], space: Space, rng: np.random.Generator
    ) -> Genome | None:
        word, place = parents[0].text, int(rng.integers(LENGTH - 1))
        if operator == "cross":
            return {"word": word[:place] + parents[1].text[place:]}
        if operator == "swap":
            return {"word": word[:place] + word[place + 1] + word[place] + word[place + 2 :]}
        return {"word": word[:place] + LETTERS[int(rng.integers(len(LETTERS)))] + word[place + 1 :]}

    def generate(self, genome: Genome) -> Made[str]:
        return Made(self.parse(genome["word"]))

    def parse(self, text: str) -> str:
        if len(text) != LENGTH or set(text) - set(LETTERS):
            raise LevelFormatError("{text!r} is no word of twelve letters from a to p", 1, text=text[:20])
        return text

    def format(self, level: str) -> str:
        return level

    def solve(self, level: str, budget: int, request: Request = DEFAULT_REQUEST, witness: Witness = None) -> Solution:
        depth = _depth(level)
        return Solution(SolveStatus.SOLVED, depth, depth, "r" * depth, 1, budget)

    def replay(self, level: str, moves: str) -> int:
        if len(moves) != _depth(level):
            raise IllegalMoveError("the word takes another number of steps", len(moves))
        return len(moves)

    def measure(self, level: str, solution: Solution) -> Metrics:
        return {"depth": solution.lower_bound, "branching": float(len(set(level)))}

    def describe(self, level: str, witness: Witness = None) -> Description:
        return Description(type="word", size=LENGTH, pieces=LENGTH)

    def identity(self, level: str) -> str:
        return level


def _depth(word: str) -> int:
    return sum(_WORTH[word[place - 1] + word[place]] for place in range(LENGTH))


FAMILY = IdleFamily()
