"""States a second of the whole-component search, beside a plain prototype in the same run.

Both search the same components from the same random trees, in turns, and the best of several rounds counts, since
other work on the machine can only slow a round down. The prototype is what one writes first: one depth-first pass for
the subtree masks, every neighbour generated, one open-addressing table for all states.
"""

import sys
from multiprocessing import get_context
from os import sysconf
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from numba import njit
from numpy.typing import NDArray

from benchmarks.report import report
from generator.puzzles.sokoban.kinds.zero_space.boards.layout import floor_of
from generator.puzzles.sokoban.kinds.zero_space.explorer import Explorer
from generator.puzzles.sokoban.kinds.zero_space.making.scramble import random_tree
from generator.puzzles.sokoban.slides.tree_kernels import TreeFloor

CASES = (("b", 5, 1, 60), ("e", 4, 1, 12), ("e", 5, 32, 1))
"""Type, size, seed and number of components."""
ROUNDS = 5
BUDGET = 8_000_000

Longs = NDArray[np.int64]


@njit(cache=True)
def plain_search(root: int, floor: TreeFloor, states: Longs, table: Longs) -> int:
    """The prototype: fills states with the component of root and returns how many there are."""
    junctions, face = floor.junctions, floor.face
    slots, count_of = face.size, floor.corner.shape[0]
    parent, mask, order = np.empty(count_of, np.int64), np.empty(count_of, np.int64), np.empty(count_of, np.int64)
    table[:] = -1
    states[0] = root
    table[(root * 0x9E3779B1 >> 15) & (table.size - 1)] = 0
    count, done = 1, 0
    while done < count:
        state = states[done]
        done += 1
        parent[:] = -2
        parent[0] = -1
        order[0] = 0
        reached, at = 1, 0
        while at < reached:
            for place in range(floor.begin[order[at]], floor.begin[order[at] + 1]):
                slot = floor.around[place]
                if state >> slot & 1:
                    continue
                child = junctions[slot, 0] + junctions[slot, 1] - order[at]
                if parent[child] == -2:
                    parent[child] = slot
                    order[reached] = child
                    reached += 1
            at += 1
        for junction in range(count_of):
            mask[junction] = 1 << junction
        for place in range(reached - 1, 0, -1):
            up = junctions[parent[order[place]], 0] + junctions[parent[order[place]], 1] - order[place]
            mask[up] |= mask[order[place]]
        for slide in range(slots):
            if face[slide] < 0 or (state >> slide & 1) == (state >> (slide + 1) & 1):
                continue
            opening = slide if state >> slide & 1 else slide + 1
            closing = 2 * slide + 1 - opening
            far = junctions[closing, 0] + junctions[closing, 1] - face[slide]
            beyond = junctions[opening, 0] + junctions[opening, 1] - face[slide]
            below = face[slide] if parent[face[slide]] == closing else far
            inside = mask[below] >> beyond & 1
            if inside == (parent[face[slide]] == closing):
                continue
            neighbour = state ^ (3 << slide)
            place = (neighbour * 0x9E3779B1 >> 15) & (table.size - 1)
            while table[place] >= 0 and states[table[place]] != neighbour:
                place = (place + 1) & (table.size - 1)
            if table[place] < 0:
                table[place] = count
                states[count] = neighbour
                count += 1
    return count


def bytes_a_state(type_: str, size: int, root: int, nodes: int) -> int:
    """How much a fresh process grows while it searches one component, for each state."""
    with get_context("spawn").Pool(1) as pool:
        return round(pool.apply(growth, (type_, size, root)) / nodes)


def growth(type_: str, size: int, root: int) -> int:
    """The growth of this process in bytes; a small search before it loads the code."""
    Explorer().component("b", 3, random_tree("b", 3, np.random.default_rng(0)), 1000)
    before = _resident()
    explorer = Explorer()
    explorer.component(type_, size, root, BUDGET)
    return _resident() - before


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * sysconf("SC_PAGESIZE")


def main() -> None:
    explorer, rows = Explorer(), []
    states, tables = np.empty(BUDGET, np.int64), np.empty(1 << 24, np.int64)
    for type_, size, seed, trees in CASES:
        floor = floor_of(type_, size)
        rng = np.random.default_rng(seed)
        roots = [random_tree(type_, size, rng) for _ in range(trees)]
        most = max(explorer.component(type_, size, root, BUDGET).nodes for root in roots)
        table = tables[: 1 << (2 * most).bit_length()]
        plain_search(roots[0], floor, states, table)
        fast, plain = [], []
        for _ in range(ROUNDS):
            started = perf_counter()
            components = [explorer.component(type_, size, root, BUDGET).nodes for root in roots]
            fast.append(perf_counter() - started)
            started = perf_counter()
            counted = [plain_search(root, floor, states, table) for root in roots]
            plain.append(perf_counter() - started)
            assert components == counted
            nodes = sum(components)
        rows.append(
            {
                "type and size": f"{type_} {size}x{size}",
                "components": trees,
                "states": nodes,
                "million states/s": nodes / min(fast) / 1e6,
                "prototype": nodes / min(plain) / 1e6,
                "times as fast": min(plain) / min(fast),
                "bytes a state": bytes_a_state(type_, size, roots[int(np.argmax(components))], max(components)),
            }
        )
    report("states", "Whole components of the slide graph, one core", rows)


if __name__ == "__main__":
    main()
