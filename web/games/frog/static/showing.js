// What the dealer may touch next at a Frog table, shown: who plays and deals, who speaks and what they may bid, what the
// bidder's points pay. Reckoned with all that still waits to be saved.

import { passesBefore, passesOf } from "../hands/bidding.js";
import { showDealer, stepOf } from "../hands/dealing.js";
import { Reckoned } from "../hands/reckoned.js";
import { dollars } from "../../js/words.js";
import { all, byId, hide, press, put, state, write } from "../../js/screen.js";
import { addUp, dealersOf, mayBid, overHalf, stageOf, wonWith } from "./stand.js";

const FEWEST = 3;
const MOST = 4;
const signed = (chips) => (chips > 0 ? `+${chips}` : chips < 0 ? `−${-chips}` : "0");
const counted = (many, what) => `${many} ${what}${many === 1 ? "" : "s"}`;
const seatOf = (player) => byId(`seat-${player}`);
const nameOf = (player) => seatOf(player).dataset.name;

export class Showing extends Reckoned {
  /** Whether the last hand is scored again, in its place: the stand is that before it was scored. */
  isAgain = false;
  #waits;

  /** `waits` says whether commands wait to be saved. */
  constructor(hand, standNow, waits) {
    super(hand, standNow);
    this.#waits = waits;
  }

  reckon() {
    super.reckon();
    // What waits would be taken back for it.
    this.isAgain = !this.#waits() && !this.stand.on && Boolean(byId("again")) && this.hand.again === state().moment;
    if (this.isAgain) this.stand = JSON.parse(state().standBefore);
    return this.stand;
  }

  get stage() {
    return stageOf(this.stand);
  }

  /** Who is to play the next hand. */
  get plays() {
    return (this.hand.plays ?? this.stand.plays).filter((player) => this.stand.seated.includes(player));
  }

  /** Whether a player may be asked to play the next hand, or not to. */
  mayChange(player) {
    return this.stand.seated.length > FEWEST && (this.plays.includes(player) || this.plays.length < MOST);
  }

  /** Whether only the outcome of the bidding is entered. */
  get isContract() {
    return Boolean(this.hand.speaker) && !this.stand.bidding.calls.length;
  }

  /** Who is spoken for. */
  get speaker() {
    return this.hand.speaker || this.stand.bidding.waiting[0];
  }

  /** Whether a player can be spoken for: the contract's may be anybody's, later calls are theirs who are yet asked. */
  maySpeak(player) {
    const { order, waiting, calls } = this.stand.bidding;
    return (calls.length ? waiting : order).includes(player);
  }

  /** What a bid has sent: the contract, or the passes of those who did not speak before, and the bid. */
  bidding(bid) {
    const player = this.speaker;
    return this.isContract ? [{ do: "contract", player, bid }] : [...passesBefore(this.stand.bidding, player), { do: "bid", player, bid }];
  }

  /** What a pass has sent. */
  get passing() {
    return [...passesBefore(this.stand.bidding, this.speaker), ...passesOf([this.speaker])];
  }

  /** What each player would win with the points told, in chips; nothing while they are not. */
  get won() {
    return this.stage === "playing" && this.hand.points !== null ? wonWith(this.stand, this.hand.points) : {};
  }

  /** What a player won when the hand was scored that is scored again, in chips. */
  was(player) {
    return this.isAgain ? Number(document.querySelector(`#pays [data-player="${CSS.escape(player)}"]`).dataset.was) : 0;
  }

  /** What a player lacks of what they would lose, in cents. */
  lacks(player) {
    return Math.max(0, (this.was(player) - (this.won[player] ?? 0)) * this.stand.chip - Number(seatOf(player)?.dataset.checks ?? 0));
  }

  /** Who has not got what they would lose. */
  get short() {
    return Object.keys(this.won).filter((player) => this.lacks(player));
  }

  /** The command that scores the hand; null while the points are not told. */
  get scored() {
    const { points, trump } = this.hand;
    return points === null ? null : { do: "score_hand", points, ...(trump ? { trump } : {}) };
  }

  show() {
    const { on, round } = this.reckon();
    this.showSteps();
    if (byId("again")) hide(byId("again"), this.#waits());
    this.hand.about(on ? String(round) : "");
    const { stage } = this;
    if (stage === "bidding" && this.hand.speaker && !this.maySpeak(this.hand.speaker)) this.hand.speaker = "";
    for (const part of all("#part-turn [data-when], #part-layout [data-when]")) hide(part, !part.dataset.when.split(" ").includes(stage));
    for (const plate of all("#part-layout [data-plate]")) this.#showPlate(plate, stage);
    if (stage === "between") this.#showDeal();
    else this.#showTurn(stage);
    if (stage === "bidding") this.#showBids();
    this.#showPoints(stage);
    this.#showPays();
    for (const seat of all("#part-players .seat[data-player]")) seat.classList.toggle("short", this.short.includes(seat.dataset.player));
  }

  #showPlate(plate, stage) {
    const { plate: player } = plate.dataset;
    const { stand, hand } = this;
    const key = plate.querySelector(".plate-key");
    hide(plate, stage !== "between" && !stand.bidding.order.includes(player));
    if (plate.hidden) return;
    const [says, tells] = stage === "between" ? this.#part(player) : stage === "bidding" ? this.#call(player) : this.#result(player);
    write(key.querySelector(".plate-says"), says);
    write(key.querySelector(".plate-tells"), tells);
    key.disabled = stage === "between" ? !this.mayChange(player) : stage === "playing" || !this.maySpeak(player);
    const pressed = stage === "between" ? this.plays.includes(player) : stage === "bidding" && hand.speaker === player;
    put(key, "aria-pressed", String(pressed));
    plate.className = stage === "bidding" && this.speaker === player ? "speaks" : stage === "playing" && stand.bidding.bidder === player ? "bidder" : tells.startsWith("−") ? "loses" : tells.startsWith("+") ? "wins" : "";
  }

  #part(player) {
    if (!this.plays.includes(player)) return ["sits out", ""];
    const [dealer] = this.#dealers;
    return [player !== dealer ? "plays" : this.plays.length === MOST ? "deals, sits out" : "deals, plays", ""];
  }

  #call(player) {
    const said = this.stand.bidding.calls.findLast(([one]) => one === player)?.[1] ?? "";
    return [this.speaker === player ? (this.isContract ? "plays…" : "speaks") : "", said];
  }

  #result(player) {
    const { bid, bidder } = this.stand.bidding;
    const chips = this.won[player];
    return [player === bidder ? `plays ${bid}` : "against", chips === undefined ? "" : signed(chips)];
  }

  /** Who may deal the next hand, the one chosen first. */
  get #dealers() {
    const found = dealersOf(this.stand, this.plays);
    return found.includes(this.hand.dealer) ? [this.hand.dealer, ...found] : found;
  }

  #showDeal() {
    const found = dealersOf(this.stand, this.plays);
    const isEverybody = this.plays.length === this.stand.in.length && this.plays.every((player) => this.stand.in.includes(player));
    const named = isEverybody ? {} : { players: this.plays };
    for (const key of all('#part-turn [data-touch="dealer"]')) {
      const { players, ...command } = JSON.parse(key.dataset.command);
      key.dataset.command = JSON.stringify({ ...command, ...named });
      hide(key, !found.includes(key.dataset.player));
    }
    hide(byId("who-deals"), !found.length);
    hide(byId("too-few"), found.length > 0);
    // While too few sit there is none.
    const key = document.querySelector('#part-turn [data-touch="dealer"]');
    const step = key && stepOf(key);
    if (step) step.disabled = !found.length;
    showDealer(this.hand.dealer);
  }

  #showTurn(stage) {
    const { bidding } = this.stand;
    const about = stage === "bidding" ? this.speaker : bidding.bidder;
    for (const plate of all("#part-turn .plate[data-player]")) {
      hide(plate, plate.dataset.player !== about);
      write(plate.querySelector("span"), stage === "bidding" ? this.#asks() : this.#tells());
    }
    byId("pass").disabled = this.isContract;
    const rest = byId("rest");
    rest.disabled = this.isContract;
    write(rest, bidding.bid ? "The rest pass" : "All pass");
    byId("score").disabled = !this.scored;
    write(byId("score"), this.isAgain ? "Score again" : "Score");
    hide(byId("leave-again"), !this.isAgain);
  }

  #asks() {
    if (this.isContract) return "plays it alone: touch the bid";
    const passed = passesBefore(this.stand.bidding, this.speaker);
    return passed.length ? `speaks; ${passed.map(({ player }) => nameOf(player)).join(" and ")} passed` : "speaks: bids or passes";
  }

  #tells() {
    const { points } = this.hand;
    const { bid } = this.stand.bidding;
    return points === null ? `plays ${bid}: touch their points` : `plays ${bid}: ${counted(points, "point")}, ${overHalf(points)}`;
  }

  #showBids() {
    for (const key of all("#part-layout .bid-key")) key.disabled = !mayBid(this.stand, key.dataset.bid);
  }

  #showPoints(stage) {
    const { tens, units, trump } = this.hand;
    for (const key of all("#part-layout .units .point-key")) key.disabled = tens === null || !addUp(tens, Number(key.dataset.unit));
    press('#part-layout [data-touch="ten"]', (key) => Number(key.dataset.ten) === tens);
    press('#part-layout [data-touch="unit"]', (key) => tens !== null && Number(key.dataset.unit) === units);
    press('#part-layout [data-touch="trump"]', (key) => key.dataset.suit === trump);
    const chooses = stage === "playing" && this.stand.bidding.bid === this.stand.suits;
    for (const key of all('#part-layout [data-touch="trump"]')) hide(key, !chooses);
    write(document.querySelector("#part-layout .trumps p"), chooses ? "Trumps" : "♥ are trumps");
  }

  #showPays() {
    const { won } = this;
    const list = byId("pays");
    if (!list) return;
    hide(list, !Object.keys(won).length);
    for (const line of list.children) {
      const { player } = line.dataset;
      hide(line, !(player in won));
      if (!line.hidden) this.#showPaid(line, player, won[player]);
    }
  }

  #showPaid(line, player, chips) {
    const { chip, bidding } = this.stand;
    const way = chips < 0 ? "pays" : "has";
    write(line.querySelector(".to"), !chips ? "has nothing" : player === bidding.bidder ? `${way} in all` : `${way}${chips < 0 ? "" : " of"} ${nameOf(bidding.bidder)}`);
    const [sum, amount] = line.querySelector(".sum").children;
    write(sum, chips ? counted(Math.abs(chips), "chip") : "");
    write(amount, this.isAgain ? `${signed(chips - this.was(player))} to before` : chips ? dollars(Math.abs(chips) * chip) : "");
    const lacks = line.querySelector(".lacks");
    const cents = Math.ceil(this.lacks(player) / chip) * chip;
    hide(lacks, !cents);
    write(lacks.querySelector("b"), dollars(cents));
    const buy = lacks.querySelector("button");
    buy.dataset.else = cents;
    write(buy, `Buy ${dollars(cents)}`);
    put(buy, "aria-label", `Sell ${nameOf(player)} checks for ${dollars(cents)}`);
  }
}
