"""Random slides that seldom lead away from the goals, on a trail from which whatever is undone disappears.

This is Metropolis' algorithm (Metropolis et al., 1953) with the distance to the goals as energy. A slide that takes
back an earlier one is removed together with it where all slides between them stay legal: slides that do not touch one
another mostly commute. If they always did, and others never, slides would generate a right-angled Coxeter group, in
which removing such pairs leads to a shortest word (Tits, 1969).
"""

from generator.kernels import kernel
from generator.puzzles.sokoban.kinds.zero_space.anytime.window_kernels import CLOCK, LENGTH, Workspace, make
from generator.puzzles.sokoban.slides.tree_kernels import Boxed, Ints, do_slide, hang, may_slide

NONE = -1


@kernel(allocates=True)
def metropolis(draws: Ints, straying: Boxed, first: int, horizon: int, workspace: Workspace) -> None:
    """Try slides in turn; those that lead away from the goals are made only where `straying` says so.

    draws: int32 (tries,). straying: uint8 (tries,). Slides of the trail before `first` stay as they are, and of those
    behind only the last `horizon` cancel.
    """
    position = workspace.position
    workspace.trail.tally[CLOCK] += 1
    for draw in range(draws.size):
        slide = draws[draw]
        if position.boxed[slide] == position.boxed[slide + 1]:
            continue
        old = slide if position.boxed[slide] else slide + 1
        goal = position.aim[old]
        leads_away = abs(2 * slide + 1 - old - goal) > abs(old - goal)
        if (leads_away and not straying[draw]) or not may_slide(
            slide, position.boxed, workspace.floor, position.parent
        ):
            continue
        make(slide, workspace)
        _cancel(first, horizon, workspace)
    hang(position.boxed, workspace.floor, position.parent, position.order)


@kernel(allocates=True)
def retrace(slides: Ints, horizon: int, workspace: Workspace) -> None:
    """Make legal slides on a trail from which whatever is undone disappears; slides: int32 (slides,)."""
    workspace.trail.tally[CLOCK] += 1
    for slide in slides:
        make(slide, workspace)
        _cancel(0, horizon, workspace)
    hang(workspace.position.boxed, workspace.floor, workspace.position.parent, workspace.position.order)


@kernel(allocates=True)
def _undone(first: int, horizon: int, workspace: Workspace) -> int:
    """The index of the slide that the last one of the trail takes back, if none between them touches its box."""
    slides, last = workspace.trail.slides, workspace.trail.tally[LENGTH] - 1
    for index in range(last - 1, max(first, last - horizon) - 1, -1):
        if abs(slides[index] - slides[last]) <= 1:
            return index if slides[index] == slides[last] else NONE
    return NONE


@kernel(allocates=True)
def _cancel(first: int, horizon: int, workspace: Workspace) -> None:
    """Take the last slide off the trail together with the one that it takes back, if what is between stays legal.

    The position stays the one after all of them.
    """
    undone = _undone(first, horizon, workspace)
    if undone == NONE:
        return
    boxed, floor, parent = workspace.position.boxed, workspace.floor, workspace.position.parent
    slides, last = workspace.trail.slides, workspace.trail.tally[LENGTH] - 1
    for index in range(last, undone - 1, -1):
        do_slide(slides[index], boxed, floor, parent)
    for index in range(undone + 1, last):
        if not may_slide(slides[index], boxed, floor, parent):
            for back in range(index - 1, undone, -1):
                do_slide(slides[back], boxed, floor, parent)
            for again in range(undone, last + 1):
                do_slide(slides[again], boxed, floor, parent)
            return
        do_slide(slides[index], boxed, floor, parent)
    slides[undone : last - 1] = slides[undone + 1 : last]
    workspace.trail.tally[LENGTH] -= 2
