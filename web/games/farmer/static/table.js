// The Farmer table: a touch a card, one for the hand; the next in order is asked for by itself.

import { keysOfSheet } from "../hands/dealing.js";
import { notice, show, state, whenShown } from "../../js/screen.js";
import { nightOfPage, runTable } from "../../js/tablet.js";
import { FarmerHand } from "./hand.js";
import { Showing } from "./showing.js";
import { isOfTheHand, standAfter } from "./stand.js";

const hand = new FarmerHand(nightOfPage());
runTable(hand, { movesOn: isOfTheHand, survives: isOfTheHand, followsOf: () => "" }, farmer);
show(hand);

/** What is Farmer's own in running a table. */
function farmer({ transport, drawer }) {
  const showing = new Showing(hand, () => standAfter(state(), transport.waiting));
  whenShown(() => showing.show());

  return {
    touches: {
      player(key) {
        const { player } = key.dataset;
        const holds = showing.stand.on && showing.stand.players.includes(player);
        drawer.turnToPlayer();
        if (!hand.drawer && holds && showing.shows !== player) {
          hand.letGo();
          hand.shows = player;
          return;
        }
        hand.player = player;
        if (!hand.drawer) drawer.open("money");
      },
      rank({ dataset: { rank } }) {
        hand.cards.push(rank);
      },
      off({ dataset: { at } }) {
        hand.cards.splice(Number(at), 1);
      },
      clear() {
        hand.cards = [];
      },
      shown() {
        const player = showing.shows;
        const { cards } = hand;
        hand.letGo();
        transport.send(() => ({ do: "show_hand", player, cards }), { said: `show ${cards.join(" ")}` });
      },
      ...keysOfSheet(hand, transport),
    },
    quick: ["rank", "off", "dealer"],
    asleep: (key) => key.dataset.touch === "rank" && notice("No more of these are in the pack."),
    escape: () => hand.letGo(),
  };
}
