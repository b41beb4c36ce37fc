// The pad: a touch a call, a hand scored in a few, and what it comes to shown before it is sent.

import { allPass, called, forcedPasses, turnOf } from "./bidding.js";
import { PadHand } from "./hand.js";
import { Showing } from "./showing.js";
import { isOfTheMatch, standAfter } from "./stand.js";
import { notice, show, state, whenShown } from "../../js/screen.js";
import { nightOfPage, runTable } from "../../js/tablet.js";

const hand = new PadHand(nightOfPage());
runTable(hand, { movesOn: isOfTheMatch, survives: isOfTheMatch, followsOf: () => "" }, pad);
show(hand);

/** What is the pad's own in running a table. */
function pad({ transport, drawer }) {
  const showing = new Showing(
    hand,
    () => standAfter(state(), transport.waiting),
    () => transport.waiting.length > 0,
    () => show(hand),
  );
  whenShown(() => showing.show());

  const send = (command) => transport.send(() => command);

  /** Send a call, and the passes of those who can do nothing else after it. */
  function say(command) {
    const then = called(showing.stand, command);
    for (const one of [command, ...forcedPasses(then)]) send(one);
  }

  function sendPartners(player) {
    const { rank, suit } = hand.card;
    const { partners } = showing.stand;
    const others = partners.filter((one) => one !== player);
    const named = others.length && others.length < partners.length ? others : [...others, player];
    hand.card = { asked: false, rank: "", suit: "" };
    const most = Number(document.querySelector("#part-layout .partners").dataset.most);
    send({ do: "name_partner", partners: named.slice(-most), ...(rank && { card: rank === "joker" ? rank : rank + suit }) });
  }

  return {
    touches: {
      player(key) {
        drawer.turnToPlayer();
        hand.player = key.dataset.player;
        if (!hand.drawer) drawer.open("money");
      },
      plays({ dataset: { player } }) {
        const { players } = showing.starting;
        hand.plays = players.includes(player) ? players.filter((one) => one !== player) : [...players, player];
      },
      shape({ dataset: { shape } }) {
        hand.shape = shape;
      },
      "begin-match"() {
        const { sides } = showing.starting;
        if (sides) send({ do: "start_match", sides });
      },
      bid({ dataset }) {
        const bid = JSON.parse(dataset.bid);
        if (showing.due !== "contract") {
          say({ do: "bid", player: turnOf(showing.stand), bid });
          return;
        }
        const { bidder: player, doubled } = hand;
        send({ do: "contract", player, bid, ...(doubled && { doubled }) });
      },
      call: ({ dataset }) => say({ do: dataset.call, player: turnOf(showing.stand) }),
      "all-pass"() {
        for (const one of allPass(showing.stand)) send(one);
      },
      "contract-only"() {
        hand.contractOnly = !hand.contractOnly;
      },
      bidder({ dataset: { player } }) {
        hand.bidder = player;
      },
      doubled({ dataset }) {
        const doubled = Number(dataset.doubled);
        hand.doubled = hand.doubled === doubled ? 0 : doubled;
      },
      joker: ({ dataset: { player } }) => send({ do: "show_joker", ...(player && { player }) }),
      partner: ({ dataset: { player } }) => sendPartners(player),
      "card-asked"() {
        hand.card = { ...hand.card, asked: !hand.card.asked };
      },
      "card-rank"({ dataset: { rank } }) {
        hand.card = { ...hand.card, rank: hand.card.rank === rank ? "" : rank };
      },
      "card-suit"({ dataset: { suit } }) {
        hand.card = { ...hand.card, suit: hand.card.suit === suit ? "" : suit };
      },
      tricks: ({ dataset: { side, number } }) => showing.scoring?.tell(Number(side), Number(number)),
      each: () => showing.scoring?.share(),
      told: ({ dataset: { name, value } }) => hand.tell(name, value),
      clear() {
        hand.tricks = {};
        hand.told = {};
      },
      score() {
        const command = showing.scoring?.command;
        if (!command) {
          notice("Something is still to be said.");
          return;
        }
        if (showing.again) send({ do: "void" });
        hand.again = "";
        send(command);
      },
      again() {
        hand.about(JSON.parse(state().standBefore).hand);
        hand.letGo();
        hand.again = state().moment;
      },
      "leave-again"() {
        hand.again = "";
      },
    },
    quick: ["shape", "bidder"],
    escape() {
      hand.again = "";
      hand.letGo();
    },
  };
}
