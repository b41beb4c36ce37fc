// The dealer's hand at a Frog table: who is to play, who is spoken for, and the bidder's points.

import { ToldHand } from "../hands/told.js";

export class FrogHand extends ToldHand {
  /** The dealer chosen for the next hand, where anybody may deal; "" for the usual one. */
  dealer = "";
  /** Who is to play the next hand; null for the usual players. */
  plays = null;
  /** Who is spoken for, where that is not whose turn it is. */
  speaker = "";
  /** The bidder's points in steps of ten, null before any is touched; those over that; and what was trumps. */
  tens = null;
  units = 0;
  trump = "";
  /** The moment of the table at which the last hand is to be scored again; "" where it is not. */
  again = "";

  constructor(night) {
    super(night, ["dealer"], ["plays", "speaker", "tens", "units", "trump"]);
    this.restore();
  }

  letGo() {
    this.plays = null;
    this.speaker = "";
    this.tens = null;
    this.units = 0;
    this.trump = "";
    if (!this.drawer) this.player = null;
  }

  /** The bidder's points; null until they are told. */
  get points() {
    return this.tens === null ? null : this.tens + this.units;
  }
}
