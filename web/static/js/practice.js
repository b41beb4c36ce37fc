// The practice deal: one step after the other is said, and its key is framed, until the table shows that it is done. Until the
// last step no other key acts: a touch of it is answered.

import { gettext } from "./language.js";
import { ROOT } from "./root.js";
import { byId, hide, write } from "./screen.js";

/** How often the table is looked at. */
const LOOK_MS = 200;
const AROUND_PX = 6;

/** The steps in order: what to do, the key for it, what the table shows once it is done, and what the others play then. */
const STEPS = JSON.parse(byId("practice-steps").textContent).map(([says, key, done, plays]) => ({ says, key, done, plays }));
const { night } = byId("table").dataset;
const part = byId("practice");
const frame = byId("practice-frame");
const playOn = byId("practice-on");

// The practice ends where it was begun.
part.querySelector(".leave").value = document.referrer.startsWith(`${location.origin}/`) ? document.referrer.slice(location.origin.length) : "";

const isDone = ({ done }) => Boolean(done && document.querySelector(done));

let at = Math.min(Number(new URLSearchParams(location.search).get("practice")), STEPS.length) - 1;
// A page that was loaded again has nothing in hand: what was chosen has to be chosen once more.
while (at > 0 && !isDone(STEPS[at - 1])) at -= 1;

function look() {
  const before = at;
  while (isDone(STEPS[at])) at += 1;
  const { says, key, plays } = STEPS[at];
  const isLast = at === STEPS.length - 1;
  if (at !== before) {
    history.replaceState(null, "", `?practice=${at + 1}`);
    answer("");
  }
  write(part.querySelector(".step"), `${at + 1}/${STEPS.length}`);
  write(part.querySelector("[role=status]"), says);
  hide(playOn, !plays.length);
  hide(part.querySelector(".next"), !isLast);
  const box = key ? document.querySelector(key)?.getBoundingClientRect() : null;
  hide(frame, !box?.width);
  if (!box?.width) return;
  frame.style.left = `${box.left - AROUND_PX}px`;
  frame.style.top = `${box.top - AROUND_PX}px`;
  frame.style.width = `${box.width + 2 * AROUND_PX}px`;
  frame.style.height = `${box.height + 2 * AROUND_PX}px`;
}

const answer = (text) => write(part.querySelector(".wrong"), text);

/** Have the others play, one after the other. Sent again after a fault, what was played is not played twice. */
async function play() {
  playOn.disabled = true;
  const headers = { "Content-Type": "application/json", "X-CSRFToken": document.querySelector("meta[name=token]").content };
  try {
    for (const [number, command] of STEPS[at].plays.entries()) {
      const options = { method: "POST", headers: { ...headers, "Idempotency-Key": `${night}-${at}-${number}` }, body: JSON.stringify(command) };
      const { ok } = await fetch(`${ROOT}/api/nights/${night}/commands`, options);
      if (!ok) throw new Error("refused");
    }
  } catch {
    answer(gettext("That did not work. Touch Play on again."));
  } finally {
    playOn.disabled = false;
  }
}

/** Whether a key of the keyboard is a touch by itself, wherever the focus is. */
const isTouch = ({ type, key, ctrlKey, metaKey, altKey }) =>
  type === "keydown" && !ctrlKey && !metaKey && !altKey && (key === "Escape" || (key.length === 1 && key !== " "));

/** Answer a touch of another key than the framed one, and keep it from the table. */
function guard(event) {
  const { key } = STEPS[at];
  const { target } = event;
  if (!key || "help" in document.body.dataset || target.closest?.(`${key}, dialog`)) return;
  const touched = target.closest?.("[data-touch], .spot, a, input, summary");
  if (!byId("table").contains(touched) && !isTouch(event)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const name = touched && (touched.dataset.name || touched.ariaLabel || touched.textContent.trim().replace(/\s+/g, " "));
  answer(name ? gettext("That is “%(key)s”. Touch what is in the frame.", { key: name }) : gettext("Touch what is in the frame."));
}

for (const type of ["pointerdown", "click", "keydown"]) addEventListener(type, guard, { capture: true });
playOn.addEventListener("click", play);
look();
setInterval(look, LOOK_MS);
