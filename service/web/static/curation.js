/** The board of the curators: levels are moved by dragging, by keys, or by the form on each card. */

import { dragging } from "/static/dragging.js";
import { notify } from "/static/main.js";
import { _ } from "/static/messages.js";

const board = document.getElementById("board");
const warnings = document.getElementById("warnings");
const columns = [...board.querySelectorAll(".column")];
const token = JSON.parse(document.body.getAttribute("hx-headers"));

let last = Promise.resolve();

const columnOf = (card) => card.closest(".column");
const columnNamed = (state) => columns.find((column) => column.dataset.state === state);
const nameOf = (column) => column.querySelector("h2").textContent;
const cardOf = (level) => document.getElementById(`level-${level}`);

/** Move a card at once, and put it back if the service refuses. */
function move(card, column) {
  const home = columnOf(card);
  if (column === home) {
    return;
  }
  const next = card.nextElementSibling;
  put(card, column, column.querySelector(".cards").firstElementChild);
  notify(_("{level} is now: {state}", { level: card.ariaLabel, state: nameOf(column) }));
  last = last.then(() => send(card.dataset.level, column, home, next));
}

/** Put a card before another one of a column, or at its end. */
function put(card, column, next) {
  const isFocused = card.contains(document.activeElement);
  const list = column.querySelector(".cards");
  add(columnOf(card), -1);
  list.insertBefore(card, next?.parentElement === list ? next : null);
  add(column, 1);
  makeTabbable();
  if (isFocused) {
    focus(card);
  }
}

function add(column, number) {
  const count = column.querySelector(".count");
  count.textContent = Number(count.textContent) + number;
}

async function send(level, column, home, next) {
  const body = new URLSearchParams({ state: column.dataset.state });
  const answer = await ask(`/curation/${level}`, { method: "POST", body });
  const card = cardOf(level);
  const isThere = columnOf(card) === column;
  if (!answer.ok) {
    notify(answer.text);
    if (isThere) {
      put(card, home, next);
    }
  } else if (isThere) {
    renew(card, answer.text);
    warn(level, column, home);
  }
}

/** What the service answers, also where it does not. */
async function ask(address, options) {
  const headers = { ...token, "HX-Request": "true" };
  try {
    const answer = await fetch(address, { headers, ...options });
    return { ok: answer.ok, text: (await answer.text()).trim() };
  } catch {
    return { ok: false, text: _("The service cannot be reached; nothing was changed") };
  }
}

/** Show a card as the service does, and keep what the visitor is doing with it. */
function renew(card, html) {
  const isFocused = card.contains(document.activeElement);
  const isSelected = card.querySelector('input[name="level"]').checked;
  const template = document.createElement("template");
  template.innerHTML = html;
  const renewed = template.content.firstElementChild;
  renewed.querySelector('input[name="level"]').checked = isSelected;
  card.replaceWith(renewed);
  makeTabbable();
  if (isFocused) {
    focus(renewed);
  }
}

/** Show which chosen levels a level repeats that was shortlisted just now. */
async function warn(level, column, home) {
  warnings.querySelector(`[data-level="${level}"].repetition`)?.remove();
  if (column.dataset.state !== "shortlisted") {
    return;
  }
  const address = `/curation/${level}/repetitions?before=${home.dataset.state}`;
  const answer = await ask(address);
  if (answer.ok && columnOf(cardOf(level)) === column) {
    warnings.insertAdjacentHTML("afterbegin", answer.text);
  }
}

/** One card of each column, with its controls, can be reached by Tab. */
function makeTabbable() {
  for (const column of columns) {
    const cards = [...column.querySelectorAll(".board-card")];
    const current = cards.find((card) => card.contains(document.activeElement)) || cards[0];
    for (const card of cards) {
      allowTab(card, card === current);
    }
  }
}

function allowTab(card, isAllowed) {
  for (const part of [card, ...card.querySelectorAll("a, input[type=checkbox], summary, select, button")]) {
    part.tabIndex = isAllowed ? 0 : -1;
  }
}

function focus(card) {
  card.focus();
  card.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** What a key does to a card that has the focus. */
function act(card, key) {
  const place = columns.indexOf(columnOf(card));
  const actions = {
    ArrowLeft: () => move(card, columns[Math.max(place - 1, 0)]),
    ArrowRight: () => move(card, columns[Math.min(place + 1, columns.length - 1)]),
    ArrowUp: () => card.previousElementSibling && focus(card.previousElementSibling),
    ArrowDown: () => card.nextElementSibling && focus(card.nextElementSibling),
    Enter: () => card.querySelector("a").click(),
    " ": () => card.querySelector('input[name="level"]').click(),
  };
  columns.forEach((column, at) => {
    actions[at + 1] = () => move(card, column);
  });
  actions[key]?.();
  return key in actions;
}

board.addEventListener("keydown", (event) => {
  const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey;
  if (event.target.matches(".board-card") && isPlain && act(event.target, event.key)) {
    event.preventDefault();
  }
});
board.addEventListener("focusin", makeTabbable);
document.addEventListener("submit", (event) => {
  const form = event.target;
  const card = form.matches("form.move") && cardOf(form.dataset.level);
  if (card) {
    event.preventDefault();
    move(card, columnNamed(new FormData(form).get("state")));
  }
});
warnings.addEventListener("click", (event) => {
  const link = event.target.closest("[data-dismiss]");
  if (link) {
    event.preventDefault();
    link.closest(".repetition").remove();
  }
});

board.classList.add("live");
dragging(board, ".board-card", ".column", move);
makeTabbable();
