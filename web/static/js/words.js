// Amounts of money, names and commands, as the table words them.

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

const figures = new Intl.NumberFormat("en");

/** Dollars as figures, the thousands apart: 12,500. */
export const grouped = (whole) => figures.format(whole);

/** Cents as the table says them: 25¢, $5, $12.50. */
export function dollars(cents) {
  if (cents < 100) return `${cents}¢`;
  const rest = cents % 100;
  return `$${grouped(Math.floor(cents / 100))}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

/** Typed dollars as cents; null where they are no amount. */
export function centsOf(typed) {
  const text = typed.replaceAll(",", "").replace("$", "").trim();
  const read = /^(\d{1,9})?(?:\.(\d{0,2}))?$/.exec(text);
  if (!text || text === "." || !read) return null;
  return Number(read[1] ?? 0) * 100 + Number((read[2] ?? "").padEnd(2, "0"));
}
