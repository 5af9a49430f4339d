/** The selection of levels whose checkboxes belong to the form `selection`, on whatever page and whenever renewed. */

import { notify } from "/static/main.js";
import { _ } from "/static/messages.js";

const CHECKBOX = 'input[name="level"][form="selection"]';

const checkboxes = () => [...document.querySelectorAll(CHECKBOX)];
const selected = () => checkboxes().filter((checkbox) => checkbox.checked);

/** Show how many are selected, and offer to select all. */
function count() {
  const number = selected().length;
  for (const output of document.querySelectorAll("[data-selected]")) {
    output.value = number;
    output.hidden = number === 0;
  }
  for (const bar of document.querySelectorAll(".selection.fixed")) {
    bar.toggleAttribute("data-some", number > 0);
  }
  for (const all of document.querySelectorAll("[data-select-all]")) {
    all.closest("label").hidden = false;
    all.checked = number > 0 && number === checkboxes().length;
    all.indeterminate = number > 0 && !all.checked;
  }
}

/** Select all levels or none of them. */
function selectAll(checked) {
  for (const checkbox of checkboxes()) {
    checkbox.checked = checked;
  }
}

document.addEventListener("change", ({ target }) => {
  if (target.matches("[data-select-all]")) {
    selectAll(target.checked);
  }
  if (target.matches(`[data-select-all], ${CHECKBOX}`)) {
    count();
  }
});
document.addEventListener("submit", (event) => {
  if (event.target.id === "selection" && selected().length === 0) {
    event.preventDefault();
    notify(_("Select some levels first"));
  }
});
document.body.addEventListener("htmx:afterSettle", count);
window.addEventListener("pageshow", count);
count();
