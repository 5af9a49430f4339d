"""Water sort from its rules, unit by unit: tubes are texts from the bottom to the top, and every position is met.

A position is its tubes in order, since it does not matter which of them stands where.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, permutations
from typing import NamedTuple

Tubes = tuple[str, ...]


def runs_of(tube: str) -> list[str]:
    """The runs of a tube from the bottom to the top."""
    return ["".join(run) for _, run in groupby(tube)]


class Pour(NamedTuple):
    """A pour from one place to another one, how many units it moves, and the tubes after it."""

    source: int
    target: int
    units: int
    after: Tubes


class Game(NamedTuple):
    """How much a tube holds, which pours there are (water, whole or ball), and the end (together or loose)."""

    capacity: int
    pour: str = "water"
    end: str = "together"

    def pours(self, tubes: Tubes) -> Iterator[Pour]:
        """All pours that are allowed."""
        for source in range(len(tubes)):
            for target in range(len(tubes)):
                if source != target:
                    yield from self._pour(tubes, source, target)

    def _pour(self, tubes: Tubes, source: int, target: int) -> Iterator[Pour]:
        rest, filled, units = tubes[source], tubes[target], 0
        while self._flows(rest, filled) and rest[-1] == tubes[source][-1] and not (units and self.pour == "ball"):
            rest, filled, units = rest[:-1], filled + rest[-1], units + 1
        stays = rest[-1:] == tubes[source][-1:]
        if units and not (self.pour == "whole" and stays):
            after = [{source: rest, target: filled}.get(place, tube) for place, tube in enumerate(tubes)]
            yield Pour(source, target, units, tuple(after))

    def _flows(self, source: str, target: str) -> bool:
        """Whether one unit can go from one tube into another one."""
        return source != "" and len(target) < self.capacity and target[-1:] in ("", source[-1])

    def is_solved(self, tubes: Tubes) -> bool:
        """Whether this is the end: a full tube of every colour, or one colour in every tube."""
        if self.end == "loose":
            return all(len(set(tube)) < 2 for tube in tubes)
        return all(colour * self.capacity in tubes for colour in set("".join(tubes)))

    def bound(self, tubes: Tubes) -> int:
        """The pours that are needed at least: those of all runs, but for the lowest ones that may stay.

        These are all lowest runs with loose ends, and otherwise a longest one of every colour.
        """
        lowest = sorted((runs_of(tube)[0] for tube in tubes if tube), key=len)
        staying = lowest if self.end == "loose" else list({run[0]: run for run in lowest}.values())
        everything = [run for tube in tubes for run in runs_of(tube)]
        return self._cost(everything) - self._cost(staying)

    def _cost(self, runs: Sequence[str]) -> int:
        return sum(map(len, runs)) if self.pour == "ball" else len(runs)

    def is_dead(self, tubes: Tubes) -> bool:
        """Whether no tube comes empty when runs are taken away for which others may have space, again and again."""
        left = [runs_of(tube) for tube in tubes]
        while all(left):
            places = [place for place in range(len(tubes)) if self._may_go(tubes, left, place)]
            if not places:
                return self.end == "together" or any(len(runs) > 1 for runs in left)
            left[places[0]].pop()
        return False

    def _may_go(self, tubes: Tubes, left: Sequence[Sequence[str]], place: int) -> bool:
        """Whether other tubes can take all units of the top run's colour that have been seen in its tube."""
        colour = left[place][-1][0]
        buried = len("".join(left[place][:-1]))
        others = [number for number in range(len(tubes)) if number != place]
        space = sum(self._space(tubes[other], colour, len(left[other]) - 1) for other in others)
        return space >= tubes[place][buried:].count(colour)

    def _space(self, tube: str, colour: str, least: int) -> int:
        """Units of a colour that fit on the best run of a tube, from that one up, beside those of it from there up."""
        most, runs = 0, runs_of(tube)
        for number, run in enumerate(runs):
            below = len("".join(runs[:number]))
            if number >= least and run[0] == colour:
                most = max(most, self.capacity - below - tube[below:].count(colour))
        return most

    def completions(self, tubes: Tubes) -> set[tuple[str, str]]:
        """Pairs of tubes: units of a colour above others, and a tube of that colour which there will always be.

        That is so where the last units of it come together. It is also so where all runs of it that lie above others
        could not hold what lies in its own tubes; not so for balls.
        """
        found = set[tuple[str, str]]()
        for source, target in permutations(tubes, 2):
            colour = source[-1:]
            if len(runs_of(source)) < 2 or set(target) != {colour}:
                continue
            plain = sum(len(tube) for tube in tubes if set(tube) == {colour})
            others = sum(self._space(tube, colour, 1) for tube in tubes if tube)
            last = len(runs_of(source)[-1] + target) == self.capacity
            if last or (self.pour != "ball" and others < plain):
                found.add((source, target))
        return found

    def following(self, position: Tubes) -> set[Tubes]:
        """The positions that a pour leads to."""
        return {tuple(sorted(pour.after)) for pour in self.pours(position)}

    def reached(self, tubes: Tubes) -> dict[Tubes, set[Tubes]]:
        """Every position that pours lead to from some tubes, with those after it."""
        start = tuple(sorted(tubes))
        found, queue = {start: self.following(start)}, deque([start])
        while queue:
            for position in found[queue.popleft()]:
                if position not in found:
                    found[position] = self.following(position)
                    queue.append(position)
        return found

    def remaining(self, reached: Mapping[Tubes, set[Tubes]]) -> dict[Tubes, int]:
        """The least pours to the end from each of the positions from which there are any."""
        before: dict[Tubes, set[Tubes]] = {position: set() for position in reached}
        for position, following in reached.items():
            for other in following:
                before[other].add(position)
        found = {position: 0 for position in reached if self.is_solved(position)}
        queue = deque(found)
        while queue:
            position = queue.popleft()
            for earlier in before[position] - found.keys():
                found[earlier] = found[position] + 1
                queue.append(earlier)
        return found


def shortest_ways(reached: Mapping[Tubes, set[Tubes]], remaining: Mapping[Tubes, int], tubes: Tubes) -> int:
    """How many shortest ways there are through positions to the end; 0 where there is none."""
    ways: dict[Tubes, int] = {}
    for position in sorted(remaining, key=lambda position: remaining[position]):
        nearer = [after for after in reached[position] if remaining.get(after) == remaining[position] - 1]
        ways[position] = sum(ways[after] for after in nearer) if remaining[position] else 1
    return ways.get(tuple(sorted(tubes)), 0)


def are_same(one: Tubes, other: Tubes) -> bool:
    """Whether tubes are others in another order and with other colours, by trying all ways to name these."""
    colours, others = sorted(set("".join(one))), sorted(set("".join(other)))
    if len(colours) != len(others):
        return False
    wanted = sorted(other)
    names = (str.maketrans("".join(colours), "".join(order)) for order in permutations(others))
    return any(sorted(tube.translate(name) for tube in one) == wanted for name in names)
