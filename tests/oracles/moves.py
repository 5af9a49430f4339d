"""Plain Sokoban by Dijkstra over single moves: the least moves, and the fewest moves of the least pushes."""

import heapq

from generator.puzzles.sokoban.level import Level
from tests.oracles.sokoban import Sokoban, shift

Cost = tuple[int, int]


def least(level: Level, weigh_pushes: bool) -> Cost | None:
    """The (pushes, moves) of a solution with the least moves, or with the least pushes and then the least moves.

    None where there is none; a solution makes at least one push.
    """
    game = Sokoban(level)
    first = (game.boxes, game.player)
    queue: list[tuple[Cost, int, tuple[int, int]]] = [((0, 0), 0, first)]
    settled: set[tuple[tuple[int, int], bool]] = set()
    while queue:
        cost, pushes, state = heapq.heappop(queue)
        if (state, pushes > 0) in settled:
            continue
        settled.add((state, pushes > 0))
        boxes, player = state
        moves = cost[1] if weigh_pushes else cost[0]
        if pushes and boxes == game.goals:
            return pushes, moves
        for step in (1, -1, game.width, -game.width):
            to = shift(player, step)
            pushed = boxes & to
            if to & game.walls or (pushed and shift(to, step) & (game.walls | boxes)):
                continue
            after = boxes ^ pushed ^ (shift(pushed, step) if pushed else 0)
            total = pushes + bool(pushed)
            heapq.heappush(queue, ((total, moves + 1) if weigh_pushes else (moves + 1, total), total, (after, to)))
    return None
