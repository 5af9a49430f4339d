/** The gallery and the pages of levels: filters that are open where there is room, and links to copy. */

import { notify } from "/static/main.js";

const ROOM = "(min-width: 761px)";

/** Open the filters on a wide screen, also when a phone is turned. */
function unfold(filters) {
  const wide = matchMedia(ROOM);
  const follow = () => {
    filters.open = wide.matches;
  };
  wide.addEventListener("change", follow);
  follow();
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

document.querySelectorAll(".filters").forEach(unfold);
document.querySelectorAll("button[data-copy]").forEach(offerCopy);
