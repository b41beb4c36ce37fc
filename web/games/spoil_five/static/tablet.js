// The Spoil Five tablet: a touch a trick, and one that scores the hand.

import { all, byId, hide, put, show, state, whenShown, write } from "../../js/screen.js";
import { nightOfPage, runTable } from "../../js/tablet.js";
import { nameOf } from "../../js/words.js";
import { EntryHand, HandDisplay, fromLeftOf, keysOfSheet, replay, rulesOf, seatTouch, showDealer } from "../hands/hands.js";

// ---- The dealer's hand ----

/** The tricks entered so far, and whether the player with three of them goes on. */
class SpoilFiveHand extends EntryHand {
  /** The dealer chosen for the next hand, where there is a choice; "" for the usual dealer. */
  dealer = "";
  /** Who took each trick, in order. */
  tricks = [];
  /** Whether the player with three tricks goes on, for all five. */
  wentOn = false;
  /** Whose hand is being declared dead; "" for nobody's. */
  dies = "";

  constructor(night) {
    super(night, [], ["tricks", "wentOn"]);
    this.restore();
  }

  /** Clear what is entered and not sent. */
  reset() {
    this.tricks = [];
    this.wentOn = false;
    this.dies = "";
    if (!this.drawer) this.player = null;
  }

  takeOff() {
    this.tricks = this.tricks.slice(0, -1);
    this.wentOn = false;
  }
}

// ---- The position after pending commands ----

const ALL = 5;
const WINS = 3;
const MOST_OF_DEAD_HANDS = 2;

function begun(position, { dealer }) {
  const players = fromLeftOf(dealer, position.seated);
  return { ...position, on: true, round: position.round + 1, players, dead: [] };
}

const STEPS = {
  start_hand: begun,
  kill_hand: (position, { player }) => ({ ...position, dead: [...position.dead, player] }),
  score_hand: (position) => ({ ...position, on: false, dead: [] }),
  void_hand: (position) => ({ ...position, on: false, dead: [] }),
};

/** The position after pending commands, from the state shown; null where a take-back reaches further back than the page knows. */
export const positionAfter = replay(STEPS);

const live = (position) => position.players.filter((player) => !position.dead.includes(player) && !position.out.includes(player));

/** How many of the tricks a player took. */
const tricksOf = (tricks, player) => tricks.filter((taker) => taker === player).length;

/** Whether a player's hand can be declared dead: the game can go on without it, and it has not won. */
const canDie = (position, tricks, player) => live(position).includes(player) && live(position).length > position.fewest && tricksOf(tricks, player) < WINS;

/** Who has three tricks or more; "" for nobody. */
const leader = (tricks) => tricks.find((player) => tricksOf(tricks, player) >= WINS) ?? "";

/** How the hand ends with these tricks: "pool", "all_five" or "spoilt"; "" while it is not over. */
export function outcomeOf(tricks, wentOn) {
  const first = leader(tricks);
  if (first && !wentOn) return "pool";
  if (tricks.length < ALL) return "";
  return first && tricksOf(tricks, first) === ALL ? "all_five" : "spoilt";
}

/** Whether the player with three tricks may go on: there is a trick left to play. */
export const mayGoOn = (tricks, wentOn) => !wentOn && Boolean(leader(tricks)) && tricks.length < ALL;

/** Whether a player may take the next trick. */
export function mayTake(position, tricks, wentOn, player) {
  if (!position.on || !position.players.includes(player) || position.out.includes(player) || outcomeOf(tricks, wentOn)) return false;
  return !position.dead.includes(player) || tricksOf(tricks, player) < MOST_OF_DEAD_HANDS;
}

/** The command that scores these tricks. */
export function scored(position, tricks, wentOn) {
  const counted = position.players.map((player) => [player, tricksOf(tricks, player)]).filter(([, number]) => number);
  return { do: "score_hand", tricks: Object.fromEntries(counted), went_on: wentOn };
}

// ---- What the page shows ----

const ENDS = { pool: "Takes the pool", all_five: "Takes all five", spoilt: "Spoilt" };

class Display extends HandDisplay {
  /** Who cannot pay what these tricks cost them; players pay only for all five. */
  get short() {
    const { tricks, wentOn } = this.hand;
    if (outcomeOf(tricks, wentOn) !== "all_five") return [];
    return [...all("#part-sheet [data-lacks]")].map(({ dataset }) => dataset.lacks).filter((player) => player !== leader(tricks));
  }

  show() {
    const position = this.update();
    this.showSteps();
    this.hand.setSubject(position.on ? String(position.round) : "");
    // A player who took their third trick meanwhile has won.
    if (this.hand.dies && !canDie(position, this.hand.tricks, this.hand.dies)) this.hand.dies = "";
    const { dies } = this.hand;
    const now = !position.on ? "between" : dies ? "dying" : "playing";
    for (const part of all("#part-turn [data-when]")) hide(part, part.dataset.when !== now);
    showDealer(this.hand.dealer);
    this.#showPlates();
    this.#showTricks();
    this.#showTurn();
    this.#showOutcomes();
    for (const plate of all('#part-turn [data-when="dying"] .plate')) hide(plate, plate.dataset.player !== dies);
  }

  #showPlates() {
    const { tricks, wentOn } = this.hand;
    for (const key of all("#part-layout .plate-key")) {
      const { player } = key.dataset;
      const number = tricksOf(tricks, player);
      const taken = key.querySelector(".taken");
      write(taken, this.position.on ? number || "" : taken.dataset.last);
      key.disabled = !mayTake(this.position, tricks, wentOn, player);
      const count = number === 1 ? "1 trick" : `${number} tricks`;
      put(key, "aria-label", [nameOf(player), key.querySelector(".plate-says").textContent, number && count].filter(Boolean).join(", "));
    }
    for (const key of all('#part-layout [data-touch="kill"]')) key.disabled = !canDie(this.position, tricks, key.dataset.player);
  }

  #showTricks() {
    const { tricks } = this.hand;
    for (const [at, place] of [...all("#part-layout .tricks > li")].entries()) {
      for (const taker of place.querySelectorAll("[data-of]")) hide(taker, taker.dataset.of !== tricks[at]);
      place.classList.toggle("next", this.position.on && at === tricks.length && !outcomeOf(tricks, this.hand.wentOn));
    }
  }

  #showTurn() {
    const { tricks, wentOn } = this.hand;
    const outcome = outcomeOf(tricks, wentOn);
    const first = leader(tricks);
    for (const plate of all('#part-turn [data-when="playing"] .plate[data-player]')) hide(plate, plate.dataset.player !== first);
    const asks = byId("asks");
    hide(asks, Boolean(first));
    write(asks.querySelector("strong"), outcome ? "Nobody has three" : `Trick ${tricks.length + 1}`);
    write(asks.querySelector("span"), outcome ? "the hand is spoilt" : "touch who takes it");
    for (const text of all('#part-turn [data-when="playing"] .plate[data-player] span')) {
      write(text, !wentOn ? "has three tricks" : outcome ? `went on: ${tricksOf(tricks, first)} of five` : "goes on, for all five");
    }
    byId("off").disabled = !tricks.length;
    hide(byId("goes-on"), !mayGoOn(tricks, wentOn));
    const score = byId("score");
    hide(score, !outcome);
    write(score, ENDS[outcome] ?? "");
  }

  #showOutcomes() {
    const { tricks, wentOn } = this.hand;
    const outcome = outcomeOf(tricks, wentOn);
    for (const way of all("#part-sheet [data-outcome]")) way.classList.toggle("comes", way.dataset.outcome === outcome);
    for (const shortage of all("#part-sheet [data-lacks]")) hide(shortage, shortage.dataset.lacks === leader(tricks));
  }
}

// ---- Touches ----

const hand = new SpoilFiveHand(nightOfPage());
runTable(hand, rulesOf(STEPS), spoilFive);
show(hand);

/** The touches of Spoil Five. */
function spoilFive({ transport, drawer }) {
  const display = new Display(hand, () => positionAfter(state(), transport.waiting));
  whenShown(() => display.show());

  /** Give a player the next trick. False where they cannot take it. */
  function take(player) {
    if (!mayTake(display.position, hand.tricks, hand.wentOn, player)) return false;
    hand.tricks = [...hand.tricks, player];
    return true;
  }

  return {
    touches: {
      player: seatTouch(hand, drawer, take),
      trick: (key) => take(key.dataset.player),
      off: () => hand.takeOff(),
      "goes-on"() {
        hand.wentOn = true;
      },
      score() {
        const command = scored(display.position, hand.tricks, hand.wentOn);
        // A refusal offers to sell checks to this player.
        [hand.player = null] = display.short;
        transport.send(() => command);
      },
      kill(key) {
        hand.dies = key.dataset.player;
      },
      why(key) {
        const player = hand.dies;
        hand.dies = "";
        transport.send(() => ({ do: "kill_hand", player, why: key.dataset.why }));
      },
      ...keysOfSheet(hand, transport),
    },
    quick: ["dealer"],
    describe: ({ dataset: { touch: kind, player } }) => kind === "trick" && `${nameOf(player)}’s trick. For another trick of theirs touch again`,
    escape() {
      hand.dies = "";
    },
  };
}
