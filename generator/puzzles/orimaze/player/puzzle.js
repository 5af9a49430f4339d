/** The rules of an orimaze: which piece can move into the free cell, and what is to be reached. */

export const [ALONG_ROW, ALONG_COLUMN, FREE] = "HV.";
const BETWEEN = "-";

/** The steps of the free cell by their letters, over columns and rows. */
export const STEPS = { l: [-1, 0], u: [0, -1], r: [1, 0], d: [0, 1] };
export const OPPOSITE = { l: "r", u: "d", r: "l", d: "u" };

/** A level: the pieces at the start, and those that are to be reached, or null for an H in the corner. */
export class Puzzle {
  constructor(text) {
    const lines = text.trim().split("\n");
    const between = lines.findIndex((line) => line.startsWith(BETWEEN));
    this.start = lines.slice(0, between < 0 ? lines.length : between);
    this.goal = between < 0 ? null : lines.slice(between + 1);
    this.rows = this.start.length;
    this.columns = this.start[0].length;
  }

  /** What is to be in a cell: a letter, or "" where that does not matter. */
  wanted({ column, row }) {
    if (this.goal) return this.goal[row][column];
    return column === 0 && row === 0 ? ALONG_ROW : "";
  }
}

/** The pieces of a game after the first `position` of its moves. */
export class Game {
  #moves = "";
  #letters;

  position = 0;

  constructor(puzzle) {
    this.puzzle = puzzle;
    this.#letters = [...puzzle.start.join("")];
  }

  get length() {
    return this.#moves.length;
  }

  get answer() {
    return this.#moves.slice(0, this.position);
  }

  /** All moves, also those that were taken back. */
  get history() {
    return this.#moves;
  }

  get free() {
    return this.#cellOf(this.#letters.indexOf(FREE));
  }

  /** The cells that do not have what is to be in them. */
  get wrong() {
    return this.#letters.filter((letter, index) => {
      const wanted = this.puzzle.wanted(this.#cellOf(index));
      return wanted && wanted !== letter;
    }).length;
  }

  letter({ column, row }) {
    return this.#letters[row * this.puzzle.columns + column];
  }

  /** The cell to which the free cell goes with a move, or null where no piece comes from there. */
  target(letter) {
    const [right, down] = STEPS[letter];
    const { free } = this;
    const cell = { column: free.column + right, row: free.row + down };
    const { rows, columns } = this.puzzle;
    if (cell.column < 0 || cell.row < 0 || cell.column >= columns || cell.row >= rows) return null;
    return this.letter(cell) === (right ? ALONG_ROW : ALONG_COLUMN) ? cell : null;
  }

  /** The letters of the moves that are possible. */
  get choices() {
    return Object.keys(STEPS).filter((letter) => this.target(letter));
  }

  /** Make a move that is possible; moves that were taken back are forgotten. */
  move(letter) {
    this.#moves = this.answer + letter;
    this.seek(this.position + 1);
  }

  /** Go to the position after so many moves. */
  seek(position) {
    while (this.position < position) this.#step(this.#moves[this.position++]);
    while (this.position > position) this.#step(OPPOSITE[this.#moves[--this.position]]);
  }

  #step(letter) {
    const [cell, free] = [this.target(letter), this.free];
    const at = ({ column, row }) => row * this.puzzle.columns + column;
    this.#letters[at(free)] = this.#letters[at(cell)];
    this.#letters[at(cell)] = FREE;
  }

  #cellOf(index) {
    return { column: index % this.puzzle.columns, row: Math.floor(index / this.puzzle.columns) };
  }
}
