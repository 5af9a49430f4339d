/** The best answers of the visitor, as a list with what can be done with them. */

import { _ } from "/static/messages.js";

/**
 * Show an answer for each order of a player.
 *
 * @param {HTMLElement} list
 * @param {{replay: (answer: string) => void, copy: (answer: string) => void}} on
 */
export function showAnswers(list, answers, player, on) {
  list.replaceChildren(...player.orders.map((order) => item(order, answers.best(order), player, on)));
}

function item(order, best, player, on) {
  const made = document.createElement("li");
  const known = best ? figures(best, order, player) : _("none yet");
  made.append(paragraph("answer-name", order.label), paragraph("answer-figures", known));
  if (best) {
    const buttons = document.createElement("div");
    buttons.className = "row";
    buttons.append(
      button(_("Replay"), order.label, () => on.replay(best.answer)),
      button(_("Copy"), order.label, () => on.copy(best.answer)),
    );
    made.append(buttons);
  }
  return made;
}

function figures(best, order, player) {
  const shown = player.figures.filter(({ name, minor }) => order.by.includes(name) && !minor);
  return shown.map(({ name, label }) => `${label} ${best.figures[name].toLocaleString(document.documentElement.lang)}`).join(" · ") || _("found");
}

function paragraph(style, text) {
  const made = document.createElement("p");
  made.className = style;
  made.textContent = text;
  return made;
}

function button(text, about, press) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.setAttribute("aria-label", `${text}: ${about}`);
  made.addEventListener("click", press);
  return made;
}
