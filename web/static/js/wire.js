// The way to the server and back: what the outbox holds, one command after the other, each under its own id and with the
// version that was seen. What got no answer is sent again under the same id until it has one; only an answer counts as saved.

import { movesTheDeal } from "./moment.js";
import { newId } from "./outbox.js";

const PATIENCE_MS = 5000;
const PAUSE_MS = 1500;
const WITHOUT_ANSWER = new Set([429, 502, 503, 504]);
const MOST_FAILURES = 3;
const MOST_TRIES = 20;
/** No night is at this version: what lost the touch that it followed is given back to the dealer. */
const UNSEEN = 0;

/** Commands about bets: another tablet's bets do not change what they mean while the deal stands where it stood. */
const ABOUT_BETS = new Set([
  "place_bet", "press_bet", "move_bet", "copper_bet", "uncopper_bet", "bar_bet", "release_bet", "half_goes",
  "whole_goes", "take_down_bet", "call_turn",
]);

export const isAboutBets = (command) => ABOUT_BETS.has(command.do);

export class Wire {
  #outbox;
  #busy = false;
  #token = document.querySelector("meta[name=token]").content;
  #wake = () => {};

  /**
   * `shown` gives the version and the moment of the table on the screen. `heard` is told what happens: sending, answered,
   * refreshed, wentThrough, refused, outrun, unreachable, reached, signedOut, away, idle.
   */
  constructor(night, outbox, shown, heard) {
    this.address = `/nights/${encodeURIComponent(night)}`;
    this.shown = shown;
    this.heard = heard;
    this.#outbox = outbox;
    outbox.ready.then(() => this.work());
  }

  get idle() {
    return !this.#busy;
  }

  /** Take a touch in: `make` gives its command, or null. `about` is kept with it: `said` in words, the `spot` touched. */
  send(make, about = {}) {
    const command = make();
    if (!command) return;
    const before = this.#outbox.entries.at(-1);
    const { version, moment } = this.shown();
    this.#outbox.add({
      id: newId(),
      at: Math.max(Date.now(), (before?.at ?? 0) + 1),
      command,
      said: about.said ?? "",
      spot: about.spot ?? null,
      // What follows an earlier touch is given its version and moment when that one is answered.
      seen: before ? null : version,
      moment: before ? null : moment,
      tries: 0,
    });
    this.work();
  }

  /** Do now what was held: on top of the table as it is shown. */
  async doNow(entries) {
    const { version, moment } = this.shown();
    Object.assign(entries[0], this.#outbox.first ? { seen: null, moment: null } : { seen: version, moment });
    for (const one of entries.slice(1)) Object.assign(one, { seen: null, moment: null });
    await this.#outbox.release(entries);
    this.work();
  }

  /** Try at once what waits for the line. */
  wake() {
    this.#wake();
    this.work();
  }

  /** Send what waits, in order, until nothing does or the dealer must say what is to become of it. */
  async work() {
    if (this.#busy) return;
    this.#busy = true;
    await this.#outbox.ready;
    while (this.#outbox.first && (await this.#deliver(this.#outbox.first)));
    this.#busy = false;
    this.heard.idle();
  }

  /** Fetch the table as it stands; false where there is no answer. */
  async refresh() {
    try {
      const response = await this.#fetch(`${this.address}/table`, {});
      if (response.status === 401) this.heard.signedOut();
      if (!response.ok) return false;
      this.heard.refreshed(await response.text());
      return true;
    } catch {
      this.heard.away();
      return false;
    }
  }

  /** Send one entry until it is answered, or until sending is to stop (false). */
  async #deliver(entry) {
    let renewed = false;
    let failures = 0;
    this.heard.sending();
    await this.#outbox.keep(entry);
    for (;;) {
      if (this.#outbox.first !== entry) return true;
      const answer = await this.#ask(entry);
      if (answer.response) {
        this.heard.reached();
        await this.#answered(entry, answer);
        return true;
      }
      const code = answer.fault?.code;
      if (code === "bad_token" && !renewed) {
        renewed = true;
        await this.#renewToken();
      } else if (code === "not_signed_in") {
        this.heard.signedOut();
        return false;
      } else if (code === "stale_version") {
        const settled = await this.#outrun(entry);
        if (settled !== null) return settled;
        await this.#pause();
      } else if (answer.fault && (answer.status < 500 || ++failures === MOST_FAILURES)) {
        this.heard.reached();
        await this.#refused(entry, answer.fault);
        return false;
      } else {
        this.heard.unreachable(answer.fault?.why ?? answer.why);
        await this.#pause();
        if (!(await this.#outbox.owns(entry))) {
          this.#outbox.forget(entry);
          await this.refresh();
          return true;
        }
      }
    }
  }

  async #answered(entry, { html, version }) {
    this.heard.answered(html, entry);
    const next = this.#outbox.entries[1];
    const { version: shown, moment } = this.shown();
    if (next && next.seen === null) {
      // A touch that is not about bets was not meant for a table that another tablet had changed before it.
      next.seen = entry.rebased && !isAboutBets(next.command) ? entry.touchedAt : version;
      const known = shown === version ? moment : null;
      next.moment = movesTheDeal(entry.command) ? known : entry.moment;
      await this.#outbox.keep(next);
    }
    await this.#outbox.remove([entry]);
    if (entry.rebased) this.heard.wentThrough(entry);
  }

  async #refused(entry, fault) {
    await this.#outbox.remove([entry]);
    await this.#outbox.hold();
    this.heard.refused(fault, entry);
    await this.refresh();
  }

  /** The night has moved on: send a bet again if the deal stands where it stood, or give the touch back to the dealer. */
  async #outrun(entry) {
    if (!(await this.refresh())) return null;
    const { version, moment } = this.shown();
    const same = entry.moment !== null && entry.moment === moment;
    if (same && isAboutBets(entry.command) && ++entry.tries < MOST_TRIES) {
      entry.touchedAt ??= entry.seen;
      entry.seen = version;
      entry.rebased = true;
      return true;
    }
    await this.#outbox.hold();
    this.heard.outrun(entry);
    return false;
  }

  #pause() {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, PAUSE_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** One try: the response with the new table and the version made, the fault that the server finds, or why neither. */
  async #ask(entry) {
    try {
      const response = await this.#fetch(`${this.address}/commands`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          "X-CSRFToken": this.#token,
          "Idempotency-Key": entry.id,
          "If-Match": `"${entry.seen ?? UNSEEN}"`,
        },
        body: JSON.stringify(entry.command),
      });
      if (response.ok) {
        return { response, html: await response.text(), version: Number(response.headers.get("Command-Version")) };
      }
      const fault = await response.json();
      return WITHOUT_ANSWER.has(response.status) ? { why: fault.why } : { fault, status: response.status };
    } catch {
      return { why: "" };
    }
  }

  async #renewToken() {
    try {
      const response = await this.#fetch("/api/token", {});
      this.#token = (await response.json()).token;
      // Forms of the page send it from there.
      document.querySelector("meta[name=token]").content = this.#token;
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
