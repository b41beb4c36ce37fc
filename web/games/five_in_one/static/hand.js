// The dealer's hand at a Five in One table: what they have said so far of the part that is due.

import { ToldHand } from "../hands/told.js";

export class FiveInOneHand extends ToldHand {
  /** The dealer chosen for the next round, where anybody may deal; "" for the usual one. */
  dealer = "";
  /** How many chips a touch is. */
  size = 1;
  /** Chips won by player, winners, ranks turned, in order. */
  chips = {};
  winners = [];
  cards = [];

  constructor(night) {
    super(night, ["size"], ["chips", "winners", "cards"]);
    this.restore();
  }

  letGo() {
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
    this.winners = this.winners.includes(player) ? this.winners.filter((one) => one !== player) : [...this.winners, player];
  }
}
