/** A Sokoban level on cells that are numbers. */

/** The directions in their order everywhere here; the opposite of direction d is d ^ 2. */
export const LETTERS = "lurd";

/**
 * Walls, goals and boxes of a level as arrays with one entry for each cell.
 *
 * Cells are counted row after row with a border of one wall around the board; `stride` is the length of a row with its
 * border, and `steps` is what to add to a cell for its neighbours, in the order of LETTERS.
 */
export class Board {
  /** @param {string} text rows of XSB letters */
  constructor(text) {
    const rows = text.split("\n");
    this.rows = rows.length;
    this.columns = Math.max(...rows.map((row) => row.length));
    this.stride = this.columns + 2;
    this.steps = [-1, -this.stride, 1, this.stride];
    const cells = this.stride * (this.rows + 2);
    this.walls = new Uint8Array(cells).fill(1);
    this.goals = new Uint8Array(cells);
    this.boxes = new Uint8Array(cells);
    this.player = 0;
    rows.forEach((row, place) => this.#read(row.padEnd(this.columns), place));
  }

  /** The same board as it is played backwards: boxes on the goals, goals where the boxes are, the player anywhere. */
  reversed(player) {
    const { boxes, goals } = this;
    return Object.assign(Object.create(Board.prototype), this, { boxes: goals, goals: boxes, player });
  }

  /** The number of the cell in a column and a row, both from 0. */
  cell(column, row) {
    return (row + 1) * this.stride + column + 1;
  }

  /** The column and the row of a cell. */
  place(cell) {
    return { column: (cell % this.stride) - 1, row: Math.floor(cell / this.stride) - 1 };
  }

  #read(row, place) {
    [...row].forEach((letter, column) => {
      const cell = this.cell(column, place);
      this.walls[cell] = letter === "#" ? 1 : 0;
      this.goals[cell] = ".*+".includes(letter) ? 1 : 0;
      this.boxes[cell] = "$*".includes(letter) ? 1 : 0;
      if ("@+".includes(letter)) this.player = cell;
    });
  }
}
