// Where the hand will stand once what waits is done, and what its tricks come to: never more than the rules allow.

import { after } from "../../js/hand.js";

const ALL = 5;
const WINS = 3;
const MOST_OF_DEAD_HANDS = 2;

function begun(stand, { dealer }) {
  const at = stand.seated.indexOf(dealer) + 1;
  const players = [...stand.seated.slice(at), ...stand.seated.slice(0, at)];
  return { ...stand, on: true, round: stand.round + 1, players, dead: [] };
}

const STEPS = {
  start_hand: begun,
  kill_hand: (stand, { player }) => ({ ...stand, dead: [...stand.dead, player] }),
  score_hand: (stand) => ({ ...stand, on: false, dead: [] }),
  void_hand: (stand) => ({ ...stand, on: false, dead: [] }),
};

/** Whether a command takes the hand to another moment; such a command means the same whatever else another tablet does. */
export const isOfTheHand = (command) => command.do in STEPS;

/** The stand after all that waits, from the state shown; null where a taking back reaches further than the page knows. */
export function standAfter(shown, commands) {
  const before = shown.standBefore ? JSON.parse(shown.standBefore) : null;
  return after(before, JSON.parse(shown.stand), commands, (now, command) => STEPS[command.do]?.(now, command) ?? now);
}

const live = (stand) => stand.players.filter((player) => !stand.dead.includes(player) && !stand.out.includes(player));

/** How many tricks a player has of those touched. */
export const tricksOf = (tricks, player) => tricks.filter((one) => one === player).length;

/** Whether a hand may die: another way the game could not go on, or they have won already. */
export const canDie = (stand, tricks, player) => live(stand).includes(player) && live(stand).length > stand.fewest && tricksOf(tricks, player) < WINS;

/** Who has three tricks or more; "" for nobody. */
export const leader = (tricks) => tricks.find((player) => tricksOf(tricks, player) >= WINS) ?? "";

/** How the hand ends with these tricks: "pool", "all_five", "spoilt"; "" while it is not over. */
export function outcomeOf(tricks, wentOn) {
  const first = leader(tricks);
  if (first && !wentOn) return "pool";
  if (tricks.length < ALL) return "";
  return first && tricksOf(tricks, first) === ALL ? "all_five" : "spoilt";
}

/** Whether who has three tricks may go on: there is a trick left to play. */
export const mayGoOn = (tricks, wentOn) => !wentOn && Boolean(leader(tricks)) && tricks.length < ALL;

/** Whether a player may take the next trick. */
export function mayTake(stand, tricks, wentOn, player) {
  if (!stand.on || !stand.players.includes(player) || stand.out.includes(player) || outcomeOf(tricks, wentOn)) return false;
  return !stand.dead.includes(player) || tricksOf(tricks, player) < MOST_OF_DEAD_HANDS;
}

/** The command that scores these tricks. */
export function scored(stand, tricks, wentOn) {
  const counted = stand.players.map((player) => [player, tricksOf(tricks, player)]).filter(([, number]) => number);
  return { do: "score_hand", tricks: Object.fromEntries(counted), went_on: wentOn };
}
