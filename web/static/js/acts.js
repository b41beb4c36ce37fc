// What each key of the drawer asks for: a command of the contract, or what is still missing for it. Then what a player
// will hold once the waiting commands are done.

import { dollars } from "./words.js";
import { state } from "./screen.js";

/** What is still missing: a sentence for the dealer, and the name of the drawer's choice that gives it, if any. */
export class Wanted {
  constructor(text, choice = "") {
    this.text = text;
    this.choice = choice;
  }
}

const WANTS_PLAYER = new Wanted("Choose a player first.");
const WANTS_AMOUNT = new Wanted("Choose an amount first.");
export const WANTS_CORRECTION = new Wanted("Say from whom, to whom and how much.", "from");

/** A command about a player; the amount is the one chosen, or the one that the key itself names. */
const ofPlayer = (more = () => ({})) => (touched) => {
  const amount = touched.cents ?? (Number(touched.key.else) || null);
  if (!touched.player) return WANTS_PLAYER;
  if (!amount) return WANTS_AMOUNT;
  return { do: touched.key.act, player: touched.player, amount, ...more(touched) };
};

/** Where a player is to sit, as the command has it; nothing where no place was chosen. */
export const placeOf = ({ after }) => (after ? JSON.parse(after) : {});

const tender = ({ key }) => ({ with: key.with });

/**
 * By the command's word; a key that does two things gives two commands. `touched` holds the `key`, whose account it is (`player`), the amount (`cents`),
 * what was chosen (`choices`) and the corrections of a ruling.
 */
const acts = {
  buy_checks: ofPlayer(),
  issue_marker: ofPlayer(),
  redeem_marker: ofPlayer(tender),
  cash_in: ofPlayer(),
  redeem_and_cash({ key, player }) {
    const [redeem, cash] = [Number(key.redeem), Number(key.cash)];
    return [
      { do: "redeem_marker", player, amount: redeem, with: "checks" },
      ...(cash ? [{ do: "cash_in", player, amount: cash }] : []),
    ];
  },
  tip: ofPlayer(),
  take_pledge(touched) {
    if (!touched.choices.item) return new Wanted("Choose or type what is pledged.", "item");
    return ofPlayer(() => ({ item: touched.choices.item }))(touched);
  },
  return_pledge: ({ key, player }) => ({ do: "return_pledge", player, item: key.item, ...tender({ key }) }),
  lend_stake({ player, cents, choices }) {
    if (!player) return WANTS_PLAYER;
    if (!choices.borrower || choices.borrower === player) return new Wanted("Choose who borrows first.", "borrower");
    if (!cents) return WANTS_AMOUNT;
    return { do: "lend_stake", lender: player, borrower: choices.borrower, amount: cents, profit_share: Number(choices.share ?? 0) };
  },
  repay_stake: ({ key, player, cents }) => ({ do: "repay_stake", lender: key.lender, borrower: player, amount: cents ?? Number(key.else) }),
  leave_table: ({ key, player }) => ({ do: "leave_table", player, ...(key.down && { take_down: true }) }),
  raise_roll({ cents, choices }) {
    if (!cents) return WANTS_AMOUNT;
    return { do: "raise_roll", amount: cents, ...(choices.backer && { backer: choices.backer }) };
  },
  seat_player({ choices }) {
    if (!choices.name) return new Wanted("Type the player’s name first.", "name");
    return { do: "seat_player", player: choices.colour, name: choices.name, ...placeOf(choices) };
  },
  move_seat: ({ key, choices }) => ({ do: "move_seat", player: choices.move, after: key.after }),
  sit_out: ({ key }) => ({ do: "sit_out", player: key.player }),
  sit_in: ({ key }) => ({ do: "sit_in", player: key.player }),
  raise_dispute({ key, player, choices }) {
    if (!choices.about) return new Wanted("Choose the bet or the turn first.", "about");
    if (!choices.claim) return new Wanted("Choose or type what they say.", "claim");
    return { do: "raise_dispute", dispute: key.dispute, player, about: JSON.parse(choices.about), claim: choices.claim };
  },
  rule_dispute({ dispute, choices, corrections }) {
    if (!choices.ruling) return new Wanted("Does it stand, or is it corrected?", "ruling");
    if (choices.ruling === "corrected" && !corrections.length) return WANTS_CORRECTION;
    if (!choices.reason) return new Wanted("Choose or type the reason first.", "reason");
    return {
      do: "rule_dispute",
      dispute,
      ruling: choices.ruling,
      ...(choices.law && { law: Number(choices.law) }),
      reason: choices.rule ? `${choices.rule}: ${choices.reason}` : choices.reason,
      ...(choices.ruling === "corrected" && { corrections }),
    };
  },
};

/** What a key asks for, or what is missing for it. A key with another word breaks a round off, for a reason. */
export const commandOf = (touched) => (acts[touched.key.act] ?? breakOff)(touched);

/** Whether a key changes the table itself, where the dealer looks next. */
export const clearsTable = ({ act }) => !(act in acts);

function breakOff({ key, choices }) {
  return choices.foul ? { do: key.act, reason: choices.foul } : new Wanted("Choose or type the reason first.", "foul");
}

/** Who lacks how much for a command that names no amount, as the table knows; nobody where it does not. */
function lacking(command) {
  const known = state().short ? JSON.parse(state().short) : [];
  const matches = (shortage) => Object.entries(shortage.command).every(([name, value]) => command[name] === value);
  return known.find(matches)?.short[0];
}

/** Chips that cover what a player lacks: sold at one touch, another sum, or on a marker. */
function waysToPay({ player, cents, offer }, marker) {
  const onMarker = Math.max(marker.cents, offer);
  return [
    { text: `Buy ${dollars(offer)}`, touch: "act", act: "buy_checks", player, else: offer },
    { text: `Marker ${dollars(onMarker)}`, touch: "act", act: "issue_marker", player, else: onMarker },
    { text: "Another sum", touch: "over-to", account: player, cents },
  ];
}

/** The way out of a refusal, as keys: what each says and what touching it does. */
export function waysOut(fault, command, hand, marker) {
  const lacks = fault.code === "not_enough_checks" && command && lacking(command);
  if (lacks) return waysToPay(lacks, marker);
  const player = command?.player ?? hand.player;
  const amount = command?.amount ?? command?.stake ?? command?.add ?? "";
  const buy = { text: "Buy checks", touch: "over-to", account: player, cents: amount };
  const shortOf = fault.code === "not_enough_checks" && player;
  if (shortOf) return [buy, { text: `Marker ${dollars(marker.cents)}`, touch: "act", act: "issue_marker", player, else: marker.cents }];
  if (fault.code === "over_limit" && command?.do === "issue_marker") return [buy];
  if (fault.code === "bank_broken") return [{ text: "Raise the roll", touch: "over-to", account: "bank" }];
  return [];
}

/** What a command adds to a player's checks, in cents; null where only the book knows. */
function added(command, player) {
  const mine = command.player === player;
  switch (command.do) {
    case "buy_checks":
    case "issue_marker":
    case "take_pledge":
      return mine ? command.amount : 0;
    case "cash_in":
    case "tip":
      return mine ? -command.amount : 0;
    case "redeem_marker":
      return mine && command.with === "checks" ? -command.amount : 0;
    case "lend_stake":
    case "repay_stake": {
      const [from, to] = command.do === "lend_stake" ? [command.lender, command.borrower] : [command.borrower, command.lender];
      return player === from ? -command.amount : player === to ? command.amount : 0;
    }
    case "raise_roll":
    case "raise_dispute":
      return 0;
    default:
      return null;
  }
}

/**
 * A player's checks in cents after commands that wait: what they hold now, or null where that is not to be known. `adds` says
 * what a command of the game adds to a player's checks: a card, a taking back, an order to a bet depend on what lies.
 */
export function holdsAfter(cents, player, commands, adds) {
  let after = cents;
  for (const command of commands) {
    const more = added(command, player) ?? adds?.(command, player) ?? null;
    if (more === null) return null;
    after += more;
  }
  return after;
}
