/** What every page does: local times, notices of failed requests. */

const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
/** Seconds after which a time is told whole. */
const OLD = 7 * 86400;

/** Show the times of a part of the page as the visitor's clock has them; exact ones to the second, with the zone. */
function localise(part) {
  const form = (timeStyle) => new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle });
  const [usual, exact] = [form("short"), form("long")];
  for (const time of part.querySelectorAll("time[datetime]")) {
    const moment = new Date(time.dateTime);
    time.title = (time.dataset.exact === undefined ? usual : exact).format(moment);
    time.textContent = (time.dataset.ago !== undefined && ago(moment)) || time.title;
  }
}

/** "3 hours ago", or "" where it is too long ago or to come. */
function ago(moment) {
  const seconds = Math.round((Date.now() - moment) / 1000);
  if (seconds < 0 || seconds >= OLD) return "";
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" }).format(-Math.floor(seconds / size), unit);
}

/** Say something for a while. */
export function notify(text) {
  const notice = document.createElement("p");
  notice.className = "notice";
  notice.textContent = text;
  document.getElementById("notices").append(notice);
  setTimeout(() => notice.remove(), 8000);
  return notice;
}

localise(document);
setInterval(() => localise(document), 30_000);
document.body.addEventListener("htmx:load", (event) => localise(event.detail.elt));
document.body.addEventListener("htmx:responseError", (event) => {
  const text = document.createElement("div");
  text.innerHTML = event.detail.xhr.responseText;
  notify(text.textContent.trim().slice(0, 300));
});
