// The second person: asks for their name and PIN when the house wants a command confirmed. The PIN goes straight to the
// server with the command; it is kept nowhere.

import { gettext } from "./language.js";
import { byId, hide, press, put, write } from "./screen.js";
import { typedAfter } from "./words.js";

const OFFLINE = gettext("A second person needs the connection. Try again when it is back.");

/** The key of somebody who may confirm. */
function keyOf(name) {
  const key = document.createElement("button");
  Object.assign(key, { type: "button", className: "button", textContent: name, ariaPressed: "false" });
  Object.assign(key.dataset, { touch: "second-name", name });
  return key;
}

/** Whether a command that waits needs a second person, by the house's thresholds. */
export function needsSecond({ do: word, amount, corrections = [] }) {
  const from = JSON.parse(byId("table").dataset.thresholds)[word] ?? null;
  return from !== null && (amount ?? corrections.reduce((sum, correction) => sum + correction.amount, 0)) >= from;
}

export class SecondPerson {
  #transport;
  #left;
  /** The refused touch that waits for them, and the fault that it was refused with. */
  #entry = null;
  #fault = null;
  #busy = false;

  /** `left` is told of the fault and the touch when nobody confirms it. */
  constructor(transport, left) {
    this.#transport = transport;
    this.#left = left;
    // Closed by its key or by Escape.
    byId("second")?.addEventListener("close", () => this.#leave());
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

  /** Ask for the person who confirms a touch; the fault that it was refused with has what they confirm, and who may. */
  ask(entry, fault) {
    this.#entry = entry;
    this.#fault = fault;
    write(byId("second-what"), fault.confirms.what);
    byId("second-names").replaceChildren(...fault.confirms.names.map(keyOf));
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
      this.#say(name ? gettext("Enter their PIN.") : gettext("Choose who confirms."));
      return;
    }
    this.#busy = true;
    put(byId("second-confirm"), "aria-disabled", "true");
    const fault = await this.#transport.confirm(this.#entry, name, pin);
    this.#busy = false;
    put(byId("second-confirm"), "aria-disabled", null);
    if (fault) {
      this.#clear(fault.why || OFFLINE);
      return;
    }
    this.#entry = null;
    byId("second").close();
  }

  #leave() {
    const entry = this.#entry;
    this.#entry = null;
    this.#clear("");
    if (entry) this.#left(this.#fault, entry);
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
