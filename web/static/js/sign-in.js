// The keypad of the sign-in page. Digits typed on a keyboard go to the PIN too, wherever the focus is.

import { typedAfter } from "./keypad.js";

const form = document.querySelector(".sign-in");
const pin = form.querySelector("#pin");
const keypad = form.querySelector(".keypad");

const type = (key) => {
  pin.value = typedAfter(pin.value, key, (next) => next.length <= pin.maxLength);
};

keypad.hidden = false;
keypad.addEventListener("click", ({ target }) => {
  const key = target.closest("button");
  if (key) type(key.dataset.digit);
});

document.addEventListener("keydown", (event) => {
  if (event.target === pin || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^[0-9]$/.test(event.key)) type(event.key);
  else if (event.key === "Backspace") type("back");
});
