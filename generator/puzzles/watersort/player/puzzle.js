/**
 * A water sort level, and pours between its tubes.
 *
 * A tube is a text with a letter for every unit from bottom to top, a pour {source, target} by the places of its tubes.
 */

/** The letters of the tubes in solutions, from left to right. */
export const TUBES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** A tube as it is called on the board, where letters are colours: by its number from 1. */
export function tubeName(place) {
  return String(place + 1);
}

const FREE = ".";
/** A unit whose colour is not seen. */
export const HIDDEN = "?";
export const [WATER, WHOLE, BALL] = ["WATER", "WHOLE", "BALL"];
const [TOGETHER, LOOSE] = ["TOGETHER", "LOOSE"];

/** Why a pour is not allowed. */
export const SAME_TUBE = 1;
export const NO_UNIT = 2;
export const OTHER_COLOUR = 3;
export const NO_SPACE = 4;
export const TOO_LARGE = 5;
export const NOT_KNOWN = 6;

/**
 * Tubes of a capacity, and the rules for pouring and for the end.
 *
 * Units may be hidden at first. They are capitals in the text, or HIDDEN where nobody knows their colours.
 */
export class Puzzle {
  #pour;
  #end;

  /** @param {string} text perhaps a row with rules in capitals, then a row for every height from the top */
  constructor(text) {
    const rows = text.split("\n");
    const rules = /^[A-Z\s]+$/.test(rows[0]) ? rows.shift().split(/\s+/) : [];
    this.#pour = lastOf(rules, [WATER, WHOLE, BALL]);
    this.#end = lastOf(rules, [TOGETHER, LOOSE]);
    this.capacity = rows.length;
    this.marked = [...rows[0]].map((_, place) => tubeIn(rows, place));
    this.tubes = this.marked.map((tube) => tube.toLowerCase());
    this.colours = this.tubes.join("").length / this.capacity;
  }

  /** Whether the colours of all units are known, be they hidden or not. */
  get isKnown() {
    return !this.tubes.some((tube) => tube.includes(HIDDEN));
  }

  /** Whether a unit of the start is hidden there. */
  isHidden(place, height) {
    const unit = this.marked[place][height];
    return unit !== undefined && unit === unit.toUpperCase();
  }

  /** How units are poured: one of WATER, WHOLE and BALL. */
  get pouring() {
    return this.#pour;
  }

  /** Whether a level is solved as soon as no tube has several colours. */
  get isLoose() {
    return this.#end === LOOSE;
  }

  /** How many units on top of a tube are poured where there is space for them. */
  grip(tube) {
    return this.#pour === BALL ? Math.min(1, tube.length) : runOf(tube);
  }

  /** Why a pour is not allowed, or 0 where it is. */
  refusal(tubes, { source, target }) {
    const [from, onto] = [tubes[source], tubes[target]];
    if (!this.isKnown) return NOT_KNOWN;
    if (source === target) return SAME_TUBE;
    if (!from) return NO_UNIT;
    if (onto && onto.at(-1) !== from.at(-1)) return OTHER_COLOUR;
    if (onto.length === this.capacity) return NO_SPACE;
    return this.#pour === WHOLE && runOf(from) > this.capacity - onto.length ? TOO_LARGE : 0;
  }

  /** How many units a pour moves that is allowed. */
  amount(tubes, { source, target }) {
    return Math.min(this.grip(tubes[source]), this.capacity - tubes[target].length);
  }

  /** All pours that are allowed. */
  pours(tubes) {
    const places = [...tubes.keys()];
    const all = places.flatMap((source) => places.map((target) => ({ source, target })));
    return all.filter((pour) => !this.refusal(tubes, pour));
  }

  /** How much is left to do: colours that are not in one tube, or tubes with several colours where that is enough. */
  unsorted(tubes) {
    const mixed = tubes.filter((tube) => runOf(tube) < tube.length);
    const full = tubes.filter((tube) => runOf(tube) === this.capacity);
    return this.isLoose ? mixed.length : this.colours - full.length;
  }
}

/** How many units of one colour lie on top of a tube. */
export function runOf(tube) {
  return tube.length - buriedIn(tube);
}

/** How many units lie below the run on top of a tube. */
export function buriedIn(tube) {
  let below = tube.length;
  while (below && tube[below - 1] === tube.at(-1)) below -= 1;
  return below;
}

/** The tubes after so many units went from one to another. */
export function moved(tubes, { source, target }, units) {
  const after = [...tubes];
  after[target] += after[source].slice(after[source].length - units);
  after[source] = after[source].slice(0, after[source].length - units);
  return after;
}

/** A pour as solutions name it. */
export function pourName({ source, target }) {
  return TUBES[source] + TUBES[target];
}

/** The rule of a kind that is named last; the first of its kind is the usual one. */
function lastOf(rules, kind) {
  return rules.filter((rule) => kind.includes(rule)).at(-1) ?? kind[0];
}

function tubeIn(rows, place) {
  return rows.map((row) => row[place]).reverse().join("").replaceAll(FREE, "");
}
