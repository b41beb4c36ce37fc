// Where the round will stand once what waits is done: which part is due, and who is in it.

import { after } from "../../js/hand.js";

function begun(stand, { dealer }) {
  const at = stand.seated.indexOf(dealer) + 1;
  const players = [...stand.seated.slice(at), ...stand.seated.slice(0, at)];
  return { ...stand, on: true, round: stand.round + 1, turn: 0, players, dealer };
}

const paid = (stand) => ({ ...stand, turn: stand.turn + 1 });

const STEPS = {
  start_hand: begun,
  part_result: paid,
  cold_hand: paid,
  consolation: (stand) => ({ ...paid(stand), on: false }),
  void_hand: (stand) => ({ ...stand, on: false }),
};

/** Whether a command takes the round to another moment; such a command means the same whatever else another tablet does. */
export const isOfTheRound = (command) => command.do in STEPS;

/** The part that is due, and what it is told by: chips, winners or cards; neither while no round is on. */
export const partDue = (stand) => (stand.on ? stand.parts[stand.turn] : ["", ""]);

/** The stand after all that waits, from the state shown; null where a taking back reaches further than the page knows. */
export function standAfter(shown, commands) {
  const before = shown.standBefore ? JSON.parse(shown.standBefore) : null;
  return after(before, JSON.parse(shown.stand), commands, (now, command) => STEPS[command.do]?.(now, command) ?? now);
}

/** How many of the ranks turned are the number that was called with them. */
export const hitsOf = (cards, numberOf) => cards.filter((rank, at) => numberOf(rank) === at + 1).length;
