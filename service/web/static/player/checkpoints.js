/** Checkpoints of a game: places to which the visitor comes back, whatever he has tried since. */

import { _ } from "/static/messages.js";

const MOST = 20;

/** The checkpoints with another one at the end; the same place is kept once. */
export function added(checkpoints, { history, position }) {
  const others = checkpoints.filter((other) => other.history !== history || other.position !== position);
  return [...others, { history, position }].slice(-MOST);
}

/**
 * Show checkpoints as buttons.
 *
 * @param {HTMLElement} list
 * @param {(checkpoint: {history: string, position: number}) => void} goTo
 */
export function showCheckpoints(list, checkpoints, goTo) {
  list.replaceChildren(...checkpoints.map((checkpoint) => item(checkpoint, goTo)));
}

function item(checkpoint, goTo) {
  const [made, button] = [document.createElement("li"), document.createElement("button")];
  button.type = "button";
  button.className = "chip";
  button.textContent = _("Move {position}", { position: checkpoint.position });
  button.addEventListener("click", () => goTo(checkpoint));
  made.append(button);
  return made;
}
