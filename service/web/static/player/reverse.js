/** Reverse mode: the switch to it and the offer of what was found in it, for players that have it. */

import { decidingCounts } from "./ending.js";

const part = (name) => document.getElementById(`player-${name}`);

export class ReverseMode {
  #player;
  #isOffered = false;

  constructor(player) {
    this.#player = player;
  }

  /** Whether the level is played backwards now. */
  get isOn() {
    return Boolean(this.#player.reverse?.isOn);
  }

  /** The keys of it, for the help. */
  get help() {
    return this.#player.reverse ? [["B", part("reverse").dataset.help]] : [];
  }

  /** Show which game is on the board; an offer that was closed stays closed until the game was unsolved again. */
  show() {
    const { reverse, figures } = this.#player;
    part("reverse").hidden = !reverse;
    if (!reverse) return;
    part("reverse").firstElementChild.setAttribute("aria-pressed", reverse.isOn);
    part("mode").hidden = !reverse.isOn;
    part("mode").textContent = reverse.task;
    const isOffered = reverse.answer !== null;
    if (isOffered === this.#isOffered) return;
    this.#isOffered = isOffered;
    part("turned").hidden = !isOffered;
    part("turned-counts").textContent = decidingCounts(figures.slice(0, 2));
  }
}
