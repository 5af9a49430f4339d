/** Plays Sokoban: the player by keys and swipes, boxes by choosing one and where it shall go. */

import { Board, LETTERS } from "./board.js";
import { deadCells, stuckBoxes } from "./deadlocks.js";
import { BOX, CHOSEN, NOTHING, PASSABLE, PLAYER, SKINS, TARGET, UNMARKED, drawLook, lookOf } from "./drawing.js";
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
  /** The box that a hint says to push, and to which cell; null without a hint. */
  #hinted = null;
  /** The cell over which a box is dragged, or null. */
  #hovered = null;
  #skin = "page";
  #warns = false;
  #dead = null;
  #stuck = { game: null, shifts: -1, boxes: new Set() };

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

  get rules() {
    const { _ } = this.#host;
    return {
      lines: [
        _("Push every box onto a goal."),
        _("You push one box at a time, and can never pull."),
        _("A box in a corner stays there."),
      ],
      demo: { level: "#######\n#@-.--#\n#-$-$-#\n#---.-#\n#######", moves: "ddrUluRdrdrruulD" },
    };
  }

  get options() {
    const { _ } = this.#host;
    return [
      {
        name: "skin",
        label: _("Colours of the board"),
        choices: [
          { value: "page", label: _("as light as the page") },
          { value: "light", label: _("light") },
          { value: "dark", label: _("dark") },
          { value: "wood", label: _("wood") },
        ],
      },
      {
        name: "warnings",
        label: _("Boxes that are stuck"),
        choices: [
          { value: "off", label: _("are not marked") },
          { value: "on", label: _("are marked") },
        ],
      },
    ];
  }

  set(name, value) {
    if (name === "skin") this.#skin = value;
    else this.#warns = value === "on";
  }

  get help() {
    const { _ } = this.#host;
    return [
      [_("Arrow keys, W A S D or H J K L"), _("move and push")],
      [_("Click on the floor"), _("walk there")],
      [_("Click on a box"), _("show where it can be pushed; click there to push it")],
      [_("Drag a box"), _("push it there")],
      [_("Swipe"), _("move and push")],
    ];
  }

  /** In levels made of slots: a box that was left between them is one that hardly any way brings back. */
  get warning() {
    if (this.#stuckNow.size) return this.#host._("A box is stuck: it can never reach a goal. Undo it.");
    if (!this.#isLattice) return "";
    const { boxes, lastPushed } = this.#game;
    const astray = boxes.some((box, cell) => box && cell !== lastPushed && !this.#isSlot(cell));
    return astray ? this.#host._("A box was left between two slots. You may have to undo.") : "";
  }

  seek(position) {
    this.#chosen = null;
    this.#game.seek(position);
  }

  get history() {
    return this.#game.history;
  }

  load(text) {
    this.#begin(text, (game) => game.solved);
  }

  resume(text) {
    this.#begin(text, () => false);
  }

  mark(step) {
    this.#hinted = step && this.#pushIn(step);
    this.#chosen = null;
    this.#host.changed();
  }

  make(step) {
    this.#play(step);
  }

  look(column, row) {
    const { board, boxes, player } = this.#game;
    const cell = board.cell(column, row);
    const piece = boxes[cell] ? BOX : cell === player ? PLAYER : NOTHING;
    return lookOf(this.#ground[cell], board.goals[cell], piece, this.#mark(cell), this.#stuckNow.has(cell));
  }

  draw(context, look) {
    drawLook(context, look, SKINS[this.#skin] ?? SKINS[this.#host.isDark() ? "dark" : "light"]);
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
    else if (chosen && cell !== chosen.box) this.#host.refuse(this.#host._("The box cannot be pushed there."));
    this.#host.changed();
  }

  /** A box that can be pushed is dragged; from anywhere else, and from other boxes, a swipe is a move. */
  grab({ column, row }) {
    const cell = this.#game.board.cell(column, row);
    if (!this.#game.boxes[cell] || !new BoxReach(this.#game, cell).cells.size) return false;
    this.#choose(cell);
    this.#host.changed();
    return true;
  }

  drag({ column, row }) {
    this.#hovered = this.#game.board.cell(column, row);
    this.#host.changed();
  }

  /** A drag that ends where it began was meant as a tap. */
  drop(place) {
    const { box, reach } = this.#chosen;
    const cell = place && this.#game.board.cell(place.column, place.row);
    this.#hovered = null;
    if (cell !== box) this.#chosen = null;
    if (reach.cells.has(cell)) this.#play(reach.path(cell));
    else if (cell !== box && cell !== null) this.#host.refuse(this.#host._("The box cannot be pushed there."));
    this.#host.changed();
  }

  /** Play the moves of a text from the start, up to the first state in which it is over. */
  #begin(text, isOver) {
    const moves = readMoves(text, MOST_MOVES, this.#host._);
    const next = new Game(this.#game.board);
    for (let at = 0; at < moves.length && !isOver(next); at += 1) {
      if (!next.move(LETTERS.indexOf(moves[at]))) {
        const { _ } = this.#host;
        throw new Error(_("Move {number} runs into a wall or a box that cannot be pushed.", { number: at + 1 }));
      }
    }
    this.#chosen = null;
    this.#game = next;
  }

  #choose(box) {
    const reach = new BoxReach(this.#game, box);
    this.#chosen = { box, reach };
    const { _ } = this.#host;
    if (!reach.cells.size) this.#host.refuse(_("This box cannot be pushed now."));
    else this.#host.announce(_("This box can be pushed to {number} squares.", { number: reach.cells.size }));
  }

  #unchoose() {
    this.#chosen = null;
    this.#host.changed();
  }

  #walk(cell) {
    const { board, boxes, player } = this.#game;
    const free = board.walls.map((wall, at) => (wall || boxes[at] ? 0 : 1));
    const moves = walk(free, board.steps, player, cell, player);
    if (moves === null) this.#host.refuse(this.#host._("There is no way to walk there."));
    else this.#play(moves);
  }

  #move(letter) {
    this.#chosen = null;
    if (this.#game.move(LETTERS.indexOf(letter))) this.#host.moved(this.#game.position - 1);
    else this.#refuse(LETTERS.indexOf(letter));
  }

  #refuse(direction) {
    const { _ } = this.#host;
    const { board, boxes, player } = this.#game;
    const target = player + board.steps[direction];
    this.#host.changed();
    if (board.walls[target]) this.#host.refuse(_("A wall is in the way."));
    else if (boxes[target + board.steps[direction]]) this.#host.refuse(_("Another box is behind this one."));
    else this.#host.refuse(_("A wall is behind this box."));
  }

  #play(moves) {
    const from = this.#game.position;
    for (const letter of moves) this.#game.move(LETTERS.indexOf(letter.toLowerCase()));
    if (moves) this.#host.moved(from);
  }

  /** The box that some steps and pushes in one direction take along, and where it comes to be. */
  #pushIn(moves) {
    const { steps } = this.#game.board;
    const way = [...moves].map((letter) => steps[LETTERS.indexOf(letter.toLowerCase())]);
    const walked = moves.search(/[LURD]/);
    if (walked < 0) return null;
    const box = way.slice(0, walked + 1).reduce((cell, step) => cell + step, this.#game.player);
    return { box, target: way.slice(walked).reduce((cell, step) => cell + step, box) };
  }

  #mark(cell) {
    if (this.#hinted && !this.#chosen) {
      if (cell === this.#hinted.box) return CHOSEN;
      return cell === this.#hinted.target ? TARGET : UNMARKED;
    }
    if (!this.#chosen) return UNMARKED;
    if (cell === (this.#hoveredTarget ?? this.#chosen.box)) return CHOSEN;
    if (!this.#chosen.reach.cells.has(cell)) return UNMARKED;
    return this.#isLattice && !this.#isSlot(cell) ? PASSABLE : TARGET;
  }

  /** Where the box that is dragged would go. */
  get #hoveredTarget() {
    return this.#chosen.reach.cells.has(this.#hovered) ? this.#hovered : null;
  }

  /** The boxes that are known to be stuck, where the visitor wants to see them. */
  get #stuckNow() {
    const game = this.#game;
    if (!this.#warns) return new Set();
    if (this.#stuck.game !== game || this.#stuck.shifts !== game.shifts) {
      this.#dead ??= deadCells(game.board);
      this.#stuck = { game, shifts: game.shifts, boxes: stuckBoxes(game, this.#dead) };
    }
    return this.#stuck.boxes;
  }

  #isSlot(cell) {
    return this.#ground[cell] === SLOT_ACROSS || this.#ground[cell] === SLOT_ALONG;
  }
}
