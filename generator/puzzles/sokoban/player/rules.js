/**
 * The two ways in which a move takes a box along.
 *
 * `side` says where the box is: ahead of the player (1) or behind him (-1). `takes(game, step, grips)` tells whether a
 * step takes a box along, or null where there is no such step.
 */

/** As levels are played: a box that is in the way is pushed. */
export const PUSHING = {
  side: 1,
  takes({ board, boxes, player }, step) {
    const [target, beyond] = [player + step, player + 2 * step];
    if (board.walls[target]) return null;
    if (!boxes[target]) return false;
    return board.walls[beyond] || boxes[beyond] ? null : true;
  },
};

/** As they are played backwards: a box behind the player is pulled, unless he lets go of it. */
export const PULLING = {
  side: -1,
  takes({ board, boxes, player }, step, grips) {
    const target = player + step;
    if (board.walls[target] || boxes[target]) return null;
    return grips && boxes[player - step] === 1;
  },
};
