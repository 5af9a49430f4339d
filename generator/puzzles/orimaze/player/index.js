/** Plays orimazes: a piece beside the free cell is tapped or pushed into it, or the free cell goes by keys. */

import { SKINS, drawLook, lookOf } from "./drawing.js";
import { Game, OPPOSITE, Puzzle, STEPS } from "./puzzle.js";

const KEYS = { ArrowLeft: "l", ArrowUp: "u", ArrowRight: "r", ArrowDown: "d" };

/** A player of a level, for the frame of all families (static/player/frame.js). */
export function createPlayer(text, host) {
  return new OrimazePlayer(new Game(new Puzzle(text)), host);
}

class OrimazePlayer {
  #game;
  #host;
  /** The letter of the move that a hint says, or null. */
  #hinted = null;
  /** The cell from which a piece is being dragged. */
  #held = null;
  #skin = "page";

  warning = "";

  constructor(game, host) {
    this.#game = game;
    this.#host = host;
    this.columns = game.puzzle.columns;
    this.rows = game.puzzle.rows;
  }

  get label() {
    return this.#host._("Orimaze grid: the arrow keys move the free cell.");
  }

  get rules() {
    const { _ } = this.#host;
    return {
      lines: [
        _("A piece beside the free cell moves into it: blue ones sideways, yellow ones up and down."),
        _("Bring a blue piece into the framed corner."),
        _("Where every cell has a mark, all of them are to be reached: a line below for blue, on the right for yellow."),
      ],
      demo: { level: "VH\nH.", moves: "lur" },
    };
  }

  get options() {
    const { _ } = this.#host;
    const choices = [
      { value: "page", label: _("as light as the page") },
      { value: "light", label: _("light") },
      { value: "dark", label: _("dark") },
    ];
    return [{ name: "skin", label: _("Colours of the board"), choices }];
  }

  set(name, value) {
    this.#skin = value;
  }

  get help() {
    const { _ } = this.#host;
    return [
      [_("Arrow keys"), _("move the free cell")],
      [_("Tap"), _("move the piece into the free cell")],
      [_("Drag, swipe"), _("push a piece that way")],
    ];
  }

  get length() {
    return this.#game.length;
  }

  get position() {
    return this.#game.position;
  }

  /** Moves belong together as long as the free cell has no other way than on or back. */
  get runStart() {
    return this.#runEnd(-1, 0);
  }

  get runEnd() {
    return this.#runEnd(1, this.length);
  }

  get solved() {
    return !this.#game.wrong;
  }

  get answer() {
    return this.#game.answer;
  }

  get history() {
    return this.#game.history;
  }

  get focus() {
    return this.#game.free;
  }

  get figures() {
    const { _ } = this.#host;
    const moves = { name: "moves", label: _("Moves"), value: this.position };
    if (!this.#game.puzzle.goal) return [moves];
    return [moves, { name: "wrong", label: _("Cells to go"), value: this.#game.wrong }];
  }

  get orders() {
    return [{ name: "moves", label: this.#host._("Least moves"), by: ["moves"] }];
  }

  seek(position) {
    this.#game.seek(position);
  }

  load(text) {
    this.#game = this.#played(text);
  }

  resume(text) {
    this.#game = this.#played(text);
  }

  mark(step) {
    this.#hinted = step;
    this.#host.changed();
  }

  make(step) {
    this.#move(step);
  }

  look(column, row) {
    const cell = { column, row };
    const { puzzle } = this.#game;
    const hinted = this.#hinted && this.#game.target(this.#hinted);
    const isCorner = !puzzle.goal && column === 0 && row === 0;
    return lookOf(this.#game.letter(cell), puzzle.wanted(cell), isCorner, Boolean(hinted && isSame(hinted, cell)));
  }

  draw(context, look) {
    drawLook(context, look, SKINS[this.#skin] ?? SKINS[this.#host.isDark() ? "dark" : "light"]);
  }

  key(event) {
    if (!(event.key in KEYS)) return false;
    this.#move(KEYS[event.key]);
    return true;
  }

  /** A swipe pushes a piece, so that the free cell goes the other way. */
  swipe(letter) {
    this.#move(OPPOSITE[letter]);
  }

  tap(cell) {
    const letter = this.#letterTo(cell);
    if (letter) this.#move(letter);
    else if (!isSame(cell, this.#game.free)) this.#host.refuse(this.#host._("Only a piece beside the free cell can move."));
  }

  grab(cell) {
    this.#held = this.#letterTo(cell) ? cell : null;
    return Boolean(this.#held);
  }

  drag() {}

  /** A piece that is let go over the free cell moves there, and one that was pushed a little. */
  drop(cell) {
    if (cell && [this.#game.free, this.#held].some((one) => isSame(one, cell))) this.tap(this.#held);
    this.#held = null;
  }

  /** The game after the moves of a text. */
  #played(text) {
    const { _ } = this.#host;
    const game = new Game(this.#game.puzzle);
    for (const letter of text.replace(/\s/g, "")) {
      if (!(letter in STEPS)) throw new Error(_("“{letter}” is none of the moves l u r d.", { letter }));
      if (!game.target(letter)) {
        throw new Error(_("Move {number}: no piece can move into the free cell from there.", { number: game.length + 1 }));
      }
      game.move(letter);
    }
    return game;
  }

  /** The letter of the step from the free cell to a neighbour, or undefined for other cells. */
  #letterTo(cell) {
    const { free } = this.#game;
    const isThere = ([right, down]) => free.column + right === cell.column && free.row + down === cell.row;
    return Object.keys(STEPS).find((letter) => isThere(STEPS[letter]));
  }

  #move(letter) {
    if (this.#game.target(letter)) {
      this.#game.move(letter);
      this.#host.moved(this.position - 1);
    } else this.#host.refuse(this.#host._("No piece can move into the free cell from there."));
  }

  #runEnd(step, last) {
    if (this.position === last) return last;
    const game = this.#played(this.history);
    let position = this.position;
    do {
      position += step;
      game.seek(position);
    } while (position !== last && game.choices.length === 2);
    return position;
  }
}

function isSame(one, other) {
  return one.column === other.column && one.row === other.row;
}
