// The keypad: what a touch on it makes of what is typed, the same for amounts and PINs.

import { centsOf, grouped } from "./amounts.js";

/** What is typed once a key has been touched: "back" takes the last character off, "clear" all, others add what `takes` has. */
export function typedAfter(typed, key, takes) {
  if (key === "clear") return "";
  if (key === "back") return typed.slice(0, -1);
  return takes(typed + key) ? typed + key : typed;
}

/** The same of an amount: at most nine digits of dollars, a point, and two of cents. A nought before other digits is none. */
export const amountAfter = (typed, key) => typedAfter(typed === "0" && /^\d$/.test(key) ? "" : typed, key, mayBeAmount);

const mayBeAmount = (typed) => typed === "." || centsOf(typed) !== null || /^\d{1,9}\.$/.test(typed);

/** A typed amount as it is shown while it is typed. */
export function shownAmount(typed) {
  const [dollars, cents] = typed.split(".");
  return `$${grouped(Number(dollars || 0))}${cents === undefined ? "" : `.${cents}`}`;
}
