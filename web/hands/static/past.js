// The tablet at an earlier moment of the night: a touch chooses a player, or the dealer of the next hand.

import { seatTouch, showDealer } from "./hands.js";
import { Hand } from "../../js/hand.js";
import { look, nameOfPast } from "../../js/looking-back.js";
import { whenShown } from "../../js/screen.js";

const hand = new Hand(nameOfPast(), []);
let dealer = "";
whenShown(() => showDealer(dealer));

look(hand, (drawer) => ({
  player: seatTouch(hand, drawer),
  dealer(key) {
    dealer = key.dataset.player;
  },
}));
