// What each touch does. A touch becomes a command of the contract; the server alone decides, and answers with the table.

import { watchCloth } from "./cloth.js";
import { Drawer } from "./drawer.js";
import { Hand, centsOf } from "./hand.js";
import { alarm, byId, mark, notice, panesOn, quiet, show, state, swap } from "./screen.js";
import { Wire } from "./wire.js";

const CARD_COMMANDS = {
  before_soda: "expose_soda",
  betting: "draw_loser",
  loser_drawn: "draw_winner",
  before_hock: "expose_hock",
};

const night = byId("table").dataset.night;
const hand = new Hand(night);
const wire = new Wire(night, () => Number(state().version), {
  sending() {
    mark("sending");
  },
  answered(html, command) {
    swap(html);
    if (state().closed) {
      location.reload();
      return;
    }
    if (command) {
      quiet();
      if (Object.values(CARD_COMMANDS).includes(command.do)) hand.show("turn");
      if (command.do === "seat_player") hand.player = command.player;
    }
    if (hand.moving && !document.querySelector(`.pane[data-bet="${CSS.escape(hand.moving)}"]`)) hand.moving = null;
    show(hand);
    mark("saved", state().said);
  },
  refused(fault) {
    mark("saved");
    alarm(fault.why);
  },
  unreachable(why) {
    mark("unsaved");
    alarm(why ? `Not saved yet: ${why} Trying again.` : "Not saved yet: the server does not answer. Trying again.");
  },
  away() {
    notice("The server does not answer: this table may be out of date.");
  },
  dropped(count) {
    const line = byId("alert").querySelector("p");
    if (line) line.textContent += ` ${count === 1 ? "One later touch was" : `${count} later touches were`} not sent.`;
  },
});

const drawer = new Drawer(hand, wire);

/** What each kind of touch does with the element that was touched; the screen is shown anew after it. */
const touches = {
  ...drawer.touches,
  player(key) {
    if (hand.player === key.dataset.player && key.classList.contains("seat")) hand.drawer = true;
    hand.player = key.dataset.player;
  },
  amount(key) {
    hand.take(Number(key.dataset.cents));
    leaveOrders();
  },
  other() {
    hand.typed = "";
    hand.show("keypad");
  },
  digit(key) {
    const digit = key.dataset.digit;
    const typed = digit === "back" ? hand.typed.slice(0, -1) : hand.typed + digit;
    if (!typed || typed === "." || centsOf(typed) !== null || /^\d{1,9}\.$/.test(typed)) hand.typed = typed;
  },
  "take-amount"() {
    const cents = centsOf(hand.typed);
    if (cents) hand.take(cents);
    hand.show("turn");
  },
  orders() {
    hand.orders = true;
    if (hand.pane !== "turn") hand.show("turn");
    notice("Touch a stack to give orders: press, copper, bar, half, move, take down.");
  },
  copper() {
    hand.copper = !hand.copper;
  },
  paroli() {
    hand.paroli = !hand.paroli;
  },
  suits() {
    hand.suits = !hand.suits;
  },
  pick() {
    hand.show(hand.pane === "pick" ? "turn" : "pick");
  },
  "pick-rank"(key) {
    const rank = key.dataset.rank;
    const next = { undefined: "win", win: "lose", lose: "" }[hand.picks.get(rank)];
    if (next) hand.picks.set(rank, next);
    else hand.picks.delete(rank);
  },
  "lay-picked"() {
    const picked = (side) => [...hand.picks].filter(([, one]) => one === side).map(([rank]) => rank);
    const win = picked("win");
    const lose = picked("lose");
    const place = lose.length ? { kind: "heeled", win, lose } : { kind: "string", ranks: win };
    if (put(place, null)) hand.show("turn");
  },
  place(key) {
    const place = JSON.parse(key.dataset.place);
    if (!hand.moving && !hand.lays) openOrders(key.dataset.spot);
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
  beside(key) {
    const lying = panesOn(key.closest(".pane").dataset.on);
    const next = lying[(lying.indexOf(key.closest(".pane")) + 1) % lying.length];
    hand.show(next.dataset.pane);
  },
  settled() {
    const sheet = document.querySelector('.pane[data-pane="turn"]').dataset.sheet;
    hand.settled = hand.settled === sheet ? "" : sheet;
  },
  call(key) {
    const { player, cents } = hand;
    if (!ready()) return;
    wire.send(() => ({ do: "call_turn", bet: state().nextBet, player, order: key.dataset.order.split(" "), stake: cents }));
  },
  press(key) {
    const { cents } = hand;
    if (!cents) notice("Choose an amount first.");
    else wire.send(() => ({ do: "press_bet", bet: betOf(key), add: cents }));
  },
  order(key) {
    const turns = key.dataset.turns ? { turns: Number(key.dataset.turns) } : {};
    wire.send(() => ({ do: key.dataset.do, bet: betOf(key), ...turns }));
  },
  move(key) {
    hand.moving = betOf(key);
    notice("Touch the new place of this bet.");
  },
  claim(key) {
    const { player } = hand;
    if (!player) notice("Choose the player who claims it first.");
    else wire.send(() => ({ do: "claim_sleeper", bet: betOf(key), player }));
  },
  sleepers() {
    const claim = document.querySelector('[data-touch="claim"]');
    hand.drawer = false;
    hand.orders = true;
    if (claim) hand.show(claim.closest(".pane").dataset.pane);
  },
  command(key) {
    const command = JSON.parse(key.dataset.command);
    hand.drawer = false;
    hand.rank = null;
    wire.send(() => command);
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

/** Lay checks on a place, press the same player's stack of the same sort there, or move the bet that waits to it. */
function put(place, spot) {
  if (hand.moving) {
    const bet = hand.moving;
    hand.moving = null;
    wire.send(() => ({ do: "move_bet", bet, ...place }));
    return true;
  }
  if (!ready()) return false;
  const { player, cents, copper, paroli } = hand;
  hand.copper = false;
  hand.paroli = false;
  wire.send(() => {
    const lying = spot ? JSON.parse(byId(`spot-${spot}`).dataset.bets ?? "[]") : [];
    const own = lying.find((one) => one.player === player && one.coppered === copper && one.paroli === paroli);
    if (own) return { do: "press_bet", bet: own.bet, add: cents };
    const orders = { ...(copper && { coppered: true }), ...(paroli && { paroli: true }) };
    return { do: "place_bet", bet: state().nextBet, player, ...place, stake: cents, ...orders };
  });
  return true;
}

/** Show a card: which one it is depends on how the deal stands when the touch has its turn. */
function card(shown) {
  wire.send(() => {
    const word = CARD_COMMANDS[state().phase];
    if (!word) notice("No card is to be shown now.");
    return word ? { do: word, card: shown } : null;
  });
}

function openOrders(spot) {
  const panes = panesOn(spot);
  const bets = JSON.parse(byId(`spot-${spot}`).dataset.bets ?? "[]");
  const own = bets.find((one) => one.player === hand.player);
  const open = panes.find((pane) => pane.dataset.bet === own?.bet) ?? panes[0];
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

function touch(element) {
  const key = element.closest?.("[data-touch]");
  if (!key || key.disabled) {
    if (element.id === "part-drawer") drawer.close();
    return;
  }
  touches[key.dataset.touch](key);
  show(hand);
}

watchCloth({ hand, openOrders, touch });

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    hand.moving = null;
    hand.rank = null;
    hand.show("turn");
    quiet();
    if (hand.drawer) drawer.close();
    else show(hand);
  } else if ((event.key === "Enter" || event.key === " ") && event.target.matches?.("[role=button]")) {
    event.preventDefault();
    touch(event.target);
  }
});
document.addEventListener("submit", (event) => {
  event.preventDefault();
  drawer.submit(event.target);
  show(hand);
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && wire.idle) wire.refresh();
});

show(hand);
