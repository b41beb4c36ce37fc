// Where the deal will stand once what waits is done: a touch is made concrete against the table shown and all before it.

import { after } from "../../js/hand.js";

/** The command that shows a card, by the phase of the deal. */
export const CARD_COMMANDS = {
  before_soda: "expose_soda",
  betting: "draw_loser",
  loser_drawn: "draw_winner",
  before_hock: "expose_hock",
};

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

/** Whether a command takes the deal to another moment. */
export const movesTheDeal = (command) => command.do in STEPS;

/** Commands about bets: another tablet's bets do not change what they mean while the deal stands where it stood. */
const ABOUT_BETS = new Set([
  "place_bet", "press_bet", "move_bet", "copper_bet", "uncopper_bet", "bar_bet", "release_bet", "half_goes",
  "whole_goes", "take_down_bet", "take_down_all", "same_again", "call_turn",
]);

export const isAboutBets = (command) => ABOUT_BETS.has(command.do);

/** What a command of a deal adds to a player's checks, in cents; null where only the book knows. */
export function adds(command, player) {
  if (command.do === "start_deal" || command.do === "expose_soda") return 0;
  if (command.do !== "place_bet" && command.do !== "call_turn") return null;
  if (command.player !== player) return 0;
  return command.form === "bills" ? null : -command.stake;
}

const SETTLES = new Set(["draw_loser", "draw_winner", "expose_hock"]);

/** What commands that wait for the line will bring with them, in words. */
export const followsOf = (commands) =>
  commands.some((command) => SETTLES.has(command.do)) ? "Take and pay follows when the line is back." : "";

/** The moment after all that waits, from the state shown; null where a taking back reaches further than the page knows. */
export function momentAfter(shown, commands) {
  const turns = Number(shown.turns);
  const before = shown.momentBefore ? read(shown.momentBefore) : null;
  return after(before, read(shown.moment), commands, (now, command) => STEPS[command.do]?.(now, turns) ?? now);
}
