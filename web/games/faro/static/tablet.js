// The live Faro table: checks on the layout by touch and drag, orders to bets, and the cards of a turn.

import { gettext, money } from "../../js/language.js";
import { Amount, nameOf } from "../../js/words.js";
import { spotOf, TAP_MS } from "../../js/debounce.js";
import { newId } from "../../js/outbox.js";
import { byId, hide, notice, put, quiet, show, state, whenShown, whisper, write } from "../../js/screen.js";
import { nightOfPage, runTable } from "../../js/tablet.js";
import {
  FaroHand, adds, buysChecks, expectedCard, followsOf, formWords, isAboutBets, likeBet, looks, movesTheDeal, named, otherForms, paneOf, paymentsShown,
  positionAfter, showExpectedCard, showFaro, showGhosts, showOrders, showPhase, showPlayersKeys, showsCard, takesBets,
} from "./table.js";

// ---- Labels that follow a finger ----

const LIFT_PX = 26;

/** The label above a finger. */
class Bubble {
  #box = document.createElement("div");
  #name = document.createElement("span");
  #doing = document.createElement("small");

  constructor() {
    this.#box.className = "bubble";
    this.#box.hidden = true;
    this.#box.setAttribute("aria-hidden", "true");
    this.#box.append(this.#name, this.#doing);
    document.body.append(this.#box);
  }

  /** Show a label above a point of the screen; `how` is "", "wrong" or "off". */
  say(x, y, { name, doing }, how) {
    write(this.#name, name);
    write(this.#doing, doing);
    put(this.#box, "class", `bubble ${how}`);
    hide(this.#box, false);
    this.#box.style.setProperty("--x", `${x}px`);
    this.#box.style.setProperty("--y", `${y}px`);
  }

  away() {
    hide(this.#box, true);
  }
}

/** A stack that is dragged: a copy follows the finger, the stack itself is faint. */
class Carried {
  #stack;
  #copy = document.createElement("div");

  constructor(stack) {
    const copy = stack.cloneNode(true);
    copy.removeAttribute("id");
    this.#copy.className = "carried";
    this.#copy.ariaHidden = "true";
    this.#copy.append(copy);
    this.#stack = stack;
    stack.classList.add("lifted");
    document.body.append(this.#copy);
  }

  follow(x, y) {
    this.#copy.style.transform = `translate(${x}px, ${y - LIFT_PX}px)`;
  }

  away() {
    this.#copy.remove();
    this.#stack.classList.remove("lifted");
  }
}

// ---- What a touch on the layout would do ----

const betsOn = (spot) => JSON.parse(spot.dataset.bets ?? "[]");

/** The bet on a spot that checks in hand would be added to, in cents. */
function ownCents(spot, hand) {
  const own = betsOn(spot).find(
    (bet) => bet.player === hand.player && bet.coppered === hand.copper && bet.paroli === hand.paroli && bet.bills === (hand.form === "bills"),
  );
  return buysChecks(hand) ? 0 : (own?.cents ?? 0);
}

const limitOn = (spot) => Number(spot.dataset.limit ?? state().limit);

/** Why checks in hand would be refused on a spot, as far as the page knows; "" where they would not. */
function refusalOf(spot, hand) {
  const seat = byId(`seat-${hand.player}`);
  const checks = Number(seat.dataset.checks);
  if (!takesBets()) return gettext("bets are closed");
  if (spot.dataset.dead) return gettext("dead: no card of it is left");
  if (hand.cents % Number(state().check)) return gettext("not in whole checks of %(amount)s", { amount: money(Number(state().check)) });
  if (ownCents(spot, hand) + hand.cents > limitOn(spot)) return gettext("over the %(amount)s limit", { amount: money(limitOn(spot)) });
  if (hand.cents > checks && !buysChecks(hand)) return gettext("%(name)s has %(amount)s", { name: seat.dataset.name, amount: money(checks) });
  return "";
}

function laying(spot, hand) {
  const seat = byId(`seat-${hand.player}`);
  if (!seat) return { doing: gettext("choose a player first"), wrong: true };
  const before = ownCents(spot, hand);
  const how = [hand.copper && gettext("coppered"), hand.paroli && gettext("paroli"), formWords(hand.form)].filter(Boolean).join(", ");
  const sum = before ? `+ ${money(hand.cents)} = ${money(before + hand.cents)}` : money(hand.cents);
  const doing = `${seat.dataset.name} ${sum}${how && `, ${how}`}`;
  const why = refusalOf(spot, hand);
  return { doing: why ? gettext("%(action)s: %(why)s", { action: doing, why }) : doing, wrong: Boolean(why) };
}

function orders(spot) {
  const bets = betsOn(spot).map(({ bet }) => byId(`stack-${bet}`)?.dataset.sentence ?? "");
  if (!bets.length) return { doing: gettext("no bet here"), wrong: false };
  return { doing: gettext("orders: %(bets)s", { bets: bets.join(", ") }), wrong: false };
}

function picking(spot, hand) {
  const { kind, ranks } = JSON.parse(spot.dataset.place ?? "{}");
  if (kind !== "single") return gettext("touch a card to pick its rank");
  return { undefined: gettext("pick it to win"), win: gettext("pick it to lose"), lose: gettext("unpick it") }[hand.picks.get(ranks[0])];
}

/** A spot's name and what a touch there would do. `moving` is the bet being moved, if any. */
function labelFor(spot, hand, moving) {
  const name = spot.dataset.name;
  if (hand.picking) return { name, doing: picking(spot, hand), wrong: false };
  if (moving) {
    const bet = byId(`stack-${moving}`)?.dataset.sentence ?? gettext("the bet");
    const from = byId(`stack-${moving}`)?.dataset.on;
    if (from === spot.dataset.spot) return { name, doing: gettext("%(bet)s stays", { bet }), wrong: false };
    if (spot.dataset.dead) return { name, doing: gettext("%(bet)s: dead, no card of it is left", { bet }), wrong: true };
    return { name, doing: gettext("%(bet)s moves here", { bet }), wrong: false };
  }
  if (spot.dataset.touch === "tray") return { name, ...(spot.dataset.bets ? orders(spot) : { doing: gettext("pick the ranks"), wrong: false }) };
  return { name, ...(hand.lays ? laying(spot, hand) : orders(spot)) };
}

/** Mark the case cards whose limit the checks in hand exceed, and the players who hold too little. */
function showReach(hand) {
  for (const card of document.querySelectorAll("#part-layout .card.case")) {
    const spot = byId(`spot-single-${card.id.slice("card-".length)}`);
    const words = card.querySelector(".state");
    const over = Boolean(spot) && hand.lays && ownCents(spot, hand) + hand.cents > limitOn(spot);
    card.classList.toggle("over", over);
    words.textContent = over ? gettext("over %(amount)s", { amount: money(limitOn(spot)) }) : words.dataset.case;
  }
  for (const seat of document.querySelectorAll("#part-players .seat[data-player]")) {
    seat.classList.toggle("short", hand.lays && !buysChecks(hand) && hand.cents > Number(seat.dataset.checks));
  }
}

// ---- Arrow keys ----

const WAYS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** How much more distance to the side counts than distance along the way. */
const ASIDE = 2.5;

function middle(spot) {
  const box = spot.querySelector(".target").getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** The place that an arrow key leads to, or null. It becomes the tab stop of the layout. */
function nextPlace(from, key) {
  const way = WAYS[key];
  if (!from || !way) return null;
  const [x, y] = middle(from);
  let best = null;
  for (const spot of document.querySelectorAll(".spot")) {
    const [atX, atY] = middle(spot);
    const along = (atX - x) * way[0] + (atY - y) * way[1];
    const aside = Math.abs((atX - x) * way[1]) + Math.abs((atY - y) * way[0]);
    const far = along + ASIDE * aside;
    if (along > 1 && spot !== from && (!best || far < best.far)) best = { spot, far };
  }
  if (!best) return null;
  for (const spot of document.querySelectorAll('.spot[tabindex="0"]')) spot.setAttribute("tabindex", "-1");
  best.spot.setAttribute("tabindex", "0");
  return best.spot;
}

// ---- Fingers on the layout ----

const LONG_PRESS_MS = 550;
/** A finger that moves less than this has not moved. */
const SLOP_PX = 12;
/** A touch this close to a stack touches the stack. */
const AROUND_PX = 4;
/** A drag from this close takes hold of a stack of the chosen player: half the width of a finger. */
const REACH_PX = 24;
/** A click this soon after a finger is lifted is the same touch. */
const SAME_TOUCH_MS = 700;

const spotAt = (x, y) => document.elementFromPoint(x, y)?.closest(".spot") ?? null;

/**
 * Follows the fingers on the layout. The place under a finger is named while the finger is down, and touched when it is lifted. A
 * long press opens orders; a dragged stack moves. Off the layout, or with Escape, nothing happens. A touch also ends when the
 * next finger comes down: quick hands overlap.
 */
class Fingers {
  #acts;
  #bubble = new Bubble();
  #down = null;
  #letGoAt = -Infinity;

  constructor(acts) {
    this.#acts = acts;
  }

  press(event) {
    const where = spotOf(event);
    this.#endBefore(where);
    const spot = event.target.closest?.(".spot");
    if (!spot || event.button !== 0) return;
    const { clientX: x, clientY: y, pointerId: id } = event;
    const { hand } = this.#acts;
    const stacks = hand.moving || hand.picking ? [] : stacksBy(x, y);
    const stack = this.#touched(stacks);
    // Stacks cover their neighbours' places: an empty hand means the stack, checks in hand mean the place.
    const from = stack && !hand.lays ? stack.dataset.on : spot.dataset.spot;
    const slid = this.#slid(stacks)?.dataset;
    this.#down = { id, x, y, from, stack: stack?.dataset, slid, where, moved: false, held: false, carried: null };
    if (!hand.moving && !hand.picking && (stack || spot.dataset.bets)) this.#down.timer = setTimeout(() => this.#hold(), LONG_PRESS_MS);
    this.#name(byId(`spot-${from}`), x, y);
  }

  slide(event) {
    const down = this.#down;
    if (down?.id !== event.pointerId || down.held) return;
    const { clientX: x, clientY: y } = event;
    if (!down.moved && Math.hypot(x - down.x, y - down.y) <= SLOP_PX) return;
    if (!down.moved) {
      down.moved = true;
      clearTimeout(down.timer);
      const stack = down.slid && byId(`stack-${down.slid.bet}`);
      if (stack) down.carried = new Carried(stack);
    }
    down.carried?.follow(x, y);
    this.#name(spotAt(x, y), x, y);
  }

  letGo(event) {
    const down = this.#down;
    if (down?.id !== event.pointerId) return;
    this.#letGoAt = event.timeStamp;
    // A finger that has not moved touches the place where it came down.
    const spot = down.moved ? spotAt(event.clientX, event.clientY) : byId(`spot-${down.from}`);
    this.drop();
    if (!spot || down.held) return;
    const where = down.moved ? { ...spotOf(event), at: down.where.at } : down.where;
    if (!down.carried) this.#acts.touch(spot, where);
    else if (spot.dataset.spot !== down.slid.on) this.#move(down.slid.bet, spot, where);
  }

  /** A finger that has not moved when the next comes down has touched its place; a drag is dropped. */
  #endBefore({ at }) {
    const down = this.#down;
    this.drop();
    if (down && !down.moved && !down.held && at - down.where.at < TAP_MS) this.#acts.touch(byId(`spot-${down.from}`), down.where);
  }

  /** Cancel the touch. Returns whether a finger was down. */
  drop() {
    const down = this.#down;
    if (!down) return false;
    clearTimeout(down.timer);
    down.carried?.away();
    this.#down = null;
    this.#bubble.away();
    this.#mark(null);
    return true;
  }

  /** Whether a click only repeats the touch of a finger. */
  repeats(event) {
    return event.timeStamp - this.#letGoAt < SAME_TOUCH_MS;
  }

  /** Name the place that the keyboard has moved to. */
  point(spot) {
    const box = spot.querySelector(".target").getBoundingClientRect();
    this.#say(spot, box.x + box.width / 2, box.y + box.height / 2, this.#acts.hand.moving);
  }

  unpoint() {
    if (!this.#down) this.#bubble.away();
  }

  #hold() {
    const { hand, openOrders } = this.#acts;
    this.#down.held = true;
    this.#bubble.away();
    this.#mark(null);
    openOrders(this.#down.stack?.on ?? this.#down.from);
    show(hand);
  }

  #move(bet, spot, where) {
    const { hand, touch } = this.#acts;
    hand.moving = bet;
    if (!touch(spot, where)) hand.moving = null;
  }

  #name(spot, x, y) {
    const moving = this.#down.carried ? this.#down.slid.bet : this.#acts.hand.moving;
    this.#mark(spot);
    if (spot) this.#say(spot, x, y, moving);
    else this.#bubble.say(x, y, { name: gettext("off the cloth"), doing: moving ? gettext("the bet stays") : gettext("nothing is laid") }, "off");
  }

  #say(spot, x, y, moving) {
    const words = labelFor(spot, this.#acts.hand, moving);
    this.#bubble.say(x, y, words, words.wrong ? "wrong" : "");
  }

  #mark(spot) {
    for (const marked of document.querySelectorAll("#part-layout .spot.under")) marked.classList.remove("under");
    spot?.classList.add("under");
  }

  /** The stack that a finger touches: the chosen player's on the nearest place, else the nearest. */
  #touched(stacks) {
    const [nearest] = stacks.filter(({ away }) => away <= AROUND_PX);
    const own = stacks.find(({ stack, own }) => own(this.#acts.hand) && stack.dataset.on === nearest?.stack.dataset.on);
    return (own ?? nearest)?.stack;
  }

  /** The stack that a drag takes hold of: one under the finger, the chosen player's first; else the nearest of theirs. */
  #slid(stacks) {
    const { hand } = this.#acts;
    const loose = stacks.filter(({ stack }) => !stack.dataset.call);
    const under = loose.filter(({ away }) => away <= 0);
    const own = (under.length ? under : loose).find(({ own }) => own(hand));
    const [nearest] = loose.filter(({ away }) => away <= AROUND_PX);
    return (own ?? nearest)?.stack;
  }
}

/** The stacks near a finger, the nearest first; `away` is the distance from their edge. */
function stacksBy(x, y) {
  return [...document.querySelectorAll("#part-layout .stack[data-on]")]
    .map((stack) => {
      const box = stack.getBoundingClientRect();
      const away = Math.hypot(Math.max(box.left - x, x - box.right, 0), Math.max(box.top - y, y - box.bottom, 0));
      return { stack, away, own: (hand) => stack.dataset.player === hand.player };
    })
    .filter(({ away }) => away <= REACH_PX)
    .sort((a, b) => a.away - b.away);
}

/** Watch the layout; `touch` handles a tap on a place, `openOrders` shows the orders of the bets on it. */
function watchCloth(acts) {
  const fingers = new Fingers(acts);
  document.addEventListener("pointerdown", (event) => fingers.press(event));
  document.addEventListener("pointermove", (event) => fingers.slide(event));
  document.addEventListener("pointerup", (event) => fingers.letGo(event));
  document.addEventListener("pointercancel", () => fingers.drop());
  // Without this, the browser would swallow the next tap on a key after a flick.
  for (const kind of ["touchstart", "contextmenu"]) {
    const keepFromBrowser = (event) => event.target.closest?.(".spot") && event.preventDefault();
    document.addEventListener(kind, keepFromBrowser, { passive: false });
  }
  document.addEventListener("click", (event) => {
    const spot = event.target.closest?.(".spot");
    if (spot && !fingers.repeats(event)) acts.touch(spot, spotOf(event, spot));
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && fingers.drop()) event.stopImmediatePropagation();
    const next = nextPlace(event.target.closest?.(".spot"), event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
    fingers.point(next);
  });
  document.addEventListener("focusout", () => fingers.unpoint());
  whenShown(() => showReach(acts.hand));
}

// ---- Touches ----

const hand = new FaroHand(nightOfPage());
whenShown(() => showFaro(hand));

const rules = { movesOn: movesTheDeal, survives: isAboutBets, followsOf, adds, otherForms, drawWaiting: showGhosts, named, looks };
const touch = runTable(hand, rules, faro);
if (touch) watchCloth({ hand, openOrders, touch });
show(hand);

/** The touches of Faro. */
function faro({ transport, drawer }) {
  const positionNow = () => positionAfter(transport.waiting);

  /** What each kind of touch does with the element touched. */
  const touches = {
    player(key) {
      const again = hand.player === key.dataset.player && key.classList.contains("seat");
      // With checks in hand, a touch on a seat only says whose checks they are.
      if (again && hand.lays) whisper(gettext("%(name)s is betting: touch a card. Money is under ☰.", { name: key.dataset.name }));
      else if (again) drawer.open("money");
      drawer.turnToPlayer();
      // Cash and a marker are one player's: another would owe what they never took.
      if (hand.player !== key.dataset.player && buysChecks(hand)) hand.form = "";
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
      hand.form = "";
      const last = key.dataset.bet && `bet-${key.dataset.bet}`;
      if (last && hand.pane !== last) {
        hand.show(last);
        return;
      }
      if (hand.pane !== "turn") hand.show("turn");
      else notice(gettext("Touch a stack to give orders: press, copper, bar, half, move, take down."));
    },
    copper() {
      hand.copper = !hand.copper;
    },
    paroli() {
      hand.paroli = !hand.paroli;
    },
    "stake-form"({ dataset: { form } }) {
      hand.form = hand.form === form ? "" : form;
    },
    suits() {
      hand.suits = !hand.suits;
    },
    pick() {
      hand.show(hand.picking ? "turn" : "pick");
    },
    "pick-rank": (key) => hand.pick(key.dataset.rank),
    "lay-picked"() {
      const ranksOf = (side) => [...hand.picks].filter(([, picked]) => picked === side).map(([rank]) => rank);
      const win = ranksOf("win");
      const lose = ranksOf("lose");
      const place = lose.length ? { kind: "heeled", win, lose } : { kind: "string", ranks: win };
      if (put(place, null)) hand.show("turn");
    },
    place(key) {
      // What is typed is meant, also without the key that takes it in hand.
      if (hand.pane === "keypad" && hand.typed.cents) touches["take-amount"]();
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
      const form = buysChecks(hand) ? { form: hand.form } : {};
      hand.form = "";
      transport.send(() => ({ do: "call_turn", bet: newBet(), player, order: key.dataset.order.split(" "), stake: cents, ...form }));
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
      if (!cents) notice(gettext("Choose an amount first."));
      else transport.send(() => ({ do: "press_bet", bet: betOf(key), add: cents }));
    },
    order(key) {
      const turns = key.dataset.turns ? { turns: Number(key.dataset.turns) } : {};
      transport.send(() => ({ do: key.dataset.do, bet: betOf(key), ...turns }));
    },
    move(key) {
      hand.moving = betOf(key);
      notice(gettext("Touch the new place of this bet."));
    },
    claim(key) {
      const { player } = hand;
      if (!player) notice(gettext("Choose the player who claims it first."));
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
    if (!hand.player) notice(gettext("Choose a player first."));
    else if (!hand.cents) notice(gettext("Choose an amount first."));
    return Boolean(hand.player && hand.cents);
  }

  function pickOn({ kind, ranks }) {
    if (kind === "single") hand.pick(ranks[0]);
    else notice(gettext("Touch a card to pick its rank."));
  }

  /** Lay checks on a place, press the player's equal stack there, or move the bet in hand to it. */
  function put(place, spot) {
    if (hand.moving) {
      const bet = hand.moving;
      hand.moving = null;
      transport.send(() => ({ do: "move_bet", bet, ...place }), { spot });
      return true;
    }
    if (!ready()) return false;
    const { player, cents, copper, paroli, form } = hand;
    hand.copper = false;
    hand.paroli = false;
    hand.form = "";
    hand.listed = "";
    const make = () => {
      const orders = { ...(copper && { coppered: true }), ...(paroli && { paroli: true }), ...(form && { form }) };
      const command = { do: "place_bet", bet: newBet(), player, ...place, stake: cents, ...orders };
      const position = positionNow();
      const like = spot && position && !buysChecks(command) ? likeBet(position, command) : null;
      return like ? { do: "press_bet", bet: like, add: cents } : command;
    };
    transport.send(make, { spot });
    return true;
  }

  /** A unique key for a bet, among pending bets and those of other tablets too. */
  function newBet() {
    return `${state().nextBet}.${newId().slice(0, 4)}`;
  }

  /** Show a card. Which card it is depends on the phase after pending commands. */
  function card(shown) {
    transport.send(() => {
      const position = positionNow();
      const word = position && showsCard(position);
      if (!position) whisper(gettext("Take back is not saved yet. Touch the card again when it is."));
      else if (!word) notice(gettext("No card is shown now."));
      return word ? { do: word, card: shown } : null;
    });
  }

  /** What a touch was, for its double tap: the card and which card is next, or whose bet on which place; "" for other keys. */
  function describe({ dataset: { touch: kind, rank, name }, textContent }) {
    if (kind === "place" && hand.lays && hand.player && !hand.picking) return gettext("%(name)s’s bet on %(place)s", { name: nameOf(hand.player), place: name });
    if (kind !== "rank" && kind !== "suit") return "";
    const [next] = expectedCard(positionNow());
    const card = rank ?? textContent.trim();
    return next ? gettext("%(card)s. %(next)s is next", { card, next }) : card;
  }

  whenShown(() => {
    const { waiting } = transport;
    const position = positionNow();
    showPlayersKeys(hand, waiting, position);
    showOrders(position);
    showPhase(position);
    showExpectedCard(hand, waiting, position);
  });

  return {
    touches,
    type: (digit) => hand.typed.type(digit),
    quick: ["pick-rank"],
    describe,
    asleep: (key) => key.dataset.touch === "rank" && whisper(gettext("Finish picking ranks first.")),
    answered(command) {
      if (command.card && movesTheDeal(command)) hand.show("turn");
      if (command.do === "same_again" && state().leftOut) notice(state().sentence);
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
    notice(gettext("No bet here. Choose a player and an amount to lay checks."));
  }
}

function leaveOrders() {
  if (["pick", "call"].includes(hand.pane) || hand.pane.startsWith("bet-")) return;
  hand.show("turn");
}

function betOf(key) {
  return key.closest(".pane").dataset.bet;
}
