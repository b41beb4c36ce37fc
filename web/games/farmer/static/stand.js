// Where the hand will stand once what waits is done: who holds a hand, and what each has shown.

import { after } from "../../js/hand.js";

function begun(stand, { dealer }) {
  const at = stand.seated.indexOf(dealer) + 1;
  const around = [...stand.seated.slice(at), ...stand.seated.slice(0, at)];
  return { ...stand, on: true, round: stand.round + 1, players: stand.plays ? around : around.slice(0, -1), shown: {} };
}

const STEPS = {
  start_hand: begun,
  show_hand: (stand, { player, cards }) => ({ ...stand, shown: { ...stand.shown, [player]: cards } }),
  settle_hand: (stand) => ({ ...stand, on: false }),
  void_hand: (stand) => ({ ...stand, on: false }),
};

/** Who has still to show, in order. */
export const toShow = (stand) => (stand.on ? stand.players.filter((player) => !(player in stand.shown)) : []);

export const rankOf = (card) => card.replace(/[shdc]$/, "");

/** Whether a command takes the hand to another moment; such a command names its player, and means the same whatever else another tablet does. */
export const isOfTheHand = (command) => command.do in STEPS;

/** The stand after all that waits, from the state shown; null where a taking back reaches further than the page knows. */
export function standAfter(shown, commands) {
  const before = shown.standBefore ? JSON.parse(shown.standBefore) : null;
  return after(before, JSON.parse(shown.stand), commands, (now, command) => STEPS[command.do]?.(now, command) ?? now);
}
