// The page as of other facts, fetched once each and kept for a while: what is past does not change.

const KEPT = 40;
const PATIENCE_MS = 15000;

export class Pages {
  #kept = new Map();

  /** The address of this page as of a fact. */
  address(at) {
    const url = new URL(location.href);
    url.searchParams.set("at", at);
    url.hash = "";
    return url.pathname + url.search;
  }

  /** The page as of a fact, as text. */
  at(at) {
    if (!this.#kept.has(at)) {
      const page = this.#fetch(at);
      page.catch(() => this.#kept.delete(at));
      this.#kept.set(at, page);
      if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value);
    }
    return this.#kept.get(at);
  }

  async #fetch(at) {
    const answer = await fetch(this.address(at), { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (answer.status >= 500) throw new Error(String(answer.status));
    return answer.text();
  }
}
