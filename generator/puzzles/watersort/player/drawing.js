/** How a cell looks, drawn 16 units wide as in the family's SVG pictures (picture.py). */

/** How the colours are painted, in the order of their letters; the same as in colours.py. */
export const PAINTS = [
  "#f5d13b", "#2f8f3a", "#5fd39a", "#4cc9e6", "#2c55d6", "#7b3fb5", "#7c4a21", "#f08a24",
  "#cf2433", "#6d8296", "#c9a36b", "#f49ac1", "#8b8f1f", "#1b2a5e", "#b2e632", "#d92fb0",
  "#15757a", "#f4806a", "#bda7f0", "#6e1530", "#bdf0d3", "#b4b4b4", "#2b2b2b", "#fbeccb",
];

/** The colours of all else, by the name of the skin. */
export const SKINS = {
  light: { paper: "#f7f5f0", glass: "#8a939c", inside: "#fdfcf9", name: "#6b6455", cursor: "#0b57d0", chosen: "#0f766e", onChosen: "#ffffff" },
  dark: { paper: "#13222a", glass: "#7f95a0", inside: "#1c303a", name: "#b4c7cf", cursor: "#8ab4f8", chosen: "#4cd9c8", onChosen: "#04222a" },
};

/** How hidden units are painted, as in picture.py. */
export const HIDDEN_PAINT = "#59636b";

const [DARK, LIGHT] = ["#000000", "#ffffff"];
/** Colours of a greater luminance have dark letters on them: there both have the same contrast, 4.6 : 1. */
const BRIGHT = 0.179;

const CELL = 16;
const MIDDLE = CELL / 2;
const LETTERS = " ABCDEFGHIJKLMNOPQRSTUVWXYZ?";

/** The parts of a tube from above; where no tube stands is paper. */
export const NO_TUBE = 0;
export const MOUTH = 1;
export const SIDE = 2;
export const BOTTOM = 3;
export const NAME = 4;

/** What marks a tube: the cursor is here, its top is chosen to be poured, and that may be poured here. */
export const IS_CURSOR = 1;
export const IS_CHOSEN = 2;
export const IS_TARGET = 4;

/** A tube of three units, and where in it each part begins. */
const TUBE = new Path2D("M1 10V59q0 5 5 5h4q5 0 5 -5V10");
const BEGINS = { [MOUTH]: 0, [SIDE]: 2 * CELL, [BOTTOM]: 3 * CELL, [NAME]: 4 * CELL };
const UNIT = new Path2D("M1 0h14v16h-14z");
const LOWEST_UNIT = new Path2D("M1 0h14v11q0 5 -5 5h-4q-5 0 -5 -5z");
const ARROW = new Path2D("M4.5 4h7l-3.5 4.5z");

/** The number of a look: a part of a tube, the letter of its unit ("?" for a hidden one) or its name or "", and marks. */
export function lookOf(part, letter, marks) {
  return part | (LETTERS.indexOf(letter.toUpperCase() || " ") << 3) | (marks << 8);
}

/** Draw a cell that looks so, in the colours of a skin; tubes have numbers, since units have letters. */
export function drawLook(context, look, skin) {
  const part = look & 7;
  const letter = (look >> 3) & 31;
  const marks = look >> 8;
  context.fillStyle = skin.paper;
  context.fillRect(0, 0, CELL, CELL);
  if (part === NO_TUBE) return;
  if (part === NAME && marks) drawPlate(context, marks, skin);
  drawTube(context, part, part === NAME ? 0 : letter, skin);
  if (part === NAME) drawText(context, String(letter), MIDDLE + 1.6, marks & IS_CHOSEN ? skin.onChosen : skin.name);
  if (part === MOUTH && marks & IS_TARGET) drawArrow(context, skin);
}

function drawTube(context, part, letter, skin) {
  context.save();
  context.translate(0, -BEGINS[part]);
  context.fillStyle = skin.inside;
  context.fill(TUBE);
  context.translate(0, BEGINS[part]);
  if (letter) drawUnit(context, letter, part === BOTTOM ? LOWEST_UNIT : UNIT);
  context.translate(0, -BEGINS[part]);
  context.strokeStyle = skin.glass;
  context.lineWidth = 1.5;
  context.lineCap = "round";
  context.stroke(TUBE);
  context.restore();
}

function drawUnit(context, letter, shape) {
  const paint = LETTERS[letter] === "?" ? HIDDEN_PAINT : PAINTS[letter - 1];
  context.fillStyle = paint;
  context.fill(shape);
  drawText(context, LETTERS[letter], MIDDLE, inkOn(paint));
}

function drawText(context, text, middle, ink) {
  context.fillStyle = ink;
  context.font = "600 8.5px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, MIDDLE, middle + 0.5);
}

/** What can be read on a colour, by its relative luminance (WCAG 2.1). */
function inkOn(paint) {
  const [red, green, blue] = [1, 3, 5].map((place) => linear(parseInt(paint.slice(place, place + 2), 16) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > BRIGHT ? DARK : LIGHT;
}

function linear(channel) {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

/** What the name of a marked tube stands on. */
function drawPlate(context, marks, skin) {
  context.beginPath();
  context.roundRect(2.25, 3.25, CELL - 4.5, CELL - 4.5, 3);
  context.fillStyle = marks & IS_CHOSEN ? skin.chosen : skin.paper;
  context.fill();
  context.strokeStyle = skin.cursor;
  context.lineWidth = 1.5;
  if (marks & IS_CURSOR) context.stroke();
}

function drawArrow(context, skin) {
  context.fillStyle = skin.chosen;
  context.fill(ARROW);
}
