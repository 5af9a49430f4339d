/** The pours that were made in a level. */

import { HIDDEN, buriedIn, moved, pourName } from "./puzzle.js";

/** The tubes of a puzzle after the first `position` of `length` pours. */
export class Game {
  #pours = [];
  /** How many units of each tube, from the bottom, have never been seen where they are hidden at first. */
  #unseen;

  /** @param {import("./puzzle.js").Puzzle} puzzle */
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.tubes = puzzle.tubes;
    this.position = 0;
    this.#unseen = puzzle.tubes.map(buriedIn);
  }

  get length() {
    return this.#pours.length;
  }

  /** Make a pour that is allowed; pours that were taken back are forgotten. */
  pour(pour) {
    this.#pours.length = this.position;
    this.#pours.push({ ...pour, units: this.puzzle.amount(this.tubes, pour) });
    this.seek(this.position + 1);
  }

  /** Go to the tubes after so many pours. */
  seek(position) {
    while (this.position < position) {
      const { source, target, units } = this.#pours[this.position++];
      this.tubes = moved(this.tubes, { source, target }, units);
      this.#unseen = this.#unseen.map((unseen, place) => Math.min(unseen, buriedIn(this.tubes[place])));
    }
    while (this.position > position) {
      const { source, target, units } = this.#pours[--this.position];
      this.tubes = moved(this.tubes, { source: target, target: source }, units);
    }
  }

  /** A tube as it is seen; what was seen once stays so, also where pours are taken back. */
  shown(place) {
    return [...this.tubes[place]].map((unit, height) => (this.#isHidden(place, height) ? HIDDEN : unit)).join("");
  }

  /** How many units are hidden. */
  get hidden() {
    return this.tubes.flatMap((_, place) => [...this.shown(place)]).filter((unit) => unit === HIDDEN).length;
  }

  #isHidden(place, height) {
    return height < this.#unseen[place] && this.puzzle.isHidden(place, height);
  }

  /** Where the pours before here begin that are the same: with balls a run takes several. */
  get runStart() {
    let start = Math.max(0, this.position - 1);
    while (start && this.#isRepeated(start)) start -= 1;
    return start;
  }

  /** Where the pours from here on end that are the same. */
  get runEnd() {
    let end = Math.min(this.length, this.position + 1);
    while (end < this.length && this.#isRepeated(end)) end += 1;
    return end;
  }

  get unsorted() {
    return this.puzzle.unsorted(this.tubes);
  }

  /** Whether the level is not solved, and no pour is possible any more. */
  get isStuck() {
    return this.unsorted > 0 && !this.puzzle.pours(this.tubes).length;
  }

  /** The pours up to here in the family's notation. */
  get answer() {
    return this.#pours.slice(0, this.position).map(pourName).join(" ");
  }

  /** All pours, also those that were taken back. */
  get history() {
    return this.#pours.map(pourName).join(" ");
  }

  /** Whether a pour has the same tubes as the one before it. */
  #isRepeated(number) {
    return pourName(this.#pours[number]) === pourName(this.#pours[number - 1]);
  }
}
