/** How a cell looks, drawn 16 units wide as in the family's SVG pictures (pictures/svg.py). */

import { BLOCK, OUTSIDE, PEG, SLOT_ACROSS, SLOT_ALONG } from "./ground.js";

/** What stands on a cell. */
export const NOTHING = 0;
export const BOX = 1;
export const PLAYER = 2;

/** What is said about a cell while a box is chosen: it is that box, it can come here, or even rest here. */
export const UNMARKED = 0;
export const CHOSEN = 1;
export const PASSABLE = 2;
export const TARGET = 3;

const [PAPER, SLOT_COLOUR, BLOCK_COLOUR, PEG_COLOUR] = ["#f5f2eb", "#e6e0d3", "#c3bcae", "#aaa292"];
const [GOAL, BOX_COLOUR, BOX_EDGE, BOX_CROSS] = ["#3f78a8", "#ea5b1b", "#a63a08", "#ffdfcb"];
const [DONE, DONE_EDGE, DONE_GOAL] = ["#d5e1e4", "#a3bac3", "#7fa3bb"];
const [PLAYER_COLOUR, MARK] = ["#1d3557", "#0f766e"];

const CELL = 16;
const MIDDLE = CELL / 2;

/** The number of a look: ground, goal or not, piece and mark. */
export function lookOf(ground, goal, piece, mark) {
  return ground | (goal << 3) | (piece << 4) | (mark << 6);
}

/** Draw a cell that looks so. */
export function drawLook(context, look) {
  const goal = Boolean((look >> 3) & 1);
  const mark = (look >> 6) & 3;
  drawGround(context, look & 7);
  drawPiece(context, (look >> 4) & 3, goal);
  if (mark === CHOSEN) frame(context);
  else if (mark !== UNMARKED) disc(context, mark === TARGET ? 3.5 : 1.75, MARK);
}

function drawGround(context, ground) {
  if (ground === OUTSIDE) return;
  context.fillStyle = ground === BLOCK ? BLOCK_COLOUR : PAPER;
  context.fillRect(0, 0, CELL, CELL);
  context.fillStyle = SLOT_COLOUR;
  if (ground === SLOT_ACROSS) context.fillRect(0, MIDDLE - 1, CELL, 2);
  if (ground === SLOT_ALONG) context.fillRect(MIDDLE - 1, 0, 2, CELL);
  if (ground === PEG) rounded(context, 12, 4, PEG_COLOUR);
}

function drawPiece(context, piece, goal) {
  if (piece === PLAYER) drawPlayer(context, goal);
  else if (piece === BOX && goal) drawPlacedBox(context);
  else if (piece === BOX) drawBox(context);
  else if (goal) {
    diamond(context, 5, GOAL);
    diamond(context, 2, PAPER);
  }
}

function drawPlacedBox(context) {
  rounded(context, 12, 2, DONE_EDGE);
  rounded(context, 10, 1, DONE);
  diamond(context, 3, DONE_GOAL);
}

function drawBox(context) {
  rounded(context, 14, 2, BOX_EDGE);
  rounded(context, 10, 0, BOX_COLOUR);
  context.strokeStyle = BOX_CROSS;
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(MIDDLE - 4, MIDDLE - 4);
  context.lineTo(MIDDLE + 4, MIDDLE + 4);
  context.moveTo(MIDDLE + 4, MIDDLE - 4);
  context.lineTo(MIDDLE - 4, MIDDLE + 4);
  context.stroke();
}

function drawPlayer(context, goal) {
  disc(context, 6, PLAYER_COLOUR);
  disc(context, goal ? 4.5 : 3.75, PAPER);
  if (goal) diamond(context, 4, GOAL);
  else disc(context, 2.25, PLAYER_COLOUR);
}

function frame(context) {
  context.strokeStyle = MARK;
  context.lineWidth = 2;
  context.strokeRect(1, 1, CELL - 2, CELL - 2);
}

function disc(context, radius, colour) {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(MIDDLE, MIDDLE, radius, 0, 2 * Math.PI);
  context.fill();
}

function diamond(context, radius, colour) {
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(MIDDLE, MIDDLE - radius);
  context.lineTo(MIDDLE + radius, MIDDLE);
  context.lineTo(MIDDLE, MIDDLE + radius);
  context.lineTo(MIDDLE - radius, MIDDLE);
  context.fill();
}

function rounded(context, side, radius, colour) {
  context.fillStyle = colour;
  context.beginPath();
  context.roundRect(MIDDLE - side / 2, MIDDLE - side / 2, side, side, radius);
  context.fill();
}
