// The outbox: every touch as a concrete command with its id, kept until the server has answered, also over a reload,
// a crash of the tab or a new sign-in. It goes out under the name of who touched it, or of who decides to do it after them.
// Where the browser keeps nothing it works in memory and says so.

import { OF_HOUSE } from "./root.js";

const BASE = `casekeeper${OF_HOUSE}`;
const LEASE_MS = 4000;
const RENEW_MS = 1000;
/** Some browsers now and then never answer who opens a base or writes to it; what is touched then does not wait for it. */
const ANSWER_MS = 5000;

/** A fresh id. crypto.randomUUID is missing over plain HTTP. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const answerOf = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** What a base answers; one that does not answer in time counts as one that fails. */
async function inTime(answer) {
  let due;
  const late = new Promise((_, reject) => {
    due = setTimeout(reject, ANSWER_MS, new DOMException("The base does not answer.", "TimeoutError"));
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(due);
  }
}

const endOf = (transaction) =>
  inTime(
    new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    }),
  );

async function openBase() {
  const request = indexedDB.open(BASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("touches", { keyPath: "id" }).createIndex("night", "night");
    request.result.createObjectStore("pages", { keyPath: "page" });
  };
  try {
    return await inTime(answerOf(request));
  } catch (error) {
    request.onsuccess = () => request.result.close();
    throw error;
  }
}

/** The touches of a night that this browser keeps, in their order. They stay with the page that has them, or left them. */
export async function touchesOf(night) {
  try {
    const base = await openBase();
    const touches = await inTime(answerOf(base.transaction("touches").objectStore("touches").index("night").getAll(night)));
    base.close();
    return touches.sort((earlier, later) => earlier.at - later.at);
  } catch {
    return new TabStorage(night).read().touches;
  }
}

export class Outbox {
  /** What waits for its answer, in order. */
  entries = [];
  /** What was touched and not done, and waits for the dealer's word. */
  held = [];
  /** Whether what waits outlives this tab; the storage of the tab alone outlives its pages only. */
  durable = true;
  /** Whether the base failed while this page was open; it is opened again every second. */
  failing = false;
  /** Whether what an earlier page left behind is here. */
  open = false;
  #page = newId();
  #gone = false;
  #base = null;
  /** The ids of the entries that a base which was opened again may lack. */
  #unstored = new Set();
  #tabStorage;
  #written = Promise.resolve();

  /** `member` is signed in on this page. `heard` is told when a touch is `kept`, and of whatever else there is to show (`changed`). */
  constructor(night, member, heard) {
    this.night = night;
    this.member = member;
    this.heard = heard;
    this.#tabStorage = new TabStorage(night);
    /** Fulfilled once it is open. */
    this.ready = this.#open();
    addEventListener("pagehide", () => this.#leave());
    // Another page of this tab may have gone on since the browser put this page aside.
    addEventListener("pageshow", (event) => event.persisted && location.reload());
  }

  get first() {
    return this.entries[0];
  }

  /** Fulfilled once the base has all that was kept, and nothing that was let go of. */
  get written() {
    return this.#written;
  }

  /** Add a touch at the end; it is marked `kept` once it is stored where it would survive this tab. */
  async add(entry) {
    entry.by = this.member;
    this.entries.push(entry);
    this.#shelve();
    await this.ready;
    await this.#store(entry);
    entry.kept = true;
    this.#shelve();
    this.heard.kept();
  }

  /** Keep an entry as it now is. */
  keep(entry) {
    this.#shelve();
    return this.#store(entry);
  }

  #store(entry) {
    return this.#write("touches", (store) => this.#all.includes(entry) && store.put(this.#asItIs(entry)));
  }

  /** Let go of entries, waiting or held. */
  remove(gone) {
    this.#letGo(gone);
    const written = this.#write("touches", (store) => gone.forEach(({ id }) => store.delete(id)));
    this.heard.changed();
    return written;
  }

  /** Hold everything that waits, in the order of the touches, until the dealer says what is to become of it. */
  async hold() {
    const moved = this.entries.splice(0);
    this.held = [...this.held, ...moved].sort((earlier, later) => earlier.at - later.at);
    this.heard.changed();
    await Promise.all(moved.map((entry) => this.keep(entry)));
  }

  /** Put held entries back at the end of the queue, for the person who sends them now. */
  async release(entries) {
    for (const entry of entries) Object.assign(entry, { by: this.member, unclear: false, waited: true });
    this.held = this.held.filter((entry) => !entries.includes(entry));
    this.entries.push(...entries);
    this.heard.changed();
    await Promise.all(entries.map((entry) => this.keep(entry)));
  }

  /** Renew this page's lease, and settle with this browser's other pages which entries are whose. */
  async look() {
    if (this.failing && !this.#base) await this.#openAgain();
    await this.#renew();
    if (await this.#settle()) this.heard.changed();
  }

  /** Whether what an earlier page left waits to be sent; what another than this page's dealer touched is held. */
  #waits(entry) {
    return !entry.held && entry.by === this.member;
  }

  get #all() {
    return [...this.entries, ...this.held];
  }

  #asItIs(entry) {
    return { ...entry, held: this.held.includes(entry), night: this.night, page: this.#page };
  }

  async #open() {
    const before = this.#takeDown();
    try {
      this.#base = await openBase();
      this.#base.onversionchange = () => this.#base?.close();
    } catch {
      this.#doWithout();
    }
    if (before) await this.#write("pages", (store) => store.delete(before));
    await this.look();
    // Nothing is on its way yet: what was touched first is sent first.
    this.entries.sort((earlier, later) => earlier.at - later.at);
    this.open = true;
    if (this.#base) setInterval(() => this.look(), RENEW_MS);
    else for (const entry of this.#all) entry.kept = true;
    this.heard.changed();
  }

  /** Browsers cut a page off from its base, as when a tablet wakes from sleep; a new connection works. */
  async #openAgain() {
    try {
      this.#base = await openBase();
      this.#unstored = new Set(this.#all.map(({ id }) => id));
    } catch {
      // The next look tries again.
    }
  }

  /** Begin with what this tab stored; returns the page that stored it, if that page has gone. */
  #takeDown() {
    const { page, gone, durable, touches } = this.#tabStorage.read();
    // What never came into the base is not missed there.
    for (const entry of touches) Object.assign(entry, { kept: entry.kept && durable, waited: true });
    this.entries = touches.filter((entry) => this.#waits(entry));
    this.held = touches.filter((entry) => !this.#waits(entry));
    this.#shelve();
    return gone ? page : null;
  }

  /** Keep what waits, as it now is, in the tab; a page that has gone leaves it to the next. */
  #shelve(gone = false) {
    if (this.#gone) return;
    const touches = this.#all.map((entry) => this.#asItIs(entry));
    this.#tabStorage.put({ page: this.#page, gone, durable: this.durable, touches });
  }

  #leave() {
    this.#shelve(true);
    this.#gone = true;
    this.#write("pages", (store) => store.delete(this.#page));
  }

  #letGo(gone) {
    this.entries = this.entries.filter((entry) => !gone.includes(entry));
    this.held = this.held.filter((entry) => !gone.includes(entry));
    this.#shelve();
  }

  #renew() {
    return this.#write("pages", (store) => store.put({ page: this.#page, until: Date.now() + LEASE_MS }));
  }

  /**
   * Take over what pages that are gone left behind, and let go of what another page took over, or took over and had
   * answered; in one transaction, so that no two pages take the same. Says whether there was any.
   */
  async #settle() {
    if (!this.#base) return false;
    try {
      const transaction = this.#base.transaction(["touches", "pages"], "readwrite");
      const ended = endOf(transaction);
      // Where what is read fails, nobody waits for the end.
      ended.catch(() => {});
      const touches = transaction.objectStore("touches");
      const [lying, pages] = await inTime(
        Promise.all([
          answerOf(touches.index("night").getAll(this.night)),
          answerOf(transaction.objectStore("pages").getAll()),
        ]),
      );
      const alive = new Set(pages.filter(({ until }) => until > Date.now()).map(({ page }) => page));
      for (const { page } of pages) if (!alive.has(page)) transaction.objectStore("pages").delete(page);
      const owner = new Map(lying.map((entry) => [entry.id, entry.page]));
      const free = (page) => page !== this.#page && !alive.has(page);
      const theirs = (page) => page !== this.#page && alive.has(page);
      const lost = this.#all.filter(({ id, kept }) => (owner.has(id) ? theirs(owner.get(id)) : kept && !this.#unstored.has(id)));
      const known = new Set(this.#all.map((entry) => entry.id));
      const found = lying.filter(({ id, page }) => free(page) && !known.has(id)).sort((earlier, later) => earlier.at - later.at);
      const own = this.#all.filter((entry) => !lost.includes(entry) && owner.get(entry.id) !== this.#page);
      // Answered while the base failed.
      for (const { id, page } of lying) if (page === this.#page && !known.has(id)) touches.delete(id);
      for (const entry of own) touches.put(this.#asItIs(entry));
      for (const entry of found) touches.put({ ...entry, held: !this.#waits(entry), page: this.#page });
      await ended;
      this.#unstored.clear();
      for (const entry of [...own, ...found]) entry.kept = true;
      for (const entry of found) entry.waited = true;
      this.entries.push(...found.filter((entry) => this.#waits(entry)));
      this.held.push(...found.filter((entry) => !this.#waits(entry)));
      this.#letGo(lost);
      return lost.length + found.length > 0;
    } catch {
      this.#doWithout();
      return false;
    }
  }

  /** Write to a store, one after the other. */
  #write(name, work) {
    this.#written = this.#written.then(async () => {
      if (!this.#base) return;
      try {
        const transaction = this.#base.transaction(name, "readwrite");
        work(transaction.objectStore(name));
        await endOf(transaction);
        if (this.failing) this.#keepAgain();
      } catch {
        this.#doWithout();
      }
    });
    return this.#written;
  }

  /** Go on without the base that fails, and show that. */
  #doWithout() {
    if (this.#base) this.failing = true;
    this.#base = null;
    this.durable = false;
    this.#shelve();
    this.heard.changed();
  }

  #keepAgain() {
    this.failing = false;
    this.durable = true;
    this.#shelve();
    this.heard.changed();
  }
}

// What waits, as the tab itself keeps it. It is written in the very moment of a touch, so the next page of this tab
// finds it there however soon this page goes. It goes with the tab: what must outlive the tab is in the outbox's base.

const EMPTY = { page: "", gone: false, durable: false, touches: [] };

class TabStorage {
  #name;

  constructor(night) {
    this.#name = `touches${OF_HOUSE} ${night}`;
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
