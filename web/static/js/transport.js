// The way to the server and back: what the outbox holds, one command after the other, each under its own id and with the
// version that was seen. What got no answer is sent again under the same id until it has one; only an answer counts as saved.

import { gettext } from "./language.js";
import { newId } from "./outbox.js";
import { ROOT } from "./root.js";
import { drawing } from "./screen.js";
import { wordsOf } from "./words.js";

const PATIENCE_MS = 5000;
const PAUSE_MS = 1500;
const WITHOUT_ANSWER = new Set([429, 502, 503, 504]);
const MOST_FAILURES = 3;
const MOST_TRIES = 20;
/** Refusals for who sends a touch: somebody else may still send it. */
const WHO_MAY_NOT = new Set(["not_permitted", "unknown_staff"]);
/** No night has this version: a touch that lost the touch it followed is refused, and given back to the dealer. */
const UNSEEN = 0;

/** A command of this table with its game's name, where another game of the night has that word too. */
function ofItsGame(command) {
  const { game, shared } = document.getElementById("table").dataset;
  return command && shared.split(" ").includes(command.do) ? { game, ...command } : command;
}

export class Transport {
  #outbox;
  #busy = false;
  #token = document.querySelector("meta[name=token]").content;
  #wake = () => {};
  #rules;
  /** Whether who is signed in may see the table: touches wait while they may not. */
  #isLetIn = true;
  /** Who is to take over once all that waits is saved, and what is told how that went; null for nobody. */
  #relief = null;
  /** What waited behind the touch that a second person is to confirm. */
  #behindSecond = [];
  /** Counts the dealer's acts: touches sent, held touches done now, touches dropped. */
  taken = 0;

  /**
   * `rules` are the game's: whether a command `movesOn` the deal or the hand to another moment, whether it `isOfPlay` at
   * all and not of the counter, and whether it `survives` what another tablet does while the moment stays: then it still means what it meant when it was touched. `shown` gives the version and the moment of the table on the screen. `heard` is told what happens: already, sending,
   * answered, enteredBefore, refreshed, wentThrough, refused, failed, outrun, unreachable, reached, signedOut, turnedAway, away, idle.
   */
  constructor(night, outbox, rules, shown, heard) {
    this.address = `${ROOT}/nights/${encodeURIComponent(night)}`;
    this.shown = shown;
    this.heard = heard;
    this.#rules = rules;
    this.#outbox = outbox;
    outbox.ready.then(() => this.work());
  }

  /** The commands that the table shown does not know of yet. */
  get waiting() {
    return this.#outbox.entries.filter(({ done }) => !done).map(({ command }) => command);
  }

  get idle() {
    return !this.#busy;
  }

  /** Take a touch in: `make` gives its command, or null. Kept with it: what it does in words (`said`) and the `spot` touched. */
  send(make, { said, spot } = {}) {
    const command = ofItsGame(make());
    if (!command) return;
    this.taken += 1;
    const before = this.#outbox.entries.at(-1);
    const { version, moment } = this.shown();
    const follows = before && this.#rules.movesOn(before.command);
    const entry = {
      id: newId(),
      at: this.#now(),
      command,
      said,
      spot: spot ?? null,
      // What waits behind another touch is given its version when that one is answered, and its moment where that one
      // moves the game on: until then it is the moment after the touch that it is `behind`.
      seen: before ? null : version,
      moment: follows ? null : before ? before.moment : moment,
      behind: follows ? before.id : (before?.behind ?? null),
      tries: 0,
    };
    this.#outbox.add(entry);
    this.work();
    // Stored with it: another page, such as that of a closed night, lacks the table that the words refer to.
    entry.words = wordsOf(entry, [...this.#outbox.entries, ...this.#outbox.held], this.#rules.named);
  }

  /**
   * Send the command that a key has, but not while it waits already: the key stands until the book has answered, and what
   * is sent twice is refused then, with all after it. Only taking back is repeated on purpose.
   */
  sendKey(key) {
    const command = ofItsGame(JSON.parse(key.dataset.command));
    const waits = command.do !== "void" && JSON.stringify(this.waiting.at(-1)) === JSON.stringify(command);
    if (waits) this.heard.already(key);
    else this.send(() => command);
  }

  /**
   * Do held touches now, on top of the table as it is shown. A touch that may be in the book, of a moment that has
   * passed, is sent with the version seen then: it is answered if it is in the book, and not carried out if not.
   */
  async doNow(entries) {
    this.taken += 1;
    // It would be done at another moment than the one shown.
    if (this.#outbox.entries.some(({ command }) => this.#rules.movesOn(command))) return;
    const { version, moment } = this.shown();
    const from = this.#now();
    for (const [at, entry] of entries.entries()) {
      const passed = this.#rules.isOfPlay(entry.command) && !entry.behind && entry.moment !== moment;
      if (!passed) entry.seen = at || this.#outbox.first ? null : version;
      // Held again, it keeps its place among the others.
      if (this.#outbox.first) entry.at = from + at;
    }
    await this.#outbox.release(entries);
    this.work();
  }

  /** Let go of touches that wait or are held. */
  drop(entries) {
    this.taken += 1;
    this.#outbox.remove(entries);
  }

  /** A time after that of all that waits: what waits is kept in this order. */
  #now() {
    return Math.max(Date.now(), (this.#outbox.entries.at(-1)?.at ?? 0) + 1);
  }

  /** Try at once what waits for the line. */
  wake() {
    this.#wake();
    this.work();
  }

  /**
   * Send a refused touch again, confirmed by a second person's name and PIN, which are kept nowhere. Returns the fault, or
   * null once it is in the book; then what waited behind it is sent too. Until there is an answer it has the same id, so that it is done once: with another
   * person it is refused then.
   */
  async confirm(entry, second, pin) {
    if (!entry.confirming) {
      entry.confirming = newId();
      this.#outbox.keep(entry);
    }
    const { version, moment } = this.shown();
    const command = { ...entry.command, second, second_pin: pin };
    const sent = { id: entry.confirming, seen: version, moment, command };
    let answer = await this.#ask(sent);
    if (answer.fault?.code === "bad_token" && (await this.#renewToken())) answer = await this.#ask(sent);
    if (answer.response) {
      this.taken += 1;
      this.heard.reached();
      const later = this.#behindSecond.filter((behind) => this.#outbox.held.includes(behind));
      // What another tablet did since the touch came before it, and was not seen when the later ones were touched.
      Object.assign(entry, { rebased: version !== entry.seen, touchedAt: entry.seen });
      this.#passOn(entry, answer, later[0]);
      this.#outbox.release(later);
      this.work();
      return null;
    }
    if (!answer.fault) return { code: "", why: answer.why };
    if (answer.fault.code === "command_reused") return { ...answer.fault, why: gettext("This was sent with another name before. Choose that one again.") };
    entry.confirming = null;
    this.#outbox.keep(entry);
    if (answer.fault.code === "not_signed_in") this.heard.signedOut();
    if (answer.fault.code === "stale_version") await this.refresh();
    return answer.fault;
  }

  /** Send what waits, in order, until nothing does or the dealer must say what is to become of it. */
  async work() {
    if (this.#busy) return;
    this.#busy = true;
    // Do not await an outbox that is open already, so that the request leaves before anything is drawn.
    if (!this.#outbox.open) await this.#outbox.ready;
    while (this.#isLetIn && this.#outbox.first && (await this.#deliver(this.#outbox.first)));
    if (this.#relief) await this.#relieve(this.#relief);
    this.#busy = false;
    this.heard.idle();
  }

  /**
   * Have one of the staff take over with their PIN, once all that waits is saved: they are signed in here from then on. Gives
   * why they did not, or "". The PIN is stored nowhere.
   */
  takeOver(dealer, pin) {
    return new Promise((done) => {
      this.#relief = { dealer, pin, id: newId(), done };
      this.work();
    });
  }

  /** Forget who was to take over, as far as that has not been sent. */
  keepDealer() {
    this.#relief = null;
  }

  async #relieve({ dealer, pin, id, done }) {
    this.#relief = null;
    if (this.#outbox.first) {
      done(gettext("Not everything is saved yet."));
      return;
    }
    try {
      const response = await this.#askToTakeOver(dealer, pin, id);
      if (!response.ok) {
        const { code, why } = await response.json();
        if (code === "not_signed_in") this.heard.signedOut();
        done(why);
        return;
      }
      this.#sign(response.headers.get("Token"));
      this.#outbox.member = dealer;
      document.querySelector("meta[name=member]").content = dealer;
      this.#isLetIn = true;
      this.heard.refreshed(await this.#tableIn(response));
      done("");
    } catch {
      done(gettext("No connection. A relief needs it: try again."));
    }
  }

  /** Ask for the relief, once more with another token where this session has another by now. */
  async #askToTakeOver(dealer, pin, id) {
    const ask = () =>
      this.#fetch(`${this.address}/relief${location.search}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": this.#token, "Idempotency-Key": id, "Table-Shown": drawing() },
        body: JSON.stringify({ dealer, pin }),
      });
    const response = await ask();
    const isStale = response.status === 400 && (await response.clone().json()).code === "bad_token";
    return isStale && (await this.#renewToken()) ? ask() : response;
  }

  /** Have the token of the session of now; forms of the page send it from where it stands. */
  #sign(token) {
    this.#token = token;
    document.querySelector("meta[name=token]").content = token;
  }

  /** Fetch the table as it stands; false where there is no answer, or it is not for who is signed in. */
  async refresh() {
    try {
      const response = await this.#fetchTable({ "Table-Shown": drawing() });
      const fault = response.status === 403 ? await response.json() : null;
      this.#isLetIn = !fault;
      if (fault) this.heard.turnedAway(fault);
      if (response.status === 401) this.heard.signedOut();
      if (!response.ok) return false;
      this.heard.refreshed(await this.#tableIn(response));
      return true;
    } catch {
      this.heard.away();
      return false;
    }
  }

  /**
   * Send one entry until it is answered, or until sending is to stop (false). It is sent while it is being kept: its
   * id makes sending it again harmless, whichever of the two is cut short.
   */
  async #deliver(entry) {
    let renewed = false;
    let failures = 0;
    for (;;) {
      if (this.#outbox.first !== entry) return true;
      const request = this.#ask(entry);
      this.heard.sending();
      const answer = await request;
      if (answer.response) {
        this.heard.reached();
        this.#answered(entry, answer);
        return true;
      }
      const code = answer.fault?.code;
      if (code === "bad_token" && !renewed) {
        const isOurs = await this.#renewToken();
        if (isOurs === false) {
          this.heard.signedOut();
          return false;
        }
        renewed = isOurs !== null;
        if (!renewed) await this.#wait(entry, "");
      } else if (code === "not_signed_in") {
        this.heard.signedOut();
        return false;
      } else if (code === "stale_version") {
        const settled = await this.#outrun(entry);
        if (settled !== null) return settled;
        await this.#pause();
      } else if (answer.status === 403 && !(await this.refresh())) {
        // Not for this table at all any more: the touch is kept, as all that wait. One that is refused alone is told below.
        if (!this.#isLetIn) return false;
        await this.#pause();
      } else if (answer.fault && (answer.status < 500 || ++failures === MOST_FAILURES)) {
        this.heard.reached();
        await (answer.status < 500 ? this.#refused(entry, answer.fault) : this.#failed(entry, answer.fault));
        return false;
      } else {
        await this.#wait(entry, answer.fault?.why ?? answer.why);
      }
    }
  }

  /** Wait before an entry without an answer is sent again. */
  async #wait(entry, why) {
    this.heard.unreachable(why);
    await this.#pause();
    // Another page of this browser may have taken it over meanwhile.
    await this.#outbox.look();
    if (this.#outbox.first !== entry) await this.refresh();
  }

  #answered(entry, answer) {
    this.#passOn(entry, answer);
    if (answer.before) this.heard.enteredBefore(entry);
    else if (entry.rebased) this.heard.wentThrough(entry);
  }

  /** Let go of an entry that is in the book. What waits behind it, first of all `next`, gets its version and its moment. */
  #passOn(entry, { table, version }, next) {
    // The table that comes with the answer has it in already.
    entry.done = true;
    this.heard.answered(table, entry);
    if (this.#outbox.first === entry) next = this.#outbox.entries[1];
    if (next && next.seen === null) {
      // A touch that is not about bets was not meant for a table that another tablet had changed before it.
      next.seen = entry.rebased && !this.#rules.survives(next.command) ? entry.touchedAt : version;
      this.#outbox.keep(next);
    }
    const moment = this.#momentAt(version);
    for (const later of [...this.#outbox.entries, ...this.#outbox.held].filter(({ behind }) => behind === entry.id)) {
      Object.assign(later, { behind: null, moment });
      this.#outbox.keep(later);
    }
    this.#outbox.remove([entry]);
  }

  /** The moment at a version: that of the table shown if it had begun by then, as its last number says; else null. */
  #momentAt(version) {
    const { moment } = this.shown();
    return moment !== null && Number(moment.split(".").at(-1)) <= version ? moment : null;
  }

  async #refused(entry, fault) {
    if (fault.confirms?.names.length) {
      // Held until a second person has confirmed it, or until the dealer cancels it.
      this.#behindSecond = this.#outbox.entries.filter((other) => other !== entry);
    } else if (entry.waited && WHO_MAY_NOT.has(fault.code)) {
      // Held for somebody who may send it. The book would give the same answer to the same id.
      entry.sentAs = newId();
    } else {
      await this.#outbox.remove([entry]);
    }
    await this.#outbox.hold();
    this.heard.refused(fault, entry);
    await this.refresh();
  }

  /** The server fails every time. Nobody knows whether it did the touch first, so the touch is held with its id. */
  async #failed(entry, fault) {
    entry.unclear = true;
    await this.#outbox.hold();
    this.heard.failed(fault);
    await this.refresh();
  }

  /** The night has moved on: send a bet again if the deal stands where it stood, or give the touch back to the dealer. */
  async #outrun(entry) {
    if (!(await this.refresh())) return this.#isLetIn ? null : false;
    const { version, moment } = this.shown();
    if (entry.moment !== null && entry.moment === moment && this.#rules.survives(entry.command) && ++entry.tries < MOST_TRIES) {
      entry.touchedAt ??= entry.seen;
      entry.seen = version;
      entry.rebased = true;
      this.#outbox.keep(entry);
      return true;
    }
    this.heard.outrun(entry);
    await this.#outbox.hold();
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
      const response = await this.#fetch(`${this.address}/commands${location.search}`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          "X-CSRFToken": this.#token,
          "Idempotency-Key": entry.sentAs ?? entry.id,
          "If-Match": `"${entry.seen ?? UNSEEN}"`,
          "Touched-At": entry.moment ?? "",
          "Table-Shown": drawing(),
        },
        body: JSON.stringify(entry.command),
      });
      if (response.ok) {
        const { headers } = response;
        const [version, before] = [Number(headers.get("Command-Version")), headers.has("Entered-Before")];
        return { response, table: await this.#tableIn(response), version, before };
      }
      const fault = await response.json();
      return WITHOUT_ANSWER.has(response.status) ? { why: fault.why } : { fault, status: response.status };
    } catch {
      return { why: "" };
    }
  }

  /** The table that a response brings. What differs from a table that is not shown any more says nothing: it is fetched whole then. */
  async #tableIn(response) {
    const since = response.headers.get("Table-Since");
    const { headers } = response;
    const table = { html: await response.text(), drawn: headers.get("Table-Drawn"), house: headers.get("House-Version"), since };
    if (!since || since === drawing()) return table;
    const whole = await this.#fetchTable({});
    if (!whole.ok) throw new Error(`the table is answered with ${whole.status}`);
    return this.#tableIn(whole);
  }

  #fetchTable(headers) {
    return this.#fetch(`${this.address}/table${location.search}`, { headers });
  }

  /**
   * Get the token of the browser's current session. Returns false if that is another dealer's, who touched none of
   * this, and null if there is no answer.
   */
  async #renewToken() {
    try {
      const response = await this.#fetch(`${ROOT}/api/token`, {});
      if (!response.ok) return null;
      const { token, name } = await response.json();
      if (name && name !== this.#outbox.member) return false;
      this.#sign(token);
      return true;
    } catch {
      return null;
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
