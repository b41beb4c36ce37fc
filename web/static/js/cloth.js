// Fingers on the cloth: a tap lays checks or opens orders, a long press always opens orders.

import { show } from "./screen.js";

const LONG_PRESS_MS = 550;

/** Watch the layout; `touch` does what a tap asks for, `openOrders` shows the orders of the bets on a spot. */
export function watchCloth({ hand, openOrders, touch }) {
  let pressed = null;
  let swallowed = false;

  const letGo = () => {
    clearTimeout(pressed);
    pressed = null;
  };

  document.addEventListener("pointerdown", (event) => {
    swallowed = false;
    const spot = event.target.closest?.(".spot[data-bets]");
    if (!spot || hand.moving) return;
    pressed = setTimeout(() => {
      swallowed = true;
      openOrders(spot.dataset.spot);
      show(hand);
    }, LONG_PRESS_MS);
  });
  for (const end of ["pointerup", "pointercancel", "pointermove"]) {
    document.addEventListener(end, (event) => {
      if (end !== "pointermove" || Math.hypot(event.movementX, event.movementY) > 6) letGo();
    });
  }
  document.addEventListener("contextmenu", (event) => {
    if (event.target.closest?.(".spot")) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    if (swallowed) swallowed = false;
    else touch(event.target);
  });
}
