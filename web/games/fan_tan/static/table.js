// The Fan-Tan table: one touch lays a card for whose turn it is, one touch passes.

import { notice, show, state, whenShown } from "../../js/screen.js";
import { nightOfPage, runTable } from "../../js/tablet.js";
import { FanTanHand } from "./hand.js";
import { Showing } from "./showing.js";
import { awaitsFirst, followsOf, isOfTheHand, movesTheHand, onTurn, pickedWith, reach, standAfter } from "./stand.js";

const hand = new FanTanHand(nightOfPage());
runTable(hand, { movesOn: movesTheHand, survives: isOfTheHand, followsOf }, fanTan);
show(hand);

/** What is Fan-Tan's own in running a table. */
function fanTan({ transport, drawer }) {
  const showing = new Showing(hand, () => standAfter(state(), transport.waiting));
  whenShown(() => showing.show());

  /** The turn at which the dealer began what they have half said, with all that waits: with another turn they begin anew. */
  const turnComing = () => {
    const stand = standAfter(state(), transport.waiting);
    return stand && `${stand.phase} ${stand.turns}`;
  };
  let begun = turnComing();

  /** Send what a touch means as the hand will stand; a taking back that is not saved leaves that open. */
  function send(make) {
    const stand = showing.stand;
    if (!stand) notice("What is taken back is not saved yet: touch it again then.");
    else transport.send(() => make(stand));
    begun = turnComing();
  }

  function lay(player, cards) {
    const what = cards.length === 1 ? { card: cards[0] } : { cards };
    hand.letGo();
    send(() => ({ do: "lay", player, ...what }));
  }

  /** The first card, once both it and its holder have been touched, in either order. */
  function layFirst() {
    if (hand.first && hand.player) lay(hand.player, [hand.first]);
    else notice(hand.first ? "Touch the seat of the player who lays it." : "Touch the card that they lay.");
  }

  const touches = {
    player(key) {
      drawer.turnToPlayer();
      if (hand.drawer || !awaitsFirst(showing.stand ?? {})) {
        hand.player = key.dataset.player;
        if (!hand.drawer) drawer.open("money");
        return;
      }
      const again = hand.player === key.dataset.player;
      hand.player = key.dataset.player;
      if (again) drawer.open("money");
      else layFirst();
    },
    card({ dataset: { card } }) {
      const { stand } = showing;
      if (showing.shows) {
        if (!hand.picks.has(card) && showing.missing === 0) notice(`Those are their ${hand.picks.size} already: take one off first.`);
        else hand.pick(card);
      } else if (hand.opens) {
        if (stand) hand.picks = new Set(pickedWith(stand, [...hand.picks], card));
      } else if (stand && awaitsFirst(stand)) {
        hand.first = card;
        layFirst();
      } else {
        const cards = stand ? reach(stand, card) : [card];
        if (cards.length) lay(stand && onTurn(stand), cards);
      }
    },
    several() {
      const cards = [...hand.picks];
      if (!hand.opens) hand.letGo();
      if (hand.opens && cards.length) lay(onTurn(showing.stand), cards);
      else hand.opens = !hand.opens;
    },
    pass() {
      hand.letGo();
      send((stand) => ({ do: "pass", player: onTurn(stand) }));
    },
    dealer(key) {
      hand.dealer = key.dataset.player;
    },
    who(key) {
      hand.shows = key.dataset.player;
      hand.picks.clear();
    },
    "show-dead"() {
      hand.showsDead = !hand.showsDead;
      hand.picks.clear();
    },
    clear() {
      hand.picks.clear();
    },
    shown() {
      const player = showing.shows;
      const cards = [...hand.picks];
      hand.picks.clear();
      hand.shows = "";
      transport.send(() => ({ do: "show_hand", player, cards }));
    },
    waive(key) {
      const { waives } = key.dataset;
      hand.waived = hand.waived.includes(waives) ? hand.waived.filter((one) => one !== waives) : [...hand.waived, waives];
    },
    command(key) {
      hand.letGo();
      hand.shows = "";
      hand.dealer = "";
      hand.drawer = false;
      transport.sendKey(key);
    },
  };

  return {
    touches,
    quick: ["dealer", "who", "clear"],
    renewed() {
      const turn = turnComing();
      if (turn !== begun) hand.letGo();
      if (state().phase === "no_hand") hand.showsDead = false;
      begun = turn;
    },
    escape: () => hand.letGo(),
  };
}
