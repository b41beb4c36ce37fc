// The dealer's hand at a Pharo table: the checks in it, whose livret lies before it, and the first card of a coup.

import { Hand } from "../../js/hand.js";
import { Amount } from "../../js/keypad.js";

export class PharoHand extends Hand {
  cents = 0;
  opposed = false;
  /** What is entered on the keypad. */
  typed = new Amount();
  pane = "turn";
  /** The bet that waits for its new card. */
  moving = null;
  /** The bank's card of a coup, whose second is still to come, and the coup that it is of. */
  bank = null;
  coup = "";

  constructor(night) {
    super(night, ["player", "cents"]);
    this.restore();
  }

  show(pane) {
    this.pane = pane;
    this.moving = null;
  }

  /** Let go of what is half said. */
  letGo() {
    this.bank = null;
    this.moving = null;
    this.opposed = false;
    this.pane = "turn";
  }
}
