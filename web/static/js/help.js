// Help on the tablet: notes over the table say what each place is; a touch then, and a key that is held at any time, say
// what it does.

import { all, byId, hide, onBody, write } from "./screen.js";

/** A key held for this long says what it does, and does not act. */
const HOLD_MS = 700;
/** A finger that moves this far holds nothing. */
const STILL_PX = 12;
const APART_PX = 6;

const element = byId("help-texts");
/** What elements are and do, the most special first: a selector, a text, and whether it is laid over the table. */
const HELP = element ? JSON.parse(element.textContent).map(([on, says, note]) => ({ on, says, note })) : [];

const isShown = (place) => place.getClientRects().length > 0 && !place.closest("[hidden]");

/** What is said of an element, or of the nearest around it of which something is said. */
function helpOn(target) {
  for (let place = target; place?.matches && place.id !== "table"; place = place.parentElement) {
    const found = HELP.find(({ on }) => place.matches(on));
    if (found) return { place, says: found.says };
  }
  return null;
}

/** What the key around an element is called: what is read out of it, or its text; empty outside of keys. */
function nameOf(target) {
  const key = target.closest("button, a, .spot");
  return key ? key.dataset.name || key.ariaLabel || key.textContent.trim().replace(/\s+/g, " ") : "";
}

const inside = (wanted, size, room) => Math.min(Math.max(wanted, APART_PX), room - size - APART_PX);

/** Put a box over the middle of a place, within the screen and beside those of `others`; null where there is no room. */
function putNear(box, place, others = []) {
  const at = place.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const left = inside(at.left + at.width / 2 - width / 2, width, innerWidth);
  const middle = inside(at.top + at.height / 2 - height / 2, height, innerHeight);
  const tops = [middle, ...others.flatMap(({ top, bottom }) => [bottom + APART_PX, top - APART_PX - height])];
  const isFree = (top) =>
    top === inside(top, height, innerHeight) &&
    others.every((other) => left >= other.right || left + width <= other.left || top >= other.bottom || top + height <= other.top);
  const [top] = tops.filter(isFree).sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
  if (top === undefined) return null;
  box.style.left = `${left}px`;
  box.style.top = `${top}px`;
  return box.getBoundingClientRect();
}

export class Help {
  #part = byId("part-help");
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
    this.#focused?.focus({ preventScroll: true });
  }

  /** Lay a note over each place that is in sight. */
  #layNotes() {
    const notes = this.#part.querySelector(".notes");
    notes.replaceChildren();
    const laid = [this.#part.querySelector("header").getBoundingClientRect()];
    for (const { on, says, note } of HELP) {
      const place = note && [...all(on)].find(isShown);
      if (!place) continue;
      const box = document.createElement("p");
      box.textContent = says;
      notes.append(box);
      const put = putNear(box, place, laid);
      if (put) laid.push(put);
      else box.remove();
    }
  }

  /** Say what an element is and does; false where nothing is said of it. */
  #say(target) {
    const found = helpOn(target);
    if (!found) return false;
    write(this.#bubble.querySelector("b"), nameOf(target));
    write(this.#bubble.querySelector("span"), found.says);
    hide(this.#bubble, false);
    putNear(this.#bubble, found.place);
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
      if (event.isPrimary && target.closest?.("[data-touch]:not(.spot)")) this.#wait(event);
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
