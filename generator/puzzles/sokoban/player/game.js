/** A game in progress: its moves in one byte each, what they count, and any place in them at once. */

import { LETTERS } from "./board.js";
import { PUSHING } from "./rules.js";

const DIRECTION = 3;
const PUSH = 4;
const BOX_LINE = 8;
const BOX_CHANGE = 16;
const SESSION = 32;
const PLAYER_LINE = 64;

const COUNTED = [PUSH, BOX_LINE, BOX_CHANGE, SESSION, PLAYER_LINE];

/**
 * Boxes and player of a level after the first `position` of `length` moves.
 *
 * A move is kept as what it adds to the counts, so that taking it back needs no copy of any state. The counts are those
 * of the program YASS: steps between two pushes of a box end neither its line nor its turn. Where the rule is to pull,
 * a pull is what is called a push here.
 */
export class Game {
  #moves = new Uint8Array(1024);
  #counts = new Int32Array(COUNTED.length);

  /** @param {import("./board.js").Board} board */
  constructor(board, rule = PUSHING) {
    this.board = board;
    this.rule = rule;
    this.boxes = board.boxes.slice();
    this.player = board.player;
    this.length = 0;
    this.position = 0;
    /** How often boxes were moved, forward or back: what was found out about them holds until then. */
    this.shifts = 0;
    this.unplaced = this.boxes.reduce((sum, box, cell) => sum + (box && !board.goals[cell]), 0);
  }

  /** Whether a push has brought all boxes to goals; a level that begins so needs one too. */
  get solved() {
    return this.unplaced === 0 && this.#counts[0] > 0;
  }

  /** What the moves up to the position count, by the names that solutions are compared by. */
  get counts() {
    const [pushes, boxLines, boxChanges, sessions, playerLines] = this.#counts;
    return {
      moves: this.position,
      pushes,
      box_lines: boxLines,
      box_changes: boxChanges,
      pushing_sessions: sessions,
      player_lines: playerLines,
    };
  }

  /** Where the box is that was pushed last, or null. */
  get lastPushed() {
    return this.#lastPush().box;
  }

  /**
   * Move in a direction, and forget the moves that were taken back unless this is the next one; false if blocked.
   *
   * Where boxes are pulled, one that is behind the player comes along if he `grips` it.
   */
  move(direction, grips = true) {
    const takes = this.rule.takes(this, this.board.steps[direction], grips);
    if (takes === null) return false;
    if (!this.#isNext(direction, takes)) {
      this.#reserve();
      this.#moves[this.position] = this.#described(direction, takes);
      this.length = this.position + 1;
    }
    this.#forward();
    return true;
  }

  /** Go to the state after so many moves. */
  seek(position) {
    while (this.position < position) this.#forward();
    while (this.position > position) this.#backward();
  }

  /** The position before the last straight push, or before the walk where there was none. */
  get runStart() {
    let at = this.position;
    while (at > 0 && !(this.#moves[at - 1] & PUSH)) at -= 1;
    const push = this.#moves[at - 1] & (DIRECTION | PUSH);
    while (at > 0 && (this.#moves[at - 1] & (DIRECTION | PUSH)) === push) at -= 1;
    return at;
  }

  /** The position after the next straight push. */
  get runEnd() {
    let at = this.position;
    while (at < this.length && !(this.#moves[at] & PUSH)) at += 1;
    const push = this.#moves[at] & (DIRECTION | PUSH);
    while (at < this.length && (this.#moves[at] & (DIRECTION | PUSH)) === push) at += 1;
    return at;
  }

  /** The moves up to the position in LURD. */
  get lurd() {
    return this.#written(this.position);
  }

  /** All moves in LURD, also those that were taken back. */
  get history() {
    return this.#written(this.length);
  }

  #written(count) {
    const small = [...LETTERS].map((letter) => letter.charCodeAt(0));
    const capital = [...LETTERS.toUpperCase()].map((letter) => letter.charCodeAt(0));
    const made = this.#moves.subarray(0, count);
    return new TextDecoder().decode(made.map((move) => (move & PUSH ? capital : small)[move & DIRECTION]));
  }

  #reserve() {
    if (this.position < this.#moves.length) return;
    const longer = new Uint8Array(2 * this.#moves.length);
    longer.set(this.#moves);
    this.#moves = longer;
  }

  #isNext(direction, takes) {
    const next = this.#moves[this.position] & (DIRECTION | PUSH);
    return this.position < this.length && next === (direction | (takes ? PUSH : 0));
  }

  #described(direction, takes) {
    const before = this.position ? this.#moves[this.position - 1] : null;
    const turn = before === null || (before & DIRECTION) !== direction ? PLAYER_LINE : 0;
    if (!takes) return direction | turn;
    const session = before === null || !(before & PUSH) ? SESSION : 0;
    const last = this.#lastPush();
    const change = last.box === this.player + this.rule.side * this.board.steps[direction] ? 0 : BOX_CHANGE;
    const line = change || last.direction !== direction ? BOX_LINE : 0;
    return direction | PUSH | turn | session | change | line;
  }

  /** Where the box is that was pushed last, and the direction in which; no cell where none was. */
  #lastPush() {
    let player = this.player;
    for (let at = this.position - 1; at >= 0; at -= 1) {
      const direction = this.#moves[at] & DIRECTION;
      const step = this.board.steps[direction];
      if (this.#moves[at] & PUSH) return { box: player + this.rule.side * step, direction };
      player -= step;
    }
    return { box: null, direction: null };
  }

  #forward() {
    const move = this.#moves[this.position];
    const step = this.board.steps[move & DIRECTION];
    this.player += step;
    const box = this.player + this.rule.side * step;
    if (move & PUSH) this.#shift(box - step, box);
    this.#count(move, 1);
    this.position += 1;
  }

  #backward() {
    this.position -= 1;
    const move = this.#moves[this.position];
    const step = this.board.steps[move & DIRECTION];
    const box = this.player + this.rule.side * step;
    if (move & PUSH) this.#shift(box, box - step);
    this.player -= step;
    this.#count(move, -1);
  }

  #shift(box, target) {
    this.shifts += 1;
    this.boxes[box] = 0;
    this.boxes[target] = 1;
    this.unplaced += this.board.goals[box] - this.board.goals[target];
  }

  #count(move, sign) {
    for (let place = 0; place < COUNTED.length; place += 1) {
      if (move & COUNTED[place]) this.#counts[place] += sign;
    }
  }
}
