/** What visitors write and read about pours. */

import { Game } from "./game.js";
import { NOT_KNOWN, NO_SPACE, NO_UNIT, OTHER_COLOUR, SAME_TUBE, TUBES, pourName, tubeName } from "./puzzle.js";

/** A pour as the program of nameofcsdn's article prints it, the last one first, with tubes counted from 0. */
const PRINTED = /deep\s*=\s*(\d{1,4})\s+from\s+(\d{1,4})\s+to\s+(\d{1,4})/g;

/**
 * The game in which the pours of a text were made, such as “CA FD”, up to the first position that is solved, or all.
 *
 * @param {(message: string, values?: object) => string} _ translates; throws an Error for what is no pour
 */
export function gameOf(text, puzzle, _, all = false) {
  const game = new Game(puzzle);
  for (const said of saidPours(text)) {
    if (!game.unsorted && !all) break;
    const pour = pourOf(said, puzzle, _);
    const reason = refusalOf(game, pour, _);
    const values = { number: game.position + 1, name: pourName(pour), reason };
    if (reason) throw new Error(_("Pour {number}, {name}, is not allowed. {reason}", values));
    game.pour(pour);
  }
  return game;
}

/** Why a pour is not allowed, in words, or "" where it is. */
export function refusalOf({ puzzle, tubes }, pour, _) {
  const [source, target] = [tubeName(pour.source), tubeName(pour.target)];
  const refusal = puzzle.refusal(tubes, pour);
  if (!refusal) return "";
  if (refusal === NOT_KNOWN) return _("Nobody knows the colours of the hidden units, so nothing can be poured.");
  if (refusal === SAME_TUBE) return _("A tube cannot be poured into itself.");
  if (refusal === NO_UNIT) return _("Tube {tube} is empty.", { tube: source });
  if (refusal === OTHER_COLOUR) return _("Another colour is on top of tube {tube}.", { tube: target });
  if (refusal === NO_SPACE) return _("Tube {tube} is full.", { tube: target });
  return _("Not all units of the colour on top of tube {source} fit into tube {target}.", { source, target });
}

/** The pours of a text one by one; what the article's program prints is put in order. */
function saidPours(text) {
  const printed = [...text.matchAll(PRINTED)].map(([, ...numbers]) => numbers.map(Number));
  if (!printed.length) return text.split(/[\s,]+/).filter(Boolean);
  printed.sort((one, other) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2]);
  return printed.map(([, source, target]) => `${TUBES[source] ?? "?"}${TUBES[target] ?? "?"}`);
}

/** The pour of a word such as “CA”; throws an Error where it is none. */
export function pourOf(said, { tubes }, _) {
  const names = TUBES.slice(0, tubes.length);
  const numbers = /^(\d{1,2})[>-](\d{1,2})$/.exec(said)?.slice(1).map((number) => Number(number) - 1);
  if (numbers?.every((place) => place in tubes)) return { source: numbers[0], target: numbers[1] };
  const [, source, target] = /^([A-Z])[>-]?([A-Z])$/i.exec(said) ?? [];
  const pour = { source: names.indexOf(source?.toUpperCase()), target: names.indexOf(target?.toUpperCase()) };
  if (pour.source >= 0 && pour.target >= 0) return pour;
  const values = { said: said.slice(0, 20), last: names.at(-1) };
  throw new Error(_("“{said}” is not a pour. Write two tubes from A to {last}, such as AB.", values));
}
