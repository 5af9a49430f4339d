/** Plays water sort: a tube is chosen and poured into another one, by taps, by dragging, or with keys. */

import { BOTTOM, IS_CHOSEN, IS_CURSOR, IS_TARGET, MOUTH, NAME, NO_TUBE, SIDE, SKINS, drawLook, lookOf } from "./drawing.js";
import { Game } from "./game.js";
import { gameOf, pourOf, refusalOf } from "./notation.js";
import { BALL, HIDDEN, Puzzle, TUBES, WATER, WHOLE, tubeName } from "./puzzle.js";
import { Rack } from "./rack.js";

/** A player of a level, for the frame of all families (static/player/frame.js). */
export function createPlayer(text, host) {
  return new WaterSortPlayer(new Game(new Puzzle(text)), host);
}

class WaterSortPlayer {
  #game;
  #host;
  #rack;
  #cursor = 0;
  #isCursorShown = false;
  /** The tube that will be poured, or null. */
  #chosen = null;
  /** The tube that is being dragged, or null. */
  #grabbed = null;
  /** The pour that a hint says, or null. */
  #hinted = null;
  #skin = "page";

  constructor(game, host) {
    const { tubes, capacity } = game.puzzle;
    this.#game = game;
    this.#host = host;
    this.#rack = new Rack(tubes.length, capacity);
    this.columns = this.#rack.columns;
    this.rows = this.#rack.rows;
  }

  get label() {
    const { _ } = this.#host;
    return _("Water sort tubes: the arrow keys move a cursor, Enter chooses a tube and pours it into another one.");
  }

  get rules() {
    const { _ } = this.#host;
    const { isLoose, pouring } = this.#game.puzzle;
    return {
      lines: [
        isLoose ? _("Pour until no tube has two colours.") : _("Pour until every colour is together in one tube."),
        _("You can pour onto the same colour, or into an empty tube."),
        {
          [WATER]: _("All that lies on top in one colour is poured, as far as there is space."),
          [WHOLE]: _("All that lies on top in one colour is poured, or nothing where there is too little space."),
          [BALL]: _("One ball is moved at a time."),
        }[pouring],
        ...(this.#hasHidden ? [_("Units with a question mark are hidden until nothing of another colour lies on them.")] : []),
      ],
      demo: { level: "ba.\nab.", moves: "AC BA BC" },
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
      [_("Enter"), _("choose a tube, pour it into another one")],
      [_("1 to 9, 0 for 10"), _("choose or pour the tube with that number")],
      [_("Tap on two tubes"), _("pour one into the other")],
      [_("Drag"), _("pour a tube into another one")],
      [_("Esc, tap on the chosen tube"), _("cancel the choice")],
    ];
  }

  get length() {
    return this.#game.length;
  }

  get position() {
    return this.#game.position;
  }

  get runStart() {
    return this.#game.runStart;
  }

  get runEnd() {
    return this.#game.runEnd;
  }

  get solved() {
    return !this.#game.unsorted;
  }

  get warning() {
    const { _ } = this.#host;
    if (!this.#game.puzzle.isKnown) return _("Nobody knows the colours of the hidden units, so nothing can be poured.");
    return this.#game.isStuck ? this.#host._("No more pours are possible. Undo a few.") : "";
  }

  get answer() {
    return this.#game.answer;
  }

  get focus() {
    return this.#rack.middleOf(this.#cursor);
  }

  get figures() {
    const { _ } = this.#host;
    const { unsorted, puzzle } = this.#game;
    const left = puzzle.isLoose
      ? { name: "tubes", label: _("Tubes to sort"), value: unsorted }
      : { name: "colours", label: _("Colours to sort"), value: unsorted };
    const hidden = { name: "hidden", label: _("Hidden units"), value: this.#game.hidden };
    return [{ name: "pours", label: _("Pours"), value: this.position }, left, ...(this.#hasHidden ? [hidden] : [])];
  }

  get orders() {
    return [{ name: "pours", label: this.#host._("Best by pours"), by: ["pours"] }];
  }

  seek(position) {
    this.#chooseNone();
    this.#game.seek(position);
  }

  load(text) {
    this.#game = gameOf(text, this.#game.puzzle, this.#host._);
    this.#chooseNone();
  }

  get history() {
    return this.#game.history;
  }

  resume(text) {
    this.#game = gameOf(text, this.#game.puzzle, this.#host._, true);
    this.#chooseNone();
  }

  mark(step) {
    this.#hinted = step && pourOf(step, this.#game.puzzle, this.#host._);
    this.#host.changed();
  }

  make(step) {
    this.#pour(pourOf(step, this.#game.puzzle, this.#host._));
  }

  look(column, row) {
    const cell = { column, row };
    const place = this.#rack.placeAt(cell);
    if (place === null) return lookOf(NO_TUBE, "", 0);
    const height = this.#rack.heightAt(cell);
    if (height < 0) return lookOf(NAME, TUBES[place], this.#marksOfName(place));
    const unit = this.#shown(place)[height]?.trim() ?? "";
    const isMouth = height === this.#game.puzzle.capacity;
    return isMouth ? lookOf(MOUTH, unit, this.#marksOfMouth(place)) : lookOf(height ? SIDE : BOTTOM, unit, 0);
  }

  draw(context, look) {
    drawLook(context, look, SKINS[this.#skin] ?? SKINS[this.#host.isDark() ? "dark" : "light"]);
  }

  key(event) {
    const steps = this.#steps[event.key];
    const place = placeNamed(event);
    if (steps) this.#moveCursor(this.#cursor + steps);
    else if (event.key === "Enter") this.#press(this.#cursor);
    else if (place in this.#game.tubes) this.#press(place);
    else if (event.key === "Escape" && this.#chosen !== null) this.#chooseNone();
    else return false;
    this.#isCursorShown = true;
    this.#host.changed();
    return true;
  }

  tap(cell) {
    const place = this.#rack.placeMeant(cell);
    if (place !== null) this.#press(place);
    this.#isCursorShown = false;
    this.#host.changed();
  }

  grab(cell) {
    this.#grabbed = this.#rack.placeMeant(cell);
    return this.#grabbed !== null;
  }

  drag(cell) {
    const place = this.#rack.placeMeant(cell);
    this.#isCursorShown = place !== null;
    this.#cursor = place ?? this.#cursor;
    this.#host.changed();
  }

  /** A drag that ends where it began was meant as a tap. */
  drop(cell) {
    const [source, target] = [this.#grabbed, cell && this.#rack.placeMeant(cell)];
    this.#grabbed = null;
    if (target === source) this.#press(target);
    else if (target !== null) this.#pourDragged({ source, target });
    this.#isCursorShown = false;
    this.#host.changed();
  }

  swipe() {}

  /** Whether units are hidden at the start. */
  get #hasHidden() {
    return this.#game.puzzle.marked.some((tube) => tube !== tube.toLowerCase() || tube.includes(HIDDEN));
  }

  /** How far the arrow keys go in the order of the tubes. */
  get #steps() {
    const { abreast } = this.#rack;
    return { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -abreast, ArrowDown: abreast };
  }

  #moveCursor(place) {
    if (!(place in this.#game.tubes)) return;
    this.#cursor = place;
    this.#host.announce(this.#described(place));
  }

  #described(place) {
    const { _ } = this.#host;
    const shown = [...this.#game.shown(place).toUpperCase()].map((unit) => (unit === HIDDEN ? _("hidden") : unit));
    const units = shown.reverse().join(", ");
    const tube = tubeName(place);
    return units ? _("Tube {tube}, from the top: {units}", { tube, units }) : _("Tube {tube} is empty.", { tube });
  }

  /** Choose a tube, or pour the chosen one into it; where that is not allowed it is chosen itself. */
  #press(place) {
    const source = this.#chosen;
    this.#cursor = place;
    this.#chooseNone();
    if (source === place) return;
    const reason = source === null ? "" : refusalOf(this.#game, { source, target: place }, this.#host._);
    if (source === null || reason) this.#choose(place, reason);
    else this.#pour({ source, target: place });
  }

  /** Choose a tube with something in it, and say why nothing was poured into it. */
  #choose(place, reason) {
    const { _ } = this.#host;
    const tube = tubeName(place);
    const isEmpty = !this.#game.tubes[place];
    if (!isEmpty) this.#chosen = place;
    const said = isEmpty ? _("Tube {tube} is empty.", { tube }) : _("Tube {tube} is chosen.", { tube });
    if (reason || isEmpty) this.#host.refuse(reason || said);
    this.#host.announce([reason, said].filter(Boolean).join(" "));
  }

  #chooseNone() {
    this.#chosen = this.#grabbed = null;
  }

  #pourDragged(pour) {
    const reason = refusalOf(this.#game, pour, this.#host._);
    this.#chooseNone();
    if (reason) this.#host.refuse(reason);
    else this.#pour(pour);
  }

  #pour(pour) {
    this.#game.pour(pour);
    this.#host.announce(this.#described(pour.target));
    this.#host.moved(this.position - 1);
  }

  /** The tube that is to be seen as lifted. */
  get #lifted() {
    return this.#grabbed ?? this.#chosen;
  }

  /** The units of a tube as they are shown; what is lifted leaves a blank. */
  #shown(place) {
    const tube = this.#game.shown(place);
    if (place !== this.#lifted) return tube;
    const below = tube.length - this.#game.puzzle.grip(tube);
    return `${tube.slice(0, below)} ${tube.slice(below)}`;
  }

  #marksOfName(place) {
    const isCursor = this.#isCursorShown && place === this.#cursor;
    const isHinted = this.#lifted === null && place === this.#hinted?.source;
    return (isCursor && IS_CURSOR) | ((place === this.#lifted || isHinted) && IS_CHOSEN);
  }

  #marksOfMouth(place) {
    if (this.#lifted === null) return place === this.#hinted?.target ? IS_TARGET : 0;
    const refusal = this.#game.puzzle.refusal(this.#game.tubes, { source: this.#lifted, target: place });
    return refusal ? 0 : IS_TARGET;
  }
}

/** The place of the tube of a key, or -1: its number, or with Shift the letter that it has in solutions. */
function placeNamed({ key, shiftKey }) {
  if (/^[0-9]$/.test(key)) return (Number(key) + 9) % 10;
  return shiftKey && key.length === 1 ? TUBES.indexOf(key.toUpperCase()) : -1;
}
