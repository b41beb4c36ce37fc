// The dealer of the next hand, where anybody may deal it, and what it would cost with them; the keys of the sheet.

import { all, hide, press, write } from "../../js/screen.js";

const begins = ({ dataset: { command } }) => (({ do: word, game }) => `${word} ${game}`)(JSON.parse(command));

/** The key of the sheet that begins a hand of the game that a dealer's key is of: those of other games begin with a dealer too. */
export const stepOf = (key) => [...all("#part-sheet .button[data-command]")].find((one) => begins(one) === begins(key));

/** Show the dealer chosen, "" for the usual one. */
export function showDealer(chosen) {
  const keys = [...all('#part-turn [data-touch="dealer"]:not([hidden])')];
  if (!keys.length) return;
  const key = keys.find((one) => one.dataset.player === chosen) ?? keys[0];
  press('#part-turn [data-touch="dealer"]', (one) => one === key);
  for (const deal of all("#part-sheet [data-deal]")) hide(deal, deal.dataset.deal !== key.dataset.player);
  const step = stepOf(key);
  if (!step) return;
  step.dataset.command = key.dataset.command;
  write(step, key.dataset.words);
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
    transport.sendKey(key);
  },
});
