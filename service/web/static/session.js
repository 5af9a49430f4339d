/** The live page of a session: its chart, its buttons, and what is said when the stream breaks. */

import { exact, number, steps } from "./figures.js";

const MOST_POINTS = 600;
const HEIGHT = 280;

const page = document.getElementById("session");
const holder = document.getElementById("chart");
let points = [];
let chart = null;
let shown = page.querySelector("[data-activity]").dataset.activity;

/** The value of a custom property of the style sheet. */
function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** The points as uPlot takes them: a list for each series. */
function series() {
  return ["evaluations", "best", "mean", "diversity"].map((name) => points.map((point) => point[name]));
}

/** What a figure is called in the legend, with its value. */
function line(name, scale, stroke, dash) {
  const value = (_, figure) => number(figure);
  return { label: holder.dataset[name], scale, stroke: colour(stroke), width: 2, dash, value, points: { show: points.length < 2 } };
}

/** How an axis looks. */
function axis(written, options) {
  const values = (_, figures) => figures.map(written);
  return { labelSize: 24, stroke: colour("--muted"), grid: { stroke: colour("--line"), width: 1 }, ticks: { stroke: colour("--line") }, values, ...options };
}

/** Draw the chart anew. */
function draw() {
  chart?.destroy();
  holder.replaceChildren();
  const options = {
    width: holder.clientWidth,
    height: HEIGHT,
    scales: { x: { time: false }, diversity: { range: [0, 1] } },
    axes: [
      axis(exact, { label: holder.dataset.evaluations, incrs: steps }),
      axis(number, { label: holder.dataset.score, scale: "score", size: 60 }),
      axis(number, { label: holder.dataset.share, scale: "diversity", side: 1, grid: { show: false } }),
    ],
    series: [
      { label: holder.dataset.evaluations, value: (_, figure) => exact(figure) },
      line("best", "score", "--accent"),
      line("mean", "score", "--muted", [6, 4]),
      line("diversity", "diversity", "--warn", [2, 3]),
    ],
  };
  chart = new window.uPlot(options, series(), holder);
}

/** Ask for the whole course of the session. */
async function load() {
  try {
    const answer = await fetch(holder.dataset.history);
    if (answer.ok) {
      points = await answer.json();
      draw();
    }
  } catch {
    showBroken(true); // the stream begins anew, and with it the chart
  }
}

/** Put the newest point into the chart. */
function add(point) {
  const last = points.at(-1);
  if (last && point.generation <= last.generation) {
    return;
  }
  if (points.length >= MOST_POINTS) {
    load();
    return;
  }
  points.push(point);
  if (points.length < 3 || !chart) {
    draw();
  } else {
    chart.setData(series());
  }
}

/** Show the buttons that make sense now. */
function showControls() {
  const { activity } = page.querySelector("[data-activity]").dataset;
  if (activity === shown) {
    return;
  }
  shown = activity;
  for (const control of page.querySelectorAll("[data-when]")) {
    control.hidden = !control.dataset.when.split(" ").includes(activity);
  }
  for (const form of page.querySelectorAll("details[data-when]")) {
    form.open = activity !== "finished";
  }
}

/** Let the clocks of a session that works go on between two generations. */
function tick() {
  for (const clock of page.querySelectorAll(".clock:not([data-ticks=''])")) {
    const seconds = Math.max(0, Number(clock.dataset.seconds) + (clock.dataset.ticks === "up" ? 1 : -1));
    clock.dataset.seconds = seconds;
    clock.textContent = duration(seconds);
  }
}

/** Seconds as the pages write them: 2:05, or 1:02:05. */
function duration(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (figure) => String(figure).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Say whether the page is up to date. */
function showBroken(broken) {
  document.getElementById("broken").hidden = !broken;
}

holder.addEventListener("htmx:sseBeforeMessage", (event) => {
  event.preventDefault();
  add(JSON.parse(event.detail.data));
});
page.addEventListener("htmx:sseMessage", showControls);
setInterval(tick, 1000);
page.addEventListener("htmx:sseOpen", () => {
  showBroken(false);
  load();
});
page.addEventListener("htmx:sseError", () => showBroken(true));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
new ResizeObserver(() => chart && holder.clientWidth !== chart.width && chart.setSize({ width: holder.clientWidth, height: HEIGHT })).observe(holder);
