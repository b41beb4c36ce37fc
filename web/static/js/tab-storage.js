// What waits, as the tab itself keeps it. It is written in the very moment of a touch, so the next page of this tab
// finds it there however soon this one goes. It goes with the tab: what is to outlive that lies in the outbox's base.

const EMPTY = { page: "", gone: false, durable: false, touches: [] };

export class TabStorage {
  #name;

  constructor(night) {
    this.#name = `touches ${night}`;
  }

  /** What lies here: which page put it, whether that page has gone, whether it had its base, and its touches in order. */
  read() {
    try {
      return JSON.parse(sessionStorage.getItem(this.#name)) ?? EMPTY;
    } catch {
      return EMPTY;
    }
  }

  put(lying) {
    try {
      sessionStorage.setItem(this.#name, JSON.stringify(lying));
    } catch {
      // A page without storage does without.
    }
  }
}
