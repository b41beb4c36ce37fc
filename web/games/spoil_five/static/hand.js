// The dealer's hand at a Spoil Five table: the tricks touched so far, and whether who has three of them goes on.

import { ToldHand } from "../hands/told.js";

export class SpoilFiveHand extends ToldHand {
  /** The dealer chosen for the next hand, where anybody may deal; "" for the usual one. */
  dealer = "";
  /** Who took each trick, in order. */
  tricks = [];
  /** Whether who has three tricks ventures them. */
  wentOn = false;
  /** Whose hand is being declared dead; "" for nobody's. */
  dies = "";

  constructor(night) {
    super(night, [], ["tricks", "wentOn"]);
    this.restore();
  }

  /** Let go of what is half said. */
  letGo() {
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
