// A bidding as it goes on with what waits to be saved: the moments that the rules told ahead, and the calls between them.

/** Where a bidding stands; nothing where that is not told so far ahead. */
const momentOf = (stand) => (stand.phase === "bidding" ? stand.ahead[stand.at] : null);

/** Whose turn it is to speak; "" where no bidding is on. */
export const turnOf = (stand) => momentOf(stand)?.turn ?? "";

/** Whether a player may bid so: it is a bid of theirs, and higher than the one that stands. */
export function mayBid(stand, bid, player = turnOf(stand)) {
  const place = stand.bids.indexOf(bid);
  return (stand.allowed[player]?.includes(place) ?? false) && place > stand.bids.indexOf(stand.bid);
}

/** Whether the one whose turn it is may say a word that is no bid. */
export const maySay = (stand, word) => word in (momentOf(stand)?.calls ?? {});

/** The stand after a call; "waits" where what comes then is not told so far ahead. */
export function called(stand, { do: word, bid }) {
  const said = word !== "bid" ? word : bid === stand.bids.at(-1) ? "highest" : "raise";
  const at = momentOf(stand)?.calls[said];
  if (at === undefined) return { ...stand, phase: "waits" };
  const { phase, bidder } = stand.ahead[at];
  return { ...stand, at, phase, bidder, bid: word === "bid" ? bid : stand.bid, spoken: true };
}

/** The stand after the outcome of the bidding was entered in place of its calls. */
export const entered = (stand, { player, bid }) => ({ ...stand, phase: stand.entered, bidder: player, bid });

const pass = (player) => ({ do: "pass", player });

function passesWhile(stand, goesOn) {
  const passes = [];
  let now = stand;
  while (turnOf(now) && maySay(now, "pass") && goesOn(now)) {
    passes.push(pass(turnOf(now)));
    now = called(now, passes.at(-1));
  }
  return passes;
}

/** The passes of all who are yet asked. */
export const allPass = (stand) => passesWhile(stand, () => true);

/** The passes of those who, one after the other, can do nothing else. */
export function forcedPasses(stand) {
  return passesWhile(stand, (now) => {
    const others = Object.keys(momentOf(now).calls).some((word) => !["pass", "raise", "highest"].includes(word));
    return !others && !now.bids.some((bid) => mayBid(now, bid));
  });
}
