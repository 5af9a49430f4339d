"""Least slides with proof by a search from both ends, beside which other searches look for solutions.

A solution that is known spares shells: where the lower bound has come up to its length it is proven, and what the
largest shells hold need not be looked at. `pair_kernels` says what shells and cells are.
"""

from collections import Counter
from collections.abc import Callable
from time import monotonic

import numpy as np

from generator.puzzles.sokoban.kinds.zero_space import pair_kernels as kernels
from generator.puzzles.sokoban.kinds.zero_space.beams import shortest_beam
from generator.puzzles.sokoban.kinds.zero_space.pair_kernels import Words
from generator.puzzles.sokoban.kinds.zero_space.pairs import Ends, ends_of
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace
from generator.puzzles.sokoban.slides.finding import Finding, Limits, Slides
from generator.values import SolveStatus

WIDTH = 1_000
"""States that the first beams keep of each layer; the next ones keep ten times as many."""

PATIENCE = 100
"""Wider beams are worth their time when the next shell has so many entries for each state of their width."""

BEAM_SHARE = 8
"""A beam keeps at most this part of the nodes."""

MOST = 1 << 12
"""Slides from an end to which a search goes."""

SLICE = 1 << 16
"""States expanded between two looks at the clock."""

_NODE_BYTES = 56
"""Memory for each closed state: 32 bytes of its own, 16 for entries, of which a cell has fewer than there are states,
and at most 8 for their table."""

_ENTRIES = 1 << 12
"""Entries for which there is room however few the states are."""

Guess = Callable[[Callable[[], bool]], tuple[Slides | None, int]]
"""Another search for a solution, told how to ask whether the time has ended: what it finds, and the nodes it took."""


def no_guess(_: Callable[[], bool]) -> tuple[None, int]:
    """Find nothing."""
    return None, 0


def least_slides(
    zero: ZeroSpace,
    limits: Limits,
    known: Slides | None = None,
    guess: Guess = no_guess,
    clock: Callable[[], float] = monotonic,
) -> Finding:
    """A shortest way from the start to the goal of a type b, e or s whose states fit two words.

    Both ends have equally many boxes on every line. A way that is known already spares the shells in which there are
    only ways as long; where shells become large, a guess is made for that reason.
    """
    search = _Search(ends_of(zero), limits, guess, clock)
    search.slides = known
    status = search.run()
    return Finding(status, search.lower, search.slides, search.nodes)


def warm() -> Finding:
    """Compile or load every kernel, by a search that needs them all."""
    return least_slides(DETOUR, Limits(1 << 15, megabytes=64), LONGER)


DETOUR = ZeroSpace("e", 4, 706895713865, 418160072217)
"""A level whose shortest ways lead past the shells of both ends."""

_FIRST_HALF = (5, 8, 22, 12, 30, 33, 32, 26, 28, 22, 30, 8, 13, 17, 28, 30)
LONGER = np.array([*_FIRST_HALF, 32, 33, 34, 13, 38, 14, 17, 12, 18, 34, 33, 32, 4, 25, 2, 2], np.int32)
"""Slides that solve it, two more than are needed."""


class _Search:
    """A search from both ends; all that it counts are slides.

    lower: no way is shorter. slides: the shortest way that is known. The priority of the first shell at each end is the
    distance of both by the line bound.
    """

    def __init__(self, ends: Ends, limits: Limits, guess: Guess, clock: Callable[[], float]) -> None:
        self._ends, self._guess, self._ended = ends, guess, limits.watched(clock)
        self._memory = _memory(limits)
        self._buffer = np.empty((2, kernels.JUNCTIONS), np.int64)
        self._width = WIDTH
        self._other_nodes = 0
        self._cells: dict[tuple[int, int, int], range] = {}
        self._waiting = Counter({(end, ends.distance): 1 for end in (0, 1)})
        self._shell = [ends.distance - 2, ends.distance - 2]
        self.lower = ends.distance
        self.slides: Slides | None = None

    @property
    def nodes(self) -> int:
        return self._other_nodes + int(self._memory.control[kernels.CLOSED])

    def run(self) -> SolveStatus:
        self._try_beams()
        while self._longest_wanted() >= self.lower:
            end = self._next_end()
            if self._is_exhausted(end):
                return SolveStatus.UNSOLVABLE if self.slides is None else SolveStatus.SOLVED
            if self._waiting[end, self._shell[end] + 2] > PATIENCE * self._width and not self._ended():
                self._try_guess()
                self._try_beams()
            elif not self._close_shell(end):
                return SolveStatus.NODE_LIMIT
        return SolveStatus.SOLVED

    def _longest_wanted(self) -> int:
        """How long a way may be to be shorter than the one that is known."""
        return MOST if self.slides is None else len(self.slides) - 2

    def _try_beams(self) -> None:
        """Look for a shorter way by beams; ways with as many detours as that are left to the shells."""
        most = min(self._longest_wanted(), 3 * self._ends.distance + 64)
        nodes = len(self._memory.closed) // BEAM_SHARE
        slides, kept = shortest_beam(self._ends, self._width, most, nodes, self._ended)
        self._other_nodes += kept
        self._width *= 10
        if slides is not None:
            self.slides = slides

    def _try_guess(self) -> None:
        """Guess once, and keep what is shorter than anything known."""
        slides, nodes = self._guess(self._ended)
        self._other_nodes += nodes
        if slides is not None and len(slides) <= self._longest_wanted():
            self.slides = slides
        self._guess = no_guess

    def _next_end(self) -> int:
        """The end to whose next shell fewer slides lead; both begin with one shell, as the lower bound needs."""
        if min(self._shell) < self._ends.distance:
            return int(self._shell[0] >= self._ends.distance)
        if self._is_exhausted(0) or self._is_exhausted(1):
            return int(not self._is_exhausted(0))
        zero, one = (self._waiting[end, self._shell[end] + 2] for end in (0, 1))
        return int(one < zero)

    def _is_exhausted(self, end: int) -> bool:
        """Whether all that can be reached from an end is closed."""
        return not (self._waiting[end, self._shell[end] + 2] or self._waiting[end, self._shell[end] + 4])

    def _close_shell(self, end: int) -> bool:
        """Close the next shell of an end; False where a limit was reached."""
        shell = self._shell[end] = self._shell[end] + 2
        self._memory.control[kernels.RAISED :] = 0
        if self._waiting[end, shell] and not self._close_cells(end):
            return False
        for further, raised in enumerate(self._memory.control[kernels.RAISED :].tolist(), 1):
            self._waiting[end, shell + 2 * further] += raised
        if self._longest_wanted() < self.lower:
            return True
        middle = sum(self._shell) // 2
        self.lower = max(self.lower, middle + (middle - self.lower) % 2)
        return self.lower != middle or middle != self._longest_wanted() or self._touch(end)

    def _close_cells(self, end: int) -> bool:
        """Close the cells of a shell from the nearest on, until they meet the other end; False at a limit."""
        shell, control = self._shell[end], self._memory.control
        if shell == self._ends.distance:
            self._memory.pool[0], control[kernels.POOLED] = self._ends.states[end], 1
        depths = [made + 1 for whose, of, made in self._cells if whose == end and shell - 4 <= of < shell]
        made, last = min(depths, default=0), max(depths, default=0)
        while made <= last or control[kernels.POOLED]:
            found = all(self._expand(end, shell - 2 * raised, made - 1, raised) for raised in (1, 2))
            if not found or (control[kernels.POOLED] and not self._close_cell(end, made)):
                return False
            if self._longest_wanted() < self.lower:
                break
            made += 1
        return True

    def _close_cell(self, end: int, made: int) -> bool:
        """Close the cell in the pool, unless it meets the other end enter the next one; False at a limit."""
        entries, first = (int(self._memory.control[place]) for place in (kernels.POOLED, kernels.CLOSED))
        found = int(kernels.gather(self._memory))
        if found == kernels.FULL or made == MOST:
            return False
        self._cells[end, self._shell[end], made] = range(first, first + found)
        return self._meet(end, made, first, entries) or self._expand(end, self._shell[end], made, 0)

    def _expand(self, end: int, shell: int, made: int, raised: int) -> bool:
        """Enter what slides that raise the priority that much make of a cell into the pool; False at a limit."""
        cell = self._cells.get((end, shell, made), range(0))
        arguments = end, raised, self._ends.counts, self._ends.board, self._memory, self._buffer
        for begin in range(cell.start, cell.stop, SLICE):
            last = min(begin + SLICE, cell.stop)
            if self._ended() or kernels.expand(begin, last, *arguments) == kernels.FULL:
                return False
        return True

    def _meet(self, end: int, made: int, first: int, entries: int) -> bool:
        """Compare the cell just gathered with the only one of the other end that makes a way of a new length."""
        other = self._shell[1 - end]
        other -= ((self._shell[end] + other) // 2 - self._ends.distance) % 2 * 2
        length = (self._shell[end] + other) // 2
        cell = self._cells.get((1 - end, other, length - made), range(0))
        one, two = kernels.meet(first, entries, cell.start, cell.stop, self._memory)
        if one >= 0:
            self._join(end, made, self._memory.closed[one], length - made, self._memory.closed[two])
        return bool(one >= 0)

    def _touch(self, end: int) -> bool:
        """See whether a slide from the last but one shell of an end leads to the last but one of the other.

        Only there may a way be that is as short as the last shells allow and that has no state in shells of both ends.
        """
        middle, other = sum(self._shell) // 2, self._shell[1 - end] - 2
        for (whose, shell, left), cell in tuple(self._cells.items()):
            if (whose, shell) != (1 - end, other):
                continue
            if not self._expand(end, self._shell[end] - 2, middle - left - 1, 2):
                return False
            entry, number = kernels.touch(cell.start, cell.stop, self._memory)
            if entry >= 0:
                self._join(end, middle - left, self._memory.pool[entry], left, self._memory.closed[number])
                return True
            self._memory.control[kernels.POOLED] = 0
        self.lower += 2
        return True

    def _join(self, end: int, made: int, state: Words, left: int, other: Words) -> None:
        """Enter a solution that goes through a state, which both ends have with the slides that led there."""
        ways = {end: self._way(end, made, state), 1 - end: self._way(1 - end, left, other)}
        self.slides = np.concatenate([ways[0][::-1], ways[1]])
        self.lower = made + left

    def _way(self, end: int, made: int, state: Words) -> Slides:
        """The slides from a state back to an end."""
        rows, columns = (int(word) for word in state)
        slides = []
        for left in range(made - 1, -1, -1):
            half, slide = divmod((rows >> kernels.SLIDE) - 1, kernels.HALF)
            slides.append(slide + half * self._ends.board.rows)
            rows &= kernels.STATE
            rows, columns = (rows, columns ^ 3 << slide) if half else (rows ^ 3 << slide, columns)
            rows = self._stored_rows(end, left, rows, columns)
        return np.array(slides, np.int32)

    def _stored_rows(self, end: int, made: int, rows: int, columns: int) -> int:
        """The rows' word of a closed state with the slide that led there."""
        closed = self._memory.closed
        cells = [cell for (whose, _, depth), cell in self._cells.items() if (whose, depth) == (end, made)]
        numbers = (kernels.find(rows, columns, cell.start, cell.stop, closed) for cell in cells)
        return int(closed[next(number for number in numbers if number >= 0), 0])


def _memory(limits: Limits) -> kernels.Memory:
    nodes = min(limits.nodes, limits.megabytes * 2**20 // _NODE_BYTES)
    entries = max(nodes, _ENTRIES)
    return kernels.Memory(
        closed=np.empty((nodes, 2), np.int64),
        back=np.empty((nodes, 2), np.int64),
        pool=np.empty((entries, 2), np.int64),
        table=np.empty(1 << entries.bit_length(), np.int32),
        control=np.zeros(4, np.int64),
    )
