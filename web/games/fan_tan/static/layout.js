// The layout of Fan-Tan, a widget of the table of hands. A touch lays a card for the player whose turn it is, picks several for
// one turn, names the first card, or picks the cards of a hand that is shown. With it come its keys and the penalties waived.

import { gettext, ngettext } from "../../js/language.js";
import { all, byId, hide, notice, onBody, press, put, sleep, state, write } from "../../js/screen.js";
import { nameOf } from "../../js/words.js";
import { positionAfter } from "../hands/forecast.js";
import { WIDGETS } from "../hands/widgets.js";

// ---- What can be laid ----

const actions = JSON.parse(byId("part-actions").dataset.actions);

const suitOf = (card) => card.slice(-1);
const rankOf = (card) => card.slice(0, -1);

/** Whether the holder of a certain card begins: nobody knows yet whose turn it is. */
const awaitsFirst = (position) => position.phase === "playing" && Boolean(position.first) && !position.laid.length;

/** Whose turn it is; null where it is nobody's. */
export const onTurn = (position) => (position.phase === "playing" ? position.turn : null);

/** Whether a card is laid. */
const lies = (position, card) => position.phase !== "between" && position.laid.includes(card);

/** Whether a card can be laid next. */
export const takes = (position, card) => position.phase === "playing" && position.reach.includes(card);

/** Whether cards of a suit are laid. */
const isBegun = (position, suit) => position.laid.some((card) => suitOf(card) === suit);

/** Whether a card would open its suit. */
const opens = (position, card) => takes(position, card) && !isBegun(position, suitOf(card));

/** The cards that go down to lay a card: it alone, or in some houses together with those before it. */
function reach(position, card) {
  if (takes(position, card)) return [card];
  if (!position.several.cards || position.phase !== "playing" || !isBegun(position, suitOf(card))) return [];
  const nearest = position.reach.filter((near) => suitOf(near) === suitOf(card));
  return nearest.map((near) => onwards(position, [near], card)).find((cards) => cards.length) ?? [];
}

/** The cards from those on to another; none where that is not possible in one turn. */
function onwards(position, cards, card) {
  if (cards.length === position.left[position.turn]) return [];
  const next = laid(position, cards).reach.find((other) => suitOf(other) === suitOf(card) && !position.reach.includes(other));
  return next === card ? [...cards, card] : next ? onwards(position, [...cards, next], card) : [];
}

/** The position once the player whose turn it is has laid cards. */
const laid = (position, cards) => positionAfter(position, { do: "lay", player: position.turn, cards }, actions);

/** The cards that a touch adds to those picked for a turn; none where the card does not fit. */
function joining(position, picks, card) {
  const { openers, cards } = position.several;
  const together = [...picks, card];
  if (cards && together.every((pick) => suitOf(pick) === suitOf(card))) {
    return reach(picks.length ? { ...laid(position, picks), turn: position.turn, phase: position.phase } : position, card);
  }
  return openers && together.every((pick) => opens(position, pick) && rankOf(pick) === rankOf(card)) ? [card] : [];
}

/** The picks after a card is touched: with it, or without it and the picks that need it. */
function pickedWith(position, picks, card) {
  if (!picks.includes(card)) return [...picks, ...joining(position, picks, card)];
  return picks.reduce((rest, pick) => (pick !== card && joining(position, rest, pick).length === 1 ? [...rest, pick] : rest), []);
}

// ---- What is entered ----

const NOTHING = { picks: [], picking: false, first: "", showing: false, shows: "" };

/**
 * What is entered: the cards picked, whether they are several for one turn, the first card before its holder is named,
 * whether a dead hand's cards are being shown, and whose hand is: "" for the next in order.
 */
const entryOf = ({ hand }) => ({ ...NOTHING, ...hand.entry });
const enter = ({ hand }, entry) => {
  hand.entry = { ...hand.entry, ...entry };
};
const waivedOf = ({ hand }) => hand.lasting.waived ?? [];

/** The key of the player who shows their hand: the one touched, else the first who has not shown; undefined for nobody. */
function shower(at) {
  const group = document.querySelector("#part-turn [data-shows]");
  const { showing, shows } = entryOf(at);
  if (!group || (group.dataset.shows === "dead" && !showing)) return undefined;
  const keys = [...group.querySelectorAll('[data-touch="who"]')];
  return keys.find(({ dataset }) => dataset.player === shows) ?? keys.find(({ dataset }) => !dataset.done);
}

/** How many cards of the hand shown are still missing. */
const missing = (at, { dataset }) => Number(dataset.cards) - entryOf(at).picks.length;

/** Drop picks that were laid meanwhile, or shown by another player. */
function dropTakenPicks(at, player) {
  const { picks } = entryOf(at);
  const isFree = (card) => !lies(at.position, card) && [undefined, player].includes(byId(`place-${card}`).dataset.shownBy);
  if (!picks.every(isFree)) enter(at, { picks: picks.filter(isFree) });
}

function lay(at, player, cards) {
  at.hand.reset();
  at.send({ do: "lay", player, ...(cards.length === 1 ? { card: cards[0] } : { cards }) });
}

/** Lay the first card once both the card and its holder have been touched, in either order. */
function layFirst(at) {
  const { first } = entryOf(at);
  if (first && at.hand.seat) lay(at, at.hand.seat, [first]);
  else notice(first ? gettext("Touch the seat of the player who lays it.") : gettext("Touch the card that they lay."));
}

/** Pick a card of the hand that is shown, or take it off. */
function pickShown(at, key, card) {
  const { picks } = entryOf(at);
  if (picks.includes(card)) enter(at, { picks: picks.filter((pick) => pick !== card) });
  else if (missing(at, key) === 0) {
    notice(ngettext("They have shown their %(num)s card. Take it off first.", "They have shown all %(num)s cards. Take one off first.", picks.length));
  } else enter(at, { picks: [...picks, card] });
}

// ---- What the page shows ----

/** A card and its state, for screen readers. */
const STATE_WORDS = {
  laid: (card) => gettext("%(card)s, laid", { card }),
  able: (card) => gettext("%(card)s, can be laid", { card }),
  far: (card) => gettext("%(card)s, can be laid with the cards before it", { card }),
  quiet: (card) => card,
  shown: (card) => gettext("%(card)s, shown", { card }),
  picked: (card) => gettext("%(card)s, picked", { card }),
};
const TOUCHABLE = ["able", "far", "picked"];

function showPlaces(at, player) {
  for (const place of at.element.querySelectorAll(".place")) {
    const how = stateOf(at, place.dataset, player);
    const touchable = TOUCHABLE.includes(how);
    const signs = { last: how === "laid" && place.dataset.last, waits: how === "laid" && place.dataset.state !== "laid" };
    put(place, "class", ["place", how, ...Object.keys(signs).filter((sign) => signs[sign])].join(" "));
    put(place, "aria-disabled", String(!touchable));
    put(place, "aria-label", STATE_WORDS[how](place.dataset.name));
    place.tabIndex = touchable ? 0 : -1;
    put(place, "aria-pressed", how === "picked" ? "true" : null);
  }
}

function stateOf(at, { card, shownBy }, player) {
  const { position } = at;
  const { picks, picking, first } = entryOf(at);
  if (lies(position, card)) return "laid";
  if (picks.includes(card) || first === card) return "picked";
  if (player) return shownBy && shownBy !== player ? "shown" : "able";
  if (shownBy) return "shown";
  const { length } = picking ? joining(position, picks, card) : reach(position, card);
  return ["quiet", "able"][length] ?? "far";
}

function showSeats({ position, hand }) {
  for (const seat of all("#part-players .seat[data-player]")) {
    const { player } = seat.dataset;
    if (awaitsFirst(position)) seat.classList.toggle("plays", player === hand.seat);
    const count = seat.querySelector(".left b");
    if (count && player in position.left) write(count, position.left[player]);
  }
}

function showTurn(at) {
  const { position } = at;
  const first = awaitsFirst(position);
  const player = first ? null : onTurn(position);
  const phase = document.querySelector("#part-top .phase");
  const ahead = player && position.turns.length !== JSON.parse(state().position).turns.length;
  write(phase, ahead ? gettext("%(name)s’s turn", { name: nameOf(player) }) : phase.dataset.words);
  for (const plate of all("#part-turn .plate[data-player]")) hide(plate, plate.dataset.player !== player);
  for (const key of all("#part-turn .playing-key")) hide(key, first);
  onBody("passes", player && byId("pass") ? "" : null);
  showSeveral(at);
}

/** What the key for several cards or openers says. */
const SEVERAL = {
  card: {
    key: gettext("Several cards"),
    touch: gettext("Touch the cards"),
    lay: (number) => ngettext("Lay %(num)s card", "Lay %(num)s cards", number),
  },
  opener: {
    key: gettext("Several openers"),
    touch: gettext("Touch the openers"),
    lay: (number) => ngettext("Lay %(num)s opener", "Lay %(num)s openers", number),
  },
};

function showSeveral(at) {
  const several = byId("several");
  if (!several) return;
  const openers = [...at.element.querySelectorAll(".place")].filter(({ dataset }) => opens(at.position, dataset.card));
  const { what } = several.dataset;
  several.hidden ||= what === "opener" && openers.length < 2;
  if (several.hidden) enter(at, { picking: false });
  const { picking, picks } = entryOf(at);
  press("#several", () => picking);
  const words = SEVERAL[what];
  write(several, !picking ? words.key : picks.length ? words.lay(picks.length) : words.touch);
}

function showHands(at, key) {
  const { player } = key?.dataset ?? {};
  for (const part of all("#part-turn [data-shows]")) hide(part, !key);
  if (key) for (const face of all("#part-turn > [data-phases]")) hide(face, true);
  press('#part-turn [data-touch="who"]', (other) => other === key);
  const shown = byId("shown");
  if (!key || !shown) return;
  const { length } = entryOf(at).picks;
  const lacks = missing(at, key);
  write(byId("picked"), gettext("%(count)s of %(all)s", { count: length, all: key.dataset.cards }));
  shown.disabled = lacks !== 0;
  write(shown, lacks ? ngettext("%(num)s card more", "%(num)s cards more", lacks) : gettext("That is %(name)s’s hand", { name: key.dataset.name }));
  document.querySelector('#part-turn [data-touch="clear"]').disabled = !length;
  const rest = byId("rest");
  if (rest) hide(rest, length > 0 || JSON.parse(rest.dataset.command).player !== player);
  hide(shown, Boolean(rest) && !rest.hidden);
}

function showPenalties(at) {
  for (const key of all("#part-sheet .wrong-pass .primary")) sleep(key, !actions.take_penalty.phases.includes(at.position.phase));
  const waived = (key) => waivedOf(at).includes(key.dataset.waives);
  press('#part-sheet [data-touch="waive"]', waived);
  const open = [...all('#part-sheet [data-touch="waive"]')];
  for (const key of open) key.closest(".wrong-pass").classList.toggle("waived", waived(key));
  const note = byId("not-taken");
  const left = open.filter((key) => !waived(key)).length;
  if (note) hide(note, !left);
  if (note && left) {
    write(
      note,
      ngettext(
        "One penalty is neither taken nor waived: paying the pot waives it.",
        "%(num)s penalties are neither taken nor waived: paying the pot waives them.",
        left,
      ),
    );
  }
}

// ---- The widget ----

WIDGETS.layout = {
  show(at) {
    const key = shower(at);
    const player = key?.dataset.player;
    dropTakenPicks(at, player);
    showPlaces(at, player);
    showSeats(at);
    showTurn(at);
    showHands(at, key);
    showPenalties(at);
  },
  touched(at, player) {
    if (!awaitsFirst(at.position) || at.hand.seat === player) return false;
    at.hand.seat = player;
    layFirst(at);
    return true;
  },
  off: (at) => enter(at, { picks: [] }),
  escape: (at) => enter(at, { picks: [], picking: false, first: "" }),
  follows: (commands) =>
    commands.some((command) => ["end_hand", "settle_hand"].includes(command.do)) ? gettext("Wrong passes and payments follow when the connection is back.") : "",
  touches: {
    card(at, { dataset: { card } }) {
      const { position } = at;
      const key = shower(at);
      const { picking, picks } = entryOf(at);
      if (key) pickShown(at, key, card);
      else if (picking) enter(at, { picks: pickedWith(position, picks, card) });
      else if (awaitsFirst(position)) {
        enter(at, { first: card });
        layFirst(at);
      } else if (reach(position, card).length) lay(at, onTurn(position), reach(position, card));
    },
    several(at) {
      const { picking, picks } = entryOf(at);
      if (picking && picks.length) lay(at, onTurn(at.position), picks);
      else enter(at, { ...NOTHING, picking: !picking });
    },
    "pass-turn": (at) => at.send({ do: "pass", player: onTurn(at.position) }),
    who: (at, { dataset: { player } }) => enter(at, { shows: player, picks: [] }),
    "show-dead": (at) => enter(at, { showing: !entryOf(at).showing, picks: [] }),
    shown(at) {
      const { player } = shower(at).dataset;
      const { picks } = entryOf(at);
      enter(at, { picks: [], shows: "" });
      at.send({ do: "show_hand", player, cards: picks });
    },
    waive(at, { dataset: { waives } }) {
      const waived = waivedOf(at);
      at.hand.lasting = { waived: waived.includes(waives) ? waived.filter((other) => other !== waives) : [...waived, waives] };
    },
  },
};
