// What is asked with a command while it is put together on its form: chosen, picked and typed, each under its input's name.

import { dollars } from "../../js/words.js";
import { Hand } from "../../js/hand.js";
import { Amount, typedAfter } from "../../js/keypad.js";
import { all, byId, hide, press, put, write } from "../../js/screen.js";

const signed = (number) => String(number).replace("-", "−");
const saidBySeat = (input, numbers) =>
  [...input.querySelectorAll("[data-count]")]
    .filter(({ dataset }) => numbers[dataset.count])
    .map(({ dataset }) => `${dataset.name} ${signed(numbers[dataset.count])}`)
    .join(" ");
const inputOf = (key) => key.closest("[data-input]");

export class TableHand extends Hand {
  /** The word of the command whose form is open; "" for none. */
  form = "";
  /** What was entered on it, by the inputs' names: a value, a list, numbers by seat, an `Amount`, or what is typed of a number. */
  #entered = new Map();

  constructor(night) {
    super(night, []);
  }

  open(form) {
    this.form = form === this.form ? "" : form;
    this.letGo();
  }

  /** Let go of what is entered; amounts are suggested again, for the next player may stake as much. */
  letGo() {
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

  /** A card or a player more, or one less, in the order in which they are touched. */
  pick(key) {
    const { input } = inputOf(key).dataset;
    const picked = JSON.parse(key.dataset.value);
    const before = this.#entered.get(input) ?? [];
    this.#entered.set(input, before.includes(picked) ? before.filter((one) => one !== picked) : [...before, picked]);
  }

  /** One more or one less for a player. */
  count(key) {
    const { player, by } = key.dataset;
    const { input } = inputOf(key).dataset;
    const numbers = { ...this.#entered.get(input) };
    numbers[player] = (numbers[player] ?? 0) + Number(by);
    if (!numbers[player]) delete numbers[player];
    this.#entered.set(input, numbers);
  }

  /** A player's seat was touched: the first input for a player takes it. False where none asks for one. */
  seat(player) {
    const [input] = this.#inputs().filter((one) => one.dataset.kind === "player");
    if (input) this.#entered.set(input.dataset.input, player);
    return Boolean(input);
  }

  sum(key) {
    this.#amountOf(inputOf(key).dataset.input).add(Number(key.dataset.cents));
  }

  /** A key of the form's keypad. */
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

  /** The command that the form makes; null while something that is required is missing. */
  get command() {
    const made = { do: this.form };
    for (const input of this.#inputs()) {
      const value = this.#valueOf(input);
      if (value !== null) made[input.dataset.input] = value;
      else if (input.dataset.required) return null;
    }
    return made;
  }

  /** Show the form that is open, and what is entered on it. */
  show() {
    const key = byId(`key-${this.form}`);
    if (this.form && (!key || key.disabled)) this.form = "";
    for (const form of all("#part-layout > [data-form]")) hide(form, form.dataset.form !== this.form);
    press('#part-keys [data-touch="form"]', (one) => one.dataset.do === this.form);
    for (const input of this.#inputs()) this.#showInput(input);
    const does = byId("do");
    hide(does, !this.form);
    does.disabled = !this.command;
    write(does.querySelector(".what"), this.form ? `${key.textContent}${this.said && `: ${this.said}`}` : "");
  }

  /** What is entered, in words. */
  get said() {
    return this.#inputs().map((input) => this.#saidOf(input)).filter(Boolean).join(", ");
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

  #saidOf(input) {
    const value = this.#valueOf(input);
    if (value === null) return "";
    if (input.dataset.kind === "amount") return dollars(value);
    if (input.dataset.kind === "by_player") return saidBySeat(input, value);
    const pressed = [...input.querySelectorAll('[data-value][aria-pressed="true"]')];
    return pressed.map((key) => key.textContent.trim()).join(" ") || String(value);
  }
}
