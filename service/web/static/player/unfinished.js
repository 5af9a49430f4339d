/** The unfinished games of the visitor, which the browser keeps: those of the least recent levels go first. */

import { identity } from "./answers.js";

const PREFIX = "cenote.game.";
const MOST_GAMES = 60;
/** Letters of a game that is kept; that of a level of size 48 would leave no space for others. */
const MOST_LETTERS = 1_000_000;
/** Milliseconds after a change in which further ones may come before a game is kept. */
const PAUSE = 400;

/** What was done in one level and not yet brought to an end. */
export class Unfinished {
  #key;

  constructor(family, level) {
    this.#key = `${PREFIX}${family} ${identity(level)}`;
  }

  /** The game as it was kept last, or null: all that was done, the position in it, and its checkpoints. */
  get kept() {
    return read(this.#key);
  }

  /**
   * Keep a game, or forget it where it is null. Where the browser keeps nothing, nothing happens.
   *
   * @param {{history: string, position: number, checkpoints: object[]} | null} game
   */
  keep(game) {
    try {
      if (!game || game.history.length > MOST_LETTERS) localStorage.removeItem(this.#key);
      else this.#write(JSON.stringify({ ...game, at: Date.now() }));
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  }

  #write(text) {
    const others = keys().filter((key) => key !== this.#key);
    others.sort((one, other) => (read(other)?.at ?? 0) - (read(one)?.at ?? 0));
    others.slice(MOST_GAMES - 1).forEach((key) => localStorage.removeItem(key));
    localStorage.setItem(this.#key, text);
  }
}

/** Keeps a game while it goes on. */
export class Keeper {
  #unfinished;
  #game;
  #timer = 0;

  /** @param {() => object | null} game what `Unfinished.keep` shall keep now */
  constructor(unfinished, game) {
    this.#unfinished = unfinished;
    this.#game = game;
  }

  /** Keep it from now on when the page is left, put aside or reloaded; telephones know the second one alone. */
  follow() {
    addEventListener("pagehide", () => this.#keep());
    document.addEventListener("visibilitychange", () => document.hidden && this.#keep());
  }

  /** Keep it in a moment: the game has changed. */
  soon() {
    this.#timer ||= setTimeout(() => this.#keep(), PAUSE);
  }

  #keep() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#unfinished.keep(this.#game());
  }
}

/** All that was done in the game of a player who is, or soon will be, at a position. */
export function recordOf({ history, answer }, position) {
  return { history: history ?? answer, position };
}

/** Let a player go on with what was done in a game. Throws an Error where it is of an earlier program. */
export function take(player, { history, position }) {
  if (player.resume) player.resume(history);
  else player.load(history);
  player.seek(Math.min(position, player.length));
}

function keys() {
  return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
}

function read(key) {
  try {
    const game = JSON.parse(localStorage.getItem(key));
    return typeof game?.history === "string" && Number.isInteger(game.position) ? game : null;
  } catch (error) {
    // What an earlier program left there, and a browser that keeps nothing at all, are as if nothing were kept.
    if (error instanceof SyntaxError || error instanceof DOMException) return null;
    throw error;
  }
}
