/** What every page does: local times, notices of failed requests. */

/** Show the times of a part of the page as the visitor's clock has them. */
function localise(part) {
  const form = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  for (const time of part.querySelectorAll("time[datetime]")) {
    time.textContent = form.format(new Date(time.dateTime));
  }
}

/** Say something for a while. */
export function notify(text) {
  const notice = document.createElement("p");
  notice.className = "notice";
  notice.textContent = text;
  document.getElementById("notices").append(notice);
  setTimeout(() => notice.remove(), 8000);
}

localise(document);
document.body.addEventListener("htmx:load", (event) => localise(event.detail.elt));
document.body.addEventListener("htmx:responseError", (event) => {
  const text = document.createElement("div");
  text.innerHTML = event.detail.xhr.responseText;
  notify(text.textContent.trim().slice(0, 300));
});
