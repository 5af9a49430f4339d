/** Plays Sokoban, forwards and backwards: the player by keys and swipes, boxes by choosing one and where it shall go. */

import { Board, LETTERS } from "./board.js";
import { deadCells, stuckBoxes } from "./deadlocks.js";
import { BOX, CHOSEN, NOTHING, PASSABLE, PLAYER, SKINS, TARGET, UNMARKED, drawLook, lookOf } from "./drawing.js";
import { Game } from "./game.js";
import { BLOCK, OUTSIDE, PEG, SLOT_ACROSS, SLOT_ALONG, groundOf } from "./ground.js";
import { readMoves } from "./lurd.js";
import { BoxReach } from "./reach.js";
import { ReverseGame, isReverse, readReverse } from "./reverse.js";
import { walk } from "./walk.js";
import { boxWordsOf, figuresOf, helpOf, optionsOf, ordersOf, reverseFiguresOf, rulesOf } from "./words.js";

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
  #forward;
  /** The game backwards, or null before anybody plays that, and whether it is the one on the board. */
  #backward = null;
  #isBackward = false;
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
    this.#forward = game;
    this.#host = host;
    this.#ground = groundOf(board);
    this.#isLattice = [...board.walls.keys()].every(
      (cell) => !(board.boxes[cell] || board.goals[cell]) || this.#isSlot(cell),
    );
    this.columns = board.columns;
    this.rows = board.rows;
  }

  get #game() {
    return this.#isBackward ? this.#backward : this.#forward;
  }

  /** The level as it is played forwards. */
  get #level() {
    return this.#forward.board;
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
    return !this.#isBackward && this.#forward.solved;
  }

  get reverse() {
    const { _ } = this.#host;
    return {
      isOn: this.#isBackward,
      task: this.#isPlacing ? _("Choose where to stand, then pull the boxes.") : _("Pull the boxes back to where they start."),
      answer: this.#isBackward && this.#backward.solved ? this.#backward.solution : null,
      turn: () => this.#turn(),
    };
  }

  get runStart() {
    return this.#game.runStart;
  }

  get runEnd() {
    return this.#game.runEnd;
  }

  get answer() {
    return this.#isBackward ? this.#backward.answer : this.#forward.lurd;
  }

  get focus() {
    return this.#game.board.place(this.#game.player);
  }

  get figures() {
    const { _ } = this.#host;
    return this.#isBackward ? reverseFiguresOf(this.#backward, _) : figuresOf(this.#forward.counts, _);
  }

  get orders() {
    return ordersOf(this.#host._);
  }

  get rules() {
    return rulesOf(this.#host._);
  }

  get options() {
    return optionsOf(this.#host._);
  }

  get help() {
    return helpOf(this.#host._);
  }

  set(name, value) {
    if (name === "skin") this.#skin = value;
    else this.#warns = value === "on";
  }

  /** In levels made of slots: a box that was left between them is one that hardly any way brings back. */
  get warning() {
    if (this.#isBackward) return this.#reverseWarning;
    if (this.#stuckNow.size) return this.#host._("A box is stuck: it can never reach a goal. Undo it.");
    if (!this.#isLattice) return "";
    const { boxes, lastPushed } = this.#game;
    const astray = boxes.some((box, cell) => box && cell !== lastPushed && !this.#isSlot(cell));
    return astray ? this.#host._("A box was left between two slots. You may have to undo.") : "";
  }

  get #reverseWarning() {
    if (!this.#backward.isBack || this.#backward.solved) return "";
    return this.#host._("All boxes are back, but from here the player cannot walk to his start.");
  }

  seek(position) {
    this.#chosen = null;
    this.#game.seek(position);
  }

  get history() {
    const [forward, backward] = [this.#forward, this.#backward];
    if (!this.#isBackward && !backward?.length) return forward.history;
    return JSON.stringify({
      forward: { moves: forward.history, position: forward.position },
      backward: { moves: backward.record, position: backward.position },
      isBackward: this.#isBackward,
    });
  }

  load(text) {
    if (isReverse(text)) this.#begin(this.#forward, readReverse(text, this.#level, this.#host._), true);
    else this.#begin(this.#played(text, (game) => game.solved), this.#backward, false);
  }

  /** Go on with the game that was on the board; the other one is taken as well where there is none now. */
  resume(text) {
    const begins = () => false;
    if (!text.startsWith("{")) {
      this.#begin(this.#played(text, begins), this.#backward, false);
      return;
    }
    const { forward, backward, isBackward } = JSON.parse(text);
    const kept = [this.#played(forward.moves, begins), readReverse(backward.moves, this.#level, this.#host._)];
    kept.forEach((game, place) => game.seek([forward, backward][place].position));
    const takesForward = !isBackward || !this.#forward.length;
    const takesBackward = isBackward || !this.#backward?.length;
    const [ahead, back] = kept;
    this.#begin(takesForward ? ahead : this.#forward, takesBackward ? back : this.#backward, isBackward);
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
    const isHome = this.#isBackward && cell === this.#level.player;
    return lookOf(this.#ground[cell], board.goals[cell], piece, this.#mark(cell), this.#stuckNow.has(cell), isHome);
  }

  draw(context, look) {
    drawLook(context, look, SKINS[this.#skin] ?? SKINS[this.#host.isDark() ? "dark" : "light"]);
  }

  key(event) {
    const letter = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (letter) this.#move(letter, !event.shiftKey);
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
    if (chosen?.reach.cells.has(cell)) this.#shove(chosen.reach, cell);
    else if (this.#game.boxes[cell] && cell !== chosen?.box) this.#choose(cell);
    else if (!chosen && !this.#game.boxes[cell]) this.#walk(cell);
    else if (chosen && cell !== chosen.box) this.#host.refuse(this.#boxWords.there);
    this.#host.changed();
  }

  /** A box that can be pushed is dragged; from anywhere else, and from other boxes, a swipe is a move. */
  grab({ column, row }) {
    const cell = this.#game.board.cell(column, row);
    if (!this.#game.boxes[cell] || !this.#reachOf(cell).cells.size) return false;
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
    if (reach.cells.has(cell)) this.#shove(reach, cell);
    else if (cell !== box && cell !== null) this.#host.refuse(this.#boxWords.there);
    this.#host.changed();
  }

  /** The game in which the moves of a text are played from the start, up to the first state in which it is over. */
  #played(text, isOver) {
    const moves = readMoves(text, MOST_MOVES, this.#host._);
    const next = new Game(this.#level);
    for (let at = 0; at < moves.length && !isOver(next); at += 1) {
      if (!next.move(LETTERS.indexOf(moves[at]))) {
        const { _ } = this.#host;
        throw new Error(_("Move {number} runs into a wall or a box that cannot be pushed.", { number: at + 1 }));
      }
    }
    return next;
  }

  #begin(forward, backward, isBackward) {
    this.#chosen = null;
    this.#forward = forward;
    this.#backward = backward;
    this.#isBackward = isBackward;
  }

  #turn() {
    this.#begin(this.#forward, this.#backward ?? new ReverseGame(this.#level), !this.#isBackward);
  }

  get #boxWords() {
    return boxWordsOf(this.#isBackward, this.#host._);
  }

  /** Whether the player still may be put anywhere: backwards, before the first pull. */
  get #isPlacing() {
    return this.#isBackward && !this.#backward.counts.pushes;
  }

  #reachOf(box) {
    return new BoxReach(this.#game, box, this.#isPlacing);
  }

  #choose(box) {
    const reach = this.#reachOf(box);
    this.#chosen = { box, reach };
    if (!reach.cells.size) this.#host.refuse(this.#boxWords.never);
    else this.#host.announce(this.#boxWords.squares(reach.cells.size));
  }

  #unchoose() {
    this.#chosen = null;
    this.#host.changed();
  }

  /** Push or pull a box as far as it shall go, beginning where that is shortest if the player may begin anywhere. */
  #shove(reach, target) {
    const { start, moves } = reach.way(target);
    if (this.#isPlacing) this.#backward = new ReverseGame(this.#level, start);
    this.#play(moves);
  }

  #walk(cell) {
    if (this.#isPlacing) {
      this.#put(cell);
      return;
    }
    const { board, boxes, player } = this.#game;
    const free = board.walls.map((wall, at) => (wall || boxes[at] ? 0 : 1));
    const moves = walk(free, board.steps, player, cell, player);
    if (moves === null) this.#host.refuse(this.#host._("There is no way to walk there."));
    else this.#play(moves);
  }

  /** Let the player begin on a cell. */
  #put(cell) {
    if ([OUTSIDE, BLOCK, PEG].includes(this.#ground[cell])) {
      this.#host.refuse(this.#host._("The player cannot begin there."));
      return;
    }
    this.#backward = new ReverseGame(this.#level, cell);
    this.#host.moved(0);
  }

  #move(letter, grips = true) {
    this.#chosen = null;
    if (this.#game.move(LETTERS.indexOf(letter), grips)) this.#host.moved(this.#game.position - 1);
    else this.#refuse(LETTERS.indexOf(letter));
  }

  #refuse(direction) {
    const { _ } = this.#host;
    const { board, boxes, player } = this.#game;
    const target = player + board.steps[direction];
    this.#host.changed();
    if (board.walls[target]) this.#host.refuse(_("A wall is in the way."));
    else if (this.#isBackward) this.#host.refuse(_("A box is in the way, and can only be pulled."));
    else if (boxes[target + board.steps[direction]]) this.#host.refuse(_("Another box is behind this one."));
    else this.#host.refuse(_("A wall is behind this box."));
  }

  /** Make moves; backwards, capitals pull the box that is behind the player, and small letters leave it. */
  #play(moves) {
    const from = this.#game.position;
    for (const letter of moves) {
      const small = letter.toLowerCase();
      this.#game.move(LETTERS.indexOf(small), letter !== small);
    }
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
    if (!this.#warns || this.#isBackward) return new Set();
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
