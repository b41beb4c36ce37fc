// The drawer: money over the counter, seats, disputes, the deal and the night.
// What is typed and chosen in it is kept here: the drawer itself is swapped for a newer one at any time.

import { byId, hide, onBody, put, show, state, whenShown, write } from "./screen.js";
import { gettext, money } from "./language.js";
import { Amount } from "./words.js";

/** The most people listed at once; whoever else is meant is found by typing. */
const MOST_PEOPLE = 8;

/** Nothing typed, nothing chosen. */
const blank = () => ({ task: "", amount: new Amount(), choices: {}, corrections: [], dispute: "" });

export class Drawer {
  #hand;
  #transport;
  #rules;
  #tab = "money";
  #bank = false;
  #open = blank();
  /** What the drawer says: a refusal or what is wanted, with keys that lead out of it. */
  #says = { text: "", ways: [] };
  /** The command that was sent last, and what stood in the drawer before it. */
  #sent = null;

  /**
   * Of the game's `rules`, `adds` says what a command adds to a player's checks, and `otherForms` how a stake can be laid without
   * checks.
   */
  constructor(hand, transport, rules = {}) {
    this.#hand = hand;
    this.#transport = transport;
    this.#rules = rules;
    whenShown(() => this.#show());
    document.addEventListener("input", (event) => {
      const { choice } = event.target.dataset;
      if (!choice) return;
      this.#open.choices[choice] = event.target.value.trim();
      if (choice === "name") this.#open.choices.card = "";
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
        this.#focusName();
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
      back: ({ dataset: { player, card, name } }) => this.#send([{ do: "seat_player", player, ...(card ? { card } : { name }), ...placeOf(this.#choices) }]),
      "take-back": () => this.#send([{ do: "void", ...this.#why() }]),
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
    // A card is made for the seat that comes next.
    if (this.#is(command) && command.do !== "register_player") this.#sent = null;
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
        // By then the card was made.
        if (command.do === "seat_player" && command.card) this.#open.choices.card = command.card;
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
    return waysOut(fault, command, this.#hand, { cents }, command ? (this.#rules.otherForms?.(command) ?? []) : []);
  }

  get #account() {
    const account = this.#bank && this.#tab === "money" ? "bank" : (this.#hand.player ?? "");
    return document.querySelector(`#part-drawer [data-for="${CSS.escape(account)}"]`) ? account : "";
  }

  get #cents() {
    return this.#open.amount.cents;
  }

  get #choices() {
    return this.#choicesFor(this.#open.choices.card);
  }

  /** What is chosen, with the colour that somebody of a card gets: the one chosen, the card's own, or else the next. */
  #choicesFor(card) {
    const { choices } = this.#open;
    // A table of the past has no transport.
    const waiting = this.#transport?.waiting ?? [];
    const isTaken = (colour) => waiting.some((command) => command.do === "seat_player" && command.player === colour);
    const free = [...document.querySelectorAll('[data-choice="colour"]')].map((key) => key.dataset.value).filter((colour) => !isTaken(colour));
    const wanted = [choices.colour, card && personOf(card)?.dataset.colour];
    return { ...choices, colour: wanted.find((colour) => free.includes(colour)) ?? free[0] };
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
      choices: this.#choicesFor(key.card ?? this.#open.choices.card),
      corrections: this.#corrections(),
      dispute: this.#open.dispute,
      seated: this.#seated(),
    });
    if (command instanceof Wanted) this.#ask(command);
    else if (key.player && key.else) {
      // The key says all itself: what is typed and chosen beside it stays.
      this.#say("");
      this.#transport.send(() => command);
    } else {
      const isTyped = key.act === "seat_player" && this.#open.choices.name && !this.#open.choices.card;
      this.#send([command].flat(), key.stays);
      // For the next player's name: a mouse has taken the focus to the key.
      if (isTyped) byId("seat-name").focus();
      if (clearsTable(key)) this.close();
    }
  }

  /** The cards that have a seat at this table, or will have one once what waits is done. */
  #seated() {
    const waiting = this.#transport?.waiting ?? [];
    const coming = waiting.filter((command) => command.do === "seat_player" && command.card).map(({ card }) => card);
    return [...JSON.parse(byId("section-seats").dataset.seated), ...coming];
  }

  /** Go to the field for a name, unless there is somebody to choose: on a tablet its keyboard would lie over them. */
  #focusName() {
    this.#show();
    if (!document.querySelector("[data-person]:not([hidden])")) byId("seat-name").focus();
  }

  /** Say what is wanted, and bring the keys that choose it into view: they may lie below the fold. */
  #ask({ text, choice, ways }) {
    this.#say(text, ways);
    if (!choice) return;
    const keys = [...document.querySelectorAll(`#part-drawer [data-choice="${choice}"]`)];
    keys.find((key) => key.checkVisibility())?.scrollIntoView({ block: "center" });
  }

  /** Send commands one after the other; what is open in the drawer is done with, unless a task `stays`. */
  #send(commands, stays = "") {
    this.#sent = { texts: commands.map((command) => JSON.stringify(command)), before: this.#open };
    this.#clear();
    this.#open.task = stays;
    for (const command of commands) this.#transport.send(() => command);
  }

  /** The reason that a void slip gets, where the last act made one and a reason is chosen. */
  #why() {
    const chosen = document.querySelector('.receipts [data-choice="why"][aria-pressed="true"]');
    return chosen ? { reason: chosen.dataset.value } : {};
  }

  #is(command) {
    return Boolean(command) && Boolean(this.#sent?.texts.includes(JSON.stringify(command)));
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
    if (this.#tab === "seats") this.#showPeople();
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
    const waits = gettext("waits");
    for (const standing of part.querySelectorAll(".standing[data-checks]")) {
      const { for: player, checks } = standing.dataset;
      const account = byId(`account-${player}`);
      const held = Number(checks);
      const after = holdsAfter(held, player, waiting, this.#rules.adds);
      const note =
        after === held ? "" : after === null ? gettext("more is waiting") : gettext("%(amount)s after waiting actions", { amount: money(Math.max(after, 0)) });
      write(standing.querySelector(".after"), note && ` · ${note}`);
      write(part.querySelector(`.who-key[data-player="${CSS.escape(player)}"] .after`), note && ` · ${waits}`);
      const cashIn = account.querySelector("[data-act=cash_in]");
      cashIn.dataset.else = Math.max(after ?? held, 0);
      const both = account.querySelector("[data-act=redeem_and_cash]");
      both.disabled = after !== held || !Number(both.dataset.redeem);
      for (const key of account.querySelectorAll("[data-act=cash_in], [data-act=tip]")) key.disabled = !Math.max(after ?? held, 0);
    }
  }

  /** The people who fit what is typed, from two letters on; else those who were here last. */
  #showPeople() {
    const typed = folded(this.#open.choices.name ?? "");
    const seated = this.#seated();
    let shown = 0;
    for (const row of document.querySelectorAll("[data-person]")) {
      const { person, name, known } = row.dataset;
      const fits = !seated.includes(person) && (typed.length < 2 || folded(` ${name} ${known}`).includes(` ${typed}`));
      if (fits) shown += 1;
      hide(row, !fits || shown > MOST_PEOPLE);
    }
  }

  #showSums(part) {
    const cents = this.#cents;
    for (const sum of part.querySelectorAll(".typed-sum")) write(sum, this.#open.amount.shown);
    for (const sum of part.querySelectorAll(".sum")) {
      const named = cents ?? Number(sum.closest("[data-else]")?.dataset.else ?? 0);
      write(sum, named ? money(named) : "");
    }
    for (const all of part.querySelectorAll(".all")) hide(all, cents !== null);
  }

  /** By how much the cash drawer would be short after each key that pays cash out. */
  #showShortBox(part) {
    const box = Number(byId("box").dataset.cents);
    for (const key of part.querySelectorAll("[data-act=cash_in], [data-act=redeem_and_cash]")) {
      const paid = Number(key.dataset.cash ?? this.#cents ?? key.dataset.else);
      write(key.querySelector(".short"), paid > box && paid > 0 ? gettext("the drawer is short by %(amount)s", { amount: money(paid - box) }) : "");
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
    const name = (side) => (side === "bank" ? gettext("the bank") : byId(`seat-${side}`)?.dataset.name);
    const lines = this.#open.corrections.map(({ amount, from, to }) => {
      const line = document.createElement("li");
      line.textContent = gettext("%(amount)s from %(source)s to %(target)s", { amount: money(amount), source: name(from), target: name(to) });
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

// What each key of the drawer asks for: a command of the contract, or what is still missing for it. Then what a player
// will hold once the waiting commands are done.

/** What is still missing: a sentence for the dealer, and the drawer's choice that gives it or the keys that answer, if any. */
class Wanted {
  constructor(text, choice = "", ways = []) {
    this.text = text;
    this.choice = choice;
    this.ways = ways;
  }
}

const personOf = (card) => byId(`person-${card}`);

/** A text for searching: without accents, in small letters. */
const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** What a name looks like, as the server works it out for the cards. */
function skeleton(text) {
  const { capitals, small, together } = JSON.parse(byId("section-seats").dataset.looksAlike);
  const drawn = [...text.replace(/[\u200c\u200d]/g, "").normalize("NFKC")].map((letter) => capitals[letter] ?? letter).join("");
  const letters = [...drawn.toLowerCase()].map((letter) => small[letter] ?? letter).join("");
  const alike = together.reduce((so, [two, other]) => so.replaceAll(two, other), letters);
  return alike.normalize("NFKC").split(/\s+/).filter(Boolean).join(" ");
}

/** A key for a new card, made of the name, that no card has. */
function freeCard(name, taken) {
  const used = new Set([...taken, ...JSON.parse(byId("section-seats").dataset.used), ...[...document.querySelectorAll("[data-person]")].map((row) => row.dataset.person)]);
  const plain = folded(name).replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "player";
  let card = plain;
  for (let number = 2; used.has(card); number += 1) card = `${plain}-${number}`;
  return card;
}

const LEAST_LETTERS = 5;

/** Whether two names are one letter apart: one more, one less, or another one. Short names differ by a letter anyway. */
function isSlip(typed, known) {
  const [short, long] = [typed, known].sort((first, second) => first.length - second.length);
  if (short.length < LEAST_LETTERS || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  return short.slice(long.length > short.length ? start : start + 1) === long.slice(start + 1);
}

/** Whether a typed name is somebody the house knows, or nearly so: asked before another card is made. */
function askWho(name, seated, key) {
  const shape = skeleton(name);
  const rows = [...document.querySelectorAll("[data-person]")];
  const named = (fits) => rows.find(({ dataset }) => JSON.parse(dataset.alike).some(fits));
  const row = named((known) => known === shape) ?? named((known) => isSlip(shape, known));
  if (!row) return null;
  const { person, name: known, last, barred } = row.dataset;
  const touch = { touch: "act", act: "seat_player", ...(key.sell && { sell: key.sell }) };
  const other = { text: gettext("Somebody else: new card"), ...touch, fresh: "yes" };
  if (barred) return new Wanted(gettext("%(name)s is barred: %(reason)s. Is this somebody else?", { name: known, reason: barred }), "", [other]);
  if (seated.includes(person)) return new Wanted(gettext("%(name)s has a seat here. Is this somebody else?", { name: known }), "", [other]);
  const question = last ? gettext("Is this %(name)s, %(last)s?", { name: known, last }) : gettext("Is this %(name)s?", { name: known });
  return new Wanted(question, "", [{ text: gettext("Yes, seat %(name)s", { name: known }), ...touch, card: person }, other]);
}

const WANTS_PLAYER = new Wanted(gettext("Choose a player first."));
const WANTS_AMOUNT = new Wanted(gettext("Choose an amount first."));
const WANTS_CORRECTION = new Wanted(gettext("Choose from whom, to whom and how much."), "from");

/** A command about a player; the amount is the one chosen, or the one that the key itself names. */
const ofPlayer = (more = () => ({})) => (touched) => {
  const amount = touched.cents ?? (Number(touched.key.else) || null);
  if (!touched.player) return WANTS_PLAYER;
  if (!amount) return WANTS_AMOUNT;
  return { do: touched.key.act, player: touched.player, amount, ...more(touched) };
};

/** Where a player is to sit, as the command has it; nothing where no place was chosen. */
const placeOf = ({ after }) => (after ? JSON.parse(after) : {});

const tender = ({ key }) => ({ with: key.with });

/**
 * By the command's word; a key that does two things gives two commands. `touched` holds the `key`, whose account it is (`player`), the amount (`cents`),
 * what was chosen (`choices`), the corrections of a ruling, and the cards that are `seated` here.
 */
const acts = {
  buy_checks: ofPlayer(),
  issue_marker: ofPlayer(),
  redeem_marker: ofPlayer(tender),
  redeem_carried: ofPlayer(tender),
  draw_deposit: ofPlayer(),
  cash_in: ofPlayer(),
  redeem_and_cash({ key, player }) {
    const [redeem, cash] = [Number(key.redeem), Number(key.cash)];
    return [
      { do: "redeem_marker", player, amount: redeem, with: "checks" },
      ...(cash ? [{ do: "cash_in", player, amount: cash }] : []),
    ];
  },
  tip: ofPlayer(),
  take_pledge(touched) {
    if (!touched.choices.item) return new Wanted(gettext("Choose or type what is pledged."), "item");
    return ofPlayer(() => ({ item: touched.choices.item }))(touched);
  },
  return_pledge: ({ key, player }) => ({ do: "return_pledge", player, item: key.item, ...tender({ key }) }),
  lend_stake({ player, cents, choices }) {
    if (!player) return WANTS_PLAYER;
    const byName = choices.lender && !choices.borrower;
    if (!byName && (!choices.borrower || choices.borrower === player)) return new Wanted(gettext("Choose who borrows, or type who lends."), "borrower");
    if (choices.lender && choices.borrower) return new Wanted(gettext("Choose who borrows, or type who lends: not both."), "borrower");
    if (!cents) return WANTS_AMOUNT;
    const parties = byName ? { lender_name: choices.lender, borrower: player } : { lender: player, borrower: choices.borrower };
    return { do: "lend_stake", ...parties, amount: cents, profit_share: Number(choices.share ?? 0) };
  },
  repay_stake: ({ key, player, cents }) => ({
    do: "repay_stake",
    ...(key.lenderName ? { lender_name: key.lenderName } : { lender: key.lender }),
    borrower: player,
    amount: cents ?? Number(key.else),
  }),
  leave_table: ({ key, player }) => ({ do: "leave_table", player, ...(key.down && { take_down: true }) }),
  raise_roll({ cents, choices }) {
    if (!cents) return WANTS_AMOUNT;
    return { do: "raise_roll", amount: cents, ...(choices.backer && { backer: choices.backer }) };
  },
  seat_player({ key, choices, seated }) {
    const { name, colour: player } = choices;
    const card = key.card ?? choices.card;
    const seat = (who) => [
      { do: "seat_player", player, ...who, ...placeOf(choices) },
      ...(key.sell ? [{ do: "buy_checks", player, amount: Number(key.sell) }] : []),
    ];
    if (card) return seat({ card });
    if (!name) return new Wanted(gettext("Choose a player, or type the name first."), "name");
    if (!("cards" in byId("section-seats").dataset)) return seat({ name });
    const question = key.fresh ? null : askWho(name, seated, key);
    if (question) return question;
    const made = freeCard(name, seated);
    return [{ do: "register_player", card: made, name }, ...seat({ card: made })];
  },
  move_seat: ({ key, choices }) => ({ do: "move_seat", player: choices.move, after: key.after }),
  sit_out: ({ key }) => ({ do: "sit_out", player: key.player }),
  sit_in: ({ key }) => ({ do: "sit_in", player: key.player }),
  raise_dispute({ key, player, choices }) {
    if (!choices.about) return new Wanted(gettext("Choose the bet or the turn first."), "about");
    if (!choices.claim) return new Wanted(gettext("Choose or type what they say."), "claim");
    return { do: "raise_dispute", dispute: key.dispute, player, about: JSON.parse(choices.about), claim: choices.claim };
  },
  count_pack({ key, choices }) {
    if (!choices.counter) return new Wanted(gettext("Choose who asked for it first."), "counter");
    if (!/^\d+$/.test(choices.counted ?? "")) return new Wanted(gettext("Choose or type how many cards there are."), "counted");
    return { do: "count_pack", player: choices.counter, cards: Number(choices.counted), ...(key.game && { game: key.game }) };
  },
  rule_dispute({ dispute, choices, corrections }) {
    if (!choices.ruling) return new Wanted(gettext("Does it stand, or is it corrected?"), "ruling");
    if (choices.ruling === "corrected" && !corrections.length) return WANTS_CORRECTION;
    if (!choices.reason) return new Wanted(gettext("Choose or type the reason first."), "reason");
    return {
      do: "rule_dispute",
      dispute,
      ruling: choices.ruling,
      ...(choices.law && { law: Number(choices.law) }),
      reason: choices.rule ? `${choices.rule}: ${choices.reason}` : choices.reason,
      ...(choices.ruling === "corrected" && { corrections }),
    };
  },
};

/** What a key asks for, or what is missing for it. A key with another word breaks a round off, for a reason. */
const commandOf = (touched) => (acts[touched.key.act] ?? breakOff)(touched);

/** Whether a key changes the table itself, where the dealer looks next. */
const clearsTable = ({ act }) => !(act in acts) || act === "count_pack";

function breakOff({ key, choices }) {
  return choices.foul ? { do: key.act, reason: choices.foul } : new Wanted(gettext("Choose or type the reason first."), "foul");
}

/** Who lacks how much for a command that names no amount, as the table knows; nobody where it does not. */
function lacking(command) {
  const known = state().short ? JSON.parse(state().short) : [];
  const matches = (shortage) => Object.entries(shortage.command).every(([name, value]) => command[name] === value);
  return known.find(matches)?.short[0];
}

/** Chips that cover what a player lacks: sold at one touch, another sum, or on a marker. */
function waysToPay({ player, cents, offer }, marker) {
  const onMarker = Math.max(marker.cents, offer);
  return [
    { text: gettext("Buy %(amount)s", { amount: money(offer) }), touch: "act", act: "buy_checks", player, else: offer },
    { text: gettext("Marker %(amount)s", { amount: money(onMarker) }), touch: "act", act: "issue_marker", player, else: onMarker },
    { text: gettext("Another amount"), touch: "over-to", account: player, cents },
  ];
}

/** The keys that redeem a player's markers, as far as their checks and their cash go. */
function waysToRedeem(player) {
  const due = (tender) => Number(byId(`act-${player}-redeem_marker-${tender}`)?.dataset.else ?? 0);
  const ways = { checks: (amount) => gettext("Redeem %(amount)s in checks", { amount }), cash: (amount) => gettext("Redeem %(amount)s in cash", { amount }) };
  return Object.entries(ways)
    .filter(([tender]) => due(tender))
    .map(([tender, words]) => ({ text: words(money(due(tender))), touch: "act", act: "redeem_marker", with: tender, player, else: due(tender) }));
}

/** The way out of a refusal, as keys: what each says and what touching it does. */
function waysOut(fault, command, hand, marker, otherForms) {
  const lacks = fault.code === "not_enough_checks" && command && lacking(command);
  if (lacks) return waysToPay(lacks, marker);
  const player = command?.player ?? hand.player;
  const amount = command?.amount ?? command?.stake ?? command?.add ?? "";
  const buy = { text: gettext("Buy checks"), touch: "over-to", account: player, cents: amount };
  const shortOf = fault.code === "not_enough_checks" && player;
  if (fault.code === "marker_due") return waysToRedeem(player);
  const again = otherForms.map(({ text, command: other }) => ({ text, touch: "command", command: JSON.stringify(other) }));
  if (shortOf) return [...again, buy, { text: gettext("Marker %(amount)s", { amount: money(marker.cents) }), touch: "act", act: "issue_marker", player, else: marker.cents }];
  if (fault.code === "over_limit" && command?.do === "issue_marker") return [buy];
  if (fault.code === "bank_broken") return [{ text: gettext("Raise the roll"), touch: "over-to", account: "bank" }];
  return [];
}

/** What a command adds to a player's checks, in cents; null where only the book knows. */
function added(command, player) {
  const mine = command.player === player;
  switch (command.do) {
    case "buy_checks":
    case "issue_marker":
    case "draw_deposit":
    case "take_pledge":
      return mine ? command.amount : 0;
    case "cash_in":
    case "tip":
      return mine ? -command.amount : 0;
    case "redeem_marker":
    case "redeem_carried":
      return mine && command.with === "checks" ? -command.amount : 0;
    case "lend_stake":
    case "repay_stake": {
      const [from, to] = command.do === "lend_stake" ? [command.lender, command.borrower] : [command.borrower, command.lender];
      return player === from ? -command.amount : player === to ? command.amount : 0;
    }
    case "raise_roll":
    case "raise_dispute":
    case "register_player":
    case "count_pack":
      return 0;
    default:
      return null;
  }
}

/**
 * A player's checks in cents after commands that wait; null where only the book knows. `adds` says what a command of the game
 * adds to a player's checks after those before it.
 */
function holdsAfter(cents, player, commands, adds) {
  let after = cents;
  for (const [place, command] of commands.entries()) {
    const more = added(command, player) ?? adds?.(command, player, commands.slice(0, place)) ?? null;
    if (more === null) return null;
    after += more;
  }
  return after;
}
