/** Plays Sokoban: the player by keys and swipes, boxes by choosing one and where it shall go. */

import { Board, LETTERS } from "./board.js";
import { BOX, CHOSEN, NOTHING, PASSABLE, PLAYER, TARGET, UNMARKED, drawLook, lookOf } from "./drawing.js";
import { Game } from "./game.js";
import { SLOT_ACROSS, SLOT_ALONG, groundOf } from "./ground.js";
import { readMoves } from "./lurd.js";
import { BoxReach } from "./reach.js";
import { walk } from "./walk.js";

const MOST_MOVES = 20_000_000;

const KEYS = {
  ArrowLeft: "l", ArrowUp: "u", ArrowRight: "r", ArrowDown: "d",
  a: "l", w: "u", d: "r", s: "d",
  h: "l", k: "u", l: "r", j: "d",
};

/** A player of a level, for the frame of all families (static/player/frame.js). */
export function createPlayer(text, host) {
  return new SokobanPlayer(new Game(new Board(text)), host);
}

class SokobanPlayer {
  #game;
  #host;
  #ground;
  #isLattice;
  #chosen = null;

  constructor(game, host) {
    const { board } = game;
    this.#game = game;
    this.#host = host;
    this.#ground = groundOf(board);
    this.#isLattice = [...board.walls.keys()].every(
      (cell) => !(board.boxes[cell] || board.goals[cell]) || this.#isSlot(cell),
    );
    this.columns = board.columns;
    this.rows = board.rows;
  }

  get label() {
    return this.#host._("Sokoban board: the arrow keys move the player.");
  }

  get length() {
    return this.#game.length;
  }

  get position() {
    return this.#game.position;
  }

  get solved() {
    return this.#game.solved;
  }

  get runStart() {
    return this.#game.runStart;
  }

  get runEnd() {
    return this.#game.runEnd;
  }

  get answer() {
    return this.#game.lurd;
  }

  get focus() {
    return this.#game.board.place(this.#game.player);
  }

  get figures() {
    const { _ } = this.#host;
    const counts = this.#game.counts;
    return [
      { name: "moves", label: _("Moves"), value: counts.moves },
      { name: "pushes", label: _("Pushes"), value: counts.pushes },
      { name: "box_lines", label: _("Box lines"), value: counts.box_lines },
      { name: "box_changes", label: _("Box changes"), value: counts.box_changes, minor: true },
      { name: "pushing_sessions", label: _("Pushing sessions"), value: counts.pushing_sessions, minor: true },
      { name: "player_lines", label: _("Player lines"), value: counts.player_lines, minor: true },
    ];
  }

  get orders() {
    const { _ } = this.#host;
    const minor = ["box_lines", "box_changes", "pushing_sessions", "player_lines"];
    return [
      { name: "moves", label: _("Best by moves"), by: ["moves", "pushes", ...minor] },
      { name: "pushes", label: _("Best by pushes"), by: ["pushes", "moves", ...minor] },
    ];
  }

  get help() {
    const { _ } = this.#host;
    return [
      [_("Arrow keys, W A S D or H J K L"), _("move and push")],
      [_("Click on the floor"), _("walk there")],
      [_("Click on a box"), _("show where it can be pushed; click there to push it")],
      [_("Swipe"), _("move and push")],
    ];
  }

  /** In levels made of slots: a box that was left between them is one that hardly any way brings back. */
  get warning() {
    if (!this.#isLattice) return "";
    const { boxes, lastPushed } = this.#game;
    const astray = boxes.some((box, cell) => box && cell !== lastPushed && !this.#isSlot(cell));
    return astray ? this.#host._("A box was left between two slots. You may have to undo.") : "";
  }

  seek(position) {
    this.#chosen = null;
    this.#game.seek(position);
  }

  load(text) {
    const moves = readMoves(text, MOST_MOVES, this.#host._);
    const next = new Game(this.#game.board);
    for (let at = 0; at < moves.length && !next.solved; at += 1) {
      if (!next.move(LETTERS.indexOf(moves[at]))) {
        const { _ } = this.#host;
        throw new Error(_("Move {number} runs into a wall or a box that cannot be pushed.", { number: at + 1 }));
      }
    }
    this.#chosen = null;
    this.#game = next;
  }

  look(column, row) {
    const { board, boxes, player } = this.#game;
    const cell = board.cell(column, row);
    const piece = boxes[cell] ? BOX : cell === player ? PLAYER : NOTHING;
    return lookOf(this.#ground[cell], board.goals[cell], piece, this.#mark(cell));
  }

  draw(context, look) {
    drawLook(context, look);
  }

  key(event) {
    const letter = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (letter) this.#move(letter);
    else if (event.key === "Escape" && this.#chosen) this.#unchoose();
    else return false;
    return true;
  }

  swipe(direction) {
    this.#move(direction);
  }

  tap({ column, row }) {
    const cell = this.#game.board.cell(column, row);
    const chosen = this.#chosen;
    this.#chosen = null;
    if (chosen?.reach.cells.has(cell)) this.#play(chosen.reach.path(cell));
    else if (this.#game.boxes[cell] && cell !== chosen?.box) this.#choose(cell);
    else if (!chosen && !this.#game.boxes[cell]) this.#walk(cell);
    this.#host.changed();
  }

  grab() {
    return false;
  }

  drag() {}

  drop() {}

  #choose(box) {
    const reach = new BoxReach(this.#game, box);
    this.#chosen = { box, reach };
    const { _ } = this.#host;
    this.#host.announce(
      reach.cells.size
        ? _("This box can be pushed to {number} squares.", { number: reach.cells.size })
        : _("This box cannot be pushed now."),
    );
  }

  #unchoose() {
    this.#chosen = null;
    this.#host.changed();
  }

  #walk(cell) {
    const { board, boxes, player } = this.#game;
    const free = board.walls.map((wall, at) => (wall || boxes[at] ? 0 : 1));
    this.#play(walk(free, board.steps, player, cell, player) ?? "");
  }

  #move(letter) {
    this.#chosen = null;
    if (this.#game.move(LETTERS.indexOf(letter))) this.#host.moved(this.#game.position - 1);
    else this.#host.changed();
  }

  #play(moves) {
    const from = this.#game.position;
    for (const letter of moves) this.#game.move(LETTERS.indexOf(letter.toLowerCase()));
    if (moves) this.#host.moved(from);
  }

  #mark(cell) {
    if (!this.#chosen) return UNMARKED;
    if (cell === this.#chosen.box) return CHOSEN;
    if (!this.#chosen.reach.cells.has(cell)) return UNMARKED;
    return this.#isLattice && !this.#isSlot(cell) ? PASSABLE : TARGET;
  }

  #isSlot(cell) {
    return this.#ground[cell] === SLOT_ACROSS || this.#ground[cell] === SLOT_ALONG;
  }
}
