// The screen: brings the parts of the table up to date, shows what is in hand, and says what happened.
// Below: the theme, lists that have more rows than fit, the morph that keeps elements the same, and the dealer's hand.

import { gettext, ngettext } from "./language.js";
import { OF_HOUSE, ROOT } from "./root.js";

const WHISPER_MS = 3000;

const followers = [];

export const byId = (id) => document.getElementById(id);
export const all = (selector) => document.querySelectorAll(selector);

/** What the page must know of the table, from its hidden part. */
export const state = () => byId("part-state").dataset;

/** The name of the drawing that the page shows. Requests name it, and the answer has only the differences from it. */
export const drawing = () => byId("table").dataset.drawn;

/**
 * Update the table to a newer one, from all of its parts or from the elements that differ; elements that stay keep
 * their focus, scroll and text. Returns false, and changes nothing, if it is another game's table.
 */
export function swap({ html, drawn, house, since }) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  const elements = since ? [...fresh.content.children].map((template) => template.content.firstElementChild) : [...fresh.content.querySelectorAll(".part")];
  const game = elements.find(({ id }) => id === "part-state")?.dataset.game;
  if (game && game !== state().game) return false;
  for (const element of elements) {
    // A part of an SVG drawing comes wrapped in an <svg>.
    const next = element.id ? element : element.firstElementChild;
    morph(byId(next.id), next);
  }
  Object.assign(byId("table").dataset, { drawn, house });
  return true;
}

/**
 * Write an attribute, or take it away with null, where it is not so already: a browser recalculates styles
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

/** Let a key sleep, or wake it: disabled it would let go of the keyboard, which then starts again at the top of the page. */
export const sleep = (key, whether) => put(key, "aria-disabled", whether ? "true" : null);

/** Write a text where another stands. */
export function write(element, text) {
  const words = `${text ?? ""}`;
  if (element.textContent === words) return;
  const { firstChild } = element;
  // Change the text node instead of replacing it: the browser then does not check its neighbours.
  if (words && firstChild?.nodeType === Node.TEXT_NODE && firstChild === element.lastChild) firstChild.nodeValue = words;
  else element.textContent = words;
}

/**
 * Set a data attribute on the body that styles anywhere on the page depend on. With `:has` on the body instead, a
 * browser would check it after every change of the table.
 */
export const onBody = (name, value) => put(document.body, `data-${name}`, value);

/** Call a function whenever the hand is shown. */
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

/** A refusal, or what stands in the way, with keys that lead out of it: stays until it is put away or a later touch goes through. */
export function alarm(text, ways = []) {
  say(text, "alert shown", ways);
}

/** What to do next, where that is not plain. It lies below the strip of what is not saved. */
export function notice(text) {
  say(text, "alert shown notice hint");
}

/** What another tablet did. */
export function announce(text) {
  say(text, "alert shown notice");
}

let saidAt = 0;

function say(text, className, ways = []) {
  saidAt = Date.now();
  const line = byId("alert");
  const words = document.createElement("p");
  words.textContent = text;
  const away = document.createElement("button");
  away.className = "button";
  away.dataset.touch = "alert-away";
  away.textContent = gettext("OK");
  line.className = className;
  line.replaceChildren(words, ...ways, away);
}

/** Put away what was said, unless it was said after a time (in ms): then it is not about the touch of that time. */
export function quiet(touchedAt = Infinity) {
  if (touchedAt < saidAt) return;
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
export function mark(how, detail = "") {
  const saved = byId("saved");
  put(saved, "class", `saved ${how}`);
  write(saved.querySelector(".word"), { saved: gettext("saved"), sending: gettext("saving"), unsaved: gettext("not saved") }[how]);
  write(saved.querySelector(".what"), detail);
}

// The room's light, switched in place and kept in the cookie that the server reads.

const A_YEAR_S = 365 * 24 * 60 * 60;

/** Switch between the dark and the bright room. */
export function switchTheme() {
  const theme = document.documentElement.dataset.theme === "bright" ? "dark" : "bright";
  document.documentElement.dataset.theme = theme;
  document.cookie = `theme=${theme}; path=${ROOT || "/"}; max-age=${A_YEAR_S}; samesite=lax`;
}

// Rows that lie below what a list shows: how many, on a key that goes on to them. No list is cut without a word.

/** Keep the keys beside all lists of rows saying how many more there are. */
export function watchRows() {
  whenShown(tellSoon);
  document.addEventListener("scroll", tellSoon, { capture: true, passive: true });
  addEventListener("resize", tellSoon);
}

/** Go on to the rows below, as far as one can see at once. */
export function goOn(key) {
  const list = listOf(key);
  const first = below(list)[0];
  if (first) list.scrollTop += first.getBoundingClientRect().top - list.getBoundingClientRect().top;
}

const listOf = (key) => key.closest(".pane").querySelector(".scroll");

/** The rows that are not to be seen whole, from the first on. */
function below(list) {
  const end = list.getBoundingClientRect().bottom + 1;
  return [...list.querySelectorAll("[data-row]")].filter((row) => row.getBoundingClientRect().bottom > end && row.offsetParent);
}

let due = 0;

/** Measure once a frame, right before layout, however often the screen is updated in between. */
function tellSoon() {
  due ||= requestAnimationFrame(tell);
}

function tell() {
  due = 0;
  for (const key of all(".rows-more")) {
    // The key itself takes room from the list: whether there are more is asked without it.
    hide(key, true);
    if (!below(listOf(key)).length) continue;
    hide(key, false);
    write(key, ngettext("%(num)s more ▾", "%(num)s more ▾", below(listOf(key)).length));
  }
}

// The morph makes an element of the page like a newer element. What stays keeps its identity, its focus, scroll and text.

/** The attribute that the page sets itself, so that the focus returns to where it was; the morph leaves it alone. */
const OF_PAGE = "tabindex";

/**
 * Make an element like a newer element. An empty element marked `data-same` stands for the element of the page with its id.
 * Throws where the page lacks such an element: it shows another drawing than the server believes.
 */
function morph(old, fresh) {
  if (fresh.hasAttribute("data-same")) return;
  // Taken before anything moves: an element can go from one row to another, also out of a row that is removed first.
  const known = new Map([...old.querySelectorAll("[id]")].map((element) => [element.id, element]));
  morphElement(old, fresh, known);
}

function morphElement(old, fresh, known) {
  morphAttributes(old, fresh);
  let after = null;
  for (const next of fresh.childNodes) {
    const at = after ? after.nextSibling : old.firstChild;
    const node = counterpart(next, at, old, known) ?? next.cloneNode(false);
    if (node !== at) old.insertBefore(node, at);
    if (next.nodeType !== Node.ELEMENT_NODE) writeNode(node, next.nodeValue);
    else if (!next.hasAttribute("data-same")) morphElement(node, next, known);
    after = node;
  }
  while (old.lastChild !== after) old.lastChild.remove();
}

const writeNode = (node, text) => node.nodeValue !== text && (node.nodeValue = text);

function morphAttributes(old, fresh) {
  for (const name of fresh.getAttributeNames()) {
    const value = fresh.getAttribute(name);
    if (old.getAttribute(name) !== value && name !== OF_PAGE) old.setAttribute(name, value);
  }
  for (const name of old.getAttributeNames()) {
    if (!fresh.hasAttribute(name) && name !== OF_PAGE) old.removeAttribute(name);
  }
}

/** The node of the page that becomes a newer node: by id, or the next sibling of its sort without an id. Else undefined. */
function counterpart(next, at, parent, known) {
  if (next.id) {
    const element = known.get(next.id);
    if (element?.localName === next.localName && !element.contains(parent)) {
      known.delete(next.id);
      return element;
    }
    if (next.hasAttribute("data-same")) throw new Error(`the page has no ${next.localName} ${next.id}`);
    return undefined;
  }
  let sibling = at;
  while (sibling && (sibling.id || sibling.nodeName !== next.nodeName)) sibling = sibling.nextSibling;
  return sibling ?? undefined;
}

// What the dealer has in hand and in view, which is never sent; and the position that waiting commands lead to.

export class Hand {
  player = null;
  drawer = false;
  #kept;
  #lies = "";

  /** `kept` names what outlives the page in its tab. */
  constructor(night, kept) {
    this.night = night;
    this.#kept = kept;
  }

  /** Take up what an earlier page of this tab left; a game's hand does so once it is made. */
  restore() {
    try {
      const left = JSON.parse(sessionStorage.getItem(`hand${OF_HOUSE} ${this.night}`) ?? "{}");
      for (const name of this.#kept) if (name in left) this[name] = left[name];
    } catch {
      // A page without storage starts with an empty hand.
    }
  }

  keep() {
    try {
      const kept = JSON.stringify(Object.fromEntries(this.#kept.map((name) => [name, this[name]])));
      if (kept === this.#lies) return;
      sessionStorage.setItem(`hand${OF_HOUSE} ${this.night}`, kept);
      this.#lies = kept;
    } catch {
      // As above.
    }
  }
}

/** The state after commands; null if taking back goes further back than `before`, the state before `now`. */
export function after(before, now, commands, step) {
  const stood = [now];
  for (const command of commands) {
    if (command.do === "void") {
      stood.pop();
      if (!stood.length) {
        if (!before) return null;
        stood.push(before);
        before = null;
      }
    } else {
      stood.push(step(stood.at(-1), command));
    }
  }
  return stood.at(-1);
}
