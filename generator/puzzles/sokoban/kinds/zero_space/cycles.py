"""Which doors lie on a common cycle: the blocks of a graph (Hopcroft and Tarjan, 1973)."""

from collections.abc import Mapping, Sequence

Ways = Mapping[int, Sequence[tuple[int, int]]]
"""For every junction its doors, each with the junction behind it."""

_NONE = -1


def blocks_of(doors: Sequence[tuple[int, int]]) -> list[int]:
    """For every door, given by the junctions that it joins, a number: that of the doors it shares a cycle with."""
    ways: dict[int, list[tuple[int, int]]] = {}
    for door, (one, other) in enumerate(doors):
        ways.setdefault(one, []).append((door, other))
        ways.setdefault(other, []).append((door, one))
    entered: dict[int, tuple[int, int]] = {}
    for junction in ways:
        if junction not in entered:
            entered |= _depth_first(ways, junction)
    order = {junction: number for number, junction in enumerate(entered)}
    highest = _highest(ways, entered, order)
    block = {_NONE: _NONE}
    for junction, (door, above) in entered.items():
        if door != _NONE:
            block[door] = door if highest[junction] >= order[above] else block[entered[above][0]]
    deeper = [max(ends, key=order.__getitem__) for ends in doors]
    return [block.get(door, block[entered[deeper[door]][0]]) for door in range(len(doors))]


def _depth_first(ways: Ways, first: int) -> dict[int, tuple[int, int]]:
    """The junctions in the order of a depth-first search, each with the door to it and the junction above."""
    entered, path = {first: (_NONE, _NONE)}, [first]
    ahead = {junction: iter(ways[junction]) for junction in ways}
    while path:
        for door, other in ahead[path[-1]]:
            if other not in entered:
                entered[other] = door, path[-1]
                path.append(other)
                break
        else:
            path.pop()
    return entered


def _highest(ways: Ways, entered: dict[int, tuple[int, int]], order: Mapping[int, int]) -> dict[int, int]:
    """For every junction the least number at the end of a back edge from it or from below it in the search."""
    highest = dict(order)
    for junction in reversed(entered):
        door, above = entered[junction]
        back = [order[other] for way, other in ways[junction] if way != door]
        highest[junction] = min([highest[junction], *back])
        if door != _NONE:
            highest[above] = min(highest[above], highest[junction])
    return highest
