// The tablet of a game that is played for points. A call is one touch. A hand is scored in a few touches, and what it
// comes to is shown before it is sent.

import { gettext } from "../../js/language.js";
import { all, byId, hide, notice, press, put, show, state, whenShown, write } from "../../js/screen.js";
import { nightOfPage, runTable } from "../../js/tablet.js";
import { nameOf } from "../../js/words.js";
import { argumentAt, positionAfter } from "../hands/forecast.js";
import { EntryHand, listed, looks, passesOf, playersOf, positionNow, seatTouch } from "../hands/hands.js";
import { Preview } from "../hands/preview.js";
import { isHigher } from "../hands/widgets.js";

/** Numbers of which any will do. */
const eitherOf = (numbers) =>
  numbers.length < 2 ? numbers.join("") : gettext("%(first)s or %(last)s", { first: numbers.slice(0, -1).join(", "), last: numbers.at(-1) });

const find = (selector) => document.querySelector(selector);
const actions = JSON.parse(byId("part-actions").dataset.actions);

/** What an argument of a command can be at a position, with the other arguments that are entered. */
const can = (position, word, argument, entered = {}) => argumentAt(actions[word].takes[argument], position, entered);

// ---- Bidding ----

/** The player who may make a call now; "" for nobody. */
const speaker = (position, word) => playersOf(word, position, actions)[0] ?? "";

/** Whose turn it is to call; "" where no bidding is on. */
const turnOf = ({ phase, waiting }) => (phase === "bidding" ? waiting[0] : "");

/** Whether a player may make a bid, or enter it as the outcome of the bidding. */
const mayBid = (position, word, player, bid) =>
  playersOf(word, position, actions).includes(player) && isHigher({ can: can(position, word, "bid", { player }) }, bid);

function passesWhile(position, goesOn) {
  const passes = [];
  let now = position;
  while (speaker(now, "pass") && goesOn(now)) {
    passes.push(...passesOf([speaker(now, "pass")]));
    now = positionAfter(now, passes.at(-1), actions);
  }
  return passes;
}

/** The passes of all who are still to call. */
const allPass = (position) => passesWhile(position, () => true);

const OTHER_CALLS = ["hold", "double", "redouble"];

/** The passes of the next players as long as they can only pass. */
function forcedPasses(position) {
  const mayOnlyPass = (now) => !OTHER_CALLS.some((word) => speaker(now, word)) && !now.bids.some((bid) => mayBid(now, "bid", turnOf(now), bid));
  return passesWhile(position, mayOnlyPass);
}

// ---- Scoring ----

const { takes: scoredBy } = actions.score_hand;
/** The arguments of a score besides tricks that must be entered. */
const needed = Object.keys(scoredBy).filter((name) => scoredBy[name].type === "Seat");

const without = (map, key) => Object.fromEntries(Object.entries(map).filter(([name]) => name !== String(key)));

/** The score of a hand as it is entered: tricks that add up, and the command that they make. */
class Scoring {
  #position;
  #hand;

  constructor(position, hand) {
    this.#position = position;
    this.#hand = hand;
  }

  /** The sides that have tricks of their own, by index: partners of the bidder count with the bidder. */
  get counted() {
    const { sides, partners } = this.#position;
    return [...sides.keys()].filter((side) => !sides[side].some((player) => partners.includes(player)));
  }

  /** The sides whose tricks are entered: of two, the bidder's only. */
  get enteredSides() {
    const { counted } = this;
    const { sides, bidder } = this.#position;
    return counted.length === 2 && bidder ? counted.filter((side) => sides[side].includes(bidder)) : counted;
  }

  get #open() {
    return this.counted.filter((side) => !(side in this.#hand.tricks));
  }

  /** How many tricks are not given to a side yet. */
  get rest() {
    return (scoredBy.tricks?.total ?? 0) - Object.values(this.#hand.tricks).reduce((sum, number) => sum + number, 0);
  }

  /** Tricks that follow for the open sides: the last side has the rest, and all have 0 where no trick is left. */
  get #follows() {
    const open = this.#open;
    const rest = this.rest;
    return open.length === 1 || rest === 0 ? Object.fromEntries(open.map((side) => [side, rest])) : {};
  }

  /** How many tricks each open side has if they share the rest equally; 0 where they cannot. */
  get each() {
    const { length } = this.#open;
    return length > 1 && this.rest % length === 0 ? this.rest / length : 0;
  }

  /** The tricks of every side, entered or implied. */
  get tricks() {
    return { ...this.#hand.tricks, ...this.#follows };
  }

  /** Whether a side may have this number of tricks, so that the total still adds up. */
  adds(side, number) {
    const { tricks } = this.#hand;
    if (this.counted.length === 2) return true;
    if (side in this.#follows && !(side in tricks)) return number === this.#follows[side];
    return number <= this.rest + (tricks[side] ?? 0);
  }

  /** Enter the tricks of a side; the same number twice clears it. */
  enter(side, number) {
    const { tricks } = this.#hand;
    const others = this.counted.length === 2 ? {} : without(tricks, side);
    this.#hand.tricks = tricks[side] === number ? others : { ...others, [side]: number };
  }

  /** Give each open side an equal share of the rest. */
  share() {
    this.#hand.tricks = { ...this.#hand.tricks, ...Object.fromEntries(this.#open.map((side) => [side, this.each])) };
  }

  get #missingTricks() {
    return "tricks" in scoredBy && this.counted.some((side) => !(side in this.tricks));
  }

  /** The tricks by player, a member for each side that has any; null while some are missing. */
  get #byPlayer() {
    const { sides } = this.#position;
    const taken = Object.entries(this.tricks).filter(([, number]) => number);
    return this.#missingTricks ? null : Object.fromEntries(taken.map(([side, number]) => [sides[side][0], number]));
  }

  /** What can be entered beside the tricks as they are entered, of what the keys have. */
  values({ name, argument }) {
    const { among = [], values = [] } = can(this.#position, "score_hand", argument, { tricks: this.#byPlayer });
    const able = (name === argument && values.length ? values : among).map(String);
    return [...all(`#part-layout [data-name="${name}"]`)].map(({ dataset }) => dataset.value).filter((value) => able.includes(value));
  }

  /** The entries besides tricks. Who alone can be meant is meant. */
  get facts() {
    const facts = { ...this.#hand.facts };
    for (const name of needed) {
      const able = this.values({ name, argument: name });
      if (able.length === 1) [facts[name]] = able;
      else if (!able.includes(facts[name])) delete facts[name];
    }
    return facts;
  }

  /** What is still missing, in words; "" where the hand can be scored. */
  get missing() {
    const { facts } = this;
    if (this.#missingTricks) return Object.keys(this.#hand.tricks).length ? gettext("%(tricks)s to come", { tricks: this.rest }) : gettext("Who took the tricks?");
    const open = needed.find((name) => !facts[name]);
    if (open) return find(`#part-layout [data-missing][data-argument="${open}"]`).dataset.missing;
    if (Boolean(facts.holder) !== Boolean(facts.honours)) return facts.holder ? gettext("How many honours?") : gettext("Whose honours?");
    return "";
  }

  /** The command that scores the hand; null while something is missing. */
  get command() {
    if (this.missing) return null;
    const { holder, honours, ...facts } = this.facts;
    const tricks = "tricks" in scoredBy && { tricks: this.#byPlayer };
    return { do: "score_hand", ...tricks, ...facts, ...(holder && { honours: { [holder]: Number(honours) } }) };
  }
}

// ---- The dealer's hand ----

/** An empty entry of a match or a hand. */
const emptyEntry = () => ({ plays: null, shape: "", bidder: "", doubled: 0, card: { open: false, rank: "", suit: "" }, tricks: {}, facts: {} });

class PadHand extends EntryHand {
  /** Whether only contracts are entered, without the calls; until touched again. */
  contractOnly = false;
  /** The moment of the table while the last hand is scored again; else "". */
  again = "";

  constructor(night) {
    super(night, ["contractOnly"], Object.keys(emptyEntry()));
    this.reset();
    this.restore();
  }

  reset() {
    Object.assign(this, emptyEntry());
    if (!this.drawer) this.player = null;
  }

  /** Enter a value by its name; the same value twice clears it. */
  enter(name, value) {
    const { [name]: before, ...facts } = this.facts;
    this.facts = before === value ? facts : { ...facts, [name]: value };
  }
}

// ---- What the page shows ----

/** The phases of a hand, whose keys the page has at any time. */
const AT_THE_TABLE = ["bidding", "joker", "partner", "playing"];

/** What is entered at a position: a hand, or the choices between hands. */
const subjectOf = ({ phase, round }) => (AT_THE_TABLE.includes(phase) ? String(round) : (phase ?? ""));


class Display {
  /** The position after pending commands; while the last hand is scored again, that before its score. */
  position = null;
  hand;
  /** The players of the match to begin, and its sides; null where the players make no valid sides. */
  starting = { players: [], sides: null };
  scoring = null;
  #preview;
  #waiting;

  /** `waiting` gives the pending commands, `renew` shows the page after a preview has arrived. */
  constructor(hand, waiting, renew) {
    this.hand = hand;
    this.#waiting = waiting;
    this.#preview = new Preview(renew);
  }

  /** Whether commands are pending. */
  get #waits() {
    return this.#waiting().length > 0;
  }

  /** Whether the last hand is being scored again. Not while commands are pending: they would be taken back for it. */
  get again() {
    return state().again === "yes" && this.hand.again === state().moment && !this.#waits;
  }

  /** What is due, by the names of the keys: "waits" for the server where only it knows what comes, or has the keys. */
  get due() {
    const { phase, spoken } = this.position;
    if (phase === "bidding") return !spoken && this.hand.contractOnly ? "contract" : phase;
    const isKnown = AT_THE_TABLE.includes(phase) || state().phase === phase;
    return phase && isKnown ? phase : "waits";
  }

  /** Whether a bid can be touched. */
  mayBid(bid) {
    const { position, due, hand } = this;
    return due === "contract" ? mayBid(position, "contract", hand.bidder, bid) : mayBid(position, "bid", turnOf(position), bid);
  }

  show() {
    this.position = this.again ? JSON.parse(state().positionBefore) : positionNow(this.#waiting(), actions);
    const { position, due } = this;
    this.hand.setSubject(subjectOf(position));
    for (const part of all("#part-turn [data-when]")) hide(part, part.dataset.when !== due);
    const phase = due === "contract" ? "bidding" : due;
    for (const pad of all("#part-layout [data-pad]")) hide(pad, !pad.dataset.pad.split(" ").includes(phase));
    hide(find("#part-layout .pad"), ![...all("#part-layout [data-pad]")].some((pad) => !pad.hidden));
    for (const part of all("#part-sheet [data-when]")) hide(part, position.phase !== "bidding" || position.spoken);
    const turn = due === "bidding" ? turnOf(position) : "";
    for (const seat of all("#part-players .seat[data-player]")) seat.classList.toggle("speaks", seat.dataset.player === turn);
    // The contract shown is that of the saved table.
    find("#part-pot .stands")?.toggleAttribute("hidden", this.#waits && AT_THE_TABLE.includes(position.phase));
    this.#showStarting();
    this.#showBidding(turn);
    this.#showPartners();
    this.#showScoring();
  }

  #showStarting() {
    const part = find("#part-layout .starting");
    if (!part || part.hidden) return;
    const plates = [...part.querySelectorAll("[data-player]")];
    const chosen = this.hand.plays ?? part.dataset.players.split(" ").filter(Boolean);
    const players = plates.map((plate) => plate.dataset.player).filter((player) => chosen.includes(player));
    const shapes = JSON.parse(part.dataset.shapes);
    const fitting = shapes.filter(([sides, size]) => sides * size === players.length);
    const [number] = fitting.find(([sides, size]) => this.hand.shape === `${sides}x${size}`) ?? fitting[0] ?? [0];
    const size = number && players.length / number;
    this.starting = { players, sides: number ? Array.from({ length: number }, (_, side) => players.filter((_player, at) => at % number === side)) : null };
    for (const plate of plates) {
      const at = players.indexOf(plate.dataset.player);
      put(plate, "aria-pressed", String(at >= 0));
      plate.dataset.of = at >= 0 && number ? at % number : "";
      const side = number && size > 1 ? gettext("side %(number)s", { number: (at % number) + 1 }) : gettext("plays");
      write(plate.querySelector(".of-side"), at < 0 ? gettext("sits out") : side);
    }
    press('#part-turn [data-touch="shape"]', (key) => key.dataset.shape === `${number}x${size}`);
    for (const key of all('#part-turn [data-touch="shape"]')) hide(key, fitting.length < 2 || !fitting.some(([sides, members]) => key.dataset.shape === `${sides}x${members}`));
    const counts = [...new Set(shapes.map(([sides, members]) => sides * members))].sort((a, b) => a - b);
    const alone = number > 2 ? gettext("%(players)s alone", { players: number }) : gettext("One against one");
    const shape = size > 1 ? gettext("%(sides)s sides of %(players)s", { sides: number, players: size }) : alone;
    write(byId("match-of"), number ? shape : gettext("Who plays?"));
    write(byId("match-asks"), number ? gettext("touch who sits out") : gettext("%(numbers)s play", { numbers: eitherOf(counts) }));
    byId("begin-match").disabled = !number;
  }

  #showBidding(turn) {
    const { position, due, hand } = this;
    for (const key of all('#part-layout [data-touch="bid"]')) key.disabled = !this.mayBid(JSON.parse(key.dataset.bid));
    const only = byId("contract-only");
    if (only) put(only, "aria-pressed", String(hand.contractOnly));
    press('#part-turn [data-touch="bidder"]', (key) => key.dataset.player === hand.bidder);
    press('#part-turn [data-touch="doubled"]', (key) => Number(key.dataset.doubled) === hand.doubled);
    const phase = find("#part-top .phase");
    write(phase, phase.dataset.words);
    if (due !== "bidding") return;
    for (const plate of all("#part-turn [data-speaks]")) hide(plate, plate.dataset.speaks !== turn);
    for (const key of all('#part-turn [data-touch="call"]')) key.disabled = !speaker(position, key.dataset.call);
    byId("all-pass").disabled = allPass(position).length < 2;
    write(phase, gettext("%(name)s speaks", { name: nameOf(turn) }));
  }

  #showPartners() {
    const { hand, position } = this;
    const part = find("#part-layout .partners");
    if (!part) return;
    const able = actions.name_partner.phases.includes(position.phase) ? can(position, "name_partner", "partners").among : [];
    hide(part, !able.length);
    for (const key of part.querySelectorAll('[data-touch="partner"]')) hide(key, !able.includes(key.dataset.player));
    press('#part-layout [data-touch="partner"]', (key) => position.partners?.includes(key.dataset.player));
    press('[data-touch="card-asked"]', () => hand.card.open);
    press('[data-touch="card-rank"]', (key) => key.dataset.rank === hand.card.rank);
    press('[data-touch="card-suit"]', (key) => key.dataset.suit === hand.card.suit);
    hide(part.querySelector(".called-card"), !hand.card.open);
    // There is room for only one of the two.
    if (hand.card.open) hide(find("#part-layout .scoring"), true);
  }

  #showScoring() {
    const { position, hand, again } = this;
    const plays = position.phase === "playing";
    this.scoring = plays ? new Scoring(position, hand) : null;
    const { scoring } = this;
    const score = byId("score");
    hide(score, !plays);
    // While a hand is scored again, its old score can be neither settled nor scored again.
    const won = position.phase === "won";
    for (const [id, hidden] of Object.entries({ "leave-again": !again, "take-back": again, again: again || this.#waits, won: !won, step: !won })) if (byId(id)) hide(byId(id), hidden);
    for (const key of all(".again-key")) key.disabled = this.#waits;
    const command = scoring?.command ?? null;
    // The server does not know a hand that is still pending.
    const html = this.#preview.of(this.#waits ? null : command, state().version, again);
    const comes = byId("comes");
    if (comes.innerHTML !== html) comes.innerHTML = html;
    if (again) write(find("#part-top .phase"), gettext("Scoring again"));
    if (!plays) return;
    this.#showTricks(scoring);
    const first = comes.querySelector(".comes")?.dataset.first ?? "";
    const refused = Boolean(comes.querySelector('.comes[data-refused="yes"]'));
    this.#showFacts(scoring, first);
    score.disabled = !command || refused || Boolean(first);
    write(score, again ? gettext("Score it") : gettext("Score"));
    const asks = first ? gettext("Who got there first?") : scoring.missing;
    write(byId("told-so-far"), this.#progress);
    write(byId("still-asked"), asks || gettext("Score the hand"));
    byId("clear").disabled = !Object.keys({ ...hand.tricks, ...hand.facts }).length;
    const each = byId("each");
    if (!each) return;
    hide(each, !scoring.each);
    write(each, gettext("%(tricks)s each", { tricks: scoring.each }));
  }

  get #progress() {
    const { bidder, bid } = this.position;
    if (!bidder) return this.again ? gettext("Scoring the hand again") : gettext("The hand is played");
    const key = [...all('#part-layout [data-touch="bid"]')].find(({ dataset }) => JSON.parse(dataset.bid) === bid);
    const name = nameOf(bidder);
    return key ? gettext("%(name)s plays %(bid)s", { name, bid: key.querySelector("b").textContent }) : gettext("%(name)s plays", { name });
  }

  #showTricks(scoring) {
    const { tricks, enteredSides } = scoring;
    for (const row of all("#part-layout .tricks")) {
      const side = Number(row.dataset.side);
      hide(row, !enteredSides.includes(side));
      const partners = this.position.sides[side].includes(this.position.bidder) ? this.position.partners : [];
      write(row.querySelector(".with"), partners.length ? gettext("with %(partners)s", { partners: listed(partners.map(nameOf)) }) : "");
      for (const key of row.querySelectorAll("[data-number]")) {
        const number = Number(key.dataset.number);
        key.disabled = !scoring.adds(side, number);
        put(key, "aria-pressed", String(tricks[side] === number));
      }
    }
  }

  #showFacts(scoring, first) {
    const { facts } = scoring;
    for (const key of all('#part-layout [data-touch="told"]')) {
      const { name, value } = key.dataset;
      const { argument } = key.closest("[data-argument]").dataset;
      put(key, "aria-pressed", String(facts[name] === value));
      key.disabled = name === "first" ? !(first || this.hand.facts.first) : !scoring.values({ name, argument }).includes(value);
    }
    const who = byId("who-was-first");
    if (!who) return;
    hide(who, !first && !this.hand.facts.first);
    for (const key of who.querySelectorAll("[data-value]")) hide(key, Boolean(first) && !first.split(" ").includes(key.dataset.value));
  }
}

// ---- Touches ----

const hand = new PadHand(nightOfPage());
/** Every command of the game moves it on, and names its player, so it means the same after anything another tablet does. */
const isOfTheGame = (command) => command.do in actions;
runTable(hand, { movesOn: isOfTheGame, survives: isOfTheGame, followsOf: () => "", looks }, pad);
show(hand);

/** The touches of the pad. */
function pad({ transport, drawer }) {
  const display = new Display(
    hand,
    () => transport.waiting,
    () => show(hand),
  );
  whenShown(() => display.show());

  const send = (command) => transport.send(() => command);

  /** Send a call, and the passes of the next players who can only pass. */
  function say(command) {
    const then = positionAfter(display.position, command, actions);
    for (const call of [command, ...forcedPasses(then)]) send(call);
  }

  function sendPartners(player) {
    const { rank, suit } = hand.card;
    const { partners } = display.position;
    const others = partners.filter((partner) => partner !== player);
    const named = others.length && others.length < partners.length ? others : [...others, player];
    hand.card = { open: false, rank: "", suit: "" };
    const { most } = can(display.position, "name_partner", "partners");
    send({ do: "name_partner", partners: named.slice(-most), ...(rank && { card: rank === "joker" ? rank : rank + suit }) });
  }

  return {
    touches: {
      player: seatTouch(hand, drawer),
      plays({ dataset: { player } }) {
        const { players } = display.starting;
        hand.plays = players.includes(player) ? players.filter((other) => other !== player) : [...players, player];
      },
      shape({ dataset: { shape } }) {
        hand.shape = shape;
      },
      "begin-match"() {
        const { sides } = display.starting;
        if (sides) send({ do: "start_match", sides });
      },
      bid({ dataset }) {
        const bid = JSON.parse(dataset.bid);
        if (display.due !== "contract") {
          say({ do: "bid", player: turnOf(display.position), bid });
          return;
        }
        const { bidder: player, doubled } = hand;
        send({ do: "contract", player, bid, ...(doubled && { doubled }) });
      },
      call: ({ dataset }) => say({ do: dataset.call, player: turnOf(display.position) }),
      "all-pass"() {
        for (const call of allPass(display.position)) send(call);
      },
      "contract-only"() {
        hand.contractOnly = !hand.contractOnly;
      },
      bidder({ dataset: { player } }) {
        hand.bidder = player;
      },
      doubled({ dataset }) {
        const doubled = Number(dataset.doubled);
        hand.doubled = hand.doubled === doubled ? 0 : doubled;
      },
      joker: ({ dataset: { player } }) => send({ do: "show_joker", ...(player && { player }) }),
      partner: ({ dataset: { player } }) => sendPartners(player),
      "card-asked"() {
        hand.card = { ...hand.card, open: !hand.card.open };
      },
      "card-rank"({ dataset: { rank } }) {
        hand.card = { ...hand.card, rank: hand.card.rank === rank ? "" : rank };
      },
      "card-suit"({ dataset: { suit } }) {
        hand.card = { ...hand.card, suit: hand.card.suit === suit ? "" : suit };
      },
      tricks: ({ dataset: { side, number } }) => display.scoring?.enter(Number(side), Number(number)),
      each: () => display.scoring?.share(),
      told({ dataset: { name, value } }) {
        hand.enter(name, value);
      },
      clear() {
        hand.tricks = {};
        hand.facts = {};
      },
      score() {
        const command = display.scoring?.command;
        if (!command) {
          notice(gettext("Enter what is missing first."));
          return;
        }
        if (display.again) send({ do: "void" });
        hand.again = "";
        send(command);
      },
      again() {
        hand.setSubject(subjectOf(JSON.parse(state().positionBefore)));
        hand.reset();
        hand.again = state().moment;
      },
      "leave-again"() {
        hand.again = "";
      },
    },
    quick: ["shape", "bidder"],
    escape() {
      hand.again = "";
      hand.reset();
    },
  };
}
