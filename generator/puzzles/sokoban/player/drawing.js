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

/** The colours of a board, by the name of its skin. */
export const SKINS = {
  light: {
    paper: "#f5f2eb", slot: "#e6e0d3", block: "#c3bcae", peg: "#aaa292", goal: "#3f78a8",
    box: "#ea5b1b", edge: "#a63a08", cross: "#ffdfcb", done: "#d5e1e4", doneEdge: "#a3bac3", doneGoal: "#7fa3bb",
    player: "#1d3557", mark: "#0f766e", stuck: "#b3001e",
  },
  dark: {
    paper: "#13222a", slot: "#1f3540", block: "#39505c", peg: "#557080", goal: "#74b6ea",
    box: "#e2692a", edge: "#8c370c", cross: "#ffe1cd", done: "#22414e", doneEdge: "#4d8196", doneGoal: "#93c6dd",
    player: "#dcebf2", mark: "#4cd9c8", stuck: "#ff6b81",
  },
  wood: {
    paper: "#ecdfc2", slot: "#dccba4", block: "#7d4f33", peg: "#9a6a47", goal: "#b23a2b",
    box: "#d8a246", edge: "#80560f", cross: "#80560f", done: "#86b172", doneEdge: "#4a7537", doneGoal: "#e9f5e2",
    player: "#27476f", mark: "#12633f", stuck: "#b3001e",
  },
};

const CELL = 16;
const MIDDLE = CELL / 2;

/** The number of a look: ground, goal or not, piece, mark, whether the piece is stuck, and the player has to end here. */
export function lookOf(ground, goal, piece, mark, isStuck, isHome) {
  return ground | (goal << 3) | (piece << 4) | (mark << 6) | (isStuck << 8) | (isHome << 9);
}

/** Draw a cell that looks so, in the colours of a skin. */
export function drawLook(context, look, skin) {
  const goal = Boolean((look >> 3) & 1);
  const mark = (look >> 6) & 3;
  drawGround(context, look & 7, skin);
  if (look >> 9) ring(context, 5, skin.player);
  drawPiece(context, (look >> 4) & 3, goal, skin);
  if ((look >> 8) & 1) frame(context, skin.stuck);
  if (mark === CHOSEN) frame(context, skin.mark);
  else if (mark !== UNMARKED) disc(context, mark === TARGET ? 3.5 : 1.75, skin.mark);
}

function drawGround(context, ground, skin) {
  if (ground === OUTSIDE) return;
  context.fillStyle = ground === BLOCK ? skin.block : skin.paper;
  context.fillRect(0, 0, CELL, CELL);
  context.fillStyle = skin.slot;
  if (ground === SLOT_ACROSS) context.fillRect(0, MIDDLE - 1, CELL, 2);
  if (ground === SLOT_ALONG) context.fillRect(MIDDLE - 1, 0, 2, CELL);
  if (ground === PEG) rounded(context, 12, 4, skin.peg);
}

function drawPiece(context, piece, goal, skin) {
  if (piece === PLAYER) drawPlayer(context, goal, skin);
  else if (piece === BOX && goal) drawPlacedBox(context, skin);
  else if (piece === BOX) drawBox(context, skin);
  else if (goal) {
    diamond(context, 5, skin.goal);
    diamond(context, 2, skin.paper);
  }
}

function drawPlacedBox(context, skin) {
  rounded(context, 12, 2, skin.doneEdge);
  rounded(context, 10, 1, skin.done);
  diamond(context, 3, skin.doneGoal);
}

function drawBox(context, skin) {
  rounded(context, 14, 2, skin.edge);
  rounded(context, 10, 0, skin.box);
  context.strokeStyle = skin.cross;
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(MIDDLE - 4, MIDDLE - 4);
  context.lineTo(MIDDLE + 4, MIDDLE + 4);
  context.moveTo(MIDDLE + 4, MIDDLE - 4);
  context.lineTo(MIDDLE - 4, MIDDLE + 4);
  context.stroke();
}

function drawPlayer(context, goal, skin) {
  disc(context, 6, skin.player);
  disc(context, goal ? 4.5 : 3.75, skin.paper);
  if (goal) diamond(context, 4, skin.goal);
  else disc(context, 2.25, skin.player);
}

function frame(context, colour) {
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.strokeRect(1, 1, CELL - 2, CELL - 2);
}

function ring(context, radius, colour) {
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.setLineDash([2, 2]);
  context.beginPath();
  context.arc(MIDDLE, MIDDLE, radius, 0, 2 * Math.PI);
  context.stroke();
  context.setLineDash([]);
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
