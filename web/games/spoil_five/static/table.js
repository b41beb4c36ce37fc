// The Spoil Five table: a touch a trick, and one that scores the hand.

import { keysOfSheet } from "../hands/dealing.js";
import { show, state, whenShown } from "../../js/screen.js";
import { nightOfPage, runTable } from "../../js/tablet.js";
import { nameOf } from "../../js/words.js";
import { SpoilFiveHand } from "./hand.js";
import { Showing } from "./showing.js";
import { isOfTheHand, mayTake, scored, standAfter } from "./stand.js";

const hand = new SpoilFiveHand(nightOfPage());
runTable(hand, { movesOn: isOfTheHand, survives: isOfTheHand, followsOf: () => "" }, spoilFive);
show(hand);

/** What is Spoil Five's own in running a table. */
function spoilFive({ transport, drawer }) {
  const showing = new Showing(hand, () => standAfter(state(), transport.waiting));
  whenShown(() => showing.show());

  /** Give a player the next trick; false where they cannot take it. */
  function take(player) {
    if (!mayTake(showing.stand, hand.tricks, hand.wentOn, player)) return false;
    hand.tricks = [...hand.tricks, player];
    return true;
  }

  return {
    touches: {
      player(key) {
        const { player } = key.dataset;
        drawer.turnToPlayer();
        if (!hand.drawer && take(player)) return;
        hand.player = player;
        if (!hand.drawer) drawer.open("money");
      },
      trick: (key) => take(key.dataset.player),
      off: () => hand.takeOff(),
      "goes-on"() {
        hand.wentOn = true;
      },
      score() {
        const command = scored(showing.stand, hand.tricks, hand.wentOn);
        // Whom the way out of a refusal is about.
        [hand.player = null] = showing.short;
        transport.send(() => command);
      },
      kill(key) {
        hand.dies = key.dataset.player;
      },
      why(key) {
        const player = hand.dies;
        hand.dies = "";
        transport.send(() => ({ do: "kill_hand", player, why: key.dataset.why }));
      },
      ...keysOfSheet(hand, transport),
    },
    quick: ["dealer"],
    describe: ({ dataset: { touch: kind, player } }) => kind === "trick" && `${nameOf(player)}’s trick. For another trick of theirs touch again`,
    escape() {
      hand.dies = "";
    },
  };
}
