// The strip that says how things stand with the book while not all is saved: no line, signed out, or a touch not done.

import { byId, hide, onBody, write } from "./screen.js";
import { wordsOf } from "./words.js";

const GLAD_MS = 4000;

const count = (many) => (many === 1 ? "1 touch waits here" : `${many} touches wait here`);

export class UnsavedNotice {
  /** No answer came, and why as far as it is known; null while the line stands. */
  #cut = null;
  #signedOut = false;
  #why = "From before this page was opened.";
  #glad = 0;

  /**
   * `rules` are the game's: whether a command `canBeDone` on the table shown, in words what `followsOf` commands, and what it
   * may draw of those that wait (`drawWaiting`) and how it says more of them than others do (`named`).
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

  /** Whether there is a line, and somebody signed in on it. */
  get stands() {
    return !this.cut && !this.#signedOut;
  }

  lose(why = "") {
    this.#cut = why;
    this.show();
  }

  signOut() {
    this.#signedOut = true;
    this.show();
  }

  /** The line stands again. */
  mend() {
    if (this.stands) return;
    this.#cut = null;
    this.#signedOut = false;
    this.show();
  }

  /** Say why what is held was not done. */
  hold(why) {
    this.#why = why;
    this.show();
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
    const entries = this.outbox.entries.filter((one) => one.kept);
    const offers = held.length > 0;
    const waits = this.cut || this.#signedOut;
    const shown = waits || offers || this.#glad !== 0;
    hide(strip, !shown);
    onBody("strip", shown ? (offers || this.#signedOut ? "wide" : "narrow") : null);
    strip.classList.toggle("good", !waits && !offers);
    strip.classList.toggle("offers", offers && !waits);
    strip.classList.toggle("signed-out", this.#signedOut);
    write(strip.querySelector(".sentence"), this.#sentence(entries, held));
    // It lies where the head of the page says this, and says it in its stead.
    if (shown) write(strip.querySelector(".stands"), whereItStands(strip));
    hide(strip.querySelector(".sign-in"), !this.#signedOut);
    hide(strip.querySelector(".drop-last"), !waits || !entries.length);
    hide(strip.querySelector(".leave-held"), waits || !offers);
    hide(strip.querySelector(".do-held"), waits || !offers || !this.rules.canBeDone(held[0].command));
    this.#list(waits ? entries : held.slice(1));
    write(byId("follows"), waits ? this.rules.followsOf(entries.map((one) => one.command)) : "");
    this.rules.drawWaiting?.(entries);
  }

  #sentence(entries, held) {
    const kept = this.outbox.durable ? "" : " Nothing is kept if this page is closed.";
    if (this.#signedOut) return `You are signed out. ${entries.length ? `${count(entries.length)}, to be sent after signing in.` : ""}${kept}`;
    if (this.cut) {
      const said = this.#cut ? `Not saved yet: ${this.#cut}` : "No line to the book:";
      return `${said} ${entries.length ? `${count(entries.length)}.` : "touch on, it is kept here."}${kept}`;
    }
    if (held.length) return this.#ofHeld(held);
    return this.#glad ? "All saved." : "";
  }

  #ofHeld(held) {
    const [{ by, unclear }] = held;
    const words = wordsOf(held[0], held, this.rules.named);
    if (by && by !== this.outbox.member) return `Touched by ${by} and not known to be saved: ${words}.`;
    if (unclear) return `Your touch (${words}) may be in the book: done now it is there once.`;
    return `${this.#why} Your touch (${words}) was not done.`.trim();
  }

  #list(entries) {
    const list = byId("waiting");
    list.replaceChildren(
      ...entries.map((entry) => {
        const line = document.createElement("li");
        line.textContent = wordsOf(entry, [...this.outbox.entries, ...this.outbox.held], this.rules.named);
        return line;
      }),
    );
    hide(list, !entries.length);
    const waits = byId("waits");
    hide(waits, !entries.length);
    onBody("waits", entries.length ? "" : null);
    if (!entries.length) return;
    layOver(waits, document.querySelector("#part-sheet .pane:not([hidden]) > .scroll"));
    list.scrollTop = list.scrollHeight;
  }
}

/** Where the deal or hand stands, as the head has it; with the phase where the strip takes that place too. */
function whereItStands(strip) {
  const wide = strip.matches(".offers, .signed-out") || matchMedia("(orientation: portrait), (max-width: 999px)").matches;
  return [...document.querySelectorAll(`#part-top .standing${wide ? ", #part-top .phase" : ""}`)].map((one) => one.textContent.trim()).join(" · ");
}

/** Lay what waits over the foot of the sheet's list, which gives way to it: no key of the sheet is covered. */
function layOver(waits, list) {
  const { left, width, height, bottom } = list.getBoundingClientRect();
  for (const [name, px] of Object.entries({ left, width, room: height, foot: innerHeight - bottom })) waits.style.setProperty(`--${name}`, `${px}px`);
}
