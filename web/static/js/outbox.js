// The outbox: every touch as a concrete command with its id, kept until the server has answered, also over a reload,
// a crash of the tab or a new sign-in. Where the browser keeps nothing it works in memory and says so.

const BASE = "casekeeper";
const LEASE_MS = 4000;
const RENEW_MS = 1000;

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

const endOf = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });

async function openBase() {
  const request = indexedDB.open(BASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("touches", { keyPath: "id" }).createIndex("night", "night");
    request.result.createObjectStore("pages", { keyPath: "page" });
  };
  return answerOf(request);
}

export class Outbox {
  /** What waits for its answer, in order. */
  entries = [];
  /** What was touched and not done, and waits for the dealer's word. */
  held = [];
  durable = true;
  #page = newId();
  #base = null;
  #written = Promise.resolve();

  /** `changed` is called whenever there is something new to show. */
  constructor(night, changed) {
    this.night = night;
    this.changed = changed;
    /** Fulfilled once what an earlier page left behind is here. */
    this.ready = this.#open();
  }

  get first() {
    return this.entries[0];
  }

  /** Put a touch at the end; it is `kept`, and shown, once it would survive this page. */
  async add(entry) {
    this.entries.push(entry);
    await this.ready;
    await this.keep(entry);
    entry.kept = true;
    this.changed();
  }

  /** Keep an entry as it now is. */
  keep(entry) {
    entry.held = this.held.includes(entry);
    return this.#write("touches", (store) => store.put({ ...entry, night: this.night, page: this.#page }));
  }

  /** Let go of entries, waiting or held. */
  remove(gone) {
    this.entries = this.entries.filter((one) => !gone.includes(one));
    this.held = this.held.filter((one) => !gone.includes(one));
    this.changed();
    return this.#write("touches", (store) => gone.forEach((one) => store.delete(one.id)));
  }

  /** Leave an entry to the page that has taken it over. */
  forget(entry) {
    this.entries = this.entries.filter((one) => one !== entry);
    this.changed();
  }

  /** Take everything that waits out of its order, until the dealer says what is to become of it. */
  async hold() {
    const moved = this.entries.splice(0);
    this.held.push(...moved);
    this.changed();
    await Promise.all(moved.map((one) => this.keep(one)));
  }

  /** Put held entries back at the end of what waits. */
  async release(entries) {
    this.held = this.held.filter((one) => !entries.includes(one));
    this.entries.push(...entries);
    this.changed();
    await Promise.all(entries.map((one) => this.keep(one)));
  }

  /** Whether an entry is still this page's own to send: another page of this browser may have taken it over. */
  async owns(entry) {
    if (!this.#base) return true;
    try {
      await this.#written;
      const kept = await answerOf(this.#base.transaction("touches").objectStore("touches").get(entry.id));
      return kept?.page === this.#page;
    } catch {
      return true;
    }
  }

  async #open() {
    try {
      this.#base = await openBase();
      this.#base.onversionchange = () => this.#base.close();
      await this.#renew();
      if (await this.#adopt()) this.changed();
    } catch {
      this.#base = null;
      this.durable = false;
      this.changed();
      return;
    }
    setInterval(() => this.#look(), RENEW_MS);
    addEventListener("pagehide", () => this.#write("pages", (store) => store.delete(this.#page)));
    addEventListener("pageshow", (event) => event.persisted && this.#renew());
  }

  async #look() {
    await this.#renew();
    if (await this.#adopt()) this.changed();
  }

  #renew() {
    return this.#write("pages", (store) => store.put({ page: this.#page, until: Date.now() + LEASE_MS }));
  }

  /** Take over what pages that are gone left behind; in one transaction, so that no two pages take the same. */
  async #adopt() {
    if (!this.#base) return false;
    const transaction = this.#base.transaction(["touches", "pages"], "readwrite");
    const ended = endOf(transaction);
    const touches = transaction.objectStore("touches");
    const [lying, pages] = await Promise.all([
      answerOf(touches.index("night").getAll(this.night)),
      answerOf(transaction.objectStore("pages").getAll()),
    ]);
    const alive = new Set(pages.filter((one) => one.until > Date.now()).map((one) => one.page));
    const left = lying.filter((one) => one.page !== this.#page && !alive.has(one.page)).sort((a, b) => a.at - b.at);
    for (const one of left) touches.put({ ...one, page: this.#page });
    for (const one of pages) if (!alive.has(one.page)) transaction.objectStore("pages").delete(one.page);
    await ended;
    for (const one of left) one.kept = true;
    this.entries.push(...left.filter((one) => !one.held));
    this.held.push(...left.filter((one) => one.held));
    return left.length > 0;
  }

  /** Write to a store, one after the other; a store that fails is done without, and that is shown. */
  #write(name, work) {
    this.#written = this.#written.then(async () => {
      if (!this.#base) return;
      try {
        const transaction = this.#base.transaction(name, "readwrite");
        work(transaction.objectStore(name));
        await endOf(transaction);
      } catch {
        this.#base = null;
        this.durable = false;
        this.changed();
      }
    });
    return this.#written;
  }
}
