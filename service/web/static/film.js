/** The ancestors of a level as a film: one after the other in one place, by themselves or step by step. */

import { _ } from "/static/messages.js";

const STEP = 1100;

/** A button that shows a sign and is called by its words. */
function button(sign, words, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "icon";
  made.textContent = sign;
  made.setAttribute("aria-label", words);
  made.title = words;
  made.addEventListener("click", act);
  return made;
}

/** Make a film of a list; it shows the level itself, and does not move before somebody asks for it. */
function show(film) {
  const list = film.querySelector("ol");
  const frames = [...list.children];
  const slider = document.createElement("input");
  let timer = 0;
  Object.assign(slider, { type: "range", min: 0, max: frames.length - 1, value: 0 });
  slider.setAttribute("aria-label", _("Step of the film"));

  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = "▶";
  };
  const go = (place) => {
    slider.value = place;
    frames.forEach((frame, at) => {
      frame.hidden = at !== Number(slider.value);
    });
    // The next one is there before it is its turn.
    frames[Number(slider.value) + 1]?.querySelector("img").setAttribute("loading", "eager");
  };
  const step = (by) => {
    stop();
    go(Number(slider.value) + by);
  };
  const advance = () => {
    if (Number(slider.value) === frames.length - 1) {
      stop();
    } else {
      go(Number(slider.value) + 1);
    }
  };
  const play = button("▶", _("Play the film"), () => {
    if (timer) {
      stop();
      return;
    }
    if (Number(slider.value) === frames.length - 1) {
      go(0);
    }
    timer = setInterval(advance, STEP);
    play.textContent = "❚❚";
  });
  slider.addEventListener("input", () => step(0));

  const controls = document.createElement("div");
  controls.className = "row nowrap";
  controls.append(
    play,
    button("‹", _("Step back"), () => step(-1)),
    slider,
    button("›", _("Step on"), () => step(1)),
  );
  list.after(controls);
  list.removeAttribute("tabindex");
  film.dataset.film = "one";
  go(frames.length - 1);
}

document.querySelectorAll("[data-film]").forEach(show);
