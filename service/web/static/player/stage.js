/** Shows the board of a player on a canvas: what has not changed since the last frame is not painted again. */

import { Camera } from "./camera.js";

/** A cell is drawn so many units wide by players. */
const UNITS = 16;
const UNPAINTED = -1;

export class Stage {
  #player;
  #canvas = document.createElement("canvas");
  #context = this.#canvas.getContext("2d");
  #sprites = new Map();
  #painted;
  #spriteSize = 0;
  #view = "";
  #frame = 0;

  /** @param {HTMLElement} element the box to fill, which keeps the shape of the board */
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
    const box = this.element.getBoundingClientRect();
    return { x: (event.clientX - box.left) * this.#density, y: (event.clientY - box.top) * this.#density };
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

  get #density() {
    return window.devicePixelRatio || 1;
  }

  #resize() {
    this.#canvas.width = Math.max(1, Math.round(this.element.clientWidth * this.#density));
    this.#canvas.height = Math.max(1, Math.round(this.element.clientHeight * this.#density));
    this.camera.resize(this.#canvas.width, this.#canvas.height, this.#density);
    this.#view = "";
    this.refresh();
  }

  #paint() {
    const { x, y, size, seen } = this.camera;
    this.#renew(`${x} ${y} ${size}`);
    for (let row = seen.top; row < seen.bottom; row += 1) {
      for (let column = seen.left; column < seen.right; column += 1) {
        const look = this.#player.look(column, row);
        const place = row * this.#player.columns + column;
        if (this.#painted[place] === look) continue;
        this.#painted[place] = look;
        this.#context.clearRect(x + column * size, y + row * size, size, size);
        this.#context.drawImage(this.#sprite(look), x + column * size, y + row * size);
      }
    }
  }

  /** Begin with an empty canvas where the camera has moved. */
  #renew(view) {
    if (view === this.#view) return;
    this.#view = view;
    this.#painted.fill(UNPAINTED);
    this.#context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
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
