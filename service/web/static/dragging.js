/** Dragging by pointer events: a mouse takes hold of a whole thing, a finger of its handle, so that it can still scroll. */

const THRESHOLD = 6;
const EDGE = 48;
const STEP = 8;
const CONTROLS = "a, button, input, select, summary, label";

/** Let things that match a selector be dragged to targets within a room; `drop` is given both. */
export function dragging(room, things, targets, drop) {
  room.addEventListener("pointerdown", (event) => {
    const thing = event.target.closest(things);
    if (thing && event.isPrimary && event.button === 0 && takesHold(event)) {
      keepWhole(thing);
      new Drag(room, thing, targets, drop, event);
    }
  });
}

/** Browsers would drag pictures and links by themselves. */
function keepWhole(thing) {
  for (const part of thing.querySelectorAll("img, a")) {
    part.draggable = false;
  }
}

function takesHold(event) {
  return event.pointerType === "touch" ? event.target.closest(".handle") : !event.target.closest(CONTROLS);
}

/** One thing on its way, from the press to the release. */
class Drag {
  constructor(room, thing, targets, drop, event) {
    Object.assign(this, { room, thing, targets, drop, start: { x: event.clientX, y: event.clientY } });
    this.listening = new AbortController();
    const { signal } = this.listening;
    document.addEventListener("pointermove", (moved) => this.follow(moved), { signal });
    document.addEventListener("pointerup", () => this.end(this.target), { signal });
    document.addEventListener("pointercancel", () => this.end(null), { signal });
    document.addEventListener("keydown", (pressed) => pressed.key === "Escape" && this.end(null), { signal });
  }

  follow(event) {
    this.at = { x: event.clientX, y: event.clientY };
    if (!this.ghost && Math.hypot(this.at.x - this.start.x, this.at.y - this.start.y) > THRESHOLD) {
      this.lift();
    }
    if (this.ghost) {
      this.ghost.style.transform = `translate(${this.at.x - this.grip.x}px, ${this.at.y - this.grip.y}px)`;
      this.aim();
    }
  }

  /** Let a picture of the thing follow the pointer. */
  lift() {
    const bounds = this.thing.getBoundingClientRect();
    this.grip = { x: this.start.x - bounds.left, y: this.start.y - bounds.top };
    this.ghost = this.thing.cloneNode(true);
    this.ghost.querySelectorAll("input, form").forEach((field) => field.remove());
    this.ghost.removeAttribute("id");
    this.ghost.ariaHidden = "true";
    this.ghost.classList.add("ghost");
    this.ghost.style.width = `${bounds.width}px`;
    document.body.append(this.ghost);
    this.thing.classList.add("lifted");
    this.room.classList.add("dragging");
    this.scroll();
  }

  aim() {
    const target = document.elementFromPoint(this.at.x, this.at.y)?.closest(this.targets);
    this.target?.classList.remove("target");
    this.target = target && this.room.contains(target) ? target : null;
    this.target?.classList.add("target");
  }

  /** Scroll the room while the pointer is at one of its sides. */
  scroll() {
    if (this.listening.signal.aborted) {
      return;
    }
    const { left, right } = this.room.getBoundingClientRect();
    const direction = (this.at.x > right - EDGE) - (this.at.x < left + EDGE);
    if (direction) {
      this.room.scrollLeft += direction * STEP;
      this.aim();
    }
    requestAnimationFrame(() => this.scroll());
  }

  end(target) {
    this.listening.abort();
    this.ghost?.remove();
    this.target?.classList.remove("target");
    this.thing.classList.remove("lifted");
    this.room.classList.remove("dragging");
    if (this.ghost && target) {
      this.drop(this.thing, target);
    }
  }
}
