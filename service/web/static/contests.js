/** Contests: how long there is left, and forms in the organiser's own time. */

import { _ } from "/static/messages.js";

const language = document.documentElement.lang;
const UNITS = [["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]];

/** "2 days, 3 hours", or "4 minutes, 5 seconds": the two greatest units. */
function inWords(seconds) {
  const first = UNITS.findIndex(([, size]) => seconds >= size);
  let rest = seconds;
  const said = UNITS.slice(first < 0 ? -1 : first).slice(0, 2).map(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count);
  });
  return new Intl.ListFormat(language, { type: "unit" }).format(said);
}

/** The clock of the service decides, which the page was made by. */
function countDown(element) {
  const end = performance.now() + (new Date(element.dataset.until) - new Date(element.dataset.now));
  const tick = () => {
    const seconds = Math.ceil((end - performance.now()) / 1000);
    element.textContent = seconds > 0 ? element.dataset.words.replace("…", inWords(seconds)) : element.dataset.over;
    if (seconds <= 0) clearInterval(timer);
  };
  const timer = setInterval(tick, 1000);
  tick();
}

/** Fields hold UTC. They show the organiser's own time, and send UTC again. */
function showOwnTime(form) {
  const fields = [...form.querySelectorAll("input[type=datetime-local]")];
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const field of fields) {
    if (field.value) field.value = local(new Date(`${field.value}Z`));
    const label = field.closest("label").querySelector("[data-zone]");
    if (label) label.textContent = _("your time, {zone}", { zone });
  }
  form.addEventListener("formdata", (event) => {
    for (const { name, value } of fields) if (value) event.formData.set(name, new Date(value).toISOString());
  });
}

/** A time as the fields of forms hold it. */
function local(date) {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

document.querySelectorAll("[data-until]").forEach(countDown);
document.querySelectorAll("form:has(input[type=datetime-local])").forEach(showOwnTime);
