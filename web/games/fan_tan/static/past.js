// A Fan-Tan table of the past: the rows, whose turn it was, hands shown, wrong passes, the next hand's antes.

import { FanTanHand } from "./hand.js";
import { Showing } from "./showing.js";
import { standAfter } from "./stand.js";
import { state, whenShown } from "../../js/screen.js";
import { look, nameOfPast } from "../../js/looking-back.js";

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
