"""Linjat: how soon sessions of modes hard and expert, with two workers, reach what was asked of ten minutes.

A session ends when its best level has the score asked for, or after ten minutes. Sessions that have ended are kept in
results/linjat_targets_sessions.csv at once; the next run goes on from there.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.report import append, report, saved
from benchmarks.sessions import ran

TARGETS: Mapping[str, int] = {"hard": 200, "expert": 1100}
SEEDS = range(1, 6)
MINUTES = 10
TABLE = "linjat_targets_sessions"


def main() -> None:
    """Run the sessions that have not ended yet, and make the table."""
    ended = {(row["mode"], int(row["seed"])) for row in saved(TABLE)}
    for mode in TARGETS:
        for seed in SEEDS:
            if (mode, seed) not in ended:
                append(TABLE, _session(mode, seed))
    report("linjat_targets", f"Linjat: sessions of at most {MINUTES} minutes on two cores", list(_rows()))


def _session(mode: str, seed: int) -> dict[str, Any]:
    target = ("--minutes", str(MINUTES), "--target", f"score>={TARGETS[mode]}")
    session = ran("--family", "linjat", "--preset", mode, "--workers", "2", "--seed", str(seed), *target)
    return {
        "mode": mode,
        "seed": seed,
        "score": max(level.score or 0 for level in session.pool),
        "seconds": round(session.seconds),
        "processor seconds": round(session.processor_seconds),
        "levels": session.evaluations,
        "cheats": sum(level.metrics["cheats"] for level in session.pool),
    }


def _rows() -> Iterator[dict[str, Any]]:
    for mode, target in TARGETS.items():
        sessions = [row for row in saved(TABLE) if row["mode"] == mode]
        seconds = sorted(float(row["seconds"]) for row in sessions)
        yield {
            "mode": mode,
            "asked for": target,
            "seeds": len(sessions),
            "reached by": sum(float(row["score"]) >= target for row in sessions),
            "median score when it ended": median(float(row["score"]) for row in sessions),
            "least": min(float(row["score"]) for row in sessions),
            "median seconds": median(seconds),
            "longest": seconds[-1],
            "layers of a cheat in the pools": sum(int(row["cheats"]) for row in sessions),
        }


if __name__ == "__main__":
    main()
