// Where a deal will stand once what waits to be saved is done: quick hands do not wait for the answer.

import { state } from "../../js/screen.js";

const COUPS = 26;

/** The phase, the deal, its coups dealt and whether players act, counting in what waits; null while a taking back does. */
export function standAfter(waiting) {
  const { phase, deal, turn, ownActs } = state();
  const stand = { phase, deal: Number(deal), turn: Number(turn), ownActs };
  for (const { do: word } of waiting) {
    if (word === "void") return null;
    after[word]?.(stand);
  }
  return stand;
}

const after = {
  start_deal: (stand) => Object.assign(stand, { phase: "bottom", deal: stand.deal + 1, turn: 0 }),
  show_bottom: (stand) => Object.assign(stand, { phase: "betting" }),
  hold_players: (stand) => Object.assign(stand, { ownActs: "held" }),
  open_to_players: (stand) => Object.assign(stand, { ownActs: "open" }),
  coup(stand) {
    stand.turn += 1;
    if (stand.ownActs === "held") stand.ownActs = "open";
    if (stand.turn === COUPS) stand.phase = "dealt";
  },
  end_deal: (stand) => Object.assign(stand, { phase: "idle" }),
  miscount: (stand) => Object.assign(stand, { phase: "idle" }),
  void_deal: (stand) => Object.assign(stand, { phase: "idle" }),
};

/** Why no bet is laid then, in words; nothing where bets are. */
export function whyNoBets(stand) {
  return { idle: "Start the deal first.", bottom: "Show the bottom card first.", dealt: "All cards are dealt: end the deal first." }[stand?.phase] ?? "";
}

/** Whether cards are turned then. */
export const turnsCards = (stand) => stand !== null && (stand.phase === "bottom" || stand.phase === "betting");
