/** Moves as players write them: LURD in any case, with or without counts such as 3r4U or 2(dr). */

const DEEPEST = 32;

/**
 * The small letters of a text of moves, with counts and brackets multiplied out.
 *
 * `_` translates messages. Throws an Error with what is wrong with the text, also where it has more than `most` moves.
 */
export function readMoves(text, most, _) {
  const letters = text.replace(/\s+/g, "").toLowerCase();
  const moves = /[0-9()]/.test(letters) ? expand(letters, most, _) : letters;
  const wrong = moves.search(/[^lurd]/);
  if (wrong >= 0) {
    throw new Error(_("“{letter}” is not a move. Write moves as l, u, r, d.", { letter: moves[wrong] }));
  }
  if (moves.length > most) throw tooLong(most, _);
  return moves;
}

function expand(letters, most, _) {
  const groups = [{ count: 1, text: "" }];
  for (const [token, digits, rest] of letters.matchAll(/([0-9]*)([^0-9]?)/g)) {
    if (!token) break;
    const group = groups.at(-1);
    const count = Number(digits || 1);
    if (!rest || (digits && rest === ")")) throw new Error(_("A count must stand before what it repeats."));
    if (rest === "(") {
      if (groups.length > DEEPEST) throw new Error(_("Brackets are nested too deeply."));
      groups.push({ count, text: "" });
    } else if (rest === ")") {
      if (groups.length === 1) throw new Error(_("A bracket is closed that was never opened."));
      groups.pop();
      append(groups.at(-1), group.text, group.count, most, _);
    } else {
      append(group, rest, count, most, _);
    }
  }
  if (groups.length > 1) throw new Error(_("A bracket is still open at the end."));
  return groups[0].text;
}

function append(group, text, count, most, _) {
  if (group.text.length + text.length * count > most) throw tooLong(most, _);
  group.text += text.repeat(count);
}

function tooLong(most, _) {
  return new Error(_("There are more than {most} moves.", { most }));
}
