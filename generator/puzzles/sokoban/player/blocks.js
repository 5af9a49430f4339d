/** The biconnected components (blocks) of the floor, by which walks around a box are known in advance. */

const NO_BLOCK = -1;
const NO_DIRECTION = 4;

/**
 * The block of every edge of the floor that can be reached from a cell, at 4 * cell + direction; -1 where there is no
 * edge.
 *
 * Two neighbours of a cell are joined by a way around it if and only if their edges with the cell are in the same
 * block. J. Hopcroft, R. Tarjan: Algorithm 447, Efficient algorithms for graph manipulation (1973), with the path in
 * an array instead of a recursion.
 */
export function edgeBlocks(free, steps, root) {
  const block = new Int32Array(4 * free.length).fill(NO_BLOCK);
  const number = new Int32Array(free.length);
  const low = new Int32Array(free.length);
  const turn = new Uint8Array(free.length);
  const back = new Uint8Array(free.length).fill(NO_DIRECTION);
  const path = [root];
  const edges = [];
  let seen = 1;
  let blocks = 0;
  number[root] = low[root] = seen;
  while (path.length) {
    const cell = path.at(-1);
    const direction = turn[cell];
    if (direction < 4) {
      turn[cell] += 1;
      const onward = cell + steps[direction];
      if (!free[onward] || direction === back[cell]) continue;
      if (!number[onward]) {
        seen += 1;
        number[onward] = low[onward] = seen;
        back[onward] = direction ^ 2;
        path.push(onward);
        edges.push(4 * cell + direction);
      } else if (number[onward] < number[cell]) {
        low[cell] = Math.min(low[cell], number[onward]);
        edges.push(4 * cell + direction);
      }
      continue;
    }
    path.pop();
    if (!path.length) break;
    const above = path.at(-1);
    low[above] = Math.min(low[above], low[cell]);
    if (low[cell] >= number[above]) {
      closeBlock(edges, 4 * above + (back[cell] ^ 2), steps, block, blocks);
      blocks += 1;
    }
  }
  return block;
}

/** Take the edges of a finished block off the stack, down to its first, and number them both ways. */
function closeBlock(edges, first, steps, block, number) {
  let edge;
  do {
    edge = edges.pop();
    const direction = edge & 3;
    block[edge] = number;
    block[4 * ((edge >> 2) + steps[direction]) + (direction ^ 2)] = number;
  } while (edge !== first);
}
