// What the dealer may touch next at a Five in One table, shown: the part that is due and what is said of it so far.
// Reckoned with all that still waits to be saved.

import { showDealer } from "../hands/dealing.js";
import { Reckoned } from "../hands/reckoned.js";
import { all, byId, hide, press, put, write } from "../../js/screen.js";
import { hitsOf, partDue } from "./stand.js";

const OF_A_RANK = 4;
const signed = (chips) => (chips > 0 ? `+${chips}` : chips < 0 ? `−${-chips}` : "0");
const counted = (many, what) => `${many} ${what}${many === 1 ? "" : "s"}`;
const nameOf = (player) => byId(`seat-${player}`).dataset.name;
const numberOf = (rank) => Number(byId(`card-${rank}`).dataset.number);

export class Showing extends Reckoned {
  /** What the part that is due is told by: "chips", "winners", "cards"; "" while no round is on. */
  get asked() {
    return partDue(this.stand)[1];
  }

  /** What the chips that are told still lack of nothing. */
  get rest() {
    return -this.stand.players.reduce((sum, player) => sum + this.hand.chipsOf(player), 0);
  }

  /** What each player would win by what is told, as far as it is plain; a tie is left to the rules. */
  get won() {
    const { players, pays, dealer } = this.stand;
    const { winners, cards } = this.hand;
    const others = (lucky, each) => Object.fromEntries(players.map((player) => [player, lucky.includes(player) ? each * (players.length - 1) : -each]));
    if (this.asked === "chips") return Object.fromEntries(players.map((player) => [player, this.hand.chipsOf(player)]));
    if (this.asked === "winners") return others(winners, pays.winners);
    return this.asked === "cards" ? others([dealer], pays.cards * hitsOf(cards, numberOf)) : {};
  }

  /** Who has not got what they would lose, in the order of the table. */
  get short() {
    const { won } = this;
    return this.stand.players.filter((player) => -won[player] * this.stand.chip > Number(byId(`seat-${player}`)?.dataset.checks ?? 0));
  }

  /** The command that tells of the part; null while something is missing. */
  get command() {
    const { chips, winners, cards } = this.hand;
    const [part, asked] = partDue(this.stand);
    if (asked === "chips") return this.rest ? null : { do: "part_result", part, chips: Object.fromEntries(Object.entries(chips).filter(([, one]) => one)) };
    if (asked === "winners") return winners.length ? { do: "cold_hand", winners } : null;
    return cards.length === this.#places.length ? { do: "consolation", cards } : null;
  }

  get #places() {
    return [...all("#part-layout .turned > li")];
  }

  /** Whether a rank can be turned next. */
  mayTurn(rank) {
    const { cards } = this.hand;
    return this.asked === "cards" && cards.length < this.#places.length && cards.filter((one) => one === rank).length < OF_A_RANK;
  }

  show() {
    this.reckon();
    this.showSteps();
    const { stand, asked } = this;
    this.hand.about(stand.on ? `${stand.round}.${stand.turn}` : "");
    for (const part of all("#part-turn [data-when]")) hide(part, (part.dataset.when === "on") !== stand.on);
    for (const face of all("#part-layout [data-asked]")) hide(face, (face.dataset.asked === "cards") !== (asked === "cards"));
    showDealer(this.hand.dealer);
    this.#showParts();
    this.#showPlates();
    this.#showCards();
    this.#showTurn();
    const { short } = this;
    for (const seat of all("#part-players .seat[data-player]")) seat.classList.toggle("short", short.includes(seat.dataset.player));
  }

  #showParts() {
    for (const [at, part] of [...all("#part-layout .parts > li")].entries()) {
      const due = this.stand.on && at === this.stand.turn;
      const paid = this.stand.on ? at < this.stand.turn : part.classList.contains("paid");
      part.className = due ? "due" : paid ? "paid" : "to-come";
      write(part.querySelector("i"), paid ? "✓" : at + 1);
      if (due) part.setAttribute("aria-current", "step");
      else part.removeAttribute("aria-current");
    }
  }

  #showPlates() {
    const { asked } = this;
    for (const plate of all("#part-layout [data-plate]")) {
      const { plate: player } = plate.dataset;
      const chips = this.hand.chipsOf(player);
      const wins = asked === "winners" && this.hand.winners.includes(player);
      const key = plate.querySelector(".plate-key");
      key.disabled = !asked || (asked === "chips" && !this.rest);
      put(key, "aria-pressed", String(wins));
      write(plate.querySelector(".chips-told"), wins ? "wins" : asked === "chips" && chips ? signed(chips) : "");
      plate.classList.toggle("loses", asked === "chips" && chips < 0);
      for (const step of plate.querySelectorAll('[data-touch="chips"]')) hide(step, asked !== "chips");
    }
  }

  #showCards() {
    const { cards } = this.hand;
    for (const [at, place] of this.#places.entries()) {
      const rank = cards[at] ?? "";
      write(place.querySelector("b"), rank);
      place.classList.toggle("hit", rank !== "" && numberOf(rank) === at + 1);
      place.classList.toggle("next", at === cards.length);
    }
    for (const key of all("#part-layout .turn-card")) key.disabled = !this.mayTurn(key.dataset.rank);
  }

  #showTurn() {
    if (!this.stand.on) return;
    const [part, asked] = partDue(this.stand);
    const { chips, winners, cards } = this.hand;
    write(byId("part-due"), document.querySelector(`#part-layout [data-part="${part}"] b`).textContent);
    write(byId("part-asks"), this.#asks(asked));
    hide(document.querySelector("#part-turn .sizes"), asked !== "chips");
    press('#part-turn [data-touch="size"]', (key) => Number(key.dataset.size) === this.hand.size);
    const clear = byId("clear");
    write(clear, asked === "cards" ? "Take it off" : "Clear");
    clear.disabled = !(winners.length || cards.length || Object.values(chips).some(Boolean));
    const next = byId("next");
    next.disabled = !this.command;
    write(next, this.#next(asked));
  }

  #asks(asked) {
    const { cards } = this.hand;
    if (asked === "winners") return "touch who wins; several where it is tied";
    if (asked === "cards") return cards.length < this.#places.length ? `touch the card turned at ${cards.length + 1}` : `${nameOf(this.stand.dealer)} has ${counted(hitsOf(cards, numberOf), "hit")}`;
    return this.rest ? `the sum is ${signed(-this.rest)}; touch who has the rest` : "the sum is 0";
  }

  #next(asked) {
    const { winners, cards, chips } = this.hand;
    if (asked === "winners") return winners.length > 1 ? `Tied by ${winners.length}` : winners.length ? `${nameOf(winners[0])} wins` : "Who wins?";
    if (asked === "cards") return cards.length < this.#places.length ? counted(this.#places.length - cards.length, "card") + " more" : `Pay ${counted(hitsOf(cards, numberOf), "hit")}`;
    if (this.rest) return `${signed(this.rest)} to come`;
    return Object.values(chips).some(Boolean) ? "Pay it" : "Nobody wins a chip";
  }
}
