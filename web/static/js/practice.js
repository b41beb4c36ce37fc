// The practice deal: one step after the other is said, and its key is framed, until the table shows that it is done.

import { byId, hide, write } from "./screen.js";

/** How often the table is looked at. */
const LOOK_MS = 200;
const AROUND_PX = 6;

/** The steps in order: what to do, the key or place for it, and what the table shows once it is done. */
const STEPS = JSON.parse(byId("practice-steps").textContent).map(([says, key, until]) => ({ says, key, until }));
const part = byId("practice");
const frame = byId("practice-frame");
let at = 0;

function look() {
  while (STEPS[at].until && document.querySelector(STEPS[at].until)) at += 1;
  const { says, key } = STEPS[at];
  write(part.querySelector(".step"), `${at + 1}/${STEPS.length}`);
  write(part.querySelector("p"), says);
  hide(part.querySelector("form"), at < STEPS.length - 1);
  const place = key ? document.querySelector(key) : null;
  const box = place?.getBoundingClientRect();
  hide(frame, !box?.width);
  if (!box?.width) return;
  frame.style.left = `${box.left - AROUND_PX}px`;
  frame.style.top = `${box.top - AROUND_PX}px`;
  frame.style.width = `${box.width + 2 * AROUND_PX}px`;
  frame.style.height = `${box.height + 2 * AROUND_PX}px`;
}

look();
setInterval(look, LOOK_MS);
