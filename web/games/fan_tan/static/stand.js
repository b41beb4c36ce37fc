// Where the hand will stand once what waits is done: whose turn it is then, and which cards can be laid. A touch is made
// concrete against that, so that a dealer need not wait for one card to be saved before they touch the next.

import { after } from "../../js/hand.js";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const PACK = 52;

const suitOf = (card) => card.slice(-1);
const rankOf = (card) => card.slice(0, -1);
const numberOf = (card) => RANKS.indexOf(rankOf(card)) + 1;
const isEmpty = (stand) => !Object.keys(stand.runs).length;

/** Whether the holder of one certain card begins: nobody knows yet whose turn it is. */
export const awaitsFirst = (stand) => Boolean(stand.first) && isEmpty(stand);

/** Whether everybody has passed and no card lies. */
export const isDead = (stand) => stand.phase === "playing" && isEmpty(stand) && stand.turns >= stand.players.length;

/** Whose turn it is; null where nobody's. */
export const onTurn = (stand) => (stand.phase === "playing" ? stand.players[stand.next] : null);

/** Whether a card would open its suit. */
export function opens(stand, card) {
  if (awaitsFirst(stand)) return card === stand.first;
  return !stand.runs[suitOf(card)] && stand.openers.includes(rankOf(card));
}

/** Whether a card lies. */
export function lies(stand, card) {
  const run = stand.runs[suitOf(card)];
  return Boolean(run) && run[0] <= numberOf(card) && numberOf(card) <= run[1];
}

/** Whether a card can be laid. */
export function takes(stand, card) {
  if (stand.phase !== "playing") return false;
  const run = stand.runs[suitOf(card)];
  return run ? [run[0] - 1, run[1] + 1].includes(numberOf(card)) : opens(stand, card);
}

/** The cards that go down so that one lies: it alone, or in some houses with those between it and what lies. */
export function reach(stand, card) {
  if (takes(stand, card)) return [card];
  const run = stand.runs[suitOf(card)];
  if (!stand.several.cards || stand.phase !== "playing" || !run || lies(stand, card)) return [];
  const number = numberOf(card);
  const [near, way] = number > run[1] ? [run[1], 1] : [run[0], -1];
  const cards = Array.from({ length: Math.abs(number - near) }, (_, at) => RANKS[near + way * (at + 1) - 1] + suitOf(card));
  return cards.length <= stand.left[stand.next] ? cards : [];
}

/** The cards that a touch adds to those picked for one turn; none where the card cannot be among them. */
export function joining(stand, picks, card) {
  const { openers, cards } = stand.several;
  const all = [...picks, card];
  if (cards && all.every((one) => suitOf(one) === suitOf(card))) {
    const left = stand.left.map((held, place) => (place === stand.next ? held - picks.length : held));
    return reach({ ...picks.reduce(laid, stand), left }, card);
  }
  return openers && all.every((one) => opens(stand, one) && rankOf(one) === rankOf(card)) ? [card] : [];
}

/** What is picked once a card is touched: with it, or without it and what hung on it. */
export function pickedWith(stand, picks, card) {
  if (!picks.includes(card)) return [...picks, ...joining(stand, picks, card)];
  return picks.reduce((kept, one) => (one !== card && joining(stand, kept, one).length === 1 ? [...kept, one] : kept), []);
}

function laid(stand, card) {
  const suit = suitOf(card);
  const number = numberOf(card);
  const run = stand.runs[suit];
  const openers = run ? stand.openers : [rankOf(card)];
  const longer = run ? [Math.min(run[0], number), Math.max(run[1], number)] : [number, number];
  return { ...stand, openers, runs: { ...stand.runs, [suit]: longer } };
}

/** The turn goes on from a player, who lays so many cards. */
function turned(stand, player, cards) {
  const at = stand.players.indexOf(player);
  const left = stand.left.map((held, place) => (place === at ? held - cards : held));
  const phase = left[at] ? stand.phase : "out";
  return { ...stand, left, phase, turns: stand.turns + 1, next: (at + 1) % stand.players.length };
}

function begun(stand, dealer) {
  const at = stand.players.indexOf(dealer) + 1;
  const players = [...stand.players.slice(at), ...stand.players.slice(0, at)];
  const left = players.map((_, place) => Math.floor(PACK / players.length) + (place < PACK % players.length ? 1 : 0));
  return { ...stand, ...stand.fresh, players, left, phase: "playing", next: 0, turns: 0, runs: {} };
}

const STEPS = {
  start_hand: (stand, { dealer }) => begun(stand, dealer),
  lay(stand, { player, card, cards }) {
    const down = cards ?? [card];
    return down.reduce(laid, turned(stand, player, down.length));
  },
  pass: (stand, { player }) => turned(stand, player, 0),
  show_hand: (stand) => stand,
  end_hand: (stand) => ({ ...stand, phase: "ended" }),
  take_penalty: (stand) => stand,
  settle_hand: (stand) => ({ ...stand, phase: "no_hand" }),
  void_hand: (stand) => ({ ...stand, phase: "no_hand" }),
};

/** The phases in which a command can be carried out, where it is only done in some. */
const BEGINS = {
  start_hand: ["no_hand"],
  end_hand: ["playing", "out"],
  settle_hand: ["ended"],
  take_penalty: ["ended"],
  void_hand: ["playing", "out", "ended"],
};

/** Whether a command has its time where the hand stands. */
export const hasItsTime = (stand, { do: word }) => !(word in BEGINS) || BEGINS[word].includes(stand.phase);

/** Whether a command takes the hand to another moment. */
export const movesTheHand = (command) => command.do in STEPS;

/** Commands of a hand name their player and their turn: what else another tablet does does not change what they mean. */
export const isOfTheHand = (command) => command.do in STEPS;

/** What commands that wait for the line will bring with them, in words. */
export const followsOf = (commands) =>
  commands.some((command) => ["end_hand", "settle_hand"].includes(command.do)) ? "What the hand proves and pays follows when the line is back." : "";

/** The stand after all that waits, from the state shown; null where a taking back reaches further than the page knows. */
export function standAfter(shown, commands) {
  const before = shown.standBefore ? JSON.parse(shown.standBefore) : null;
  return after(before, JSON.parse(shown.stand), commands, (now, command) => STEPS[command.do]?.(now, command) ?? now);
}
