"""Searches from a position: their memory grows as they go, within limits."""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple, TypeVar, cast

import numpy as np

from generator.puzzles.watersort import kernel_constants
from generator.puzzles.watersort import search_kernels as kernels
from generator.puzzles.watersort.colours import LETTERS
from generator.puzzles.watersort.level import Level, Tubes
from generator.puzzles.watersort.limits import MOST_COLOURS, USUAL_CAPACITY
from generator.puzzles.watersort.position_kernels import Rules, Words, Workspace
from generator.puzzles.watersort.pours import Move, amount, poured
from generator.puzzles.watersort.search_kernels import Memory, Order, Target

_FIRST = 4096
"""States that a search has places for at first."""
STEP = 20_000
"""Nodes after which there is time to look at the clock: a few tenths of a second."""
TECHNIQUES = ("deadlocks", "completing")
END = Target(np.empty(0, np.int64), 0)
"""The end of the game, whichever it is."""


Numbers = TypeVar("Numbers", bound=np.ndarray)


class Ending(IntEnum):
    """How a search ended."""

    SOLVED = kernel_constants.SOLVED
    UNSOLVABLE = kernel_constants.UNSOLVABLE
    NODE_LIMIT = kernel_constants.NODE_LIMIT


class Result(NamedTuple):
    """How a search ended or stands, the least pours that are possible, the positions of the way found, and the nodes.

    With a weight beyond 1, and where there is no way, the lower bound is that of the start alone.
    """

    ending: Ending
    lower: int
    way: Words | None
    nodes: int


def kernel_rules(level: Level, without: frozenset[str] = frozenset()) -> Rules:
    """The rules of a level for the kernels; `without` names techniques that are left out."""
    used = [int(name not in without) for name in TECHNIQUES]
    return Rules(level.capacity, bits_of(level.capacity), int(level.pour), int(level.end), *used)


def bits_of(capacity: int) -> int:
    """How many bits a unit has in the word of a tube."""
    return 5 if capacity <= USUAL_CAPACITY else 4


def packed(tubes: Tubes, capacity: int) -> Words:
    """Tubes as words, in order."""
    return np.array(sorted(_words(tubes, capacity)), np.int64)


def _words(tubes: Tubes, capacity: int) -> list[int]:
    """Tubes as words."""
    letters = _letters(tubes, capacity)
    return [word_of(tube, letters, bits_of(capacity)) for tube in tubes]


def tubes_of(words: Words, level: Level) -> Tubes:
    """A position of a level as its tubes."""
    letters, bits = _letters(level.tubes, level.capacity), bits_of(level.capacity)
    return tuple(_tube_of(int(word), letters, bits) for word in words)


def _letters(tubes: Tubes, capacity: int) -> str:
    """The colours by their numbers; units of 4 bits are the places of their colours among those that there are."""
    return LETTERS if capacity <= USUAL_CAPACITY else "".join(sorted(set("".join(tubes))))


@lru_cache(maxsize=1 << 16)
def _tube_of(word: int, letters: str, bits: int) -> str:
    """The tube of a word."""
    units = [word >> place & (1 << bits) - 1 for place in range(0, 64, bits)]
    return "".join(letters[unit - 1] for unit in units if unit)


@lru_cache(maxsize=1 << 16)
def word_of(tube: str, letters: str, bits: int) -> int:
    """A tube as a word of 64 bits with a sign, its units by their places among letters."""
    word = sum(letters.index(unit) + 1 << bits * index for index, unit in enumerate(tube))
    return word - (1 << 64) if word >> 63 else word


def search(start: Words, rules: Rules, nodes: int, weight: int = 1, salt: int = 0, megabytes: int = 2048) -> Result:
    """The end of a search with so many nodes."""
    *_, last = searched(start, rules, Order(nodes, weight, salt), megabytes)
    return last


def searched(start: Words, rules: Rules, order: Order, megabytes: int, target: Target = END) -> Iterator[Result]:
    """A search that stands still every now and then; what comes last is its end.

    A target that is a position must not be lost, and on the way there `rules` must not complete colours.
    """
    for memory, ending, goal in _advanced(start, rules, order, megabytes, target):
        tally = memory.tally
        bounded = order.weight == 1 and ending is not Ending.UNSOLVABLE
        lower = tally[kernels.LOWEST] // tally[kernels.STRIDE] if bounded else memory.notes[0, kernels.BOUND]
        yield Result(ending, int(lower), _trace(memory, goal) if goal >= 0 else None, int(tally[kernels.NODES]))


def reached(start: Words, rules: Rules, nodes: int, megabytes: int = 2048) -> tuple[Ending, Words]:
    """How a search with so many nodes ended, and all positions that it has met; the rules should leave none out."""
    *_, (memory, ending, _) = _advanced(start, rules, Order(nodes, 1, 0), megabytes, END)
    return ending, memory.states[: memory.tally[kernels.COUNT]]


def _advanced(
    start: Words, rules: Rules, order: Order, megabytes: int, target: Target
) -> Iterator[tuple[Memory, Ending, int]]:
    """The memory of a search now and then, how it stands, and the state of the target or -1."""
    memory = memory_for(_FIRST, start.size, rules, order.weight)
    kernels.begin(start, rules, order.weight, target, memory)
    workspace = workspace_for(start.size)
    while True:
        step = order._replace(nodes=min(order.nodes, int(memory.tally[kernels.NODES]) + STEP))
        ending, goal = kernels.advance(memory, rules, step, target, workspace)
        full = ending == kernel_constants.FULL
        if full and 3 * _size(memory) <= megabytes << 20:  # the old one and one of twice its size
            memory = _grown(memory)
            continue
        yield memory, Ending.NODE_LIMIT if full else Ending(ending), goal
        if ending != kernel_constants.NODE_LIMIT or memory.tally[kernels.NODES] >= order.nodes:
            return


def moves_of(level: Level, way: Words) -> list[Move]:
    """The pours between positions whose tubes have no order, as pours of a level's own tubes."""
    tubes, moves = level.tubes, []
    for position in way[1:]:
        move = _leading(level, tubes, Counter(position.tolist()))
        tubes = poured(level, tubes, move)
        moves.append(move)
    return moves


def _leading(level: Level, tubes: Tubes, wanted: Counter[int]) -> Move:
    """The pour that leads to a position; it takes two tubes that are not there."""
    words = _words(tubes, level.capacity)
    gone = Counter(words) - wanted
    places = [index for index, word in enumerate(words) if word in gone]
    moves = (
        Move(source, target) for source, target in permutations(places, 2) if amount(level, tubes, Move(source, target))
    )
    return next(move for move in moves if Counter(_words(poured(level, tubes, move), level.capacity)) == wanted)


def memory_for(places: int, tubes: int, rules: Rules, weight: int) -> Memory:
    """Memory for so many states, a power of two, each of so many tubes."""
    units = tubes * rules.capacity
    return Memory(
        states=np.empty((places, tubes), np.int64),
        notes=np.empty((places, 4), np.int32),
        table=np.full(4 * places, -1, np.int32),
        stack=np.empty((4 * places, 2), np.int32),
        buckets=np.full(2 * (weight + 1) * units * (units + 1), -1, np.int32),
        tally=np.zeros(5, np.int64),
    )


def workspace_for(tubes: int) -> Workspace:
    """Memory for the work on a position with so many tubes."""
    heights, others = np.empty(tubes, np.int64), np.empty(tubes, np.int64)
    space, seen = (np.empty((tubes, MOST_COLOURS + 1), np.int64) for _ in range(2))
    return Workspace(
        np.empty((tubes**2, 2), np.int32),
        np.empty((tubes**2, tubes), np.int64),
        heights,
        others,
        space,
        seen,
        np.empty(MOST_COLOURS + 1, np.int64),
    )


def _trace(memory: Memory, state: int) -> Words:
    """The positions from the start to a state, int64 (pours + 1, tubes)."""
    way = []
    while state >= 0:
        way.append(state)
        state = int(memory.notes[state, kernels.PARENT])
    return memory.states[way[::-1]]


def _grown(memory: Memory) -> Memory:
    """The same memory with twice the room for states, or for promises where the states have enough."""
    tubes, tally = memory.states.shape[1], memory.tally
    if min(len(memory.states) - tally[kernels.COUNT], len(memory.stack) - tally[kernels.PUSHED]) >= tubes**2:
        return memory._replace(buckets=np.concatenate([memory.buckets, np.full_like(memory.buckets, -1)]))
    grown = memory._replace(
        states=_twice(memory.states),
        notes=_twice(memory.notes),
        table=np.full(2 * memory.table.size, -1, np.int32),
        stack=_twice(memory.stack),
    )
    kernels.enter(grown)
    return grown


def _twice(array: Numbers) -> Numbers:
    grown = np.empty((2 * len(array), *array.shape[1:]), array.dtype)
    grown[: len(array)] = array
    return cast(Numbers, grown)


def _size(memory: Sequence[np.ndarray]) -> int:
    return sum(array.nbytes for array in memory)
