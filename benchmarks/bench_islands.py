"""What islands are worth: the best and the mean of the pool after equally many evaluations, over several seeds.

Sessions are those of `cenote run` but for the database. Only evaluations count, so the machine does not matter. A row
has the medians over the seeds, and from six seeds on intervals that hold the median with 95 % (its order statistics).
Without arguments it works for days; `--subjects`, `--migrations`, `--seeds` and `--evaluations` make it shorter. Every
session that has ended is kept in results/islands_sessions.csv at once, so it may be stopped at any time. The next run
goes on from there, with a seed of all arrangements after the other. The table has what is there; `--seeds 0` only makes
the table.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, replace
from itertools import product, starmap
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean, median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.report import append, report, saved
from benchmarks.sessions import Unrecorded
from generator import get_declaration
from optimiser.objective import Objective
from optimiser.session import Session, run
from optimiser.settings import SessionSettings
from optimiser.workers import Workers
from service.sessions.objectives import AskedObjective, session_objective

SUBJECTS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "b 4": ("sokoban", {"type": ["b"], "size": [4]}),
    "b 5": ("sokoban", {"type": ["b"], "size": [5]}),
    "b 7 apart": ("sokoban", {"type": ["b"], "size": [7], "policy": "apart"}),
    "free 7x7, 3 boxes": ("sokoban", {"type": ["free"], "boxes": [3], "rows": [7], "cols": [7]}),
    "free 7x7, 3 boxes, effort 200,000": (
        "sokoban",
        {"type": ["free"], "boxes": [3], "rows": [7], "cols": [7], "effort": 200_000},
    ),
    "linjat hard": ("linjat", get_declaration("linjat").presets["hard"]),
    "linjat hard, effort 4,000": ("linjat", {**get_declaration("linjat").presets["hard"], "effort": 4_000}),
}
"""Those with an effort search less for each candidate than a session does by default, so that they end in a day."""
ISLANDS, MIGRATIONS = (1, 4, 8), (5, 20, 80)
SEEDS, EVALUATIONS = 10, 3840
TABLE = "islands_sessions"
CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Run:
    """One session: its subject, how its islands are arranged, and its seed."""

    subject: str
    evaluations: int
    islands: int
    migration: int
    seed: int


def found(wanted: Run) -> tuple[Run, float, float]:
    """A session, with the best and the mean score of its pool in the end."""
    family, chosen = SUBJECTS[wanted.subject]
    declaration = get_declaration(family)
    space = declaration.space(chosen)
    objective: Objective = session_objective(family, space, AskedObjective("", {}))
    settings = SessionSettings(
        family=family,
        space=space,
        seed=wanted.seed,
        objective=objective.name,
        weights=objective.weights,
        budget=declaration.budget(space),
        islands=wanted.islands,
        migration=wanted.migration,
    )
    session = Session(settings)
    with Workers(family, space, settings.budget, 0) as workers:
        run(session, workers, Unrecorded(), lambda now: now.evaluations >= wanted.evaluations)
    scores = [member.score for member in session.pool.members]
    return wanted, max(scores), fmean(scores)


def known() -> dict[Run, tuple[float, float]]:
    """The best and the mean of the sessions that have ended."""
    return {
        Run(row["subject"], *(int(row[name]) for name in ("evaluations", "islands", "migration", "seed"))): (
            float(row["best"]),
            float(row["mean"]),
        )
        for row in saved(TABLE)
    }


def rows() -> Iterator[dict[str, Any]]:
    """The table: a line for each arrangement of which a session has ended."""
    pairs: dict[Run, list[tuple[float, float]]] = {}
    ended = known()
    for session in sorted(ended, key=lambda each: (list(SUBJECTS).index(each.subject), *astuple(each))):
        pairs.setdefault(replace(session, seed=0), []).append(ended[session])
    yield from starmap(row, pairs.items())


def row(arrangement: Run, pairs: Sequence[tuple[float, float]]) -> dict[str, Any]:
    """One line of the table."""
    bests, means = (sorted(values) for values in zip(*pairs, strict=True))
    return {
        "subject": arrangement.subject,
        "islands": arrangement.islands,
        "migration": arrangement.migration if arrangement.islands > 1 else "-",
        "evaluations": arrangement.evaluations,
        "seeds": len(pairs),
        "best": median(bests),
        "best, interval": _interval(bests),
        "mean of the pool": median(means),
        "mean, interval": _interval(means),
    }


def _interval(values: Sequence[float]) -> str:
    """The narrowest pair of order statistics between which the median lies with the confidence asked for, if any."""
    count = len(values)
    outside, rank, share = 0.0, 0, 2.0 ** (1 - count)
    while rank < count // 2 and outside + share <= 1 - CONFIDENCE:
        outside += share
        share *= (count - rank) / (rank + 1)
        rank += 1
    return f"{values[rank - 1]:.4g} to {values[-rank]:.4g}" if rank else "-"


def main() -> None:
    asked = _arguments()
    ways, ended = [(1, 20), *product(ISLANDS[1:], asked.migrations)], known()
    wanted = [
        Run(subject, asked.evaluations, islands, migration, seed)
        for seed in range(1, asked.seeds + 1)
        for subject in asked.subjects
        for islands, migration in ways
    ]
    with get_context("spawn").Pool(asked.processes) as pool:
        for session, best, mean in pool.imap_unordered(found, [each for each in wanted if each not in ended]):
            append(TABLE, {**asdict(session), "best": best, "mean": mean})
    report("islands", "islands at equal evaluations", list(rows()))


def _arguments() -> Namespace:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--subjects", nargs="*", choices=SUBJECTS, default=list(SUBJECTS))
    parser.add_argument("--migrations", nargs="*", type=int, default=list(MIGRATIONS))
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("--evaluations", type=int, default=EVALUATIONS)
    parser.add_argument("--processes", type=int, default=2)
    return parser.parse_args()


if __name__ == "__main__":
    main()
