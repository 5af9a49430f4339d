/** Boxes that can never reach a goal: those on dead cells, such as corners, and those that freeze one another. */

/**
 * The cells from which a box that were alone could never be pushed to any goal: 1 there, else 0.
 *
 * Found by pulling a box away from every goal.
 */
export function deadCells({ walls, goals, steps }) {
  const dead = walls.map((wall) => 1 - wall);
  const queue = [...goals.keys()].filter((cell) => goals[cell]);
  queue.forEach((cell) => (dead[cell] = 0));
  for (let at = 0; at < queue.length; at += 1) {
    for (const step of steps) {
      const from = queue[at] + step;
      if (dead[from] && !walls[from] && !walls[from + step]) {
        dead[from] = 0;
        queue.push(from);
      }
    }
  }
  return dead;
}

/** The boxes that are lost: on a dead cell, or off a goal and frozen for good. */
export function stuckBoxes({ board, boxes }, dead) {
  const all = [...boxes.keys()].filter((cell) => boxes[cell]);
  return new Set(all.filter((cell) => dead[cell] || isFrozenOff(cell, board, boxes, dead)));
}

function isFrozenOff(cell, board, boxes, dead) {
  return !board.goals[cell] && isFrozen(cell, board, boxes, dead, new Set());
}

/** Whether a box can be moved along neither axis, while those that are looked at already count as walls. */
function isFrozen(cell, board, boxes, dead, looked) {
  const within = new Set(looked).add(cell);
  const [left, up] = board.steps;
  return [left, up].every((step) => isBlocked(cell, step, board, boxes, dead, within));
}

function isBlocked(cell, step, board, boxes, dead, looked) {
  const sides = [cell + step, cell - step];
  if (sides.some((side) => board.walls[side] || looked.has(side))) return true;
  if (sides.every((side) => dead[side])) return true;
  return sides.some((side) => boxes[side] && isFrozen(side, board, boxes, dead, looked));
}
