/** The keys of the frame, which are the same for all families. */

const PLAIN = {
  Backspace: "undo", z: "undo",
  " ": "redo", x: "redo",
  Escape: "restart", Home: "restart", End: "end",
  PageUp: "previous", PageDown: "next",
  "+": "faster", "=": "faster", "-": "slower",
  i: "instant", p: "play", b: "reverse", "?": "hint", n: "step", c: "checkpoint", f: "fullscreen",
};
const WITH_CONTROL = { z: "undo", y: "redo" };
const WITH_CONTROL_AND_SHIFT = { z: "redo" };

/** The name of the action that a key stands for, or undefined. */
export function actionOf(event) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.altKey) return undefined;
  if (event.ctrlKey || event.metaKey) return (event.shiftKey ? WITH_CONTROL_AND_SHIFT : WITH_CONTROL)[key];
  return PLAIN[key];
}

/** Whether a key belongs to what has the focus: a field, or the space bar and Enter on what they press. */
export function belongsElsewhere(event) {
  const { target } = event;
  if (!(target instanceof Element)) return false;
  if (target.closest("input:not([type=checkbox]), select, textarea")) return true;
  return [" ", "Enter"].includes(event.key) && target.closest("a, button, summary, input") !== null;
}

/** Whether a key comes with one that makes it something else than a letter. */
export function isModified(event) {
  return event.ctrlKey || event.metaKey || event.altKey;
}
