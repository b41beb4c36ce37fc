// A relief over the running table: a name, and the PIN of whoever sits down. They are signed in here from then on. Somebody who
// is not on the staff has no PIN: then whoever is signed in stays so.

import { gettext } from "./language.js";
import { all, byId, disable, hide, onBody, show, whenShown, whisper, write } from "./screen.js";
import { typedAfter } from "./words.js";

export class Relief {
  isOpen = false;
  #hand;
  #transport;
  /** Who is to show their PIN; "" before a name is touched. */
  #dealer = "";
  #says = "";
  /** Whether the PIN is on its way, or waits for what is to be saved first. */
  #waits = false;
  /** What had the focus before. */
  #touched = null;

  constructor(hand, transport) {
    this.#hand = hand;
    this.#transport = transport;
    whenShown(() => this.#show());
  }

  get touches() {
    return {
      relief: (key) => {
        this.#hand.drawer = false;
        this.isOpen = true;
        this.#touched = key;
        this.#ask("");
      },
      relieve: ({ dataset }) => {
        if (dataset.pin) this.#ask(dataset.dealer);
        else this.#send(dataset.dealer);
      },
      "relieve-guest": () => {
        const guest = byId("relief-guest").value.trim();
        if (guest) this.#send(guest);
        else this.#say(gettext("Type the dealer’s name first."));
      },
      "relieve-pin": () => this.#takeOver(),
      "relief-away": () => this.close(),
    };
  }

  /** A key of the keypad was touched. */
  type(key) {
    const pin = byId("relief-pin");
    pin.value = typedAfter(pin.value, key, (next) => next.length <= pin.maxLength);
  }

  /** Close without a relief. */
  close() {
    if (!this.isOpen) return;
    this.#transport.keepDealer();
    this.isOpen = false;
    this.#ask("");
    byId("relief-guest").value = "";
    hide(byId("part-relief"), true);
    for (const other of all(".part")) other.inert = false;
    this.#touched?.focus({ preventScroll: true });
  }

  /** Ask for somebody's PIN, or with "" for a name. */
  #ask(dealer) {
    this.#dealer = dealer;
    this.#waits = false;
    this.#say("");
    byId("relief-pin").value = "";
  }

  #say(text) {
    this.#says = text;
  }

  #send(dealer) {
    this.close();
    this.#transport.send(() => ({ do: "relieve_dealer", dealer }));
  }

  async #takeOver() {
    const dealer = this.#dealer;
    const pin = byId("relief-pin").value;
    if (this.#waits) return;
    if (!/^[0-9]{4,12}$/.test(pin)) {
      this.#say(gettext("A PIN has 4 to 12 digits."));
      return;
    }
    byId("relief-pin").value = "";
    this.#waits = true;
    const why = await this.#transport.takeOver(dealer, pin);
    // Cancelled, or another name by now.
    if (!this.#waits || this.#dealer !== dealer) return;
    if (why) {
      this.#ask(dealer);
      this.#say(why);
    } else {
      this.close();
      whisper(gettext("%(name)s deals now and is signed in here.", { name: dealer }));
    }
    show(this.#hand);
  }

  #show() {
    onBody("dealer", byId("dealer") && "");
    const part = byId("part-relief");
    if (!part) return;
    const opens = part.hidden && this.isOpen;
    hide(part, !this.isOpen);
    if (!this.isOpen) return;
    for (const other of all(".part:not(#part-relief)")) other.inert = true;
    const asks = part.querySelector("[data-relief=pin]").hidden && this.#dealer;
    for (const step of part.querySelectorAll("[data-relief]")) hide(step, (step.dataset.relief === "pin") !== Boolean(this.#dealer));
    write(byId("relief-who"), gettext("%(name)s’s PIN", { name: this.#dealer }));
    const key = byId("relieve-pin");
    disable(key, this.#waits);
    const waits = this.#transport.waiting.length ? gettext("Waiting until all is saved…") : gettext("Checking the PIN…");
    write(key, this.#waits ? waits : gettext("Deal from now on"));
    write(byId("relief-says"), this.#says);
    hide(byId("relief-says"), !this.#says);
    // Not on a name: Enter pressed twice would choose it.
    if (opens) part.querySelector(".claims-body").focus({ preventScroll: true });
    if (asks) byId("relief-pin").focus({ preventScroll: true });
  }
}
