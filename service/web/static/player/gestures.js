/** What fingers, mouse and wheel do to the board: taps, drags, swipes, pinches, and turns of the wheel. */

/** Pixels that a pointer may stray in a tap, that a swipe is long, and each further one without lifting the finger. */
const STRAY = 8;
const SWIPE = 24;
const NEXT_SWIPE = 44;
/** Units of the wheel for one move; trackpads send many small ones. */
const NOTCH = 60;
const ZOOM_OF_NOTCH = 0.002;

/**
 * Pass on what is done to a stage.
 *
 * @param {import("./stage.js").Stage} stage
 * @param {{tap, grab, drag, drop, swipe, secondary, turn}} on what is called, all with cells but `swipe(letter)`,
 *   `secondary()` and `turn(steps)`; `grab(cell)` says whether a drag from there is a matter of the player
 */
export function followGestures(stage, on) {
  const gestures = new Gestures(stage, on);
  const { element } = stage;
  element.addEventListener("pointerdown", (event) => gestures.down(event));
  element.addEventListener("pointermove", (event) => gestures.move(event));
  element.addEventListener("pointerup", (event) => gestures.up(event));
  element.addEventListener("pointercancel", (event) => gestures.cancel(event));
  element.addEventListener("contextmenu", (event) => gestures.menu(event));
  element.addEventListener("wheel", (event) => gestures.wheel(event), { passive: false });
}

class Gestures {
  #stage;
  #on;
  #pointers = new Map();
  #mode = "idle";
  #cell = null;
  #turned = 0;

  constructor(stage, on) {
    this.#stage = stage;
    this.#on = on;
  }

  down(event) {
    if (event.button !== 0) return;
    this.#stage.element.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, { event, from: event });
    if (this.#pointers.size === 2) this.#pinch();
    if (this.#pointers.size > 1) return;
    this.#cell = this.#stage.cellUnder(event);
    this.#mode = "pressed";
  }

  move(event) {
    const pointer = this.#pointers.get(event.pointerId);
    if (!pointer) return;
    const before = pointer.event;
    if (this.#mode === "pressed" && distance(pointer.from, event) > STRAY) this.#mode = this.#dragging(event);
    if (this.#mode === "pinching") this.#spread(event);
    else if (this.#mode === "panning") this.#pan(event.clientX - before.clientX, event.clientY - before.clientY);
    else if (this.#mode === "dragging") this.#drag(event);
    else if (this.#mode.startsWith("swip")) this.#swipe(pointer, event);
    pointer.event = event;
  }

  up(event) {
    if (!this.#pointers.delete(event.pointerId)) return;
    if (this.#mode === "pressed" && this.#cell) this.#on.tap(this.#cell);
    if (this.#mode === "dragging") this.#on.drop(this.#stage.cellUnder(event));
    if (this.#pointers.size < 2) this.#mode = "idle";
  }

  cancel(event) {
    this.#pointers.delete(event.pointerId);
    this.#abandon();
  }

  menu(event) {
    event.preventDefault();
    this.#abandon();
    this.#on.secondary();
  }

  wheel(event) {
    event.preventDefault();
    if (event.ctrlKey) {
      const { x, y } = this.#stage.point(event);
      this.#stage.camera.zoom(Math.exp(-event.deltaY * ZOOM_OF_NOTCH), x, y);
      this.#stage.refresh();
      return;
    }
    this.#turned += event.deltaMode ? Math.sign(event.deltaY) * NOTCH : event.deltaY;
    const steps = Math.trunc(this.#turned / NOTCH);
    this.#turned -= steps * NOTCH;
    if (steps) this.#on.turn(steps);
  }

  /** What a pointer that has begun to move does: the player's own, moving the view (mouse), or moves (finger). */
  #dragging(event) {
    if (this.#cell && this.#on.grab(this.#cell)) return "dragging";
    return event.pointerType === "mouse" ? "panning" : "swiping";
  }

  #abandon() {
    if (this.#mode === "dragging") this.#on.drop(null);
    this.#mode = "idle";
  }

  #pinch() {
    this.#abandon();
    this.#mode = "pinching";
  }

  #spread(event) {
    const [one, other] = [...this.#pointers.values()].map((pointer) => pointer.event);
    const moved = one.pointerId === event.pointerId ? [event, other] : [one, event];
    const factor = distance(...moved) / Math.max(1, distance(one, other));
    const [before, after] = [middle(one, other), middle(...moved)];
    const { x, y } = this.#stage.point(after);
    this.#stage.camera.zoom(factor, x, y);
    this.#pan(after.clientX - before.clientX, after.clientY - before.clientY);
  }

  #pan(x, y) {
    const density = window.devicePixelRatio;
    this.#stage.camera.pan(x * density, y * density);
    this.#stage.refresh();
  }

  #drag(event) {
    const cell = this.#stage.cellUnder(event);
    if (cell) this.#on.drag(cell);
  }

  #swipe(pointer, event) {
    const x = event.clientX - pointer.from.clientX;
    const y = event.clientY - pointer.from.clientY;
    if (Math.max(Math.abs(x), Math.abs(y)) < (this.#mode === "swiping" ? SWIPE : NEXT_SWIPE)) return;
    this.#on.swipe(Math.abs(x) > Math.abs(y) ? (x < 0 ? "l" : "r") : y < 0 ? "u" : "d");
    pointer.from = event;
    this.#mode = "swiping on";
  }
}

function distance(one, other) {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}

function middle(one, other) {
  return { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 };
}
