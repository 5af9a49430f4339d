"""Mutation operators on zero-space levels: each makes a child's genome from its parents and a random stream."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from generator.family import Genome, Space, Specimen
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.zero_space.genome import SEEDS, ZeroSpaceGenome
from generator.puzzles.sokoban.zero_space.scramble import grow_tree
from generator.puzzles.sokoban.zero_space.trees import ZeroSpace, zero_space_of

Operator = Callable[[Sequence[ZeroSpace], Space, np.random.Generator], Genome | None]

WINDOWS = (2, 3)
"""The sides, in walls, of the windows in which several edges are exchanged."""


def mutate(operator: str, parents: Sequence[Specimen], space: Space, rng: np.random.Generator) -> Genome | None:
    """The child of one application of an operator, or None where it does not apply."""
    return _OPERATORS[operator](_bases(parents, space), space, rng)


def random_genome(space: Space, rng: np.random.Generator) -> Genome:
    """A new seed for one of the types and sizes of the space."""
    return _child(str(rng.choice(space["types"])), int(rng.choice(space["sizes"])), space, rng).to_json()


def _bases(parents: Sequence[Specimen], space: Space) -> list[ZeroSpace]:
    """The parents as `start`, the tree that their policy began with, and `goal`, the end that it chose."""
    found = [zero_space_of(parse_level(parent.level)) for parent in parents]
    if space["policy"] != "deepest":
        return found
    return [ZeroSpace(zero.type, zero.size, zero.goal, zero.start) for zero in found]


def _child(type_: str, size: int, space: Space, rng: np.random.Generator, tree: int | None = None) -> ZeroSpaceGenome:
    names = ("sweeps", "budget") if space["policy"] == "deepest" else ("walk", "threshold")
    parameters = {name: int(space[name]) for name in names if name in space}
    return ZeroSpaceGenome(type_, size, int(rng.integers(SEEDS)), space["policy"], parameters, tree)


def _with_tree(parent: ZeroSpace, tree: int, space: Space, rng: np.random.Generator) -> Genome | None:
    if tree == parent.start:
        return None
    return _child(parent.type, parent.size, space, rng, tree).to_json()


def _new_seed(parents: Sequence[ZeroSpace], space: Space, rng: np.random.Generator) -> Genome:
    return _child(parents[0].type, parents[0].size, space, rng).to_json()


def _reshape(parents: Sequence[ZeroSpace], space: Space, rng: np.random.Generator) -> Genome | None:
    shapes = [(type_, size) for type_ in space["types"] for size in space["sizes"]]
    others = [shape for shape in shapes if shape != (parents[0].type, parents[0].size)]
    if not others:
        return None
    type_, size = others[rng.integers(len(others))]
    return _child(type_, size, space, rng).to_json()


def _exchange_edge(parents: Sequence[ZeroSpace], space: Space, rng: np.random.Generator) -> Genome | None:
    parent = parents[0]
    dropped = 1 << _pick(parent.start, rng)
    tree = grow_tree(parent.type, parent.size, parent.start ^ dropped, rng, among=~dropped & _all(parent))
    return _with_tree(parent, tree, space, rng)


def _exchange_window(parents: Sequence[ZeroSpace], space: Space, rng: np.random.Generator) -> Genome | None:
    parent = parents[0]
    side = 2 * int(rng.choice(WINDOWS))
    row, column = 2 * rng.integers(1, parent.size + 1, size=2)
    rows, columns = parent.geometry.cells.T
    inside = (rows >= row) & (rows <= row + side) & (columns >= column) & (columns <= column + side)
    window = sum(1 << int(slot) for slot in np.flatnonzero(inside))
    tree = grow_tree(parent.type, parent.size, parent.start & ~window, rng, among=window)
    return _with_tree(parent, tree, space, rng)


def _shift_line(parents: Sequence[ZeroSpace], space: Space, rng: np.random.Generator) -> Genome | None:
    """Move a box to another line, which changes the class of the level (its line counts), where one can take it."""
    parent = parents[0]
    slot = _pick(parent.start, rng)
    line = ((1 << parent.size) - 1) << (slot - slot % parent.size)
    tree = grow_tree(parent.type, parent.size, parent.start ^ (1 << slot), rng, among=_all(parent) & ~line)
    return _with_tree(parent, tree, space, rng) if (tree ^ parent.start) & ~line else None


def _other_end(parents: Sequence[ZeroSpace], space: Space, rng: np.random.Generator) -> Genome | None:
    """Begin from the end that the policy chose, so that the next sweep starts at the deepest partner."""
    return _with_tree(parents[0], parents[0].goal, space, rng)


def _cross(parents: Sequence[ZeroSpace], space: Space, rng: np.random.Generator) -> Genome | None:
    """A random spanning tree of the union of two trees."""
    one, other = parents
    if (one.type, one.size) != (other.type, other.size):
        return None
    tree = grow_tree(one.type, one.size, 0, rng, among=one.start | other.start)
    return None if tree == other.start else _with_tree(one, tree, space, rng)


def _all(parent: ZeroSpace) -> int:
    return (1 << parent.geometry.slots) - 1


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
