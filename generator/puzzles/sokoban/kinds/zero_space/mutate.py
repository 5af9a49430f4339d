"""Mutation operators on zero-space levels: each makes a child's genome from its parents and a random stream."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

import numpy as np

from generator.puzzles.sokoban.kinds.zero_space.boards.drawing import read_outline
from generator.puzzles.sokoban.kinds.zero_space.boards.frames import frame_of
from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import geometry
from generator.puzzles.sokoban.kinds.zero_space.boards.outline import Size, square
from generator.puzzles.sokoban.kinds.zero_space.genome import SEEDS, ZeroSpaceGenome
from generator.puzzles.sokoban.kinds.zero_space.limits import EXHAUSTIVE, SLIDING, kind_of
from generator.puzzles.sokoban.kinds.zero_space.making.passage import fixed_boxes, inner_slots, is_start
from generator.puzzles.sokoban.kinds.zero_space.making.scramble import grow_tree
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, tree_of, zero_space_of
from generator.puzzles.sokoban.notation.xsb import written_level
from generator.values import Genome, Space, Specimen

Operator = Callable[[Sequence[ZeroSpace], Space, np.random.Generator], Genome | None]

WINDOWS = (2, 3)
"""The sides, in walls, of the windows in which several edges are exchanged."""


def mutate(operator: str, parents: Sequence[Specimen], space: Space, rng: np.random.Generator) -> Genome | None:
    """The child of one application of an operator, or None where it does not apply, as to parents of another space."""
    bases = _bases(parents, space)
    kinds, sizes = kinds_of(space), sizes_in(space)
    if any(base.type not in kinds or base.size not in sizes for base in bases):
        return None
    return _OPERATORS[operator](bases, space, rng)


def kinds_of(space: Space) -> list[str]:
    """The types of a space with their variants."""
    return [kind_of(type_, space.get("hull", "")) for type_ in space["types"]]


def sizes_in(space: Space) -> list[Size]:
    """The sizes of a space, or the only outline that it has."""
    if "outline" in space:
        return [read_outline(space["outline"], tuple(space["types"]))]
    return list(space["sizes"])


def random_genome(space: Space, rng: np.random.Generator) -> Genome:
    """A new seed for one of the types and sizes of the space."""
    kinds, sizes = kinds_of(space), sizes_in(space)
    return _child(kinds[rng.integers(len(kinds))], sizes[rng.integers(len(sizes))], space, rng).to_json()


def _bases(parents: Sequence[Specimen], space: Space) -> list[ZeroSpace]:
    """The parents as `start`, the tree that their policy began with, and `goal`, the end that it chose."""
    found = [_trees_of(parent.text) for parent in parents]
    if space["policy"] not in EXHAUSTIVE:
        return found
    return [ZeroSpace(zero.type, zero.size, zero.goal, zero.start) for zero in found]


@lru_cache(maxsize=4096)
def _trees_of(text: str) -> ZeroSpace:
    """The trees of a parent, which has many children; there may be hundreds of islands with parents."""
    return zero_space_of(written_level(text))


def genome_in(space: Space, type_: str, size: Size, seed: int, tree: int | None) -> ZeroSpaceGenome:
    """The genome with the policy of a space and its parameters."""
    names = ("sweeps", "budget") if space["policy"] in EXHAUSTIVE else ("walk", "threshold")
    parameters = {name: int(space[name]) for name in names if name in space}
    return ZeroSpaceGenome(type_, size, seed, space["policy"], parameters, tree)


def _child(type_: str, size: Size, space: Space, rng: np.random.Generator, tree: int | None = None) -> ZeroSpaceGenome:
    return genome_in(space, type_, size, int(rng.integers(SEEDS)), tree)


def _with_tree(parent: ZeroSpace, tree: int, space: Space, rng: np.random.Generator) -> Genome | None:
    if tree == parent.start or (parent.type == "s" and not is_start(square(parent.size), tree)):
        return None
    return _child(parent.type, parent.size, space, rng, tree).to_json()


def _new_seed(parents: Sequence[ZeroSpace], space: Space, rng: np.random.Generator) -> Genome:
    return _child(parents[0].type, parents[0].size, space, rng).to_json()


def _reshape(parents: Sequence[ZeroSpace], space: Space, rng: np.random.Generator) -> Genome | None:
    shapes = [(type_, size) for type_ in kinds_of(space) for size in sizes_in(space)]
    others = [shape for shape in shapes if shape != (parents[0].type, parents[0].size)]
    if not others:
        return None
    type_, size = others[rng.integers(len(others))]
    return _child(type_, size, space, rng).to_json()


def _exchange_edge(parents: Sequence[ZeroSpace], space: Space, rng: np.random.Generator) -> Genome | None:
    parent = parents[0]
    dropped = 1 << _pick(parent.start & _movable(parent), rng)
    tree = grow_tree(parent.type, parent.size, parent.start ^ dropped, rng, among=~dropped & _movable(parent))
    return _with_tree(parent, tree, space, rng)


def _exchange_window(parents: Sequence[ZeroSpace], space: Space, rng: np.random.Generator) -> Genome | None:
    parent = parents[0]
    pitch = 2 if parent.type in SLIDING else 3
    side = pitch * WINDOWS[rng.integers(len(WINDOWS))]
    row, column = (pitch * rng.integers(1, parent.frame.size + 1, size=2)).tolist()
    window = _window(parent.type, parent.size, row, column, side) & _movable(parent)
    tree = grow_tree(parent.type, parent.size, parent.start & ~window, rng, among=window)
    return _with_tree(parent, tree, space, rng)


def _shift_line(parents: Sequence[ZeroSpace], space: Space, rng: np.random.Generator) -> Genome | None:
    """Move a box to another line, which changes the class of the level (its line counts), where one can take it.

    In types w and g boxes may leave their line (and do not in g's square hull, where other operators do this).
    """
    parent = parents[0]
    if parent.type not in SLIDING:
        return None
    slot = _pick(parent.start & _movable(parent), rng)
    line = _line(parent.type, parent.size, slot)
    tree = grow_tree(parent.type, parent.size, parent.start ^ (1 << slot), rng, among=_movable(parent) & ~line)
    return _with_tree(parent, tree, space, rng) if (tree ^ parent.start) & ~line else None


def _other_end(parents: Sequence[ZeroSpace], space: Space, rng: np.random.Generator) -> Genome | None:
    """Begin from the end that the policy chose, so that the next sweep starts at the deepest partner.

    In type s a level cannot begin there: its boxes along the outer wall are pushed on.
    """
    return _with_tree(parents[0], parents[0].goal, space, rng)


def _cross(parents: Sequence[ZeroSpace], space: Space, rng: np.random.Generator) -> Genome | None:
    """A random spanning tree of the union of two trees."""
    one, other = parents
    if (one.type, one.size) != (other.type, other.size):
        return None
    kept = one.start & ~_movable(one)
    tree = grow_tree(one.type, one.size, kept, rng, among=one.start | other.start)
    return None if tree == other.start else _with_tree(one, tree, space, rng)


def _movable(parent: ZeroSpace) -> int:
    """The slots whose boxes may change."""
    if parent.type == "s":
        return inner_slots(square(parent.size)) & ~fixed_boxes(square(parent.size))
    return (1 << parent.frame.slots) - 1


@lru_cache(maxsize=4096)
def _window(type_: str, size: Size, row: int, column: int, side: int) -> int:
    """The slots within a square."""
    rows, columns = frame_of(type_, size).cells.T
    return tree_of((rows >= row) & (rows <= row + side) & (columns >= column) & (columns <= column + side))


@lru_cache(maxsize=4096)
def _line(type_: str, size: Size, slot: int) -> int:
    """The slots on the line of a slot."""
    lines = geometry(type_, size).line
    return tree_of(lines == lines[slot])


def _pick(tree: int, rng: np.random.Generator) -> int:
    slots = [slot for slot in range(tree.bit_length()) if tree >> slot & 1]
    return int(slots[rng.integers(len(slots))])


_OPERATORS: dict[str, Operator] = {
    "new_seed": _new_seed,
    "reshape": _reshape,
    "exchange_edge": _exchange_edge,
    "exchange_window": _exchange_window,
    "shift_line": _shift_line,
    "other_end": _other_end,
    "cross": _cross,
}

OPERATORS: Mapping[str, int] = {name: 2 if name == "cross" else 1 for name in _OPERATORS}
