/** The rules of a puzzle in a few lines, with a small level that solves itself again and again. */

import { _ } from "/static/messages.js";
import { keep, readKept } from "./kept.js";
import { Stage } from "./stage.js";
import { isDark } from "./theme.js";

const KEY = "cenote.rules";
/** Milliseconds between two moves of the small level, and before it begins anew. */
const [PACE, REST] = [450, 1800];

const part = (name) => document.getElementById(`player-${name}`);

/** Show the rules of a player that tells any; they are open until the visitor has closed those of the family. */
export function showRules({ rules }, family, createPlayer) {
  const details = part("rules");
  details.hidden = !rules;
  if (!rules) return;
  part("rules-list").replaceChildren(...rules.lines.map(item));
  const demo = new Demo(rules.demo, createPlayer);
  details.addEventListener("toggle", () => demo.turn(details.open));
  // Remembered at the click, since a "toggle" is told later and a page that goes away never hears of it.
  details.querySelector("summary").addEventListener("click", () => remember(family, !details.open));
  details.open = !closed().includes(family);
}

class Demo {
  #player;
  #stage;
  #moves;
  #timer = 0;

  constructor({ level, moves }, createPlayer) {
    const changed = () => this.#stage?.refresh();
    const quiet = () => {};
    this.#moves = moves;
    this.#player = createPlayer(level, { _, changed, moved: changed, announce: quiet, refuse: quiet, isDark });
    this.#stage = new Stage(part("demo"), this.#player);
  }

  /** Go on, or stand still; whoever wants little motion sees the end alone. */
  turn(on) {
    clearTimeout(this.#timer);
    if (!on) return;
    this.#player.load(this.#moves);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.#stage.refresh();
    else this.#show(0);
  }

  #show(position) {
    this.#player.seek(position);
    this.#stage.refresh();
    const isOver = position === this.#player.length;
    this.#timer = setTimeout(() => this.#show(isOver ? 0 : position + 1), isOver ? REST : PACE);
  }
}

function item(text) {
  const made = document.createElement("li");
  made.textContent = text;
  return made;
}

const closed = () => readKept(KEY, []);

function remember(family, isOpen) {
  const others = closed().filter((name) => name !== family);
  keep(KEY, isOpen ? others : [...others, family]);
}
