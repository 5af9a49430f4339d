/** Walks of the player. */

import { LETTERS } from "./board.js";

const START = 5;

/**
 * A shortest walk around a box in small letters, or null where there is none.
 *
 * `free` has an entry for each cell, 0 where a wall or a box is.
 */
export function walk(free, steps, start, goal, box) {
  if (start === goal) return "";
  const came = new Uint8Array(free.length);
  came[start] = START;
  came[box] = START;
  const queue = [start];
  for (let at = 0; at < queue.length && !came[goal]; at += 1) {
    for (let direction = 0; direction < 4; direction += 1) {
      const onward = queue[at] + steps[direction];
      if (free[onward] && !came[onward]) {
        came[onward] = direction + 1;
        queue.push(onward);
      }
    }
  }
  return came[goal] ? letters(came, steps, goal) : null;
}

function letters(came, steps, goal) {
  const found = [];
  let cell = goal;
  while (came[cell] !== START) {
    const direction = came[cell] - 1;
    found.push(LETTERS[direction]);
    cell -= steps[direction];
  }
  return found.reverse().join("");
}
