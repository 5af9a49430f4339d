"""The player of `difficulty` in two rooms that need equally many pushes: how soon most players have lost each.

All players are counted at once: the share of them that is in each state, push by push. That is exact, and needs no
random numbers. It also checks the chance of solving the level that the estimate is made of.
"""

import sys
from math import isclose, log10
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from numpy.typing import NDArray

from benchmarks.curves import Curve, curves
from benchmarks.report import Row, report
from generator.puzzles.sokoban.family import FAMILY
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.measures.appraisal import appraise
from generator.puzzles.sokoban.measures.measure_kernels import NEVER
from generator.puzzles.sokoban.measures.play_kernels import GIVING_UP
from generator.puzzles.sokoban.measures.states import States, states_of
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.pictures.svg import render
from generator.puzzles.sokoban.search.floor import Room, room_of

ROOMS = Path(__file__).parent / "levels" / "two_rooms.txt"
"""Both are of one session: `cenote run --type free --boxes 3 --rows 6 --cols 6 --objective human --seed 1`."""

PLOT = Path(__file__).parents[1] / "docs/pictures/two-rooms.svg"
MOST_STATES, NODES, PUSHES, SHOWN = 100_000, 1_000_000, 3_000, 48
NAMES = ("room A", "room B")


class Course(NamedTuple):
    """Shares of all players after 0, 1, 2 ... pushes; those who gave up a level that could be solved are in neither."""

    playing: NDArray[np.float64]
    """Who have not solved the level, and still can."""
    solved: NDArray[np.float64]


def course_of(states: States, pushes: int) -> Course:
    """What becomes of random players, all at once."""
    space, count = states.space, states.count
    source = np.repeat(np.arange(count), np.diff(space.first[: count + 1]))
    target, weight = space.target[: len(source)], space.weight[: len(source)].astype(np.float64)
    share = weight / np.maximum(np.bincount(source, weight, count), 1)[source]
    is_open = (states.left > 0) & (states.left < NEVER)
    players = np.eye(1, count)[0]
    playing, solved = [1.0], [0.0]
    for _ in range(pushes):
        players = (1 - GIVING_UP) * np.bincount(target, players[source] * share, count)
        solved.append(solved[-1] + float(players[states.left == 0].sum()))
        players[~is_open] = 0.0
        playing.append(float(players.sum()))
    return Course(np.array(playing), np.array(solved))


def main() -> None:
    levels = [parse_level(text) for text in ROOMS.read_text(encoding="utf-8").split("\n\n")]
    drawn, rows = [], []
    for name, level in zip(NAMES, levels, strict=True):
        course, row = measured(name, level)
        rows.append(row)
        drawn.append(Curve(name, render(level), (course.playing + course.solved)[: SHOWN + 1]))
    PLOT.write_text(curves(drawn, "pushes made", "players who can still solve the room, or have"), encoding="utf-8")
    report("two_rooms", "Two rooms of equal depth, played at random", rows)


def measured(name: str, level: Level) -> tuple[Course, Row]:
    """What becomes of players of a level, and a row of the table. Raises ValueError where the estimate differs."""
    states = states_of(_room(level), MOST_STATES)
    if states is None:
        raise ValueError(f"{name} has no solution, or too many states")
    course, solution = course_of(states, PUSHES), FAMILY.solve(level, NODES)
    metrics = appraise(level, solution)
    chance = -log10(course.solved[-1])
    if not isclose(chance, float(metrics["random_play"] or 0), rel_tol=0.01):
        raise ValueError(f"{name}: random_play is {metrics['random_play']}, counted forward {chance}")
    return course, {
        "level": name,
        "least pushes": solution.upper_bound,
        "states": states.count,
        **{f"after {pushes}": _one_in(course.playing[pushes]) for pushes in (1, 3, 5, 10, 20)},
        "solved": _one_in(course.solved[-1]),
        **{key: metrics[key] for key in ("difficulty", "five_minutes")},
    }


def _one_in(share: float) -> str:
    return f"1 in {float(f'{1 / share:.2g}'):,.12g}"


def _room(level: Level) -> Room:
    room = room_of(level)
    if room is None:
        raise ValueError("a box of the level can get to no goal")
    return room


if __name__ == "__main__":
    main()
