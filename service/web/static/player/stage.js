/**
 * Shows the board of a player on a canvas.
 *
 * What has not changed since the last frame is not painted again, and where the view moves, what was painted moves with
 * it. Of a large board only so many cells are painted in one frame; until then the others look as they did.
 */

import { Camera } from "./camera.js";

/** A cell is drawn so many units wide by players. */
const UNITS = 16;
const UNPAINTED = -1;
const MOST_CELLS = 1500;

export class Stage {
  #player;
  #canvas = document.createElement("canvas");
  #context = this.#canvas.getContext("2d");
  #sprites = new Map();
  #painted;
  #spriteSize = 0;
  /** How the camera stood in the last frame, or null where the canvas is empty. */
  #shown = null;
  #frame = 0;

  /** @param {HTMLElement} element the frame to fill, which keeps the shape of the board */
  constructor(element, player) {
    this.element = element;
    this.#player = player;
    this.camera = new Camera(player.columns, player.rows);
    this.#painted = new Int32Array(player.columns * player.rows);
    element.style.aspectRatio = `${player.columns} / ${player.rows}`;
    element.replaceChildren(this.#canvas);
    new ResizeObserver(() => this.#resize()).observe(element);
    this.#resize();
  }

  /** The point of the view under a pointer. */
  point(event) {
    const bounds = this.element.getBoundingClientRect();
    return { x: (event.clientX - bounds.left) * this.#density, y: (event.clientY - bounds.top) * this.#density };
  }

  /** The cell under a pointer, or null. */
  cellUnder(event) {
    const { x, y } = this.point(event);
    return this.camera.cellAt(x, y);
  }

  /** Zoom around the middle of the view. */
  zoom(factor) {
    this.camera.zoom(factor, this.#canvas.width / 2, this.#canvas.height / 2);
    this.refresh();
  }

  /** Paint what has changed, with the next frame of the screen. */
  refresh() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paint();
    });
  }

  /** Paint everything anew: the player draws it otherwise now. */
  repaint() {
    this.#sprites.clear();
    this.#painted.fill(UNPAINTED);
    this.refresh();
  }

  get #density() {
    return window.devicePixelRatio || 1;
  }

  #resize() {
    this.#canvas.width = Math.max(1, Math.round(this.element.clientWidth * this.#density));
    this.#canvas.height = Math.max(1, Math.round(this.element.clientHeight * this.#density));
    this.camera.resize(this.#canvas.width, this.#canvas.height, this.#density);
    this.#painted.fill(UNPAINTED);
    this.#shown = null;
    this.refresh();
  }

  #paint() {
    this.#follow();
    const { left, top, right, bottom } = this.camera.seen;
    let cells = MOST_CELLS;
    for (let row = top; row < bottom; row += 1) {
      for (let column = left; column < right; column += 1) {
        const look = this.#player.look(column, row);
        const place = row * this.#player.columns + column;
        if (this.#painted[place] === look) continue;
        if (cells === 0) {
          this.refresh();
          return;
        }
        cells -= 1;
        this.#painted[place] = look;
        this.#paintCell(column, row, look);
      }
    }
  }

  #paintCell(column, row, look) {
    const { x, y, size } = this.camera;
    this.#context.clearRect(x + column * size, y + row * size, size, size);
    this.#context.drawImage(this.#sprite(look), x + column * size, y + row * size);
  }

  /** Let what was painted move with the camera, and have the rest painted. */
  #follow() {
    const { x, y, size } = this.camera;
    const shown = this.#shown;
    this.#shown = { x, y, size };
    if (!shown || (shown.x === x && shown.y === y && shown.size === size)) return;
    const scale = size / shown.size;
    const { width, height } = this.#canvas;
    this.#context.globalCompositeOperation = "copy";
    this.#context.drawImage(this.#canvas, x - shown.x * scale, y - shown.y * scale, width * scale, height * scale);
    this.#context.globalCompositeOperation = "source-over";
    if (scale === 1) this.#forgetUnseen(shown);
    else this.#painted.fill(UNPAINTED);
  }

  /** Only of cells that were wholly in view is there all that was painted. */
  #forgetUnseen({ x, y, size }) {
    const { columns } = this.#player;
    const { width, height } = this.#canvas;
    this.#painted.forEach((_, place) => {
      const left = x + (place % columns) * size;
      const top = y + Math.floor(place / columns) * size;
      const isWhole = left >= 0 && top >= 0 && left + size <= width && top + size <= height;
      if (!isWhole) this.#painted[place] = UNPAINTED;
    });
  }

  #sprite(look) {
    const { size } = this.camera;
    if (size !== this.#spriteSize) this.#sprites.clear();
    this.#spriteSize = size;
    if (!this.#sprites.has(look)) this.#sprites.set(look, this.#drawn(look, size));
    return this.#sprites.get(look);
  }

  #drawn(look, size) {
    const sprite = document.createElement("canvas");
    sprite.width = sprite.height = size;
    const context = sprite.getContext("2d");
    context.scale(size / UNITS, size / UNITS);
    this.#player.draw(context, look);
    return sprite;
  }
}
