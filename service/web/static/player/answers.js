/** The best answers of the visitor, which the browser keeps: the least recent ones go when there are too many. */

const KEY = "cenote.answers";
const MOST_LEVELS = 200;
const MOST_LETTERS = 2_000_000;

/** The answers to one level, one for each order in which its player compares them. */
export class Answers {
  #name;

  constructor(family, level) {
    this.#name = `${family} ${identity(level)}`;
  }

  /** The answer that is best in an order and its figures by name, or null. */
  best(order) {
    return read().get(this.#name)?.[order.name] ?? null;
  }

  /**
   * Keep an answer in each order in which it is better than the one before; an equal one changes nothing.
   *
   * Returns the orders, and throws an Error where the browser refuses to keep anything.
   */
  keep(answer, figures, orders) {
    const improved = orders.filter((order) => isBetter(figures, this.best(order)?.figures, order.by));
    if (!improved.length) return improved;
    const all = read();
    const mine = { ...all.get(this.#name) };
    improved.forEach((order) => (mine[order.name] = { answer, figures }));
    all.delete(this.#name);
    all.set(this.#name, mine);
    write(all);
    return improved;
  }
}

/** Whether figures come before others: the first of these names in which they differ decides, the less the better. */
export function isBetter(figures, others, names) {
  if (!others) return true;
  const deciding = names.find((name) => figures[name] !== others[name]);
  return deciding !== undefined && figures[deciding] < others[deciding];
}

/** The hash FNV-1a of a text, of 64 bits; the browsers' own hashes are only there on encrypted connections. */
export function identity(text) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  }
  return hash.toString(16);
}

function read() {
  try {
    return new Map(Object.entries(JSON.parse(localStorage.getItem(KEY) ?? "{}")));
  } catch (error) {
    // What an earlier program left there, and a browser that keeps nothing at all, are as if nothing were kept.
    if (error instanceof SyntaxError || error instanceof DOMException) return new Map();
    throw error;
  }
}

function write(all) {
  const names = [...all.keys()];
  let text = JSON.stringify(Object.fromEntries(all));
  while (names.length > 1 && (names.length > MOST_LEVELS || text.length > MOST_LETTERS)) {
    all.delete(names.shift());
    text = JSON.stringify(Object.fromEntries(all));
  }
  localStorage.setItem(KEY, text);
}
