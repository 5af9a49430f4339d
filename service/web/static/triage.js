/** Keys for the buttons and links of the page of triage: each names its own. */

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, select, textarea");
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || typing) {
    return;
  }
  const meant = document.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (meant) {
    event.preventDefault();
    meant.click();
  }
});
