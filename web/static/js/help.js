// Help on the tablet: the table is drawn smaller, its places are numbered, and notes beside it say what each of them is. A
// touch then, and a key that is held at any time, say what it does.

import { all, byId, hide, onBody, write } from "./screen.js";

/** A key held for this long says what it does, and does not act. */
const HOLD_MS = 700;
/** A finger that moves this far holds nothing. */
const STILL_PX = 12;
const APART_PX = 6;
/** The number of a place hangs on its corner: a key has its letters near there, a region does not. */
const ON_KEY_PX = 4;
const ON_REGION_PX = 14;
const REGION_PX = 90;

const element = byId("help-texts");
/** What elements are and do, the most special first: a selector, a text, and whether it is a note beside the table. */
const HELP = element ? JSON.parse(element.textContent).map(([on, says, note]) => ({ on, says, note })) : [];

function written(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

/** Whether a place is in sight: all of the table is, until the drawer lies over it. */
const isShown = (place) => place.getClientRects().length > 0 && !place.closest("[hidden]") && !("drawer" in document.body.dataset);

/** What is said of an element, or of the nearest around it of which something is said. */
function helpOn(target) {
  for (let place = target; place?.matches && place.id !== "table"; place = place.parentElement) {
    const found = HELP.find(({ on }) => place.matches(on));
    if (found) return { place, says: found.says };
  }
  return null;
}

/** The key around an element, else `place`. */
const keyAround = (target, place) => target.closest("button, a, .spot") ?? place;

/** What a key is called: what is read out of it, or its text; empty outside of keys. */
function nameOf(key) {
  return key.matches("button, a, .spot") ? key.dataset.name || key.ariaLabel || key.textContent.trim().replace(/\s+/g, " ") : "";
}

const inside = (wanted, size, room) => Math.min(Math.max(wanted, APART_PX), room - size - APART_PX);
const fits = (wanted, size, room) => wanted === inside(wanted, size, room);

/** Put a box below a place, above or beside it, left of `right` and within the screen; over it only where it fills that. */
function putBeside(box, place, right) {
  const at = place.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const left = inside(at.left + at.width / 2 - width / 2, width, right);
  const middle = inside(at.top + at.height / 2 - height / 2, height, innerHeight);
  const top = [at.bottom + APART_PX, at.top - APART_PX - height].find((wanted) => fits(wanted, height, innerHeight));
  const beside = [at.right + APART_PX, at.left - APART_PX - width].find((wanted) => fits(wanted, width, right));
  box.style.left = `${top === undefined ? beside ?? left : left}px`;
  box.style.top = `${top ?? middle}px`;
}

/** Hang a number on the upper left corner of a place. */
function hang(number, place) {
  const { left, top, height } = place.getBoundingClientRect();
  const over = height > REGION_PX ? ON_REGION_PX : ON_KEY_PX;
  number.style.left = `${left - number.offsetWidth + over}px`;
  number.style.top = `${top - number.offsetHeight + over}px`;
}

export class Help {
  #part = byId("part-help");
  #header = this.#part.querySelector("header");
  #notes = this.#part.querySelector(".notes");
  #numbers = this.#part.querySelector(".numbers");
  #table = byId("table");
  #bubble = byId("help-bubble");
  /** A finger that may come to hold a key: where it came down, and what waits for it. */
  #down = null;
  /** The pointer that has held a key: what it does next is no touch. */
  #held = null;
  #focused = null;

  constructor() {
    byId("help-away").addEventListener("click", () => this.close());
    for (const kind of ["pointerdown", "pointerup", "click", "touchend", "contextmenu"]) {
      addEventListener(kind, (event) => this.#see(event), { capture: true, passive: false });
    }
    addEventListener("pointermove", ({ pointerId, clientX, clientY }) => {
      if (this.#down?.id === pointerId && Math.hypot(clientX - this.#down.x, clientY - this.#down.y) > STILL_PX) this.#letGo();
    });
    addEventListener("pointercancel", () => this.#letGo());
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
      else if (this.isOpen && !event.target.closest?.("dialog")) event.stopImmediatePropagation();
    }, { capture: true });
    addEventListener("resize", () => this.isOpen && this.#layNotes());
  }

  get isOpen() {
    return !this.#part.hidden;
  }

  get touches() {
    return { help: () => this.open() };
  }

  open() {
    this.#focused = document.activeElement;
    hide(this.#part, false);
    hide(this.#part.querySelector(".of-ranks"), !byId("part-ranks"));
    onBody("help", "");
    this.#layNotes();
    this.#part.querySelector("header .button").focus({ preventScroll: true });
  }

  close() {
    hide(this.#bubble, true);
    if (!this.isOpen) return;
    hide(this.#part, true);
    onBody("help", null);
    this.#table.style.transform = "";
    this.#focused?.focus({ preventScroll: true });
  }

  /** Number the places in sight, in the order of reading, and write their notes beside the table. */
  #layNotes() {
    const says = new Map();
    for (const { on, says: text, note } of HELP) {
      const place = note && [...all(on)].find(isShown);
      if (place && !says.has(place)) says.set(place, text);
    }
    this.#table.style.transform = "";
    const at = new Map([...says.keys()].map((place) => [place, place.getBoundingClientRect()]));
    const places = [...at.keys()].sort((first, second) => at.get(first).top - at.get(second).top || at.get(first).left - at.get(second).left);
    hide(this.#notes, !places.length);
    this.#notes.replaceChildren(...places.map((place) => written("li", says.get(place))));
    this.#numbers.replaceChildren(...places.map((_, index) => written("b", index + 1)));
    if (places.length) this.#shrink();
    places.forEach((place, number) => hang(this.#numbers.children[number], place));
  }

  /** Draw the table so small that the notes have room beside it, and the numbers around it. */
  #shrink() {
    const top = this.#header.getBoundingClientRect().bottom + APART_PX;
    this.#notes.style.top = `${top}px`;
    const { offsetWidth: width, offsetHeight: height } = this.#numbers.firstElementChild;
    const scale = (this.#notes.getBoundingClientRect().left - width - 2 * APART_PX) / this.#table.getBoundingClientRect().width;
    this.#table.style.transform = `translate(${width}px, ${top + height - APART_PX}px) scale(${scale})`;
  }

  /** Say what an element is and does; false where nothing is said of it. */
  #say(target) {
    const found = helpOn(target);
    if (!found) return false;
    const key = keyAround(target, found.place);
    write(this.#bubble.querySelector("b"), nameOf(key));
    write(this.#bubble.querySelector("span"), found.says);
    hide(this.#bubble, false);
    putBeside(this.#bubble, key, this.isOpen && !this.#notes.hidden ? this.#notes.getBoundingClientRect().left : innerWidth);
    return true;
  }

  #letGo() {
    clearTimeout(this.#down?.due);
    this.#down = null;
  }

  /** Whether help lies over an element. Its own keys are free, and what lies over help, such as the lock. */
  #covers(target) {
    return this.isOpen && !target.closest?.("#part-help header, dialog");
  }

  #see(event) {
    const { target, type } = event;
    if (this.#covers(target)) {
      // Nothing of the table acts while help lies over it.
      event.preventDefault();
      event.stopImmediatePropagation();
      if (type === "pointerdown") {
        const below = document.elementsFromPoint(event.clientX, event.clientY).find((place) => !place.closest("#part-help"));
        if (!below || !this.#say(below)) hide(this.#bubble, true);
      }
      return;
    }
    if (type === "pointerdown") {
      this.#held = null;
      this.#letGo();
      hide(this.#bubble, true);
      // The cloth says by itself on which place a finger rests.
      if (event.isPrimary && target.closest?.("[data-touch]:not(.spot), #put-right, .order-keys a")) this.#wait(event);
    } else if (this.#held !== null && (type !== "click" || event.detail)) {
      // A click without a count was made by no pointer: it acts.
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (type === "pointerup") this.#letGo();
  }

  #wait({ target, pointerId, clientX, clientY }) {
    const due = setTimeout(() => {
      if (!this.#say(target)) return;
      // Whoever follows the finger forgets it.
      target.dispatchEvent(new PointerEvent("pointercancel", { pointerId, bubbles: true }));
      this.#held = pointerId;
    }, HOLD_MS);
    this.#down = { id: pointerId, x: clientX, y: clientY, due };
  }
}
