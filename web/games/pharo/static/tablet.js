// The Pharo tablet: what is in the dealer's hand, the position after pending commands (by the forecasts of the actions) and how
// both are shown; then the touches: stakes on livrets, a fold by one touch, a coup by two.

import { newId } from "../../js/outbox.js";
import { Hand, all, byId, hide, notice, onBody, press, put, show, sleep, state, whenShown, whisper, write } from "../../js/screen.js";
import { nightOfPage, runTable } from "../../js/tablet.js";
import { gettext, money } from "../../js/language.js";
import { Amount, nameOf } from "../../js/words.js";
import { argumentAt, positionAfter as forecast } from "../hands/forecast.js";
import { pendingPosition, seatTouch } from "../hands/hands.js";

// ---- The dealer's hand ----

/** What is in the dealer's hand: checks, the chosen livret, and the first card of a coup. */
class PharoHand extends Hand {
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

/** What the commands take and change, as data. */
const actions = JSON.parse(byId("part-actions").dataset.actions);

/** Whether players act by themselves, by the house's commands; the next coup ends a hold. */
const OWN_ACTS = { hold_players: "held", open_to_players: "open" };

function step(now, command) {
  const next = forecast(now, command, actions);
  next.own_acts = OWN_ACTS[command.do] ?? (next.turn !== now.turn && now.own_acts === "held" ? "open" : now.own_acts);
  return next;
}

/** The position after pending commands, or null. */
const positionAfter = (waiting) => pendingPosition(waiting, actions, step);

const isNow = (position, word) => position !== null && actions[word].phases.includes(position.phase);

/** Whether a bet can take an order. What a coup that is not saved does to the bets is not known: that waits for the line. */
const canTake = (position, { do: word, bet }) => isNow(position, word) && argumentAt(actions[word].takes.bet, position).values.includes(bet);

/** Whether a bet can be pressed; as the page shows it while a coup is not saved. */
const canBePressed = (position, bet) => (position.press_bet ?? JSON.parse(state().position).press_bet).includes(bet);

/** Why no bet can be laid now; "" where bets are open. */
const whyNoBets = (position) => (position && !isNow(position, "place_bet") ? document.querySelector("#part-hand").dataset[position.phase] : "");

/** Whether cards can be turned now. */
const turnsCards = (position) => isNow(position, "show_bottom") || isNow(position, "coup");

// ---- What the page shows ----

/** A key for the next coup. */
const coupOf = (position) => `${position?.round}.${position?.turn}`;

/** Whose livret is shown: the chosen punter's, else the first. */
function livretShown(hand) {
  const livrets = [...all("[data-livret]")];
  return (livrets.find(({ dataset }) => dataset.livret === hand.player) ?? livrets[0])?.dataset.livret ?? null;
}

/** Show the hand at a position, see `positionAfter`. */
function showPharo(hand, position) {
  const whose = livretShown(hand);
  for (const livret of all("[data-livret]")) hide(livret, livret.dataset.livret !== whose);
  press('[data-touch="livret"]', (key) => key.dataset.player === whose);
  press('[data-touch="amount"]', (key) => Number(key.dataset.cents) === hand.cents);
  const usual = document.querySelector(`[data-touch="amount"][data-cents="${hand.cents}"]`);
  press("#key-other", () => hand.cents && !usual);
  const typed = document.querySelector("#key-other .typed");
  if (typed) write(typed, hand.cents && !usual ? money(hand.cents) : typed.dataset.words);
  press("#key-opposed", () => hand.opposed);
  const sleeps = Boolean(whyNoBets(position));
  for (const key of all(".hand .key")) sleep(key, sleeps);
  const hold = byId("key-hold");
  if (hold && position) write(hold.firstElementChild, position.own_acts === "held" ? gettext("Let them act") : gettext("No more bets"));
  press('[data-touch="card"]', (key) => hand.moving && key.dataset.bet === hand.moving);
  showPane(hand);
  showOrders(position);
  showCoup(hand, position);
}

function showOrders(position) {
  for (const key of all('#part-sheet [data-touch="command"]')) {
    const command = JSON.parse(key.dataset.command);
    if (command.bet) sleep(key, !canTake(position, command));
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
  if (hand.bank) return [gettext("Punters’"), ""];
  const cards = { idle: [gettext("No deal"), ""], bottom: [gettext("Bottom"), gettext("seen by all")], dealt: [gettext("All dealt"), ""] };
  return cards[position?.phase] ?? [gettext("Bank’s"), gettext("then punters’")];
}

// ---- Touches ----

/** Whether a command moves the deal on. Those about stakes mean the same until the next coup. */
const movesOn = ({ do: word }) => "phase" in (actions[word]?.then ?? {});
const survives = (command) => command.do in OWN_ACTS || (command.do in actions && !movesOn(command));

const hand = new PharoHand(nightOfPage());
runTable(hand, { movesOn, survives, followsOf: () => "", looks }, pharo);
show(hand);

/** The touches on a table of the past. */
function looks(hand, drawer) {
  whenShown(() => showPharo(hand, positionAfter([])));
  return {
    player: seatTouch(hand, drawer),
    livret(key) {
      hand.player = key.dataset.player;
    },
    card(key) {
      hand.show(key.dataset.bet ? `bet-${key.dataset.bet}` : "turn");
      show(hand);
    },
    pane: (key) => hand.show(key.dataset.pane),
  };
}

/** The touches of Pharo. */
function pharo({ transport, drawer }) {
  const newBet = () => newId().slice(0, 8);
  const position = () => positionAfter(transport.waiting);
  whenShown(() => showPharo(hand, position()));

  /** Take the first card of a coup in hand, and let players act no more; the second card deals the coup. */
  function turn(rank) {
    if (!hand.bank) {
      hand.bank = rank;
      hand.coup = coupOf(position());
      if (position().own_acts === "open") transport.send(() => ({ do: "hold_players" }));
      return;
    }
    const { bank } = hand;
    hand.reset();
    transport.send(() => ({ do: "coup", bank, punters: rank }));
  }

  /** Why no bet can be laid, pressed or moved now; "" where it can. */
  const whyNot = () => whyNoBets(position()) || (hand.bank ? gettext("Too late: the bank’s card is the %(card)s. Touch the punters’ card first.", { card: hand.bank }) : "");

  function touchCard({ dataset }) {
    const on = JSON.parse(dataset.on);
    const presses = hand.cents && hand.pane === "turn" && dataset.bet && canBePressed(position() ?? {}, dataset.bet);
    const opens = dataset.bet && !hand.moving && !presses;
    const why = opens ? "" : whyNot();
    if (why) {
      notice(why);
    } else if (hand.moving) {
      const bet = hand.moving;
      hand.show("turn");
      transport.send(() => ({ do: "move_bet", bet, ...on }));
    } else if (opens) {
      hand.show(hand.pane === `bet-${dataset.bet}` ? "turn" : `bet-${dataset.bet}`);
    } else if (!hand.cents) {
      notice(gettext("Choose an amount first."));
    } else if (dataset.bet) {
      transport.send(() => ({ do: "press_bet", bet: dataset.bet, add: hand.cents }));
    } else {
      const opposed = hand.opposed ? { opposed: true } : {};
      hand.opposed = false;
      transport.send(() => ({ do: "place_bet", bet: newBet(), player: dataset.player, ...on, stake: hand.cents, ...opposed }));
    }
  }

  return {
    touches: {
      player(key) {
        const again = livretShown(hand) === key.dataset.player && hand.player === key.dataset.player;
        if (again && key.classList.contains("seat")) drawer.open("money");
        drawer.turnToPlayer();
        hand.player = key.dataset.player;
      },
      livret(key) {
        hand.player = key.dataset.player;
        hand.show("turn");
      },
      amount(key) {
        const cents = Number(key.dataset.cents);
        // Touched again, the checks are put down: an empty hand gives orders.
        hand.cents = hand.cents === cents ? 0 : cents;
      },
      other() {
        hand.typed = new Amount();
        hand.show("keypad");
      },
      "take-amount"() {
        hand.cents = hand.typed.cents ?? hand.cents;
        hand.show("turn");
      },
      hold() {
        const held = position()?.own_acts === "held";
        transport.send(() => ({ do: held ? "open_to_players" : "hold_players" }));
      },
      opposed() {
        hand.opposed = !hand.opposed;
      },
      card: touchCard,
      move(key) {
        hand.show("turn");
        hand.moving = key.dataset.bet;
        notice(gettext("Touch the new card of this bet."));
      },
      rank({ dataset: { rank } }) {
        if (!turnsCards(position())) return;
        if (isNow(position(), "show_bottom")) transport.send(() => ({ do: "show_bottom", card: rank }));
        else turn(rank);
      },
      "bank-away"() {
        hand.bank = null;
      },
      pane(key) {
        hand.show(key.dataset.pane);
      },
      command(key) {
        hand.reset();
        hand.drawer = false;
        transport.sendKey(key);
      },
    },
    quick: ["livret", "pane", "opposed"],
    asleep: (key) => {
      const why = whyNoBets(position());
      if (why) whisper(why);
    },
    type: (digit) => hand.typed.type(digit),
    describe({ dataset: { touch: kind, player, name, rank } }) {
      if (kind === "card") return gettext("%(name)s’s stake on %(card)s", { name: nameOf(player), card: name });
      return kind === "rank" && gettext("%(rank)s. For a doublet touch it again", { rank });
    },
    escape: () => hand.reset(),
  };
}
