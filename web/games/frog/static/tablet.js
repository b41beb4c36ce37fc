// The Frog tablet: who plays and deals, the bidding, and the bidder's points, with what they pay shown before the hand is
// scored.

import { dollars, nameOf } from "../../js/words.js";
import { all, byId, hide, press, put, show, state, whenShown, write } from "../../js/screen.js";
import { nightOfPage, runTable } from "../../js/tablet.js";
import {
  EntryHand, HandDisplay, begun, closed, counted, fromLeftOf, isHigher, keysOfSheet, passesBefore, passesOf, replay, rulesOf,
  seatTouch, showDealer, signed, stepOf, withCall,
} from "../hands/hands.js";

// ---- The dealer's hand ----

/** What is entered of a hand: its players, a player to bid for, and the bidder's points. */
class FrogHand extends EntryHand {
  /** The dealer chosen for the next hand, where there is a choice; "" for the usual dealer. */
  dealer = "";
  /** Who is to play the next hand; null for the usual players. */
  plays = null;
  /** The player whose call is entered, where it is not their turn. */
  speaker = "";
  /** The bidder's points: full tens (null before any is touched), units, and the trump suit. */
  tens = null;
  units = 0;
  trump = "";
  /** The moment of the table while the last hand is scored again; else "". */
  again = "";

  constructor(night) {
    super(night, ["dealer"], ["plays", "speaker", "tens", "units", "trump"]);
    this.restore();
  }

  reset() {
    this.plays = null;
    this.speaker = "";
    this.tens = null;
    this.units = 0;
    this.trump = "";
    if (!this.drawer) this.player = null;
  }

  /** The bidder's points; null until they are entered. */
  get points() {
    return this.tens === null ? null : this.tens + this.units;
  }
}

// ---- The position after pending commands ----

const ACTIVE = 3;
const MOST = 4;
const POINTS = 120;
const HALF = 60;

/** The bids, the lowest first. */
const bidsOf = (position) => Object.keys(position.pays);

const waits = (bids) => (bidding) => (bidding.bid === bids.at(-1) ? [] : closed(bidding));

/** These players in order, beginning at the left of a seat. */
function inOrderAfter(position, player, players) {
  return fromLeftOf(player, position.seats).filter((seat) => players.includes(seat));
}

/** Who may deal the next hand among its players; nobody where they are too few or too many. */
export function dealersOf(position, players) {
  if (players.length < ACTIVE || players.length > MOST) return [];
  if (!position.dealer) return position.seats.filter((seat) => players.includes(seat));
  if (position.again && players.includes(position.dealer)) return [position.dealer];
  return inOrderAfter(position, position.dealer, players).slice(0, 1);
}

function handBegun(position, { dealer, players }) {
  const inOrder = inOrderAfter(position, dealer, players ?? position.in);
  const bidding = begun(inOrder.slice(0, ACTIVE));
  return { ...position, on: true, round: position.round + 1, dealer, again: false, players: inOrder, bidding };
}

const over = (position, again) => ({ ...position, on: false, again, bidding: null });

function called(position, command) {
  const bidding = withCall(position.bidding, command, waits(bidsOf(position)));
  return bidding.bid || bidding.waiting.length ? { ...position, bidding } : over(position, false);
}

const STEPS = {
  start_hand: handBegun,
  bid: called,
  pass: called,
  contract: called,
  score_hand: (position) => over(position, false),
  void_hand: (position) => over(position, true),
};

/** The stage of the table: "between" hands, "bidding" or "playing". */
export const stageOf = (position) => (!position.on ? "between" : position.bidding.waiting.length ? "bidding" : "playing");

/** The position after pending commands, from the state shown; null where a take-back reaches further back than the page knows. */
export const positionAfter = replay(STEPS);

/** Whether a bid can be made now. */
export const mayBid = (position, bid) => stageOf(position) === "bidding" && isHigher(position.bidding, bid, bidsOf(position));

/** Whether tens and units of points stay within the pack's total. */
const addUp = (tens, units) => tens + units <= POINTS;

/** What each active player wins with so many points of the bidder's, in chips. */
function wonWith({ bidding: { order, bid, bidder }, pays }, points) {
  const each = pays[bid] * (points - HALF);
  return Object.fromEntries(order.map((player) => [player, player === bidder ? each * (order.length - 1) : -each]));
}

/** How the points compare with half of the pack, in words. */
function overHalf(points) {
  if (points === HALF) return "sixty all: nothing is paid";
  return points > HALF ? `${points - HALF} over sixty` : `${HALF - points} under sixty`;
}

// ---- What the page shows ----

const seatOf = (player) => byId(`seat-${player}`);

class Display extends HandDisplay {
  /** Whether the last hand is scored again: the position is then the one before its score. */
  isAgain = false;
  #waits;

  /** `waits` says whether commands are pending. */
  constructor(hand, positionNow, waits) {
    super(hand, positionNow);
    this.#waits = waits;
  }

  update() {
    super.update();
    // Scoring again takes back the last command: it must not be pending.
    this.isAgain = !this.#waits() && !this.position.on && Boolean(byId("again")) && this.hand.again === state().moment;
    if (this.isAgain) this.position = JSON.parse(state().standBefore);
    return this.position;
  }

  get stage() {
    return stageOf(this.position);
  }

  /** The players of the next hand. */
  get plays() {
    return (this.hand.plays ?? this.position.plays).filter((player) => this.position.seated.includes(player));
  }

  /** Whether a player can be added to the next hand or taken out. */
  mayChange(player) {
    return this.position.seated.length > ACTIVE && (this.plays.includes(player) || this.plays.length < MOST);
  }

  /** Whether only the contract is entered, without the calls. */
  get isContract() {
    return Boolean(this.hand.speaker) && !this.position.bidding.calls.length;
  }

  /** Whose call is entered next. */
  get speaker() {
    return this.hand.speaker || this.position.bidding.waiting[0];
  }

  /** Whether a player's call can be entered: anybody's as a contract, later those who are still to call. */
  maySpeak(player) {
    const { order, waiting, calls } = this.position.bidding;
    return (calls.length ? waiting : order).includes(player);
  }

  /** The commands of a bid: the contract, or the passes before it and the bid. */
  bidding(bid) {
    const player = this.speaker;
    return this.isContract ? [{ do: "contract", player, bid }] : [...passesBefore(this.position.bidding, player), { do: "bid", player, bid }];
  }

  /** The commands of a pass. */
  get passing() {
    return [...passesBefore(this.position.bidding, this.speaker), ...passesOf([this.speaker])];
  }

  /** What each player wins with the points entered, in chips; empty until they are entered. */
  get won() {
    return this.stage === "playing" && this.hand.points !== null ? wonWith(this.position, this.hand.points) : {};
  }

  /** What a player won when the hand was scored the first time, in chips. */
  was(player) {
    return this.isAgain ? Number(document.querySelector(`#pays [data-player="${CSS.escape(player)}"]`).dataset.was) : 0;
  }

  /** How much of their loss a player cannot pay, in cents. */
  lacks(player) {
    return Math.max(0, (this.was(player) - (this.won[player] ?? 0)) * this.position.chip - Number(seatOf(player)?.dataset.checks ?? 0));
  }

  /** Who cannot pay what they would lose. */
  get short() {
    return Object.keys(this.won).filter((player) => this.lacks(player));
  }

  /** The command that scores the hand; null until the points are entered. */
  get scored() {
    const { points, trump } = this.hand;
    return points === null ? null : { do: "score_hand", points, ...(trump ? { trump } : {}) };
  }

  show() {
    const { on, round } = this.update();
    this.showSteps();
    if (byId("again")) hide(byId("again"), this.#waits());
    this.hand.setSubject(on ? String(round) : "");
    const { stage } = this;
    if (stage === "bidding" && this.hand.speaker && !this.maySpeak(this.hand.speaker)) this.hand.speaker = "";
    for (const part of all("#part-turn [data-when], #part-layout [data-when]")) hide(part, !part.dataset.when.split(" ").includes(stage));
    for (const plate of all("#part-layout [data-plate]")) this.#showPlate(plate, stage);
    if (stage === "between") this.#showDeal();
    else this.#showTurn(stage);
    if (stage === "bidding") this.#showBids();
    this.#showPoints(stage);
    this.#showPays();
    for (const seat of all("#part-players .seat[data-player]")) seat.classList.toggle("short", this.short.includes(seat.dataset.player));
  }

  #showPlate(plate, stage) {
    const { plate: player } = plate.dataset;
    const { position, hand } = this;
    const key = plate.querySelector(".plate-key");
    hide(plate, stage !== "between" && !position.bidding.order.includes(player));
    if (plate.hidden) return;
    const [says, tells] = stage === "between" ? this.#part(player) : stage === "bidding" ? this.#call(player) : this.#result(player);
    write(key.querySelector(".plate-says"), says);
    write(key.querySelector(".plate-tells"), tells);
    key.disabled = stage === "between" ? !this.mayChange(player) : stage === "playing" || !this.maySpeak(player);
    const pressed = stage === "between" ? this.plays.includes(player) : stage === "bidding" && hand.speaker === player;
    put(key, "aria-pressed", String(pressed));
    plate.className = stage === "bidding" && this.speaker === player ? "speaks" : stage === "playing" && position.bidding.bidder === player ? "bidder" : tells.startsWith("−") ? "loses" : tells.startsWith("+") ? "wins" : "";
  }

  #part(player) {
    if (!this.plays.includes(player)) return ["sits out", ""];
    const [dealer] = this.#dealers;
    return [player !== dealer ? "plays" : this.plays.length === MOST ? "deals, sits out" : "deals, plays", ""];
  }

  #call(player) {
    const call = this.position.bidding.calls.findLast(([caller]) => caller === player)?.[1] ?? "";
    return [this.speaker === player ? (this.isContract ? "plays…" : "speaks") : "", call];
  }

  #result(player) {
    const { bid, bidder } = this.position.bidding;
    const chips = this.won[player];
    return [player === bidder ? `plays ${bid}` : "against", chips === undefined ? "" : signed(chips)];
  }

  /** Who may deal the next hand, the chosen dealer first. */
  get #dealers() {
    const dealers = dealersOf(this.position, this.plays);
    return dealers.includes(this.hand.dealer) ? [this.hand.dealer, ...dealers] : dealers;
  }

  #showDeal() {
    const dealers = dealersOf(this.position, this.plays);
    const isEverybody = this.plays.length === this.position.in.length && this.plays.every((player) => this.position.in.includes(player));
    const named = isEverybody ? {} : { players: this.plays };
    for (const key of all('#part-turn [data-touch="dealer"]')) {
      const { players, ...command } = JSON.parse(key.dataset.command);
      key.dataset.command = JSON.stringify({ ...command, ...named });
      hide(key, !dealers.includes(key.dataset.player));
    }
    hide(byId("who-deals"), !dealers.length);
    hide(byId("too-few"), dealers.length > 0);
    // With too few players there is no key.
    const key = document.querySelector('#part-turn [data-touch="dealer"]');
    const step = key && stepOf(key);
    if (step) step.disabled = !dealers.length;
    showDealer(this.hand.dealer);
  }

  #showTurn(stage) {
    const { bidding } = this.position;
    const about = stage === "bidding" ? this.speaker : bidding.bidder;
    for (const plate of all("#part-turn .plate[data-player]")) {
      hide(plate, plate.dataset.player !== about);
      write(plate.querySelector("span"), stage === "bidding" ? this.#question() : this.#contractText());
    }
    byId("pass").disabled = this.isContract;
    const rest = byId("rest");
    rest.disabled = this.isContract;
    write(rest, bidding.bid ? "The rest pass" : "All pass");
    byId("score").disabled = !this.scored;
    write(byId("score"), this.isAgain ? "Score again" : "Score");
    hide(byId("leave-again"), !this.isAgain);
  }

  #question() {
    if (this.isContract) return "plays it alone: touch the bid";
    const passed = passesBefore(this.position.bidding, this.speaker);
    return passed.length ? `speaks; ${passed.map(({ player }) => nameOf(player)).join(" and ")} passed` : "speaks: bids or passes";
  }

  #contractText() {
    const { points } = this.hand;
    const { bid } = this.position.bidding;
    return points === null ? `plays ${bid}: touch their points` : `plays ${bid}: ${counted(points, "point")}, ${overHalf(points)}`;
  }

  #showBids() {
    for (const key of all("#part-layout .bid-key")) key.disabled = !mayBid(this.position, key.dataset.bid);
  }

  #showPoints(stage) {
    const { tens, units, trump } = this.hand;
    for (const key of all("#part-layout .units .point-key")) key.disabled = tens === null || !addUp(tens, Number(key.dataset.unit));
    press('#part-layout [data-touch="ten"]', (key) => Number(key.dataset.ten) === tens);
    press('#part-layout [data-touch="unit"]', (key) => tens !== null && Number(key.dataset.unit) === units);
    press('#part-layout [data-touch="trump"]', (key) => key.dataset.suit === trump);
    const chooses = stage === "playing" && this.position.bidding.bid === this.position.suits;
    for (const key of all('#part-layout [data-touch="trump"]')) hide(key, !chooses);
    write(document.querySelector("#part-layout .trumps p"), chooses ? "Trumps" : "♥ are trumps");
  }

  #showPays() {
    const { won } = this;
    const list = byId("pays");
    if (!list) return;
    hide(list, !Object.keys(won).length);
    for (const line of list.children) {
      const { player } = line.dataset;
      hide(line, !(player in won));
      if (!line.hidden) this.#showPaid(line, player, won[player]);
    }
  }

  #showPaid(line, player, chips) {
    const { chip, bidding } = this.position;
    const way = chips < 0 ? "pays" : "has";
    write(line.querySelector(".to"), !chips ? "has nothing" : player === bidding.bidder ? `${way} in all` : `${way}${chips < 0 ? "" : " of"} ${nameOf(bidding.bidder)}`);
    const [sum, amount] = line.querySelector(".sum").children;
    write(sum, chips ? counted(Math.abs(chips), "chip") : "");
    write(amount, this.isAgain ? `${signed(chips - this.was(player))} to before` : chips ? dollars(Math.abs(chips) * chip) : "");
    const lacks = line.querySelector(".lacks");
    const cents = Math.ceil(this.lacks(player) / chip) * chip;
    hide(lacks, !cents);
    write(lacks.querySelector("b"), dollars(cents));
    const buy = lacks.querySelector("button");
    buy.dataset.else = cents;
    write(buy, `Buy ${dollars(cents)}`);
    put(buy, "aria-label", `Sell ${nameOf(player)} checks for ${dollars(cents)}`);
  }
}

// ---- Touches ----

const hand = new FrogHand(nightOfPage());
runTable(hand, rulesOf(STEPS), frog);
show(hand);

/** The touches of Frog. */
function frog({ transport, drawer }) {
  const display = new Display(
    hand,
    () => positionAfter(state(), transport.waiting),
    () => transport.waiting.length > 0,
  );
  whenShown(() => display.show());

  /** A player was touched: they join or leave the next hand, or the next call is theirs. False where neither applies. */
  function touched(player) {
    if (display.stage !== "bidding" || !display.maySpeak(player)) return false;
    hand.speaker = hand.speaker === player ? "" : player;
    return true;
  }

  /** Send calls in order. */
  function say(commands) {
    hand.speaker = "";
    for (const command of commands) transport.send(() => command);
  }

  return {
    touches: {
      player: seatTouch(hand, drawer, touched),
      plate({ dataset: { player } }) {
        if (display.stage !== "between") touched(player);
        else if (display.plays.includes(player)) hand.plays = display.plays.filter((other) => other !== player);
        else hand.plays = [...display.plays, player];
      },
      bid: ({ dataset: { bid } }) => say(display.bidding(bid)),
      pass: () => say(display.passing),
      rest: () => say(passesOf(display.position.bidding.waiting)),
      ten({ dataset: { ten } }) {
        hand.tens = Number(ten);
        if (!addUp(hand.tens, hand.units)) hand.units = 0;
      },
      unit({ dataset: { unit } }) {
        hand.units = Number(unit);
      },
      trump({ dataset: { suit } }) {
        hand.trump = hand.trump === suit ? "" : suit;
      },
      score() {
        const { scored, short } = display;
        // A refusal offers to sell checks to this player.
        [hand.player = null] = short;
        if (display.isAgain) transport.send(() => ({ do: "void" }));
        hand.again = "";
        transport.send(() => scored);
      },
      again() {
        hand.again = state().moment;
      },
      "leave-again"() {
        hand.again = "";
      },
      ...keysOfSheet(hand, transport),
    },
    quick: ["ten", "unit", "dealer"],
    escape() {
      hand.again = "";
      hand.speaker = "";
    },
  };
}
