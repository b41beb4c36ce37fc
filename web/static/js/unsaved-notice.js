// The strip that says how things stand with the book while not all is saved: no line, signed out, turned away, or a touch not done.

import { gettext, ngettext } from "./language.js";
import { byId, hide, onBody, write } from "./screen.js";
import { needsSecond } from "./second.js";
import { wordsOf } from "./words.js";

const GLAD_MS = 4000;
const READ_MS = 8000;
/** So many touches that are not done are named in the strip; more stand in the list. */
const NAMED = 3;

/** Sentences one after the other, without those that are empty. */
const sentences = (...texts) => texts.filter(Boolean).join(" ");

export class UnsavedNotice {
  /** No answer came, and why as far as it is known; null while the line stands. */
  #cut = null;
  #signedOut = false;
  /** Why the table is not for who is signed in; null while it is. */
  #turnedAway = null;
  #why = gettext("It is from before this page was opened.");
  #glad = 0;
  #read = 0;

  /**
   * `rules` say whether the moment of a touch `hasPassed`, in words what `followsOf` commands, and what a game may draw of those that wait (`drawWaiting`) and how it says more of them than others do (`named`).
   */
  constructor(outbox, rules) {
    this.outbox = outbox;
    this.rules = rules;
    // A tablet that is turned has its sheet elsewhere.
    addEventListener("resize", () => this.show());
  }

  get cut() {
    return this.#cut !== null;
  }

  get isTurnedAway() {
    return this.#turnedAway !== null;
  }

  /** Whether there is a line, and somebody signed in on it who may see the table. */
  get stands() {
    return !this.cut && !this.#signedOut && !this.isTurnedAway;
  }

  lose(why = "") {
    this.#cut = why;
    this.show();
  }

  signOut() {
    this.#signedOut = true;
    this.show();
  }

  /** Say that the table is not for who is signed in: `why`, and whether they may take it over (`to_deal`). */
  turnAway(fault) {
    this.#turnedAway = fault;
    this.show();
  }

  /** The line stands again. */
  mend() {
    if (this.stands) return;
    this.#cut = null;
    this.#signedOut = false;
    this.#turnedAway = null;
    this.show();
  }

  /** Say why what is held was not done. */
  hold(why) {
    this.#why = why;
    this.show();
  }

  /** This or another tablet deals on: touches whose moment has passed are shown for a while longer, and then removed. */
  goOn(passed = this.#passed) {
    if (this.#read || !passed.length) return;
    this.#read = setTimeout(() => {
      this.#read = 0;
      // Nobody could read them while the line was cut or the page was hidden.
      if (this.stands && !document.hidden) this.outbox.remove(passed.filter((entry) => this.outbox.held.includes(entry)));
      else this.goOn(passed);
    }, READ_MS);
  }

  get #passed() {
    return this.outbox.held.filter(this.rules.hasPassed);
  }

  /** Say for a while that everything is saved. */
  allSaved() {
    clearTimeout(this.#glad);
    this.#glad = setTimeout(() => {
      this.#glad = 0;
      this.show();
    }, GLAD_MS);
    this.show();
  }

  show() {
    const strip = byId("strip");
    const { held } = this.outbox;
    const passed = this.#passed;
    const open = held.filter((entry) => !passed.includes(entry));
    const entries = this.outbox.entries.filter(({ kept }) => kept);
    const offers = held.length > 0;
    const isOut = this.#signedOut || this.isTurnedAway;
    const waits = this.cut || isOut;
    const shown = waits || offers || this.outbox.failing || this.#glad !== 0;
    hide(strip, !shown);
    onBody("strip", shown ? (offers || isOut ? "wide" : "narrow") : null);
    strip.classList.toggle("good", !waits && !offers && !this.outbox.failing);
    strip.classList.toggle("offers", offers && !waits);
    strip.classList.toggle("signed-out", isOut);
    write(strip.querySelector(".sentence"), this.#sentence(entries, passed, open));
    // It lies where the head of the page says this, and says it in its stead.
    if (shown) write(strip.querySelector(".stands"), whereItStands(strip));
    hide(strip.querySelector(".sign-in"), !this.#signedOut);
    hide(strip.querySelector(".to-deal"), this.#signedOut || !this.#turnedAway?.to_deal);
    hide(strip.querySelector(".to-nights"), this.#signedOut || !this.isTurnedAway || this.#turnedAway.to_deal);
    hide(strip.querySelector(".drop-last"), !waits || !entries.length);
    hide(strip.querySelector(".leave-held"), waits || !offers);
    write(strip.querySelector(".leave-held"), open.length ? gettext("Cancel") : gettext("OK"));
    hide(strip.querySelector(".do-held"), waits || !open.length);
    const notNamed = open.length || passed.length <= NAMED ? open.slice(1) : passed;
    this.#list(waits ? entries : notNamed);
    write(byId("follows"), waits ? this.rules.followsOf(entries.map(({ command }) => command)) : "");
    this.rules.drawWaiting?.(entries);
  }

  #sentence(entries, passed, open) {
    const many = entries.length;
    const kept = this.outbox.durable ? "" : gettext("Actions are lost if this page is closed.");
    if (this.#signedOut) {
      const waiting = many ? ngettext("%(num)s action will be sent after you sign in.", "%(num)s actions will be sent after you sign in.", many) : "";
      return sentences(gettext("You are signed out."), waiting, kept);
    }
    if (this.isTurnedAway) return sentences(this.#turnedAway.why, many ? this.#waitsToDeal(many) : "", kept);
    if (this.cut) {
      const problem = this.#cut ? gettext("Not saved yet: %(why)s", { why: this.#cut }) : gettext("Offline.");
      const waiting = many
        ? ngettext("%(num)s action will be sent when the connection is back.", "%(num)s actions will be sent when the connection is back.", many)
        : gettext("You can go on: actions are kept here.");
      return sentences(problem, waiting, kept);
    }
    if (passed.length + open.length) return sentences(this.#why, this.#notDone(passed), this.#question(open));
    if (this.outbox.failing) return kept;
    return this.#glad ? gettext("All saved.") : "";
  }

  #waitsToDeal(many) {
    if (this.#turnedAway.to_deal) return ngettext("%(num)s action will be sent when you deal.", "%(num)s actions will be sent when you deal.", many);
    return ngettext("Kept here, not sent: %(num)s action.", "Kept here, not sent: %(num)s actions.", many);
  }

  #notDone(passed) {
    if (!passed.length) return "";
    const actions = passed
      .slice(0, NAMED)
      .map((entry) => this.wordsOf(entry))
      .join("; ");
    const more = passed.length - NAMED;
    if (more <= 0) return gettext("Not done: %(actions)s.", { actions });
    return ngettext("Not done: %(actions)s; and %(num)s more.", "Not done: %(actions)s; and %(num)s more.", more, { actions });
  }

  /** What the dealer is to decide: whether the first of the touches that can still be done is done. */
  #question([entry]) {
    if (!entry) return "";
    const { by, unclear } = entry;
    const action = this.wordsOf(entry);
    if (by && by !== this.outbox.member) return gettext("Touched by %(name)s and not known to be saved: %(action)s.", { name: by, action });
    if (unclear) return gettext("Your touch (%(action)s) may already be saved. Sending it again is safe.", { action });
    return gettext("Your touch (%(action)s) was not carried out.", { action });
  }

  /** A touch in words: those of the table on which it was made, as its bet may be gone. */
  wordsOf(entry) {
    return entry.words ?? wordsOf(entry, [...this.outbox.entries, ...this.outbox.held], this.rules.named);
  }

  #list(entries) {
    const list = byId("waiting");
    list.replaceChildren(
      ...entries.map((entry) => {
        const line = document.createElement("li");
        const needs = needsSecond(entry.command) ? [gettext("a second person must confirm it when it is sent")] : [];
        line.textContent = [this.wordsOf(entry), ...needs].join(" · ");
        return line;
      }),
    );
    hide(list, !entries.length);
    const waits = byId("waits");
    // A keypad has no list to lie over: all of it is keys.
    const foot = document.querySelector("#part-sheet .pane:not([hidden]) > .scroll");
    hide(waits, !entries.length || !foot);
    onBody("waits", entries.length && foot ? "" : null);
    if (!entries.length || !foot) return;
    layOver(waits, foot);
    list.scrollTop = list.scrollHeight;
  }
}

/** Where the deal or hand stands, as the head has it; with the phase where the strip takes that place too. */
function whereItStands(strip) {
  const wide = strip.matches(".offers, .signed-out") || matchMedia("(orientation: portrait)").matches;
  return [...document.querySelectorAll(`#part-top .standing${wide ? ", #part-top .phase" : ""}`)].map(({ textContent }) => textContent.trim()).join(" · ");
}

/** Lay what waits over the foot of the sheet's list, which gives way to it: no key of the sheet is covered. */
function layOver(waits, list) {
  const { left, width, height, bottom } = list.getBoundingClientRect();
  for (const [name, px] of Object.entries({ left, width, room: height, foot: innerHeight - bottom })) waits.style.setProperty(`--${name}`, `${px}px`);
}
