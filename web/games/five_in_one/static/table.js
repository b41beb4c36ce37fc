// The Five in One table: chips, winners and cards by touch, and one key that pays a part, always in its place.

import { keysOfSheet } from "../hands/dealing.js";
import { notice, show, state, whenShown } from "../../js/screen.js";
import { nightOfPage, runTable } from "../../js/tablet.js";
import { FiveInOneHand } from "./hand.js";
import { Showing } from "./showing.js";
import { isOfTheRound, standAfter } from "./stand.js";

const hand = new FiveInOneHand(nightOfPage());
runTable(hand, { movesOn: isOfTheRound, survives: isOfTheRound, followsOf: () => "" }, fiveInOne);
show(hand);

/** What is Five in One's own in running a table. */
function fiveInOne({ transport, drawer }) {
  const showing = new Showing(hand, () => standAfter(state(), transport.waiting));
  whenShown(() => showing.show());

  /** A player's plate or seat was touched: they win, or have the rest of the chips; false where neither is asked. */
  function touched(player) {
    if (!showing.stand.players.includes(player)) return false;
    if (showing.asked === "winners") hand.choose(player);
    else if (showing.asked === "chips" && showing.rest) hand.give(player, showing.rest);
    else return false;
    return true;
  }

  return {
    touches: {
      player(key) {
        const { player } = key.dataset;
        drawer.turnToPlayer();
        if (!hand.drawer && touched(player)) return;
        hand.player = player;
        if (!hand.drawer) drawer.open("money");
      },
      plate: (key) => touched(key.dataset.player),
      chips: ({ dataset: { player, by } }) => hand.give(player, Number(by) * hand.size),
      size({ dataset: { size } }) {
        hand.size = Number(size);
      },
      card({ dataset: { rank } }) {
        hand.cards = [...hand.cards, rank];
      },
      clear() {
        if (showing.asked === "cards") hand.cards = hand.cards.slice(0, -1);
        else hand.letGo();
      },
      next() {
        const { command, short } = showing;
        if (!command) {
          notice("Something is still to be said.");
          return;
        }
        // Whom the way out of a refusal is about.
        [hand.player = null] = short;
        transport.send(() => command);
      },
      ...keysOfSheet(hand, transport),
    },
    quick: ["chips", "card", "size", "dealer"],
    escape: () => hand.letGo(),
  };
}
