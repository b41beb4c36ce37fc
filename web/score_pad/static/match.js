// A match on the page: its position after pending commands, the bidding, the score that is being entered, and the preview
// of that score.

import { replay } from "../hands/hands.js";

// ---- Bidding ----

/** The step of the bidding; null where the page does not know it this far ahead. */
const momentOf = (position) => (position.phase === "bidding" ? position.ahead[position.at] : null);

/** Whose turn it is to call; "" where no bidding is on. */
export const turnOf = (position) => momentOf(position)?.turn ?? "";

/** Whether a player may make a bid: it is allowed to them, and higher than the current bid. */
export function mayBid(position, bid, player = turnOf(position)) {
  const place = position.bids.indexOf(bid);
  return (position.allowed[player]?.includes(place) ?? false) && place > position.bids.indexOf(position.bid);
}

/** Whether the player whose turn it is may make a call that is no bid. */
export const maySay = (position, word) => word in (momentOf(position)?.calls ?? {});

/** The position after a call; its phase is "waits" where the page does not know the next step. */
export function called(position, { do: word, bid }) {
  const call = word !== "bid" ? word : bid === position.bids.at(-1) ? "highest" : "raise";
  const at = momentOf(position)?.calls[call];
  if (at === undefined) return { ...position, phase: "waits" };
  const { phase, bidder } = position.ahead[at];
  return { ...position, at, phase, bidder, bid: word === "bid" ? bid : position.bid, spoken: true };
}

/** The position after the contract was entered instead of the calls. */
const entered = (position, { player, bid }) => ({ ...position, phase: position.entered, bidder: player, bid });

const pass = (player) => ({ do: "pass", player });

function passesWhile(position, goesOn) {
  const passes = [];
  let now = position;
  while (turnOf(now) && maySay(now, "pass") && goesOn(now)) {
    passes.push(pass(turnOf(now)));
    now = called(now, passes.at(-1));
  }
  return passes;
}

/** The passes of all who are still to call. */
export const allPass = (position) => passesWhile(position, () => true);

/** The passes of the next players as long as they can only pass. */
export function forcedPasses(position) {
  return passesWhile(position, (now) => {
    const others = Object.keys(momentOf(now).calls).some((word) => !["pass", "raise", "highest"].includes(word));
    return !others && !now.bids.some((bid) => mayBid(now, bid));
  });
}

// ---- The position after pending commands ----

const waits = (position) => ({ ...position, phase: "waits" });

export const STEPS = {
  start_match: waits,
  start_hand: waits,
  bid: called,
  pass: called,
  hold: called,
  double: called,
  redouble: called,
  contract: entered,
  name_partner: (position, { partners }) => ({ ...position, phase: "playing", partners }),
  show_joker: (position, { player }) => (player ? { ...position, phase: "playing", bidder: player } : waits(position)),
  score_hand: waits,
  void_hand: waits,
  abandon_match: waits,
  settle_match: waits,
};

/** The position after pending commands, from the state shown; null where a take-back reaches further back than the page knows. */
export const positionAfter = replay(STEPS);

// ---- Scoring ----

const without = (map, key) => Object.fromEntries(Object.entries(map).filter(([name]) => name !== String(key)));

/** The score of a hand as it is entered: tricks that add up, and the command that they make. */
export class Scoring {
  #position;
  #hand;
  #asks;

  /** `asks` names what the hand is scored by. */
  constructor(position, hand, asks) {
    this.#position = position;
    this.#hand = hand;
    this.#asks = asks;
  }

  /** The sides that have tricks of their own, by index: partners of the bidder count with the bidder. */
  get counted() {
    const { sides, partners } = this.#position;
    return [...sides.keys()].filter((side) => !sides[side].some((player) => partners.includes(player)));
  }

  /** The sides whose tricks are entered: of two, the bidder's only. */
  get enteredSides() {
    const { counted } = this;
    const { sides, bidder } = this.#position;
    return counted.length === 2 && bidder ? counted.filter((side) => sides[side].includes(bidder)) : counted;
  }

  get #open() {
    return this.counted.filter((side) => !(side in this.#hand.tricks));
  }

  /** How many tricks are not given to a side yet. */
  get rest() {
    return this.#position.tricks - Object.values(this.#hand.tricks).reduce((sum, number) => sum + number, 0);
  }

  /** Tricks that follow for the open sides: the last side has the rest, and all have 0 where no trick is left. */
  get #follows() {
    const open = this.#open;
    const rest = this.rest;
    return open.length === 1 || rest === 0 ? Object.fromEntries(open.map((side) => [side, rest])) : {};
  }

  /** How many tricks each open side has if they share the rest equally; 0 where they cannot. */
  get each() {
    const { length } = this.#open;
    return length > 1 && this.rest % length === 0 ? this.rest / length : 0;
  }

  /** The tricks of every side, entered or implied. */
  get tricks() {
    return { ...this.#hand.tricks, ...this.#follows };
  }

  /** Whether a side may have this number of tricks, so that the total still adds up. */
  adds(side, number) {
    const { tricks } = this.#hand;
    if (this.counted.length === 2) return true;
    if (side in this.#follows && !(side in tricks)) return number === this.#follows[side];
    return number <= this.rest + (tricks[side] ?? 0);
  }

  /** Enter the tricks of a side; the same number twice clears it. */
  enter(side, number) {
    const { tricks } = this.#hand;
    const others = this.counted.length === 2 ? {} : without(tricks, side);
    this.#hand.tricks = tricks[side] === number ? others : { ...others, [side]: number };
  }

  /** Give each open side an equal share of the rest. */
  share() {
    this.#hand.tricks = { ...this.#hand.tricks, ...Object.fromEntries(this.#open.map((side) => [side, this.each])) };
  }

  /** Whether an entry is possible: the highest trump takes a trick. */
  may(name, side) {
    return name !== "high_trump" || this.#missingTricks || this.tricks[side] > 0;
  }

  get #missingTricks() {
    return this.#asks.includes("tricks") && this.counted.some((side) => !(side in this.tricks));
  }

  /** The entries besides tricks. If only one side has tricks, it had the highest trump. */
  get facts() {
    const { facts } = this.#hand;
    const { sides } = this.#position;
    if (!this.#asks.includes("high_trump") || this.#missingTricks) return facts;
    const had = Object.entries(this.tricks).filter(([, number]) => number);
    const { high_trump: high, ...rest } = facts;
    if (had.length === 1) return { ...rest, high_trump: sides[had[0][0]][0] };
    return high ? facts : rest;
  }

  /** What is still missing, in words; "" where the hand can be scored. */
  get missing() {
    const { facts } = this;
    if (this.#missingTricks) return Object.keys(this.#hand.tricks).length ? `${this.rest} to come` : "Who took the tricks?";
    if (this.#asks.includes("high_trump") && !facts.high_trump) return "Highest trump?";
    if (this.#asks.includes("out") && !facts.out) return "Who was out?";
    if (this.#asks.includes("honours") && Boolean(facts.holder) !== Boolean(facts.honours)) return facts.holder ? "How many honours?" : "Whose honours?";
    return "";
  }

  /** The command that scores the hand; null while something is missing. */
  get command() {
    if (this.missing) return null;
    const { sides } = this.#position;
    const { holder, honours, ...others } = this.facts;
    const extras = Object.fromEntries(Object.entries(others).filter(([name]) => this.#asks.includes(name)));
    const tricks = Object.entries(this.tricks).filter(([, number]) => number);
    return {
      do: "score_hand",
      ...(this.#asks.includes("tricks") && { tricks: Object.fromEntries(tricks.map(([side, number]) => [sides[side][0], number])) }),
      ...extras,
      ...(holder && { honours: { [holder]: Number(honours) } }),
    };
  }
}

// ---- Preview of a score ----

const PATIENCE_MS = 5000;

/** What the hand will come to as entered, worked out by the server. */
export class ScorePreview {
  #onAnswer;
  /** The last request, and its answer; "" until it arrives. */
  #request = "";
  #html = "";

  /** `onAnswer` is called when an answer has arrived. */
  constructor(onAnswer) {
    this.#onAnswer = onAnswer;
  }

  /** The preview of a command at a version of the table, if it has arrived; `again` for a hand that is scored again. */
  of(command, again, version) {
    const request = command ? JSON.stringify([command, again, version]) : "";
    if (request !== this.#request) {
      this.#request = request;
      this.#html = "";
      if (request) this.#fetch(request, command, again);
    }
    return this.#html;
  }

  async #fetch(request, command, again) {
    const { night, game } = document.getElementById("table").dataset;
    const query = new URLSearchParams({ game, command: JSON.stringify(command), ...(again && { instead: "yes" }) });
    try {
      const response = await fetch(`/nights/${encodeURIComponent(night)}/coming?${query}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
      if (!response.ok || request !== this.#request) return;
      this.#html = await response.text();
      this.#onAnswer();
    } catch {
      // Offline, the hand is scored without a preview.
      if (request === this.#request) this.#request = "";
    }
  }
}
