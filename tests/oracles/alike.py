"""How much of one rack of tubes is in another one, by slow ways: tubes are texts from the bottom to the top."""

from collections.abc import Mapping, Sequence
from itertools import permutations, product

Weights = Sequence[Sequence[int]]


def greedy(weights: Weights) -> list[int]:
    """A partner for every row: the greatest weight goes first, of equal ones that in the first row and column."""
    places = [(-weight, row, column) for row, line in enumerate(weights) for column, weight in enumerate(line)]
    partners: dict[int, int] = {}
    for _, row, column in sorted(places):
        if row not in partners and column not in partners.values():
            partners[row] = column
    return [partners[row] for row in range(len(weights))]


def equal(one: str, other: str, names: Mapping[str, str]) -> int:
    """How many units of a tube lie as in another one when its colours are renamed."""
    return sum(names[unit] == beside for unit, beside in zip(one, other, strict=False))


def kin(one: Sequence[str], other: Sequence[str], rounds: int) -> dict[str, str]:
    """For every colour the one of the other rack whose tubes are most alike, and these by the colours in them."""
    colours, others = sorted(set("".join(one))), sorted(set("".join(other)))
    alike = {(colour, beside): 1.0 for colour in colours for beside in others}
    for _ in range(rounds):
        shared = {
            (tube, beside): sum(map(alike.__getitem__, zip(tube, beside, strict=False)))
            for tube in one
            for beside in other
        }
        found = dict.fromkeys(alike, 0.0)
        for tube, beside in product(one, other):
            for pair in zip(tube, beside, strict=False):
                found[pair] += (shared[tube, beside] / max(shared.values())) ** 2
        alike = {pair: value / max(found.values()) for pair, value in found.items()}
    partners = greedy([[int(alike[colour, beside] * 2**30) for beside in others] for colour in colours])
    return {colour: others[place] for colour, place in zip(colours, partners, strict=True)}


def matched_in_turn(one: Sequence[str], other: Sequence[str], rounds: int) -> int:
    """The most units that lie in the same places when tubes and colours are matched in turn, both greedily."""
    colours, others = sorted(set("".join(one))), sorted(set("".join(other)))
    names, most = kin(one, other, rounds), 0
    for _ in range(rounds):
        partners = greedy([[equal(tube, beside, names) for beside in other] for tube in one])
        pairs = [(tube, other[partner]) for tube, partner in zip(one, partners, strict=True)]
        most = max(most, sum(equal(tube, beside, names) for tube, beside in pairs))
        meetings = [unit for tube, beside in pairs for unit in zip(tube, beside, strict=False)]
        renamed = greedy([[meetings.count((colour, name)) for name in others] for colour in colours])
        names = {colour: others[place] for colour, place in zip(colours, renamed, strict=True)}
    return most


def most_alike(one: Sequence[str], other: Sequence[str]) -> int:
    """The most units that lie in the same places, over all ways to match tubes and colours."""
    colours, others = sorted(set("".join(one))), sorted(set("".join(other)))
    most = 0
    for order in permutations(others):
        names = dict(zip(colours, order, strict=True))
        alike = [[equal(tube, beside, names) for beside in other] for tube in one]
        most = max(most, _heaviest(alike))
    return most


def _heaviest(weights: Weights) -> int:
    """The greatest sum of weights with one in every row and column."""
    orders = permutations(range(len(weights)))
    return max(sum(line[column] for line, column in zip(weights, order, strict=True)) for order in orders)
