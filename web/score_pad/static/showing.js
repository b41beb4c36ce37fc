// What the dealer may touch next at a match, shown: who plays, who speaks and what they may say, tricks that add up.
// Reckoned with all that still waits to be saved.

import { allPass, mayBid, maySay, turnOf } from "./bidding.js";
import { Coming } from "./coming.js";
import { Scoring } from "./scoring.js";
import { Reckoned } from "../hands/reckoned.js";
import { all, byId, hide, press, put, state, write } from "../../js/screen.js";

const nameOf = (player) => byId(`seat-${player}`)?.dataset.name ?? player;
const find = (selector) => document.querySelector(selector);

export class Showing extends Reckoned {
  /** Who plays a match that is to begin, its sides, and the shape that they make. */
  starting = { players: [], sides: null };
  scoring = null;
  #coming;

  #waits;

  /** `waits` says whether commands wait to be saved, `renew` shows what an answer brings. */
  constructor(hand, standNow, waits, renew) {
    super(hand, standNow);
    this.#waits = waits;
    this.#coming = new Coming(renew);
  }

  /** Whether the hand that was scored last is being scored again: not over what waits, which would be taken back for it. */
  get again() {
    return state().again === "yes" && this.hand.again === state().moment && !this.#waits();
  }

  /** What is due, as the keys have it. */
  get due() {
    const { phase, spoken } = this.stand;
    return phase === "bidding" && !spoken && this.hand.contractOnly ? "contract" : phase;
  }

  /** What the hand is scored by. */
  get #asks() {
    return find(".scoring")?.dataset.asks.split(" ") ?? [];
  }

  /** Whether a bid may be touched. */
  mayBid(bid) {
    const { stand, due, hand } = this;
    if (due === "contract") return Boolean(hand.bidder) && mayBid(stand, bid, hand.bidder);
    return due === "bidding" && mayBid(stand, bid);
  }

  show() {
    this.reckon();
    if (this.again) this.stand = JSON.parse(state().standBefore);
    const { stand, due } = this;
    this.hand.about(stand.hand || stand.phase);
    for (const part of all("#part-turn [data-when]")) hide(part, part.dataset.when !== due);
    for (const pad of all("#part-layout [data-pad]")) hide(pad, !pad.dataset.pad.split(" ").includes(stand.phase));
    hide(find("#part-layout .pad"), ![...all("#part-layout [data-pad]")].some((pad) => !pad.hidden));
    for (const part of all("#part-sheet [data-when]")) hide(part, stand.phase !== "bidding" || stand.spoken);
    const turn = due === "bidding" ? turnOf(stand) : "";
    for (const seat of all("#part-players .seat[data-player]")) seat.classList.toggle("speaks", seat.dataset.player === turn);
    // What is said of the contract is of the table as it was saved.
    find("#part-pot .stands")?.toggleAttribute("hidden", this.#waits() && stand.hand !== "");
    this.#showStarting();
    this.#showBidding(turn);
    this.#showPartners();
    this.#showScoring();
  }

  #showStarting() {
    const part = find("#part-layout .starting");
    if (!part || part.hidden) return;
    const plates = [...part.querySelectorAll("[data-player]")];
    const asked = this.hand.plays ?? part.dataset.players.split(" ").filter(Boolean);
    const players = plates.map((plate) => plate.dataset.player).filter((player) => asked.includes(player));
    const shapes = JSON.parse(part.dataset.shapes);
    const fitting = shapes.filter(([sides, size]) => sides * size === players.length);
    const [number] = fitting.find(([sides, size]) => this.hand.shape === `${sides}x${size}`) ?? fitting[0] ?? [0];
    const size = number && players.length / number;
    this.starting = { players, sides: number ? Array.from({ length: number }, (_, side) => players.filter((_one, at) => at % number === side)) : null };
    for (const plate of plates) {
      const at = players.indexOf(plate.dataset.player);
      put(plate, "aria-pressed", String(at >= 0));
      plate.dataset.of = at >= 0 && number ? at % number : "";
      write(plate.querySelector(".of-side"), at < 0 ? "sits out" : number && size > 1 ? `side ${(at % number) + 1}` : "plays");
    }
    press('#part-turn [data-touch="shape"]', (key) => key.dataset.shape === `${number}x${size}`);
    for (const key of all('#part-turn [data-touch="shape"]')) hide(key, fitting.length < 2 || !fitting.some(([sides, one]) => key.dataset.shape === `${sides}x${one}`));
    const counts = [...new Set(shapes.map(([sides, one]) => sides * one))].sort((one, other) => one - other);
    write(byId("match-of"), number ? (size > 1 ? `${number} sides of ${size}` : number > 2 ? `${number} alone` : "One against one") : "Who plays?");
    write(byId("match-asks"), number ? "touch who sits out" : `${counts.join(", ").replace(/, (\d+)$/, " or $1")} play`);
    byId("begin-match").disabled = !number;
  }

  #showBidding(turn) {
    const { stand, due, hand } = this;
    for (const key of all('#part-layout [data-touch="bid"]')) key.disabled = !this.mayBid(JSON.parse(key.dataset.bid));
    const only = byId("contract-only");
    if (only) put(only, "aria-pressed", String(hand.contractOnly));
    press('#part-turn [data-touch="bidder"]', (key) => key.dataset.player === hand.bidder);
    press('#part-turn [data-touch="doubled"]', (key) => Number(key.dataset.doubled) === hand.doubled);
    const phase = find("#part-top .phase");
    write(phase, phase.dataset.words);
    if (due !== "bidding") return;
    for (const plate of all("#part-turn [data-speaks]")) hide(plate, plate.dataset.speaks !== turn);
    for (const key of all('#part-turn [data-touch="call"]')) key.disabled = !maySay(stand, key.dataset.call);
    byId("all-pass").disabled = allPass(stand).length < 2;
    write(phase, `${nameOf(turn)} speaks`);
  }

  #showPartners() {
    const { hand, stand } = this;
    const part = find("#part-layout .partners");
    if (!part) return;
    press('#part-layout [data-touch="partner"]', (key) => stand.partners?.includes(key.dataset.player));
    press('[data-touch="card-asked"]', () => hand.card.asked);
    press('[data-touch="card-rank"]', (key) => key.dataset.rank === hand.card.rank);
    press('[data-touch="card-suit"]', (key) => key.dataset.suit === hand.card.suit);
    hide(part.querySelector(".called-card"), !hand.card.asked);
    // There is room for one of the two.
    if (hand.card.asked) hide(find("#part-layout .scoring"), true);
  }

  #showScoring() {
    const { stand, hand, again } = this;
    const plays = stand.phase === "playing";
    this.scoring = plays ? new Scoring(stand, hand, this.#asks) : null;
    const { scoring } = this;
    const score = byId("score");
    hide(score, !plays);
    // What the hand had come to is not settled while it is scored again, nor a second time.
    const won = stand.phase === "won";
    for (const [id, hidden] of Object.entries({ "leave-again": !again, "take-back": again, again: again || this.#waits(), won: !won, step: !won })) if (byId(id)) hide(byId(id), hidden);
    for (const key of all(".again-key")) key.disabled = this.#waits();
    const command = scoring?.command ?? null;
    // The server knows of no hand that waits to be saved.
    const html = this.#coming.of(this.#waits() ? null : command, again, state().version);
    const comes = byId("comes");
    if (comes.innerHTML !== html) comes.innerHTML = html;
    if (again) write(find("#part-top .phase"), "It is scored again");
    if (!plays) return;
    this.#showTricks(scoring);
    const first = comes.querySelector(".comes")?.dataset.first ?? "";
    const refused = Boolean(comes.querySelector('.comes[data-refused="yes"]'));
    this.#showTold(scoring, first);
    score.disabled = !command || refused || Boolean(first);
    write(score, again ? "Score it so" : "Score");
    const asks = first ? "Who got there first?" : scoring.missing;
    write(byId("told-so-far"), this.#toldSoFar);
    write(byId("still-asked"), asks || "Score the hand");
    byId("clear").disabled = !Object.keys({ ...hand.tricks, ...hand.told }).length;
    const each = byId("each");
    if (!each) return;
    hide(each, !scoring.each);
    write(each, `${scoring.each} each`);
  }

  get #toldSoFar() {
    const { bidder, bid } = this.stand;
    if (!bidder) return this.again ? "The hand is scored again" : "The hand is played";
    const key = [...all('#part-layout [data-touch="bid"]')].find((one) => JSON.parse(one.dataset.bid) === bid);
    return `${nameOf(bidder)} plays${key ? ` ${key.querySelector("b").textContent}` : ""}`;
  }

  #showTricks(scoring) {
    const { tricks, asked } = scoring;
    for (const row of all("#part-layout .tricks")) {
      const side = Number(row.dataset.side);
      hide(row, !asked.includes(side));
      const partners = this.stand.sides[side].includes(this.stand.bidder) ? this.stand.partners : [];
      write(row.querySelector(".with"), partners.length ? `with ${partners.map(nameOf).join(", ")}` : "");
      for (const key of row.querySelectorAll("[data-number]")) {
        const number = Number(key.dataset.number);
        key.disabled = !scoring.adds(side, number);
        put(key, "aria-pressed", String(tricks[side] === number));
      }
    }
  }

  #showTold(scoring, first) {
    const { told } = scoring;
    for (const key of all('#part-layout [data-touch="told"]')) {
      const { name, value, side } = key.dataset;
      put(key, "aria-pressed", String(told[name] === value));
      key.disabled = name === "first" ? !(first || this.hand.told.first) : side !== undefined && !scoring.may(name, side);
    }
    const who = byId("who-was-first");
    if (!who) return;
    hide(who, !first && !this.hand.told.first);
    for (const key of who.querySelectorAll("[data-value]")) hide(key, Boolean(first) && !first.split(" ").includes(key.dataset.value));
  }
}
