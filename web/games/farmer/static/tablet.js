// The Farmer tablet: a touch a card, and one for the whole hand. The next player in order is asked for automatically.

import { Hand, all, byId, hide, notice, put, show, state, whenShown, write } from "../../js/screen.js";
import { nightOfPage, runTable } from "../../js/tablet.js";
import { HandDisplay, counted, fromLeftOf, keysOfSheet, replay, rulesOf, seatTouch, showDealer } from "../hands/hands.js";

// ---- The dealer's hand ----

/** The cards entered of a player's hand. */
class FarmerHand extends Hand {
  /** The dealer chosen for the next hand, where there is a choice; "" for the usual dealer. */
  dealer = "";
  /** Whose hand is entered; "" for the next in order. */
  shows = "";
  /** The ranks touched, in order, and the number of the hand that they are of. */
  cards = [];
  round = 0;

  constructor(night) {
    super(night, []);
  }

  reset() {
    this.cards = [];
    this.shows = "";
    if (!this.drawer) this.player = null;
  }

  /** Turn to the hand of this number: cards of another hand are cleared. */
  turnTo(round) {
    if (round !== this.round) this.reset();
    this.round = round;
  }
}

// ---- The position after pending commands ----

function begun(position, { dealer }) {
  const around = fromLeftOf(dealer, position.seated);
  return { ...position, on: true, round: position.round + 1, players: position.plays ? around : around.slice(0, -1), shown: {} };
}

const STEPS = {
  start_hand: begun,
  show_hand: (position, { player, cards }) => ({ ...position, shown: { ...position.shown, [player]: cards } }),
  settle_hand: (position) => ({ ...position, on: false }),
  void_hand: (position) => ({ ...position, on: false }),
};

/** Who still has to show, in order. */
const toShow = (position) => (position.on ? position.players.filter((player) => !(player in position.shown)) : []);

const rankOf = (card) => card.replace(/[shdc]$/, "");

/** The position after pending commands, from the state shown; null where a take-back reaches further back than the page knows. */
const positionAfter = replay(STEPS);

// ---- What the page shows ----

const SIXTEEN = 16;
const FEWEST_CARDS = 2;

class Display extends HandDisplay {
  /** Whose hand is being entered; "" for nobody's. */
  shows = "";

  /** How many cards of a rank are left for the hand that is entered. */
  left(rank) {
    const { shown } = this.position;
    const others = Object.keys(shown).filter((player) => player !== this.shows);
    const gone = [...others.flatMap((player) => shown[player]), ...this.hand.cards].filter((card) => rankOf(card) === rank);
    return Number(byId(`rank-${rank}`).dataset.cards) - gone.length;
  }

  show() {
    const position = this.update();
    this.showSteps();
    this.hand.turnTo(position.on ? position.round : 0);
    const chosen = this.hand.shows;
    this.shows = position.on && position.players.includes(chosen) ? chosen : (toShow(position)[0] ?? "");
    const now = this.shows ? "showing" : position.on ? "shown" : "between";
    for (const part of all("#part-turn [data-when]")) hide(part, part.dataset.when !== now);
    for (const face of all("#part-layout [data-face]")) hide(face, (face.dataset.face === "pack") !== Boolean(this.shows));
    for (const seat of all("#part-players .seat[data-player]")) seat.classList.toggle("plays", seat.dataset.player === this.shows);
    showDealer(this.hand.dealer);
    if (!this.shows) return;
    for (const plate of all("#part-turn .plate[data-player]")) hide(plate, plate.dataset.player !== this.shows);
    write(document.querySelector("#part-top .phase"), `${byId(`seat-${this.shows}`).dataset.name} shows`);
    this.#showPack();
    this.#showHand();
  }

  #showPack() {
    for (const key of all("#part-layout .pack-card")) {
      const left = this.left(key.dataset.rank);
      put(key, "aria-disabled", String(left < 1));
      for (const [at, pip] of [...key.querySelectorAll("s")].entries()) pip.classList.toggle("gone", at >= left);
    }
  }

  #showHand() {
    const { cards } = this.hand;
    const points = cards.reduce((sum, rank) => sum + Number(byId(`rank-${rank}`).dataset.points), 0);
    const text = points > SIXTEEN ? `${points - SIXTEEN} over` : points < SIXTEEN ? "" : cards.includes("6") ? "with the six" : "sixteen";
    byId("picked").replaceChildren(...cards.map(cardKey));
    const total = byId("counted");
    total.className = `counted ${points > SIXTEEN ? "over" : points === SIXTEEN ? "sixteen" : ""}`;
    total.innerHTML = cards.length ? `<b>${points}</b> <span>${text}</span>` : "";
    byId("clear").disabled = !cards.length;
    const shown = byId("shown");
    const missing = FEWEST_CARDS - cards.length;
    shown.disabled = missing > 0;
    write(shown, missing > 0 ? `${counted(missing, "card")} more` : `That is ${byId(`seat-${this.shows}`).dataset.name}’s hand`);
  }
}

/** A card of the hand as a key that takes it off again. */
function cardKey(rank, at) {
  const key = document.createElement("button");
  key.className = `card${rank === "6" ? " red" : ""}`;
  Object.assign(key.dataset, { touch: "off", at });
  write(key, rank === "6" ? "6♥" : rank);
  put(key, "aria-label", `Take the ${rank} off`);
  return key;
}

// ---- Touches ----

const hand = new FarmerHand(nightOfPage());
runTable(hand, rulesOf(STEPS), farmer);
show(hand);

/** The touches of Farmer. */
function farmer({ transport, drawer }) {
  const display = new Display(hand, () => positionAfter(state(), transport.waiting));
  whenShown(() => display.show());

  return {
    touches: {
      player: seatTouch(hand, drawer, (player) => {
        const { on, players } = display.position;
        if (!on || !players.includes(player) || display.shows === player) return false;
        hand.reset();
        hand.shows = player;
        return true;
      }),
      rank({ dataset: { rank } }) {
        hand.cards.push(rank);
      },
      off({ dataset: { at } }) {
        hand.cards.splice(Number(at), 1);
      },
      clear() {
        hand.cards = [];
      },
      shown() {
        const player = display.shows;
        const { cards } = hand;
        hand.reset();
        transport.send(() => ({ do: "show_hand", player, cards }), { said: `show ${cards.join(" ")}` });
      },
      ...keysOfSheet(hand, transport),
    },
    quick: ["rank", "off", "dealer"],
    asleep: (key) => key.dataset.touch === "rank" && notice("No more of this rank in the pack."),
    escape: () => hand.reset(),
  };
}
