// The screen: swaps the parts of the table for newer ones, shows what is in hand, and says what happened.

import { dollars } from "./hand.js";

const shown = new Map();
const followers = [];

export const byId = (id) => document.getElementById(id);
const all = (selector) => document.querySelectorAll(selector);

/** What the page must know of the table, from its hidden part. */
export const state = () => byId("part-state").dataset;

/** Make the parts that differ like their newer selves; what stays keeps its identity, with its focus, scroll and text. */
export function swap(html) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  for (const part of fresh.content.querySelectorAll(".part")) {
    const source = part.outerHTML;
    if (shown.get(part.id) === source) continue;
    shown.set(part.id, source);
    const old = byId(part.id);
    htmx.swap({ text: source, sourceElement: old, target: old, swap: "outerMorph" });
  }
}

htmx.registerExtension("tablet", {
  // What a finger opened stays open: the server does not know of it.
  htmx_before_morph_attr: (element, { attrName }) => !(attrName === "open" && element.localName === "details"),
});

/** Have something else shown whenever the hand is. */
export const whenShown = (follow) => followers.push(follow);

/** Show the hand: what is pressed, which pane and drawer are open. */
export function show(hand) {
  document.body.dataset.mode = hand.moving ? "move" : hand.lays ? "lay" : "orders";
  press('[data-touch="player"]', (key) => key.dataset.player === hand.player);
  press('[data-touch="amount"]', (key) => hand.lays && Number(key.dataset.cents) === hand.cents);
  press("#key-orders", () => !hand.lays);
  press("#key-copper", () => hand.copper);
  press("#key-paroli", () => hand.paroli);
  press("#key-bills", () => hand.bills);
  press("#key-pick", () => hand.pane === "pick");
  press("#key-suits", () => hand.suits || Boolean(state().suitsNeeded));
  showOther(hand);
  showPanes(hand);
  showSuits(hand);
  showPicks(hand);
  for (const follow of followers) follow();
  hand.keep();
}

function press(selector, whether) {
  for (const key of all(selector)) key.setAttribute("aria-pressed", String(Boolean(whether(key))));
}

function showOther(hand) {
  const listed = [...all('[data-touch="amount"]')].some((key) => Number(key.dataset.cents) === hand.cents);
  press("#key-other", () => hand.lays && !listed);
  byId("key-other").firstElementChild.textContent = hand.lays && !listed ? `${dollars(hand.cents)}${hand.bills ? " bills" : ""}` : hand.bills ? "Bills" : "Other";
  for (const key of all('[data-touch="press"]')) key.textContent = hand.cents ? `Press ${dollars(hand.cents)}` : "Press";
  byId("part-sheet").querySelector(".typed-amount").textContent = `$${hand.typed || "0"}`;
}

function showPanes(hand) {
  const panes = [...all(".pane")];
  const open = panes.find((pane) => pane.dataset.pane === hand.pane) ?? panes[0];
  for (const pane of panes) pane.hidden = pane !== open;
  for (const stack of [...all(".stack")]) {
    if (stack.classList.toggle("chosen", stack.dataset.bet === open.dataset.bet)) stack.parentNode.append(stack);
  }
  const turn = panes[0];
  turn.classList.toggle("settled", Boolean(turn.dataset.sheet) && turn.dataset.sheet === hand.settled);
  if (open.dataset.on) showBeside(open);
}

/** The bets on one spot, in the order in which they lie. */
export const panesOn = (spot) => [...all(".pane.orders")].filter((pane) => pane.dataset.on === spot);

/** Which of several bets on the same spot it is, on the key that goes over to the next. */
function showBeside(open) {
  const lying = panesOn(open.dataset.on);
  const beside = open.querySelector(".beside");
  beside.hidden = lying.length < 2;
  beside.textContent = `${lying.indexOf(open) + 1} of ${lying.length} ›`;
  beside.setAttribute("aria-label", `Bet ${lying.indexOf(open) + 1} of ${lying.length} here; go to the next`);
}

function showSuits(hand) {
  const part = byId("part-ranks");
  const row = part.querySelector(".suit-row");
  row.hidden = !hand.rank;
  part.querySelector(".rank-row").hidden = Boolean(hand.rank);
  if (!hand.rank) return;
  row.querySelector(".chosen").textContent = hand.rank;
  const out = byId(`rank-${hand.rank}`).dataset.suitsOut;
  for (const key of row.querySelectorAll("[data-suit]")) key.disabled = Boolean(key.dataset.suit) && out.includes(key.dataset.suit);
}

function showPicks(hand) {
  for (const key of all(".pick-key")) {
    const side = hand.picks.get(key.dataset.rank) ?? "";
    key.classList.toggle("win", side === "win");
    key.classList.toggle("lose", side === "lose");
    key.querySelector("i").textContent = side;
    key.setAttribute("aria-pressed", String(Boolean(side)));
    key.setAttribute("aria-label", side ? `${key.dataset.rank} to ${side}` : key.dataset.rank);
  }
  const ranks = (side) => [...hand.picks].filter(([, picked]) => picked === side).map(([rank]) => rank).join("-");
  const said = [ranks("win"), ranks("lose") && `${ranks("lose")} to lose`].filter(Boolean).join(" / ");
  const picked = document.querySelector(".picked");
  if (picked) picked.textContent = said || picked.dataset.hint;
  const lay = byId("lay-picked");
  if (lay) lay.textContent = hand.moving ? "Move there" : hand.cents ? `Lay ${dollars(hand.cents)}` : "Lay";
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

/** The mark that says whether all is on disk: "saved", "sending" or "unsaved". */
export function mark(how, said = "") {
  const saved = byId("saved");
  saved.className = `saved ${how}`;
  saved.querySelector(".word").textContent = { saved: "saved", sending: "saving", unsaved: "not saved" }[how];
  saved.querySelector(".what").textContent = said;
}
