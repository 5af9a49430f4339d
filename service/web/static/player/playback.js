/** Goes through the moves of a player in the course of time. */

/** Moves a second; the fast ones are for solutions of millions of moves. */
const SPEEDS = [1, 2, 5, 10, 20, 50, 100, 1000, 10_000, 100_000];
const USUAL = SPEEDS.indexOf(10);

/** A run of moves takes no longer than this, in seconds, and one move no longer than that. */
const LONGEST = 0.4;
const SLOWEST = 1 / 50;

export class Playback {
  #player;
  #changed;
  #speed = USUAL;
  #target = null;
  #frame = 0;

  /** @param {() => void} changed called after each frame and when playing begins or ends */
  constructor(player, changed) {
    this.#player = player;
    this.#changed = changed;
    this.instant = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.isReplaying = false;
  }

  /** Where the player will be when moves that are still being shown are made; a replay is wherever it is. */
  get end() {
    return this.isReplaying ? this.#player.position : (this.#target ?? this.#player.position);
  }

  get speed() {
    return SPEEDS[this.#speed];
  }

  /** Go up or down the ladder of speeds. */
  turn(steps) {
    this.#speed = Math.min(SPEEDS.length - 1, Math.max(0, this.#speed + steps));
    this.#changed();
  }

  /** Begin to replay the moves that follow, from the first one where none follow; stop if that is going on. */
  toggle() {
    if (this.isReplaying) {
      this.stop();
      return;
    }
    this.finish();
    if (this.#player.position === this.#player.length) this.#player.seek(0);
    this.isReplaying = true;
    this.#run(this.#player.length, () => this.speed);
  }

  /** Show moves that were just made, from a position on. */
  show(from) {
    const to = this.#player.position;
    if (this.instant || to - from < 2) {
      this.#changed();
      return;
    }
    const rate = Math.max(1 / SLOWEST, (to - from) / LONGEST);
    this.#player.seek(from);
    this.#run(to, () => rate);
  }

  /** Stay where the moves are now. */
  stop() {
    cancelAnimationFrame(this.#frame);
    this.#target = null;
    this.isReplaying = false;
    this.#changed();
  }

  /** Stop a replay; but let moves that are still being shown be made. */
  finish() {
    const target = this.isReplaying ? null : this.#target;
    if (this.#target !== null) this.stop();
    if (target !== null) this.#player.seek(target);
  }

  #run(target, rate) {
    this.#target = target;
    let last = null;
    let due = 0;
    const step = (now) => {
      due += ((now - (last ?? now)) / 1000) * rate();
      last = now;
      const moves = Math.floor(due);
      due -= moves;
      this.#player.seek(Math.min(target, this.#player.position + moves));
      if (this.#player.position === target) this.stop();
      else this.#frame = requestAnimationFrame(step);
      this.#changed();
    };
    this.#frame = requestAnimationFrame(step);
    this.#changed();
  }
}
