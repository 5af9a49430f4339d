/** The lines that were drawn through the numbers of a puzzle, and how they came and went. */

import { covers, isCrossing, lengthOf, lineName } from "./puzzle.js";

/** What stands before a line of a history that was removed. */
export const REMOVED = "-";

/** How a line stands to the rules. */
export const SHORT = 1;
export const GOOD = 2;
export const WRONG = 3;

/** A puzzle with at most one line through each number, after the first `position` of `length` changes. */
export class Game {
  #changes = [];

  /** @param {import("./puzzle.js").Puzzle} puzzle */
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.lines = puzzle.numbers.map(() => null);
    this.position = 0;
  }

  get length() {
    return this.#changes.length;
  }

  /** Let a number have this line, or none where it is null; changes that were taken back are forgotten. */
  draw(number, line) {
    this.#changes.length = this.position;
    this.#changes.push({ number, before: this.lines[number], after: line });
    this.seek(this.position + 1);
  }

  /** Go to the state after so many changes. */
  seek(position) {
    while (this.position < position) {
      const { number, after } = this.#changes[this.position++];
      this.lines[number] = after;
    }
    while (this.position > position) {
      const { number, before } = this.#changes[--this.position];
      this.lines[number] = before;
    }
  }

  /** The numbers whose lines go through a cell; more than one where lines cross. */
  numbersAt(cell) {
    return [...this.lines.keys()].filter((number) => this.lines[number] && covers(this.lines[number], cell));
  }

  /** How the line of a number stands to the rules. */
  standing(number) {
    const line = this.lines[number];
    const isCrossed = this.lines.some((other, place) => other && place !== number && isCrossing(line, other));
    if (isCrossed || lengthOf(line) > this.puzzle.value(number)) return WRONG;
    return lengthOf(line) < this.puzzle.value(number) ? SHORT : GOOD;
  }

  /** How many lines stand so. */
  count(standing) {
    return [...this.lines.keys()].filter((number) => this.lines[number] && this.standing(number) === standing).length;
  }

  /** The dots that no line covers. */
  get openDots() {
    return this.puzzle.dots.filter((dot) => !this.numbersAt(dot).length);
  }

  get solved() {
    return this.count(GOOD) === this.lines.length && !this.openDots.length;
  }

  /** The lines in the order of their numbers, in the family's notation. */
  get answer() {
    return this.lines.filter(Boolean).map(lineName).join(" ");
  }

  /** All changes, also those that were taken back: lines that were drawn, and with a sign those that were removed. */
  get history() {
    return written(this.#changes);
  }

  /** The changes up to the position, in their order. */
  get course() {
    return written(this.#changes.slice(0, this.position));
  }
}

function written(changes) {
  return changes.map(({ before, after }) => (after ? lineName(after) : REMOVED + lineName(before))).join(" ");
}
