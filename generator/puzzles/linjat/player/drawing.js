/** How a cell looks, drawn 16 units wide as in the family's SVG pictures (picture.py). */

import { SHORT, WRONG } from "./game.js";
import { DOT } from "./puzzle.js";

/** The colours of a grid, by the name of its skin. */
export const SKINS = {
  light: {
    paper: "#f7f5f0", grid: "#d5d0c4", number: "#22303c", open: "#c0461e", covered: "#3f7564",
    good: "#9cc3b4", short: "#c9d3dc", wrong: "#eaa79b", cursor: "#0b57d0", anchor: "#0f766e",
    ruledOut: "#b3261e", rival: "#8a5a00",
  },
  dark: {
    paper: "#13222a", grid: "#2b424d", number: "#e4eff2", open: "#ff8a5c", covered: "#8fd6c0",
    good: "#1f5a4b", short: "#38505d", wrong: "#7a2f2a", cursor: "#8ab4f8", anchor: "#4cd9c8",
    ruledOut: "#ff8f85", rival: "#f0c05a",
  },
};

const CELL = 16;
const MIDDLE = CELL / 2;
const LETTERS = " .23456789";
const ENDS = [[0, MIDDLE], [MIDDLE, 0], [CELL, MIDDLE], [MIDDLE, CELL]];

/**
 * The number of a look: the letter, to which of the neighbours left, up, right, down a line goes on (a set of bits),
 * how the line stands to the rules or 0, the three flags whether the cursor is here, whether a line begins here and
 * whether a hint speaks of the cell, and the neighbours to which lines go on that a hint rules out.
 */
export function lookOf(letter, arms, standing, [isCursor, isAnchor, isRival], ruledOut) {
  const flags = (isCursor << 10) | (isAnchor << 11) | (isRival << 12);
  return Math.max(0, LETTERS.indexOf(letter)) | (arms << 4) | (standing << 8) | flags | (ruledOut << 13);
}

/** Draw a cell that looks so, in the colours of a skin. */
export function drawLook(context, look, skin) {
  const letter = LETTERS[look & 15];
  const arms = (look >> 4) & 15;
  const standing = (look >> 8) & 3;
  drawPaper(context, skin);
  if (arms) drawLine(context, arms, colourOf(standing, skin));
  if (look >> 13) drawRuledOut(context, look >> 13, skin.ruledOut);
  if (letter === DOT) drawDot(context, arms ? skin.covered : skin.open);
  else drawNumber(context, letter, skin);
  if ((look >> 12) & 1) drawRival(context, skin.rival);
  if ((look >> 11) & 1) drawFrame(context, skin.anchor, 1);
  if ((look >> 10) & 1) drawFrame(context, skin.cursor, 1.5);
}

function colourOf(standing, skin) {
  if (standing === WRONG) return skin.wrong;
  return standing === SHORT ? skin.short : skin.good;
}

function drawPaper(context, skin) {
  context.fillStyle = skin.paper;
  context.fillRect(0, 0, CELL, CELL);
  context.strokeStyle = skin.grid;
  context.lineWidth = 1;
  context.strokeRect(0, 0, CELL, CELL);
}

function drawLine(context, arms, colour) {
  context.lineWidth = 11;
  drawArms(context, arms, colour);
}

/** A thin broken line, so that what is drawn or printed below it can be seen. */
function drawRuledOut(context, arms, colour) {
  context.lineWidth = 1.2;
  context.setLineDash([1.6, 2.4]);
  drawArms(context, arms, colour);
  context.setLineDash([]);
}

function drawArms(context, arms, colour) {
  context.strokeStyle = colour;
  context.lineCap = "round";
  context.beginPath();
  ENDS.filter((_, direction) => arms & (1 << direction)).forEach(([x, y]) => {
    context.moveTo(MIDDLE, MIDDLE);
    context.lineTo(x, y);
  });
  context.stroke();
}

function drawDot(context, colour) {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(MIDDLE, MIDDLE, 2.5, 0, 2 * Math.PI);
  context.fill();
}

function drawNumber(context, letter, skin) {
  context.fillStyle = skin.number;
  context.font = "600 10px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(letter, MIDDLE, MIDDLE + 0.5);
}

function drawFrame(context, colour, width) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.strokeRect(1.25, 1.25, CELL - 2.5, CELL - 2.5);
}

/** A ring within the frame, so that both can be seen. */
function drawRival(context, colour) {
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.beginPath();
  context.arc(MIDDLE, MIDDLE, 5.2, 0, 2 * Math.PI);
  context.stroke();
}
