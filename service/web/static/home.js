/** The level on the first page, which is played right there; what the whole player has besides is behind its link. */

import { notify } from "./main.js";
import { _ } from "./messages.js";
import { followGestures } from "./player/gestures.js";
import { Playback } from "./player/playback.js";
import { Stage } from "./player/stage.js";
import { isDark } from "./player/theme.js";
import { Keeper, Unfinished, recordOf, take } from "./player/unfinished.js";

const game = JSON.parse(document.getElementById("game").textContent);
const hero = document.querySelector(".hero");
const state = hero.querySelector(".hero-state");

/** A frame for the board in place of the picture, which leads to the player. */
function frame() {
  const picture = hero.querySelector(".hero-board");
  const made = document.createElement("div");
  made.className = picture.className;
  made.tabIndex = 0;
  made.setAttribute("role", "application");
  picture.replaceWith(made);
  return made;
}

class Hero {
  #player;
  #playback;
  #stage;
  #unfinished = new Unfinished(game.family, game.level);
  #keeper = new Keeper(this.#unfinished, () => this.#unsolved());

  constructor(createPlayer) {
    const changed = () => this.#show();
    const announce = (text) => (state.textContent = text);
    const moved = (from) => this.#playback.show(from);
    this.#player = createPlayer(game.level, { _, changed, moved, announce, refuse: notify, isDark });
    this.#playback = new Playback(this.#player, changed);
    const element = frame();
    element.setAttribute("aria-label", this.#player.label);
    // The wheel scrolls the page here, as everywhere but in the player.
    hero.addEventListener("wheel", (event) => event.stopPropagation(), { capture: true });
    this.#stage = new Stage(element, this.#player);
    this.#follow(element);
    hero.classList.add("is-played");
    this.#resume();
    this.#show();
  }

  /** Go on with the game that was left here or in the player, and keep this one from now on. */
  #resume() {
    const { kept } = this.#unfinished;
    try {
      if (kept) take(this.#player, kept);
    } catch {
      // It is a game of an earlier program; what it kept is replaced with the next move.
    }
    if (this.#player.reverse?.isOn) this.#player.reverse.turn();
    this.#keeper.follow();
  }

  /** The game with the checkpoints that were set in the player, or null where there is none to go on with. */
  #unsolved() {
    const record = recordOf(this.#player, this.#playback.end);
    if (this.#player.solved || !record.history) return null;
    return { ...record, checkpoints: this.#unfinished.kept?.checkpoints ?? [] };
  }

  #follow(element) {
    const player = this.#player;
    followGestures(this.#stage, {
      tap: (cell) => this.#act(() => player.tap(cell)),
      grab: (cell) => player.grab(cell),
      drag: (cell) => player.drag(cell),
      drop: (cell) => this.#act(() => player.drop(cell)),
      swipe: (letter) => this.#act(() => player.swipe(letter)),
      secondary: () => this.#seek(player.runStart),
      turn: () => {},
    });
    element.addEventListener("keydown", (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey && player.key(event)) event.preventDefault();
    });
    hero.querySelector("[data-step=undo]").addEventListener("click", () => this.#seek(Math.max(0, player.position - 1)));
    hero.querySelector("[data-step=restart]").addEventListener("click", () => this.#seek(0));
  }

  #act(move) {
    this.#playback.finish();
    move();
    this.#show();
  }

  #seek(position) {
    this.#playback.finish();
    this.#player.seek(position);
    this.#show();
  }

  #show() {
    const figures = this.#player.figures.filter((figure) => !figure.minor && figure.value !== 0);
    const counts = figures.map(({ label, value }) => `${label} ${value.toLocaleString(document.documentElement.lang)}`);
    state.textContent = [...(this.#player.solved ? [_("Solved")] : []), ...counts].join(" · ");
    this.#stage.refresh();
    this.#keeper.soon();
  }
}

try {
  const { createPlayer } = await import(game.module);
  new Hero(createPlayer);
} catch (error) {
  console.warn(error); // the picture still leads to the player
}
