// The dealer's hand at a Five in One table: what they have said so far of the part that is due.

import { Hand } from "../../js/hand.js";

export class FiveInOneHand extends Hand {
  /** The dealer chosen for the next round, where anybody may deal; "" for the usual one. */
  dealer = "";
  /** How many chips a touch is. */
  size = 1;
  /** Which part it is about, as "round.turn"; chips won by player, winners, ranks turned, in order. */
  at = "";
  chips = {};
  winners = [];
  cards = [];
  /** What was said of the part that it was about before. */
  #before = null;

  constructor(night) {
    super(night, ["size", "at", "chips", "winners", "cards"]);
    this.restore();
  }

  letGo() {
    this.chips = {};
    this.winners = [];
    this.cards = [];
    if (!this.drawer) this.player = null;
  }

  /** What is said is about that part: of another it is let go, and stands again where the table goes back to that one. */
  about(at) {
    if (at === this.at) return;
    const before = this.#before;
    const { chips, winners, cards, player } = this;
    this.#before = { at: this.at, chips, winners, cards, player };
    this.letGo();
    if (before?.at === at) Object.assign(this, before);
    this.at = at;
  }

  chipsOf(player) {
    return this.chips[player] ?? 0;
  }

  give(player, chips) {
    this.chips = { ...this.chips, [player]: this.chipsOf(player) + chips };
  }

  choose(player) {
    this.winners = this.winners.includes(player) ? this.winners.filter((one) => one !== player) : [...this.winners, player];
  }
}
