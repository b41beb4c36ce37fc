// The lock of a screen: after some minutes without a touch, or at once, nothing of the page is shown until somebody enters
// their PIN. Locking ends the session, so a reload shows nothing either; the page stays, with what waits to be sent.

import { gettext } from "./language.js";
import { ROOT } from "./root.js";
import { typedAfter } from "./words.js";

const LOOK_MS = 5000;
const TOUCHED = `casekeeper touched${ROOT}`;
const LOCKED = `casekeeper locked${ROOT}`;
const NO_LINE = gettext("No connection. Try again when it is back.");

const dialog = document.getElementById("lock");
const pin = document.getElementById("lock-pin");
const why = document.getElementById("lock-why");
const { minutes } = dialog.dataset;
const lasts_ms = Number(minutes) * 60_000;
let touchedAt = Date.now();
let busy = false;

/** Read or write what all pages of this browser share; a browser without storage locks each page by itself. */
function shared(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(name, JSON.stringify(value));
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

/** Who is signed in on this page: a relief signs somebody else in at the table. */
const member = () => document.querySelector("meta[name=member]")?.content ?? dialog.dataset.member;

const isLocked = () => document.body.classList.contains("locked");

function touched() {
  if (isLocked() || Date.now() - touchedAt < 1000) return;
  touchedAt = Date.now();
  shared(TOUCHED, touchedAt);
}

function close() {
  document.body.classList.add("locked");
  for (const open of document.querySelectorAll("dialog[open]:not(#lock)")) open.close();
  choose(member());
  say("");
  if (!dialog.open) dialog.showModal();
  pin.focus();
}

/** Show the page again to who was signed in on it; somebody else gets a page of their own. */
function open(name, token) {
  if (name !== member()) {
    location.reload();
    return;
  }
  for (const field of document.querySelectorAll("input[name=csrf_token]")) field.value = token;
  const meta = document.querySelector("meta[name=token]");
  if (meta) meta.content = token;
  touchedAt = Date.now();
  shared(TOUCHED, touchedAt);
  document.body.classList.remove("locked");
  dialog.close();
  // What is hidden keeps the keyboard until the browser draws next: what is typed before that would be lost.
  if (dialog.contains(document.activeElement)) document.activeElement.blur();
  document.dispatchEvent(new Event("unlocked"));
}

async function ask(address, token, body) {
  const options = { headers: { Accept: "application/json" }, cache: "no-store" };
  if (token) Object.assign(options, { method: "POST", body: JSON.stringify(body ?? {}) });
  if (token) Object.assign(options.headers, { "Content-Type": "application/json", "X-CSRFToken": token });
  return fetch(ROOT + address, options);
}

const session = async () => (await ask("/api/token")).json();

/** Lock this page and the others of this browser; false where the server cannot be reached, and nothing is locked. */
async function lock() {
  if (isLocked() || busy) return true;
  busy = true;
  try {
    const { token, name } = await session();
    const answer = name ? await ask("/api/sign-out", token) : null;
    if (answer && !answer.ok && answer.status !== 401) return false;
    shared(LOCKED, { locked: true, at: Date.now() });
    close();
    return true;
  } catch {
    return false;
  } finally {
    busy = false;
  }
}

async function unlock() {
  const name = dialog.querySelector("[data-name][aria-pressed=true]")?.dataset.name;
  if (busy || !name || !pin.value) {
    say(pin.value ? gettext("Choose your name.") : gettext("Enter your PIN."));
    return;
  }
  busy = true;
  try {
    const { token } = await session();
    const answer = await ask("/api/sign-in", token, { name, pin: pin.value });
    const body = await answer.json();
    if (answer.ok) {
      shared(LOCKED, { locked: false, at: Date.now() });
      open(body.name, body.token);
    }
    say(answer.ok ? "" : body.why);
  } catch {
    say(NO_LINE);
  } finally {
    busy = false;
  }
}

function choose(name) {
  for (const key of dialog.querySelectorAll("[data-name]")) key.setAttribute("aria-pressed", String(key.dataset.name === name));
}

function say(text) {
  pin.value = "";
  why.textContent = text;
  why.hidden = !text;
}

// The keys of the dialog are its own, and those of the keyboard while it is open: no game's script hears of them.
for (const event of ["pointerdown", "pointerup", "touchend", "click", "keydown", "input", "submit"]) {
  dialog.addEventListener(event, (heard) => heard.stopPropagation());
}
addEventListener("keydown", (event) => isLocked() && !dialog.contains(event.target) && event.stopImmediatePropagation(), { capture: true });
dialog.addEventListener("cancel", (event) => event.preventDefault());
dialog.addEventListener("click", ({ target }) => {
  const key = target.closest("button");
  if (key?.dataset.name) {
    choose(key.dataset.name);
    pin.focus();
  } else if (key?.dataset.digit) {
    pin.value = typedAfter(pin.value, key.dataset.digit, (next) => next.length <= pin.maxLength);
  }
});
dialog.addEventListener("submit", (event) => {
  event.preventDefault();
  unlock();
});

async function lockNow() {
  if (!(await lock())) document.dispatchEvent(new CustomEvent("lock-failed", { detail: NO_LINE }));
}
document.addEventListener("lock-now", lockNow);
for (const key of document.querySelectorAll("[data-lock-now]")) {
  key.addEventListener("click", lockNow);
  document.addEventListener("lock-failed", () => (key.textContent = gettext("No connection")));
}

addEventListener("storage", async ({ key }) => {
  if (key !== LOCKED) return;
  if (shared(LOCKED)?.locked) {
    close();
  } else if (isLocked()) {
    const { name, token } = await session();
    open(name, token);
  }
});

if (lasts_ms) {
  for (const event of ["pointerdown", "keydown", "wheel"]) addEventListener(event, touched, { capture: true, passive: true });
  // An unreachable server is asked again at each look.
  setInterval(() => {
    const last = Math.max(touchedAt, Number(shared(TOUCHED)) || 0);
    if (!isLocked() && Date.now() - last >= lasts_ms) lock();
  }, LOOK_MS);
}
