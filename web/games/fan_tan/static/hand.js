// The dealer's hand at a Fan-Tan table: what they have begun to say with a touch and have not said to the end.

import { Hand } from "../../js/hand.js";

export class FanTanHand extends Hand {
  /** The dealer chosen for the next hand; "" for the one whose turn it is. */
  dealer = "";
  /** Whether several cards are being picked for one turn. */
  opens = false;
  /** The card that was touched before its holder was named. */
  first = "";
  /** Whether a dead hand's cards are being shown, and whose hand is: "" for the next in order. */
  showsDead = false;
  shows = "";
  /** Cards picked: for one turn, or a hand that is shown. */
  picks = new Set();
  /** The wrong passes whose penalty the dealer waives, as "hand.turn". */
  waived = [];

  constructor(night) {
    super(night, ["waived"]);
    this.restore();
  }

  /** Let go of what is half said. */
  letGo() {
    this.opens = false;
    this.first = "";
    if (!this.drawer) this.player = null;
    this.picks.clear();
  }

  pick(card) {
    if (!this.picks.delete(card)) this.picks.add(card);
  }
}
