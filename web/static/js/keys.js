// Fingers on keys. A key is touched when the finger lets go of it, or when the next finger comes down before that: of two
// touches that overlap, as a quick dealer's do, a browser makes no clicks. Clicks are left to the mouse, the keyboard and
// screen readers; the cloth has fingers of its own.

import { spotOf, TAP_MS } from "./guard.js";

/** What a finger can touch: a key, or the shade around what lies over the table. */
const touchable = (element) =>
  element?.closest?.("[data-touch]:not(.spot)") ?? (["part-drawer", "part-claims"].includes(element?.id) ? element : null);

/** Watch the keys of a page; `touch` is given what was touched, and where and when. */
export function watchKeys(touch) {
  let down = null;

  document.addEventListener("pointerdown", (event) => {
    const where = spotOf(event);
    const before = down;
    down = null;
    if (before && where.at - before.where.at < TAP_MS) touch(before.key, before.where);
    const key = event.pointerType !== "mouse" && touchable(event.target);
    if (key) down = { key, where, id: event.pointerId };
  });
  document.addEventListener("pointerup", (event) => {
    if (down?.id !== event.pointerId) return;
    const { key, where } = down;
    down = null;
    if (touchable(document.elementFromPoint(event.clientX, event.clientY)) === key) touch(key, where);
  });
  document.addEventListener("pointercancel", (event) => {
    if (down?.id === event.pointerId) down = null;
  });
  // No click is to follow: by then something else may lie there.
  const noClick = (event) => event.cancelable && touchable(event.target) && event.preventDefault();
  document.addEventListener("touchend", noClick, { passive: false });
  document.addEventListener("click", (event) => {
    const key = touchable(event.target);
    if (key && !["touch", "pen"].includes(event.pointerType)) touch(key, spotOf(event, key));
  });
  // A key of the keyboard that is held down touches once.
  document.addEventListener("keydown", (event) => {
    if (event.repeat && ["Enter", " "].includes(event.key) && event.target.closest?.("[data-touch]")) event.preventDefault();
  });
}
