// What is in the dealer's hand at a Pharo table, shown: whose livret, pressed keys, the open pane, the first card of a coup.

import { dollars } from "../../js/words.js";
import { all, byId, hide, onBody, press, put, sleep, state, write } from "../../js/screen.js";
import { turnsCards, whyNoBets } from "./stand.js";

const DECIDES = new Set(["paix", "paroli", "take_win", "pli"]);

/** What tells the coup to come from any other. */
export const coupOf = (stand) => `${stand?.deal}.${stand?.turn}`;

/** Whose livret lies before the dealer: the chosen punter's, else the first. */
export function livretShown(hand) {
  const all_ = [...all("[data-livret]")];
  return (all_.find((one) => one.dataset.livret === hand.player) ?? all_[0])?.dataset.livret ?? null;
}

/** `stand` is where the deal will stand, see `standAfter`. */
export function showPharo(hand, stand) {
  const whose = livretShown(hand);
  for (const one of all("[data-livret]")) hide(one, one.dataset.livret !== whose);
  press('[data-touch="livret"]', (key) => key.dataset.player === whose);
  press('[data-touch="amount"]', (key) => Number(key.dataset.cents) === hand.cents);
  const usual = document.querySelector(`[data-touch="amount"][data-cents="${hand.cents}"]`);
  press("#key-other", () => hand.cents && !usual);
  const typed = document.querySelector("#key-other .typed");
  if (typed) write(typed, hand.cents && !usual ? dollars(hand.cents) : "Other");
  press("#key-opposed", () => hand.opposed);
  const sleeps = Boolean(whyNoBets(stand));
  for (const key of all(".hand .key")) sleep(key, sleeps);
  const hold = byId("key-hold");
  if (hold && stand) write(hold.firstElementChild, stand.ownActs === "held" ? "Let them act" : "No more bets");
  press('[data-touch="card"]', (key) => hand.moving && key.dataset.bet === hand.moving);
  showPane(hand);
  showDecisions(stand);
  showCoup(hand, stand);
}

/** What was won is decided on until the next coup: of one that waits to be saved nobody knows yet what it wins. */
function showDecisions(stand) {
  const isOfNow = stand?.phase === state().phase && coupOf(stand) === coupOf(state());
  for (const key of all('#part-sheet [data-touch="command"]')) {
    if (DECIDES.has(JSON.parse(key.dataset.command).do)) sleep(key, !isOfNow);
  }
}

function showPane(hand) {
  const panes = [...all(".pane")];
  const open = panes.find((pane) => pane.dataset.pane === hand.pane) ?? panes[0];
  for (const pane of panes) hide(pane, pane !== open);
  onBody("pane", open.dataset.pane);
  write(byId("part-sheet").querySelector(".typed-sum"), hand.typed.shown);
}

/** The first card of a coup is held in the hand: its key looks pressed, and the other is asked for. */
function showCoup(hand, stand) {
  if (hand.bank && hand.coup !== coupOf(stand)) hand.bank = null;
  const sleeps = !turnsCards(stand);
  byId("part-ranks").classList.toggle("asleep", sleeps);
  for (const key of all('[data-touch="rank"]')) put(key, "aria-disabled", String(sleeps));
  press('[data-touch="rank"]', (key) => key.dataset.rank === hand.bank);
  const [what, then] = asked(hand, stand);
  write(document.querySelector("#part-ranks .what"), what);
  write(document.querySelector("#part-ranks .then"), then);
  hide(byId("bank-away"), !hand.bank);
}

/** Which card is asked for, and what comes after it. */
function asked(hand, stand) {
  if (hand.bank) return ["Punters’", ""];
  const asks = { idle: ["No deal", ""], bottom: ["Bottom", "seen by all"], dealt: ["All dealt", ""] };
  return asks[stand?.phase] ?? ["Bank’s", "then punters’"];
}
