// The dealer's hand at a Faro table: the checks in it, and what it is about to do with them.

import { Hand } from "../../js/hand.js";
import { Amount } from "../../js/keypad.js";

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
  /** What is entered on the keypad. */
  typed = new Amount();
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

  /** Whether the cloth picks ranks: it lays nothing then. */
  get picking() {
    return this.pane === "pick";
  }

  /** Pick a rank to win, then to lose, then not at all. */
  pick(rank) {
    const next = { undefined: "win", win: "lose", lose: "" }[this.picks.get(rank)];
    if (next) this.picks.set(rank, next);
    else this.picks.delete(rank);
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
