"""What slides leave as it is beyond line counts and sign: the parts of a tree (docs/research/zero-space.md)."""

from collections import Counter

from tests.oracles.signs import determinant


def are_told_apart(slides, one, other):
    """Whether two trees differ in their parts, in the boxes on a stretch of a line, or in the sign of a part."""
    stretches, parts = parts_of(slides, one)
    if (stretches, parts) != parts_of(slides, other):
        return True
    if Counter(stretches[slot] for slot in one) != Counter(stretches[slot] for slot in other):
        return True
    ways = {slot: way(slides, one, slot) for slot in other}
    for part in set(parts.values()):
        rows, columns = ([slot for slot in line_by_line(slides, tree) if parts[slot] == part] for tree in (one, other))
        if determinant([[ways[column].get(row, 0) for column in columns] for row in rows]) != 1:
            return True
    return False


def parts_of(slides, tree):
    """The stretch and the part of every slot, each named by its first slot."""
    ways = {slot: way(slides, tree, slot) for slot in slides.slots - tree}
    stretches, before = _stretches(slides, {slot: slides.line_of(slot) for slot in slides.slots}), None
    while stretches != before:
        parts = _parts(slides, tree, ways, stretches)
        both = {slot: (stretches[slot], parts[slot]) for slot in slides.slots}
        before, stretches = stretches, _stretches(slides, both)
    return stretches, parts


def way(slides, tree, slot):
    """The boxes on the way of a tree between the ends of a slot: 1 where it leads down or right, -1 where back."""
    first, last = slides.nodes_of[slot]
    ways = {first: {}}
    for node in (queue := [first]):
        for box in tree:
            tail, head = slides.nodes_of[box]
            for near, far, direction in ((tail, head, 1), (head, tail, -1)):
                if near == node and far not in ways:
                    ways[far] = {**ways[near], box: direction}
                    queue.append(far)
    return ways[last]


def line_by_line(slides, slots):
    return sorted(slots, key=lambda slot: (slides.line_of(slot)[::-1], slot))


def _stretches(slides, labels):
    """Neighbours on a line with the same label are on one stretch."""
    first = {}
    for slot in sorted(slides.slots):
        before = [beside for beside in slides.neighbours(slot) if beside < slot and labels[beside] == labels[slot]]
        first[slot] = first[before[0]] if before else slot
    return first


def _parts(slides, tree, ways, stretches):
    """Slots that exchanges lead from one to another and back, as far as ways within them hang together."""
    onward = {slot: {x for x, boxes in ways.items() if slot in boxes} for slot in tree}
    onward |= {slot: {box for box in tree if stretches[box] == stretches[slot]} for slot in ways}
    reached = {slot: _reached(slot, onward) for slot in slides.slots}
    joined = {slot: set() for slot in slides.slots}
    for slot, boxes in ways.items():
        for box in boxes:
            if box in reached[slot] and slot in reached[box]:
                joined[slot].add(box)
                joined[box].add(slot)
    return {slot: min(_reached(slot, joined)) for slot in slides.slots}


def _reached(slot, onward):
    found = {slot}
    for place in (queue := [slot]):
        queue += onward[place] - found
        found |= onward[place]
    return found
