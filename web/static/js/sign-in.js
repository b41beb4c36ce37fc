// The keypad of the sign-in page. Digits typed on a keyboard go to the PIN too, wherever the focus is.

const form = document.querySelector(".sign-in");
const pin = form.querySelector("#pin");
const keypad = form.querySelector(".keypad");

const add = (digit) => {
  if (pin.value.length < pin.maxLength) pin.value += digit;
};

const takeBack = () => {
  pin.value = pin.value.slice(0, -1);
};

keypad.hidden = false;
keypad.addEventListener("click", ({ target }) => {
  const key = target.closest("button");
  if (!key) return;
  if (key.dataset.digit) add(key.dataset.digit);
  else if ("back" in key.dataset) takeBack();
  else pin.value = "";
});

document.addEventListener("keydown", (event) => {
  if (event.target === pin || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^[0-9]$/.test(event.key)) add(event.key);
  else if (event.key === "Backspace") takeBack();
});
