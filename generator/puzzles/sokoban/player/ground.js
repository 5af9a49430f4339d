/** What no move changes in the picture of a level: see generator/puzzles/sokoban/pictures/ground.py. */

/** What a cell shows below its pieces; FLOOR and the two SLOTs are where boxes and player can be. */
export const OUTSIDE = 0;
export const FLOOR = 1;
export const SLOT_ACROSS = 2;
export const SLOT_ALONG = 3;
export const BLOCK = 4;
export const PEG = 5;

const FEWEST_PEGS = 4;

/**
 * The ground of every cell of a board.
 *
 * A peg is a wall without a wall on any of its four sides, a slot of a lattice of pegs is floor between two walls on
 * its row or in its column.
 */
export function groundOf(board) {
  const { walls, steps } = board;
  const cells = [...walls.keys()].filter((cell) => isOnBoard(board, cell));
  const beside = (cell) => steps.map((step) => walls[cell + step] && isOnBoard(board, cell + step));
  const inside = flood(board, board.player, (cell) => !walls[cell]);
  const ground = new Uint8Array(walls.length);
  for (const cell of cells) {
    if (walls[cell]) ground[cell] = beside(cell).some(Boolean) ? BLOCK : PEG;
    else if (inside[cell] || board.boxes[cell] || board.goals[cell]) ground[cell] = FLOOR;
  }
  placeSlots(board, ground, cells, beside);
  return ground;
}

function placeSlots(board, ground, cells, beside) {
  const pegs = cells.filter((cell) => ground[cell] === PEG).length;
  const corner = cells.find((cell) => ground[cell] === BLOCK);
  const outer = flood(board, corner, (cell) => board.walls[cell] && isOnBoard(board, cell));
  const innerWalls = cells.filter((cell) => board.walls[cell] && !outer[cell]).length;
  if (pegs < FEWEST_PEGS || 2 * pegs <= innerWalls) return;
  const kinds = new Map(cells.filter((cell) => ground[cell] === FLOOR).map((cell) => [cell, slotKind(beside(cell))]));
  const slots = [...kinds].filter(([, kind]) => kind !== FLOOR);
  const isEdge = (cell) => board.steps.some((step) => outer[cell + step]);
  const usesEdge = slots.some(([cell]) => isEdge(cell) && (board.boxes[cell] || board.goals[cell]));
  for (const [cell, kind] of slots) {
    if (usesEdge || !isEdge(cell)) ground[cell] = kind;
  }
}

function slotKind([left, up, right, down]) {
  if (left && right && !up && !down) return SLOT_ACROSS;
  if (up && down && !left && !right) return SLOT_ALONG;
  return FLOOR;
}

function isOnBoard(board, cell) {
  const { column, row } = board.place(cell);
  return column >= 0 && column < board.columns && row >= 0 && row < board.rows;
}

function flood(board, start, isOpen) {
  const seen = new Uint8Array(board.walls.length);
  const queue = [start];
  seen[start] = 1;
  for (let at = 0; at < queue.length; at += 1) {
    for (const step of board.steps) {
      const onward = queue[at] + step;
      if (isOpen(onward) && !seen[onward]) {
        seen[onward] = 1;
        queue.push(onward);
      }
    }
  }
  return seen;
}
