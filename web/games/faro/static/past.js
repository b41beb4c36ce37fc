// A Faro table of the past: whose bets lie where, their orders, take and pay.

import { FaroHand } from "./hand.js";
import { paneOf, showFaro } from "./showing.js";
import { all, show, whenShown } from "../../js/screen.js";
import { look, nameOfPast } from "../../js/looking-back.js";

const hand = new FaroHand(nameOfPast());
whenShown(() => {
  showFaro(hand);
  // The arrow keys step through the night here: every place with a bet is reached by itself.
  for (const spot of all(".spot")) spot.tabIndex = spot.dataset.bets ? 0 : -1;
});

// A stack lies over its neighbours' places: where it is touched it is meant.
document.addEventListener("click", ({ target }) => {
  const stack = target.closest?.(".stack");
  if (!stack) return;
  hand.show(document.querySelector(`.pane[data-bet="${CSS.escape(stack.dataset.bet)}"]`)?.dataset.pane ?? "turn");
  show(hand);
});

look(hand, (drawer) => {
  const open = (key) => hand.show(paneOf(key.dataset.spot, hand)?.dataset.pane ?? "turn");
  return {
    player(key) {
      if (hand.player === key.dataset.player && key.classList.contains("seat")) drawer.open("money");
      drawer.turnToPlayer();
      hand.player = key.dataset.player;
    },
    place: open,
    tray: open,
    pane: (key) => hand.show(key.dataset.pane),
  };
});
