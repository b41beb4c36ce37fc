// The dealer's hand at a Farmer table: whose hand is being entered, and the cards of it touched so far.

import { Hand } from "../../js/hand.js";

export class FarmerHand extends Hand {
  /** The dealer chosen for the next hand, where anybody may deal; "" for the usual one. */
  dealer = "";
  /** Whose hand is shown: "" for the next in order. */
  shows = "";
  /** The ranks touched, in that order, in the hand of that number. */
  cards = [];
  round = 0;

  constructor(night) {
    super(night, []);
  }

  letGo() {
    this.cards = [];
    this.shows = "";
    if (!this.drawer) this.player = null;
  }

  /** The cards are of the hand of that number: those of another are let go. */
  of(round) {
    if (round !== this.round) this.letGo();
    this.round = round;
  }
}
