// What is in the dealer's hand at a Faro table, shown: pressed keys, the open pane, suits and picked ranks.

import { dollars } from "../../js/words.js";
import { all, byId, disable, hide, onBody, press, put, state, write } from "../../js/screen.js";
import { momentAfter } from "./moment.js";

const ASKS = {
  before_soda: ["Soda", "the top card"],
  betting: ["Loser", "then winner"],
  loser_drawn: ["Winner", "the loser is out"],
  before_hock: ["Hock", "the last card"],
};
const NO_CARD = ["Cards", "none to show"];
const PHASES = {
  no_deal: "No deal is on",
  before_soda: "Show the soda",
  betting: "Bets are open",
  loser_drawn: "Bets are closed",
  before_hock: "Show the hock",
  dealt_out: "Dealt out",
};

/** Show the hand on a Faro table. */
export function showFaro(hand) {
  onBody("many", document.querySelector(".players.many") && "");
  onBody("mode", hand.moving ? "move" : hand.lays ? "lay" : "orders");
  press('#part-hand [data-touch="amount"]', (key) => hand.lays && Number(key.dataset.cents) === hand.cents);
  press("#key-orders", () => !hand.lays);
  press("#key-copper", () => hand.copper);
  press("#key-paroli", () => hand.paroli);
  press("#key-bills", () => hand.bills);
  press("#key-pick", () => hand.picking);
  press("#key-suits", () => hand.suits || Boolean(state().suitsNeeded));
  showOther(hand);
  showPanes(hand);
  showSuits(hand);
  showPicks(hand);
}

/** The card that the ranks stand for once what waits is done, and what comes after it; nothing where that is open. */
export function asksFor(waiting) {
  const moment = momentAfter(state(), waiting);
  return moment ? (ASKS[moment.phase] ?? []) : [];
}

/** While the line is cut: where the deal stands with what waits, said in the head of the page; as served where that is open. */
export function showPhase(waiting) {
  const phase = document.querySelector("#part-top .phase");
  const then = byId("saved").classList.contains("unsaved") ? momentAfter(state(), waiting) : null;
  const same = !then || then.phase === state().phase;
  write(phase, same ? phase.dataset.words : PHASES[then.phase]);
  phase.classList.toggle("open", same ? Boolean(state().open) : then.phase === "betting");
}

/** Which card a touch on a rank shows, said on the row; while ranks are picked for a bet the row sleeps. */
export function showAsked(hand, waiting) {
  const part = byId("part-ranks");
  const asks = part.querySelector(".ask p");
  const asleep = hand.picking;
  const served = [asks.dataset.card, asks.dataset.after];
  const reckoned = asksFor(waiting);
  const [card, next] = waiting.length ? (reckoned.length ? reckoned : NO_CARD) : served;
  write(asks.querySelector("strong"), card);
  write(asks.querySelector("span"), asleep ? "ranks are picked" : next);
  part.classList.toggle("asleep", asleep);
  for (const key of part.querySelectorAll(".rank-key")) {
    const { rank, left } = key.dataset;
    put(key, "aria-disabled", String(asleep));
    put(key, "aria-label", `${card} ${rank}, ${left} left`);
  }
}

function showOther(hand) {
  const listed = [...all('#part-hand [data-touch="amount"]')].some((key) => Number(key.dataset.cents) === hand.cents);
  press("#key-other", () => hand.lays && !listed);
  write(byId("key-other").firstElementChild, hand.lays && !listed ? `${dollars(hand.cents)}${hand.bills ? " bills" : ""}` : hand.bills ? "Bills" : "Other");
  const claims = hand.player && byId(`seat-${hand.player}`)?.dataset.name;
  for (const key of all('#part-sheet [data-touch="claim"]')) write(key, claims ? `${claims} claims the sleeper` : "Choose who claims the sleeper");
  for (const key of all('#part-sheet [data-touch="press"]')) write(key, hand.cents ? `Press ${dollars(hand.cents)}` : "Press");
  write(byId("part-sheet").querySelector(".typed-sum"), hand.typed.shown);
}

/** Let only those orders be touched that may be given at a phase, the one the deal will be at; null where nobody knows. */
export function showOrders(phase) {
  for (const key of all("#part-sheet [data-at]")) {
    const { at } = key.dataset;
    disable(key, !at || (phase !== null && !at.split(" ").includes(phase)));
  }
}

function showPanes(hand) {
  const panes = [...all("#part-sheet .pane")];
  const open = panes.find((pane) => pane.dataset.pane === hand.pane) ?? panes[0];
  for (const pane of panes) hide(pane, pane !== open);
  onBody("pane", open.dataset.pane);
  for (const stack of all("#part-layout .stack")) {
    if (stack.classList.toggle("chosen", stack.dataset.bet === open.dataset.bet) && stack.nextSibling) stack.parentNode.append(stack);
  }
  showPayments(hand);
  if (!open.dataset.on) return;
  const why = open.querySelector(".why-no-orders");
  write(why, state().whyNoOrders);
  hide(why, !why.textContent);
}

/** What is still to be taken and paid; with nothing left of it the case-keeper has its room back. */
function showPayments(hand) {
  const payments = [...all("#part-sheet .payments")];
  const settled = payments.findIndex((one) => one.dataset.payments === hand.settled);
  const again = paymentsShown().last && hand.listed === paymentsShown().last;
  for (const [at, one] of payments.entries()) hide(one, !again && (at <= settled || Boolean(one.dataset.passed)));
  const paying = payments.some((one) => !one.hidden);
  const sheet = byId("part-sheet");
  sheet.classList.toggle("paying", paying);
  put(sheet.parentElement, "class", `side${paying ? (sheet.classList.contains("many") ? " paying many" : " paying") : ""}`);
  const key = document.querySelector("#part-sheet .settle");
  if (key) write(key, paying || !payments.length ? "All settled" : "Take and pay");
}

const PLAYERS_KEYS = [
  { id: "same-again", words: "Same again", does: "same_again", sum: "again" },
  { id: "all-down", words: "All down", does: "take_down_all", sum: "lifts" },
];

/** What the keys for all of a player's bets would do: for whom, and for how much; nothing once it waits to be saved. */
export function showPlayersKeys(hand, waiting) {
  const seat = hand.player ? byId(`seat-${hand.player}`)?.dataset : null;
  for (const { id, words, does, sum } of PLAYERS_KEYS) {
    const key = byId(id);
    if (!key) continue;
    const waits = waiting.some((command) => command.do === does && command.player === hand.player);
    const cents = waits ? "" : seat?.[sum];
    key.dataset.at = cents ? key.dataset.phases : "";
    write(key, cents ? `${words} ${dollars(Number(cents))}` : words);
    if (cents) put(key, "aria-label", `${key.textContent}, ${seat.name}`);
    else put(key, "aria-label", null);
  }
}

/** Whether anything is shown that is to be taken or paid, and the key of the last that there is. */
export function paymentsShown() {
  const payments = [...all("#part-sheet .payments")];
  return { any: payments.some((one) => !one.hidden), last: payments.at(-1)?.dataset.payments ?? "" };
}

/** The pane for what lies on a spot: the chosen player's bet, else the only one, else the list of all; nothing where none lies. */
export function paneOf(spot, hand) {
  const bets = JSON.parse(byId(`spot-${spot}`).dataset.bets || "[]");
  const bet = bets.find((one) => one.player === hand.player) ?? (bets.length === 1 ? bets[0] : null);
  return byId(bet ? `pane-${bet.bet}` : `pane-on-${spot}`);
}

function showSuits(hand) {
  const part = byId("part-ranks");
  const row = part.querySelector(".suit-row");
  hide(row, !hand.rank);
  hide(part.querySelector(".rank-row"), Boolean(hand.rank));
  if (!hand.rank) return;
  write(row.querySelector(".chosen"), hand.rank);
  const out = byId(`rank-${hand.rank}`).dataset.suitsOut;
  for (const key of row.querySelectorAll("[data-suit]")) disable(key, Boolean(key.dataset.suit) && out.includes(key.dataset.suit));
}

function showPicks(hand) {
  for (const key of all("#part-sheet .pick-key")) {
    const side = hand.picks.get(key.dataset.rank) ?? "";
    key.classList.toggle("win", side === "win");
    key.classList.toggle("lose", side === "lose");
    write(key.querySelector("i"), side);
    put(key, "aria-pressed", String(Boolean(side)));
    put(key, "aria-label", side ? `${key.dataset.rank} to ${side}` : key.dataset.rank);
  }
  const ranks = (side) => [...hand.picks].filter(([, picked]) => picked === side).map(([rank]) => rank).join("-");
  const said = [ranks("win"), ranks("lose") && `${ranks("lose")} to lose`].filter(Boolean).join(" / ");
  const picked = document.querySelector("#part-sheet .picked");
  if (picked) write(picked, said || picked.dataset.hint);
  const lay = byId("lay-picked");
  if (lay) write(lay, hand.moving ? "Move there" : hand.cents ? `Lay ${dollars(hand.cents)}` : "Lay");
}
