"""PI-corrals: parts of the floor that the player cannot walk to, whose boxes can be pushed first without loss."""

from generator.kernels import copy_into, kernel
from generator.puzzles.sokoban.search.floor_kernels import Floor, Scratch
from generator.puzzles.sokoban.walk_kernels import number_regions


@kernel
def grow_corral(first: int, floor: Floor, scratch: Scratch) -> int:
    """Grow a PI-corral from a region and return its number of pushes, or -1 where there is none.

    Its boxes and regions are left in scratch.member. Before any of its boxes moves, each push of one leads into the
    corral, and the player can make it already; so doing it first loses no push. Boxes and regions that could
    spoil this join the corral. After Brian Damgaard's and Matthias Meger's PI-corral pruning (sokobano.de).
    """
    box, at, near, region, reach = scratch.box, scratch.at, floor.near, scratch.region, scratch.reach[0]
    mark = scratch.mark[0]
    regions, boxes = scratch.member[0], scratch.member[1]
    regions[:] = 0
    boxes[:] = 0
    regions[first] = 1
    changed = True
    pushes = 0
    while changed:
        changed = False
        pushes = 0
        for number in range(len(box)):
            cell = box[number]
            if not boxes[number]:
                for d in range(4):
                    other = near[cell, d]
                    if other >= 0 and region[other] and regions[region[other]]:
                        boxes[number] = 1
                        changed = True
                if not boxes[number]:
                    continue
            for d in range(4):
                source, target = near[cell, 3 - d], near[cell, d]
                if source < 0 or target < 0 or not floor.alive[target]:
                    continue
                if (at[source] and boxes[at[source] - 1]) or (at[target] and boxes[at[target] - 1]):
                    continue
                if at[target]:
                    boxes[at[target] - 1] = 1
                    changed = True
                elif at[source]:
                    boxes[at[source] - 1] = 1
                    changed = True
                elif reach[source] != mark:
                    if not regions[region[source]]:
                        regions[region[source]] = 1
                        changed = True
                elif reach[target] == mark:
                    return -1
                elif regions[region[target]]:
                    pushes += 1
                else:
                    regions[region[target]] = 1
                    changed = True
    return pushes


@kernel
def _unfinished(floor: Floor, scratch: Scratch) -> bool:
    """Whether a box of the corral has still to move."""
    regions, boxes = scratch.member[0], scratch.member[1]
    for number in range(len(scratch.box)):
        if boxes[number] and not floor.goal[scratch.box[number]]:
            return True
    for cell in range(len(floor.goal)):
        if floor.goal[cell] and scratch.region[cell] and regions[scratch.region[cell]]:
            return True
    return False


@kernel(allocates=True)
def choose(floor: Floor, scratch: Scratch) -> None:
    """Mark the boxes that need be pushed next in scratch.chosen: those of the PI-corral with the fewest pushes."""
    chosen = scratch.chosen
    fewest = 4 * len(chosen) + 1
    count = number_regions(floor.near, scratch.at, scratch.reach[0], scratch.mark[0], scratch.stack, scratch.region)
    for first in range(1, count + 1):
        pushes = grow_corral(first, floor, scratch)
        if 0 <= pushes < fewest and _unfinished(floor, scratch):
            fewest = pushes
            copy_into(chosen, scratch.member[1, : len(chosen)])
