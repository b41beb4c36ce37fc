// A Faro table on the page: what is in the dealer's hand, the deal and its bets after pending commands, and how they are
// shown; and the touches on a table of the past. tablet.js plays the live table.

import { DECIMAL, figuresOf, gettext, money } from "../../js/language.js";
import { Amount, nameOf } from "../../js/words.js";
import { argumentAt, isSame, isTrue, positionAfter as forecast, valueOf } from "../hands/forecast.js";
import { pendingPosition } from "../hands/hands.js";
import { Hand, all, byId, disable, hide, onBody, press, put, show, state, whenShown, write } from "../../js/screen.js";

// ---- The dealer's hand ----

/** What is in the dealer's hand: checks and how they are laid, and the open pane. */
export class FaroHand extends Hand {
  cents = 0;
  copper = false;
  paroli = false;
  /** How the stake in hand is laid: "bills", bought as it is laid with "cash" or on a "marker", or "" in checks. */
  form = "";
  suits = false;
  orders = false;
  pane = "turn";
  /** The bet that is being moved. */
  moving = null;
  /** The rank whose suit is still to be touched. */
  rank = null;
  /** Picked ranks: "win" or "lose". */
  picks = new Map();
  /** The amount entered on the keypad. */
  typed = new Amount();
  /** The last payments that were settled, and the payments that are shown again. */
  settled = "";
  listed = "";

  constructor(night) {
    super(night, ["player", "cents", "suits"]);
    this.restore();
  }

  /** Whether a touch lays checks. With an empty hand it gives orders. */
  get lays() {
    return !this.orders && this.cents > 0;
  }

  /** Whether a touch on the layout picks a rank. */
  get picking() {
    return this.pane === "pick";
  }

  /** Pick a rank to win; again, to lose; again, not at all. */
  pick(rank) {
    const next = { undefined: "win", win: "lose", lose: "" }[this.picks.get(rank)];
    if (next) this.picks.set(rank, next);
    else this.picks.delete(rank);
  }

  take(cents) {
    this.orders = false;
    this.cents = cents;
  }

  show(pane) {
    this.pane = pane;
    if (pane !== "pick") this.picks.clear();
  }
}

// ---- The position after pending commands ----

/** When the commands are possible, what they take and what they change, as data. */
const actions = JSON.parse(byId("part-actions").dataset.actions);

const shownPosition = () => JSON.parse(state().position);

/** The position after pending commands, or null. */
export const positionAfter = (commands) => pendingPosition(commands, actions);

/** Whether a command is possible at a position, about this bet if it names one. Nobody knows which bets a pending card leaves. */
export function isPossible(word, position, bet = "") {
  const { phases, needs, takes } = actions[word];
  if (!phases.includes(position.phase) || !isTrue(valueOf(needs, position))) return false;
  return !bet || position.bets === null || argumentAt(takes.bet, position).values.includes(bet);
}

/** Whether bets can be laid on the table shown. */
export const takesBets = () => isPossible("place_bet", shownPosition());

/** The command that shows a card at a position; undefined where no card is due. */
export const showsCard = (position) =>
  Object.keys(actions).find((word) => Object.keys(actions[word].takes).join() === "card" && isPossible(word, position));

/** Whether a command moves the deal on. */
export const movesTheDeal = (command) => "phase" in (actions[command.do]?.then ?? {});

/** Commands about bets mean the same after another tablet's bets, as long as the deal has not moved on. */
export const isAboutBets = (command) => command.do in actions && !movesTheDeal(command);

const FORMS = {
  bills: { words: gettext("in bills"), chosen: gettext("Bills"), inHand: (amount) => gettext("%(amount)s bills", { amount }) },
  cash: { words: gettext("in cash"), chosen: gettext("Cash"), inHand: (amount) => gettext("%(amount)s cash", { amount }) },
  marker: { words: gettext("on a marker"), chosen: gettext("Marker"), inHand: (amount) => gettext("%(amount)s marker", { amount }) },
};

/** How a stake is laid, in words; "" in checks. */
export const formWords = (form) => FORMS[form]?.words ?? "";

/** Whether a stake is bought as it is laid, so that no checks of the player's are needed. */
export const buysChecks = ({ form }) => form === "cash" || form === "marker";

/** The same stake as it can be laid by a player without enough checks: in cash, or on a marker. */
export function otherForms(command) {
  if (!["place_bet", "call_turn"].includes(command.do) || command.form) return [];
  return [
    { text: gettext("With cash"), command: { ...command, form: "cash" } },
    { text: gettext("On a marker"), command: { ...command, form: "marker" } },
  ];
}

/** What a command of the deal adds to a player's checks after the `earlier` ones, in cents; null where only the book knows. */
export function adds(command, player, earlier) {
  const position = positionAfter(earlier);
  if (!(command.do in actions) || !position?.staked) return null;
  const { staked } = forecast(position, command, actions);
  const bought = buysChecks(command) && command.player === player ? command.stake : 0;
  return staked && (position.staked[player] ?? 0) - (staked[player] ?? 0) + bought;
}

/** Whether a command is a card that would settle a bet on the layout. */
function settles(command) {
  const withABet = { ...shownPosition(), bets: { any: [] } };
  return movesTheDeal(command) && forecast(withABet, command, actions).bets === null;
}

/** What pending commands will bring when the connection is back, in words. */
export const followsOf = (commands) => (commands.some(settles) ? gettext("Take and pay follows when the connection is back.") : "");

/** The bet on the layout that is like one to be laid; undefined where there is none, or only the book knows. */
export function likeBet(position, command) {
  const bet = forecast(position, command, actions).bets?.[command.bet];
  return bet && Object.keys(position.bets).find((key) => isSame(position.bets[key], bet));
}

// ---- Words of pending touches ----

/** Whose bet it is and where: on the table, or pending. */
function betOf({ command: { bet } }, entries) {
  const laid = entries.find(({ command }) => command.do === "place_bet" && command.bet === bet);
  if (laid) return gettext("%(name)s’s bet on %(place)s", { name: nameOf(laid.command.player), place: placeOf(laid) });
  const pane = document.querySelector(`.pane[data-bet="${CSS.escape(bet)}"]`);
  if (!pane) return gettext("the bet");
  const place = byId(`spot-${pane.dataset.on}`)?.dataset.name ?? gettext("the layout");
  return gettext("%(name)s’s bet on %(place)s", { name: pane.querySelector("h2").textContent, place });
}

function placeOf({ command, spot }) {
  const name = spot && byId(`spot-${spot}`)?.dataset.name;
  if (name) return name;
  const win = (command.win ?? command.ranks ?? []).join("-");
  return command.lose ? gettext("%(ranks)s to win, %(others)s to lose", { ranks: win, others: command.lose.join("-") }) : win || gettext("the layout");
}

/** What the placeholders in the words of a pending command stand for. */
export const named = {
  bet: betOf,
  place(entry) {
    const { coppered, form } = entry.command;
    const place = coppered ? gettext("%(text)s, coppered", { text: placeOf(entry) }) : placeOf(entry);
    return form ? gettext("%(text)s, %(form)s", { text: place, form: formWords(form) }) : place;
  },
};

// ---- What the page shows ----

/** A phase in words: its own, the card that is due, and what follows it. */
const wordsOf = (phase) => JSON.parse(state().phases)[phase];

/** Show what is in hand: pressed keys, the open pane, suits and picked ranks. */
export function showFaro(hand) {
  onBody("many", document.querySelector(".players.many") && "");
  onBody("mode", hand.moving ? "move" : hand.lays ? "lay" : "orders");
  press('#part-hand [data-touch="amount"]', (key) => hand.lays && Number(key.dataset.cents) === hand.cents);
  press("#key-orders", () => !hand.lays);
  press("#key-copper", () => hand.copper);
  press("#key-paroli", () => hand.paroli);
  press('#part-sheet [data-touch="stake-form"]', (key) => hand.form === key.dataset.form);
  press("#key-pick", () => hand.picking);
  press("#key-suits", () => hand.suits || Boolean(state().suitsNeeded));
  showOther(hand);
  showPanes(hand);
  showSuits(hand);
  showPicks(hand);
}

/** The card that is expected at a position, and what comes after it; empty where that is open or none is due. */
export const expectedCard = (position) => (position ? wordsOf(position.phase).slice(1).filter(Boolean) : []);

/** Offline: show the pending phase in the head of the page, or the saved phase where the pending one is open. */
export function showPhase(position) {
  const phase = document.querySelector("#part-top .phase");
  const isAhead = byId("saved").classList.contains("unsaved") && position && position.phase !== state().phase;
  write(phase, isAhead ? wordsOf(position.phase)[0] : phase.dataset.words);
  phase.classList.toggle("open", isAhead ? isPossible("place_bet", position) : Boolean(state().open));
}

/** Show which card a touch on a rank shows. While ranks are picked for a bet, the row is disabled. */
export function showExpectedCard(hand, waiting, position) {
  const part = byId("part-ranks");
  const asks = part.querySelector(".ask p");
  const asleep = hand.picking;
  const served = [asks.dataset.card, asks.dataset.after];
  const expected = expectedCard(position);
  const [card, next] = waiting.length ? (expected.length ? expected : [gettext("Cards"), gettext("none to show")]) : served;
  write(asks.querySelector("strong"), card);
  write(asks.querySelector("span"), asleep ? gettext("ranks are picked") : next);
  part.classList.toggle("asleep", asleep);
  for (const key of part.querySelectorAll(".rank-key")) {
    const { rank, left } = key.dataset;
    put(key, "aria-disabled", String(asleep));
    put(key, "aria-label", gettext("%(card)s %(rank)s, %(left)s left", { card, rank, left }));
  }
}

function showOther(hand) {
  const listed = [...all('#part-hand [data-touch="amount"]')].some((key) => Number(key.dataset.cents) === hand.cents);
  press("#key-other", () => hand.lays && (!listed || Boolean(hand.form)));
  const typed = byId("key-other").firstElementChild;
  const amount = money(hand.cents);
  const { inHand, chosen } = FORMS[hand.form] ?? {};
  if (hand.lays && (!listed || hand.form)) write(typed, inHand ? inHand(amount) : amount);
  else write(typed, chosen ?? typed.dataset.words);
  const claims = hand.player && byId(`seat-${hand.player}`)?.dataset.name;
  for (const key of all('#part-sheet [data-touch="claim"]')) {
    write(key, claims ? gettext("%(name)s claims the sleeper", { name: claims }) : gettext("Choose who claims the sleeper"));
  }
  for (const key of all('#part-sheet [data-touch="press"]')) {
    write(key, hand.cents ? gettext("Press %(amount)s", { amount }) : gettext("Press"));
  }
  write(byId("part-sheet").querySelector(".typed-sum"), hand.typed.shown);
}

/** Enable the orders that are possible at the pending position; all where it is not known. */
export function showOrders(position) {
  for (const key of all("#part-sheet .orders [data-do]")) {
    disable(key, position !== null && !isPossible(key.dataset.do, position, key.closest(".pane").dataset.bet));
  }
}

function showPanes(hand) {
  const panes = [...all("#part-sheet .pane")];
  const open = panes.find((pane) => pane.dataset.pane === hand.pane) ?? panes[0];
  for (const pane of panes) hide(pane, pane !== open);
  onBody("pane", open.dataset.pane);
  for (const stack of all("#part-layout .stack")) stack.classList.toggle("chosen", stack.dataset.bet === open.dataset.bet);
  showPayments(hand);
  if (!open.dataset.on) return;
  const why = open.querySelector(".why-no-orders");
  write(why, state().whyNoOrders);
  hide(why, !why.textContent);
}

/** Show what is still to be taken and paid. When nothing is left, the case-keeper gets its room back. */
function showPayments(hand) {
  const payments = [...all("#part-sheet .payments")];
  const settled = payments.findIndex(({ dataset }) => dataset.payments === hand.settled);
  const again = paymentsShown().last && hand.listed === paymentsShown().last;
  for (const [at, group] of payments.entries()) hide(group, !again && (at <= settled || Boolean(group.dataset.passed)));
  const paying = payments.some(({ hidden }) => !hidden);
  const sheet = byId("part-sheet");
  sheet.classList.toggle("paying", paying);
  put(sheet.parentElement, "class", `side${paying ? (sheet.classList.contains("many") ? " paying many" : " paying") : ""}`);
  const key = document.querySelector("#part-sheet .settle");
  if (key) write(key, paying || !payments.length ? gettext("All settled") : gettext("Take and pay"));
}

const PLAYERS_KEYS = [
  { id: "same-again", words: gettext("Same again"), withSum: (amount) => gettext("Same again %(amount)s", { amount }), sum: "again" },
  { id: "all-down", words: gettext("All down"), withSum: (amount) => gettext("All down %(amount)s", { amount }), sum: "lifts" },
];

/** Show what the keys for all of a player's bets do: the player and the sum; nothing while the command is pending. */
export function showPlayersKeys(hand, waiting, position) {
  const seat = hand.player ? byId(`seat-${hand.player}`)?.dataset : null;
  for (const { id, words, withSum, sum } of PLAYERS_KEYS) {
    const key = byId(id);
    if (!key) continue;
    const { do: word } = key.dataset;
    const waits = waiting.some((command) => command.do === word && command.player === hand.player);
    const cents = waits ? "" : seat?.[sum];
    disable(key, !cents || (position !== null && !isPossible(word, position)));
    write(key, cents ? withSum(money(Number(cents))) : words);
    if (cents) put(key, "aria-label", `${key.textContent}, ${seat.name}`);
    else put(key, "aria-label", null);
  }
}

/** Whether any payments are shown, and the key of the last ones. */
export function paymentsShown() {
  const payments = [...all("#part-sheet .payments")];
  return { any: payments.some(({ hidden }) => !hidden), last: payments.at(-1)?.dataset.payments ?? "" };
}

/** The pane for a spot: of the chosen player's bet, else of the only bet, else the list of all; null without bets. */
export function paneOf(spot, hand) {
  const bets = JSON.parse(byId(`spot-${spot}`).dataset.bets || "[]");
  const bet = bets.find(({ player }) => player === hand.player) ?? (bets.length === 1 ? bets[0] : null);
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
    write(key.querySelector("i"), { win: gettext("win"), lose: gettext("lose") }[side] ?? "");
    put(key, "aria-pressed", String(Boolean(side)));
    const { rank } = key.dataset;
    put(key, "aria-label", { win: gettext("%(rank)s to win", { rank }), lose: gettext("%(rank)s to lose", { rank }) }[side] ?? rank);
  }
  const ranks = (side) => [...hand.picks].filter(([, picked]) => picked === side).map(([rank]) => rank).join("-");
  const text = [ranks("win"), ranks("lose") && gettext("%(rank)s to lose", { rank: ranks("lose") })].filter(Boolean).join(" / ");
  const picked = document.querySelector("#part-sheet .picked");
  if (picked) write(picked, text || picked.dataset.hint);
  const lay = byId("lay-picked");
  if (lay) {
    write(lay, hand.moving ? gettext("Move there") : hand.cents ? gettext("Lay %(amount)s", { amount: money(hand.cents) }) : gettext("Lay"));
  }
}

// ---- Pending checks on the layout ----

/** Draw the checks that pending entries of the outbox will lay, as outlines. */
export function showGhosts(entries) {
  for (const ghost of all("#part-layout .ghost")) ghost.remove();
  const laid = new Map();
  for (const { command, spot } of entries) {
    const cents = command.stake ?? command.add;
    if (spot && cents && ["place_bet", "press_bet"].includes(command.do)) laid.set(spot, (laid.get(spot) ?? 0) + cents);
  }
  for (const [spot, cents] of laid) {
    const ghost = document.createElement("i");
    ghost.className = "ghost";
    ghost.ariaHidden = "true";
    const [whole, decimals] = figuresOf(cents);
    ghost.textContent = whole === "0" ? money(cents) : Number(decimals) ? `${whole}${DECIMAL}${decimals}` : whole;
    byId(`spot-${spot}`)?.append(ghost);
  }
}

// ---- A table of the past ----

/** The touches on a table of the past. */
export function looks(hand, drawer) {
  // The arrow keys step through the night here, so every place with a bet is a tab stop.
  whenShown(() => {
    for (const spot of all(".spot")) spot.tabIndex = spot.dataset.bets ? 0 : -1;
  });
  // A stack covers its neighbours' places: a touch on it means the stack.
  document.addEventListener("click", ({ target }) => {
    const stack = target.closest?.(".stack");
    if (!stack) return;
    hand.show(document.querySelector(`.pane[data-bet="${CSS.escape(stack.dataset.bet)}"]`)?.dataset.pane ?? "turn");
    show(hand);
  });
  const open = (key) => hand.show(paneOf(key.dataset.spot, hand)?.dataset.pane ?? "turn");
  return {
    player(key) {
      if (hand.player === key.dataset.player && key.classList.contains("seat")) drawer.open("money");
      drawer.turnToPlayer();
      hand.player = key.dataset.player;
    },
    place: open,
    tray: open,
    pane: (key) => hand.show(key.dataset.pane),
  };
}
