/** Hints: how a game stands, and what to do next, as the service finds out within a second. */

import { notify } from "/static/main.js";
import { _, counted } from "/static/messages.js";
import { announce } from "./view.js";
import { hush, say } from "./word.js";

/** Letters of moves, and of a known solution, that are sent along. */
const MOST_LETTERS = 100_000;
/** Milliseconds after which nobody believes any more that an answer comes. */
const MOST_WAIT = 120_000;

const part = (name) => document.getElementById(`player-${name}`);

export class Guide {
  #game;
  #player;
  #hint = null;
  #refusal = null;
  #moves = "";

  constructor(game, player) {
    this.#game = game;
    this.#player = player;
  }

  /** Whether there are hints for this level and this player, as it is played now. */
  get isThere() {
    return Boolean(this.#game.guide && this.#player.mark && !this.#player.reverse?.isOn);
  }

  /** Say how the game stands, and mark on the board what to do next. */
  async show() {
    const hint = await this.#ask();
    if (!hint) return;
    this.#player.mark(hint.step || null, hint.shown);
    this.#tell(hint);
  }

  /** Do what a hint says, which is asked for where there is none. */
  async step() {
    const hint = await this.#ask();
    if (!hint) return;
    this.forget();
    if (hint.step) {
      // Whoever is led through a level has not won against it.
      document.dispatchEvent(new CustomEvent("player:shown"));
      this.#player.make(hint.step);
    } else this.#tell(hint);
  }

  /** Take the last hint off the page: the game has gone on. */
  forget() {
    part("hint").hidden = true;
    this.#player.mark?.(null);
  }

  /** The position before the move that has lost the game, or null. */
  get before() {
    return this.#hint?.since ? this.#hint.since - 1 : null;
  }

  /** What was done, in its order: what the number of a move is about. */
  get #course() {
    return this.#player.course ?? this.#player.answer;
  }

  async #ask() {
    if (!this.isThere) return null;
    if (this.#player.solved) {
      say(_("Solved"));
      return null;
    }
    const moves = this.#course;
    if (this.#hint && this.#moves === moves) return this.#hint;
    const hint = moves.length > MOST_LETTERS ? null : await this.#fetched(moves);
    if (this.#course !== moves) return null;
    [this.#hint, this.#moves] = [hint, moves];
    return hint;
  }

  async #fetched(moves) {
    const { guide, family, level, solution } = this.#game;
    const known = solution && solution.length <= MOST_LETTERS ? solution : "";
    part("stage").setAttribute("aria-busy", "true");
    // The first hint after the service has begun takes longer: its judges load their solvers.
    say(_("Looking ahead …"), MOST_WAIT);
    try {
      const answer = await fetch(guide, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ family, level, moves, known }),
      });
      const said = await answer.json();
      if (answer.ok) return said;
      this.#refuse(said.detail);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      this.#refuse(_("There are no hints without a connection to the service."));
    } finally {
      part("stage").removeAttribute("aria-busy");
      hush();
      announce("");
    }
    return null;
  }

  /** Say why there is no hint, in place of the last such message. */
  #refuse(text) {
    this.#refusal?.remove();
    this.#refusal = notify(text);
  }

  #tell(hint) {
    const [text, why] = [sentence(hint, this.#game.best), capitalised(hint.why.trim())];
    part("hint").hidden = false;
    part("hint").dataset.outlook = hint.outlook;
    part("hint-text").textContent = text;
    part("hint-why").textContent = why;
    const back = document.querySelector("[data-action=before]");
    back.hidden = !hint.since;
    back.textContent = _("Back to before it");
    announce(`${text} ${why}`);
  }
}

/** How a game stands, in a sentence. */
export function sentence({ outlook, left, proven, since, certain }, best) {
  if (outlook === "unknown") return _("Not known: a second was too short to find out.");
  if (outlook === "lost" && since) {
    return certain ? _("Lost since move {since}.", { since }) : _("Lost since move {since} or earlier.", { since });
  }
  if (outlook === "lost") return _("This cannot be solved.");
  if (left === null || !best) return _("All is well so far.");
  const values = { left, unit: counted(left, best) };
  return proven
    ? _("Still solvable in {left} {unit} from here.", values)
    : _("Still solvable in at most {left} {unit} from here.", values);
}

function capitalised(text) {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
