// The screen: swaps the parts of the table for newer ones, shows what is in hand, and says what happened.

import { morph } from "./morph.js";

const WHISPER_MS = 3000;

const followers = [];

export const byId = (id) => document.getElementById(id);
export const all = (selector) => document.querySelectorAll(selector);

/** What the page must know of the table, from its hidden part. */
export const state = () => byId("part-state").dataset;

/** The name of the drawing of the table that the page shows; what is sent says it, and is answered with what differs. */
export const drawing = () => byId("table").dataset.drawn;

/**
 * Make the table like its newer self, all of its parts or what differs of them; what stays keeps its identity, with its
 * focus, scroll and text. False where it is another game's: nothing is changed then.
 */
export function swap({ html, drawn, since }) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  const elements = since ? [...fresh.content.children].map((one) => one.content.firstElementChild) : [...fresh.content.querySelectorAll(".part")];
  const game = elements.find((one) => one.id === "part-state")?.dataset.game;
  if (game && game !== state().game) return false;
  for (const one of elements) {
    // Part of a drawing comes in a drawing.
    const next = one.id ? one : one.firstElementChild;
    morph(byId(next.id), next);
  }
  byId("table").dataset.drawn = drawn;
  return true;
}

/**
 * Write an attribute, or take it away with null, where it is not so already: a browser works out anew how things look
 * after every write, even of the same.
 */
export function put(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** Hide an element, or show it. */
export const hide = (element, whether) => put(element, "hidden", whether ? "" : null);

/** Let a key be touched no more, or again. */
export const disable = (key, whether) => put(key, "disabled", whether ? "" : null);

/** Let a key sleep, or wake it: disabled it would let go of the keyboard, which then begins anew at the top of the page. */
export const sleep = (key, whether) => put(key, "aria-disabled", whether ? "true" : null);

/** Write a text where another stands. */
export function write(element, text) {
  const words = `${text ?? ""}`;
  if (element.textContent === words) return;
  const { firstChild } = element;
  // What stands is changed and not put in place of it: then its neighbours are not looked at.
  if (words && firstChild?.nodeType === Node.TEXT_NODE && firstChild === element.lastChild) firstChild.nodeValue = words;
  else element.textContent = words;
}

/**
 * Say on the body what styles all over the page go by. Asked of the body with `:has`, a browser would look for it after
 * every change of the table.
 */
export const onBody = (name, value) => put(document.body, `data-${name}`, value);

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
  for (const key of all(selector)) put(key, "aria-pressed", String(Boolean(whether(key))));
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
  put(line, "class", "alert");
  if (line.firstChild) line.replaceChildren();
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
  put(saved, "class", `saved ${how}`);
  write(saved.querySelector(".word"), { saved: "saved", sending: "saving", unsaved: "not saved" }[how]);
  write(saved.querySelector(".what"), said);
}
