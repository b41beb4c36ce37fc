// Where the match will stand once what waits is done, as far as that is told: a hand from its first call to its score.

import { called, entered } from "./bidding.js";
import { state } from "../../js/screen.js";
import { after } from "../../js/taking-back.js";

const waits = (stand) => ({ ...stand, phase: "waits" });

const STEPS = {
  start_match: waits,
  start_hand: waits,
  bid: called,
  pass: called,
  hold: called,
  double: called,
  redouble: called,
  contract: entered,
  name_partner: (stand, { partners }) => ({ ...stand, phase: "playing", partners }),
  show_joker: (stand, { player }) => (player ? { ...stand, phase: "playing", bidder: player } : waits(stand)),
  score_hand: waits,
  void_hand: waits,
  abandon_match: waits,
  settle_match: waits,
};

/** By what has to be due a command has its time. */
const DUE = {
  start_match: ["no_match"],
  start_hand: ["between"],
  name_partner: ["partner", "playing"],
  show_joker: ["joker"],
  score_hand: ["playing"],
  void_hand: ["bidding", "joker", "partner", "playing"],
  abandon_match: ["between", "bidding", "joker", "partner", "playing"],
  settle_match: ["won"],
};

/** Whether a command takes the match to another moment; it names its player, and means the same whatever else another tablet does. */
export const isOfTheMatch = (command) => command.do in STEPS;

/** Whether the table as it is shown could take a command; where not, its moment is gone. */
export function canBeDone({ do: word, player }) {
  const stand = JSON.parse(state().stand);
  if (!(word in STEPS)) return true;
  if (word in DUE) return DUE[word].includes(stand.phase);
  return stand.phase === "bidding" && (word === "contract" || stand.ahead[0].turn === player);
}

/** The stand after all that waits, from the state shown; null where a taking back reaches further than the page knows. */
export function standAfter(shown, commands) {
  const before = shown.standBefore ? JSON.parse(shown.standBefore) : null;
  return after(before, JSON.parse(shown.stand), commands, (now, command) => STEPS[command.do]?.(now, command) ?? now);
}
