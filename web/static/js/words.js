// Names and commands, as the table words them; and amounts of money that are typed on a keypad.

import { DIGITS, gettext, figuresOf, money, written } from "./language.js";

const byId = (id) => document.getElementById(id);

export const nameOf = (player) => byId(`seat-${player}`)?.dataset.name ?? player;

const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const cardOf = (card) => card.replace(/[shdc]$/, (suit) => SUITS[suit]);

/** Who a command is about: by the name it has, by its card, or by the seat, which they may only be about to get. */
function whoIn(command, entries) {
  const player = command.player ?? command.dealer;
  if (command.name) return command.name;
  if (!command.card) {
    const seating = byId(`seat-${player}`) ? null : entries.find((entry) => entry.command.do === "seat_player" && entry.command.player === player);
    return seating ? whoIn(seating.command, entries) : nameOf(player);
  }
  const card = entries.find((entry) => entry.command.do === "register_player" && entry.command.card === command.card)?.command;
  return card?.name ?? byId(`person-${command.card}`)?.dataset.name ?? command.card;
}

/** What stands for the placeholders in the texts of commands; for any other the argument of that name. */
const NAMED = {
  name: ({ command }, entries) => whoIn(command, entries),
  amount: ({ command }) => {
    const cents = command.amount ?? command.stake ?? command.add;
    return typeof cents === "number" ? money(cents) : "";
  },
  cards: ({ command }) => (command.cards ?? [command.card]).map(cardOf).join(" "),
  order: ({ command }) => command.order.join("-"),
  bet: () => gettext("the bet"),
};

/**
 * One entry in words; `entries` is everything that waits, for the bets that are not yet on the table. `named` says what a
 * game has for placeholders of its own.
 */
export function wordsOf(entry, entries, named = {}) {
  const { command, said } = entry;
  if (said) return said;
  const text = JSON.parse(byId("table").dataset.words)[command.do] ?? command.do.replaceAll("_", " ");
  const filled = (_, name) => (named[name] ?? NAMED[name] ?? (() => command[name] ?? ""))(entry, entries);
  return text.replaceAll(/%\((\w+)\)s/g, filled).trim();
}

const TYPED = new RegExp(`^(\\d{1,9})?${DIGITS ? `(?:\\.(\\d{0,${DIGITS}}))?` : ""}$`);

/** What a keypad typed as cents; null where it is no amount. */
function centsOf(text) {
  const read = TYPED.exec(text);
  if (!text || text === "." || !read) return null;
  return Number((read[1] ?? "0") + (read[2] ?? "").padEnd(DIGITS, "0"));
}

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
    return written(String(Number(whole || 0)), cents);
  }

  /** A key of the keypad: at most nine digits, a point, and the decimals of the currency. After a whole sum it starts over. */
  type(key) {
    const text = this.#from === "digits" && !(this.#text === "0" && /^\d$/.test(key)) ? this.#text : "";
    this.#from = "digits";
    this.#text = typedAfter(text, key, (typed) => typed === "." || centsOf(typed) !== null);
  }

  /** Add a quick sum, in cents; to an amount that was only suggested it adds nothing. */
  add(cents) {
    const sum = (this.#from === "suggested" ? 0 : (this.cents ?? 0)) + cents;
    if (centsOf(typed(sum)) === null) return;
    this.#text = typed(sum);
    this.#from = "sum";
  }

  /** Enter an amount, in cents, for what is touched next to change or take the place of. */
  suggest(cents) {
    this.#text = cents ? typed(cents) : "";
    this.#from = "suggested";
  }
}

/** An amount in the smallest coin as a keypad types it. */
function typed(cents) {
  const [whole, decimals] = figuresOf(cents);
  return Number(decimals) ? `${whole}.${decimals}` : whole;
}
