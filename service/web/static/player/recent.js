/** The levels that were played last, which the browser keeps so that they can be played without a connection. */

const KEY = "cenote.recent";
const MOST_LEVELS = 20;
const MOST_LETTERS = 20_000;

/** The games that were played last, the latest first, without their solutions. */
export function recentGames() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DOMException) return [];
    throw error;
  }
}

/** Keep a game as the latest one. */
export function rememberGame({ family, module, level, title, author, best }) {
  if (level.length > MOST_LETTERS) return;
  const others = recentGames().filter((game) => game.family !== family || game.level !== level);
  const kept = [{ family, module, level, title, author, best }, ...others].slice(0, MOST_LEVELS);
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}
