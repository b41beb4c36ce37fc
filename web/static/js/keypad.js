// The keypad: what a touch on it makes of what is typed, the same for amounts and PINs.

import { centsOf, grouped } from "./words.js";

/** What is typed once a key has been touched: "back" takes the last character off, "clear" all, others add what `takes` has. */
export function typedAfter(typed, key, takes) {
  if (key === "clear") return "";
  if (key === "back") return typed.slice(0, -1);
  return takes(typed + key) ? typed + key : typed;
}

/** An amount of money as it is entered by touch: digits are added to it, quick sums add up. */
export class Amount {
  #text = "";
  /** How the amount came to be: "digits", a "sum" of quick sums, or "suggested" before anything was touched. */
  #from = "digits";

  /** In cents; null for none. */
  get cents() {
    return centsOf(this.#text) || null;
  }

  /** As it is shown: with the point and the noughts typed so far. */
  get shown() {
    const [whole, cents] = this.#text.split(".");
    return `$${grouped(Number(whole || 0))}${cents === undefined ? "" : `.${cents}`}`;
  }

  /** A key of the keypad: at most nine digits of dollars, a point, and two of cents. After a whole sum it starts over. */
  type(key) {
    const text = this.#from === "digits" && !(this.#text === "0" && /^\d$/.test(key)) ? this.#text : "";
    this.#from = "digits";
    this.#text = typedAfter(text, key, (typed) => typed === "." || centsOf(typed) !== null);
  }

  /** Add a quick sum, in cents; to an amount that was only suggested it adds nothing. */
  add(cents) {
    const sum = (this.#from === "suggested" ? 0 : (this.cents ?? 0)) + cents;
    if (centsOf(written(sum)) === null) return;
    this.#text = written(sum);
    this.#from = "sum";
  }

  /** Enter an amount, in cents, for what is touched next to change or take the place of. */
  suggest(cents) {
    this.#text = cents ? written(cents) : "";
    this.#from = "suggested";
  }
}

const written = (cents) => (cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100));
