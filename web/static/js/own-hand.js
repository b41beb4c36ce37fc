// A player's own hand: what they touch is sent at once, under an id of its own, and what comes of it is said.
// Until it has an answer no other touch is taken; where the line is cut, the same act is sent again by a touch.

import { newId } from "./outbox.js";

const PATIENCE_MS = 5000;
const SAID_MS = 4000;
const told = document.getElementById("told");
const token = document.querySelector("meta[name=token]");
let waiting = null;
let hush = 0;

/** Whether the dealer lets this player act now. */
export const mayAct = () => !document.getElementById("standing").dataset.waits;

/** Say something; what went wrong stays until the next touch. */
function say(text, wrong, key) {
  clearTimeout(hush);
  told.className = wrong ? "told wrong" : "told";
  told.replaceChildren(text, ...(key ? [key] : []));
  if (!wrong) hush = setTimeout(() => told.replaceChildren(), SAID_MS);
}

/** Say what is to be done next. */
export const remark = (text) => say(text, false);

/** Send a command; gives whether it was carried out. `said` is what it does, in words. */
export async function act(command, said) {
  if (waiting) return false;
  if (!mayAct()) {
    say(document.getElementById("standing").textContent, true);
    return false;
  }
  return deliver({ id: newId(), command, said });
}

async function deliver(entry) {
  waiting = entry;
  document.body.classList.add("sending");
  const answer = await ask(entry);
  document.body.classList.remove("sending");
  waiting = null;
  if (answer.done) say(entry.said, false);
  else if (answer.why) say(answer.why, true);
  else {
    const again = document.createElement("button");
    again.className = "button";
    again.textContent = "Send it again";
    again.addEventListener("click", () => !waiting && deliver(entry));
    say(`Not sent: ${entry.said} `, true, again);
  }
  return Boolean(answer.done);
}

/** One try, and another where only the page's token was too old. */
async function ask(entry, renewed = false) {
  try {
    const response = await fetch(`${location.pathname}/commands`, {
      method: "POST",
      referrerPolicy: "same-origin",
      headers: { Accept: "application/json", "Content-Type": "application/json", "X-CSRFToken": token.content, "Idempotency-Key": entry.id },
      body: JSON.stringify(entry.command),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (response.ok) return { done: true };
    const fault = await response.json();
    if (fault.code === "bad_token" && !renewed) {
      token.content = (await (await fetch("/api/token", { headers: { Accept: "application/json" } })).json()).token;
      return ask(entry, true);
    }
    return response.status < 500 ? { why: fault.why } : {};
  } catch {
    return {};
  }
}

document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-own]");
  if (key && !key.disabled) act(JSON.parse(key.dataset.own), key.dataset.said);
});
