/**
 * Tells the service what becomes of a stored level, for the rating of the level and that of the player.
 *
 * The frame says on the document that moves were made, that they have solved the level, or that a solution is shown.
 */

const game = JSON.parse(document.getElementById("game").textContent);
let moves = 0;
let told = 0;
let isOver = false;

function tell(outcome, answer = "") {
  told = moves;
  isOver ||= outcome !== "left";
  // Nobody waits for it, and whoever leaves the page takes nothing back.
  fetch(game.plays, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ outcome, moves, answer }),
    keepalive: answer.length < 50_000,
  }).catch(() => {});
}

if (game.plays) {
  document.addEventListener("player:moved", (event) => (moves = Math.max(moves, event.detail.moves)));
  document.addEventListener("player:solved", (event) => isOver || tell("solved", event.detail.answer));
  document.addEventListener("player:shown", () => isOver || tell("shown"));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" && moves > told && !isOver) tell("left");
  });
}
