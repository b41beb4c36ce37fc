// The live Pharo table: stakes on livrets, a fold by one touch, a coup by two.

import { Amount } from "../../js/keypad.js";
import { newId } from "../../js/outbox.js";
import { notice, show, whenShown, whisper } from "../../js/screen.js";
import { nightOfPage, runTable } from "../../js/tablet.js";
import { nameOf } from "../../js/words.js";
import { PharoHand, coupOf, livretShown, positionAfter, showPharo, turnsCards, whyNoBets } from "./table.js";

/** Commands that move the deal on. Those about stakes mean the same until the next coup. */
const MOVES_ON = new Set(["show_bottom", "coup", "end_deal", "miscount", "void_deal"]);
const ABOUT_STAKES = new Set("place_bet press_bet move_bet take_down_bet paix paroli take_win pli mask_bet unmask_bet hold_players open_to_players".split(" "));

const hand = new PharoHand(nightOfPage());
runTable(
  hand,
  { movesOn: ({ do: word }) => MOVES_ON.has(word), survives: ({ do: word }) => ABOUT_STAKES.has(word), followsOf: () => "" },
  pharo,
);
show(hand);

/** The touches of Pharo. */
function pharo({ transport, drawer }) {
  const newBet = () => newId().slice(0, 8);
  const position = () => positionAfter(transport.waiting);
  whenShown(() => showPharo(hand, position()));

  /** Take the first card of a coup in hand, and let players act no more; the second card deals the coup. */
  function turn(rank) {
    if (!hand.bank) {
      hand.bank = rank;
      hand.coup = coupOf(position());
      if (position().ownActs === "open") transport.send(() => ({ do: "hold_players" }));
      return;
    }
    const { bank } = hand;
    hand.reset();
    transport.send(() => ({ do: "coup", bank, punters: rank }));
  }

  /** Why no bet can be laid, pressed or moved now; "" where it can. */
  const whyNot = () => whyNoBets(position()) || (hand.bank ? `Too late: the bank’s card is the ${hand.bank}. Touch the punters’ card first.` : "");

  function touchCard({ dataset }) {
    const on = JSON.parse(dataset.on);
    const opens = dataset.bet && !hand.moving && !(hand.cents && dataset.plain && hand.pane === "turn");
    const why = opens ? "" : whyNot();
    if (why) {
      notice(why);
    } else if (hand.moving) {
      const bet = hand.moving;
      hand.show("turn");
      transport.send(() => ({ do: "move_bet", bet, ...on }));
    } else if (opens) {
      hand.show(hand.pane === `bet-${dataset.bet}` ? "turn" : `bet-${dataset.bet}`);
    } else if (!hand.cents) {
      notice("Choose an amount first.");
    } else if (dataset.bet) {
      transport.send(() => ({ do: "press_bet", bet: dataset.bet, add: hand.cents }));
    } else {
      const opposed = hand.opposed ? { opposed: true } : {};
      hand.opposed = false;
      transport.send(() => ({ do: "place_bet", bet: newBet(), player: dataset.player, ...on, stake: hand.cents, ...opposed }));
    }
  }

  return {
    touches: {
      player(key) {
        const again = livretShown(hand) === key.dataset.player && hand.player === key.dataset.player;
        if (again && key.classList.contains("seat")) drawer.open("money");
        drawer.turnToPlayer();
        hand.player = key.dataset.player;
      },
      livret(key) {
        hand.player = key.dataset.player;
        hand.show("turn");
      },
      amount(key) {
        const cents = Number(key.dataset.cents);
        // Touched again, the checks are put down: an empty hand gives orders.
        hand.cents = hand.cents === cents ? 0 : cents;
      },
      other() {
        hand.typed = new Amount();
        hand.show("keypad");
      },
      "take-amount"() {
        hand.cents = hand.typed.cents ?? hand.cents;
        hand.show("turn");
      },
      hold() {
        const held = position()?.ownActs === "held";
        transport.send(() => ({ do: held ? "open_to_players" : "hold_players" }));
      },
      opposed() {
        hand.opposed = !hand.opposed;
      },
      card: touchCard,
      move(key) {
        hand.show("turn");
        hand.moving = key.dataset.bet;
        notice("Touch the card that it goes to.");
      },
      rank({ dataset: { rank } }) {
        if (!turnsCards(position())) return;
        if (position().phase === "bottom") transport.send(() => ({ do: "show_bottom", card: rank }));
        else turn(rank);
      },
      "bank-away"() {
        hand.bank = null;
      },
      pane(key) {
        hand.show(key.dataset.pane);
      },
      command(key) {
        hand.reset();
        hand.drawer = false;
        transport.sendKey(key);
      },
    },
    quick: ["livret", "pane", "opposed"],
    asleep: (key) => {
      const why = whyNoBets(position());
      if (why) whisper(why);
    },
    type: (digit) => hand.typed.type(digit),
    describe({ dataset: { touch: kind, player, name, rank } }) {
      if (kind === "card") return `${nameOf(player)}’s stake on ${name}`;
      return kind === "rank" && `${rank}. For a doublet touch it again`;
    },
    escape: () => hand.reset(),
  };
}
