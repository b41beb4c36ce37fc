// The way to the server and back: one command after the other, each with an id of its own and the version that was seen.
// What got no answer is sent again under the same id until it has one; only an answer counts as saved.

const PATIENCE_MS = 8000;
const PAUSE_MS = 1500;
const ANSWERS_WITHOUT_ONE = new Set([502, 503, 504]);

/** A fresh id. crypto.randomUUID is missing over plain HTTP. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Wire {
  #waiting = [];
  #busy = false;
  #token = document.querySelector("meta[name=token]").content;

  /** `heard` is told what happens: sending, answered, refused, unreachable, away, dropped. `version` gives the version seen. */
  constructor(night, version, heard) {
    this.address = `/nights/${encodeURIComponent(night)}`;
    this.version = version;
    this.heard = heard;
  }

  get idle() {
    return !this.#busy;
  }

  /** Take a touch in: `make` gives its command when its turn comes, from the table as it then stands, or null. */
  send(make) {
    this.#waiting.push(make);
    if (!this.#busy) this.#work();
  }

  /** Fetch the table as it stands. */
  async refresh() {
    try {
      const response = await this.#fetch(`${this.address}/table`, {});
      if (response.ok) this.heard.answered(await response.text(), null);
    } catch {
      this.heard.away();
    }
  }

  async #work() {
    this.#busy = true;
    while (this.#waiting.length) {
      const command = this.#waiting.shift()();
      if (!command || (await this.#deliver(command))) continue;
      const dropped = this.#waiting.splice(0).length;
      if (dropped) this.heard.dropped(dropped);
    }
    this.#busy = false;
  }

  async #deliver(command) {
    const id = newId();
    const version = this.version();
    let renewed = false;
    this.heard.sending(command);
    for (;;) {
      const answer = await this.#ask(id, version, command);
      if (answer.html !== undefined) {
        this.heard.answered(answer.html, command);
        return true;
      }
      if (answer.fault?.code === "bad_token" && !renewed) {
        renewed = true;
        await this.#renewToken();
      } else if (answer.fault) {
        this.heard.refused(answer.fault, command);
        if (answer.fault.code === "stale_version") await this.refresh();
        return false;
      } else {
        this.heard.unreachable(answer.why);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  }

  /** One try: the new table, the fault that the server finds, or nothing but why there was no answer. */
  async #ask(id, version, command) {
    try {
      const response = await this.#fetch(`${this.address}/commands`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          "X-CSRFToken": this.#token,
          "Idempotency-Key": id,
          "If-Match": `"${version}"`,
        },
        body: JSON.stringify(command),
      });
      if (response.ok) return { html: await response.text() };
      const fault = await response.json();
      return ANSWERS_WITHOUT_ONE.has(response.status) ? { why: fault.why } : { fault };
    } catch {
      return { why: "" };
    }
  }

  async #renewToken() {
    try {
      const response = await this.#fetch("/api/token", {});
      this.#token = (await response.json()).token;
    } catch {
      // The next try says whether it was needed.
    }
  }

  async #fetch(address, options) {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
    try {
      return await fetch(address, {
        ...options,
        headers: { Accept: "application/json, text/html;q=0.5", ...options.headers },
        signal: patience.signal,
      });
    } finally {
      clearTimeout(timer);
    }
  }
}
