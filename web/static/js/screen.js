// The screen: swaps the parts of the table for newer ones, shows what is in hand, and says what happened.

const WHISPER_MS = 3000;

const shown = new Map();
const followers = [];

export const byId = (id) => document.getElementById(id);
export const all = (selector) => document.querySelectorAll(selector);

/** What the page must know of the table, from its hidden part. */
export const state = () => byId("part-state").dataset;

/**
 * Make the parts that differ like their newer selves; what stays keeps its identity, with its focus, scroll and text.
 * False where they are another game's: nothing is changed then.
 */
export function swap(html) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  if (fresh.content.getElementById("part-state").dataset.game !== state().game) return false;
  for (const part of fresh.content.querySelectorAll(".part")) {
    const source = part.outerHTML;
    if (shown.get(part.id) === source) continue;
    shown.set(part.id, source);
    const old = byId(part.id);
    htmx.swap({ text: source, sourceElement: old, target: old, swap: "outerMorph" });
  }
  return true;
}

htmx.registerExtension("tablet", {
  // What a finger opened stays open: the server does not know of it.
  htmx_before_morph_attr: (element, { attrName }) => !(attrName === "open" && element.localName === "details"),
});

/** Have something else shown whenever the hand is. */
export const whenShown = (follow) => followers.push(follow);

/** Show the hand: whom it is about, and all that a game shows of it. */
export function show(hand) {
  press('[data-touch="player"]', (key) => key.dataset.player === hand.player);
  for (const follow of followers) follow();
  hand.keep();
}

/** Have keys look pressed, or not. */
export function press(selector, whether) {
  for (const key of all(selector)) key.setAttribute("aria-pressed", String(Boolean(whether(key))));
}

/** A refusal, or what stands in the way, with keys that lead out of it: stays until it is put away or a touch goes through. */
export function alarm(text, ways = []) {
  say(text, "alert shown", ways);
}

/** What to do next, where that is not plain. */
export function notice(text) {
  say(text, "alert shown notice");
}

function say(text, className, ways = []) {
  const line = byId("alert");
  const words = document.createElement("p");
  words.textContent = text;
  const away = document.createElement("button");
  away.className = "button";
  away.dataset.touch = "alert-away";
  away.textContent = "OK";
  line.className = className;
  line.replaceChildren(words, ...ways, away);
}

export function quiet() {
  const line = byId("alert");
  line.className = "alert";
  line.replaceChildren();
}

let hush = 0;

/** Say something for a moment, where no key lies and nothing is to be answered. */
export function whisper(text) {
  const line = byId("whisper");
  line.textContent = text;
  clearTimeout(hush);
  hush = setTimeout(() => line.replaceChildren(), WHISPER_MS);
}

/** The mark that says whether all is on disk: "saved", "sending" or "unsaved". */
export function mark(how, said = "") {
  const saved = byId("saved");
  saved.className = `saved ${how}`;
  saved.querySelector(".word").textContent = { saved: "saved", sending: "saving", unsaved: "not saved" }[how];
  saved.querySelector(".what").textContent = said;
}
