// A bidding as it goes on on the page: who is still asked, which bids are higher, whose passes can only be passes.

const PASS = "pass";

/** The others, from a player's left. */
const after = (order, player) => {
  const at = order.indexOf(player) + 1;
  return [...order.slice(at), ...order.slice(0, at - 1)];
};

/** Who is waited for in a closed bidding: who has passed is out. */
export function closed({ order, waiting, calls }) {
  const out = new Set(calls.filter(([, said]) => said === PASS).map(([player]) => player));
  const [player, said] = calls.at(-1);
  return (said === PASS ? waiting.slice(1) : after(order, player)).filter((one) => !out.has(one));
}

/** A bidding in which nobody has spoken. */
export const begun = (order) => ({ order, waiting: order, calls: [], bid: null, bidder: null });

/** The bidding after a call, or after the outcome in place of all calls; `waits` says who is waited for after a call. */
export function withCall(bidding, { do: word, player, bid }, waits) {
  if (word === "contract") return { ...bidding, waiting: [], bid, bidder: player };
  const stands = word === "bid" ? { bid, bidder: player } : {};
  const said = { ...bidding, ...stands, calls: [...bidding.calls, [player, bid ?? word]] };
  return { ...said, waiting: waits(said) };
}

/** Whether a bid is higher than the one that stands; `bids` are all, the lowest first. */
export const isHigher = (bidding, bid, bids) => bids.indexOf(bid) > bids.indexOf(bidding.bid);

/** What the players did who would have spoken before one: they can only have passed. */
export const passesBefore = (bidding, player) => passesOf(bidding.waiting.slice(0, bidding.waiting.indexOf(player)));

/** The passes of these players, in order. */
export const passesOf = (players) => players.map((player) => ({ do: PASS, player }));
