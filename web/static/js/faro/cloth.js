// Fingers on the cloth. The place under a finger names itself while the finger is down and is touched where it lets go;
// a long press opens orders; a stack that is dragged moves. Off the cloth, or with Escape, nothing happens.

import { Bubble, Carried } from "./bubble.js";
import { showReach, wordsFor } from "./naming.js";
import { byId, show, whenShown } from "../screen.js";
import { nextPlace } from "./neighbours.js";

const LONG_PRESS_MS = 550;
/** A finger that trembles within this stays where it is. */
const SLOP_PX = 12;
/** A stack is taken hold of on it, and this far around it. */
const AROUND_PX = 4;
/** A click this soon after a finger let go is the same touch. */
const SAME_TOUCH_MS = 700;

const spotAt = (x, y) => document.elementFromPoint(x, y)?.closest(".spot") ?? null;

class Fingers {
  #acts;
  #bubble = new Bubble();
  #down = null;
  #letGoAt = -Infinity;

  constructor(acts) {
    this.#acts = acts;
  }

  press(event) {
    const spot = event.target.closest?.(".spot");
    if (!spot || !event.isPrimary || event.button !== 0) return;
    this.drop();
    const { clientX: x, clientY: y, pointerId: id } = event;
    const { hand } = this.#acts;
    const stack = hand.moving ? null : this.#stackAt(x, y);
    // Stacks lie over their neighbours' places: an empty hand means the stack, checks in hand mean the place.
    const from = stack && !hand.lays ? stack.dataset.on : spot.dataset.spot;
    this.#down = { id, x, y, from, stack: stack?.dataset, moved: false, held: false, carried: null };
    if (!hand.moving && (stack || spot.dataset.bets)) this.#down.timer = setTimeout(() => this.#hold(), LONG_PRESS_MS);
    this.#name(byId(`spot-${from}`), x, y);
  }

  slide(event) {
    const down = this.#down;
    if (down?.id !== event.pointerId || down.held) return;
    const { clientX: x, clientY: y } = event;
    if (!down.moved && Math.hypot(x - down.x, y - down.y) <= SLOP_PX) return;
    if (!down.moved) {
      down.moved = true;
      clearTimeout(down.timer);
      const stack = down.stack && !down.stack.call && byId(`stack-${down.stack.bet}`);
      if (stack) down.carried = new Carried(stack);
    }
    down.carried?.follow(x, y);
    this.#name(spotAt(x, y), x, y);
  }

  letGo(event) {
    const down = this.#down;
    if (down?.id !== event.pointerId) return;
    this.#letGoAt = event.timeStamp;
    // A finger that trembled touches the place that it came down on.
    const spot = down.moved ? spotAt(event.clientX, event.clientY) : byId(`spot-${down.from}`);
    this.drop();
    if (!spot || down.held) return;
    if (!down.carried) this.#acts.touch(spot);
    else if (spot.dataset.spot !== down.stack.on) this.#move(down.stack.bet, spot);
  }

  /** Let a touch be as if it had not been. Says whether there was one. */
  drop() {
    const down = this.#down;
    if (!down) return false;
    clearTimeout(down.timer);
    down.carried?.away();
    this.#down = null;
    this.#bubble.away();
    this.#mark(null);
    return true;
  }

  /** Whether a click only repeats what a finger has done. */
  repeats(event) {
    return Boolean(event.target.closest?.(".spot")) && event.timeStamp - this.#letGoAt < SAME_TOUCH_MS;
  }

  /** Name a place that the keyboard has come to. */
  point(spot) {
    const box = spot.querySelector(".target").getBoundingClientRect();
    this.#say(spot, box.x + box.width / 2, box.y + box.height / 2, this.#acts.hand.moving);
  }

  unpoint() {
    if (!this.#down) this.#bubble.away();
  }

  #hold() {
    const { hand, openOrders } = this.#acts;
    this.#down.held = true;
    this.#bubble.away();
    this.#mark(null);
    openOrders(this.#down.stack?.on ?? this.#down.from);
    show(hand);
  }

  #move(bet, spot) {
    this.#acts.hand.moving = bet;
    this.#acts.touch(spot);
  }

  #name(spot, x, y) {
    const moving = this.#down.carried ? this.#down.stack.bet : this.#acts.hand.moving;
    this.#mark(spot);
    if (spot) this.#say(spot, x, y, moving);
    else this.#bubble.say(x, y, { name: "off the cloth", doing: moving ? "the bet stays" : "nothing is laid" }, "off");
  }

  #say(spot, x, y, moving) {
    const words = wordsFor(spot, this.#acts.hand, moving);
    this.#bubble.say(x, y, words, words.wrong ? "wrong" : "");
  }

  #mark(spot) {
    for (const marked of document.querySelectorAll(".spot.under")) marked.classList.remove("under");
    spot?.classList.add("under");
  }

  /** The stack under a finger: where several lie on one place the chosen player's, else the nearest. */
  #stackAt(x, y) {
    const near = [...document.querySelectorAll(".stack[data-on]")]
      .map((stack) => {
        const box = stack.querySelector(".pile > ellipse").getBoundingClientRect();
        const aside = Math.max(box.left - x, x - box.right, 0);
        return { stack, away: Math.hypot(aside, Math.max(box.top - y, y - box.bottom, 0)) };
      })
      .filter(({ away }) => away <= AROUND_PX)
      .sort((one, other) => one.away - other.away)
      .map(({ stack }) => stack);
    const { player } = this.#acts.hand;
    const own = document.querySelector(`.stack[data-on="${near[0]?.dataset.on}"][data-player="${CSS.escape(player ?? "")}"]`);
    return own ?? near[0];
  }
}

/** Watch the layout; `touch` does what a tap asks for, `openOrders` shows the orders of the bets on a spot. */
export function watchCloth(acts) {
  const fingers = new Fingers(acts);
  document.addEventListener("pointerdown", (event) => fingers.press(event));
  document.addEventListener("pointermove", (event) => fingers.slide(event));
  document.addEventListener("pointerup", (event) => fingers.letGo(event));
  document.addEventListener("pointercancel", () => fingers.drop());
  // The browser is to make nothing of these fingers: after a flick it would swallow the next tap on a key.
  for (const kind of ["touchstart", "contextmenu"]) {
    const keepFromBrowser = (event) => event.target.closest?.(".spot") && event.preventDefault();
    document.addEventListener(kind, keepFromBrowser, { passive: false });
  }
  document.addEventListener("click", (event) => {
    if (!fingers.repeats(event)) acts.touch(event.target);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && fingers.drop()) event.stopImmediatePropagation();
    const next = nextPlace(event.target.closest?.(".spot"), event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
    fingers.point(next);
  });
  document.addEventListener("focusout", () => fingers.unpoint());
  whenShown(() => showReach(acts.hand));
}
