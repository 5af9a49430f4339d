/** Lets the browser keep the player, once nothing else is to be done; on unencrypted connections none does. */

addEventListener("load", () => {
  navigator.serviceWorker?.register("/sw.js").catch(() => {});
});
