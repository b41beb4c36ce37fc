// Where the match will stand once what waits is done, as far as that is told: a hand from its first call to its score.

import { called, entered } from "./bidding.js";
import { after } from "../../js/hand.js";

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

/** Whether a command takes the match to another moment; it names its player, and means the same whatever else another tablet does. */
export const isOfTheMatch = (command) => command.do in STEPS;

/** The stand after all that waits, from the state shown; null where a taking back reaches further than the page knows. */
export function standAfter(shown, commands) {
  const before = shown.standBefore ? JSON.parse(shown.standBefore) : null;
  return after(before, JSON.parse(shown.stand), commands, (now, command) => STEPS[command.do]?.(now, command) ?? now);
}
