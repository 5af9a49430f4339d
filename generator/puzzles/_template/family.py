"""A row of letters is sorted by swapping neighbours; a move is the 1-based place of the left letter."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from generator.errors import GenomeError, IllegalMoveError, LevelFormatError, SettingError, UnreadablePictureError
from generator.family import (
    DEFAULT_REQUEST,
    PICTURE_CELL,
    SEEDS,
    Answer,
    Atlas,
    CheckedSolution,
    Description,
    Entry,
    Genome,
    Metrics,
    PictureReading,
    Request,
    Scene,
    Solution,
    SolveStatus,
    Space,
    Specimen,
)
from generator.lettering import label

LETTERS = "abcdefgh"


class TemplateFamily:
    """A level is the row itself; its depth is its number of inversions."""

    name = "_template"
    atlas: Atlas | None = None

    def operators(self, space: Space) -> Mapping[str, int]:
        return {"shuffle": 1, "cross": 2}

    def random_genome(self, space: Space, rng: np.random.Generator) -> Genome:
        return {"row": "".join(rng.permutation(list(LETTERS[: space["size"]])))}

    def mutate(
        self, operator: str, parents: Sequence[Specimen], space: Space, rng: np.random.Generator
    ) -> Genome | None:
        row = parents[0].level
        if operator == "cross":
            row = "".join(sorted(row[: len(row) // 2], key=parents[1].level.index)) + row[len(row) // 2 :]
        place = int(rng.integers(len(row) - 1))
        return {"row": row[:place] + row[place + 1] + row[place] + row[place + 2 :]}

    def seeded(self, space: Space, text: str) -> Space:
        rows = [entry.level for entry in self.parse_file(text)]
        for row in rows:
            if len(row) != space["size"]:
                raise SettingError(f"{row} has {len(row)} letters; give --size {len(row)}")
        return {**space, SEEDS: [self.genome_of(row) for row in rows]}

    def genome_of(self, level: str) -> Genome:
        return {"row": level}

    def generate(self, genome: Genome) -> str:
        try:
            return self.parse(genome["row"])
        except (KeyError, LevelFormatError) as error:
            raise GenomeError(f"no row of letters: {error}") from error

    def known_solution(self, genome: Genome) -> str:
        return ""

    def parse(self, text: str) -> str:
        row = text.strip()
        if not 2 <= len(row) <= len(LETTERS) or sorted(row) != list(LETTERS[: len(row)]):
            raise LevelFormatError(f"{row[:20]!r} is not a permutation of the first 2 to 8 letters", 1)
        return row

    def format(self, level: str) -> str:
        return level

    def parse_file(self, text: str) -> list[Entry]:
        return [Entry(level=self.parse(line)) for line in text.splitlines() if line.strip()]

    def format_file(self, entries: Iterable[Entry], format_: str) -> Iterator[str]:
        return (f"{entry.level}\n" for entry in entries)

    def read_picture(self, picture: bytes) -> PictureReading:
        raise UnreadablePictureError(f"levels of {self.name} are not read from pictures; give a file of text")

    def promise(self, level: str) -> float:
        return float(_inversions(level))

    def solve(self, level: str, budget: int, request: Request = DEFAULT_REQUEST) -> Solution:
        moves: list[str] = []
        row = list(level)
        while row != sorted(row):
            place = next(i for i in range(len(row) - 1) if row[i] > row[i + 1])
            if len(moves) == budget:
                return Solution(SolveStatus.NODE_LIMIT, _inversions("".join(row)), None, "", budget, budget)
            row[place], row[place + 1] = row[place + 1], row[place]
            moves.append(str(place + 1))
        return Solution(SolveStatus.SOLVED, len(moves), len(moves), "".join(moves), len(moves), budget)

    def shorten(self, level: str, moves: str, budget: int, request: Request = DEFAULT_REQUEST) -> Iterator[str]:
        length = self.replay(level, moves)
        found = self.solve(level, budget, request)
        return iter([found.moves] if found.upper_bound is not None and found.upper_bound < length else [])

    def replay(self, level: str, moves: str) -> int:
        row = list(level)
        for step, move in enumerate(moves, 1):
            if not move.isdigit() or not 1 <= int(move) < len(row):
                raise IllegalMoveError(f"{move!r} is not a place in the row", step)
            place = int(move) - 1
            row[place], row[place + 1] = row[place + 1], row[place]
        if row != sorted(row):
            raise IllegalMoveError("the row is not sorted at the end", len(moves))
        return len(moves)

    def check(self, level: str, moves: str, most: int | None = None) -> CheckedSolution:
        said = "".join(moves.split())
        for length in range(len(said)):
            try:
                self.replay(level, said[:length])
            except IllegalMoveError:
                continue
            return CheckedSolution(said[:length], len(said) - length, {"moves": length}).within(most)
        return CheckedSolution(said, 0, {"moves": self.replay(level, said)}).within(most)

    def measure(self, level: str, solution: Solution) -> Metrics:
        return {"depth": solution.lower_bound, "branching": float(len(level) - 1)}

    def appraise(self, level: str, solution: Solution) -> Metrics:
        return {}

    def describe(self, level: str) -> Description:
        return Description(type="row", size=len(level), boxes=len(level))

    def canonical(self, level: str) -> str:
        return level

    def distance(self, one: str, other: str) -> float:
        if len(one) != len(other):
            return 1.0
        return sum(a != b for a, b in zip(one, other, strict=True)) / len(one)

    def find_similar(
        self, level: str, texts: Sequence[str], threshold: float, ignore_boxes: bool
    ) -> list[tuple[int, float]]:
        found = ((place, 1 - self.distance(level, text)) for place, text in enumerate(texts))
        return [(place, similarity) for place, similarity in found if similarity >= threshold]

    def run_tool(self, name: str, inputs: Sequence[str], settings: Mapping[str, Any]) -> Answer:
        row, place = self.parse(inputs[0]), settings["place"]
        if not 1 <= place < len(row):
            raise SettingError(f"--place {place} is not between 1 and {len(row) - 1}")
        swapped = row[: place - 1] + row[place] + row[place - 1] + row[place + 1 :]
        return Answer(swapped, {"row": swapped})

    def render(self, level: str, ruler: bool = False) -> str:
        width, height = PICTURE_CELL * len(level), PICTURE_CELL
        row = label(level.upper(), width / 2, height / 2, height / 2, "#444444")
        return f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">{row}</svg>'

    def animate(self, level: str, moves: str, most: int, ruler: bool = False) -> Iterator[Scene]:
        self.replay(level, moves)
        rows = [level]
        for move in moves:
            place = int(move) - 1
            row = rows[-1]
            rows.append(row[:place] + row[place + 1] + row[place] + row[place + 2 :])
        return (Scene(self.render(row), 0, 0) for row in (level, *rows[1:][-most:]))

    def explain(self, level: str) -> Iterator[str]:
        return iter(())

    def warm(self, space: Space) -> None:
        self.solve("ba", 1)

    def warm_solver(self, request: Request) -> None:
        self.solve("ba", 1, request)


def _inversions(row: str) -> int:
    return sum(row[i] > letter for j, letter in enumerate(row) for i in range(j))


FAMILY = TemplateFamily()
