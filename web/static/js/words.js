// What a touch that waits would do, in the words of the table.

import { dollars } from "./amounts.js";

const byId = (id) => document.getElementById(id);

const nameOf = (player) => byId(`seat-${player}`)?.dataset.name ?? player;

const CARDS = { expose_soda: "soda", draw_loser: "loser", draw_winner: "winner", expose_hock: "hock" };

const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const cardOf = (card) => card.slice(0, -1) + SUITS[card.slice(-1)];

const PLAIN = {
  void: "take back",
  start_deal: "start the deal",
  end_deal: "end the deal",
  void_deal: "void the deal",
  close_night: "close the night",
  end_hand: "end the hand",
  settle_hand: "pay the pot",
  void_hand: "void the hand",
};

/** Whose bet it is and where it lies: on the table, or among what waits. */
function betOf(key, entries) {
  const laid = entries.find(({ command }) => command.do === "place_bet" && command.bet === key);
  if (laid) return `${nameOf(laid.command.player)}’s ${placeOf(laid)}`;
  const pane = document.querySelector(`.pane[data-bet="${CSS.escape(key)}"]`);
  return pane ? `${pane.querySelector("h2").textContent}’s bet on ${byId(`spot-${pane.dataset.on}`)?.dataset.name ?? "the layout"}` : "the bet";
}

function placeOf({ command, spot }) {
  const name = spot && byId(`spot-${spot}`)?.dataset.name;
  if (name) return name;
  const win = (command.win ?? command.ranks ?? []).join("-");
  return command.lose ? `${win} to win, ${command.lose.join("-")} to lose` : win || "the layout";
}

const BETS = {
  place_bet: (entry) =>
    `${nameOf(entry.command.player)} ${dollars(entry.command.stake)} on ${placeOf(entry)}${entry.command.coppered ? ", coppered" : ""}`,
  call_turn: ({ command }) => `${nameOf(command.player)} calls ${command.order.join("-")} for ${dollars(command.stake)}`,
  same_again: ({ command }) => `${nameOf(command.player)}: the same again`,
  press_bet: ({ command }, entries) => `${betOf(command.bet, entries)} pressed by ${dollars(command.add)}`,
  move_bet: (entry, entries) => `${betOf(entry.command.bet, entries)} to ${placeOf(entry)}`,
};

const HANDS = {
  start_hand: ({ dealer }) => `start the hand, ${nameOf(dealer)} deals`,
  lay: ({ player, card, cards }) => `${nameOf(player)} lays ${(cards ?? [card]).map(cardOf).join(" ")}`,
  pass: ({ player }) => `${nameOf(player)} passes`,
  show_hand: ({ player, cards }) => `${nameOf(player)} shows ${cards.map(cardOf).join(" ")}`,
  take_penalty: ({ player, turn }) => `take the penalty of ${nameOf(player)} for turn ${turn}`,
};

/** One entry in words; `entries` is everything that waits, for the bets that are not yet on the table. */
export function wordsOf(entry, entries) {
  const { command } = entry;
  if (entry.said) return entry.said;
  if (BETS[command.do]) return BETS[command.do](entry, entries);
  if (HANDS[command.do]) return HANDS[command.do](command);
  if (CARDS[command.do]) return `${CARDS[command.do]} ${command.card}`;
  if (PLAIN[command.do]) return PLAIN[command.do];
  const plain = command.do.replaceAll("_", " ");
  if (command.bet) return `${betOf(command.bet, entries)}: ${plain.replace(" bet", "")}`;
  const amount = typeof command.amount === "number" ? ` ${dollars(command.amount)}` : "";
  return `${command.player ? `${command.name ?? nameOf(command.player)}: ` : ""}${plain}${amount}`;
}
