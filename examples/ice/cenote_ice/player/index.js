/** Plays levels of ice: arrow keys, swipes, or a tap in the direction of the slide. */

const STEPS = { l: [-1, 0], u: [0, -1], r: [1, 0], d: [0, 1] };
const KEYS = { ArrowLeft: "l", ArrowUp: "u", ArrowRight: "r", ArrowDown: "d" };
const LETTERS = ".oSG";
const [ICE, CRACKS, ROCK, PLAYER, GOAL] = ["#e3f0f7", "#c9dfeb", "#5b6470", "#c0461e", "#1b7a3d"];
const HERE = 4;

/** A player of a level, for the frame of all families (static/player/frame.js). */
export function createPlayer(text, host) {
  return new IcePlayer(text.split("\n"), host);
}

class IcePlayer {
  #board;
  #host;
  #moves = "";

  position = 0;
  warning = "";

  constructor(board, host) {
    this.#board = board;
    this.#host = host;
    this.rows = board.length;
    this.columns = board[0].length;
  }

  get label() {
    return this.#host._("Ice: the arrow keys slide the player.");
  }

  get help() {
    const { _ } = this.#host;
    return [
      [_("Arrow keys"), _("slide")],
      [_("Tap"), _("slide towards the cell")],
    ];
  }

  get length() {
    return this.#moves.length;
  }

  get runStart() {
    return Math.max(0, this.position - 1);
  }

  get runEnd() {
    return Math.min(this.length, this.position + 1);
  }

  get focus() {
    let cell = this.#find("S");
    for (const letter of this.answer) cell = this.#stop(cell, letter);
    return cell;
  }

  get solved() {
    return isSame(this.focus, this.#find("G"));
  }

  get answer() {
    return this.#moves.slice(0, this.position);
  }

  get figures() {
    return [{ name: "slides", label: this.#host._("Slides"), value: this.position }];
  }

  get orders() {
    return [{ name: "slides", label: this.#host._("Least slides"), by: ["slides"] }];
  }

  seek(position) {
    this.position = position;
  }

  load(text) {
    const moves = text.replace(/\s/g, "");
    const wrong = [...moves].find((letter) => !(letter in STEPS));
    if (wrong) throw new Error(this.#host._("“{wrong}” is none of the slides l u r d.", { wrong }));
    this.#moves = moves;
    this.position = moves.length;
  }

  look(column, row) {
    const cell = { column, row };
    return LETTERS.indexOf(this.#board[row][column]) | (isSame(cell, this.focus) ? HERE : 0);
  }

  draw(context, look) {
    context.fillStyle = ICE;
    context.fillRect(0, 0, 16, 16);
    context.strokeStyle = CRACKS;
    context.strokeRect(0, 0, 16, 16);
    const letter = LETTERS[look & 3];
    if (letter === "o") drawDisc(context, 7, ROCK);
    if (letter === "G") drawRing(context, 5, GOAL);
    if (look & HERE) drawDisc(context, 4, PLAYER);
  }

  key(event) {
    if (!(event.key in KEYS)) return false;
    this.swipe(KEYS[event.key]);
    return true;
  }

  swipe(letter) {
    const { focus } = this;
    if (isSame(this.#stop(focus, letter), focus)) return;
    this.#moves = this.answer + letter;
    this.position += 1;
    this.#host.moved(this.position - 1);
  }

  tap(cell) {
    const { focus } = this;
    if (cell.row === focus.row && cell.column !== focus.column) this.swipe(cell.column < focus.column ? "l" : "r");
    if (cell.column === focus.column && cell.row !== focus.row) this.swipe(cell.row < focus.row ? "u" : "d");
  }

  grab() {
    return false;
  }

  drag() {}

  drop() {}

  #find(letter) {
    const row = this.#board.findIndex((line) => line.includes(letter));
    return { column: this.#board[row].indexOf(letter), row };
  }

  /** Where a slide from a cell ends. */
  #stop({ column, row }, letter) {
    const [right, down] = STEPS[letter];
    const next = { column: column + right, row: row + down };
    const letterThere = this.#board[next.row]?.[next.column];
    return letterThere && letterThere !== "o" ? this.#stop(next, letter) : { column, row };
  }
}

function isSame(one, other) {
  return one.column === other.column && one.row === other.row;
}

function drawDisc(context, radius, colour) {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(8, 8, radius, 0, 2 * Math.PI);
  context.fill();
}

function drawRing(context, radius, colour) {
  context.strokeStyle = colour;
  context.lineWidth = 3;
  context.beginPath();
  context.arc(8, 8, radius, 0, 2 * Math.PI);
  context.stroke();
}
