/** The levels that were played last, which the browser keeps so that they can be played without a connection. */

import { keep, readKept } from "./kept.js";

const KEY = "cenote.recent";
const MOST_LEVELS = 20;
const MOST_LETTERS = 20_000;

/** The games that were played last, the latest first, without their solutions. */
export function recentGames() {
  return readKept(KEY, []);
}

/** Keep a game as the latest one. */
export function rememberGame({ family, module, level, title, author, best }) {
  if (level.length > MOST_LETTERS) return;
  const others = recentGames().filter((game) => game.family !== family || game.level !== level);
  keep(KEY, [{ family, module, level, title, author, best }, ...others].slice(0, MOST_LEVELS));
}
