/** What the browser keeps between visits, as JSON; one that keeps nothing, or whose room is used up, is no error. */

/** What is kept under a key, or the fallback where that is nothing of its kind, a list or an object. */
export function readKept(key, fallback) {
  try {
    const kept = JSON.parse(localStorage.getItem(key));
    const isAlike = kept && typeof kept === "object" && Array.isArray(kept) === Array.isArray(fallback);
    return isAlike ? kept : fallback;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DOMException) return fallback;
    throw error;
  }
}

export function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}
