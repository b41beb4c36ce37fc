// The Faro table: checks on the cloth, orders to bets, and the cards of a turn.

import { Amount } from "../../js/keypad.js";
import { newId } from "../../js/outbox.js";
import { byId, notice, quiet, show, state, whenShown, whisper } from "../../js/screen.js";
import { nightOfPage, runTable } from "../../js/tablet.js";
import { nameOf } from "../../js/words.js";
import { watchCloth } from "./cloth.js";
import { showGhosts } from "./ghosts.js";
import { FaroHand } from "./hand.js";
import { lyingOn } from "./lying.js";
import { CARD_COMMANDS, adds, followsOf, isAboutBets, momentAfter, movesTheDeal } from "./moment.js";
import { asksFor, paneOf, paymentsShown, showAsked, showFaro, showOrders, showPhase, showPlayersKeys } from "./showing.js";
import { named } from "./words.js";

const hand = new FaroHand(nightOfPage());
whenShown(() => showFaro(hand));

const rules = { movesOn: movesTheDeal, survives: isAboutBets, followsOf, adds, drawWaiting: showGhosts, named };
const touch = runTable(hand, rules, faro);
watchCloth({ hand, openOrders, touch });
show(hand);

/** What is Faro's own in running a table. */
function faro({ transport, drawer, outbox }) {
  /** What each kind of touch does with the element that was touched. */
  const touches = {
    player(key) {
      const again = hand.player === key.dataset.player && key.classList.contains("seat");
      // With checks in hand a seat says whose they are, and no more: bets are being laid.
      if (again && hand.lays) whisper(`${key.dataset.name} is betting: touch a card. Money is under ☰.`);
      else if (again) drawer.open("money");
      drawer.turnToPlayer();
      hand.player = key.dataset.player;
    },
    amount(key) {
      hand.take(Number(key.dataset.cents));
      leaveOrders();
    },
    other() {
      hand.typed = new Amount();
      hand.show("keypad");
    },
    "take-amount"() {
      const { cents } = hand.typed;
      if (cents) hand.take(cents);
      hand.show("turn");
    },
    orders(key) {
      hand.orders = true;
      const last = key.dataset.bet && `bet-${key.dataset.bet}`;
      if (last && hand.pane !== last) {
        hand.show(last);
        return;
      }
      if (hand.pane !== "turn") hand.show("turn");
      else notice("Touch a stack to give orders: press, copper, bar, half, move, take down.");
    },
    copper() {
      hand.copper = !hand.copper;
    },
    paroli() {
      hand.paroli = !hand.paroli;
    },
    bills() {
      hand.bills = !hand.bills;
    },
    suits() {
      hand.suits = !hand.suits;
    },
    pick() {
      hand.show(hand.picking ? "turn" : "pick");
    },
    "pick-rank": (key) => hand.pick(key.dataset.rank),
    "lay-picked"() {
      const picked = (side) => [...hand.picks].filter(([, one]) => one === side).map(([rank]) => rank);
      const win = picked("win");
      const lose = picked("lose");
      const place = lose.length ? { kind: "heeled", win, lose } : { kind: "string", ranks: win };
      if (put(place, null)) hand.show("turn");
    },
    place(key) {
      const place = JSON.parse(key.dataset.place);
      if (hand.picking) pickOn(place);
      else if (!hand.moving && !hand.lays) openOrders(key.dataset.spot);
      else put(place, key.dataset.spot);
    },
    tray(key) {
      if (key.dataset.bets && !hand.moving) openOrders(key.dataset.spot);
      else hand.show("pick");
    },
    rank(key) {
      if (hand.suits || state().suitsNeeded) hand.rank = key.dataset.rank;
      else card(key.dataset.rank);
    },
    suit(key) {
      const rank = hand.rank;
      hand.rank = null;
      card(rank + key.dataset.suit);
    },
    "suit-away"() {
      hand.rank = null;
    },
    pane(key) {
      hand.show(key.dataset.pane);
    },
    settled() {
      const { any, last } = paymentsShown();
      if (any) hand.settled = last;
      hand.listed = any ? "" : last;
    },
    call(key) {
      const { player, cents } = hand;
      if (!ready()) return;
      transport.send(() => ({ do: "call_turn", bet: newBet(), player, order: key.dataset.order.split(" "), stake: cents }));
    },
    "same-again"() {
      const { player } = hand;
      hand.listed = "";
      transport.send(() => ({ do: "same_again", player, bet: newBet() }));
    },
    "all-down"() {
      const { player } = hand;
      transport.send(() => ({ do: "take_down_all", player }));
    },
    press(key) {
      const { cents } = hand;
      if (!cents) notice("Choose an amount first.");
      else transport.send(() => ({ do: "press_bet", bet: betOf(key), add: cents }));
    },
    order(key) {
      const turns = key.dataset.turns ? { turns: Number(key.dataset.turns) } : {};
      transport.send(() => ({ do: key.dataset.do, bet: betOf(key), ...turns }));
    },
    move(key) {
      hand.moving = betOf(key);
      notice("Touch the new place of this bet.");
    },
    claim(key) {
      const { player } = hand;
      if (!player) notice("Choose the player who claims it first.");
      else transport.send(() => ({ do: "claim_sleeper", bet: betOf(key), player }));
    },
    sleepers() {
      const claim = document.querySelector('[data-touch="claim"]');
      hand.drawer = false;
      hand.orders = true;
      if (claim) hand.show(claim.closest(".pane").dataset.pane);
    },
    command(key) {
      hand.rank = null;
      hand.drawer = false;
      transport.sendKey(key);
    },
    "alert-away"() {
      hand.moving = null;
      quiet();
    },
  };

  function ready() {
    if (!hand.player) notice("Choose a player first.");
    else if (!hand.cents) notice("Choose an amount first.");
    return Boolean(hand.player && hand.cents);
  }

  function pickOn({ kind, ranks }) {
    if (kind === "single") hand.pick(ranks[0]);
    else notice("Touch a card to pick its rank.");
  }

  /** Lay checks on a place, press the same player's stack of the same sort there, or move the bet that waits to it. */
  function put(place, spot) {
    if (hand.moving) {
      const bet = hand.moving;
      hand.moving = null;
      transport.send(() => ({ do: "move_bet", bet, ...place }), { spot });
      return true;
    }
    if (!ready()) return false;
    const { player, cents, copper, paroli, bills } = hand;
    hand.copper = false;
    hand.paroli = false;
    hand.bills = false;
    hand.listed = "";
    const make = () => {
      const lying = spot ? lyingOn(spot, outbox.entries.filter((one) => !one.done)) : [];
      const own = lying.find((one) => one.player === player && one.coppered === copper && one.paroli === paroli && Boolean(one.bills) === bills);
      if (own) return { do: "press_bet", bet: own.bet, add: cents };
      const orders = { ...(copper && { coppered: true }), ...(paroli && { paroli: true }), ...(bills && { form: "bills" }) };
      return { do: "place_bet", bet: newBet(), player, ...place, stake: cents, ...orders };
    };
    transport.send(make, { spot });
    return true;
  }

  /** A key for a bet that no other bet has: neither one that waits here nor one of the other tablet. */
  function newBet() {
    return `${state().nextBet}.${newId().slice(0, 4)}`;
  }

  /** Show a card: which one it is depends on how the deal will stand when all that waits is done. */
  function card(shown) {
    transport.send(() => {
      const moment = momentAfter(state(), transport.waiting);
      const word = moment && CARD_COMMANDS[moment.phase];
      if (!word) notice(moment ? "No card is to be shown now." : "What is taken back is not saved yet: touch the card again then.");
      return word ? { do: word, card: shown } : null;
    });
  }

  /** A card with the one that is asked for next, or whose bet on which place; nothing for other keys. */
  function describe({ dataset: { touch: kind, rank, name }, textContent }) {
    if (kind === "place" && hand.lays && hand.player && !hand.picking) return `${nameOf(hand.player)}’s bet on ${name}`;
    if (kind !== "rank" && kind !== "suit") return "";
    const [next] = asksFor(transport.waiting);
    return `${rank ?? textContent.trim()}${next ? `. ${next} is next` : ""}`;
  }

  whenShown(() => {
    const { waiting } = transport;
    showPlayersKeys(hand, waiting);
    showOrders(momentAfter(state(), waiting)?.phase ?? null);
    showPhase(waiting);
    showAsked(hand, waiting);
  });

  return {
    touches,
    type: (digit) => hand.typed.type(digit),
    quick: ["pick-rank"],
    describe,
    asleep: (key) => key.dataset.touch === "rank" && whisper("No card is dealt while ranks are picked."),
    answered(command) {
      if (Object.values(CARD_COMMANDS).includes(command.do)) hand.show("turn");
      if (command.do === "same_again" && state().leftOut) notice(state().said);
    },
    renewed() {
      if (hand.moving && !document.querySelector(`.pane[data-bet="${CSS.escape(hand.moving)}"]`)) hand.moving = null;
    },
    escape() {
      hand.moving = null;
      hand.rank = null;
      hand.show("turn");
    },
  };
}

function openOrders(spot) {
  const open = paneOf(spot, hand);
  if (open) {
    quiet();
    hand.show(open.dataset.pane);
  } else {
    notice("Nothing lies there. Choose a player and an amount to lay checks.");
  }
}

function leaveOrders() {
  if (["pick", "call"].includes(hand.pane) || hand.pane.startsWith("bet-")) return;
  hand.show("turn");
}

function betOf(key) {
  return key.closest(".pane").dataset.bet;
}
