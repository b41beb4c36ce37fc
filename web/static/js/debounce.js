// Touches: a double tap is a single act. A newer table, a message or another game's page may bring another key under the
// finger between the two touches. So what counts is where and when a touch was, not which key it found.

/** Two touches of a place within this time count once: a trembling finger deals no card twice. */
const TWICE_MS = 550;
/** A place is this large: half a key's width, so that two neighbouring keys touched in their middles are two places. */
const PLACE_PX = 24;
/** A finger that rested for longer when the next one came down is a hand that leans on the glass. */
export const TAP_MS = 300;
/** An event older than this does not tell the time as this page does. */
const OLDEST_MS = 10000;
const KEPT = "touched";

/** A moment of this page by the clock that all pages of a tab share. */
const shared = (moment) => performance.timeOrigin + moment;

/** When a finger came down or let go, however late a busy page hears of it. */
const timeOf = ({ timeStamp }) => {
  const now = performance.now();
  return shared(now >= timeStamp && now - timeStamp < OLDEST_MS ? timeStamp : now);
};

/** Where and when a finger was; the keyboard and screen readers touch a key in its middle. */
export function spotOf(event, element) {
  // A pointer need not say of what sort it is; a click without a sort was made by no pointer.
  if (event.pointerType || event.type.startsWith("pointer")) return { x: event.clientX, y: event.clientY, at: timeOf(event) };
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, at: timeOf(event) };
}

/** Cards and steps of the game: what is chosen between two touches of these makes no second one of a double tap. */
const ONCE = new Set(["rank", "suit", "command"]);

export class Debounce {
  #quick;
  /** The last touch that counted, and the last that acted: where, when, and of which key. */
  #last = null;
  #act = null;

  /** `quick` names the kinds of keys that may be touched again at once: digits, quick sums, what only chooses. */
  constructor(quick) {
    this.#quick = new Set(quick);
    try {
      this.#act = this.#last = JSON.parse(sessionStorage.getItem(KEPT));
    } catch {
      // A page without storage knows of no earlier touch.
    }
  }

  /** Whether a touch is the second of a double tap: near the last one or on its key, whatever lies there by now. */
  swallows(key, { x, y, at }) {
    const again = (before) =>
      before && Math.abs(at - before.at) < TWICE_MS && (before.name === nameOf(key) || Math.hypot(x - before.x, y - before.y) <= PLACE_PX);
    if (again(this.#act)) return true;
    const chooses = this.#quick.has(key.dataset.touch) && key.dataset.touch === this.#last?.kind;
    return Boolean(again(this.#last)) && !chooses;
  }

  /** A touch has counted; `acted` says whether it did something for good. One that only chose ends the guard for places. */
  counted(key, { x, y }, acted) {
    // From now on, and not from when the finger came down: a slow finger may tremble too.
    const touched = { x, y, at: shared(performance.now()), kind: key.dataset.touch, name: nameOf(key) };
    this.#last = touched;
    const { dataset } = document.body;
    if (acted) this.#act = touched;
    else if (!ONCE.has(this.#act?.kind)) this.#forgetAct();
    dataset.touched = touched.name;
    if (acted) dataset.acted = touched.name;
    setTimeout(() => {
      if (this.#last === touched) delete dataset.touched;
      if (this.#act === touched) delete dataset.acted;
    }, TWICE_MS);
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(touched));
    } catch {
      // As above.
    }
  }

  /** Something was typed: the same key touched again means something else now. */
  typed() {
    this.#last = null;
    delete document.body.dataset.touched;
    this.#forgetAct();
  }

  #forgetAct() {
    this.#act = null;
    delete document.body.dataset.acted;
  }
}

/** Keys without an id are told apart by their data and text: two players' keys may both say "3". */
const nameOf = (key) => key.id || `${JSON.stringify(key.dataset)}${key.textContent}`;

// Fingers on keys. A key is touched when the finger lets go of it, or when the next finger comes down before that: of two
// touches that overlap, as a quick dealer's do, a browser makes no clicks. Clicks are left to the mouse, the keyboard and
// screen readers; the cloth has fingers of its own.

/** What a finger can touch: a key, or the shade around what lies over the table. */
const touchable = (element) =>
  element?.closest?.("[data-touch]:not(.spot)") ?? (["part-drawer", "part-claims"].includes(element?.id) ? element : null);

/** Watch the keys of a page; `touch` is given what was touched, and where and when. */
export function watchKeys(touch) {
  let down = null;

  document.addEventListener("pointerdown", (event) => {
    const where = spotOf(event);
    const before = down;
    down = null;
    if (before && where.at - before.where.at < TAP_MS) touch(before.key, before.where);
    const key = event.pointerType !== "mouse" && touchable(event.target);
    if (key) down = { key, where, id: event.pointerId };
  });
  document.addEventListener("pointerup", (event) => {
    if (down?.id !== event.pointerId) return;
    const { key, where } = down;
    down = null;
    if (touchable(document.elementFromPoint(event.clientX, event.clientY)) === key) touch(key, where);
  });
  document.addEventListener("pointercancel", (event) => {
    if (down?.id === event.pointerId) down = null;
  });
  // No click is to follow: by then something else may lie there.
  const noClick = (event) => event.cancelable && touchable(event.target) && event.preventDefault();
  document.addEventListener("touchend", noClick, { passive: false });
  document.addEventListener("click", (event) => {
    const key = touchable(event.target);
    if (key && !["touch", "pen"].includes(event.pointerType)) touch(key, spotOf(event, key));
  });
  // A key of the keyboard that is held down touches once.
  document.addEventListener("keydown", (event) => {
    if (event.repeat && ["Enter", " "].includes(event.key) && event.target.closest?.("[data-touch]")) event.preventDefault();
  });
}
