// The scrubber of a page that shows the past: every step fetches the same page as of another fact and shows it in place.

import { Course } from "./course.js";
import { Pages } from "./pages.js";
import { Player } from "./player.js";

const byId = (id) => document.getElementById(id);

/** What is swapped for its newer self; the page's own part is told apart by its screen. */
const PARTS = ["past-strip", "scrubber"];
const screenOf = (page) => page.querySelector("main[data-screen]");

const pages = new Pages();
let course = new Course(byId("scrubber"));
/** The fact that is shown, the one that is wanted, and whether one is on its way. */
let shown = course.at;
let wanted = shown;
let busy = false;

const player = new Player({ next: () => course.commandAfter(wanted), ready: (at) => pages.at(at), go: travel });

/** Show the page as of a fact; of several wanted while one is on its way only the last counts. */
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
  course = new Course(byId("scrubber"));
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
  const to = course.to(way, wanted);
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
