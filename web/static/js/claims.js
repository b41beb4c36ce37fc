// A dispute in two touches: the first on what is disputed, the second on what the player says.

import { all, byId, hide, notice, onBody, press, whenShown, write } from "./screen.js";

export class Claims {
  #hand;
  #transport;
  #drawer;
  /** What was touched: what the dispute is about, in words too, who disputes it, what they say; null where nothing was. */
  #open = null;
  /** What had the focus before. */
  #touched = null;

  constructor(hand, transport, drawer) {
    this.#hand = hand;
    this.#transport = transport;
    this.#drawer = drawer;
    whenShown(() => this.#show());
  }

  get touches() {
    return {
      dispute: (key) => {
        const { about, said, player } = key.dataset;
        this.#touched = key;
        this.#open = { about: JSON.parse(about), said, player: player || this.#hand.player || "" };
      },
      disputer: (key) => {
        this.#open.player = key.dataset.player;
        if (this.#open.claim) this.#raise(this.#open.claim);
      },
      "say-claim": (key) => this.#raise(key.dataset.claim),
      "other-claim": () => {
        const { about, player } = this.#open;
        this.close();
        this.#drawer.dispute(player, about);
      },
      "claims-away": () => this.close(),
    };
  }

  /** Raise nothing. */
  close() {
    if (!this.#open) return;
    this.#open = null;
    hide(byId("part-claims"), true);
    for (const other of all(".part")) other.inert = false;
    this.#touched?.focus({ preventScroll: true });
  }

  #raise(claim) {
    const { about, player } = this.#open;
    if (!player) {
      this.#open.claim = claim;
      notice("Now touch the player who says so.");
      return;
    }
    const { dispute } = byId("part-claims").dataset;
    this.close();
    this.#transport.send(() => ({ do: "raise_dispute", dispute, player, about, claim }));
  }

  #show() {
    onBody("disputes", byId("open-disputes") && "");
    const part = byId("part-claims");
    const opens = part.hidden && this.#open;
    hide(part, !this.#open);
    if (!this.#open) return;
    for (const other of all(".part:not(#part-claims)")) other.inert = true;
    write(byId("claims-about"), this.#open.said);
    const { about } = this.#open;
    const named = new URLSearchParams(typeof about === "number" ? { turn: about } : { bet: about });
    byId("put-right").href = `${byId("put-right").dataset.page}?${named}`;
    press("#part-claims [data-touch=disputer]", (key) => key.dataset.player === this.#open.player);
    press("#part-claims [data-touch=say-claim]", (key) => key.dataset.claim === this.#open.claim);
    // Not on a claim: Enter pressed twice would raise it.
    if (opens) part.querySelector(".claims-body").focus({ preventScroll: true });
  }
}
