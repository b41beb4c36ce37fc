// What a touch that waits would do, in the words of the table.

import { dollars } from "./amounts.js";

const byId = (id) => document.getElementById(id);

export const nameOf = (player) => byId(`seat-${player}`)?.dataset.name ?? player;

const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const cardOf = (card) => card.slice(0, -1) + SUITS[card.slice(-1)];

/** What stands for the placeholders in the texts of commands; for any other the argument of that name. */
const NAMED = {
  name: ({ command }) => command.name ?? nameOf(command.player ?? command.dealer),
  amount: ({ command }) => {
    const cents = command.amount ?? command.stake ?? command.add;
    return typeof cents === "number" ? dollars(cents) : "";
  },
  cards: ({ command }) => (command.cards ?? [command.card]).map(cardOf).join(" "),
  order: ({ command }) => command.order.join("-"),
  bet: () => "the bet",
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
