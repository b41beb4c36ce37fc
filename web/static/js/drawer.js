// The drawer: money over the counter, seats, the deal and the night.

import { centsOf } from "./hand.js";
import { byId, notice, show } from "./screen.js";

export class Drawer {
  #hand;
  #wire;

  constructor(hand, wire) {
    this.#hand = hand;
    this.#wire = wire;
  }

  /** What touches in the drawer do, by their names. */
  get touches() {
    return {
      drawer: (key) => this.#open(key),
      "drawer-away": () => this.close(),
      "cage-amount": (key) => {
        byId("cage-amount").value = (Number(key.dataset.cents) / 100).toFixed(2);
      },
      cage: (key) => this.#money(key.dataset),
      "cage-bank": (key) => {
        const amount = this.#amount(null);
        if (amount) this.#wire.send(() => ({ do: key.dataset.do, amount }));
      },
    };
  }

  /** What a form sends, from its fields. */
  #forms = {
    seat: (fields) => ({ do: "seat_player", player: fields.player, name: fields.name }),
    void: (fields) => ({ do: "void_deal", reason: fields.reason }),
  };

  /** Send what a form of the drawer asks for. */
  submit(form) {
    const make = this.#forms[form.dataset.form];
    if (!make) return;
    const fields = Object.fromEntries(new FormData(form));
    if (form.dataset.form === "void") this.#hand.drawer = false;
    this.#wire.send(() => make(fields));
  }

  close() {
    this.#hand.drawer = false;
    show(this.#hand);
    byId("menu").focus({ preventScroll: true });
  }

  #open(key) {
    this.#hand.drawer = true;
    show(this.#hand);
    if (key.dataset.section) byId("seat-name").focus();
  }

  #money(asked) {
    const { player } = this.#hand;
    if (!player) {
      notice("Choose a player first.");
      return;
    }
    if (asked.do === "leave_table") {
      this.#hand.player = null;
      this.#wire.send(() => ({ do: "leave_table", player }));
      return;
    }
    const amount = this.#amount(Number(asked.else) || null);
    const tender = asked.with ? { with: asked.with } : {};
    if (amount) this.#wire.send(() => ({ do: asked.do, player, amount, ...tender }));
  }

  #amount(otherwise) {
    const typed = byId("cage-amount").value;
    const amount = typed ? centsOf(typed) : otherwise;
    if (!amount) notice(typed ? `“${typed.slice(0, 20)}” is no amount in dollars and cents.` : "Type or touch an amount first.");
    return amount;
  }
}
