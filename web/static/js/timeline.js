// The scrubber of a page that shows the past: every step fetches the same page as of another event and shows it in place.
// First where a step leads, the pages and the playing; then the scrubber itself.

import { gettext } from "./language.js";

const byId = (id) => document.getElementById(id);

// The course of a night: where its commands and its turns end, and which event each step leads to.
const numbers = (text) => text.split(" ").filter(Boolean).map(Number);
const before = (marks, at) => marks.findLast((mark) => mark < at) ?? 0;
const after = (marks, at) => marks.find((mark) => mark > at) ?? 0;

class Timeline {
  #turns;
  #commands;

  constructor(scrubber) {
    this.at = Number(scrubber.dataset.at);
    this.last = Number(scrubber.dataset.last);
    const { turns, commands } = scrubber.querySelector(".ticks").dataset;
    this.#turns = numbers(turns);
    this.#commands = numbers(commands);
  }

  commandAfter(at) {
    return after(this.#commands, at);
  }

  /** The event that a step leads to from another; 0 where there is none. */
  to(way, at) {
    const leads = {
      first: () => (at > 1 ? 1 : 0),
      last: () => (at < this.last ? this.last : 0),
      back: () => before(this.#commands, at),
      on: () => this.commandAfter(at),
      "turn-back": () => before(this.#turns, at),
      "turn-on": () => after(this.#turns, at),
      "fact-back": () => at - 1,
      "fact-on": () => (at < this.last ? at + 1 : 0),
    };
    return leads[way]();
  }
}

// The page as of other events, fetched once each and kept for a while: what is past does not change.
const KEPT = 40;
const PATIENCE_MS = 15000;

class Pages {
  #kept = new Map();

  /** The address of this page as of an event. */
  address(at) {
    const url = new URL(location.href);
    url.searchParams.set("at", at);
    url.hash = "";
    return url.pathname + url.search;
  }

  /** The page as of an event, as text. */
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

// Playing a night: a command after the other, at a chosen speed, until somebody rests it or it is at its end.
const KEPT_AS = "plays";
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

class Player {
  #ways;
  /** The playing that is on, or null: one that was rested meanwhile knows that it is no more. */
  #playing = null;
  #speed = "2";

  /** `ways` give the `next` event (0 at the end), make a page `ready`, and `go` there. */
  constructor(ways) {
    this.#ways = ways;
    document.addEventListener("change", (event) => {
      if (event.target.id === "speed") this.#speed = event.target.value;
    });
  }

  toggle() {
    if (this.#playing) this.rest();
    else this.#play();
  }

  rest() {
    this.#playing = null;
    this.show();
  }

  /** The keys that need a script, as the playing stands. */
  show() {
    const key = byId("way-play");
    key.hidden = false;
    key.setAttribute("aria-pressed", String(Boolean(this.#playing)));
    key.setAttribute("aria-label", this.#playing ? gettext("Pause") : gettext("Play"));
    for (const id of ["scrubber-speed", "scrubber-keys"]) byId(id).hidden = false;
    byId("speed").value = this.#speed;
    // What every step says would be said over the one before it.
    byId("scrubber-said").setAttribute("aria-live", this.#playing ? "off" : "polite");
  }

  /** Go on playing on the next page of this tab: it is another screen of the same night. */
  keep() {
    if (this.#playing) sessionStorage.setItem(KEPT_AS, this.#speed);
  }

  resume() {
    const speed = sessionStorage.getItem(KEPT_AS);
    sessionStorage.removeItem(KEPT_AS);
    if (!speed) return;
    this.#speed = speed;
    this.#play();
  }

  async #play() {
    const playing = {};
    this.#playing = playing;
    this.show();
    while (this.#playing === playing) {
      const next = this.#ways.next();
      if (!next) break;
      try {
        await Promise.all([this.#ways.ready(next), sleep(1000 / Number(this.#speed))]);
      } catch {
        // Said where it is gone to.
      }
      if (this.#playing === playing) await this.#ways.go(next);
    }
    if (this.#playing === playing) this.rest();
  }
}

/** What is swapped for its newer self; the page's own part is told apart by its screen. */
const PARTS = ["past-strip", "scrubber"];
const screenOf = (page) => page.querySelector("main[data-screen]");

const pages = new Pages();
let timeline = new Timeline(byId("scrubber"));
/** The event that is shown, the one that is wanted, and whether one is on its way. */
let shown = timeline.at;
let wanted = shown;
let busy = false;

const player = new Player({ next: () => timeline.commandAfter(wanted), ready: (at) => pages.at(at), go: travel });

/** Show the page as of an event; of several wanted while one is on its way only the last counts. */
async function travel(at) {
  wanted = at;
  byId("scrubber-at").value = at;
  if (busy) return;
  busy = true;
  try {
    while (shown !== wanted) {
      const to = wanted;
      show(await pages.at(to), to);
    }
    byId("scrubber-lost").hidden = true;
  } catch {
    player.rest();
    wanted = shown;
    byId("scrubber-at").value = shown;
    byId("scrubber-lost").hidden = false;
  } finally {
    busy = false;
  }
}

function show(html, at) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const fresh = screenOf(page);
  // Another game, a closed night, the door: a page of its own.
  if (fresh?.dataset.screen !== screenOf(document).dataset.screen) {
    player.keep();
    location.replace(pages.address(at));
    shown = wanted;
    return;
  }
  // On the tablet the scrubber lies within the screen, and comes with it.
  for (const part of PARTS.map((id) => page.getElementById(id))) if (!fresh.contains(part)) renew(byId(part.id), part);
  renew(screenOf(document), fresh);
  shown = at;
  timeline = new Timeline(byId("scrubber"));
  history.replaceState(history.state, "", pages.address(at));
  byId("scrubber-at").value = wanted;
  player.show();
  document.dispatchEvent(new CustomEvent("renewed"));
}

/** Make a part like its newer self; what stays keeps its focus and its scroll. */
function renew(old, { outerHTML: text }) {
  htmx.swap({ text, sourceElement: old, target: old, swap: "outerMorph" });
}

function step(way) {
  const to = timeline.to(way, wanted);
  if (!to) return;
  player.rest();
  travel(to);
}

const KEYS = { ArrowLeft: "back", ArrowRight: "on", PageUp: "turn-back", PageDown: "turn-on", Home: "first", End: "last" };
const WITH_SHIFT = { ArrowLeft: "fact-back", ArrowRight: "fact-on" };
/** Keys that a page scrolls by: they step only on the line itself. */
const OF_THE_LINE = ["PageUp", "PageDown", "Home", "End"];
const OWN_KEYS = "input:not(#scrubber-at), select, textarea, [contenteditable]";

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.(OWN_KEYS)) return;
  const onLine = event.target.id === "scrubber-at";
  if (event.key === " ") {
    if (event.target.closest?.("a, button, summary, [role=button]")) return;
    event.preventDefault();
    player.toggle();
    return;
  }
  const way = (event.shiftKey && WITH_SHIFT[event.key]) || KEYS[event.key];
  if (!way || (OF_THE_LINE.includes(event.key) && !onLine)) return;
  event.preventDefault();
  step(way);
});

document.addEventListener("click", (event) => {
  const way = event.target.closest?.("#scrubber .way");
  if (!way) return;
  event.preventDefault();
  if (way.id === "way-play") player.toggle();
  else step(way.id.slice("way-".length));
});

document.addEventListener("input", (event) => {
  if (event.target.id !== "scrubber-at") return;
  player.rest();
  travel(Number(event.target.value));
});

document.addEventListener("submit", (event) => {
  if (event.target.closest("#scrubber")) event.preventDefault();
});

player.show();
player.resume();
