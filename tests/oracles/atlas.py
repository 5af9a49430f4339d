"""Spanning trees counted by Kirchhoff's theorem, components and diameters found by searches from every state."""

from collections import deque

from tests.oracles.signs import determinant


def count_trees(slides):
    """How many trees a type and size of `Slides` has: a cofactor of the Laplacian (Kirchhoff 1847)."""
    nodes = sorted(slides.nodes, key=str)
    number = {node: place for place, node in enumerate(nodes)}
    laplacian = [[0] * len(nodes) for _ in nodes]
    for one, other in slides.nodes_of.values():
        laplacian[number[one]][number[one]] += 1
        laplacian[number[other]][number[other]] += 1
        laplacian[number[one]][number[other]] -= 1
        laplacian[number[other]][number[one]] -= 1
    return abs(determinant([row[1:] for row in laplacian[1:]]))


def component(slides, tree):
    """The trees that can be reached from one, each with its neighbours."""
    found = {}
    waiting = [tree]
    while waiting:
        tree = waiting.pop()
        if tree not in found:
            found[tree] = [moved for _, _, moved in slides.slides(tree)]
            waiting += found[tree]
    return found


def components(slides):
    """All components; in no more than seconds for b to size 3 and e at size 2."""
    left = set(slides.trees())
    while left:
        found = component(slides, next(iter(left)))
        left -= found.keys()
        yield found


def eccentricity(graph, source):
    """The greatest distance from a state, in a dict of the neighbours of every state."""
    distance = {source: 0}
    waiting = deque([source])
    while waiting:
        state = waiting.popleft()
        for neighbour in graph[state]:
            if neighbour not in distance:
                distance[neighbour] = distance[state] + 1
                waiting.append(neighbour)
    return max(distance.values())


def diameter(graph):
    """The greatest distance between two states."""
    return max(eccentricity(graph, state) for state in graph)
