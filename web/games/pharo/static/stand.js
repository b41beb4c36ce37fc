// Where a deal will stand once what waits to be saved is done: quick hands do not wait for the answer.

import { state } from "../../js/screen.js";

const COUPS = 26;

/** The phase, the deal and its coups dealt, counting in what waits; null while a taking back does. */
export function standAfter(waiting) {
  const { phase, deal, turn } = state();
  const stand = { phase, deal: Number(deal), turn: Number(turn) };
  for (const { do: word } of waiting) {
    if (word === "void") return null;
    after[word]?.(stand);
  }
  return stand;
}

const after = {
  start_deal: (stand) => Object.assign(stand, { phase: "bottom", deal: stand.deal + 1, turn: 0 }),
  show_bottom: (stand) => Object.assign(stand, { phase: "betting" }),
  coup(stand) {
    stand.turn += 1;
    if (stand.turn === COUPS) stand.phase = "dealt";
  },
  end_deal: (stand) => Object.assign(stand, { phase: "idle" }),
  miscount: (stand) => Object.assign(stand, { phase: "idle" }),
  void_deal: (stand) => Object.assign(stand, { phase: "idle" }),
};

/** Whether cards are turned then. */
export const turnsCards = (stand) => stand !== null && (stand.phase === "bottom" || stand.phase === "betting");
