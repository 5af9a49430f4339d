/** What scripts say, in the language of the page. */

const catalogue = await load();

/** The translation of an English message, with values for its names in braces. */
export function _(message, values = {}) {
  const text = catalogue[message] || message;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? shown(values[name]) : whole));
}

/** What is counted, after a number of it. */
export function counted(count, { unit, single }) {
  return new Intl.PluralRules(document.documentElement.lang).select(count) === "one" ? (single ?? unit) : unit;
}

/** Without its catalogue a page speaks English. */
async function load() {
  const answer = await fetch("/messages.json");
  return answer.ok ? answer.json() : {};
}

function shown(value) {
  return typeof value === "number" ? value.toLocaleString(document.documentElement.lang) : value;
}
