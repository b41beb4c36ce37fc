// The Frog table: who plays by touch, a touch a call, two for the points, and one that scores the hand.

import { keysOfSheet } from "../hands/dealing.js";
import { passesOf } from "../hands/bidding.js";
import { show, state, whenShown } from "../../js/screen.js";
import { nightOfPage, runTable } from "../../js/tablet.js";
import { FrogHand } from "./hand.js";
import { Showing } from "./showing.js";
import { addUp, isOfTheHand, standAfter } from "./stand.js";

const hand = new FrogHand(nightOfPage());
runTable(hand, { movesOn: isOfTheHand, survives: isOfTheHand, followsOf: () => "" }, frog);
show(hand);

/** What is Frog's own in running a table. */
function frog({ transport, drawer }) {
  const showing = new Showing(
    hand,
    () => standAfter(state(), transport.waiting),
    () => transport.waiting.length > 0,
  );
  whenShown(() => showing.show());

  /** A player was touched: they play the next hand or do not, or are spoken for; false where neither is asked. */
  function touched(player) {
    if (showing.stage !== "bidding" || !showing.maySpeak(player)) return false;
    hand.speaker = hand.speaker === player ? "" : player;
    return true;
  }

  /** Send what was said, one call after the other. */
  function say(commands) {
    hand.speaker = "";
    for (const command of commands) transport.send(() => command);
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
      plate({ dataset: { player } }) {
        if (showing.stage !== "between") touched(player);
        else if (showing.plays.includes(player)) hand.plays = showing.plays.filter((one) => one !== player);
        else hand.plays = [...showing.plays, player];
      },
      bid: ({ dataset: { bid } }) => say(showing.bidding(bid)),
      pass: () => say(showing.passing),
      rest: () => say(passesOf(showing.stand.bidding.waiting)),
      ten({ dataset: { ten } }) {
        hand.tens = Number(ten);
        if (!addUp(hand.tens, hand.units)) hand.units = 0;
      },
      unit({ dataset: { unit } }) {
        hand.units = Number(unit);
      },
      trump({ dataset: { suit } }) {
        hand.trump = hand.trump === suit ? "" : suit;
      },
      score() {
        const { scored, short } = showing;
        // Whom the way out of a refusal is about.
        [hand.player = null] = short;
        if (showing.isAgain) transport.send(() => ({ do: "void" }));
        hand.again = "";
        transport.send(() => scored);
      },
      again() {
        hand.again = state().moment;
      },
      "leave-again"() {
        hand.again = "";
      },
      ...keysOfSheet(hand, transport),
    },
    quick: ["ten", "unit", "dealer"],
    escape() {
      hand.again = "";
      hand.speaker = "";
    },
  };
}
