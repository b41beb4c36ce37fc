// What a touch on the cloth would do, said before it does it: the place by its name, the checks, and what stands against it.

import { dollars } from "../../js/words.js";
import { byId, state } from "../../js/screen.js";

const betsOn = (spot) => JSON.parse(spot.dataset.bets ?? "[]");

/** What lies on a spot that checks in hand would be added to, in cents. */
function ownCents(spot, hand) {
  const own = betsOn(spot).find(
    (one) => one.player === hand.player && one.coppered === hand.copper && one.paroli === hand.paroli && one.bills === hand.bills,
  );
  return own?.cents ?? 0;
}

const limitOn = (spot) => Number(spot.dataset.limit ?? state().limit);

/** Why checks in hand would be refused on a spot, as far as this page knows; nothing where it knows of no reason. */
function against(spot, hand) {
  const seat = byId(`seat-${hand.player}`);
  const checks = Number(seat.dataset.checks);
  if (state().phase === "loser_drawn") return "bets are closed";
  if (spot.dataset.dead) return "dead: no card of it is left";
  if (hand.cents % Number(state().check)) return `not in whole checks of ${dollars(Number(state().check))}`;
  if (ownCents(spot, hand) + hand.cents > limitOn(spot)) return `over the ${dollars(limitOn(spot))} limit`;
  if (hand.cents > checks) return `${seat.dataset.name} has ${dollars(checks)}`;
  return "";
}

function laying(spot, hand) {
  const seat = byId(`seat-${hand.player}`);
  if (!seat) return { doing: "choose a player first", wrong: true };
  const before = ownCents(spot, hand);
  const how = [hand.copper && "coppered", hand.paroli && "paroli", hand.bills && "in bills"].filter(Boolean).join(", ");
  const sum = before ? `+ ${dollars(hand.cents)} = ${dollars(before + hand.cents)}` : dollars(hand.cents);
  const doing = `${seat.dataset.name} ${sum}${how && `, ${how}`}`;
  const why = against(spot, hand);
  return { doing: why ? `${doing}: ${why}` : doing, wrong: Boolean(why) };
}

function orders(spot) {
  const bets = betsOn(spot).map(({ bet }) => byId(`stack-${bet}`)?.dataset.said ?? "");
  if (!bets.length) return { doing: "nothing lies here", wrong: false };
  return { doing: `orders: ${bets.join(", ")}`, wrong: false };
}

function picking(spot, hand) {
  const { kind, ranks } = JSON.parse(spot.dataset.place ?? "{}");
  if (kind !== "single") return "touch a card to pick its rank";
  return { undefined: "pick it to win", win: "pick it to lose", lose: "pick it no more" }[hand.picks.get(ranks[0])];
}

/** A spot's name and what letting go there would do. `moving` is the bet that would be moved, if any. */
export function wordsFor(spot, hand, moving) {
  const name = spot.dataset.name;
  if (hand.picking) return { name, doing: picking(spot, hand), wrong: false };
  if (moving) {
    const said = byId(`stack-${moving}`)?.dataset.said ?? "the bet";
    const from = byId(`stack-${moving}`)?.dataset.on;
    if (from === spot.dataset.spot) return { name, doing: `${said} stays`, wrong: false };
    if (spot.dataset.dead) return { name, doing: `${said}: dead, no card of it is left`, wrong: true };
    return { name, doing: `${said} moves here`, wrong: false };
  }
  if (spot.dataset.touch === "tray") return { name, ...(spot.dataset.bets ? orders(spot) : { doing: "pick the ranks", wrong: false }) };
  return { name, ...(hand.lays ? laying(spot, hand) : orders(spot)) };
}

/** Mark, before any touch, the case cards whose limit the checks in hand pass, and players who hold too little. */
export function showReach(hand) {
  for (const card of document.querySelectorAll("#part-layout .card.case")) {
    const spot = byId(`spot-single-${card.id.slice("card-".length)}`);
    const words = card.querySelector(".state");
    const over = Boolean(spot) && hand.lays && ownCents(spot, hand) + hand.cents > limitOn(spot);
    card.classList.toggle("over", over);
    words.textContent = over ? `over ${dollars(limitOn(spot))}` : words.dataset.case;
  }
  for (const seat of document.querySelectorAll("#part-players .seat[data-player]")) {
    seat.classList.toggle("short", hand.lays && hand.cents > Number(seat.dataset.checks));
  }
}
