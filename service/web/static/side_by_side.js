/** Two answers to a level, replayed at the same pace: the shorter one waits at its end. */

import { _ } from "/static/messages.js";
import { Stage } from "/static/player/stage.js";
import { isDark } from "/static/player/theme.js";

/** Milliseconds of a move. */
const PACE = 120;

const quiet = () => {};
const game = JSON.parse(document.getElementById("game").textContent);
const slider = document.getElementById("position");
const button = document.getElementById("replay");
const { createPlayer } = await import(game.module);
const boards = [...document.querySelectorAll(".replayed")].map((element, place) => {
  const player = createPlayer(game.level, { _, changed: quiet, moved: quiet, announce: quiet, refuse: quiet, isDark });
  player.load(game.answers[place]);
  return { player, stage: new Stage(element, player), output: element.parentElement.querySelector("output") };
});
let timer = 0;

function seek(position) {
  slider.value = position;
  for (const { player, stage, output } of boards) {
    player.seek(Math.min(position, player.length));
    output.textContent = _("{count} of {length}", { count: player.position, length: player.length });
    stage.refresh();
  }
}

function stop() {
  clearInterval(timer);
  timer = 0;
  button.setAttribute("aria-pressed", "false");
}

function start() {
  if (slider.value === slider.max) seek(0);
  button.setAttribute("aria-pressed", "true");
  timer = setInterval(() => {
    seek(Number(slider.value) + 1);
    if (slider.value === slider.max) stop();
  }, PACE);
}

slider.max = Math.max(...boards.map(({ player }) => player.length));
slider.addEventListener("input", () => seek(Number(slider.value)));
button.addEventListener("click", () => (timer ? stop() : start()));
seek(0);
