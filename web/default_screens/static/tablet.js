// The tablet of any game without screens of its own. A key without inputs sends its command at once; any other key opens
// a form on the layout, where the inputs are chosen, picked and typed.

import { gettext, money } from "../../js/language.js";
import { Amount, typedAfter } from "../../js/words.js";
import { Hand, all, byId, hide, notice, press, put, show, whenShown, write } from "../../js/screen.js";
import { nightOfPage, runTable } from "../../js/tablet.js";
import { looks } from "../hands/hands.js";

// ---- The form of a command ----

const signed = (number) => String(number).replace("-", "−");
const textBySeat = (input, numbers) =>
  [...input.querySelectorAll("[data-count]")]
    .filter(({ dataset }) => numbers[dataset.count])
    .map(({ dataset }) => `${dataset.name} ${signed(numbers[dataset.count])}`)
    .join(" ");
const inputOf = (key) => key.closest("[data-input]");

/** What is entered on the open form. */
class TableHand extends Hand {
  /** The word of the command whose form is open; "" for none. */
  form = "";
  /** Entries by input name: a value, a list, numbers by seat, an `Amount`, or the digits of a number. */
  #entered = new Map();

  constructor(night) {
    super(night, []);
  }

  open(form) {
    this.form = form === this.form ? "" : form;
    this.reset();
  }

  /** Clear the form. Amounts are suggested again: the next player may stake as much. */
  reset() {
    for (const { dataset } of this.#inputs()) {
      if (dataset.kind === "amount") this.#amountOf(dataset.input).suggest(this.#amountOf(dataset.input).cents);
      else this.#entered.delete(dataset.input);
    }
    for (const field of all("[data-typed]")) field.value = "";
  }

  set(key) {
    const { input } = inputOf(key).dataset;
    const value = JSON.parse(key.dataset.value);
    if (this.#entered.get(input) === value) this.#entered.delete(input);
    else this.#entered.set(input, value);
  }

  /** Add a card or a player to a list, or remove it; the list is in the order of the touches. */
  pick(key) {
    const { input } = inputOf(key).dataset;
    const picked = JSON.parse(key.dataset.value);
    const before = this.#entered.get(input) ?? [];
    this.#entered.set(input, before.includes(picked) ? before.filter((value) => value !== picked) : [...before, picked]);
  }

  /** Count up or down for a player. */
  count(key) {
    const { player, by } = key.dataset;
    const { input } = inputOf(key).dataset;
    const numbers = { ...this.#entered.get(input) };
    numbers[player] = (numbers[player] ?? 0) + Number(by);
    if (!numbers[player]) delete numbers[player];
    this.#entered.set(input, numbers);
  }

  /** Enter a player whose seat was touched into the first input for a player. False if there is none. */
  seat(player) {
    const [input] = this.#inputs().filter(({ dataset }) => dataset.kind === "player");
    if (input) this.#entered.set(input.dataset.input, player);
    return Boolean(input);
  }

  sum(key) {
    this.#amountOf(inputOf(key).dataset.input).add(Number(key.dataset.cents));
  }

  /** Enter a key of the form's keypad. */
  type(key) {
    const { input, kind } = inputOf(key).dataset;
    const { digit } = key.dataset;
    if (kind === "amount") this.#amountOf(input).type(digit);
    else this.#entered.set(input, typedAfter(this.#entered.get(input) ?? "", digit, (text) => /^\d{1,7}$/.test(text)));
  }

  #amountOf(input) {
    if (!this.#entered.has(input)) this.#entered.set(input, new Amount());
    return this.#entered.get(input);
  }

  write(field) {
    this.#entered.set(field.dataset.typed, field.value.trim());
  }

  /** The command that the form makes; null while a required input is empty. */
  get command() {
    const command = { do: this.form };
    for (const input of this.#inputs()) {
      const value = this.#valueOf(input);
      if (value !== null) command[input.dataset.input] = value;
      else if (input.dataset.required) return null;
    }
    return command;
  }

  /** Show the open form with its entries. */
  show() {
    const key = byId(`key-${this.form}`);
    if (this.form && (!key || key.disabled)) this.form = "";
    for (const form of all("#part-layout > [data-form]")) hide(form, form.dataset.form !== this.form);
    press('#part-keys [data-touch="form"]', ({ dataset }) => dataset.do === this.form);
    for (const input of this.#inputs()) this.#showInput(input);
    const does = byId("do");
    hide(does, !this.form);
    does.disabled = !this.command;
    const what = key?.textContent ?? "";
    write(does.querySelector(".what"), this.text ? gettext("%(what)s: %(text)s", { what, text: this.text }) : what);
  }

  /** The entries in words. */
  get text() {
    return this.#inputs().map((input) => this.#textOf(input)).filter(Boolean).join(", ");
  }

  #showInput(input) {
    const entered = this.#entered.get(input.dataset.input);
    for (const key of input.querySelectorAll("[data-value]")) {
      const value = JSON.parse(key.dataset.value);
      put(key, "aria-pressed", String(Array.isArray(entered) ? entered.includes(value) : entered === value));
    }
    for (const count of input.querySelectorAll("[data-count]")) write(count, signed(entered?.[count.dataset.count] ?? 0));
    const sum = input.querySelector(".typed-sum");
    if (sum) write(sum, input.dataset.kind === "amount" ? this.#amountOf(input.dataset.input).shown : entered || "0");
  }

  #inputs() {
    return this.form ? [...all(`#part-layout [data-form="${CSS.escape(this.form)}"] [data-input]`)] : [];
  }

  #valueOf(input) {
    if (input.dataset.kind === "amount") return this.#amountOf(input.dataset.input).cents;
    const entered = this.#entered.get(input.dataset.input);
    if (input.dataset.kind === "by_player") return entered ?? {};
    if (entered === undefined || entered === "" || entered.length === 0) return null;
    return input.dataset.kind === "number" ? Number(entered) : entered;
  }

  #textOf(input) {
    const value = this.#valueOf(input);
    if (value === null) return "";
    if (input.dataset.kind === "amount") return money(value);
    if (input.dataset.kind === "by_player") return textBySeat(input, value);
    const pressed = [...input.querySelectorAll('[data-value][aria-pressed="true"]')];
    return pressed.map((key) => key.textContent.trim()).join(" ") || String(value);
  }
}

// ---- Touches ----

const hand = new TableHand(nightOfPage());
/** The page does not know what commands do: any may move the game on, and only the server knows which are allowed. */
const rules = { movesOn: () => true, survives: () => false, followsOf: () => "", looks };
runTable(hand, rules, table);
show(hand);

function table({ transport, drawer }) {
  whenShown(() => hand.show());
  document.addEventListener("input", (event) => {
    if (!event.target.dataset.typed) return;
    hand.write(event.target);
    hand.show();
  });

  return {
    touches: {
      form(key) {
        hand.open(key.dataset.do);
      },
      set: (key) => hand.set(key),
      pick: (key) => hand.pick(key),
      count: (key) => hand.count(key),
      "sum-of": (key) => hand.sum(key),
      digit: (key) => (hand.drawer ? drawer.type(key.dataset.digit) : hand.type(key)),
      player(key) {
        const { player } = key.dataset;
        drawer.turnToPlayer();
        if (!hand.drawer && hand.seat(player)) return;
        hand.player = player;
        if (!hand.drawer) drawer.open("money");
      },
      do() {
        const { command } = hand;
        if (!command) {
          notice(gettext("Enter what is missing first."));
          return;
        }
        transport.send(() => command, { said: hand.text });
        hand.reset();
      },
    },
    quick: ["count", "sum-of"],
    escape: () => hand.open(""),
  };
}
