// A dealer's hand in which something is told bit by bit and then sent whole: tricks, chips, winners.

import { Hand } from "../../js/hand.js";

export class ToldHand extends Hand {
  /** What it is about: a hand, a part of a round. */
  at = "";
  /** What was told of what it was about before. */
  #before = null;
  #told;

  /** `kept` names what outlives the page in its tab, `told` what is told, which `letGo` lets go. */
  constructor(night, kept, told) {
    super(night, [...kept, "at", ...told]);
    this.#told = [...told, "player"];
  }

  /** It is about this: what is told of another is let go, and stands again where the table goes back to that one. */
  about(at) {
    if (at === this.at) return;
    const before = this.#before;
    this.#before = Object.fromEntries(["at", ...this.#told].map((name) => [name, this[name]]));
    this.letGo();
    if (before?.at === at) Object.assign(this, before);
    this.at = at;
  }
}
