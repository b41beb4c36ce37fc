// The dealer's hand at a Farmer table: whose hand is being entered, and the cards of it touched so far.

import { Hand } from "../../js/hand.js";

export class FarmerHand extends Hand {
  /** The dealer chosen for the next hand, where anybody may deal; "" for the usual one. */
  dealer = "";
  /** Whose hand is shown: "" for the next in order. */
  shows = "";
  /** The ranks touched, in that order. */
  cards = [];

  constructor(night) {
    super(night, []);
  }

  letGo() {
    this.cards = [];
    this.shows = "";
    if (!this.drawer) this.player = null;
  }
}
