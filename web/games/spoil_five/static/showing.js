// What the dealer may touch next at a Spoil Five table, shown: the tricks taken, who may take the next, how the hand ends.
// Reckoned with all that still waits to be saved.

import { showDealer } from "../hands/dealing.js";
import { Reckoned } from "../hands/reckoned.js";
import { all, byId, hide, put, write } from "../../js/screen.js";
import { canDie, leader, mayGoOn, mayTake, outcomeOf, tricksOf } from "./stand.js";

const ENDS = { pool: "Takes the pool", all_five: "Takes all five", spoilt: "Spoilt" };
const nameOf = (player) => byId(`seat-${player}`).dataset.name;

export class Showing extends Reckoned {
  /** Who could not pay what these tricks would have them pay; only all five have others pay. */
  get short() {
    const { tricks, wentOn } = this.hand;
    if (outcomeOf(tricks, wentOn) !== "all_five") return [];
    return [...all("#part-sheet [data-lacks]")].map((one) => one.dataset.lacks).filter((player) => player !== leader(tricks));
  }

  show() {
    const stand = this.reckon();
    this.showSteps();
    this.hand.about(stand.on ? String(stand.round) : "");
    // Whoever has their third trick meanwhile has won.
    if (this.hand.dies && !canDie(stand, this.hand.tricks, this.hand.dies)) this.hand.dies = "";
    const { dies } = this.hand;
    const now = !stand.on ? "between" : dies ? "dying" : "playing";
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
      write(taken, this.stand.on ? number || "" : taken.dataset.last);
      key.disabled = !mayTake(this.stand, tricks, wentOn, player);
      const said = number === 1 ? "1 trick" : `${number} tricks`;
      put(key, "aria-label", [nameOf(player), key.querySelector(".plate-says").textContent, number && said].filter(Boolean).join(", "));
    }
    for (const key of all('#part-layout [data-touch="kill"]')) key.disabled = !canDie(this.stand, tricks, key.dataset.player);
  }

  #showTricks() {
    const { tricks } = this.hand;
    for (const [at, place] of [...all("#part-layout .tricks > li")].entries()) {
      for (const one of place.querySelectorAll("[data-of]")) hide(one, one.dataset.of !== tricks[at]);
      place.classList.toggle("next", this.stand.on && at === tricks.length && !outcomeOf(tricks, this.hand.wentOn));
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
    for (const said of all('#part-turn [data-when="playing"] .plate[data-player] span')) {
      write(said, !wentOn ? "has three tricks" : outcome ? `went on: ${tricksOf(tricks, first)} of five` : "goes on, for all five");
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
    for (const one of all("#part-sheet [data-lacks]")) hide(one, one.dataset.lacks === leader(tricks));
  }
}
