// The tablet of a table of hands: the widgets of the phase, the command that they enter, and the position after pending
// commands, by the game's forecasts. What can be entered comes with the page; no rule of a game is here.

import { gettext } from "../../js/language.js";
import { all, byId, hide, notice, put, show, state, whenShown, whisper, write } from "../../js/screen.js";
import { nightOfPage, runTable } from "../../js/tablet.js";
import { nameOf } from "../../js/words.js";
import { argumentAt } from "./forecast.js";
import { EntryHand, keysOfSheet, passesOf, pendingPosition, playersOf, seatTouch, showDealer, stepOf } from "./hands.js";
import { Preview } from "./preview.js";
import { WIDGETS, showPlates } from "./widgets.js";

const actions = JSON.parse(byId("part-actions").dataset.actions);

// ---- The dealer's hand ----

/** What is entered and not sent. */
class TableHand extends EntryHand {
  /** The dealer chosen for the next hand, where there is a choice; "" for the usual dealer. */
  dealer = "";
  /** The player whose seat was touched for the command that is entered; "" for the first who can be meant. */
  seat = "";
  /** The player for whom the command beside the main one is being entered; "" for nobody. */
  beside = "";
  /** How many chips a touch gives. */
  size = 1;
  /** What is entered, by argument. */
  entry = {};
  /** What the widgets of a game hold longer than an entry. */
  lasting = {};

  constructor(night) {
    super(night, ["size", "lasting"], ["entry"]);
    this.restore();
  }

  reset() {
    this.entry = {};
    this.beside = "";
    if (!this.drawer) this.player = null;
  }
}

// ---- What the page shows ----

const find = (selector) => document.querySelector(selector);
const has = (element, phase) => element.dataset.phases.split(" ").includes(phase);

class Display {
  /** The position after pending commands; that of the page where a take-back leaves it open. */
  position = null;
  /** Whether a pending take-back leaves the position open. */
  isOpen = false;
  #hand;
  #waiting;
  #send;
  #preview;

  /** `waiting` gives the pending commands, `renew` shows the page after a preview has arrived, `send` sends a widget's command. */
  constructor(hand, waiting, renew, send) {
    this.#hand = hand;
    this.#waiting = waiting;
    this.#send = send;
    this.#preview = new Preview(renew);
  }

  /** The keys of the turn in the position's phase, or in the phase that a touched seat brings back. */
  get #face() {
    const of = (phase) => [...all("#part-turn > [data-phases]")].find((face) => has(face, phase));
    const face = of(this.position.phase);
    return face?.dataset.reopens && this.#hand.seat ? of(face.dataset.reopens) : face;
  }

  get #phase() {
    return this.#face?.dataset.phases ?? "";
  }

  /** The word of the command that the phase's widgets enter; "" for none. */
  get word() {
    return this.#face?.dataset.do ?? "";
  }

  /** What an argument of a command can be, with the other arguments that are entered. */
  can(word, argument, entered = {}) {
    return argumentAt(actions[word].takes[argument], this.position, entered);
  }

  /** The players for whom a command can be entered now. */
  players(word) {
    return playersOf(word, this.position, actions);
  }

  /** Whether the outcome of a bidding is entered alone: a player is chosen before anybody has spoken. */
  get #isContract() {
    return Boolean(this.#hand.seat) && this.players("contract").includes(this.#hand.seat);
  }

  /** Whom the command is about: the player whose seat was touched, else the first who can be meant. */
  get player() {
    const { word } = this;
    const among = word ? this.players(word) : [];
    const isMeant = among.includes(this.#hand.seat) || this.#isContract;
    return isMeant ? this.#hand.seat : (among[0] ?? "");
  }

  /** Whether a touch of a player's seat says whom the command is about. */
  mayMean(player) {
    const { reopens } = this.#face?.dataset ?? {};
    const word = reopens ? find(`#part-turn [data-phases="${reopens}"]`).dataset.do : this.word;
    return Boolean(word) && this.players(word).includes(player);
  }

  /** What each widget of the phase stands in. */
  get widgets() {
    const { word, player, position } = this;
    const hand = this.#hand;
    const waiting = this.players("pass");
    return [...all("#part-layout [data-widget]")]
      .filter((element) => has(element, this.#phase))
      .map((element) => {
        const { widget, argument } = element.dataset;
        const can = word ? this.can(word, argument, { player }) : {};
        const speakers = [...this.players(word), ...this.players("contract")];
        return {
          element, widget, argument, can, hand, player, position, speakers, entry: hand.entry, isContract: this.#isContract,
          send: this.#send,
          before: this.#isContract ? [] : waiting.slice(0, waiting.indexOf(player)),
        };
      });
  }

  /** The command that is entered; null while something is missing. */
  get command() {
    const { word, player, widgets } = this;
    if (!word || widgets.some((at) => WIDGETS[at.widget].missing(at))) return null;
    const entered = Object.assign({}, ...widgets.map((at) => WIDGETS[at.widget].read(at)));
    for (const [name, argument] of Object.entries(actions[word].takes)) {
      if (argument.type === "Seat" && !(name in entered)) entered[name] = player;
      if (argument.type === "Choice" && !argument.optional && !(name in entered)) [entered[name]] = this.can(word, name).values;
    }
    return { do: word, ...entered };
  }

  /** The commands of a bid, by the player who speaks: the contract alone, or the passes before it and the bid. */
  bidding(bid) {
    const [{ player, before, isContract }] = this.widgets;
    return isContract ? [{ do: "contract", player, bid }] : [...passesOf(before), { do: "bid", player, bid }];
  }

  /** The passes of the player who speaks and of those before; of `everybody` who may still speak. */
  passing(everybody) {
    const [{ player, before }] = this.widgets;
    return passesOf(everybody ? this.players("pass") : [...before, player]);
  }

  /** Who cannot pay what is entered, by the preview. */
  get short() {
    return [...all("#coming [data-lacks]")].map(({ dataset }) => dataset.lacks);
  }

  show() {
    const known = pendingPosition(this.#waiting(), actions);
    this.isOpen = !known;
    this.position = known ?? JSON.parse(state().position);
    const { position } = this;
    const isAgain = this.#hand.seat ? "again" : "";
    this.#hand.setSubject(this.word ? [position.round, this.word, position.turns?.length, position.turn, this.player, isAgain].join(" ") : "");
    for (const part of all("#part-turn > [data-phases], #part-layout [data-phases]")) hide(part, !has(part, this.#phase));
    this.#showBeside();
    this.#showTurn();
    const { widgets, player, word } = this;
    const byPlates = widgets.find((at) => WIDGETS[at.widget].touched) ?? null;
    const isBetween = position.phase === "between";
    showPlates(byPlates, isBetween ? position.seated : position.players, isBetween ? "" : player || position.bidder);
    for (const seat of all("#part-players .seat[data-player]")) seat.classList.toggle("plays", Boolean(word) && seat.dataset.player === player);
    for (const at of widgets) WIDGETS[at.widget].show?.(at);
    this.#showSteps();
    this.#showPreview();
  }

  get #beside() {
    return find("#part-turn [data-beside]")?.dataset.beside ?? "";
  }

  #showBeside() {
    const { beside: player } = this.#hand;
    const { widgets } = this;
    const able = this.players(this.#beside).filter((player) => !widgets.some((at) => WIDGETS[at.widget].rulesOut?.(at, player)));
    if (!able.includes(this.#hand.beside)) this.#hand.beside = "";
    for (const key of all('#part-layout [data-touch="beside"]')) hide(key, !able.includes(key.dataset.player));
    const part = find("#part-turn [data-beside]");
    if (!part) return;
    hide(part, !player);
    if (!player) return;
    hide(this.#face, true);
    write(part.querySelector("strong"), nameOf(player));
  }

  #showTurn() {
    const face = this.#face;
    const { player, widgets, position } = this;
    if (!face) return;
    const about = player || position.bidder || "";
    for (const disc of face.querySelectorAll("[data-of]")) hide(disc, disc.dataset.of !== about);
    if (face.dataset.called) write(find("#part-top .phase"), face.dataset.called.replace("%(name)s", nameOf(about)));
    const prompt = widgets.map((at) => WIDGETS[at.widget].asks?.(at)).find((text) => text?.[1]) ?? [null, null];
    const plate = face.querySelector(".plate[data-asks]");
    if (plate) {
      write(plate.querySelector("strong"), prompt[0] ?? (about && nameOf(about)));
      write(plate.querySelector(".asks"), prompt[1] ?? plate.dataset.asks);
    }
    const send = face.querySelector(".send");
    if (!send) return;
    const missing = widgets.map((at) => WIDGETS[at.widget].missing(at)).find(Boolean) ?? "";
    const says = widgets.map((at) => WIDGETS[at.widget].sends?.(at)).find(Boolean);
    send.disabled = Boolean(missing);
    write(send, missing || says || send.dataset.sends.replace("%(name)s", nameOf(player)));
    const clear = face.querySelector('[data-touch="clear"]');
    if (clear) clear.disabled = !Object.values(this.#hand.entry).some((value) => (typeof value === "object" ? Object.keys(value ?? {}).length : value !== null));
  }

  /** The keys of the sheet: one that the position does not allow yet, or any more, sleeps. */
  #showSteps() {
    const { phase } = this.position;
    const isAhead = state().phase !== "between" || this.#waiting().some(({ do: word }) => word in actions);
    const nextWaits = phase === "between" && isAhead;
    for (const key of all("#part-sheet footer .primary[data-command]")) {
      const { phases } = actions[JSON.parse(key.dataset.command).do] ?? { phases: [phase] };
      put(key, "aria-disabled", phases.includes(phase) && !nextWaits ? null : "true");
    }
    const players = this.widgets.find(({ widget, element }) => widget === "players" && element.dataset.wins !== "yes");
    const chosen = players ? WIDGETS.players.read(players).players : [];
    if (players) this.#showDealers(chosen);
    showDealer(this.#hand.dealer);
    // The sheet lists the usual players only.
    const usual = players?.can.usual ?? [];
    const isUsual = chosen.length === usual.length && chosen.every((player) => usual.includes(player));
    if (!isUsual) for (const deal of all("#part-sheet [data-deal]")) hide(deal, true);
    hide(byId("next-waits"), !nextWaits);
  }

  /** Who may deal a hand of the players chosen, and the command that begins it with them. */
  #showDealers(players) {
    const everybody = this.position.sitting_in;
    const named = players.length === everybody.length && players.every((player) => everybody.includes(player)) ? {} : { players };
    const { fewest, most } = this.can("start_hand", "players");
    const isNumber = players.length >= fewest && players.length <= most;
    const dealers = isNumber ? this.can("start_hand", "dealer", { players }).among : [];
    for (const key of all('#part-turn [data-touch="dealer"]')) {
      const { players: before, ...command } = JSON.parse(key.dataset.command);
      key.dataset.command = JSON.stringify({ ...command, ...named });
      hide(key, !dealers.includes(key.dataset.player));
    }
    for (const line of all("#part-sheet .antes li")) hide(line, !players.includes(line.dataset.player));
    const key = find('#part-turn [data-touch="dealer"]');
    const step = key && stepOf(key);
    if (step) step.disabled = !dealers.length;
  }

  #showPreview() {
    const coming = byId("coming");
    if (!coming) return;
    const command = this.position.phase === "between" || this.#waiting().length ? null : this.command;
    const html = this.#preview.of(command, state().version);
    if (coming.innerHTML !== html) coming.innerHTML = html;
  }
}

// ---- Touches ----

/** Every command of the game moves it on, and names its player, so it means the same after anything another tablet does. */
const isOfTheGame = (command) => command.do in actions;

/** What a game's widgets say that pending commands will bring when the connection is back. */
const followsOf = (commands) => Object.values(WIDGETS).map(({ follows }) => follows?.(commands)).find(Boolean) ?? "";

const hand = new TableHand(nightOfPage());
runTable(hand, { movesOn: isOfTheGame, survives: isOfTheGame, followsOf, looks }, table);
show(hand);

/** The touches of the widgets. A key belongs to the widget in which it stands, else to the one that has such keys. */
function touchesOfWidgets(display) {
  const widgetOf = (key, kind) =>
    display.widgets.find(({ element }) => element.contains(key)) ?? display.widgets.find(({ widget }) => kind in (WIDGETS[widget].touches ?? {}));
  const kinds = [...new Set(Object.values(WIDGETS).flatMap(({ touches = {} }) => Object.keys(touches)))];
  const touching = (kind) => (key) => {
    const at = widgetOf(key, kind);
    if (at) WIDGETS[at.widget].touches[kind](at, key);
  };
  return Object.fromEntries(kinds.map((kind) => [kind, touching(kind)]));
}

/** The touches on a table of the past: they choose a player, whose hand is shown, or the dealer of the next hand. */
function looks(own, drawer) {
  const display = new Display(own, () => [], () => {}, () => {});
  whenShown(() => display.show());
  const { who } = touchesOfWidgets(display);
  return {
    ...(who && { who }),
    player: seatTouch(own, drawer),
    dealer(key) {
      own.dealer = key.dataset.player;
    },
  };
}

function table({ transport, drawer }) {
  const display = new Display(hand, () => transport.waiting, () => show(hand), send);
  whenShown(() => display.show());

  /** A player's seat or plate was touched: a widget takes it, or the command is about them. False where neither applies. */
  function touched(player) {
    hand.beside = "";
    if (display.widgets.some((at) => WIDGETS[at.widget].touched?.(at, player))) return true;
    if (!display.mayMean(player) || display.player === player) return false;
    hand.seat = player;
    return true;
  }

  function say(commands) {
    hand.seat = "";
    for (const command of commands) transport.send(() => command);
  }

  /** Send the command of a widget; not while a take-back leaves open what it would mean. */
  function send(command) {
    hand.seat = "";
    if (display.isOpen) whisper(gettext("Take back is not saved yet. Touch it again when it is."));
    else transport.send(() => command);
  }

  return {
    touches: {
      ...touchesOfWidgets(display),
      player: seatTouch(hand, drawer, touched),
      plate: (key) => touched(key.dataset.player),
      bid: ({ dataset: { bid } }) => say(display.bidding(bid)),
      pass: () => say(display.passing(false)),
      rest: () => say(display.passing(true)),
      beside(key) {
        hand.beside = key.dataset.player;
      },
      chosen({ dataset }) {
        const { beside: player } = hand;
        hand.beside = "";
        transport.send(() => ({ do: dataset.do, player, [dataset.argument]: dataset.value }));
      },
      clear() {
        const removing = display.widgets.find((at) => WIDGETS[at.widget].off);
        if (removing) WIDGETS[removing.widget].off(removing);
        else hand.entry = {};
      },
      send() {
        const { command, short } = display;
        if (!command) {
          notice(gettext("Enter what is missing first."));
          return;
        }
        // A refusal offers to sell checks to this player.
        [hand.player = null] = short;
        hand.seat = "";
        transport.send(() => command);
      },
      ...keysOfSheet(hand, transport),
      command(key) {
        hand.seat = "";
        keysOfSheet(hand, transport).command(key);
      },
    },
    quick: ["rank", "off", "chips", "size", "ten", "unit", "dealer", "who"],
    asleep: (key) => key.dataset.touch === "rank" && notice(WIDGETS.cards.asleep(display.widgets.find(({ widget }) => widget === "cards"))),
    describe({ dataset: { touch: kind, player } }) {
      const counts = kind === "plate" && display.widgets.some(({ widget }) => widget === "tricks");
      return counts && gettext("%(name)s’s trick. For another trick of theirs touch again", { name: nameOf(player) });
    },
    escape() {
      hand.beside = "";
      hand.seat = "";
      for (const at of display.widgets) WIDGETS[at.widget].escape?.(at);
    },
  };
}
