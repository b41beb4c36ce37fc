// A Fan-Tan table of the past: the rows, whose turn it was, hands shown, proofs, the next hand's antes.

import { FanTanHand } from "../fan_tan/hand.js";
import { Showing } from "../fan_tan/showing.js";
import { standAfter } from "../fan_tan/stand.js";
import { state, whenShown } from "../screen.js";
import { look, nameOfPast } from "./looking.js";

const hand = new FanTanHand(nameOfPast());
const showing = new Showing(hand, () => standAfter(state(), []));
whenShown(() => showing.show());

look(hand, (drawer) => ({
  player(key) {
    drawer.turnToPlayer();
    hand.player = key.dataset.player;
    if (!hand.drawer) drawer.open("money");
  },
  dealer(key) {
    hand.dealer = key.dataset.player;
  },
  who(key) {
    hand.shows = key.dataset.player;
  },
}));
