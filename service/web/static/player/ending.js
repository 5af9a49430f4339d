/** The end of a game: how good the answer is, and what comes next. */

import { notify } from "/static/main.js";
import { _, counted } from "/static/messages.js";
import { copyText } from "./clipboard.js";

const part = (name) => document.getElementById(`player-${name}`);

/**
 * Show the end of a game, or hide it where the level is not solved.
 *
 * @param {{figures: object[], orders: object[], solved: boolean}} player
 * @param {{figure: string, unit: string, lower: number, upper: number | null} | null} best what is known of the level
 */
export function showEnding(player, best) {
  const panel = part("solved");
  const said = player.solved ? verdict(player, best) : "";
  panel.hidden = !player.solved;
  part("verdict").textContent = said;
  part("counts").textContent = player.solved ? counts(player, best) : "";
  part("counts").hidden = part("counts").textContent === "";
}

/** How an answer compares with the best one, in a few words. */
export function verdict(player, best) {
  const count = player.figures.find(({ name }) => name === best?.figure)?.value;
  if (count === undefined) return _("Solved");
  const { lower, upper } = best;
  const unit = counted(count, best);
  if (count <= lower) return _("{count} {unit}, proven optimal", { count, unit });
  if (upper === null) return _("Solved in {count} {unit}", { count, unit });
  if (lower === upper) return _("{count} {unit}; best possible {best}", { count, unit, best: upper });
  if (count < upper) return _("{count} {unit}; better than the best known {best}", { count, unit, best: upper });
  if (count === upper) return _("{count} {unit}, as good as the best known", { count, unit });
  return _("{count} {unit}; best known {best}", { count, unit, best: upper });
}

/** Hand the level on by what the device has for that, else by the clipboard. */
export async function share(title, text, address) {
  const url = new URL(address ?? location.pathname + location.search, location.href).href;
  if (navigator.share) {
    try {
      await navigator.share({ title, text, url });
    } catch (error) {
      // The visitor has thought better of it.
      if (error.name !== "AbortError") throw error;
    }
    return;
  }
  copyText(text ? `${text}\n${url}` : url);
  notify(_("The link is on the clipboard."));
}

/** What decides, unless the verdict has said it all. */
function counts({ figures, orders: [order] }, best) {
  const deciding = order.by.slice(0, 2);
  const shown = figures.filter(({ name }) => deciding.includes(name));
  return shown.every(({ name }) => name === best?.figure) ? "" : decidingCounts(shown);
}

/** Figures in one line. */
export function decidingCounts(figures) {
  return figures.map(({ label, value }) => `${label} ${value.toLocaleString(document.documentElement.lang)}`).join(" · ");
}
