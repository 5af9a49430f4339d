/** Plays Linjat: lines are drawn by dragging, by tapping at both ends, or with the cursor. */

import { SKINS, drawLook, lookOf } from "./drawing.js";
import { Game, GOOD, REMOVED, SHORT, WRONG } from "./game.js";
import { Marks } from "./marks.js";
import {
  DOT,
  Puzzle,
  cellName,
  covers,
  isSameCell,
  lengthOf,
  lineBetween,
  lineName,
  lineOf,
  straightened,
} from "./puzzle.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1] };
/** The neighbours of a cell in the order of the arms of a line. */
const NEIGHBOURS = Object.values(ARROWS);

/** A player of a level, for the frame of all families (static/player/frame.js). */
export function createPlayer(text, host) {
  return new LinjatPlayer(new Game(new Puzzle(text)), host);
}

class LinjatPlayer {
  #game;
  #host;
  #cursor = { column: 0, row: 0 };
  #isCursorShown = false;
  /** Where a line begins and where it would end now. */
  #begun = null;
  #marks = new Marks();
  #skin = "page";

  warning = "";

  constructor(game, host) {
    this.#game = game;
    this.#host = host;
    this.columns = game.puzzle.columns;
    this.rows = game.puzzle.rows;
  }

  get label() {
    return this.#host._("Linjat grid: the arrow keys move a cursor, Enter begins and ends a line.");
  }

  get rules() {
    const { _ } = this.#host;
    return {
      lines: [
        _("Draw one straight line through each number, as many cells long as it says."),
        _("Lines do not cross, and go through no other number."),
        _("Every dot is covered by a line."),
      ],
      demo: { level: "2..\n  3\n2..", moves: "A1-B1 C1-C3 A3-B3" },
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
      [_("Arrow keys"), _("move the cursor")],
      [_("Enter"), _("begin a line, end it")],
      [_("Delete"), _("remove the line")],
      [_("Drag"), _("draw a line, or move its end")],
      [_("Tap on two cells"), _("draw the line between them")],
      [_("Tap on a line"), _("remove it")],
    ];
  }

  get length() {
    return this.#game.length;
  }

  get position() {
    return this.#game.position;
  }

  get runStart() {
    return Math.max(0, this.position - 1);
  }

  get runEnd() {
    return Math.min(this.length, this.position + 1);
  }

  get solved() {
    return this.#game.solved;
  }

  get answer() {
    return this.#game.answer;
  }

  get course() {
    return this.#game.course;
  }

  get focus() {
    return this.#cursor;
  }

  get figures() {
    const { _ } = this.#host;
    const game = this.#game;
    return [
      { name: "lines", label: _("Lines to draw"), value: game.lines.length - game.count(GOOD) },
      { name: "dots", label: _("Dots to cover"), value: game.openDots.length },
      { name: "conflicts", label: _("Conflicts"), value: game.count(WRONG) },
    ];
  }

  get orders() {
    return [{ name: "solution", label: this.#host._("Solution"), by: [] }];
  }

  seek(position) {
    this.#begun = null;
    this.#game.seek(position);
  }

  get history() {
    return this.#game.history;
  }

  load(text) {
    const next = new Game(this.#game.puzzle);
    for (const name of text.split(/[\s,]+/).filter(Boolean)) {
      const { number, line } = this.#read(name);
      next.draw(number, line);
    }
    this.#begun = null;
    this.#game = next;
  }

  resume(text) {
    const next = new Game(this.#game.puzzle);
    for (const change of text.split(" ").filter(Boolean)) {
      const isRemoved = change.startsWith(REMOVED);
      const { number, line } = this.#read(isRemoved ? change.slice(1) : change);
      next.draw(number, isRemoved ? null : line);
    }
    this.#begun = null;
    this.#game = next;
  }

  mark(step, shown) {
    this.#marks = new Marks(step, shown);
    this.#host.changed();
  }

  make(step) {
    const isRemoved = step.startsWith(REMOVED);
    const { number, line } = this.#read(isRemoved ? step.slice(1) : step);
    this.#game.draw(number, isRemoved ? null : line);
    this.#host.moved(this.#game.position - 1);
  }

  look(column, row) {
    const cell = { column, row };
    const line = this.#proposal();
    const numbers = this.#game.numbersAt(cell);
    const lines = numbers.map((number) => this.#game.lines[number]);
    const isProposed = line && covers(line, cell);
    if (isProposed) lines.push(line);
    const standings = numbers.map((number) => this.#game.standing(number));
    const standing = isProposed ? this.#fit(line) : Math.max(0, ...standings);
    const isAnchor = this.#begun ? isSameCell(this.#begun.from, cell) : this.#marks.has(cell);
    const isCursor = this.#isCursorShown && isSameCell(this.#cursor, cell);
    const flags = [isCursor, isAnchor, this.#marks.isRival(cell)];
    return lookOf(this.#game.puzzle.letter(cell), arms(lines, cell), standing, flags, arms(this.#marks.ruledOut, cell));
  }

  draw(context, look) {
    drawLook(context, look, SKINS[this.#skin] ?? SKINS[this.#host.isDark() ? "dark" : "light"]);
  }

  key(event) {
    if (event.key in ARROWS) this.#moveCursor(ARROWS[event.key]);
    else if (event.key === "Enter") this.#press(this.#cursor);
    else if (event.key === "Delete") this.#erase(this.#cursor);
    else if (event.key === "Escape" && this.#begun) this.#begun = null;
    else return false;
    this.#isCursorShown = true;
    this.#host.changed();
    return true;
  }

  tap(cell) {
    this.#point(cell);
    if (!this.#begun && this.#game.numbersAt(cell).length) this.#erase(cell);
    else this.#press(cell);
    this.#host.changed();
  }

  grab(cell) {
    this.#point(cell);
    this.#begin(cell);
    return true;
  }

  drag(cell) {
    this.#begun.to = straightened(this.#begun.from, cell);
    this.#host.changed();
  }

  drop(cell) {
    if (cell) this.#end(straightened(this.#begun.from, cell));
    this.#begun = null;
    this.#host.changed();
  }

  swipe() {}

  /** The line of a name, and the number that it goes through. */
  #read(name) {
    const { _ } = this.#host;
    const { puzzle } = this.#game;
    const line = lineOf(name);
    if (!line || !puzzle.contains(line.last)) {
      const said = name.slice(0, 20);
      throw new Error(_("“{said}” is not a line of this grid. Write its two ends, such as B2-B5.", { said }));
    }
    const numbers = puzzle.numbersOn(line);
    if (numbers.length !== 1) throw new Error(_("{name} does not go through exactly one number.", { name }));
    return { number: numbers[0], line };
  }

  #point(cell) {
    this.#cursor = cell;
    this.#isCursorShown = false;
  }

  #moveCursor([right, down]) {
    const cell = { column: this.#cursor.column + right, row: this.#cursor.row + down };
    if (!this.#game.puzzle.contains(cell)) return;
    this.#cursor = cell;
    if (this.#begun) this.#begun.to = straightened(this.#begun.from, cell);
    this.#host.announce(this.#described(cell));
  }

  #described(cell) {
    const { _ } = this.#host;
    const letter = this.#game.puzzle.letter(cell);
    const what = letter === DOT ? _("dot") : letter.trim() || _("blank");
    const lines = this.#game.numbersAt(cell).map((number) => lineName(this.#game.lines[number]));
    return [cellName(cell), what, ...lines].join(", ");
  }

  /** Begin a line, or end the one that was begun; at the cell where it was begun it is given up. */
  #press(cell) {
    if (!this.#begun) {
      this.#begin(cell);
      return;
    }
    const { from } = this.#begun;
    this.#begun = null;
    if (!isSameCell(from, cell)) this.#end(straightened(from, cell), from);
  }

  /** A line that is taken by an end keeps the other one. */
  #begin(cell) {
    const numbers = this.#game.numbersAt(cell);
    const isNumber = this.#game.puzzle.numbers.some((number) => isSameCell(number, cell));
    const line = numbers.length === 1 && !isNumber ? this.#game.lines[numbers[0]] : null;
    if (line && isSameCell(line.first, cell)) this.#begun = { from: line.last, to: cell };
    else if (line && isSameCell(line.last, cell)) this.#begun = { from: line.first, to: cell };
    else this.#begun = { from: cell, to: cell };
  }

  #end(to, from = this.#begun.from) {
    if (isSameCell(from, to)) return;
    const line = lineBetween(from, to);
    const numbers = this.#game.puzzle.numbersOn(line);
    if (numbers.length === 1) {
      this.#game.draw(numbers[0], line);
      this.#host.moved(this.#game.position - 1);
    } else this.#host.refuse(this.#host._("{name} does not go through exactly one number.", { name: lineName(line) }));
  }

  #erase(cell) {
    const numbers = this.#game.numbersAt(cell);
    numbers.forEach((number) => this.#game.draw(number, null));
    if (numbers.length) this.#host.moved(this.#game.position - numbers.length);
  }

  #proposal() {
    if (!this.#begun || isSameCell(this.#begun.from, this.#begun.to)) return null;
    return lineBetween(this.#begun.from, this.#begun.to);
  }

  /** How a line would stand that is being drawn, by its numbers and its length. */
  #fit(line) {
    const { puzzle } = this.#game;
    const numbers = puzzle.numbersOn(line);
    if (!numbers.length) return SHORT;
    if (numbers.length > 1 || lengthOf(line) > puzzle.value(numbers[0])) return WRONG;
    return lengthOf(line) < puzzle.value(numbers[0]) ? SHORT : GOOD;
  }
}

/** To which neighbours of a cell some of these lines go on, as a set of bits. */
function arms(lines, { column, row }) {
  const isJoined = ([right, down]) => lines.some(
    (line) => covers(line, { column, row }) && covers(line, { column: column + right, row: row + down }),
  );
  return NEIGHBOURS.reduce((bits, neighbour, direction) => bits | (isJoined(neighbour) << direction), 0);
}
