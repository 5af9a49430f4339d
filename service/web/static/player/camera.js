/** Which part of a board is seen, and how large: all lengths are in pixels of the screen. */

const LARGEST_CELL = 72;

/** A board within a view; a cell has a whole number of pixels, so that its edges are sharp. */
export class Camera {
  #zoom = 1;

  constructor(columns, rows) {
    this.columns = columns;
    this.rows = rows;
    this.resize(1, 1, 1);
  }

  /** Let the view have these sides, and cells that were zoomed their size; `density` are pixels in one of style sheets. */
  resize(width, height, density) {
    const wasZoomed = this.isZoomed;
    this.width = width;
    this.height = height;
    this.fitting = Math.max(1, Math.floor(Math.min(width / this.columns, height / this.rows, LARGEST_CELL * density)));
    this.largest = Math.max(this.fitting, LARGEST_CELL * density);
    if (wasZoomed && this.isZoomed) {
      this.#zoom = this.size / this.fitting;
      this.#clamp();
    } else this.fit();
  }

  /** Show the whole board. */
  fit() {
    this.#zoom = 1;
    this.size = this.fitting;
    this.x = 0;
    this.y = 0;
    this.#clamp();
  }

  /** Whether a part of the board is out of view. */
  get isZoomed() {
    return this.size > this.fitting;
  }

  /** Make cells larger or smaller around a point of the view. */
  zoom(factor, x, y) {
    this.#zoom = Math.min(Math.max(this.#zoom * factor, 1), this.largest / this.fitting);
    const size = Math.round(this.fitting * this.#zoom);
    this.x = Math.round(x - ((x - this.x) * size) / this.size);
    this.y = Math.round(y - ((y - this.y) * size) / this.size);
    this.size = size;
    this.#clamp();
  }

  /** Move the board within the view. */
  pan(x, y) {
    this.x += Math.round(x);
    this.y += Math.round(y);
    this.#clamp();
  }

  /** Move the board as little as puts a cell into view, with two cells around it. */
  reveal({ column, row }) {
    const margin = 2 * this.size;
    const left = this.x + column * this.size;
    const top = this.y + row * this.size;
    this.x += shift(left - margin, left + this.size + margin, this.width);
    this.y += shift(top - margin, top + this.size + margin, this.height);
    this.#clamp();
  }

  /** The cell at a point of the view and how far across it, or null where the board is not. */
  cellAt(x, y) {
    const column = Math.floor((x - this.x) / this.size);
    const row = Math.floor((y - this.y) / this.size);
    const isOn = column >= 0 && column < this.columns && row >= 0 && row < this.rows;
    return isOn ? { column, row, across: (x - this.x) / this.size - column } : null;
  }

  /** The cells in view: from `left` and `top` to before `right` and `bottom`. */
  get seen() {
    return {
      left: Math.max(0, Math.floor(-this.x / this.size)),
      top: Math.max(0, Math.floor(-this.y / this.size)),
      right: Math.min(this.columns, Math.ceil((this.width - this.x) / this.size)),
      bottom: Math.min(this.rows, Math.ceil((this.height - this.y) / this.size)),
    };
  }

  #clamp() {
    this.x = clamped(this.x, this.width, this.columns * this.size);
    this.y = clamped(this.y, this.height, this.rows * this.size);
  }
}

/** A board that fits stands in the middle, another one covers the view. */
function clamped(offset, view, board) {
  if (board <= view) return Math.floor((view - board) / 2);
  return Math.min(0, Math.max(view - board, offset));
}

function shift(first, last, view) {
  if (first < 0) return Math.round(-first);
  return last > view ? Math.round(view - last) : 0;
}
