/** The gallery and the pages of levels: filters that are open where there is room, replays, and links to copy. */

import { notify } from "/static/main.js";

const ROOM = "(min-width: 761px)";
const HOVER = "(hover: hover) and (prefers-reduced-motion: no-preference)";
const PAUSE = 200;

/** Open the filters on a wide screen, also when a phone is turned; they apply at once, without a button. */
function unfold(filters) {
  const wide = matchMedia(ROOM);
  const follow = () => {
    filters.open = wide.matches;
  };
  wide.addEventListener("change", follow);
  follow();
  filters.querySelectorAll("[data-without-script]").forEach((button) => button.remove());
}

/** Let a button copy the link that a field has, as an address that others can open. */
function offerCopy(button) {
  const field = document.getElementById(button.dataset.copy);
  field.value = new URL(field.value, location.href).href;
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    field.select();
    await navigator.clipboard.writeText(field.value);
    notify(button.dataset.copied);
  });
}

/** Replay the solution in the picture of a card, a moment after the pointer or the focus has come to it. */
function replay(card) {
  const picture = card.querySelector("img.board");
  if (picture.dataset.still || !matchMedia(HOVER).matches) {
    return;
  }
  picture.dataset.still = picture.src;
  const begin = setTimeout(() => {
    picture.src = card.dataset.replay;
  }, PAUSE);
  const end = () => {
    clearTimeout(begin);
    picture.src = picture.dataset.still;
    delete picture.dataset.still;
    card.removeEventListener("pointerleave", end);
    card.removeEventListener("focusout", end);
    picture.removeEventListener("error", end);
  };
  card.addEventListener("pointerleave", end);
  card.addEventListener("focusout", end);
  picture.addEventListener("error", end);
}

for (const event of ["pointerover", "focusin"]) {
  document.addEventListener(event, ({ target }) => {
    const card = target.closest?.("[data-replay]");
    if (card) {
      replay(card);
    }
  });
}
document.querySelectorAll(".filters, .saved").forEach(unfold);
document.querySelectorAll("button[data-copy]").forEach(offerCopy);
