// The Five in One tablet: chips, winners and cards are entered by touch, and one key pays the part that is due.

import { all, byId, hide, notice, press, put, show, state, whenShown, write } from "../../js/screen.js";
import { nightOfPage, runTable } from "../../js/tablet.js";
import { nameOf } from "../../js/words.js";
import {
  EntryHand, HandDisplay, counted, fromLeftOf, keysOfSheet, replay, rulesOf, seatTouch, showDealer, signed,
} from "../hands/hands.js";

// ---- The dealer's hand ----

/** What is entered of the part that is due. */
class FiveInOneHand extends EntryHand {
  /** The dealer chosen for the next round, where there is a choice; "" for the usual dealer. */
  dealer = "";
  /** How many chips a touch gives. */
  size = 1;
  /** Chips won by player, winners, ranks turned, in order. */
  chips = {};
  winners = [];
  cards = [];

  constructor(night) {
    super(night, ["size"], ["chips", "winners", "cards"]);
    this.restore();
  }

  reset() {
    this.chips = {};
    this.winners = [];
    this.cards = [];
    if (!this.drawer) this.player = null;
  }

  chipsOf(player) {
    return this.chips[player] ?? 0;
  }

  give(player, chips) {
    this.chips = { ...this.chips, [player]: this.chipsOf(player) + chips };
  }

  choose(player) {
    this.winners = this.winners.includes(player) ? this.winners.filter((winner) => winner !== player) : [...this.winners, player];
  }
}

// ---- The position after pending commands ----

function begun(position, { dealer }) {
  const players = fromLeftOf(dealer, position.seated);
  return { ...position, on: true, round: position.round + 1, turn: 0, players, dealer };
}

const paid = (position) => ({ ...position, turn: position.turn + 1 });

const STEPS = {
  start_hand: begun,
  part_result: paid,
  cold_hand: paid,
  consolation: (position) => ({ ...paid(position), on: false }),
  void_hand: (position) => ({ ...position, on: false }),
};

/** The part that is due and how it is entered: "chips", "winners" or "cards"; both "" while no round is on. */
const partDue = (position) => (position.on ? position.parts[position.turn] : ["", ""]);

/** The position after pending commands, from the state shown; null where a take-back reaches further back than the page knows. */
const positionAfter = replay(STEPS);

/** How many of the ranks turned match the number called with them. */
const hitsOf = (cards, numberOf) => cards.filter((rank, at) => numberOf(rank) === at + 1).length;

// ---- What the page shows ----

const OF_A_RANK = 4;
const numberOf = (rank) => Number(byId(`card-${rank}`).dataset.number);

class Display extends HandDisplay {
  /** How the part that is due is entered: "chips", "winners" or "cards"; "" while no round is on. */
  get entryKind() {
    return partDue(this.position)[1];
  }

  /** How many chips are missing until the sum is 0. */
  get rest() {
    return -this.position.players.reduce((sum, player) => sum + this.hand.chipsOf(player), 0);
  }

  /** What each player would win as entered; a tie is left to the rules. */
  get won() {
    const { players, pays, dealer } = this.position;
    const { winners, cards } = this.hand;
    const others = (lucky, each) => Object.fromEntries(players.map((player) => [player, lucky.includes(player) ? each * (players.length - 1) : -each]));
    if (this.entryKind === "chips") return Object.fromEntries(players.map((player) => [player, this.hand.chipsOf(player)]));
    if (this.entryKind === "winners") return others(winners, pays.winners);
    return this.entryKind === "cards" ? others([dealer], pays.cards * hitsOf(cards, numberOf)) : {};
  }

  /** Who cannot pay what they would lose, in the order of the table. */
  get short() {
    const { won } = this;
    return this.position.players.filter((player) => -won[player] * this.position.chip > Number(byId(`seat-${player}`)?.dataset.checks ?? 0));
  }

  /** The command that enters the part; null while something is missing. */
  get command() {
    const { chips, winners, cards } = this.hand;
    const [part, entryKind] = partDue(this.position);
    if (entryKind === "chips") return this.rest ? null : { do: "part_result", part, chips: Object.fromEntries(Object.entries(chips).filter(([, number]) => number)) };
    if (entryKind === "winners") return winners.length ? { do: "cold_hand", winners } : null;
    return cards.length === this.#places.length ? { do: "consolation", cards } : null;
  }

  get #places() {
    return [...all("#part-layout .turned > li")];
  }

  /** Whether a rank can be turned next. */
  mayTurn(rank) {
    const { cards } = this.hand;
    return this.entryKind === "cards" && cards.length < this.#places.length && cards.filter((card) => card === rank).length < OF_A_RANK;
  }

  show() {
    this.update();
    this.showSteps();
    const { position, entryKind } = this;
    this.hand.setSubject(position.on ? `${position.round}.${position.turn}` : "");
    for (const part of all("#part-turn [data-when]")) hide(part, (part.dataset.when === "on") !== position.on);
    for (const face of all("#part-layout [data-entry]")) hide(face, (face.dataset.entry === "cards") !== (entryKind === "cards"));
    showDealer(this.hand.dealer);
    this.#showParts();
    this.#showPlates();
    this.#showCards();
    this.#showTurn();
    const { short } = this;
    for (const seat of all("#part-players .seat[data-player]")) seat.classList.toggle("short", short.includes(seat.dataset.player));
  }

  #showParts() {
    for (const [at, part] of [...all("#part-layout .parts > li")].entries()) {
      const due = this.position.on && at === this.position.turn;
      const paid = this.position.on ? at < this.position.turn : part.classList.contains("paid");
      part.className = due ? "due" : paid ? "paid" : "to-come";
      write(part.querySelector("i"), paid ? "✓" : at + 1);
      if (due) part.setAttribute("aria-current", "step");
      else part.removeAttribute("aria-current");
    }
  }

  #showPlates() {
    const { entryKind } = this;
    for (const plate of all("#part-layout [data-plate]")) {
      const { plate: player } = plate.dataset;
      const chips = this.hand.chipsOf(player);
      const wins = entryKind === "winners" && this.hand.winners.includes(player);
      const key = plate.querySelector(".plate-key");
      key.disabled = !entryKind || (entryKind === "chips" && !this.rest);
      put(key, "aria-pressed", String(wins));
      write(plate.querySelector(".chips-told"), wins ? "wins" : entryKind === "chips" && chips ? signed(chips) : "");
      plate.classList.toggle("loses", entryKind === "chips" && chips < 0);
      for (const step of plate.querySelectorAll('[data-touch="chips"]')) hide(step, entryKind !== "chips");
    }
  }

  #showCards() {
    const { cards } = this.hand;
    for (const [at, place] of this.#places.entries()) {
      const rank = cards[at] ?? "";
      write(place.querySelector("b"), rank);
      place.classList.toggle("hit", rank !== "" && numberOf(rank) === at + 1);
      place.classList.toggle("next", at === cards.length);
    }
    for (const key of all("#part-layout .turn-card")) key.disabled = !this.mayTurn(key.dataset.rank);
  }

  #showTurn() {
    if (!this.position.on) return;
    const [part, entryKind] = partDue(this.position);
    const { chips, winners, cards } = this.hand;
    write(byId("part-due"), document.querySelector(`#part-layout [data-part="${part}"] b`).textContent);
    write(byId("part-asks"), this.#question(entryKind));
    hide(document.querySelector("#part-turn .sizes"), entryKind !== "chips");
    press('#part-turn [data-touch="size"]', (key) => Number(key.dataset.size) === this.hand.size);
    const clear = byId("clear");
    write(clear, entryKind === "cards" ? "Take it off" : "Clear");
    clear.disabled = !(winners.length || cards.length || Object.values(chips).some(Boolean));
    const next = byId("next");
    next.disabled = !this.command;
    write(next, this.#nextText(entryKind));
  }

  #question(entryKind) {
    const { cards } = this.hand;
    if (entryKind === "winners") return "touch who wins, or several for a tie";
    if (entryKind === "cards") return cards.length < this.#places.length ? `touch the card turned at ${cards.length + 1}` : `${nameOf(this.position.dealer)} has ${counted(hitsOf(cards, numberOf), "hit")}`;
    return this.rest ? `the sum is ${signed(-this.rest)}; touch who gets the rest` : "the sum is 0";
  }

  #nextText(entryKind) {
    const { winners, cards, chips } = this.hand;
    if (entryKind === "winners") return winners.length > 1 ? `Tied by ${winners.length}` : winners.length ? `${nameOf(winners[0])} wins` : "Who wins?";
    if (entryKind === "cards") return cards.length < this.#places.length ? counted(this.#places.length - cards.length, "card") + " more" : `Pay ${counted(hitsOf(cards, numberOf), "hit")}`;
    if (this.rest) return `${signed(this.rest)} to come`;
    return Object.values(chips).some(Boolean) ? "Pay it" : "Nobody wins a chip";
  }
}

// ---- Touches ----

const hand = new FiveInOneHand(nightOfPage());
runTable(hand, rulesOf(STEPS), fiveInOne);
show(hand);

/** The touches of Five in One. */
function fiveInOne({ transport, drawer }) {
  const display = new Display(hand, () => positionAfter(state(), transport.waiting));
  whenShown(() => display.show());

  /** A player's plate or seat was touched: they win, or get the rest of the chips. False where neither applies. */
  function touched(player) {
    if (!display.position.players.includes(player)) return false;
    if (display.entryKind === "winners") hand.choose(player);
    else if (display.entryKind === "chips" && display.rest) hand.give(player, display.rest);
    else return false;
    return true;
  }

  return {
    touches: {
      player: seatTouch(hand, drawer, touched),
      plate: (key) => touched(key.dataset.player),
      chips: ({ dataset: { player, by } }) => hand.give(player, Number(by) * hand.size),
      size({ dataset: { size } }) {
        hand.size = Number(size);
      },
      card({ dataset: { rank } }) {
        hand.cards = [...hand.cards, rank];
      },
      clear() {
        if (display.entryKind === "cards") hand.cards = hand.cards.slice(0, -1);
        else hand.reset();
      },
      next() {
        const { command, short } = display;
        if (!command) {
          notice("Enter what is missing first.");
          return;
        }
        // A refusal offers to sell checks to this player.
        [hand.player = null] = short;
        transport.send(() => command);
      },
      ...keysOfSheet(hand, transport),
    },
    quick: ["chips", "card", "size", "dealer"],
    escape: () => hand.reset(),
  };
}
