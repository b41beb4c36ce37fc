// The drawer: money over the counter, seats, disputes, the deal and the night.
// What is typed and chosen in it is kept here: the drawer itself is swapped for a newer one at any time.

import { WANTS_CORRECTION, Wanted, clearsTable, commandOf, holdsAfter, placeOf, waysOut } from "./acts.js";
import { Amount } from "./keypad.js";
import { byId, hide, onBody, put, show, whenShown, write } from "./screen.js";
import { dollars } from "./words.js";

/** Nothing typed, nothing chosen. */
const blank = () => ({ task: "", amount: new Amount(), choices: {}, corrections: [], dispute: "" });

export class Drawer {
  #hand;
  #transport;
  #adds;
  #tab = "money";
  #bank = false;
  #open = blank();
  /** What the drawer says: a refusal or what is wanted, with keys that lead out of it. */
  #says = { text: "", ways: [] };
  /** The command that was sent last, and what stood in the drawer before it. */
  #sent = null;

  /** `adds` says what a command of the game adds to a player's checks. */
  constructor(hand, transport, adds) {
    this.#hand = hand;
    this.#transport = transport;
    this.#adds = adds;
    whenShown(() => this.#show());
    document.addEventListener("input", (event) => {
      const { choice } = event.target.dataset;
      if (!choice) return;
      this.#open.choices[choice] = event.target.value.trim();
      this.#show();
    });
  }

  /** What touches in the drawer do, by their names. */
  get touches() {
    return {
      drawer: (key) => {
        this.open(key.dataset.section ?? (document.querySelector(".seat[data-player]") ? "money" : "seats"));
        if (!key.dataset.section) return;
        // What is hidden takes no focus.
        this.#show();
        byId("seat-name").focus();
      },
      "drawer-away": () => this.close(),
      tab: (key) => this.open(key.dataset.opens),
      task: (key) => {
        this.#open.task = key.dataset.opens;
        this.#say("");
      },
      account: () => {
        this.#bank = true;
        this.#open.task = "";
      },
      "over-to": (key) => this.#overTo(key.dataset),
      sum: (key) => this.#open.amount.add(Number(key.dataset.cents)),
      choose: (key) => {
        const { choice, value } = key.dataset;
        const { choices } = this.#open;
        // Who pays and who gets may be proposed already: to touch them is to agree.
        const keeps = choice === "from" || choice === "to";
        choices[choice] = choices[choice] === value && !keeps ? "" : value;
      },
      rule: (key) => {
        const { dispute, from = "", to = "", cents } = key.dataset;
        this.#open = { ...blank(), dispute, choices: { from, to } };
        this.#open.amount.suggest(Number(cents ?? 0));
        this.#say("");
      },
      correct: () => this.#correct(),
      act: (key) => this.#act(key.dataset),
      back: (key) => this.#send({ do: "seat_player", player: key.dataset.player, name: key.dataset.name, ...placeOf(this.#choices) }),
      "take-back": () => this.#send({ do: "void", ...this.#why() }),
    };
  }

  /** Open the drawer at one of its tabs. */
  open(tab) {
    if (!this.#hand.drawer || tab !== this.#tab) this.#clear();
    this.#hand.drawer = true;
    this.#tab = tab;
  }

  /** Open the drawer at a dispute of a player's about something, for what they say in their own words. */
  dispute(player, about) {
    this.#hand.player = player || this.#hand.player;
    this.open("disputes");
    this.#open.choices.about = JSON.stringify(about);
  }

  close() {
    this.#hand.drawer = false;
    this.#bank = false;
    this.#clear();
    show(this.#hand);
  }

  /** A key of the keypad was touched. */
  type(key) {
    this.#open.amount.type(key);
  }

  /** A player was chosen: the drawer is about them now. */
  turnToPlayer() {
    this.#bank = false;
    if (this.#tab === "disputes") this.#open.choices.about = "";
    if (this.#open.task === "leave") this.#open.task = "";
  }

  /** A command of the drawer went through. */
  answered(command) {
    if (this.#is(command)) this.#sent = null;
    if (command.do === "leave_table" && command.player === this.#hand.player) this.#hand.player = null;
    this.#say("");
  }

  /** What was refused stands in the drawer again; whether the drawer is open and has said so. */
  refused(fault, command) {
    if (this.#is(command)) {
      // Not over what was typed or chosen for the next act since.
      if (this.#open.amount.cents === null && !Object.values(this.#open.choices).some(Boolean)) {
        this.#open = this.#sent.before;
        this.#open.amount.suggest(this.#open.amount.cents);
      }
      this.#sent = null;
    }
    if (this.#hand.drawer) this.#say(fault.why, this.waysOut(fault, command));
    return this.#hand.drawer;
  }

  /** The keys that lead out of a refusal. */
  waysOut(fault, command) {
    const marker = document.querySelector('[data-act="issue_marker"][data-else]');
    const cents = Number(marker?.dataset.else ?? 0);
    return waysOut(fault, command, this.#hand, { cents });
  }

  get #account() {
    const account = this.#bank && this.#tab === "money" ? "bank" : (this.#hand.player ?? "");
    return document.querySelector(`#part-drawer [data-for="${CSS.escape(account)}"]`) ? account : "";
  }

  get #cents() {
    return this.#open.amount.cents;
  }

  get #choices() {
    const { choices } = this.#open;
    // A table of the past has no transport.
    const waiting = this.#transport?.waiting ?? [];
    const isTaken = (colour) => waiting.some((command) => command.do === "seat_player" && command.player === colour);
    const free = [...document.querySelectorAll('[data-choice="colour"]')].map((key) => key.dataset.value).filter((colour) => !isTaken(colour));
    return { ...choices, colour: free.includes(choices.colour) ? choices.colour : free[0] };
  }

  #overTo({ account, cents }) {
    this.open("money");
    this.#clear();
    this.#bank = account === "bank";
    if (!this.#bank) this.#hand.player = account;
    this.#open.amount.suggest(Number(cents ?? 0));
  }

  /** The corrections of a ruling: those entered, and the one that stands ready to be. */
  #corrections() {
    const { from, to } = this.#open.choices;
    const ready = from && to && this.#cents ? [{ from, to, amount: this.#cents }] : [];
    return [...this.#open.corrections, ...ready];
  }

  #correct() {
    const corrections = this.#corrections();
    if (corrections.length === this.#open.corrections.length) {
      this.#ask(WANTS_CORRECTION);
      return;
    }
    this.#open.corrections = corrections;
    Object.assign(this.#open.choices, { from: "", to: "" });
    this.#open.amount = new Amount();
  }

  #act(key) {
    const account = this.#account;
    const command = commandOf({
      key,
      player: key.player ?? (account === "bank" ? "" : account),
      cents: key.player ? null : this.#cents,
      choices: this.#choices,
      corrections: this.#corrections(),
      dispute: this.#open.dispute,
    });
    if (command instanceof Wanted) this.#ask(command);
    else if (key.player && key.else) {
      // The key says all itself: what is typed and chosen beside it stays.
      this.#say("");
      this.#transport.send(() => command);
    } else {
      for (const each of [command].flat()) this.#send(each, key.stays);
      // For the next player's name: a mouse has taken the focus to the key.
      if (key.act === "seat_player") byId("seat-name").focus();
      if (clearsTable(key)) this.close();
    }
  }

  /** Say what is wanted, and bring the keys that choose it into view: they may lie below the fold. */
  #ask({ text, choice }) {
    this.#say(text);
    if (!choice) return;
    const keys = [...document.querySelectorAll(`#part-drawer [data-choice="${choice}"]`)];
    keys.find((key) => key.checkVisibility())?.scrollIntoView({ block: "center" });
  }

  /** Send a command; what is open in the drawer is done with, unless a task `stays`. */
  #send(command, stays = "") {
    this.#sent = { text: JSON.stringify(command), before: this.#open };
    this.#clear();
    this.#open.task = stays;
    this.#transport.send(() => command);
  }

  /** The reason that a void slip gets, where the last act made one and a reason is chosen. */
  #why() {
    const chosen = document.querySelector('.receipts [data-choice="why"][aria-pressed="true"]');
    return chosen ? { reason: chosen.dataset.value } : {};
  }

  #is(command) {
    return Boolean(command) && this.#sent?.text === JSON.stringify(command);
  }

  #clear() {
    this.#open = blank();
    this.#say("");
  }

  #say(text, ways = []) {
    this.#says = { text, ways };
  }

  #show() {
    const part = byId("part-drawer");
    const turns = part.hidden === this.#hand.drawer;
    hide(part, !this.#hand.drawer);
    onBody("drawer", this.#hand.drawer ? "" : null);
    for (const other of document.querySelectorAll(".part:not(#part-drawer)")) put(other, "inert", this.#hand.drawer ? "" : null);
    if (!this.#hand.drawer) {
      if (turns) byId("table").focus({ preventScroll: true });
      return;
    }
    const token = document.querySelector("meta[name=token]").content;
    for (const input of part.querySelectorAll("input[name=csrf_token]")) input.value = token;
    this.#showWhatIsOpen(part);
    this.#showWaiting(part);
    this.#showSums(part);
    this.#showShortBox(part);
    this.#showChoices(part);
    this.#showCorrections(part);
    this.#showSays();
    // The keyboard goes where the work goes on: into the drawer, and back to the table.
    if (turns && !part.contains(document.activeElement)) part.querySelector(".drawer-body").focus({ preventScroll: true });
  }

  #showWhatIsOpen(part) {
    const account = this.#account;
    const ofPlayer = account && account !== "bank";
    const { task, choices } = this.#open;
    const dispute = part.querySelector(`[data-touch="rule"][data-dispute="${CSS.escape(this.#open.dispute)}"]`) ? this.#open.dispute : "";
    const open = {
      tab: (tab) => tab === this.#tab,
      "goes-by": (whom) => choices.move && choices.move !== whom,
      "stays-put": (whom) => !choices.move || choices.move === whom,
      for: (whom) => whom === account,
      task: (which) => which === task && (ofPlayer || this.#tab === "night"),
      ruling: (which) => which === dispute || (which === "any" && dispute !== ""),
      when: (what) => (what === "player" ? ofPlayer : choices.ruling === what),
    };
    for (const [name, isOpen] of Object.entries(open)) {
      for (const section of part.querySelectorAll(`[data-${name}]`)) hide(section, !isOpen(section.getAttribute(`data-${name}`)));
    }
    for (const key of part.querySelectorAll("[data-not]")) hide(key, key.dataset.not === account);
    for (const key of part.querySelectorAll("[data-touch=tab]")) press(key, key.dataset.opens === this.#tab);
    for (const key of part.querySelectorAll("[data-touch=player]")) press(key, key.dataset.player === account);
    for (const key of part.querySelectorAll("[data-touch=account]")) press(key, account === "bank");
  }

  /** What each player will hold once what waits is in the book, and so what all of it is. */
  #showWaiting(part) {
    // A table of the past has no transport, and nothing waits there.
    if (!this.#transport) return;
    const { waiting } = this.#transport;
    for (const standing of part.querySelectorAll(".standing[data-checks]")) {
      const { for: player, checks } = standing.dataset;
      const account = byId(`account-${player}`);
      const held = Number(checks);
      const after = holdsAfter(held, player, waiting, this.#adds);
      const note = after === held ? "" : after === null ? " · more waits" : ` · ${dollars(Math.max(after, 0))} with what waits`;
      write(standing.querySelector(".after"), note);
      write(part.querySelector(`.who-key[data-player="${CSS.escape(player)}"] .after`), note && " · waits");
      const cashIn = account.querySelector("[data-act=cash_in]");
      cashIn.dataset.else = Math.max(after ?? held, 0);
      const both = account.querySelector("[data-act=redeem_and_cash]");
      both.disabled = after !== held || !Number(both.dataset.redeem);
      for (const key of account.querySelectorAll("[data-act=cash_in], [data-act=tip]")) key.disabled = !Math.max(after ?? held, 0);
    }
  }

  #showSums(part) {
    const cents = this.#cents;
    for (const sum of part.querySelectorAll(".typed-sum")) write(sum, this.#open.amount.shown);
    for (const sum of part.querySelectorAll(".sum")) {
      const named = cents ?? Number(sum.closest("[data-else]")?.dataset.else ?? 0);
      write(sum, named ? dollars(named) : "");
    }
    for (const all of part.querySelectorAll(".all")) hide(all, cents !== null);
  }

  /** What the box would be short of after each key that pays cash out. */
  #showShortBox(part) {
    const box = Number(byId("box").dataset.cents);
    for (const key of part.querySelectorAll("[data-act=cash_in], [data-act=redeem_and_cash]")) {
      const paid = Number(key.dataset.cash ?? this.#cents ?? key.dataset.else);
      write(key.querySelector(".short"), paid > box && paid > 0 ? `the box is short ${dollars(paid - box)}` : "");
    }
  }

  #showChoices(part) {
    const choices = this.#choices;
    for (const choice of part.querySelectorAll("[data-choice]")) {
      const chosen = choices[choice.dataset.choice] ?? "";
      if (choice.tagName !== "INPUT") press(choice, choice.dataset.value === chosen);
      // While somebody types, it has what is chosen, and perhaps a space after it.
      else if (choice.value.trim() !== chosen) choice.value = chosen;
    }
  }

  #showCorrections(part) {
    const name = (side) => (side === "bank" ? "the bank" : byId(`seat-${side}`)?.dataset.name);
    const lines = this.#open.corrections.map(({ amount, from, to }) => {
      const line = document.createElement("li");
      line.textContent = `${dollars(amount)} from ${name(from)} to ${name(to)}`;
      return line;
    });
    part.querySelector(".corrections").replaceChildren(...lines);
  }

  #showSays() {
    const { text, ways } = this.#says;
    const line = byId("drawer-says");
    hide(line, !text);
    if (!text) return;
    const words = document.createElement("p");
    words.textContent = text;
    line.replaceChildren(words, ...ways.map(wayKey));
  }
}

/** A key that leads out of a refusal. */
export function wayKey({ text, ...data }) {
  const key = document.createElement("button");
  key.className = "button";
  key.textContent = text;
  Object.assign(key.dataset, data);
  return key;
}

function press(key, whether) {
  put(key, "aria-pressed", String(whether));
}
