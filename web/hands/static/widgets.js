// The widgets of a table of hands, one for each kind of argument. A widget is given what it stands in (`at`): its `element`, the
// name of its `argument` and what that `can` be, the `entry` (what is entered, by argument), the `position` and the `hand`.
// `read` gives the arguments entered, `missing` says what is missing, `touched` takes the touch of a player's plate. A game's
// script may add a widget of its own to WIDGETS before it imports the table's; with `send` a touch sends its command at once.

import { gettext, ngettext } from "../../js/language.js";
import { all, byId, hide, press, put, write } from "../../js/screen.js";
import { nameOf } from "../../js/words.js";
import { listed, signed } from "./hands.js";

const entered = ({ entry, argument }, otherwise) => entry[argument] ?? otherwise;
const enter = ({ hand, argument }, value) => {
  hand.entry = { ...hand.entry, [argument]: value };
};
const toggled = (values, value) => (values.includes(value) ? values.filter((other) => other !== value) : [...values, value]);
const number = (values, value) => values.filter((other) => other === value).length;
const plates = () => [...all("#part-layout [data-plate]")];
const rankOf = (card) => card.replace(/[shdc]$/, "");

// ---- Cards ----

/** How many cards of a key are left, beside those that other players have shown and those entered. */
function left(at, key) {
  const { rank } = key.dataset;
  const keyOf = rank === rankOf(rank) ? rankOf : (card) => card;
  const shown = Object.entries(at.can.shown ?? {}).flatMap(([player, cards]) => (player === at.player ? [] : cards));
  return Number(key.dataset.cards) - number([...shown, ...entered(at, [])].map(keyOf), rank);
}

const mostCards = ({ can }) => can.most || Infinity;

const cards = {
  read: (at) => ({ [at.argument]: entered(at, []) }),
  missing(at) {
    const lacks = at.can.fewest - entered(at, []).length;
    return lacks > 0 ? ngettext("%(num)s card more", "%(num)s cards more", lacks) : "";
  },
  show(at) {
    const picked = entered(at, []);
    const isFull = picked.length >= mostCards(at);
    for (const key of at.element.querySelectorAll("[data-rank]")) {
      const rest = left(at, key);
      put(key, "aria-disabled", String(isFull || rest < 1));
      for (const [place, pip] of [...key.querySelectorAll("s")].entries()) pip.classList.toggle("gone", place >= rest);
    }
    showPicked(byId("picked"), picked, Number(at.element.dataset.places));
    showCount(byId("counted"), picked, Number(at.element.dataset.target));
  },
  touches: {
    rank: (at, { dataset: { rank } }) => enter(at, [...entered(at, []), rank]),
    off: (at, { dataset: { place } }) => enter(at, entered(at, []).toSpliced(Number(place), 1)),
  },
  asleep: (at) => (at && entered(at, []).length >= mostCards(at) ? gettext("All the cards are entered.") : gettext("There is no more of this card.")),
};

function showPicked(row, picked, places) {
  const numbered = Array.from({ length: Math.max(places, picked.length) }, (_, place) => place);
  row.replaceChildren(...numbered.map((place) => cardAt(picked[place], place, places)));
}

/** A card that is entered, as a key that takes it off again; a place that is still empty has only its number. */
function cardAt(rank, place, places) {
  const key = document.createElement(rank ? "button" : "span");
  const { suit = "" } = byId(`rank-${rank}`)?.dataset ?? {};
  key.className = `card${suit && " suited"}${suit && "♥♦".includes(suit) ? " red" : ""}`;
  if (rank) Object.assign(key.dataset, { touch: "off", place });
  if (rank) put(key, "aria-label", gettext("Take the %(card)s off", { card: rankOf(rank) + suit }));
  key.textContent = rank ? `${rankOf(rank)}${suit}` : "";
  if (places) put(key, "data-number", String(place + 1));
  return key;
}

function showCount(total, picked, target) {
  if (!target) return;
  const points = picked.reduce((sum, rank) => sum + Number(byId(`rank-${rank}`).dataset.points), 0);
  total.className = `counted ${points > target ? "over" : points === target ? "reached" : ""}`;
  const over = points > target ? gettext("%(points)s over", { points: points - target }) : "";
  total.innerHTML = picked.length ? `<b>${points}</b> <span>${over}</span>` : "";
}

// ---- Tricks ----

/** Who has enough tricks to end the hand; "" for nobody. */
const leader = (at) => entered(at, []).find((player) => at.can.stops_at && number(entered(at, []), player) >= at.can.stops_at) ?? "";
const wentOn = ({ entry, can }) => Boolean(entry[can.goes_on]);

/** How the hand ends: 0 with enough tricks, 1 with all, 2 with too few of everybody; -1 while it is not over. */
function ending(at) {
  const takers = entered(at, []);
  const first = leader(at);
  if (first && !wentOn(at)) return 0;
  if (takers.length < at.can.total) return -1;
  return first && number(takers, first) === at.can.total ? 1 : 2;
}

const mayTake = (at, player) =>
  at.can.among.includes(player) && ending(at) < 0 && (!at.can.limited.includes(player) || number(entered(at, []), player) < at.can.limit);

const tricks = {
  read(at) {
    const counts = at.can.among.map((player) => [player, number(entered(at, []), player)]).filter(([, taken]) => taken);
    return { [at.argument]: Object.fromEntries(counts), [at.can.goes_on]: wentOn(at) };
  },
  missing: (at) => (ending(at) < 0 ? gettext("The hand is not over") : ""),
  sends: (at) => JSON.parse(at.element.dataset.ends)[ending(at)] ?? "",
  asks(at) {
    const first = leader(at);
    const { total, stops_at: enough } = at.can;
    if (first && wentOn(at)) return [nameOf(first), gettext("goes on: %(taken)s of %(all)s", { taken: number(entered(at, []), first), all: total })];
    if (first) return [nameOf(first), gettext("has %(tricks)s tricks", { tricks: enough })];
    if (ending(at) < 0) return [gettext("Trick %(number)s", { number: entered(at, []).length + 1 }), gettext("touch who takes it")];
    return [gettext("Nobody has %(tricks)s", { tricks: enough }), ""];
  },
  show(at) {
    const takers = entered(at, []);
    for (const [place, trick] of [...at.element.querySelectorAll("li")].entries()) {
      for (const taker of trick.querySelectorAll("[data-of]")) hide(taker, taker.dataset.of !== takers[place]);
      trick.classList.toggle("next", place === takers.length && ending(at) < 0);
    }
    hide(byId("goes-on"), !(leader(at) && !wentOn(at) && takers.length < at.can.total));
  },
  plate: (at, player) => ({ value: number(entered(at, []), player) || "", can: mayTake(at, player) }),
  /** A hand that has more tricks than a limited one may have is not limited any more. */
  rulesOut: (at, player) => number(entered(at, []), player) > at.can.limit,
  touched(at, player) {
    if (mayTake(at, player)) enter(at, [...entered(at, []), player]);
    return at.can.among.includes(player);
  },
  off(at) {
    enter(at, entered(at, []).slice(0, -1));
    at.hand.entry = { ...at.hand.entry, [at.can.goes_on]: false };
  },
  touches: {
    "goes-on"(at) {
      at.hand.entry = { ...at.hand.entry, [at.can.goes_on]: true };
    },
  },
};

// ---- Chips ----

const rest = (at) => -Object.values(entered(at, {})).reduce((sum, chips) => sum + chips, 0);

const chips = {
  read: (at) => ({ [at.argument]: Object.fromEntries(Object.entries(entered(at, {})).filter(([, won]) => won)) }),
  missing: (at) => (rest(at) ? gettext("%(chips)s to come", { chips: signed(rest(at)) }) : ""),
  sends: (at) => (Object.values(entered(at, {})).some(Boolean) ? gettext("Pay it") : gettext("Nobody wins a chip")),
  asks: (at) => [null, rest(at) ? gettext("the sum is %(chips)s; touch who gets the rest", { chips: signed(-rest(at)) }) : gettext("the sum is 0")],
  show(at) {
    press('#part-turn [data-touch="size"]', (key) => Number(key.dataset.size) === at.hand.size);
  },
  plate(at, player) {
    const won = entered(at, {})[player] ?? 0;
    return { value: won ? signed(won) : "", can: Boolean(rest(at)), steps: true, loses: won < 0 };
  },
  touched: (at, player) => at.can.among.includes(player) && (rest(at) && give(at, player, rest(at)), true),
  touches: {
    chips: (at, { dataset: { player, by } }) => give(at, player, Number(by) * at.hand.size),
    size(at, { dataset: { size } }) {
      at.hand.size = Number(size);
    },
  },
};

const give = (at, player, won) => enter(at, { ...entered(at, {}), [player]: (entered(at, {})[player] ?? 0) + won });

// ---- Players ----

const wins = ({ element }) => element.dataset.wins === "yes";
const chosen = (at) => entered(at, at.can.usual).filter((player) => at.can.among.includes(player));

/** Whether a player can be chosen, or not be chosen any more. */
const mayChange = (at, player) =>
  wins(at) || (at.can.among.length > at.can.fewest && (chosen(at).includes(player) || chosen(at).length < at.can.most));

const players = {
  read: (at) => ({ [at.argument]: chosen(at) }),
  missing: (at) => (chosen(at).length < at.can.fewest ? (wins(at) ? gettext("Who wins?") : gettext("Who plays?")) : ""),
  sends: (at) =>
    chosen(at).length > 1 ? gettext("Tied by %(players)s", { players: chosen(at).length }) : gettext("%(name)s wins", { name: nameOf(chosen(at)[0]) }),
  plate(at, player) {
    const pressed = chosen(at).includes(player);
    const says = wins(at) ? (pressed ? gettext("wins") : "") : pressed ? gettext("takes part") : gettext("sits out");
    return { value: says, can: mayChange(at, player), pressed };
  },
  touched(at, player) {
    if (!at.can.among.includes(player)) return false;
    if (mayChange(at, player)) enter(at, toggled(chosen(at), player));
    return true;
  },
};

// ---- Bids ----

/** Whether a bid can be made: it is higher than the last, and not too low for the player. */
export const isHigher = ({ can }, bid) => can.bids.indexOf(bid) > can.bids.indexOf(can.over) && !(can.least && bid < can.least);

const bids = {
  read: (at) => ({ [at.argument]: entered(at, null) }),
  missing: () => gettext("A bid"),
  show(at) {
    for (const key of at.element.querySelectorAll("[data-bid]")) key.disabled = !isHigher(at, key.dataset.bid);
    byId("pass").disabled = at.isContract;
    byId("rest").disabled = at.isContract;
    write(byId("rest"), at.position.bid ? gettext("The rest pass") : gettext("All pass"));
  },
  asks(at) {
    if (at.isContract) return [null, gettext("plays it alone: touch the bid")];
    const names = listed(at.before.map(nameOf));
    return [null, names ? gettext("speaks; %(names)s passed", { names }) : gettext("speaks: bids or passes")];
  },
  plate: (at, player) => ({ value: "", can: at.speakers.includes(player), pressed: at.hand.seat === player }),
  touched(at, player) {
    if (!at.speakers.includes(player)) return false;
    at.hand.seat = at.hand.seat === player ? "" : player;
    return true;
  },
};

// ---- Points, and one of several ----

const addUp = ({ can }, points) => points <= can.most;

const points = {
  read: (at) => ({ [at.argument]: entered(at, null) }),
  missing: (at) => (entered(at, null) === null ? gettext("Points?") : ""),
  show(at) {
    const now = entered(at, null);
    press('#part-layout [data-touch="ten"]', (key) => now !== null && Number(key.dataset.ten) === now - (now % 10));
    for (const key of at.element.querySelectorAll("[data-unit]")) {
      const unit = Number(key.dataset.unit);
      key.disabled = now === null || !addUp(at, now - (now % 10) + unit);
      put(key, "aria-pressed", String(now !== null && now % 10 === unit));
    }
  },
  asks: (at) => [null, entered(at, null) === null ? null : ngettext("%(num)s point", "%(num)s points", entered(at, null))],
  touches: {
    ten(at, { dataset: { ten } }) {
      const now = Number(ten) + (entered(at, 0) % 10);
      enter(at, addUp(at, now) ? now : Number(ten));
    },
    unit: (at, { dataset: { unit } }) => enter(at, entered(at, 0) - (entered(at, 0) % 10) + Number(unit)),
  },
};

const choices = {
  read: (at) => (at.can.values.includes(at.entry[at.argument]) ? { [at.argument]: at.entry[at.argument] } : {}),
  missing: (at) => (at.can.values.length < 2 || at.can.values.includes(at.entry[at.argument]) ? "" : at.element.dataset.missing),
  show(at) {
    for (const key of at.element.querySelectorAll("[data-value]")) {
      hide(key, at.can.values.length < 2 || !at.can.values.includes(key.dataset.value));
      put(key, "aria-pressed", String(at.entry[at.argument] === key.dataset.value));
    }
    const [only] = at.can.values;
    write(at.element.querySelector("p b"), at.can.values.length === 1 ? at.element.querySelector(`[data-value="${only}"]`).textContent : "");
  },
  touches: {
    choice: (at, { dataset: { value } }) => enter(at, at.entry[at.argument] === value ? null : value),
  },
};

export const WIDGETS = { cards, tricks, chips, players, bids, points, choices };

/** Show the plates of the players: what is entered for each, and who can be touched. */
export function showPlates(at, shown, active) {
  for (const plate of plates()) {
    const { plate: player } = plate.dataset;
    hide(plate, !shown.includes(player));
    const { value = null, can = false, pressed = false, steps = false, loses = false } = at ? (WIDGETS[at.widget].plate?.(at, player) ?? {}) : {};
    const key = plate.querySelector(".plate-key");
    const tally = plate.querySelector(".tally");
    write(tally, value ?? tally.dataset.tally);
    tally.classList.toggle("word", typeof value === "string" && /\p{L}/u.test(value));
    key.disabled = !can;
    put(key, "aria-pressed", String(pressed));
    const label = [nameOf(player), plate.querySelector(".plate-note").textContent, tally.textContent].filter(Boolean);
    put(key, "aria-label", label.join(", "));
    plate.classList.toggle("active", player === active);
    plate.classList.toggle("loses", loses);
    for (const step of plate.querySelectorAll('[data-touch="chips"]')) hide(step, !steps);
  }
}
