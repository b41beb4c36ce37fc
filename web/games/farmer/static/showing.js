// What the dealer may touch next at a Farmer table, shown: whose hand is entered, what it counts, which cards are left.
// Reckoned with all that still waits to be saved.

import { showDealer } from "../hands/dealing.js";
import { Reckoned } from "../hands/reckoned.js";
import { all, byId, hide, put, write } from "../../js/screen.js";
import { rankOf, toShow } from "./stand.js";

const SIXTEEN = 16;
const FEWEST_CARDS = 2;

export class Showing extends Reckoned {
  /** Whose hand is being entered: nobody's is "". */
  shows = "";

  /** How many cards of a rank are left for the hand that is entered. */
  left(rank) {
    const { shown } = this.stand;
    const others = Object.keys(shown).filter((player) => player !== this.shows);
    const gone = [...others.flatMap((player) => shown[player]), ...this.hand.cards].filter((card) => rankOf(card) === rank);
    return Number(byId(`rank-${rank}`).dataset.cards) - gone.length;
  }

  show() {
    const stand = this.reckon();
    this.showSteps();
    this.hand.of(stand.on ? stand.round : 0);
    const asked = this.hand.shows;
    this.shows = stand.on && stand.players.includes(asked) ? asked : (toShow(stand)[0] ?? "");
    const now = this.shows ? "showing" : stand.on ? "shown" : "between";
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
    const said = points > SIXTEEN ? `${points - SIXTEEN} over` : points < SIXTEEN ? "" : cards.includes("6") ? "with the six" : "sixteen";
    byId("picked").replaceChildren(...cards.map(cardKey));
    const counted = byId("counted");
    counted.className = `counted ${points > SIXTEEN ? "over" : points === SIXTEEN ? "sixteen" : ""}`;
    counted.innerHTML = cards.length ? `<b>${points}</b> <span>${said}</span>` : "";
    byId("clear").disabled = !cards.length;
    const shown = byId("shown");
    const missing = FEWEST_CARDS - cards.length;
    shown.disabled = missing > 0;
    write(shown, missing > 0 ? `${missing} card${missing === 1 ? "" : "s"} more` : `That is ${byId(`seat-${this.shows}`).dataset.name}’s hand`);
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
