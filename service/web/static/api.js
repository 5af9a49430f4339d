/** Requests to the interface for programs from its own page. */

/** Letters of an answer that are shown; some have no end. */
const MOST = 20_000;

for (const form of document.querySelectorAll(".try")) {
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
}

/** Send what a form says, and show what comes of it. */
async function send(form) {
  const body = form.elements.body?.value;
  const sent = { method: form.dataset.method, headers: body ? { "Content-Type": "application/json" } : {}, body };
  const begun = performance.now();
  try {
    const answer = await fetch(addressOf(form), sent);
    show(form, `${answer.status} ${answer.statusText} · ${Math.round(performance.now() - begun)} ms`, await beginning(answer));
  } catch (error) {
    show(form, error.message, "");
  }
}

/** The address with the parameters that were filled in. */
function addressOf(form) {
  const query = new URLSearchParams();
  let path = form.dataset.path;
  for (const { name, value, dataset } of form.querySelectorAll("input")) {
    if (dataset.place === "path") path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value) query.append(name, value);
  }
  return query.size ? `${path}?${query}` : path;
}

/** As much of an answer as is shown; JSON is indented. */
async function beginning(answer) {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader?.read(); part && !part.done && text.length < MOST; part = await reader.read()) {
    text += part.value;
  }
  await reader?.cancel();
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, MOST);
  } catch {
    return text.slice(0, MOST);
  }
}

function show(form, head, text) {
  const outcome = form.querySelector(".outcome");
  outcome.hidden = false;
  outcome.querySelector("p").textContent = head;
  outcome.querySelector("pre").textContent = text;
}
