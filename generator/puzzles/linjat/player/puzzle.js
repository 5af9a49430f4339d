/** A Linjat puzzle, and lines on it; a cell is {column, row}. */

const COLUMNS = "ABCDEFGHIJKLMNOP";
const BLANK = " ";

export const DOT = ".";

/** A grid of blanks, dots and numbers; the numbers are counted row by row. */
export class Puzzle {
  #letters;

  /** @param {string} text rows of blanks, dots and digits */
  constructor(text) {
    const rows = text.split("\n");
    this.rows = rows.length;
    this.columns = Math.max(...rows.map((row) => row.length));
    this.#letters = rows.map((row) => row.padEnd(this.columns, BLANK));
    const cells = rows.flatMap((_, row) => Array.from({ length: this.columns }, (_, column) => ({ column, row })));
    this.numbers = cells.filter((cell) => /[0-9]/.test(this.letter(cell)));
    this.dots = cells.filter((cell) => this.letter(cell) === DOT);
  }

  /** What is printed in a cell. */
  letter({ column, row }) {
    return this.#letters[row][column];
  }

  /** The value of a number by its place among them. */
  value(number) {
    return Number(this.letter(this.numbers[number]));
  }

  /** The numbers that a line goes through. */
  numbersOn(line) {
    return [...this.numbers.keys()].filter((number) => covers(line, this.numbers[number]));
  }

  contains({ column, row }) {
    return column >= 0 && column < this.columns && row >= 0 && row < this.rows;
  }
}

/** The line between two cells of a row or a column, from its upper or left end. */
export function lineBetween(one, other) {
  const isForward = one.row < other.row || (one.row === other.row && one.column <= other.column);
  return isForward ? { first: one, last: other } : { first: other, last: one };
}

/** The cell nearest to a cell that is on a straight line with another one. */
export function straightened(from, to) {
  const isAcross = Math.abs(to.column - from.column) >= Math.abs(to.row - from.row);
  return isAcross ? { column: to.column, row: from.row } : { column: from.column, row: to.row };
}

export function isSameCell(one, other) {
  return one.column === other.column && one.row === other.row;
}

export function covers({ first, last }, { column, row }) {
  return column >= first.column && column <= last.column && row >= first.row && row <= last.row;
}

export function lengthOf({ first, last }) {
  return last.column - first.column + last.row - first.row + 1;
}

/** Whether two lines share a cell. */
export function isCrossing(one, other) {
  return (
    one.first.column <= other.last.column && other.first.column <= one.last.column &&
    one.first.row <= other.last.row && other.first.row <= one.last.row
  );
}

/** A cell as players name it: the column's letter and the row's number from above, from A1. */
export function cellName({ column, row }) {
  return `${COLUMNS[column]}${row + 1}`;
}

/** A line as solutions name it. */
export function lineName({ first, last }) {
  return `${cellName(first)}-${cellName(last)}`;
}

/** The line of a name, or null where it is none: its ends are two cells of a row or a column. */
export function lineOf(name) {
  const ends = /^([A-P])(\d{1,2})-([A-P])(\d{1,2})$/.exec(name.toUpperCase());
  if (!ends) return null;
  const one = { column: COLUMNS.indexOf(ends[1]), row: Number(ends[2]) - 1 };
  const other = { column: COLUMNS.indexOf(ends[3]), row: Number(ends[4]) - 1 };
  return (one.column !== other.column) === (one.row !== other.row) ? null : lineBetween(one, other);
}
