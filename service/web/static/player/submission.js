/** The form with which an answer of the visitor is submitted. */

/** Let the form send the answer that is best in the order that is chosen there; without any, it cannot be sent. */
export function fillSubmission(form, answers, orders) {
  const choice = form.elements.namedItem("order-of-answers");
  const field = form.elements.namedItem(form.dataset.answer);
  choice.replaceChildren(...orders.map((order) => new Option(order.label, order.name)));
  form.addEventListener("formdata", (event) => {
    event.formData.delete(choice.name);
    event.formData.set(field.name, best(choice.value).answer);
  });
  const best = (name) => answers.best(orders.find((order) => order.name === name));
  const renew = () => {
    form.querySelector("button").disabled = !best(choice.value);
  };
  choice.addEventListener("change", renew);
  renew();
  return renew;
}

/** Send the form, or lead the visitor to the first of its fields that he has to fill in before. */
export async function submitOrAsk(form) {
  if (document.fullscreenElement) await document.exitFullscreen();
  const missing = form.querySelector("input:invalid");
  if (!missing) {
    form.querySelector("button").click();
    return;
  }
  missing.scrollIntoView({ block: "center" });
  missing.focus({ preventScroll: true });
}
