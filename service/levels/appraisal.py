"""The appraisal of stored levels: metrics that take too long to be counted for every candidate of a session."""

from generator import Metrics, Solution, SolveStatus, appraised_names, defaults, get_family
from storage.queries import LevelRow


def is_appraised(row: LevelRow) -> bool:
    """Whether a level has every metric that its family counts."""
    return set(row.metrics) >= set(appraised_names(row.family))


def is_known(row: LevelRow) -> bool:
    """Whether every metric of a level that its family counts is known."""
    return is_appraised(row) and all(row.metrics[name] is not None for name in appraised_names(row.family))


def appraise(row: LevelRow) -> Metrics:
    """All metrics of a stored level, with the appraisals of its family."""
    family = get_family(row.family)
    solved = row.upper_bound is not None
    solution = Solution(
        status=SolveStatus.SOLVED if solved else SolveStatus.NODE_LIMIT,
        lower_bound=row.lower_bound,
        upper_bound=row.upper_bound,
        moves=row.solution or "",
        nodes=row.nodes,
        budget=row.budget,
    )
    return {**row.metrics, **defaults.appraise(family, family.parse(row.text), solution)}
