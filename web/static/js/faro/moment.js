// Where the deal will stand once what waits is done: a touch is made concrete against the table shown and all before it.

import { after } from "../taking-back.js";

const STEPS = {
  start_deal: ({ deal }) => ({ deal: deal + 1, turn: 0, phase: "before_soda" }),
  expose_soda: (moment) => ({ ...moment, phase: "betting" }),
  draw_loser: (moment) => ({ ...moment, turn: moment.turn + 1, phase: "loser_drawn" }),
  draw_winner: (moment, turns) => ({ ...moment, phase: afterWinner(moment.turn, turns) }),
  expose_hock: (moment) => ({ ...moment, phase: "dealt_out" }),
  end_deal: (moment) => ({ ...moment, phase: "no_deal" }),
  void_deal: (moment) => ({ ...moment, phase: "no_deal" }),
};

function afterWinner(turn, turns) {
  if (turn < turns) return "betting";
  return turns === 26 ? "dealt_out" : "before_hock";
}

function read(text) {
  const [deal, turn, phase] = text.split(".");
  return { deal: Number(deal), turn: Number(turn), phase };
}

/** Whether a command takes the deal to another moment; a hand of another game begun in its stead does so too. */
export const movesTheDeal = (command) => command.do === "void" || command.do === "start_hand" || command.do in STEPS;

/** Commands about bets: another tablet's bets do not change what they mean while the deal stands where it stood. */
const ABOUT_BETS = new Set([
  "place_bet", "press_bet", "move_bet", "copper_bet", "uncopper_bet", "bar_bet", "release_bet", "half_goes",
  "whole_goes", "take_down_bet", "take_down_all", "same_again", "call_turn",
]);

export const isAboutBets = (command) => ABOUT_BETS.has(command.do);

/** The moment after all that waits, from the state shown; null where a taking back reaches further than the page knows. */
export function momentAfter(state, commands) {
  const turns = Number(state.turns);
  const before = state.momentBefore ? read(state.momentBefore) : null;
  return after(before, read(state.moment), commands, (now, command) => STEPS[command.do]?.(now, turns) ?? now);
}
