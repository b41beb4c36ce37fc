// A punter's livret on their phone: choose checks, then touch cards.

import { act, isDoubleTap, mayAct, remark } from "../../js/own-hand.js";
import { gettext } from "../../js/language.js";
import { newId } from "../../js/outbox.js";

const STORED = "livret";
const hand = { cents: 0, opposed: false, moving: null };
try {
  hand.cents = Number(sessionStorage.getItem(STORED));
} catch {
  // Without storage the page starts with an empty hand.
}

const livret = () => document.querySelector(".own-livret");

/** Show what is in hand. The page is redrawn each time the night moves on. */
function show() {
  for (const key of document.querySelectorAll("[data-cents].coin-key")) key.setAttribute("aria-pressed", String(Number(key.dataset.cents) === hand.cents));
  document.querySelector("[data-oppose]")?.setAttribute("aria-pressed", String(hand.opposed));
  for (const key of document.querySelectorAll("[data-move]")) key.setAttribute("aria-pressed", String(key.dataset.move === hand.moving));
}

function touch({ dataset }) {
  const on = JSON.parse(dataset.on);
  const { stands } = livret().dataset;
  const presses = hand.cents && dataset.plain && !stands;
  if (dataset.bet && !hand.moving && !presses) {
    document.getElementById(`own-${dataset.bet}`)?.scrollIntoView({ block: "nearest" });
  } else if (stands && mayAct()) {
    remark(gettext("%(reason)s.", { reason: stands }));
  } else if (hand.moving) {
    const bet = hand.moving;
    hand.moving = null;
    act({ do: "move_bet", bet, ...on }, gettext("The bet goes to %(card)s.", { card: dataset.name }), dataset.name);
  } else if (presses && dataset.bet) {
    act({ do: "press_bet", bet: dataset.bet, add: hand.cents }, gettext("%(card)s is pressed.", { card: dataset.name }), dataset.name);
  } else if (!hand.cents && mayAct()) {
    remark(gettext("Choose an amount first."));
  } else {
    const { opposed } = hand;
    hand.opposed = false;
    const command = { do: "place_bet", bet: newId().slice(0, 8), player: dataset.player, ...on, stake: hand.cents };
    act(opposed ? { ...command, opposed } : command, gettext("Laid on %(card)s.", { card: dataset.name }), dataset.name);
  }
}

document.addEventListener("click", ({ target, timeStamp }) => {
  const coin = target.closest(".coin-key");
  const card = target.closest(".own-livret .livret-card");
  const move = target.closest("[data-move]");
  if (coin && "oppose" in coin.dataset) hand.opposed = !hand.opposed;
  else if (coin) {
    const cents = Number(coin.dataset.cents);
    hand.cents = hand.cents === cents ? 0 : cents;
    try {
      sessionStorage.setItem(STORED, hand.cents);
    } catch {
      // As above.
    }
  } else if (move) {
    hand.moving = hand.moving === move.dataset.move ? null : move.dataset.move;
    if (hand.moving) remark(gettext("Touch the new card of this bet."));
  } else if (card && !isDoubleTap(card.id, card.dataset.name, timeStamp)) touch(card);
  show();
});
new MutationObserver(show).observe(document.getElementById("followed"), { childList: true, subtree: true });
show();
