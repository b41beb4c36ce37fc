// The dealer's hand at a match: who is to play, what was told of the hand so far.

import { ToldHand } from "../hands/told.js";

/** What is told of a hand or a match, before it is sent. */
const nothing = () => ({ plays: null, shape: "", bidder: "", doubled: 0, card: { asked: false, rank: "", suit: "" }, tricks: {}, told: {} });

export class PadHand extends ToldHand {
  /** Whether only the outcome of biddings is entered, until that is touched again. */
  contractOnly = false;
  /** The moment at which the hand that was scored last is being scored again; "" for none. */
  again = "";

  constructor(night) {
    super(night, ["contractOnly"], Object.keys(nothing()));
    this.letGo();
    this.restore();
  }

  letGo() {
    Object.assign(this, nothing());
    if (!this.drawer) this.player = null;
  }

  /** Tell something by its name; told twice it is untold. */
  tell(name, value) {
    const { [name]: was, ...told } = this.told;
    this.told = was === value ? told : { ...told, [name]: value };
  }
}
