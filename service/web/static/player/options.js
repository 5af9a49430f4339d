/** What the visitor chooses about the board of a family, which the browser keeps. */

import { keep, readKept } from "./kept.js";

const PREFIX = "cenote.options.";

/**
 * Show the options of a player, and set them as they were chosen last.
 *
 * @param {{options?: {name: string, label: string, choices: {value: string, label: string}[]}[], set?: Function}} player
 * @param {() => void} repaint
 */
export function showOptions(place, player, family, repaint) {
  const chosen = readKept(PREFIX + family, {});
  const set = (name, value) => {
    player.set(name, value);
    repaint();
  };
  for (const option of player.options ?? []) {
    const values = option.choices.map(({ value }) => value);
    const value = values.includes(chosen[option.name]) ? chosen[option.name] : values[0];
    set(option.name, value);
    place.append(choice(option, value, (now) => {
      chosen[option.name] = now;
      keep(PREFIX + family, chosen);
      set(option.name, now);
    }));
  }
}

function choice({ label, choices }, value, chosen) {
  const [made, select] = [document.createElement("label"), document.createElement("select")];
  select.append(...choices.map((each) => new Option(each.label, each.value, false, each.value === value)));
  select.addEventListener("change", () => chosen(select.value));
  made.append(label, select);
  return made;
}
