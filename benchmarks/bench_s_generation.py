"""Type s by its rule of generation, for the sizes that the forum's thread advises: seconds and slides of each size.

The thread gives 10 to 20 minutes for size 15 (its own program, Java), and says that 7 mostly fails, others at times.
Counted are the start and the slides that push every box along the wall on, not the random walk that follows; a level
that needs more than one attempt is counted with all of them.
"""

import sys
from pathlib import Path
from statistics import fmean
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np

from benchmarks.report import report
from generator.errors import GenerationError
from generator.puzzles.sokoban.kinds.zero_space.making.push_on import passage_of

SIZES = range(7, 16)
SEEDS = range(10)


def measure(size: int) -> dict[str, object]:
    """The row of a size."""
    seconds, slides = [], []
    for seed in SEEDS:
        started = perf_counter()
        try:
            slides.append(len(passage_of(size, seed, 0, None)[1]))
        except GenerationError:
            continue
        finally:
            seconds.append(perf_counter() - started)
    return {
        "size": str(size),
        "levels": f"{len(slides)} of {len(SEEDS)}",
        "s a level": fmean(seconds),
        "longest s": max(seconds),
        "slides": round(float(np.median(slides))),
    }


def main() -> None:
    passage_of(8, len(SEEDS), 0, None)  # so that kernels are compiled
    report(
        "s_generation",
        "Type s: every box along the outer wall pushed on by one slot, one core",
        list(map(measure, SIZES)),
    )


if __name__ == "__main__":
    main()
