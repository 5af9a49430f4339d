/** A level played backwards: boxes stand on the goals, and are pulled to where the level begins with them. */

import { LETTERS } from "./board.js";
import { Game } from "./game.js";
import { PULLING } from "./rules.js";
import { walk } from "./walk.js";

/** What opposite directions are called. */
const OPPOSITE = { l: "r", u: "d", r: "l", d: "u", L: "R", U: "D", R: "L", D: "U" };

/** A game of pulls; its player begins at any square that is free. */
export class ReverseGame extends Game {
  #level;

  /** @param {import("./board.js").Board} level the board as it is played forwards */
  constructor(level, start = freeStart(level)) {
    super(level.reversed(start), PULLING);
    this.#level = level;
  }

  /** Whether pulls have brought all boxes back, wherever the player is. */
  get isBack() {
    return super.solved;
  }

  /** Whether all is as the level begins: the player can walk to his start too. */
  get solved() {
    return this.isBack && this.#walkFromStart() !== null;
  }

  /** The moves of a solved game the other way round, which solve the level, in LURD. */
  get solution() {
    return this.#walkFromStart() + [...this.lurd].reverse().map((letter) => OPPOSITE[letter]).join("");
  }

  /** The moves up to the position, after the jump to where the player begins, in brackets as in other programs. */
  get answer() {
    return `[${this.#jump}]${this.lurd}`;
  }

  /** The same with all moves that were taken back. */
  get record() {
    return `[${this.#jump}]${this.history}`;
  }

  get #jump() {
    const [from, to] = [this.#level.player, this.board.player].map((cell) => this.#level.place(cell));
    const [right, down] = [to.column - from.column, to.row - from.row];
    return (right < 0 ? "l" : "r").repeat(Math.abs(right)) + (down < 0 ? "u" : "d").repeat(Math.abs(down));
  }

  #walkFromStart() {
    const free = this.board.walls.map((wall, cell) => (wall || this.boxes[cell] ? 0 : 1));
    return walk(free, this.board.steps, this.#level.player, this.player, this.#level.player);
  }
}

/** Whether a text is one of moves backwards. */
export function isReverse(text) {
  return text.trim().startsWith("[");
}

/** The game that a text tells, such as `[rrd]LLu`; capitals are pulls. Throws an Error with what is wrong with it. */
export function readReverse(text, level, _) {
  const [, jump, moves] = /^\[([lurd]*)\]([lurd]*)$/i.exec(text.replace(/\s+/g, "")) ?? [];
  if (moves === undefined) throw new Error(_("Write moves backwards as a jump in brackets and l, u, r, d."));
  const start = jumped(level, jump.toLowerCase());
  if (start === null) throw new Error(_("The player cannot begin there."));
  const game = new ReverseGame(level, start);
  [...moves].forEach((letter, at) => {
    const small = letter.toLowerCase();
    if (!game.move(LETTERS.indexOf(small), letter !== small)) {
      throw new Error(_("Move {number} runs into a wall or a box.", { number: at + 1 }));
    }
  });
  return game;
}

/** Where a jump from the start ends, or null where nobody can stand. */
function jumped(level, letters) {
  const { column, row } = level.place(level.player);
  const count = (letter) => letters.split(letter).length - 1;
  const [right, down] = [column + count("r") - count("l"), row + count("d") - count("u")];
  if (right < 0 || right >= level.columns || down < 0 || down >= level.rows) return null;
  const cell = level.cell(right, down);
  return level.walls[cell] || level.goals[cell] ? null : cell;
}

/** The square of the player, or the nearest one where no box stands when the level is played backwards. */
function freeStart({ walls, goals, steps, player }) {
  const queue = [player];
  const seen = new Set(queue);
  for (const cell of queue) {
    if (!goals[cell]) return cell;
    for (const onward of steps.map((step) => cell + step)) {
      if (walls[onward] || seen.has(onward)) continue;
      seen.add(onward);
      queue.push(onward);
    }
  }
  return player;
}
