"""Metrics of a level, for declarations and for whoever counts it."""

from collections.abc import Mapping

from generator.values import Better, Metric

MEASURED: Mapping[str, Metric] = {
    "depth": Metric("pushes", "The least pushes, or a lower bound if they are not proven.", Better.MORE, single="push"),
    "moves": Metric("moves", "Moves of the stored solution.", single="move"),
    "box_lines": Metric("lines", "Runs of pushes of one box in one direction, in the stored solution."),
    "box_changes": Metric("changes", "Pushes that switch to another box, in the stored solution."),
    "pushing_sessions": Metric("runs", "Runs of pushes without a step between them, in the stored solution."),
    "player_lines": Metric("lines", "Runs of moves in one direction, in the stored solution."),
    "branching": Metric("choices", "Slides or pushes to choose from along the solution, on average."),
    "branching_max": Metric("choices", "The most slides or pushes to choose from along the solution."),
    "alive": Metric("share", "The share of these choices that keep a shortest solution possible."),
    "shortest_solutions": Metric("solutions", "Shortest solutions, as sequences of slides."),
    "detour": Metric("pushes", "Pushes beyond the bound by lines.", Better.MORE),
    "component": Metric("states", "States in the component of the level, if all of them were found."),
    "boxes": Metric("boxes", "Boxes on the board."),
    "boxes_off_goal": Metric("boxes", "Boxes that are off the goals at the start."),
}
"""What `measure` counts."""

APPRAISED: Mapping[str, Metric] = {
    "gap": Metric("pushes", "Pushes beyond the lower bound at the start.", Better.MORE, appraised=True),
    "counterintuitive": Metric(
        "pushes", "Pushes of the stored solution that raise the lower bound.", Better.MORE, appraised=True
    ),
    "decomposition": Metric(
        "changes",
        "The least changes between two groups of boxes, over all divisions into two groups.",
        Better.MORE,
        appraised=True,
    ),
    "search_effort": Metric(
        "log10 of states", "How many states a search for the least pushes expands.", Better.MORE, appraised=True
    ),
    "least_moves": Metric("moves", "The least moves of any solution.", Better.MORE, appraised=True, single="move"),
    "states": Metric("states", "States that are reached by pushes that leave no box on a dead cell.", appraised=True),
    "push_solutions": Metric("solutions", "Shortest solutions, as sequences of pushes.", Better.LESS, appraised=True),
    "push_branching": Metric(
        "choices", "Pushes to choose from, on average over all shortest solutions.", appraised=True
    ),
    "safe": Metric("share", "The share of these pushes that keep the level solvable.", Better.LESS, appraised=True),
    "random_play": Metric(
        "-log10 of a chance", "How unlikely a random player is to solve the level.", Better.MORE, appraised=True
    ),
    "fewest_runs": Metric(
        "runs", "Runs of pushes of one box, the fewest of any solution.", Better.MORE, appraised=True
    ),
    "difficulty": Metric(
        "share", "The share of players who are expected not to solve the level.", Better.MORE, appraised=True
    ),
    "five_minutes": Metric(
        "share",
        "The share of people given the level who are expected to solve it in five minutes.",
        Better.LESS,
        appraised=True,
    ),
    "fun": Metric(
        "from 0 to 1",
        "How near five_minutes is to 0.6, times the runs to think of for each line of the stored solution.",
        Better.MORE,
        appraised=True,
    ),
}
"""What only `appraise` counts."""
