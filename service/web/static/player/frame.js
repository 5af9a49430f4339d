/**
 * The frame in which levels of all families are played.
 *
 * The page gives a game as JSON in the element `game`: the address of the family's `module`, its name as `family`, the
 * text of the `level`, a `solution` or null, what is known of the `best` one, and the addresses of the `previous` and
 * the `next` level or null, the one to `share`, and that of hints as `guide` or null.
 *
 * The module exports `createPlayer(level, host)`. Its player has
 *   columns, rows                      the sides of the board in cells
 *   look(column, row)                  a number that stands for all that is to be seen in a cell
 *   draw(context, look)                draws it on a canvas, 16 units wide
 *   label, help                        what the board is, and pairs of keys or gestures and what they do
 *   length, position, seek(position)   what was done, how much of it is not taken back, and how to go anywhere in it
 *   runStart, runEnd                   positions before the last and after the next few moves that belong together
 *   solved, warning, focus             whether it is; a message or ""; the cell to keep in view
 *   figures                            what is counted: name, label, value, and `minor` where few want to know it
 *   orders                             orders of answers: name, label, and `by`, the figures that decide, the less
 *                                      the better
 *   answer, load(text)                 the moves up to the position in the family's notation, and the reverse; throws
 *                                      an Error with a message for the visitor
 *   key(event), swipe(letter)          whether a key is the player's own; `letter` is one of l, u, r, d
 *   tap(cell), grab(cell), drag(cell), drop(cell)
 *                                      a cell is {column, row}, under a pointer also {across}: how far across it
 *                                      that is, from 0 to 1; grab tells whether a drag from there is the
 *                                      player's own, drop gets null where it is abandoned or ends off the board
 * It may have besides
 *   history, resume(text)              all that was done, also what was taken back, and the reverse; throws an Error
 *   course                             what was done up to the position, for hints, where `answer` has another order
 *   rules                              lines of text, and a demo: a small level and moves that solve it
 *   options, set(name, value)          choices about the board: name, label, and choices of value and label
 *   mark(step, shown), make(step)      marks on the board what a hint says and what its reason speaks of, or nothing
 *                                      where the step is null; and does it
 *   reverse                            the same level played backwards, as a second game that all the above is about
 *                                      while it `isOn`, but `solved`; `turn()` goes to the other game, `task` says what
 *                                      to do in this one, and `answer` are moves that solve the level, for `load`, once
 *                                      this game has found them, else null
 * and uses of its host
 *   _(message, values)                 the translation of an English message
 *   changed()                          the board looks otherwise
 *   moved(from)                        moves were made from that position on, and are to be shown one by one
 *   announce(text)                     tells those who do not see the board
 *   refuse(text)                       says why a move is not possible, and shakes the board
 *   isDark()                           whether the page is dark
 */

import { notify } from "/static/main.js";
import { _ } from "/static/messages.js";
import { showAnswers } from "./answer_list.js";
import { Answers } from "./answers.js";
import { added, showCheckpoints } from "./checkpoints.js";
import { copyText, shareMoves } from "./clipboard.js";
import { followGestures } from "./gestures.js";
import { share, showEnding, verdict } from "./ending.js";
import { actionOf, belongsElsewhere, isModified } from "./keys.js";
import { showOptions } from "./options.js";
import { rememberGame } from "./recent.js";
import { Playback } from "./playback.js";
import { ReverseMode } from "./reverse.js";
import { Stage } from "./stage.js";
import { showRules } from "./demo.js";
import { Guide } from "./guide.js";
import { followTheme, isDark } from "./theme.js";
import { fillSubmission, submitOrAsk } from "./submission.js";
import { Keeper, Unfinished, recordOf, take } from "./unfinished.js";
import { announce, showHelp, showState } from "./view.js";
import { hush, refuse } from "./word.js";

const ZOOM = 1.5;

const element = (name) => document.getElementById(`player-${name}`);

class Frame {
  #game;
  #player;
  #playback;
  #stage;
  #answers;
  #unfinished;
  #keeper;
  #guide;
  #reverse;
  #checkpoints = [];
  #renewSubmission = () => {};
  #wasSolved = false;
  #isOwn = true;
  #own = null;
  #focus;
  #frame = 0;

  constructor(game, createPlayer) {
    const changed = () => this.#changed();
    this.#game = game;
    this.#player = createPlayer(game.level, {
      _,
      changed,
      moved: (from) => this.#moved(from),
      announce,
      refuse,
      isDark,
    });
    this.#answers = new Answers(game.family, game.level);
    this.#unfinished = new Unfinished(game.family, game.level);
    this.#keeper = new Keeper(this.#unfinished, () => this.#unsolved());
    this.#guide = new Guide(game, this.#player);
    this.#reverse = new ReverseMode(this.#player);
    this.#playback = new Playback(this.#player, changed);
    this.#stage = new Stage(element("stage"), this.#player);
    this.#focus = this.#player.focus;
    const form = element("submission");
    if (form) this.#renewSubmission = fillSubmission(form, this.#answers, this.#player.orders);
  }

  start() {
    element("stage").setAttribute("aria-label", this.#player.label);
    showHelp([...this.#player.help, ...this.#reverse.help]);
    showRules(this.#player, this.#game.family, createPlayer);
    showOptions(element("options"), this.#player, this.#game.family, () => {
      this.#stage.repaint();
      this.#changed();
    });
    followTheme(() => this.#stage.repaint());
    this.#showAnswers();
    this.#followButtons();
    this.#followGestures();
    element("fullscreen").hidden = !document.fullscreenEnabled;
    document.addEventListener("keydown", (event) => this.#key(event));
    shareMoves(() => this.#player.answer, (text) => this.#load(text));
    rememberGame(this.#game);
    this.#resume();
    this.#showCheckpoints();
    this.#changed();
    if (this.#game.solution && asksForReplay()) this.#showSolution();
  }

  /** Go on with the game that was left unfinished here, and keep this one from now on. */
  #resume() {
    const game = this.#unfinished.kept;
    try {
      this.#checkpoints = game?.checkpoints ?? [];
      if (game) take(this.#player, game);
    } catch {
      // It is a game of an earlier program; what it kept is replaced with the next move.
    }
    this.#keeper.follow();
  }

  /** The visitor's game with its checkpoints, or null where there is none to go on with. */
  #unsolved() {
    const own = this.#isOwn ? this.#record() : this.#own;
    const isUnfinished = own.history && !(this.#isOwn && this.#player.solved);
    return isUnfinished ? { ...own, checkpoints: this.#checkpoints } : null;
  }

  /** What buttons and keys do. */
  #actions = {
    undo: () => this.#seek(Math.max(0, this.#player.position - 1)),
    redo: () => this.#seek(Math.min(this.#player.length, this.#player.position + 1)),
    "undo-run": () => this.#seek(this.#player.runStart),
    "redo-run": () => this.#seek(this.#player.runEnd),
    restart: () => this.#seek(0),
    end: () => this.#seek(this.#player.length),
    play: () => this.#playback.toggle(),
    slower: () => this.#playback.turn(-1),
    faster: () => this.#playback.turn(1),
    instant: () => this.#toggleInstant(),
    previous: () => visit(this.#game.previous),
    next: () => visit(this.#game.next),
    "zoom-in": () => this.#stage.zoom(ZOOM),
    "zoom-out": () => this.#stage.zoom(1 / ZOOM),
    copy: () => this.#copy(this.#player.answer),
    load: () => this.#load(element("text").value),
    solution: () => this.#showSolution(),
    own: () => this.#returnToOwn(),
    again: () => this.#seek(0),
    share: () => this.#share(),
    submit: () => submitOrAsk(element("submission")),
    checkpoint: () => this.#setCheckpoint(),
    fullscreen: () => toggleFullScreen(element("table")),
    reverse: () => this.#turn(),
    takeover: () => this.#load(this.#player.reverse.answer),
    hint: () => this.#letPlayer(() => this.#guide.show()),
    step: () => this.#letPlayer(() => this.#guide.step()),
    before: () => this.#seek(this.#guide.before),
    unhint: () => this.#guide.forget(),
    close: () => this.#closeEnding(),
  };

  #followButtons() {
    for (const button of document.querySelectorAll("[data-action]")) {
      const act = this.#actions[button.dataset.action];
      button.addEventListener("click", act);
    }
    element("timeline").addEventListener("input", (event) => this.#seek(Number(event.target.value)));
    // Whoever has drawn the slider with the mouse goes on with the keys of the game, not with those of the slider.
    element("timeline").addEventListener("pointerup", (event) => event.target.blur());
  }

  #followGestures() {
    const player = this.#player;
    followGestures(this.#stage, {
      tap: (cell) => this.#letPlayer(() => player.tap(cell)),
      grab: (cell) => player.grab(cell),
      drag: (cell) => player.drag(cell),
      drop: (cell) => this.#letPlayer(() => player.drop(cell)),
      swipe: (letter) => this.#letPlayer(() => player.swipe(letter)),
      secondary: this.#actions["undo-run"],
      turn: (steps) => this.#seek(Math.min(player.length, Math.max(0, player.position + steps))),
    });
  }

  #key(event) {
    if (belongsElsewhere(event)) return;
    const action = actionOf(event);
    if (!isModified(event) && this.#letPlayer(() => this.#player.key(event))) event.preventDefault();
    else if (action) {
      event.preventDefault();
      this.#actions[action]();
    }
  }

  #letPlayer(act) {
    this.#playback.finish();
    return act();
  }

  #seek(position) {
    this.#playback.finish();
    this.#player.seek(position);
    this.#guide.forget();
    this.#changed();
  }

  #moved(from) {
    this.#isOwn = true;
    this.#guide.forget();
    hush();
    say("moved", { moves: this.#player.length });
    this.#playback.show(from);
  }

  #load(text) {
    if (this.#tryLoad(text)) {
      this.#isOwn = true;
      this.#changed();
    }
  }

  #showSolution() {
    say("shown");
    this.#replay(this.#game.solution);
  }

  /** Replay an answer from its beginning; moves of the visitor's own wait for his return. */
  #replay(answer) {
    this.#playback.finish();
    if (this.#isOwn) this.#own = this.#record();
    if (!this.#tryLoad(answer)) return;
    this.#isOwn = false;
    this.#player.seek(0);
    this.#playback.toggle();
  }

  #setCheckpoint() {
    this.#playback.finish();
    this.#checkpoints = added(this.#checkpoints, this.#record());
    this.#showCheckpoints();
    this.#keeper.soon();
  }

  #showCheckpoints() {
    showCheckpoints(element("checkpoints"), this.#checkpoints, (checkpoint) => this.#goTo(checkpoint));
  }

  #goTo(record) {
    this.#playback.finish();
    take(this.#player, record);
    this.#isOwn = true;
    this.#seek(this.#player.position);
  }

  #record() {
    return recordOf(this.#player, this.#playback.end);
  }

  /** Play backwards, or forwards again; what is looked at makes way for the visitor's own moves. */
  #turn() {
    if (!this.#player.reverse) return;
    const { isOn } = this.#reverse;
    if (this.#isOwn) this.#playback.finish();
    else this.#returnToOwn();
    if (this.#reverse.isOn === isOn) this.#player.reverse.turn();
    this.#seek(this.#player.position);
  }

  #returnToOwn() {
    this.#goTo(this.#own);
  }

  #tryLoad(text) {
    this.#playback.finish();
    try {
      this.#player.load(text);
    } catch (error) {
      notify(error.message);
      return false;
    }
    return true;
  }

  #copy(answer) {
    copyText(answer);
    notify(_("The moves are on the clipboard."));
  }

  #share() {
    const { title, best } = this.#game;
    const result = this.#player.solved && this.#isOwn ? verdict(this.#player, best) : "";
    return share(title, [title, result].filter(Boolean).join(": "), this.#game.share);
  }

  #closeEnding() {
    for (const panel of ["solved", "turned"]) element(panel).hidden = true;
    element("stage").focus();
  }

  #toggleInstant() {
    this.#playback.instant = !this.#playback.instant;
    this.#changed();
  }

  /** Show the state with the next frame of the screen, however often it changes until then. */
  #changed() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#show();
      if (this.#isOwn) this.#keeper.soon();
    });
  }

  #show() {
    this.#follow(this.#player.focus);
    this.#stage.refresh();
    showState(this.#player, this.#playback);
    this.#reverse.show();
    element("guide").hidden = !this.#guide.isThere;
    element("return").hidden = this.#isOwn || !this.#own;
    if (this.#player.solved !== this.#wasSolved) this.#showSolved();
  }

  /** Keep the cell in view where it all happens, but let the visitor look elsewhere until that goes on. */
  #follow(focus) {
    const { column, row } = this.#focus;
    if (this.#stage.camera.isZoomed && (focus.column !== column || focus.row !== row)) this.#stage.camera.reveal(focus);
    this.#focus = focus;
  }

  #showSolved() {
    this.#wasSolved = this.#player.solved;
    showEnding(this.#player, this.#game.best);
    if (!this.#player.solved || !this.#isOwn) return;
    say("moved", { moves: this.#player.length });
    say("solved", { answer: this.#player.answer });
    const figures = Object.fromEntries(this.#player.figures.map(({ name, value }) => [name, value]));
    try {
      this.#answers.keep(this.#player.answer, figures, this.#player.orders);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      notify(_("Your browser does not store answers. Copy yours to keep it."));
    }
    this.#showAnswers();
  }

  #showAnswers() {
    const on = { replay: (answer) => this.#replay(answer), copy: (answer) => this.#copy(answer) };
    showAnswers(element("answers"), this.#answers, this.#player, on);
    this.#renewSubmission();
  }
}

/** Whether the address of the page asks for a replay at once. */
function asksForReplay() {
  return new URLSearchParams(location.search).has("replay");
}

/** Tell whoever listens on the page what becomes of the level. */
function say(what, detail = {}) {
  document.dispatchEvent(new CustomEvent(`player:${what}`, { detail }));
}

function toggleFullScreen(table) {
  if (document.fullscreenElement) document.exitFullscreen();
  else table.requestFullscreen();
}

function visit(address) {
  if (address) location.assign(address);
}

const game = JSON.parse(document.getElementById("game").textContent);
const { createPlayer } = await import(game.module);
new Frame(game, createPlayer).start();
document.querySelector(".player-side").classList.remove("is-waiting");
