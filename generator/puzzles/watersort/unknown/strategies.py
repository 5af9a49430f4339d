"""The best ways to play a level with hidden units, exact: a search through pours and what they may bring to light.

A pour that may reveal several things goes to one of several views, and each needs an answer. Such a pour uncovers what
can never be covered again, so searches through them end. Between two of them are pours whose outcome is certain; these
can go in circles, and are searched in breadth. Where one arrangement is left, the solver of all levels answers.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from generator.puzzles.watersort.arrangements import arrangements, changes
from generator.puzzles.watersort.level import Level, Tubes
from generator.puzzles.watersort.pours import Move
from generator.puzzles.watersort.search import Ending, kernel_rules, packed, search
from generator.puzzles.watersort.unknown.hidden import shown
from generator.puzzles.watersort.unknown.views import key_of, only_tubes, steps
from generator.puzzles.watersort.unknown.visible import lowest_that_move, visible_bound

NEVER = 1 << 40
"""More pours than any that are needed: there is no way."""

_ANY = 1 << 30
"""As many pours as one likes."""


class SpentError(Exception):
    """The nodes are spent before the answer is known."""


class Reveal(NamedTuple):
    """Pours of which the last one may lead to several views."""

    moves: tuple[Move, ...]
    outcomes: Sequence[Tubes]


class Strategies:
    """Answers about a level and all views that it may lead to; they share one budget of nodes, and what they find."""

    def __init__(self, level: Level, nodes: int) -> None:
        self.level = level
        self.left = nodes
        self.start = shown(level, level.tubes)
        self._rules = kernel_rules(level)
        self._bounds: dict[str, tuple[int, int]] = {}
        self._depths: dict[str, int] = {}
        self._within: dict[str, tuple[int, int]] = {}
        self._totals: dict[str, int] = {}
        self._least_totals: dict[str, int] = {}
        self._chances: dict[str, int] = {}

    def ways(self, view: Tubes) -> int:
        """How many arrangements look like a view."""
        return arrangements(view, self.level.capacity)

    def least(self, view: Tubes) -> int:
        """A bound on the pours that are needed in the worst case."""
        return self._bounds_of(view)[0]

    def _bounds_of(self, view: Tubes) -> tuple[int, int]:
        """Bounds on the pours of the worst case, and on their sum over all arrangements.

        In each of these as many pours are needed as runs have to move. The worst case is not better than the mean.
        """
        key = key_of(view)
        if key not in self._bounds:
            ways = self.ways(view)
            least = visible_bound(view, self.level)
            total = changes(view, self.level.capacity) + ways * lowest_that_move(view, self.level)
            self._bounds[key] = max(least, -(-total // ways)), max(ways * least, total)
        return self._bounds[key]

    def is_within(self, view: Tubes, most: int) -> bool:
        """Whether so many pours are enough, whatever the arrangement is. Raises SpentError."""
        key = key_of(view)
        least, known = self._within.get(key) or (self.least(view), NEVER)
        if most < least or known <= most:
            return known <= most
        self._spend(1)
        if self.ways(view) == 1:
            depth = self.depth(view)
            self._within[key] = depth, depth
            return depth <= most
        is_enough = self._answer(view, most) is not None
        self._within[key] = (least, most) if is_enough else (most + 1 if most < _ANY else NEVER, known)
        return is_enough

    def _answer(self, view: Tubes, most: int) -> Reveal | None:
        """Pours up to something new after which the rest of so many pours is enough, None where there are none."""
        for reveal in self._reveals(view, lambda reveal: self._hardest(reveal) <= most):
            rest = most - len(reveal.moves)
            if all(self.is_within(outcome, rest) for outcome in reveal.outcomes):
                return reveal
        return None

    def _hardest(self, reveal: Reveal) -> int:
        """A bound on the pours of a way in the worst case."""
        return len(reveal.moves) + max(map(self.least, reveal.outcomes))

    def worst(self) -> Iterator[int]:
        """Better and better bounds on the pours that are enough in every case; the last one is exact.

        It is NEVER where no way of playing solves every arrangement. Raises SpentError after those that it has proven.
        """
        most = self.least(self.start)
        yield most
        if not self.is_within(self.start, _ANY):
            yield NEVER
            return
        while not self.is_within(self.start, most):
            most += 1
            yield most

    def first(self, most: int, view: Tubes | None = None) -> Sequence[Move]:
        """The pours from a view up to the first that may reveal several things, where so many pours are enough.

        It is the whole solution where one arrangement is left, and then empty. Raises SpentError.
        """
        reveal = self._answer(self.start if view is None else view, most)
        return reveal.moves if reveal else ()

    def depth(self, view: Tubes) -> int:
        """The least pours of a view of which there is one arrangement. Raises SpentError."""
        key = key_of(view)
        if key not in self._depths:
            tubes = only_tubes(self.level, view)
            found = search(packed(tubes, self.level.capacity), self._rules, max(1, self.left))
            self._spend(found.nodes + 1)
            if found.ending is Ending.NODE_LIMIT:
                raise SpentError
            self._depths[key] = NEVER if found.way is None else len(found.way) - 1
        return self._depths[key]

    def mean(self) -> Fraction | None:
        """The least expected pours where all arrangements are equally likely, None where not all can be solved.

        Raises SpentError.
        """
        ways = self.ways(self.start)
        _, enough = self._within.get(key_of(self.start), (0, NEVER))
        total = self._total(self.start, enough * ways + 1 if enough < _ANY else NEVER)
        return None if total >= NEVER else Fraction(total, ways)

    def _total(self, view: Tubes, limit: int) -> int:
        """The least sum of pours over all arrangements; where it is not below the limit, some bound that is not."""
        key, ways = key_of(view), self.ways(view)
        if key in self._totals or self._least_total(view) >= limit:
            return self._totals.get(key, limit)
        if ways == 1:
            self._totals[key] = self.depth(view)
            return self._totals[key]
        best = limit
        reveals = self._reveals(view, lambda reveal: self._promise(reveal, ways) < limit)
        for reveal in sorted(reveals, key=lambda reveal: self._promise(reveal, ways)):
            best = min(best, self._total_after(reveal, ways, best))
        if best < limit:
            self._totals[key] = best
        else:
            self._least_totals[key] = limit
        return best

    def _promise(self, reveal: Reveal, ways: int) -> int:
        """A bound on the sum of pours over all arrangements that begin so."""
        return len(reveal.moves) * ways + sum(map(self._least_total, reveal.outcomes))

    def _total_after(self, reveal: Reveal, ways: int, limit: int) -> int:
        """The sum of pours over all arrangements that begin so, or a bound that is not below the limit."""
        least = [*map(self._least_total, reveal.outcomes)]
        total = len(reveal.moves) * ways + sum(least)
        for outcome, bound in zip(reveal.outcomes, least, strict=True):
            if total >= limit:
                break
            total += self._total(outcome, limit - total + bound) - bound
        return total

    def _least_total(self, view: Tubes) -> int:
        key = key_of(view)
        if key in self._totals:
            return self._totals[key]
        return max(self._least_totals.get(key, 0), self._bounds_of(view)[1])

    def chance(self, view: Tubes | None = None) -> int:
        """The most arrangements that are solved by one way of playing. Raises SpentError."""
        view = self.start if view is None else view
        key, ways = key_of(view), self.ways(view)
        if key not in self._chances:
            if ways == 1:
                self._chances[key] = int(self.depth(view) < NEVER)
            else:
                self._chances[key] = self._best_chance(view, ways)
        return self._chances[key]

    def _best_chance(self, view: Tubes, ways: int) -> int:
        best = 0
        for reveal in self._reveals(view, lambda _: True):
            hope = ways
            for outcome in reveal.outcomes:
                hope += self.chance(outcome) - self.ways(outcome)
                if hope <= best:
                    break
            best = max(best, hope)
            if best == ways:
                break
        return best

    def _reveals(self, view: Tubes, may_do: Callable[[Reveal], bool]) -> Iterator[Reveal]:
        """The ways to something new, the shortest first, through those pours that may do."""
        waiting: list[Reveal] = [Reveal((), (view,))]
        met = {key_of(view)}
        for moves, (here,) in waiting:
            self._spend(1)
            for move, outcomes in steps(self.level, here):
                reveal = Reveal((*moves, move), sorted(outcomes, key=self._difficulty))
                if not may_do(reveal):
                    continue
                if len(outcomes) > 1:
                    yield reveal
                elif (key := key_of(outcomes[0])) not in met:
                    met.add(key)
                    waiting.append(reveal)

    def _difficulty(self, view: Tubes) -> int:
        """Views that need the most pours go first."""
        return -self.least(view)

    def _spend(self, nodes: int) -> None:
        self.left -= nodes
        if self.left < 0:
            raise SpentError
