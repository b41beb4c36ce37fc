// What the dealer has in hand and in view: never sent by itself, so it lives in the page alone.

const KEPT = ["player", "cents", "suits"];

export class Hand {
  player = null;
  cents = 0;
  copper = false;
  paroli = false;
  /** Whether the checks in hand are bank bills. */
  bills = false;
  suits = false;
  orders = false;
  pane = "turn";
  drawer = false;
  /** The bet that waits for its new place. */
  moving = null;
  /** The rank that waits for its suit. */
  rank = null;
  /** Picked ranks: "win" or "lose". */
  picks = new Map();
  typed = "";
  settled = "";

  constructor(night) {
    this.night = night;
    try {
      Object.assign(this, JSON.parse(sessionStorage.getItem(`hand ${night}`) ?? "{}"));
    } catch {
      // A page without storage starts with an empty hand.
    }
  }

  keep() {
    try {
      const kept = Object.fromEntries(KEPT.map((name) => [name, this[name]]));
      sessionStorage.setItem(`hand ${this.night}`, JSON.stringify(kept));
    } catch {
      // As above.
    }
  }

  /** Checks in hand are laid; an empty hand gives orders. */
  get lays() {
    return !this.orders && this.cents > 0;
  }

  take(cents) {
    this.orders = false;
    this.cents = cents;
  }

  show(pane) {
    this.pane = pane;
    if (pane !== "pick") this.picks.clear();
  }
}

/** Cents as the table says them: 25¢, $5, $12.50. */
export function dollars(cents) {
  if (cents < 100) return `${cents}¢`;
  const rest = cents % 100;
  return `$${Math.floor(cents / 100).toLocaleString("en")}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

/** Typed dollars as cents; null where they are no amount. */
export function centsOf(typed) {
  const text = typed.replaceAll(",", "").replace("$", "").trim();
  const read = /^(\d{1,9})?(?:\.(\d{1,2}))?$/.exec(text);
  if (!text || text === "." || !read) return null;
  return Number(read[1] ?? 0) * 100 + Number((read[2] ?? "0").padEnd(2, "0"));
}
