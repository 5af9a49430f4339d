"""Levels as objects, as rows of a table, and the best of them by two metrics."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from generator import Genome, Metrics, defaults, get_family
from generator.errors import MissingExtraError, SettingError
from optimiser.recorder import LevelRecord
from service.levels.entries import solution_of
from storage.queries import LevelRow


@dataclass(frozen=True, slots=True)
class Level:
    """A level that was found; a notebook shows its picture.

    `board` is its text. `depth` is the least number of moves in the unit of the family: exact where it is `proven`,
    else the greatest lower bound. `score` is the one under the objective of its search. `genome` makes the level again.
    `id` and `session` are None where it is not stored.
    """

    family: str
    board: str
    type: str
    size: int
    pieces: int
    depth: int
    proven: bool
    solution: str
    score: float | None
    metrics: Metrics
    genome: Genome = field(repr=False)
    id: int | None = None
    session: int | None = None
    find_parents: Callable[[], Sequence["Level"]] | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        return self.board

    @property
    def svg(self) -> str:
        """The level as a standalone SVG picture."""
        family = get_family(self.family)
        return defaults.render(family, family.parse(self.board))

    def _repr_svg_(self) -> str:
        return self.svg

    @property
    def parents(self) -> Sequence["Level"]:
        """The levels from which it was made, the best first; none for a random one."""
        return self.find_parents() if self.find_parents else ()

    def lineage(self) -> Iterator["Level"]:
        """This level, then its ancestors, each once: parents before grandparents."""
        waiting, seen = [self], {self.board}
        for level in waiting:
            yield level
            for parent in level.parents:
                if parent.board not in seen:
                    seen.add(parent.board)
                    waiting.append(parent)

    def replay(self, moves: str | None = None) -> int:
        """Play a solution, by default its own, under the rules of the puzzle, and return its depth.

        Raises IllegalMoveError with the number of the first bad move.
        """
        family = get_family(self.family)
        return family.replay(family.parse(self.board), self.solution if moves is None else moves)

    def row(self) -> dict[str, Any]:
        """The level as one flat row; metrics stand under their names."""
        return {
            "id": self.id,
            "session": self.session,
            "family": self.family,
            "type": self.type,
            "size": self.size,
            "pieces": self.pieces,
            "proven": self.proven,
            "score": self.score,
            **self.metrics,
            "depth": self.depth,
            "board": self.board,
            "solution": self.solution,
        }


def level_of_record(record: LevelRecord, score: float | None, find_parents: Callable[[], Sequence[Level]]) -> Level:
    """A level that a search in memory has found."""
    described = record.description
    return Level(
        record.family,
        record.text,
        described.type,
        described.size,
        described.pieces,
        record.lower_bound,
        record.proven,
        record.solution,
        score,
        record.metrics,
        record.genome,
        find_parents=find_parents,
    )


def level_of_row(row: LevelRow, find_parents: Callable[[], Sequence[Level]]) -> Level:
    """A stored level."""
    return Level(
        row.family,
        row.text,
        row.type,
        row.size,
        row.pieces,
        row.depth,
        row.proven,
        solution_of(row),
        row.score,
        row.metrics,
        row.genome,
        row.id,
        row.session,
        find_parents,
    )


def rows(levels: Iterable[Level]) -> list[dict[str, Any]]:
    """Levels as flat rows, for `csv.DictWriter` or any library of tables."""
    return [level.row() for level in levels]


def frame(levels: Iterable[Level]) -> Any:
    """Levels as a data frame of pandas. Raises MissingExtraError where that is not installed."""
    try:
        import pandas  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError as error:
        raise MissingExtraError("data frames need pandas; install it, or use cenote.rows") from error
    return pandas.DataFrame(rows(levels))


def pareto_front(levels: Iterable[Level], first: str, second: str) -> list[Level]:
    """The levels that no other level surpasses in both metrics, in the order of the first one, the best first.

    More is better, or less where a "-" stands before the name: `pareto_front(levels, "depth", "-branching")`. Levels
    without a value are left out; of levels with equal values the first one stays. Raises SettingError.
    """
    points: dict[tuple[float, float], Level] = {}
    for level in levels:
        one, other = _worth(level, first), _worth(level, second)
        if one is not None and other is not None:
            points.setdefault((one, other), level)
    front: list[Level] = []
    best = None
    for point in sorted(points, reverse=True):
        if best is None or point[1] > best:
            front.append(points[point])
            best = point[1]
    return front


def _worth(level: Level, name: str) -> float | None:
    """The value of a metric, so that more is better."""
    known, metric = {**level.metrics, "score": level.score}, name.removeprefix("-")
    if metric not in known:
        raise SettingError("there is no metric {name!r}; there are: {names}", name=metric, names=", ".join(known))
    value = known[metric]
    return value if value is None or metric == name else -value
