/** A word on the board: why a move is not possible, or what a hint says. */

import { announce } from "./view.js";

const SHORTLY = 2600;
const LONGER = 12_000;

const board = () => document.getElementById("player-stage");
const word = () => document.getElementById("player-word");

let hiding = 0;

/** Say something on the board for a while. */
export function say(text, milliseconds = LONGER) {
  clearTimeout(hiding);
  const element = word();
  element.hidden = !text;
  element.textContent = text;
  if (!text) return;
  announce(text);
  hiding = setTimeout(() => (element.hidden = true), milliseconds);
}

/** Take back what was said. */
export function hush() {
  say("");
}

/** Shake the board, and say why nothing else happens. */
export function refuse(text) {
  say(text, SHORTLY);
  const element = board();
  element.classList.remove("is-refusing");
  // The style is worked out in between, so that the animation begins anew.
  void element.offsetWidth;
  element.classList.add("is-refusing");
}
