// The page of a cash drawer: the keypad types into the field that was touched last, and the sums follow what is typed.
// Without this script the server adds up.

import { money } from "./language.js";
import { typedAfter } from "./words.js";

const WHOLE = /^\d{1,6}$/;
const AMOUNT = /^\d{0,9}(\.\d{0,2})?$/;
const FIELDS = "input:not([type=hidden], [type=radio])";

for (const form of document.querySelectorAll("form:has(.pad)")) {
  const fields = [...form.querySelectorAll(FIELDS)];
  const pieces = fields.filter((input) => input.dataset.cents);
  let typing = fields[0];

  const changed = (input) => input.dispatchEvent(new Event("input", { bubbles: true }));
  const takes = (input) => (text) => (input.name === "amount" || input.name === "total" ? AMOUNT : WHOLE).test(text) || input.type === "password";

  const mark = () => {
    for (const input of fields) input.toggleAttribute("data-typing", input === typing);
  };

  /** What was counted, in cents: the total that was typed, or the sum of the pieces. */
  function show() {
    for (const input of pieces) {
      const cents = Number(input.value || 0) * Number(input.dataset.cents);
      form.querySelector(`output[for="${input.id}"]`).textContent = cents ? money(cents) : "";
    }
    const sum = form.querySelector("#count-sum");
    if (!sum) return;
    const total = form.elements.total.value.trim();
    const counted = pieces.reduce((cents, input) => cents + Number(input.value || 0) * Number(input.dataset.cents), 0);
    const cents = counted || Math.round(Number(total) * 100);
    // The server reads what is typed in another way.
    if (!AMOUNT.test(total)) sum.textContent = total;
    else sum.textContent = cents ? money(cents) : "$0";
  }

  for (const part of form.querySelectorAll(".pad, .sum, [data-step]")) part.hidden = false;
  // Where the page has room for a keypad of its own, the one of the system would cover the figures.
  const hasKeypad = matchMedia("(pointer: coarse)").matches && form.querySelector(".pad").checkVisibility();
  if (hasKeypad) for (const input of fields) input.inputMode = "none";

  form.addEventListener("focusin", ({ target }) => {
    if (!fields.includes(target)) return;
    typing = target;
    mark();
  });
  form.addEventListener("click", ({ target }) => {
    const key = target.closest("button");
    if (key?.dataset.digit) {
      typing.value = typedAfter(typing.value, key.dataset.digit, takes(typing));
      changed(typing);
    } else if (key?.dataset.step) {
      typing = key.parentElement.querySelector("input");
      typing.value = Math.max(0, Number(typing.value || 0) + Number(key.dataset.step)) || "";
      changed(typing);
      mark();
    }
  });
  form.addEventListener("input", ({ target }) => {
    // An amount is chosen or typed, not both.
    const usual = form.querySelectorAll("[name=usual]");
    if (target.name === "amount") for (const choice of usual) choice.checked = false;
    if (target.name === "usual") form.elements.amount.value = "";
    show();
  });
  // Enter goes on to the next field: a count or a slip is recorded by its own key.
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("input")) return;
    event.preventDefault();
    (fields[fields.indexOf(event.target) + 1] ?? form.querySelector(".primary")).focus();
  });
  show();
}
