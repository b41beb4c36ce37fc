// The second person: asks for their name and PIN when the house wants a command confirmed. The PIN goes straight to the
// server with the command; it is kept nowhere.

import { all, byId, hide, press, put, write } from "./screen.js";
import { typedAfter } from "./words.js";

const OFFLINE = "A second person needs the connection. Try again when it is back.";

export class SecondPerson {
  #transport;
  #left;
  /** The refused touch that waits for them. */
  #entry = null;
  #busy = false;

  /** `left` is told of the touch, and why it was refused, when nobody confirms it. */
  constructor(transport, left) {
    this.#transport = transport;
    this.#left = left;
    // Closed by its key or by Escape.
    byId("second")?.addEventListener("close", () => this.#leave());
  }

  /** Whether somebody else is on the staff who could confirm. */
  get canAsk() {
    return byId("second") !== null;
  }

  get open() {
    return this.#entry !== null;
  }

  get touches() {
    return {
      "second-name": (key) => {
        press("#second [data-touch=second-name]", (other) => other === key);
        byId("second-pin").focus();
      },
      "second-confirm": () => this.#confirm(),
      "second-away": () => byId("second").close(),
    };
  }

  /** Ask for the person who confirms a touch that was refused with a fault. */
  ask(entry, fault) {
    this.#entry = { ...entry, fault };
    write(byId("second-what"), entry.words ?? "");
    press("#second [data-touch=second-name]", () => false);
    // A relief signs somebody else in at this table.
    const { content: member } = document.querySelector("meta[name=member]");
    for (const key of all("#second [data-touch=second-name]")) hide(key, key.dataset.name === member);
    this.#clear("");
    byId("second").showModal();
  }

  /** A key of the keypad was touched. */
  type(digit) {
    const pin = byId("second-pin");
    pin.value = typedAfter(pin.value, digit, (next) => next.length <= pin.maxLength);
  }

  async #confirm() {
    const name = document.querySelector("#second [data-touch=second-name][aria-pressed=true]")?.dataset.name;
    const pin = byId("second-pin").value;
    if (this.#busy || !this.#entry) return;
    if (!name || !pin) {
      this.#say(name ? "Enter their PIN." : "Choose who confirms.");
      return;
    }
    this.#busy = true;
    put(byId("second-confirm"), "aria-disabled", "true");
    const fault = await this.#transport.confirm(this.#entry, name, pin);
    this.#busy = false;
    put(byId("second-confirm"), "aria-disabled", null);
    if (fault) {
      this.#clear(fault.code === "second_needed" ? `${name} may not confirm this. ${fault.why}` : fault.why || OFFLINE);
      return;
    }
    this.#entry = null;
    byId("second").close();
  }

  #leave() {
    const entry = this.#entry;
    this.#entry = null;
    this.#clear("");
    if (entry) this.#left(entry.fault, entry);
  }

  #clear(why) {
    byId("second-pin").value = "";
    this.#say(why);
  }

  #say(why) {
    write(byId("second-why"), why);
    hide(byId("second-why"), !why);
  }
}
