/** What a hint says, as marks on the board: a line to draw or to remove, lines that are ruled out, and what decides it. */

import { REMOVED } from "./game.js";
import { cellName, covers, lineOf } from "./puzzle.js";

export class Marks {
  #line;
  #rivals;

  /** Lines that cannot be, and that the hint is about. */
  ruledOut;

  /**
   * @param {string | null} step the line to draw, or behind REMOVED the one to remove
   * @param {string} shown lines that are ruled out, each behind REMOVED, and names of cells
   */
  constructor(step = null, shown = "") {
    const words = shown.split(" ").filter(Boolean);
    this.#line = step && lineOf(bare(step));
    this.#rivals = new Set(words.filter((word) => !word.startsWith(REMOVED)));
    this.ruledOut = words.filter((word) => word.startsWith(REMOVED)).map((word) => lineOf(bare(word)));
  }

  /** Whether the line to draw or to remove covers a cell. */
  has(cell) {
    return Boolean(this.#line && covers(this.#line, cell));
  }

  /** Whether a cell is one of those that decide what is ruled out. */
  isRival(cell) {
    return this.#rivals.has(cellName(cell));
  }
}

function bare(word) {
  return word.startsWith(REMOVED) ? word.slice(REMOVED.length) : word;
}
