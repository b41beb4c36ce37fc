// A Pharo table of the past: the livrets as they lay, what a coup took and paid.

import { PharoHand } from "./hand.js";
import { showPharo } from "./showing.js";
import { standAfter } from "./stand.js";
import { show, whenShown } from "../../js/screen.js";
import { look, nameOfPast } from "../../js/looking-back.js";

const hand = new PharoHand(nameOfPast());
whenShown(() => showPharo(hand, standAfter([])));

look(hand, (drawer) => ({
  player(key) {
    drawer.turnToPlayer();
    hand.player = key.dataset.player;
    if (!hand.drawer) drawer.open("money");
  },
  livret(key) {
    hand.player = key.dataset.player;
  },
  card(key) {
    hand.show(key.dataset.bet ? `bet-${key.dataset.bet}` : "turn");
    show(hand);
  },
  pane: (key) => hand.show(key.dataset.pane),
}));
