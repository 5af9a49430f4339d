/** Sessions over one another: the best score of each, over evaluations or over time. */

import { exact, number, steps } from "./figures.js";

const HEIGHT = 380;
const MINUTE = 60_000;
/** Lines are told apart by their dashes too. */
const DASHES = [[], [8, 4], [2, 3], [10, 3, 2, 3]];

const holder = document.getElementById("comparison");
const isOverTime = holder?.dataset.over === "time";
const sessions = [...document.querySelectorAll("[data-series]")];
let tables = [];
let chart = null;

/** The best scores of a session as uPlot takes them: where, and how good. */
async function table(link) {
  const answer = await fetch(`/api/sessions/${link.dataset.series}/history`);
  const points = (answer.ok ? await answer.json() : []).filter((point) => !isOverTime || point.created_at);
  const start = new Date(link.dataset.started);
  const across = points.map((point) => (isOverTime ? (new Date(point.created_at) - start) / MINUTE : point.evaluations));
  return [across, points.map((point) => point.best)];
}

/** The value of a custom property of an element. */
function colour(name, element = document.documentElement) {
  return getComputedStyle(element).getPropertyValue(name).trim();
}

function axis(label, written, options) {
  const values = (_, figures) => figures.map(written);
  return { label, labelSize: 24, stroke: colour("--muted"), grid: { stroke: colour("--line"), width: 1 }, ticks: { stroke: colour("--line") }, values, ...options };
}

function draw() {
  chart?.destroy();
  const lines = [...document.querySelectorAll(".line")];
  const series = sessions.map((link, place) => ({
    label: link.textContent,
    stroke: colour("color", lines[place]),
    dash: DASHES[place % DASHES.length],
    width: 2,
    spanGaps: true,
    value: (_, figure) => number(figure),
    points: { show: false },
  }));
  const options = {
    width: holder.clientWidth,
    height: HEIGHT,
    scales: { x: { time: false } },
    axes: [axis(holder.dataset.across, exact, isOverTime ? {} : { incrs: steps }), axis(holder.dataset.score, number, { size: 64 })],
    series: [{ label: holder.dataset.across, value: (_, figure) => number(figure) }, ...series],
  };
  chart = new window.uPlot(options, window.uPlot.join(tables), holder);
}

if (holder) {
  tables = await Promise.all(sessions.map(table));
  draw();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  new ResizeObserver(() => chart && holder.clientWidth !== chart.width && chart.setSize({ width: holder.clientWidth, height: HEIGHT })).observe(holder);
}
