// What is in the dealer's hand at a Pharo table, shown: whose livret, pressed keys, the open pane, the first card of a coup.

import { dollars } from "../../js/amounts.js";
import { shownAmount } from "../../js/keypad.js";
import { all, byId, press, state } from "../../js/screen.js";

/** Whose livret lies before the dealer: the chosen punter's, else the first. */
export function livretShown(hand) {
  const all_ = [...all("[data-livret]")];
  return (all_.find((one) => one.dataset.livret === hand.player) ?? all_[0])?.dataset.livret ?? null;
}

export function showPharo(hand) {
  const whose = livretShown(hand);
  for (const one of all("[data-livret]")) one.hidden = one.dataset.livret !== whose;
  press('[data-touch="livret"]', (key) => key.dataset.player === whose);
  press('[data-touch="amount"]', (key) => Number(key.dataset.cents) === hand.cents);
  const usual = document.querySelector(`[data-touch="amount"][data-cents="${hand.cents}"]`);
  press("#key-other", () => hand.cents && !usual);
  const typed = document.querySelector("#key-other .typed");
  if (typed) typed.textContent = hand.cents && !usual ? dollars(hand.cents) : "Other";
  press("#key-opposed", () => hand.opposed);
  press('[data-touch="card"]', (key) => hand.moving && key.dataset.bet === hand.moving);
  showPane(hand);
  showCoup(hand);
}

function showPane(hand) {
  const panes = [...all(".pane")];
  const open = panes.find((pane) => pane.dataset.pane === hand.pane) ?? panes[0];
  for (const pane of panes) pane.hidden = pane !== open;
  byId("part-sheet").querySelector(".typed-sum").textContent = shownAmount(hand.typed);
}

/** The first card of a coup is held in the hand: its key looks pressed, and the other is asked for. */
function showCoup(hand) {
  if (hand.bank && hand.coup !== state().moment) hand.bank = null;
  press('[data-touch="rank"]', (key) => key.dataset.rank === hand.bank);
  const ask = document.querySelector("#part-ranks [data-ask]");
  ask.textContent = hand.bank ? ask.dataset.second : ask.dataset.ask;
  const after = document.querySelector("#part-ranks [data-after]");
  after.textContent = hand.bank ? `the bank’s is the ${hand.bank}` : after.dataset.after;
  byId("bank-away").hidden = !hand.bank;
}
