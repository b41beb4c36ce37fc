// Shared by tables of hands: the entry of a hand bit by bit, the position after pending commands, the choice of the next
// dealer.

import { gettext } from "../../js/language.js";
import { Hand, after, all, hide, press, state, whenShown, write } from "../../js/screen.js";
import { argumentAt, positionAfter } from "./forecast.js";

// ---- Words ----

export const counted = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;
/** Names, joined as the language does. */
export const listed = (names) =>
  names.length < 2 ? names.join("") : gettext("%(first)s and %(last)s", { first: names.slice(0, -1).join(", "), last: names.at(-1) });
export const signed = (chips) => (chips > 0 ? `+${chips}` : chips < 0 ? `−${-chips}` : "0");

// ---- Entry of a hand ----

/** A dealer's hand in which tricks, chips or winners are entered bit by bit and then sent as a whole. */
export class EntryHand extends Hand {
  /** What the entry is about: a hand, or a part of a round. */
  subject = "";
  /** The entries of the last subjects, newest first. */
  #before = [];
  #entries;

  /** `stored` names the properties that the tab keeps, `entries` those that `reset` clears. */
  constructor(night, stored, entries) {
    super(night, [...stored, "subject", ...entries]);
    this.#entries = [...entries, "player"];
  }

  /** Change the subject, which clears the entry. Where the table goes back to one of the last subjects, its entry is restored. */
  setSubject(subject) {
    if (subject === this.subject) return;
    this.#before = [Object.fromEntries(["subject", ...this.#entries].map((name) => [name, this[name]])), ...this.#before].slice(0, 3);
    this.reset();
    Object.assign(this, this.#before.find((before) => before.subject === subject));
    this.subject = subject;
  }
}

// ---- The position after pending commands ----

/** The position after pending commands, by a game's actions; null where a take-back reaches further back than the page knows. */
export function pendingPosition(commands, actions, step = positionAfter, { position, positionBefore } = state()) {
  const before = positionBefore ? JSON.parse(positionBefore) : null;
  return after(before, JSON.parse(position), commands, (stood, command) => step(stood, command, actions));
}

/** The same, but that of the page where a take-back leaves it open. */
export const positionNow = (commands, actions) => pendingPosition(commands, actions) ?? JSON.parse(state().position);

/** The players for whom a command is possible at a position. */
export function playersOf(word, position, actions) {
  const { takes, phases } = actions[word] ?? { takes: {}, phases: [] };
  return takes.player && phases.includes(position.phase) ? argumentAt(takes.player, position, {}).among : [];
}

// ---- Touches ----

/** Touches on a table of the past: they choose a player, or the dealer of the next hand. */
export function looks(hand, drawer) {
  whenShown(() => showDealer(hand.dealer));
  return {
    player: seatTouch(hand, drawer),
    dealer(key) {
      hand.dealer = key.dataset.player;
    },
  };
}

/** A touch on a seat: it chooses the player and opens the drawer at their money, unless `take` uses the touch and returns true. */
export const seatTouch = (hand, drawer, take = () => false) => ({ dataset: { player } }) => {
  drawer.turnToPlayer();
  if (!hand.drawer && take(player)) return;
  hand.player = player;
  if (!hand.drawer) drawer.open("money");
};

// ---- The next dealer ----

const stepName = ({ dataset: { command } }) => (({ do: word, game }) => `${word} ${game}`)(JSON.parse(command));

/** The key of the sheet that begins the hand of a dealer's key. Keys of other games that begin with a dealer do not count. */
export const stepOf = (key) => [...all("#part-sheet .button[data-command]")].find((step) => stepName(step) === stepName(key));

/** Show the chosen dealer, "" for the usual one, and what the hand would cost with them. */
export function showDealer(chosen) {
  const keys = [...all('#part-turn [data-touch="dealer"]:not([hidden])')];
  if (!keys.length) return;
  const key = keys.find(({ dataset }) => dataset.player === chosen) ?? keys.find(({ dataset }) => dataset.usual) ?? keys[0];
  press('#part-turn [data-touch="dealer"]', (choice) => choice === key);
  for (const deal of all("#part-sheet [data-deal]")) hide(deal, deal.dataset.deal !== key.dataset.player);
  const step = stepOf(key);
  if (!step) return;
  step.dataset.command = key.dataset.command;
  write(step, key.dataset.words);
}

/** Touches of the dealer's keys, and of keys that carry their command. */
export const keysOfSheet = (hand, transport) => ({
  dealer(key) {
    hand.dealer = key.dataset.player;
  },
  command(key) {
    hand.reset();
    hand.dealer = "";
    hand.drawer = false;
    transport.sendKey(key);
  },
});

// ---- Bidding ----

/** The passes of these players, in order. */
export const passesOf = (players) => players.map((player) => ({ do: "pass", player }));
