"""The biconnected components (blocks) of the floor, by which walks around a box are known in advance."""

NO_BLOCK = -1


def edge_blocks(free: bytes, steps: tuple[int, int, int, int], root: int) -> list[int]:
    """The block of every edge of the floor that can be reached from a cell, at 4 * cell + direction.

    NO_BLOCK where there is no edge. Two neighbours of a cell are joined by a way around it if and only if their
    edges with the cell are in the same block. J. Hopcroft, R. Tarjan: Algorithm 447, Efficient algorithms for
    graph manipulation (1973), with the path in an array instead of a recursion.
    """
    block = [NO_BLOCK] * (4 * len(free))
    number, low = [0] * len(free), [0] * len(free)
    turn, back = bytearray(len(free)), bytearray(b"\4") * len(free)
    number[root] = low[root] = seen = 1
    blocks = 0
    path, edges = [root], []
    while path:
        cell = path[-1]
        direction = turn[cell]
        if direction < 4:
            turn[cell] += 1
            onward = cell + steps[direction]
            if not free[onward] or direction == back[cell]:
                continue
            if not number[onward]:
                seen += 1
                number[onward] = low[onward] = seen
                back[onward] = direction ^ 2
                path.append(onward)
                edges.append(4 * cell + direction)
            elif number[onward] < number[cell]:
                low[cell] = min(low[cell], number[onward])
                edges.append(4 * cell + direction)
            continue
        path.pop()
        if not path:
            break
        above = path[-1]
        low[above] = min(low[above], low[cell])
        if low[cell] >= number[above]:
            _close_block(edges, 4 * above + (back[cell] ^ 2), steps, block, blocks)
            blocks += 1
    return block


def _close_block(edges: list[int], first: int, steps: tuple[int, int, int, int], block: list[int], number: int) -> None:
    """Take the edges of a finished block off the stack, down to its first, and number them both ways."""
    edge = -1
    while edge != first:
        edge = edges.pop()
        cell, direction = divmod(edge, 4)
        block[edge] = block[4 * (cell + steps[direction]) + (direction ^ 2)] = number
