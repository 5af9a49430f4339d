/** How a cell looks, drawn 16 units wide as in the family's SVG pictures (picture.py). */

import { SHORT, WRONG } from "./game.js";
import { DOT } from "./puzzle.js";

const [PAPER, GRID, NUMBER, OPEN_DOT, COVERED_DOT] = ["#f7f5f0", "#d5d0c4", "#22303c", "#c0461e", "#3f7564"];
const [GOOD_LINE, SHORT_LINE, WRONG_LINE] = ["#9cc3b4", "#c9d3dc", "#eaa79b"];
const [CURSOR, ANCHOR] = ["#0b57d0", "#0f766e"];

const CELL = 16;
const MIDDLE = CELL / 2;
const LETTERS = " .23456789";
const ENDS = [[0, MIDDLE], [MIDDLE, 0], [CELL, MIDDLE], [MIDDLE, CELL]];

/**
 * The number of a look: the letter, to which of the neighbours left, up, right, down a line goes on (a set of bits),
 * how the line stands to the rules or 0, whether the cursor is here, and whether a line begins here.
 */
export function lookOf(letter, arms, standing, isCursor, isAnchor) {
  return Math.max(0, LETTERS.indexOf(letter)) | (arms << 4) | (standing << 8) | (isCursor << 10) | (isAnchor << 11);
}

/** Draw a cell that looks so. */
export function drawLook(context, look) {
  const letter = LETTERS[look & 15];
  const arms = (look >> 4) & 15;
  const standing = (look >> 8) & 3;
  drawPaper(context);
  if (arms) drawLine(context, arms, colourOf(standing));
  if (letter === DOT) drawDot(context, arms ? COVERED_DOT : OPEN_DOT);
  else drawNumber(context, letter);
  if ((look >> 11) & 1) drawFrame(context, ANCHOR, 1);
  if ((look >> 10) & 1) drawFrame(context, CURSOR, 1.5);
}

function colourOf(standing) {
  if (standing === WRONG) return WRONG_LINE;
  return standing === SHORT ? SHORT_LINE : GOOD_LINE;
}

function drawPaper(context) {
  context.fillStyle = PAPER;
  context.fillRect(0, 0, CELL, CELL);
  context.strokeStyle = GRID;
  context.lineWidth = 1;
  context.strokeRect(0, 0, CELL, CELL);
}

function drawLine(context, arms, colour) {
  context.strokeStyle = colour;
  context.lineWidth = 11;
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

function drawNumber(context, letter) {
  context.fillStyle = NUMBER;
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
