// What bets and their places are called in a touch that waits.

import { byId } from "../../js/screen.js";
import { nameOf } from "../../js/words.js";

/** Whose bet it is and where it lies: on the table, or among what waits. */
function betOf({ command: { bet } }, entries) {
  const laid = entries.find(({ command }) => command.do === "place_bet" && command.bet === bet);
  if (laid) return `${nameOf(laid.command.player)}’s ${placeOf(laid)}`;
  const pane = document.querySelector(`.pane[data-bet="${CSS.escape(bet)}"]`);
  return pane ? `${pane.querySelector("h2").textContent}’s bet on ${byId(`spot-${pane.dataset.on}`)?.dataset.name ?? "the layout"}` : "the bet";
}

function placeOf({ command, spot }) {
  const name = spot && byId(`spot-${spot}`)?.dataset.name;
  if (name) return name;
  const win = (command.win ?? command.ranks ?? []).join("-");
  return command.lose ? `${win} to win, ${command.lose.join("-")} to lose` : win || "the layout";
}

export const named = { bet: betOf, place: placeOf, coppered: ({ command }) => (command.coppered ? ", coppered" : "") };
