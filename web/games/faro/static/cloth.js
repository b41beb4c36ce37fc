// Fingers on the cloth. The place under a finger names itself while the finger is down and is touched where it lets go;
// a long press opens orders; a stack that is dragged moves. Off the cloth, or with Escape, nothing happens.
// A touch ends when the next finger comes down, as on the keys: quick hands overlap.

import { Bubble, Carried } from "./bubble.js";
import { showReach, wordsFor } from "./naming.js";
import { spotOf, TAP_MS } from "../../js/debounce.js";
import { byId, show, whenShown } from "../../js/screen.js";
import { nextPlace } from "./neighbours.js";

const LONG_PRESS_MS = 550;
/** A finger that trembles within this stays where it is. */
const SLOP_PX = 12;
/** A stack is touched on it, and this far around it. */
const AROUND_PX = 4;
/** A slide from this near takes hold of a stack of the chosen player: a finger is as wide as this beside its middle. */
const REACH_PX = 24;
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
    const where = spotOf(event);
    this.#endBefore(where);
    const spot = event.target.closest?.(".spot");
    if (!spot || event.button !== 0) return;
    const { clientX: x, clientY: y, pointerId: id } = event;
    const { hand } = this.#acts;
    const stacks = hand.moving || hand.picking ? [] : stacksBy(x, y);
    const stack = this.#touched(stacks);
    // Stacks lie over their neighbours' places: an empty hand means the stack, checks in hand mean the place.
    const from = stack && !hand.lays ? stack.dataset.on : spot.dataset.spot;
    const slid = this.#slid(stacks)?.dataset;
    this.#down = { id, x, y, from, stack: stack?.dataset, slid, where, moved: false, held: false, carried: null };
    if (!hand.moving && !hand.picking && (stack || spot.dataset.bets)) this.#down.timer = setTimeout(() => this.#hold(), LONG_PRESS_MS);
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
      const stack = down.slid && byId(`stack-${down.slid.bet}`);
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
    const where = down.moved ? { ...spotOf(event), at: down.where.at } : down.where;
    if (!down.carried) this.#acts.touch(spot, where);
    else if (spot.dataset.spot !== down.slid.on) this.#move(down.slid.bet, spot, where);
  }

  /** A finger that was still when the next one came down has touched its place; one that slid has not arrived. */
  #endBefore({ at }) {
    const down = this.#down;
    this.drop();
    if (down && !down.moved && !down.held && at - down.where.at < TAP_MS) this.#acts.touch(byId(`spot-${down.from}`), down.where);
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

  /** Whether a click on the cloth only repeats what a finger has done. */
  repeats(event) {
    return event.timeStamp - this.#letGoAt < SAME_TOUCH_MS;
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

  #move(bet, spot, where) {
    const { hand, touch } = this.#acts;
    hand.moving = bet;
    if (!touch(spot, where)) hand.moving = null;
  }

  #name(spot, x, y) {
    const moving = this.#down.carried ? this.#down.slid.bet : this.#acts.hand.moving;
    this.#mark(spot);
    if (spot) this.#say(spot, x, y, moving);
    else this.#bubble.say(x, y, { name: "off the cloth", doing: moving ? "the bet stays" : "nothing is laid" }, "off");
  }

  #say(spot, x, y, moving) {
    const words = wordsFor(spot, this.#acts.hand, moving);
    this.#bubble.say(x, y, words, words.wrong ? "wrong" : "");
  }

  #mark(spot) {
    for (const marked of document.querySelectorAll("#part-layout .spot.under")) marked.classList.remove("under");
    spot?.classList.add("under");
  }

  /** The stack that a finger touches: where several lie on one place the chosen player's, else the nearest. */
  #touched(stacks) {
    const [nearest] = stacks.filter(({ away }) => away <= AROUND_PX);
    const own = stacks.find(({ stack, own }) => own(this.#acts.hand) && stack.dataset.on === nearest?.stack.dataset.on);
    return (own ?? nearest)?.stack;
  }

  /** The stack that a slide takes hold of: one that it starts on, the chosen player's first; else the nearest of theirs. */
  #slid(stacks) {
    const { hand } = this.#acts;
    const loose = stacks.filter(({ stack }) => !stack.dataset.call);
    const under = loose.filter(({ away }) => away <= 0);
    const own = (under.length ? under : loose).find((one) => one.own(hand));
    const [nearest] = loose.filter(({ away }) => away <= AROUND_PX);
    return (own ?? nearest)?.stack;
  }
}

/** The stacks in reach of a finger, the nearest first; `away` is how far it is from their edge. */
function stacksBy(x, y) {
  return [...document.querySelectorAll("#part-layout .stack[data-on]")]
    .map((stack) => {
      const box = stack.querySelector(".pile > ellipse").getBoundingClientRect();
      const away = Math.hypot(Math.max(box.left - x, x - box.right, 0), Math.max(box.top - y, y - box.bottom, 0));
      return { stack, away, own: (hand) => stack.dataset.player === hand.player };
    })
    .filter(({ away }) => away <= REACH_PX)
    .sort((one, other) => one.away - other.away);
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
    const spot = event.target.closest?.(".spot");
    if (spot && !fingers.repeats(event)) acts.touch(spot, spotOf(event, spot));
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
