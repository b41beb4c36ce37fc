// The dealer's hand at a Faro table: the checks in it, and what it is about to do with them.

import { Hand } from "../../js/hand.js";

export class FaroHand extends Hand {
  cents = 0;
  copper = false;
  paroli = false;
  /** Whether the checks in hand are bank bills. */
  bills = false;
  suits = false;
  orders = false;
  pane = "turn";
  /** The bet that waits for its new place. */
  moving = null;
  /** The rank that waits for its suit. */
  rank = null;
  /** Picked ranks: "win" or "lose". */
  picks = new Map();
  typed = "";
  /** The last payments that were settled, and those that are looked at again. */
  settled = "";
  listed = "";

  constructor(night) {
    super(night, ["player", "cents", "suits"]);
    this.restore();
  }

  /** Checks in hand are laid; an empty hand gives orders. */
  get lays() {
    return !this.orders && this.cents > 0;
  }

  take(cents) {
    this.orders = false;
    this.cents = cents;
  }

  show(pane) {
    this.pane = pane;
    if (pane !== "pick") this.picks.clear();
  }
}
