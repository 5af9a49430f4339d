/** How a cell looks, drawn 16 units wide as in the family's SVG pictures (picture.py). */

import { ALONG_COLUMN, ALONG_ROW, FREE } from "./puzzle.js";

/** The colours of a grid, by the name of its skin. */
export const SKINS = {
  light: {
    paper: "#e9e4d8", grid: "#d5cfc0", row: "#2f6f9f", rowArrow: "#ffffff", column: "#d9a13b", columnArrow: "#3a2c0a",
    wanted: "#c0461e", right: "#3f7564", marked: "#0f766e",
  },
  dark: {
    paper: "#13222a", grid: "#2b424d", row: "#3d86bd", rowArrow: "#ffffff", column: "#b98526", columnArrow: "#1d1503",
    wanted: "#ff8a5c", right: "#8fd6c0", marked: "#4cd9c8",
  },
};

const CELL = 16;
const LETTERS = ["", ALONG_ROW, ALONG_COLUMN, FREE];
const PIECE = "M3 3h10a2 2 0 0 1 2 2v6a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-6a2 2 0 0 1 2 -2z";
const ARROW = "M2.5 8l3 -2.5v1.75h5v-1.75l3 2.5l-3 2.5v-1.75h-5v1.75z";

/** The number of a look: the piece, what is wanted here, whether it is the corner alone, and whether a hint is here. */
export function lookOf(letter, wanted, isCorner, isMarked) {
  return LETTERS.indexOf(letter) | (LETTERS.indexOf(wanted) << 2) | (isCorner << 4) | (isMarked << 5);
}

/** Draw a cell that looks so, in the colours of a skin. */
export function drawLook(context, look, skin) {
  const [letter, wanted] = [LETTERS[look & 3], LETTERS[(look >> 2) & 3]];
  drawPaper(context, skin);
  if (letter === ALONG_ROW) drawPiece(context, skin.row, skin.rowArrow);
  if (letter === ALONG_COLUMN) drawUpright(context, skin);
  const colour = letter === wanted ? skin.right : skin.wanted;
  if ((look >> 4) & 1) drawFrame(context, colour, 1);
  else if (wanted) drawMark(context, wanted, colour);
  if ((look >> 5) & 1) drawFrame(context, skin.marked, 2);
}

function drawPaper(context, skin) {
  context.fillStyle = skin.paper;
  context.fillRect(0, 0, CELL, CELL);
  context.strokeStyle = skin.grid;
  context.lineWidth = 0.5;
  context.strokeRect(0.25, 0.25, CELL - 0.5, CELL - 0.5);
}

function drawPiece(context, colour, arrow) {
  context.fillStyle = colour;
  context.fill(new Path2D(PIECE));
  context.fillStyle = arrow;
  context.fill(new Path2D(ARROW));
}

/** A piece that moves along its column is one that moves along its row, turned. */
function drawUpright(context, skin) {
  context.save();
  context.translate(CELL, 0);
  context.rotate(Math.PI / 2);
  drawPiece(context, skin.column, skin.columnArrow);
  context.restore();
}

/** A line below for a piece that is to move sideways, one on the right for one up and down, a ring for the free cell. */
function drawMark(context, wanted, colour) {
  context.strokeStyle = colour;
  context.lineWidth = wanted === FREE ? 1 : 1.5;
  context.beginPath();
  if (wanted === FREE) context.arc(13.5, 13.5, 1.5, 0, 2 * Math.PI);
  else if (wanted === ALONG_ROW) context.rect(4, 14.75, 8, 0);
  else context.rect(14.75, 4, 0, 8);
  context.stroke();
}

function drawFrame(context, colour, width) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.strokeRect(width / 2, width / 2, CELL - width, CELL - width);
}
