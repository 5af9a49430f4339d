"""A row of letters is sorted by swapping neighbours; a move is the 1-based place of the left letter."""

from collections.abc import Mapping, Sequence

import numpy as np

from generator.errors import GenomeError, IllegalMoveError, LevelFormatError
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

LETTERS = "abcdefgh"


class TemplateFamily:
    """A level is the row itself; its depth is its number of inversions."""

    name = "template"

    def operators(self, space: Space) -> Mapping[str, int]:
        return {"shuffle": 1, "cross": 2}

    def random_genome(self, space: Space, rng: np.random.Generator) -> Genome:
        return {"row": "".join(rng.permutation(list(LETTERS[: space["size"]])))}

    def mutate(
        self, operator: str, parents: Sequence[Specimen], space: Space, rng: np.random.Generator
    ) -> Genome | None:
        row = parents[0].text
        if operator == "cross":
            row = "".join(sorted(row[: len(row) // 2], key=parents[1].text.index)) + row[len(row) // 2 :]
        place = int(rng.integers(len(row) - 1))
        return {"row": row[:place] + row[place + 1] + row[place] + row[place + 2 :]}

    def generate(self, genome: Genome) -> Made[str]:
        try:
            return Made(self.parse(genome["row"]))
        except (KeyError, LevelFormatError) as error:
            raise GenomeError("no row of letters: {error}", error=error) from error

    def parse(self, text: str) -> str:
        row = text.strip()
        if not 2 <= len(row) <= len(LETTERS) or sorted(row) != list(LETTERS[: len(row)]):
            raise LevelFormatError("{row!r} is not a permutation of the first 2 to 8 letters", 1, row=row[:20])
        return row

    def format(self, level: str) -> str:
        return level

    def solve(self, level: str, budget: int, request: Request = DEFAULT_REQUEST, witness: Witness = None) -> Solution:
        moves: list[str] = []
        row = list(level)
        while row != sorted(row):
            place = next(i for i in range(len(row) - 1) if row[i] > row[i + 1])
            if len(moves) == budget:
                return Solution(SolveStatus.NODE_LIMIT, _inversions("".join(row)), None, "", budget, budget)
            row[place], row[place + 1] = row[place + 1], row[place]
            moves.append(str(place + 1))
        return Solution(SolveStatus.SOLVED, len(moves), len(moves), "".join(moves), len(moves), budget)

    def replay(self, level: str, moves: str) -> int:
        row = list(level)
        for step, move in enumerate(moves, 1):
            if not move.isdigit() or not 1 <= int(move) < len(row):
                raise IllegalMoveError("{move!r} is not a place in the row", step, move=move)
            place = int(move) - 1
            row[place], row[place + 1] = row[place + 1], row[place]
        if row != sorted(row):
            raise IllegalMoveError("the row is not sorted at the end", len(moves))
        return len(moves)

    def measure(self, level: str, solution: Solution) -> Metrics:
        return {"depth": solution.lower_bound, "branching": float(len(level) - 1)}

    def describe(self, level: str, witness: Witness = None) -> Description:
        return Description(type="row", size=len(level), pieces=len(level))

    def identity(self, level: str) -> str:
        return level


def _inversions(row: str) -> int:
    return sum(row[i] > letter for j, letter in enumerate(row) for i in range(j))


FAMILY = TemplateFamily()
