/** Everything on the page of the player but the board: figures, slider, buttons, messages. */

import { _ } from "/static/messages.js";

const part = (name) => document.getElementById(`player-${name}`);

/** Show where a player and its playback stand. */
export function showState(player, playback) {
  showFigures(part("figures"), player.figures.filter((figure) => !figure.minor));
  showFigures(part("minor-figures"), player.figures.filter((figure) => figure.minor));
  part("details").hidden = !player.figures.some((figure) => figure.minor);
  showTimeline(player);
  showPlayback(playback);
  showMessage(part("warning"), player.warning);
  markUseless("undo", player.position === 0);
  markUseless("undo-run", player.position === 0);
  markUseless("redo", player.position === player.length);
  markUseless("redo-run", player.position === player.length);
}

/** Let a screen reader say something that is to be seen on the board. */
export function announce(text) {
  part("live").textContent = text;
}

/** Show a message, or hide it where it is empty; equal messages are not said again. */
export function showMessage(element, text) {
  element.hidden = !text;
  if (element.textContent !== text) element.textContent = text;
}

/** Explain keys and gestures, first those of the family. */
export function showHelp(pairs) {
  const terms = pairs.flatMap(([term, meaning]) => [inElement("dt", term), inElement("dd", meaning)]);
  part("help").prepend(...terms);
}

function showFigures(list, figures) {
  const labels = [...list.children].map((child) => child.firstChild.textContent);
  const isSame = figures.length === labels.length && figures.every(({ label }, place) => label === labels[place]);
  if (!isSame) list.replaceChildren(...figures.map(figureElement));
  figures.forEach(({ value }, place) => {
    list.children[place].lastChild.textContent = value.toLocaleString(document.documentElement.lang);
  });
}

function figureElement({ label }) {
  const made = document.createElement("div");
  made.className = "figure";
  made.append(inElement("dt", label), inElement("dd", ""));
  return made;
}

function showTimeline(player) {
  const slider = part("timeline");
  slider.max = player.length;
  slider.value = player.position;
  const { position, length } = player;
  slider.setAttribute("aria-valuetext", _("{position} of {length}", { position, length }));
}

function showPlayback(playback) {
  const button = document.querySelector("[data-action=play]");
  button.setAttribute("aria-label", playback.isReplaying ? _("Pause") : _("Replay"));
  button.classList.toggle("is-playing", playback.isReplaying);
  part("speed").textContent = _("{speed} per second", { speed: playback.speed });
  part("instant").checked = playback.instant;
}

/** A button that does nothing now keeps the focus, unlike one that is disabled. */
function markUseless(action, useless) {
  document.querySelector(`[data-action=${action}]`).setAttribute("aria-disabled", useless);
}

function inElement(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
