/** Texts that go to the clipboard and come from it. */

/** Put a text on the clipboard. The newer interface for this is only there on encrypted connections. */
export function copyText(text) {
  const fill = (event) => {
    event.stopImmediatePropagation();
    event.preventDefault();
    event.clipboardData.setData("text/plain", text);
  };
  document.addEventListener("copy", fill, { capture: true, once: true });
  document.execCommand("copy");
  document.removeEventListener("copy", fill, { capture: true });
}

/** Answer the keys for copying and pasting with the moves of the game, but in fields and where text is chosen. */
export function shareMoves(moves, paste) {
  document.addEventListener("copy", (event) => {
    if (isField(event.target) || !getSelection().isCollapsed) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", moves());
  });
  document.addEventListener("paste", (event) => {
    if (isField(event.target)) return;
    event.preventDefault();
    paste(event.clipboardData.getData("text/plain"));
  });
}

function isField(target) {
  return target instanceof Element && target.closest("input, textarea") !== null;
}
