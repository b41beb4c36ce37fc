// A table of hands as it stood: nothing of its own is touched but who would deal the next hand, and its antes.

import { showDealer } from "./dealing.js";
import { Hand } from "../../js/hand.js";
import { look, nameOfPast } from "../../js/looking-back.js";
import { whenShown } from "../../js/screen.js";

const hand = new Hand(nameOfPast(), []);
let dealer = "";
whenShown(() => showDealer(dealer));

look(hand, (drawer) => ({
  player(key) {
    drawer.turnToPlayer();
    hand.player = key.dataset.player;
    if (!hand.drawer) drawer.open("money");
  },
  dealer(key) {
    dealer = key.dataset.player;
  },
}));
