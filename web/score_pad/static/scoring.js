// By what a hand is scored, as it is told so far: tricks that add up, and the command that they make.

const without = (map, key) => Object.fromEntries(Object.entries(map).filter(([one]) => one !== String(key)));

export class Scoring {
  #stand;
  #hand;
  #asks;

  /** `asks` are the names of what the hand is scored by. */
  constructor(stand, hand, asks) {
    this.#stand = stand;
    this.#hand = hand;
    this.#asks = asks;
  }

  /** The sides whose tricks are told, by their places: who plays with the bidder is counted with them. */
  get counted() {
    const { sides, partners } = this.#stand;
    return [...sides.keys()].filter((side) => !sides[side].some((player) => partners.includes(player)));
  }

  /** The sides that are asked: of two the bidder's alone. */
  get asked() {
    const { counted } = this;
    const { sides, bidder } = this.#stand;
    return counted.length === 2 && bidder ? counted.filter((side) => sides[side].includes(bidder)) : counted;
  }

  get #unsaid() {
    return this.counted.filter((side) => !(side in this.#hand.tricks));
  }

  /** How many tricks nobody is told to have. */
  get rest() {
    return this.#stand.tricks - Object.values(this.#hand.tricks).reduce((sum, one) => sum + one, 0);
  }

  /** What follows for the sides that were not told: the last has the rest, and nobody any where there is none. */
  get #follows() {
    const unsaid = this.#unsaid;
    const rest = this.rest;
    return unsaid.length === 1 || rest === 0 ? Object.fromEntries(unsaid.map((side) => [side, rest])) : {};
  }

  /** How many tricks each of the sides not told would have, were they to share the rest; 0 where they cannot. */
  get each() {
    const { length } = this.#unsaid;
    return length > 1 && this.rest % length === 0 ? this.rest / length : 0;
  }

  /** The tricks of every side as they are told or follow. */
  get tricks() {
    return { ...this.#hand.tricks, ...this.#follows };
  }

  /** Whether a side may have so many: with the others they still add up. */
  adds(side, number) {
    const { tricks } = this.#hand;
    if (this.counted.length === 2) return true;
    if (side in this.#follows && !(side in tricks)) return number === this.#follows[side];
    return number <= this.rest + (tricks[side] ?? 0);
  }

  /** Tell the tricks of a side; told twice they are untold. */
  tell(side, number) {
    const { tricks } = this.#hand;
    const others = this.counted.length === 2 ? {} : without(tricks, side);
    this.#hand.tricks = tricks[side] === number ? others : { ...others, [side]: number };
  }

  /** The sides not told share the rest. */
  share() {
    this.#hand.tricks = { ...this.#hand.tricks, ...Object.fromEntries(this.#unsaid.map((side) => [side, this.each])) };
  }

  /** Whether something that was told may be: the highest trump takes a trick. */
  may(name, side) {
    return name !== "high_trump" || this.#missingTricks || this.tricks[side] > 0;
  }

  get #missingTricks() {
    return this.#asks.includes("tricks") && this.counted.some((side) => !(side in this.tricks));
  }

  /** What was told, and what follows from the tricks: of one side that has any, it had the highest trump. */
  get told() {
    const { told } = this.#hand;
    const { sides } = this.#stand;
    if (!this.#asks.includes("high_trump") || this.#missingTricks) return told;
    const had = Object.entries(this.tricks).filter(([, number]) => number);
    const { high_trump: high, ...rest } = told;
    if (had.length === 1) return { ...rest, high_trump: sides[had[0][0]][0] };
    return high ? told : rest;
  }

  /** What is still to be told, in words; "" where it can be scored. */
  get missing() {
    const { told } = this;
    if (this.#missingTricks) return Object.keys(this.#hand.tricks).length ? `${this.rest} to come` : "Who took the tricks?";
    if (this.#asks.includes("high_trump") && !told.high_trump) return "Highest trump?";
    if (this.#asks.includes("out") && !told.out) return "Who was out?";
    if (this.#asks.includes("honours") && Boolean(told.holder) !== Boolean(told.honours)) return told.holder ? "How many honours?" : "Whose honours?";
    return "";
  }

  /** The command that scores the hand; null while something is missing. */
  get command() {
    if (this.missing) return null;
    const { sides } = this.#stand;
    const { holder, honours, ...told } = this.told;
    const asked = Object.fromEntries(Object.entries(told).filter(([name]) => this.#asks.includes(name)));
    const tricks = Object.entries(this.tricks).filter(([, number]) => number);
    return {
      do: "score_hand",
      ...(this.#asks.includes("tricks") && { tricks: Object.fromEntries(tricks.map(([side, number]) => [sides[side][0], number])) }),
      ...asked,
      ...(holder && { honours: { [holder]: Number(honours) } }),
    };
  }
}
