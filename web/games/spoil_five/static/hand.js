// The dealer's hand at a Spoil Five table: the tricks touched so far, and whether who has three of them goes on.

import { Hand } from "../../js/hand.js";

export class SpoilFiveHand extends Hand {
  /** The dealer chosen for the next hand, where anybody may deal; "" for the usual one. */
  dealer = "";
  /** Who took each trick, in order, in the hand of that number. */
  tricks = [];
  round = 0;
  /** Whether who has three tricks ventures them. */
  wentOn = false;
  /** Whose hand is being declared dead; "" for nobody's. */
  dies = "";

  constructor(night) {
    super(night, ["tricks", "round", "wentOn"]);
    this.restore();
  }

  /** Let go of what is half said. */
  letGo() {
    this.tricks = [];
    this.wentOn = false;
    this.dies = "";
    if (!this.drawer) this.player = null;
  }

  /** The tricks are of the hand of that number: those of another are let go. */
  of(round) {
    if (round !== this.round) this.letGo();
    this.round = round;
  }

  takeOff() {
    this.tricks = this.tricks.slice(0, -1);
    this.wentOn = false;
  }
}
