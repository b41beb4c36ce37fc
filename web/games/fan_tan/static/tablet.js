// The live Fan-Tan table: one touch lays a card for the player whose turn it is, one touch passes.

import { notice, show, state, whenShown } from "../../js/screen.js";
import { nightOfPage, runTable } from "../../js/tablet.js";
import { Display, FanTanHand, awaitsFirst, followsOf, isOfTheHand, onTurn, pickedWith, positionAfter, reach } from "./table.js";

const hand = new FanTanHand(nightOfPage());
runTable(hand, { movesOn: isOfTheHand, survives: isOfTheHand, followsOf }, fanTan);
show(hand);

/** The touches of Fan-Tan. */
function fanTan({ transport, drawer }) {
  const display = new Display(hand, () => positionAfter(state(), transport.waiting));
  whenShown(() => display.show());

  /** The pending turn. When it changes, what is entered and not sent is cleared. */
  const turnComing = () => {
    const position = positionAfter(state(), transport.waiting);
    return position && `${position.phase} ${position.turns}`;
  };
  let begun = turnComing();

  /** Send what a touch means at the pending position; a pending take-back leaves that open. */
  function send(make) {
    const position = display.position;
    if (!position) notice("What is taken back is not saved yet: touch it again then.");
    else transport.send(() => make(position));
    begun = turnComing();
  }

  function lay(player, cards) {
    const what = cards.length === 1 ? { card: cards[0] } : { cards };
    hand.reset();
    send(() => ({ do: "lay", player, ...what }));
  }

  /** Lay the first card once both the card and its holder have been touched, in either order. */
  function layFirst() {
    if (hand.first && hand.player) lay(hand.player, [hand.first]);
    else notice(hand.first ? "Touch the seat of the player who lays it." : "Touch the card that they lay.");
  }

  const touches = {
    player(key) {
      drawer.turnToPlayer();
      if (hand.drawer || !awaitsFirst(display.position ?? {})) {
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
      const { position } = display;
      if (display.shows) {
        if (!hand.picks.has(card) && display.missing === 0) notice(`Those are their ${hand.picks.size} already: take one off first.`);
        else hand.pick(card);
      } else if (hand.opens) {
        if (position) hand.picks = new Set(pickedWith(position, [...hand.picks], card));
      } else if (position && awaitsFirst(position)) {
        hand.first = card;
        layFirst();
      } else {
        const cards = position ? reach(position, card) : [card];
        if (cards.length) lay(position && onTurn(position), cards);
      }
    },
    several() {
      const cards = [...hand.picks];
      if (!hand.opens) hand.reset();
      if (hand.opens && cards.length) lay(onTurn(display.position), cards);
      else hand.opens = !hand.opens;
    },
    pass() {
      hand.reset();
      send((position) => ({ do: "pass", player: onTurn(position) }));
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
      const player = display.shows;
      const cards = [...hand.picks];
      hand.picks.clear();
      hand.shows = "";
      transport.send(() => ({ do: "show_hand", player, cards }));
    },
    waive(key) {
      const { waives } = key.dataset;
      hand.waived = hand.waived.includes(waives) ? hand.waived.filter((other) => other !== waives) : [...hand.waived, waives];
    },
    command(key) {
      hand.reset();
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
      if (turn !== begun) hand.reset();
      if (state().phase === "no_hand") hand.showsDead = false;
      begun = turn;
    },
    escape: () => hand.reset(),
  };
}
