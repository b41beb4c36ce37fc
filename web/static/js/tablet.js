// What each touch does. A touch becomes a command of the contract; the server alone decides, and answers with the table.

import { watchCloth } from "./cloth.js";
import { Drawer, wayKey } from "./drawer.js";
import { Hand, centsOf } from "./hand.js";
import { watchLine } from "./line.js";
import { lyingOn } from "./lying.js";
import { momentAfter } from "./moment.js";
import { newId, Outbox } from "./outbox.js";
import { alarm, byId, mark, notice, panesOn, quiet, show, state, swap } from "./screen.js";
import { Strip } from "./strip.js";
import { switchTheme } from "./theme.js";
import { isAboutBets, Wire } from "./wire.js";

const CARD_COMMANDS = {
  before_soda: "expose_soda",
  betting: "draw_loser",
  loser_drawn: "draw_winner",
  before_hock: "expose_hock",
};

/** Two touches of one key within this time are one: a trembling finger deals no card twice. */
const DOUBLE_MS = 500;

/** Touches that count however quick they come: checks on the cloth, digits, and what is only chosen. */
const QUICK = new Set(["place", "tray", "press", "digit", "sum-digit", "amount", "player", "pick-rank", "alert-away"]);

const night = byId("table").dataset.night;
const hand = new Hand(night);
const outbox = new Outbox(night, changed);
const strip = new Strip(outbox);
const wire = new Wire(night, outbox, () => ({ version: Number(state().version), moment: state().moment }), {
  sending: changed,
  answered(html, { command }) {
    renew(html);
    quiet();
    if (Object.values(CARD_COMMANDS).includes(command.do)) hand.show("turn");
    if (command.do === "seat_player") hand.player = command.player;
    drawer.answered(command);
    show(hand);
  },
  refreshed(html) {
    renew(html);
    othersWords = state().said;
    strip.mend();
    changed();
  },
  wentThrough() {
    notice(`The other tablet: ${othersWords} Yours went through too.`);
  },
  refused(fault, { command }) {
    const later = outbox.held.length;
    strip.hold("");
    const why = later ? `${fault.why} ${later === 1 ? "One later touch was" : `${later} later touches were`} not sent.` : fault.why;
    if (drawer.refused({ ...fault, why }, command)) show(hand);
    else alarm(why, drawer.waysOut(fault, command).map(wayKey));
  },
  outrun() {
    strip.hold(`The other tablet has moved on: ${state().said}`);
  },
  unreachable(why) {
    strip.lose(why);
    changed();
  },
  reached() {
    const cut = strip.cut;
    strip.mend();
    if (cut) mending = true;
  },
  signedOut() {
    strip.signOut();
    changed();
  },
  away() {
    strip.lose();
  },
  idle() {
    if (mending && !outbox.first && !outbox.held.length) strip.allSaved();
    mending = false;
    catchUp();
  },
});

/** The version that the stream told of last, what was last heard of others, whether a cut line is being made good. */
let told = 0;
let othersWords = "";
let mending = false;

function changed() {
  strip.show();
  mark(outbox.entries.length ? (strip.cut ? "unsaved" : "sending") : "saved", state().said);
  if (strip.stands) wire.work();
}

/** Show the table as the server gives it. */
function renew(html) {
  swap(html);
  if (state().closed) {
    location.reload();
    return;
  }
  if (hand.moving && !document.querySelector(`.pane[data-bet="${CSS.escape(hand.moving)}"]`)) hand.moving = null;
  show(hand);
  strip.show();
}

/** Fetch the table if the stream has told of a newer one and no answer will bring it. */
function catchUp() {
  if (strip.stands && wire.idle && told > Number(state().version)) wire.refresh();
}

watchLine(byId("line"), {
  moved(version) {
    told = version;
    catchUp();
  },
  gone() {
    strip.lose();
    changed();
  },
  back() {
    if (!outbox.first) strip.mend();
    mending = true;
    wire.wake();
  },
  signedOut() {
    strip.signOut();
  },
});

const drawer = new Drawer(hand, wire);

/** What each kind of touch does with the element that was touched; the screen is shown anew after it. */
const touches = {
  ...drawer.touches,
  player(key) {
    if (hand.player === key.dataset.player && key.classList.contains("seat")) drawer.open("money");
    drawer.turnToPlayer();
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
  theme: switchTheme,
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
    wire.send(() => ({ do: "call_turn", bet: newBet(), player, order: key.dataset.order.split(" "), stake: cents }));
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
  "drop-last"() {
    const last = outbox.entries.at(-1);
    if (last) outbox.remove([last]);
  },
  "do-held"() {
    const all = outbox.held.every(({ command }) => isAboutBets(command));
    wire.doNow(all ? [...outbox.held] : [outbox.held[0]]);
  },
  "leave-held"() {
    outbox.remove([...outbox.held]);
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
    wire.send(() => ({ do: "move_bet", bet, ...place }), { spot });
    return true;
  }
  if (!ready()) return false;
  const { player, cents, copper, paroli, bills } = hand;
  hand.copper = false;
  hand.paroli = false;
  hand.bills = false;
  const make = () => {
    const lying = spot ? lyingOn(spot, outbox.entries) : [];
    const own = lying.find((one) => one.player === player && one.coppered === copper && one.paroli === paroli && Boolean(one.bills) === bills);
    if (own) return { do: "press_bet", bet: own.bet, add: cents };
    const orders = { ...(copper && { coppered: true }), ...(paroli && { paroli: true }), ...(bills && { form: "bills" }) };
    return { do: "place_bet", bet: newBet(), player, ...place, stake: cents, ...orders };
  };
  wire.send(make, { spot });
  return true;
}

/** A key for a bet that no other bet has: neither one that waits here nor one of the other tablet. */
function newBet() {
  return `${state().nextBet}.${newId().slice(0, 4)}`;
}

/** Show a card: which one it is depends on how the deal will stand when all that waits is done. */
function card(shown) {
  wire.send(() => {
    const moment = momentAfter(state(), outbox.entries.map((one) => one.command));
    const word = moment && CARD_COMMANDS[moment.phase];
    if (!word) notice(moment ? "No card is to be shown now." : "What is taken back is not saved yet: touch the card again then.");
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
  if (touchedTwice(key)) {
    if (key.dataset.touch === "rank") notice(`Touched twice at once, and counted once. For a second ${key.dataset.rank} touch it again.`);
    return;
  }
  touches[key.dataset.touch](key);
  show(hand);
}

/** Whether a key that does something for good is touched again by the same tap; by then it may say something else. */
function touchedTwice(key) {
  if (QUICK.has(key.dataset.touch)) return false;
  const name = key.id || key.dataset.touch + key.textContent;
  if (document.body.dataset.touched === name) return true;
  document.body.dataset.touched = name;
  setTimeout(() => {
    if (document.body.dataset.touched === name) delete document.body.dataset.touched;
  }, DOUBLE_MS);
  return false;
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
  if (!event.target.dataset.form) return;
  event.preventDefault();
  drawer.submit(event.target);
  show(hand);
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && wire.idle) wire.refresh();
});
addEventListener("online", () => wire.wake());
addEventListener("beforeunload", (event) => {
  if (!outbox.durable && outbox.entries.length) event.preventDefault();
});

show(hand);
