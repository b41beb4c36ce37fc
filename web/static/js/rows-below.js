// Rows that lie below what a list shows: how many, on a key that goes on to them. No list is cut without a word.

import { all, hide, whenShown, write } from "./screen.js";

/** Keep the keys beside all lists of rows saying how many more there are. */
export function watchRows() {
  whenShown(tellSoon);
  document.addEventListener("scroll", tellSoon, { capture: true, passive: true });
  addEventListener("resize", tellSoon);
}

/** Go on to the rows below, as far as one can see at once. */
export function goOn(key) {
  const list = listOf(key);
  const first = below(list)[0];
  if (first) list.scrollTop += first.getBoundingClientRect().top - list.getBoundingClientRect().top;
}

const listOf = (key) => key.closest(".pane").querySelector(".scroll");

/** The rows that are not to be seen whole, from the first on. */
function below(list) {
  const end = list.getBoundingClientRect().bottom + 1;
  return [...list.querySelectorAll("[data-row]")].filter((row) => row.getBoundingClientRect().bottom > end && row.offsetParent);
}

let due = 0;

/** Measure once a frame, right before it is laid out anyway, however often the screen is shown anew in between. */
function tellSoon() {
  due ||= requestAnimationFrame(tell);
}

function tell() {
  due = 0;
  for (const key of all(".rows-more")) {
    // The key itself takes room from the list: whether there are more is asked without it.
    hide(key, true);
    if (!below(listOf(key)).length) continue;
    hide(key, false);
    write(key, `${below(listOf(key)).length} more ▾`);
  }
}
