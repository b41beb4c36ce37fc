// A player's own hand: acts are sent in the order of the touches, each under an id of its own, and the answer is shown.
// Where the line is cut, what was not sent is sent again by a touch.

import { gettext } from "./language.js";
import { newId } from "./outbox.js";
import { ROOT } from "./root.js";

const PATIENCE_MS = 5000;
const SAID_MS = 4000;
/** Two touches of one key within this time are a double tap. */
const TWICE_MS = 550;
const line = document.getElementById("told");
const token = document.querySelector("meta[name=token]");
/** Acts that are not answered yet, the one that is on its way first. */
let unsent = [];
let sending = false;
let hush = 0;
let last = { key: "", at: -TWICE_MS };
/** Whether what is said is that the player must wait. */
let waited = false;

const standing = () => document.getElementById("standing");

/** Whether the dealer lets this player act now. */
export const mayAct = () => !standing().dataset.waits;

/** Say something; what went wrong stays until the next touch. */
function say(text, wrong, key) {
  clearTimeout(hush);
  waited = false;
  line.className = wrong ? "remark-line wrong" : "remark-line";
  line.replaceChildren(text, ...(key ? [key] : []));
  if (!wrong) hush = setTimeout(() => line.replaceChildren(), SAID_MS);
}

/** Say what is to be done next. */
export const remark = (text) => say(text, false);

/** Whether a touch of a key is the second of a double tap, which is ignored and said to be. */
export function isDoubleTap(key, name, at) {
  const twice = key === last.key && at - last.at < TWICE_MS;
  if (twice) remark(gettext("Double tap ignored: %(key)s.", { key: name }));
  else last = { key, at };
  return twice;
}

/** Send a command after those that wait. `said` is what it does, in words, and `about` what it is about. */
export function act(command, said, about) {
  if (!mayAct()) {
    const { textContent, dataset } = standing();
    const late = gettext("Too late for %(what)s.", { what: about });
    say(dataset.waits === "late" ? `${late} ${textContent}` : textContent, true);
    waited = true;
    return;
  }
  if (!sending) unsent = [];
  unsent.push({ id: newId(), command, said });
  markUnsent();
  if (!sending) deliver();
}

async function deliver() {
  const refused = [];
  sending = true;
  document.body.classList.add("sending");
  while (unsent.length) {
    const [entry] = unsent;
    const answer = await ask(entry);
    if (!answer.done && !answer.why) break;
    unsent.shift();
    if (answer.why) refused.push(answer.why);
    if (refused.length) say(refused.join(" "), true);
    else say(entry.said, false);
  }
  document.body.classList.remove("sending");
  sending = false;
  markUnsent();
  if (unsent.length) offerAgain();
}

/** What was not sent is in this page only: it must not be loaded again before. */
const markUnsent = () => document.body.classList.toggle("unsent", unsent.length > 0);

function offerAgain() {
  const again = document.createElement("button");
  again.className = "button";
  again.textContent = gettext("Send it again");
  again.addEventListener("click", () => !sending && deliver());
  const notSent = gettext("Not sent: %(actions)s", { actions: unsent.map(({ said }) => said).join(" ") });
  say(`${notSent} `, true, again);
}

const post = (what, headers = {}, body = undefined) =>
  fetch(`${location.pathname}/${what}`, {
    method: "POST",
    referrerPolicy: "same-origin",
    headers: { Accept: "application/json", "X-CSRFToken": token.content, ...headers },
    body,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });

/** One try, and another where only the page's token was too old. */
async function ask(entry, renewed = false) {
  try {
    const response = await post("commands", { "Content-Type": "application/json", "Idempotency-Key": entry.id }, JSON.stringify(entry.command));
    if (response.ok) return { done: true };
    const fault = await response.json();
    if (fault.code === "bad_token" && !renewed) {
      token.content = (await (await fetch(`${ROOT}/api/token`, { headers: { Accept: "application/json" } })).json()).token;
      return ask(entry, true);
    }
    return response.status < 500 ? { why: fault.why } : {};
  } catch {
    return {};
  }
}

document.addEventListener("click", ({ target, timeStamp }) => {
  const key = target.closest("[data-own]");
  if (!key || key.disabled || isDoubleTap(key.id, key.textContent, timeStamp)) return;
  act(JSON.parse(key.dataset.own), key.dataset.sentence, key.textContent);
});
// The first device that opens the hand has it. Where the line is cut now, its first act says so.
if ("binds" in token.dataset) post("phone").catch(() => {});
// "Too late" is not true any more once the player may act again.
new MutationObserver(() => waited && mayAct() && say("", false)).observe(document.getElementById("followed"), { attributes: true, childList: true, subtree: true });
