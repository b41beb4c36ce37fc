// Where the hand will stand once what waits is done: who plays, the bidding, and what the bidder's points pay.

import { begun, closed, isHigher, withCall } from "../hands/bidding.js";
import { after } from "../../js/hand.js";

const ACTIVE = 3;
const MOST = 4;
const POINTS = 120;
const HALF = 60;

/** The bids, the lowest first. */
export const bidsOf = (stand) => Object.keys(stand.pays);

const waits = (bids) => (bidding) => (bidding.bid === bids.at(-1) ? [] : closed(bidding));

/** These players, from the left of one of the seats. */
function fromLeftOf(stand, player, players) {
  const at = stand.seats.indexOf(player) + 1;
  return [...stand.seats.slice(at), ...stand.seats.slice(0, at)].filter((one) => players.includes(one));
}

/** Who may deal the next hand among those who play it; nobody where they are too few or too many. */
export function dealersOf(stand, players) {
  if (players.length < ACTIVE || players.length > MOST) return [];
  if (!stand.dealer) return stand.seats.filter((one) => players.includes(one));
  if (stand.again && players.includes(stand.dealer)) return [stand.dealer];
  return fromLeftOf(stand, stand.dealer, players).slice(0, 1);
}

function handBegun(stand, { dealer, players }) {
  const inOrder = fromLeftOf(stand, dealer, players ?? stand.in);
  const bidding = begun(inOrder.slice(0, ACTIVE));
  return { ...stand, on: true, round: stand.round + 1, dealer, again: false, players: inOrder, bidding };
}

const over = (stand, again) => ({ ...stand, on: false, again, bidding: null });

function called(stand, command) {
  const bidding = withCall(stand.bidding, command, waits(bidsOf(stand)));
  return bidding.bid || bidding.waiting.length ? { ...stand, bidding } : over(stand, false);
}

const STEPS = {
  start_hand: handBegun,
  bid: called,
  pass: called,
  contract: called,
  score_hand: (stand) => over(stand, false),
  void_hand: (stand) => over(stand, true),
};

/** Whether a command takes the hand to another moment; such a command means the same whatever else another tablet does. */
export const isOfTheHand = (command) => command.do in STEPS;

/** What is done now: "between" hands, "bidding", "playing". */
export const stageOf = (stand) => (!stand.on ? "between" : stand.bidding.waiting.length ? "bidding" : "playing");

/** The stand after all that waits, from the state shown; null where a taking back reaches further than the page knows. */
export function standAfter(shown, commands) {
  const before = shown.standBefore ? JSON.parse(shown.standBefore) : null;
  return after(before, JSON.parse(shown.stand), commands, (now, command) => STEPS[command.do]?.(now, command) ?? now);
}

/** Whether a bid may be made now. */
export const mayBid = (stand, bid) => stageOf(stand) === "bidding" && isHigher(stand.bidding, bid, bidsOf(stand));

/** Whether these tens of points can have so many units over them. */
export const addUp = (tens, units) => tens + units <= POINTS;

/** What each active player wins with so many points of the bidder's, in chips. */
export function wonWith({ bidding: { order, bid, bidder }, pays }, points) {
  const each = pays[bid] * (points - HALF);
  return Object.fromEntries(order.map((player) => [player, player === bidder ? each * (order.length - 1) : -each]));
}

/** How the points lie to one half of those in the pack. */
export function overHalf(points) {
  if (points === HALF) return "sixty all: nothing is paid";
  return points > HALF ? `${points - HALF} over sixty` : `${HALF - points} under sixty`;
}
