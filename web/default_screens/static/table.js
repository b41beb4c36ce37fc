// The table of any game: a key that asks for nothing is a command, one that asks for something opens its form.

import { notice, show, whenShown } from "../../js/screen.js";
import { nightOfPage, runTable } from "../../js/tablet.js";
import { TableHand } from "./asked.js";

const hand = new TableHand(nightOfPage());
/** Nothing is known of what a command does: each may move the game on, and only the server says which can be done. */
const rules = { movesOn: () => true, survives: () => false, followsOf: () => "" };
runTable(hand, rules, table);
show(hand);

function table({ transport, drawer }) {
  whenShown(() => hand.show());
  document.addEventListener("input", (event) => {
    if (!event.target.dataset.typed) return;
    hand.write(event.target);
    hand.show();
  });

  return {
    touches: {
      form(key) {
        hand.open(key.dataset.do);
      },
      set: (key) => hand.set(key),
      pick: (key) => hand.pick(key),
      count: (key) => hand.count(key),
      "sum-of": (key) => hand.sum(key),
      digit: (key) => (hand.drawer ? drawer.type(key.dataset.digit) : hand.type(key)),
      player(key) {
        const { player } = key.dataset;
        drawer.turnToPlayer();
        if (!hand.drawer && hand.seat(player)) return;
        hand.player = player;
        if (!hand.drawer) drawer.open("money");
      },
      do() {
        const { command } = hand;
        if (!command) {
          notice("Something is still to be said.");
          return;
        }
        transport.send(() => command, { said: hand.said });
        hand.letGo();
      },
    },
    quick: ["count", "sum-of"],
    escape: () => hand.open(""),
  };
}
