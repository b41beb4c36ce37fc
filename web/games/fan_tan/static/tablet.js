// The Fan-Tan tablet: what is in the dealer's hand, the position after pending commands and how both are shown; then the
// touches: one lays a card for the player whose turn it is, one passes.

import { Hand, after, all, byId, hide, notice, onBody, press, put, show, sleep, state, whenShown, write } from "../../js/screen.js";
import { nightOfPage, runTable } from "../../js/tablet.js";
import { positionAfter as forecast } from "../hands/forecast.js";
import { counted, seatTouch, showDealer } from "../hands/hands.js";

// ---- The dealer's hand ----

/** What the dealer has begun to enter and not sent yet. */
class FanTanHand extends Hand {
  /** The dealer chosen for the next hand; "" for the usual dealer. */
  dealer = "";
  /** Whether several cards are being picked for one turn. */
  opens = false;
  /** The card that was touched before its holder was named. */
  first = "";
  /** Whether a dead hand's cards are being shown, and whose hand is: "" for the next in order. */
  showsDead = false;
  shows = "";
  /** Cards picked: for one turn, or a hand that is shown. */
  picks = new Set();
  /** The wrong passes whose penalty the dealer waives, as "hand.turn". */
  waived = [];

  constructor(night) {
    super(night, ["waived"]);
    this.restore();
  }

  /** Clear what is entered and not sent. */
  reset() {
    this.opens = false;
    this.first = "";
    if (!this.drawer) this.player = null;
    this.picks.clear();
  }
}

// ---- The position after pending commands ----

/** What the commands change, as data. */
const actions = JSON.parse(byId("part-actions").dataset.actions);

/** The position after pending commands, from the state shown; null where a take-back reaches further back than the page knows. */
export function positionAfter({ position, positionBefore }, commands) {
  const before = positionBefore ? JSON.parse(positionBefore) : null;
  return after(before, JSON.parse(position), commands, (position, command) => forecast(position, command, actions));
}

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
const laid = (position, cards) => forecast(position, { do: "lay", player: position.turn, cards }, actions);

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

/** Whether a command is allowed in the phase of a position. */
const fitsPhase = (position, { do: word }) => !(word in actions) || actions[word].phases.includes(position.phase);

/** Whether a command moves the hand on. It names its player and turn, so it means the same after anything another tablet does. */
const isOfTheHand = (command) => command.do in actions;

/** What pending commands will bring when the connection is back, in words. */
const followsOf = (commands) =>
  commands.some((command) => ["end_hand", "settle_hand"].includes(command.do)) ? "Wrong passes and payments follow when the connection is back." : "";

// ---- What the page shows ----

const STATE_WORDS = { laid: "laid", able: "can be laid", far: "can be laid with the cards before it", quiet: "", shown: "shown", picked: "picked" };
const TOUCHABLE = ["able", "far", "picked"];

class Display {
  /** The position after pending commands; null where a take-back leaves it open. */
  position = null;
  /** Whose hand is being shown; "" for nobody's. */
  shows = "";
  #hand;
  #positionNow;

  constructor(hand, positionNow) {
    this.#hand = hand;
    this.#positionNow = positionNow;
  }

  /** How many cards of the hand shown are still missing. */
  get missing() {
    return Number(this.#shower?.dataset.cards ?? 0) - this.#hand.picks.size;
  }

  get #shower() {
    return this.shows ? document.querySelector(`#part-turn [data-touch="who"][data-player="${CSS.escape(this.shows)}"]`) : null;
  }

  show() {
    this.position = this.#positionNow();
    this.shows = this.#whoShows();
    const position = this.position;
    this.#dropTakenPicks(position);
    this.#showPlaces(position);
    this.#showSeats(position);
    this.#showTurn(position);
    this.#showHands();
    showDealer(this.#hand.dealer);
    this.#showSteps(position);
    this.#showWaived();
  }

  /** Who shows their hand: the player touched, else the first who has not shown. */
  #whoShows() {
    const part = byId("part-turn");
    const group = part.querySelector("[data-shows]");
    if (!group || (group.dataset.shows === "dead" && !this.#hand.showsDead)) return "";
    const keys = [...part.querySelectorAll('[data-touch="who"]')];
    const chosen = keys.find((key) => key.dataset.player === this.#hand.shows) ?? keys.find((key) => !key.dataset.done);
    return chosen?.dataset.player ?? "";
  }

  /** Drop picks that were laid meanwhile, or shown by another player. */
  #dropTakenPicks(position) {
    const { picks } = this.#hand;
    for (const card of picks) {
      const { shownBy } = byId(`place-${card}`).dataset;
      if ((position && lies(position, card)) || (shownBy && shownBy !== this.shows)) picks.delete(card);
    }
  }

  #showPlaces(position) {
    for (const place of all("#part-layout .place")) {
      const how = this.#stateOf(position, place);
      const touchable = TOUCHABLE.includes(how);
      const signs = { last: how === "laid" && place.dataset.last, waits: how === "laid" && place.dataset.state !== "laid" };
      place.className = ["place", how, ...Object.keys(signs).filter((sign) => signs[sign])].join(" ");
      put(place, "aria-disabled", String(!touchable));
      put(place, "aria-label", [place.dataset.name, STATE_WORDS[how]].filter(Boolean).join(", "));
      place.tabIndex = touchable ? 0 : -1;
      if (touchable && how === "picked") put(place, "aria-pressed", "true");
      else place.removeAttribute("aria-pressed");
    }
  }

  #stateOf(position, place) {
    const { card, shownBy } = place.dataset;
    if (!position) return place.dataset.state;
    if (lies(position, card)) return "laid";
    const { picks, opens: picking, first } = this.#hand;
    if (picks.has(card) || first === card) return "picked";
    if (this.shows) return shownBy && shownBy !== this.shows ? "shown" : "able";
    if (shownBy) return "shown";
    const { length } = picking ? joining(position, [...picks], card) : reach(position, card);
    return ["quiet", "able"][length] ?? "far";
  }

  #showSeats(position) {
    const player = position && !awaitsFirst(position) ? onTurn(position) : null;
    for (const seat of all("#part-players .seat[data-player]")) {
      seat.classList.toggle("plays", seat.dataset.player === player);
      const left = position?.left[seat.dataset.player];
      const count = seat.querySelector(".left b");
      if (count && left !== undefined) write(count, left);
    }
  }

  #showTurn(position) {
    const playing = !position || position.phase === "playing";
    const first = Boolean(position) && awaitsFirst(position);
    const player = position && !first ? onTurn(position) : null;
    const phase = document.querySelector("#part-top .phase");
    const ahead = player && position.turns.length !== JSON.parse(state().position).turns.length;
    write(phase, ahead ? `${byId(`seat-${player}`).dataset.name}’s turn` : phase.dataset.words);
    for (const plate of all("#part-turn .plate[data-player]")) hide(plate, plate.dataset.player !== player);
    for (const key of all("#part-turn .playing-key")) hide(key, !playing || first);
    onBody("passes", byId("pass") && playing && !first ? "" : null);
    const several = byId("several");
    if (!several) return;
    const openers = position ? [...all("#part-layout .place")].filter(({ dataset }) => opens(position, dataset.card)) : [];
    const { what } = several.dataset;
    several.hidden ||= what === "opener" && openers.length < 2;
    if (several.hidden) this.#hand.opens = false;
    press("#several", () => this.#hand.opens);
    const { size } = this.#hand.picks;
    write(several, !this.#hand.opens ? `Several ${what}s` : size ? `Lay ${counted(size, what)}` : `Touch the ${what}s`);
  }

  #showHands() {
    for (const part of all("#part-turn [data-shows]")) hide(part, !this.shows);
    for (const part of all("#part-turn [data-shows-not]")) hide(part, Boolean(this.shows));
    press('#part-turn [data-touch="who"]', (key) => key.dataset.player === this.shows);
    const shower = this.#shower;
    const shown = byId("shown");
    if (!shower || !shown) return;
    const { size } = this.#hand.picks;
    write(byId("picked"), `${size} of ${shower.dataset.cards}`);
    shown.disabled = this.missing !== 0;
    write(shown, this.missing ? `${counted(this.missing, "card")} more` : `That is ${shower.dataset.name}’s hand`);
    document.querySelector('#part-turn [data-touch="clear"]').disabled = !size;
    const rest = byId("rest");
    if (rest) hide(rest, size > 0 || JSON.parse(rest.dataset.command).player !== this.shows);
    hide(shown, Boolean(rest) && !rest.hidden);
  }

  /** The sheet's keys belong to the saved hand: disable those that do not fit the pending position. */
  #showSteps(position) {
    for (const key of all("#part-sheet .primary[data-command]")) sleep(key, Boolean(position) && !fitsPhase(position, JSON.parse(key.dataset.command)));
  }

  #showWaived() {
    const waived = (key) => this.#hand.waived.includes(key.dataset.waives);
    press('#part-sheet [data-touch="waive"]', waived);
    const open = [...all('#part-sheet [data-touch="waive"]')];
    for (const key of open) key.closest(".wrong-pass").classList.toggle("waived", waived(key));
    const note = byId("not-taken");
    const left = open.filter((key) => !waived(key)).length;
    if (note) hide(note, !left);
    if (note && left) write(note, `${left === 1 ? "One penalty is" : `${left} penalties are`} neither taken nor waived: paying the pot waives ${left === 1 ? "it" : "them"}.`);
  }
}

// ---- Touches ----

const hand = new FanTanHand(nightOfPage());
runTable(hand, { movesOn: isOfTheHand, survives: isOfTheHand, followsOf, looks }, fanTan);
show(hand);

/** The touches on a table of the past. */
function looks(hand, drawer) {
  const display = new Display(hand, () => positionAfter(state(), []));
  whenShown(() => display.show());
  return {
    player: seatTouch(hand, drawer),
    dealer(key) {
      hand.dealer = key.dataset.player;
    },
    who(key) {
      hand.shows = key.dataset.player;
    },
  };
}

/** The touches of Fan-Tan. */
function fanTan({ transport, drawer }) {
  const display = new Display(hand, () => positionAfter(state(), transport.waiting));
  whenShown(() => display.show());

  /** The pending turn. When it changes, what is entered and not sent is cleared. */
  const turnComing = () => {
    const position = positionAfter(state(), transport.waiting);
    return position && `${position.phase} ${position.turns.length}`;
  };
  let begun = turnComing();

  /** Send what a touch means at the pending position; a pending take-back leaves that open. */
  function send(make) {
    const position = display.position;
    if (!position) notice("Take back is not saved yet. Touch it again when it is.");
    else transport.send(() => make(position));
    begun = turnComing();
  }

  function lay(player, cards) {
    const what = cards.length === 1 ? { card: cards[0] } : { cards };
    hand.reset();
    send(() => ({ do: "lay", player, ...what }));
  }

  /** Lay the first card once both the card and its holder have been touched, in either order. */
  function layFirst() {
    if (hand.first && hand.player) lay(hand.player, [hand.first]);
    else notice(hand.first ? "Touch the seat of the player who lays it." : "Touch the card that they lay.");
  }

  const touches = {
    player(key) {
      drawer.turnToPlayer();
      if (hand.drawer || !awaitsFirst(display.position ?? {})) {
        hand.player = key.dataset.player;
        if (!hand.drawer) drawer.open("money");
        return;
      }
      const again = hand.player === key.dataset.player;
      hand.player = key.dataset.player;
      if (again) drawer.open("money");
      else layFirst();
    },
    card({ dataset: { card } }) {
      const { position } = display;
      if (display.shows) {
        if (!hand.picks.has(card) && display.missing === 0) notice(`They have shown all ${hand.picks.size} cards. Take one off first.`);
        else if (!hand.picks.delete(card)) hand.picks.add(card);
      } else if (hand.opens) {
        if (position) hand.picks = new Set(pickedWith(position, [...hand.picks], card));
      } else if (position && awaitsFirst(position)) {
        hand.first = card;
        layFirst();
      } else {
        const cards = position ? reach(position, card) : [card];
        if (cards.length) lay(position && onTurn(position), cards);
      }
    },
    several() {
      const cards = [...hand.picks];
      if (!hand.opens) hand.reset();
      if (hand.opens && cards.length) lay(onTurn(display.position), cards);
      else hand.opens = !hand.opens;
    },
    pass() {
      hand.reset();
      send((position) => ({ do: "pass", player: onTurn(position) }));
    },
    dealer(key) {
      hand.dealer = key.dataset.player;
    },
    who(key) {
      hand.shows = key.dataset.player;
      hand.picks.clear();
    },
    "show-dead"() {
      hand.showsDead = !hand.showsDead;
      hand.picks.clear();
    },
    clear() {
      hand.picks.clear();
    },
    shown() {
      const player = display.shows;
      const cards = [...hand.picks];
      hand.picks.clear();
      hand.shows = "";
      transport.send(() => ({ do: "show_hand", player, cards }));
    },
    waive(key) {
      const { waives } = key.dataset;
      hand.waived = hand.waived.includes(waives) ? hand.waived.filter((other) => other !== waives) : [...hand.waived, waives];
    },
    command(key) {
      hand.reset();
      hand.shows = "";
      hand.dealer = "";
      hand.drawer = false;
      transport.sendKey(key);
    },
  };

  return {
    touches,
    quick: ["dealer", "who", "clear"],
    renewed() {
      const turn = turnComing();
      if (turn !== begun) hand.reset();
      if (state().phase === "between") hand.showsDead = false;
      begun = turn;
    },
    escape: () => hand.reset(),
  };
}
