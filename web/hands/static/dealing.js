// The dealer of the next hand, where anybody may deal it, and what it would cost with them; the keys of the sheet.

import { all, press } from "../../js/screen.js";

/** Show the dealer chosen, "" for the usual one. */
export function showDealer(chosen) {
  const keys = [...all('#part-turn [data-touch="dealer"]')];
  if (!keys.length) return;
  const key = keys.find((one) => one.dataset.player === chosen) ?? keys[0];
  press('#part-turn [data-touch="dealer"]', (one) => one === key);
  for (const deal of all("#part-sheet [data-deal]")) deal.hidden = deal.dataset.deal !== key.dataset.player;
  // The keys of other games begin with a dealer too.
  const own = keys.map((one) => one.dataset.command);
  const step = [...all("#part-sheet .button[data-command]")].find((one) => own.includes(one.dataset.command));
  if (!step) return;
  step.dataset.command = key.dataset.command;
  step.textContent = key.dataset.words;
}

/** What touches of who deals next do, and of a key that has its command. */
export const keysOfSheet = (hand, transport) => ({
  dealer(key) {
    hand.dealer = key.dataset.player;
  },
  command(key) {
    hand.letGo();
    hand.dealer = "";
    hand.drawer = false;
    const command = JSON.parse(key.dataset.command);
    transport.send(() => command);
  },
});
