// What the dealer has in hand and in view, which is never sent; and the state that waiting commands lead to.

export class Hand {
  player = null;
  drawer = false;
  #kept;
  #lies = "";

  /** `kept` names what outlives the page in its tab. */
  constructor(night, kept) {
    this.night = night;
    this.#kept = kept;
  }

  /** Take up what an earlier page of this tab left; a game's hand does so once it is made. */
  restore() {
    try {
      const left = JSON.parse(sessionStorage.getItem(`hand ${this.night}`) ?? "{}");
      for (const name of this.#kept) if (name in left) this[name] = left[name];
    } catch {
      // A page without storage starts with an empty hand.
    }
  }

  keep() {
    try {
      const kept = JSON.stringify(Object.fromEntries(this.#kept.map((name) => [name, this[name]])));
      if (kept === this.#lies) return;
      sessionStorage.setItem(`hand ${this.night}`, kept);
      this.#lies = kept;
    } catch {
      // As above.
    }
  }
}

/** The stand after commands; null where a taking back reaches further than `before`, the stand before `now`. */
export function after(before, now, commands, step) {
  const stood = [now];
  for (const command of commands) {
    if (command.do === "void") {
      stood.pop();
      if (!stood.length) {
        if (!before) return null;
        stood.push(before);
        before = null;
      }
    } else {
      stood.push(step(stood.at(-1), command));
    }
  }
  return stood.at(-1);
}
