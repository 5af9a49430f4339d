/**
 * Where one box can be pushed, or pulled, while all others stand still, and on which way.
 *
 * As in the programs of the forum that go by the cut vertices of the floor (Yang Chao's search, BoxMan): what is
 * searched are the pushes, and whether the player can walk from one side of the box to another is looked up in the
 * blocks of the floor, which are found once. A side is the box on a cell and the player beside it, as
 * 4 * cell + direction; a push from there keeps the direction, and so does a pull. What is said of pushes holds for
 * both.
 */

import { edgeBlocks } from "./blocks.js";
import { LETTERS } from "./board.js";
import { walk } from "./walk.js";

const UNREACHED = -1;

/** Everywhere that one box of a game can be pushed to. */
export class BoxReach {
  #box;
  #steps;
  /** How many cells a push moves the box towards the player: one away from him. */
  #toward;
  #free;
  #block;
  #waysIn;
  #pushes;

  /** @param {import("./game.js").Game} game whose player stands where he does, or `anywhere` at first */
  constructor(game, box, anywhere = false) {
    this.#box = box;
    this.#steps = game.board.steps;
    this.#toward = -game.rule.side;
    this.#free = game.board.walls.map((wall, cell) => (wall || game.boxes[cell] ? 0 : 1));
    this.#free[box] = 1;
    this.#block = edgeBlocks(this.#free, this.#steps, box);
    this.#waysIn = anywhere ? this.#sidesFree() : this.#walksIn(game.player);
    this.#pushes = new Int32Array(this.#block.length).fill(UNREACHED);
    this.cells = this.#search();
  }

  /** The moves to a cell with the fewest pushes, among these some with the fewest moves; null where there are none. */
  path(target) {
    return this.way(target)?.moves ?? null;
  }

  /** The same with the cell beside the box from which the first push is made. */
  way(target) {
    if (!this.cells.has(target)) return null;
    const sides = sidesOf(target).filter((side) => this.#pushes[side] !== UNREACHED);
    const least = Math.min(...sides.map((side) => this.#pushes[side]));
    return this.#fewestMoves(this.#waysTo(new Set(sides.filter((side) => this.#pushes[side] === least)), least));
  }

  /** The sides of the box where it is on which a player may stand, without a walk. */
  #sidesFree() {
    return new Map(sidesOf(this.#box).filter((side) => this.#free[this.#beside(side)]).map((side) => [side, ""]));
  }

  /** The walks to the sides of the box where it is, as far as there are any. */
  #walksIn(player) {
    const walks = new Map(sidesOf(this.#box).map((side) => [side, this.#walk(player, side)]));
    return new Map([...walks].filter(([, moves]) => moves !== null));
  }

  /** Number all sides by their least pushes, breadth first, and give the cells without the one where the box is. */
  #search() {
    const queue = [...this.#waysIn.keys()];
    const cells = new Set();
    queue.forEach((side) => (this.#pushes[side] = 0));
    for (let at = 0; at < queue.length; at += 1) {
      for (const onward of this.#pushedFrom(queue[at])) {
        if (this.#pushes[onward] === UNREACHED) {
          this.#pushes[onward] = this.#pushes[queue[at]] + 1;
          queue.push(onward);
          cells.add(onward >> 2);
        }
      }
    }
    cells.delete(this.#box);
    return cells;
  }

  #pushedFrom(side) {
    return sidesOf(side >> 2)
      .filter((other) => this.#isSame(side, other))
      .map((other) => this.#moved(other, this.#toward))
      .filter((onward) => this.#free[onward >> 2] && this.#free[this.#beside(onward)]);
  }

  /** Whether the player can walk from one side of the box to another one, which may be a wall. */
  #isSame(side, other) {
    return this.#block[side] === this.#block[other];
  }

  /** All sides on shortest ways to these, by the number of pushes. */
  #waysTo(ends, pushes) {
    const layers = [ends];
    for (let count = pushes - 1; count >= 0; count -= 1) {
      layers.push(new Set([...layers.at(-1)].flatMap((side) => this.#before(side, count))));
    }
    return layers.reverse();
  }

  #before(side, count) {
    const pushing = this.#pushing(side);
    return sidesOf(pushing >> 2).filter((other) => this.#pushes[other] === count && this.#isSame(other, pushing));
  }

  /** The side from which the last push was made. */
  #pushing(side) {
    return this.#moved(side, -this.#toward);
  }

  /** The same side of the box on another cell, so many farther towards the player. */
  #moved(side, cells) {
    return 4 * ((side >> 2) + cells * this.#steps[side & 3]) + (side & 3);
  }

  #fewestMoves([first, ...rest]) {
    const entries = [...first].map((side) => [side, arrival(0, null, this.#waysIn.get(side))]);
    const arrivals = new Map(entries);
    let layer = arrivals;
    for (const sides of rest) {
      layer = new Map([...sides].map((side) => [side, this.#arrival(side, layer)]));
      layer.forEach((found, side) => arrivals.set(side, found));
    }
    const moves = [];
    let begin = null;
    for (let end = shortest([...layer.values()]); end; end = arrivals.get(end.before)) {
      moves.push(end.moves);
      begin = end.before ?? begin;
    }
    return { start: this.#beside(begin), moves: moves.reverse().join("") };
  }

  /** The way to a side with the fewest moves, through the sides of the layer before it. */
  #arrival(side, layer) {
    const pushing = this.#pushing(side);
    const push = LETTERS[this.#toward < 0 ? (side & 3) ^ 2 : side & 3].toUpperCase();
    const joined = sidesOf(pushing >> 2).filter((before) => layer.has(before) && this.#isSame(before, pushing));
    const ways = joined.map((before) => {
      const walked = this.#walk(this.#beside(before), pushing);
      return arrival(layer.get(before).length, before, walked + push);
    });
    return shortest(ways);
  }

  #walk(start, side) {
    return walk(this.#free, this.#steps, start, this.#beside(side), side >> 2);
  }

  #beside(side) {
    return (side >> 2) + this.#steps[side & 3];
  }
}

/** A way to a side: its moves in all, the side before the last push, and the moves since then. */
function arrival(length, before, moves) {
  return { length: length + moves.length, before, moves };
}

function shortest(ways) {
  return ways.reduce((best, way) => (way.length < best.length ? way : best));
}

function sidesOf(cell) {
  return [4 * cell, 4 * cell + 1, 4 * cell + 2, 4 * cell + 3];
}
