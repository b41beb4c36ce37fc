// A Pharo table on the page: what is in the dealer's hand, the position after pending commands, and how both are shown.
// On a page of the past the table is only looked at; tablet.js plays the live table.

import { dollars } from "../../js/words.js";
import { Hand } from "../../js/hand.js";
import { Amount } from "../../js/keypad.js";
import { look, nameOfPast } from "../../js/looking-back.js";
import { all, byId, hide, onBody, press, put, show, sleep, state, whenShown, write } from "../../js/screen.js";

// ---- The dealer's hand ----

/** What is in the dealer's hand: checks, the chosen livret, and the first card of a coup. */
export class PharoHand extends Hand {
  cents = 0;
  opposed = false;
  /** What is entered on the keypad. */
  typed = new Amount();
  pane = "turn";
  /** The bet that is being moved to another card. */
  moving = null;
  /** The bank's card of a coup whose second card is still to come, and which coup that is. */
  bank = null;
  coup = "";

  constructor(night) {
    super(night, ["player", "cents"]);
    this.restore();
  }

  show(pane) {
    this.pane = pane;
    this.moving = null;
  }

  /** Clear what is entered and not sent. */
  reset() {
    this.bank = null;
    this.moving = null;
    this.opposed = false;
    this.pane = "turn";
  }
}

// ---- The position after pending commands ----

const COUPS = 26;

/** The phase, the deal, the coups dealt and whether players act, after pending commands; null while a take-back is pending. */
export function positionAfter(waiting) {
  const { phase, deal, turn, ownActs } = state();
  const position = { phase, deal: Number(deal), turn: Number(turn), ownActs };
  for (const { do: word } of waiting) {
    if (word === "void") return null;
    STEPS[word]?.(position);
  }
  return position;
}

const STEPS = {
  start_deal: (position) => Object.assign(position, { phase: "bottom", deal: position.deal + 1, turn: 0 }),
  show_bottom: (position) => Object.assign(position, { phase: "betting" }),
  hold_players: (position) => Object.assign(position, { ownActs: "held" }),
  open_to_players: (position) => Object.assign(position, { ownActs: "open" }),
  coup(position) {
    position.turn += 1;
    if (position.ownActs === "held") position.ownActs = "open";
    if (position.turn === COUPS) position.phase = "dealt";
  },
  end_deal: (position) => Object.assign(position, { phase: "idle" }),
  miscount: (position) => Object.assign(position, { phase: "idle" }),
  void_deal: (position) => Object.assign(position, { phase: "idle" }),
};

/** Why no bet can be laid now; "" where bets are open. */
export function whyNoBets(position) {
  return { idle: "Start the deal first.", bottom: "Show the bottom card first.", dealt: "All cards are dealt: end the deal first." }[position?.phase] ?? "";
}

/** Whether cards can be turned now. */
export const turnsCards = (position) => position !== null && (position.phase === "bottom" || position.phase === "betting");

// ---- What the page shows ----

const DECIDES = new Set(["paix", "paroli", "take_win", "pli"]);

/** A key for the next coup. */
export const coupOf = (position) => `${position?.deal}.${position?.turn}`;

/** Whose livret is shown: the chosen punter's, else the first. */
export function livretShown(hand) {
  const livrets = [...all("[data-livret]")];
  return (livrets.find(({ dataset }) => dataset.livret === hand.player) ?? livrets[0])?.dataset.livret ?? null;
}

/** Show the hand at a position, see `positionAfter`. */
export function showPharo(hand, position) {
  const whose = livretShown(hand);
  for (const livret of all("[data-livret]")) hide(livret, livret.dataset.livret !== whose);
  press('[data-touch="livret"]', (key) => key.dataset.player === whose);
  press('[data-touch="amount"]', (key) => Number(key.dataset.cents) === hand.cents);
  const usual = document.querySelector(`[data-touch="amount"][data-cents="${hand.cents}"]`);
  press("#key-other", () => hand.cents && !usual);
  const typed = document.querySelector("#key-other .typed");
  if (typed) write(typed, hand.cents && !usual ? dollars(hand.cents) : "Other");
  press("#key-opposed", () => hand.opposed);
  const sleeps = Boolean(whyNoBets(position));
  for (const key of all(".hand .key")) sleep(key, sleeps);
  const hold = byId("key-hold");
  if (hold && position) write(hold.firstElementChild, position.ownActs === "held" ? "Let them act" : "No more bets");
  press('[data-touch="card"]', (key) => hand.moving && key.dataset.bet === hand.moving);
  showPane(hand);
  showDecisions(position);
  showCoup(hand, position);
}

/** A win is decided on until the next coup. Nobody knows yet what a pending coup wins. */
function showDecisions(position) {
  const isOfNow = position?.phase === state().phase && coupOf(position) === coupOf(state());
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

/** The first card of a coup is in the hand: its key looks pressed, and the row asks for the second. */
function showCoup(hand, position) {
  if (hand.bank && hand.coup !== coupOf(position)) hand.bank = null;
  const sleeps = !turnsCards(position);
  byId("part-ranks").classList.toggle("asleep", sleeps);
  for (const key of all('[data-touch="rank"]')) put(key, "aria-disabled", String(sleeps));
  press('[data-touch="rank"]', (key) => key.dataset.rank === hand.bank);
  const [what, then] = expectedCard(hand, position);
  write(document.querySelector("#part-ranks .what"), what);
  write(document.querySelector("#part-ranks .then"), then);
  hide(byId("bank-away"), !hand.bank);
}

/** Which card is expected, and which comes after it. */
function expectedCard(hand, position) {
  if (hand.bank) return ["Punters’", ""];
  const cards = { idle: ["No deal", ""], bottom: ["Bottom", "seen by all"], dealt: ["All dealt", ""] };
  return cards[position?.phase] ?? ["Bank’s", "then punters’"];
}

// ---- A table of the past ----

if (document.body.classList.contains("past")) lookAtPast();

function lookAtPast() {
  const hand = new PharoHand(nameOfPast());
  whenShown(() => showPharo(hand, positionAfter([])));

  look(hand, (drawer) => ({
    player(key) {
      drawer.turnToPlayer();
      hand.player = key.dataset.player;
      if (!hand.drawer) drawer.open("money");
    },
    livret(key) {
      hand.player = key.dataset.player;
    },
    card(key) {
      hand.show(key.dataset.bet ? `bet-${key.dataset.bet}` : "turn");
      show(hand);
    },
    pane: (key) => hand.show(key.dataset.pane),
  }));
}
