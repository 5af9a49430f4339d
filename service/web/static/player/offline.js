/** The player without a connection: one of the levels that were played last is chosen, and played as ever. */

import { _ } from "/static/messages.js";
import { recentGames } from "./recent.js";

const games = recentGames();
const chosen = games[Number(new URLSearchParams(location.hash.slice(1)).get("game") ?? 0)] ?? games[0];
const list = document.getElementById("offline-levels");

list.replaceChildren(...games.map(link));
document.getElementById("offline-none").hidden = games.length > 0;
addEventListener("hashchange", () => location.reload());

if (chosen) {
  const game = document.getElementById("game");
  const without = { solution: null, page: null, previous: null, next: null, share: null, guide: null, plays: null, submit: null };
  game.textContent = JSON.stringify({ ...without, ...chosen });
  document.querySelector(".player-head h1").textContent = chosen.title || _("Play");
  document.querySelector(".player").hidden = false;
  await import("./frame.js");
}

function link(game, place) {
  const [made, anchor] = [document.createElement("li"), document.createElement("a")];
  anchor.href = `#game=${place}`;
  anchor.className = game === chosen ? "chip on" : "chip";
  anchor.textContent = game.title || _("Level {place}", { place: place + 1 });
  made.append(anchor);
  return made;
}
