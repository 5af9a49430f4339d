"""The sign of a tree as the determinant of its reduced incidence matrix, by elimination with whole numbers."""

from tests.oracles.slides import OUTER


def determinant_of_tree(slides, tree):
    """That of the boxes of a `Slides` tree, line by line, rows first; the last node has no row."""
    boxes = sorted(tree, key=lambda slot: (slot[0] % 2 == 0, slot[0 if slot[0] % 2 else 1], slot))
    nodes = sorted(slides.inner_walls)
    if slides.type != "b":
        nodes.append(OUTER)
    return determinant_of_edges([slides.nodes_of[box] for box in boxes], nodes)


def determinant_of_edges(edges, nodes):
    """That of edges from the first of their nodes to the second, in this order; the last node has no row."""
    return determinant([[(node == head) - (node == tail) for tail, head in edges] for node in nodes[:-1]])


def determinant(matrix):
    """By Bareiss's elimination (1968), in which every division leaves no remainder."""
    rows, sign, pivot = [list(row) for row in matrix], 1, 1
    for step in range(len(rows)):
        chosen = next((place for place in range(step, len(rows)) if rows[place][step]), None)
        if chosen is None:
            return 0
        if chosen != step:
            rows[step], rows[chosen], sign = rows[chosen], rows[step], -sign
        for row in rows[step + 1 :]:
            for column in range(len(rows) - 1, step - 1, -1):
                row[column] = (row[column] * rows[step][step] - row[step] * rows[step][column]) // pivot
        pivot = rows[step][step]
    return sign * pivot
