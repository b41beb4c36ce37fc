// The table of any game as it stood: nothing of its own is to be touched.

import { Hand } from "../../js/hand.js";
import { look, nameOfPast } from "../../js/looking-back.js";

const hand = new Hand(nameOfPast(), []);

look(hand, (drawer) => ({
  player(key) {
    drawer.turnToPlayer();
    hand.player = key.dataset.player;
    if (!hand.drawer) drawer.open("money");
  },
}));
