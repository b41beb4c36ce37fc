// What the dealer may touch next at a Fan-Tan table, shown: the places that take a card, whose turn it is, the hand that
// is being shown, the dealer chosen for the next hand. Reckoned with all that still waits to be saved.

import { all, byId, hide, onBody, press, put, sleep, state, write } from "../../js/screen.js";
import { awaitsFirst, hasItsTime, joining, lies, onTurn, opens, reach } from "./stand.js";

const HOW = { laid: "laid", able: "can be laid", far: "can be laid with the cards before it", quiet: "", shown: "shown", picked: "picked" };
const TOUCHABLE = ["able", "far", "picked"];
const counted = (many, what) => `${many} ${what}${many === 1 ? "" : "s"}`;

export class Showing {
  /** Where the hand stands, with all that waits; null where a taking back leaves that open. */
  stand = null;
  /** Whose hand is being shown: nobody's is "". */
  shows = "";
  #hand;
  #standNow;

  constructor(hand, standNow) {
    this.#hand = hand;
    this.#standNow = standNow;
  }

  /** How many cards the hand that is being shown still lacks. */
  get missing() {
    return Number(this.#shower?.dataset.cards ?? 0) - this.#hand.picks.size;
  }

  get #shower() {
    return this.shows ? document.querySelector(`#part-turn [data-touch="who"][data-player="${CSS.escape(this.shows)}"]`) : null;
  }

  show() {
    this.stand = this.#standNow();
    this.shows = this.#whoShows();
    const stand = this.stand;
    this.#letGoOfTaken(stand);
    this.#showPlaces(stand);
    this.#showSeats(stand);
    this.#showTurn(stand);
    this.#showHands();
    this.#showDealer();
    this.#showSteps(stand);
    this.#showWaived();
  }

  /** Who shows: the one who was touched, or the first who has not shown. */
  #whoShows() {
    const part = byId("part-turn");
    const asked = part.querySelector("[data-shows]");
    if (!asked || (asked.dataset.shows === "dead" && !this.#hand.showsDead)) return "";
    const keys = [...part.querySelectorAll('[data-touch="who"]')];
    const chosen = keys.find((key) => key.dataset.player === this.#hand.shows) ?? keys.find((key) => !key.dataset.done);
    return chosen?.dataset.player ?? "";
  }

  /** What was picked and lies meanwhile, or was shown by another, is picked no more. */
  #letGoOfTaken(stand) {
    const { picks } = this.#hand;
    for (const card of picks) {
      const { shownBy } = byId(`place-${card}`).dataset;
      if ((stand && lies(stand, card)) || (shownBy && shownBy !== this.shows)) picks.delete(card);
    }
  }

  #showPlaces(stand) {
    for (const place of all("#part-layout .place")) {
      const how = this.#howIs(stand, place);
      const touchable = TOUCHABLE.includes(how);
      const signs = { last: how === "laid" && place.dataset.last, waits: how === "laid" && place.dataset.state !== "laid" };
      place.className = ["place", how, ...Object.keys(signs).filter((sign) => signs[sign])].join(" ");
      put(place, "aria-disabled", String(!touchable));
      put(place, "aria-label", [place.dataset.name, HOW[how]].filter(Boolean).join(", "));
      place.tabIndex = touchable ? 0 : -1;
      if (touchable && how === "picked") put(place, "aria-pressed", "true");
      else place.removeAttribute("aria-pressed");
    }
  }

  #howIs(stand, place) {
    const { card, shownBy } = place.dataset;
    if (!stand) return place.dataset.state;
    if (lies(stand, card)) return "laid";
    const { picks, opens: picking, first } = this.#hand;
    if (picks.has(card) || first === card) return "picked";
    if (this.shows) return shownBy && shownBy !== this.shows ? "shown" : "able";
    if (shownBy) return "shown";
    const { length } = picking ? joining(stand, [...picks], card) : reach(stand, card);
    return ["quiet", "able"][length] ?? "far";
  }

  #showSeats(stand) {
    const player = stand && !awaitsFirst(stand) ? onTurn(stand) : null;
    for (const seat of all("#part-players .seat[data-player]")) {
      seat.classList.toggle("plays", seat.dataset.player === player);
      const at = stand?.players.indexOf(seat.dataset.player) ?? -1;
      const left = stand?.left[at];
      const count = seat.querySelector(".left b");
      if (count && left !== undefined) write(count, left);
    }
  }

  #showTurn(stand) {
    const playing = !stand || stand.phase === "playing";
    const first = Boolean(stand) && awaitsFirst(stand);
    const player = stand && !first ? onTurn(stand) : null;
    const phase = document.querySelector("#part-top .phase");
    const ahead = player && stand.turns !== JSON.parse(state().stand).turns;
    write(phase, ahead ? `${byId(`seat-${player}`).dataset.name}’s turn` : phase.dataset.words);
    for (const plate of all("#part-turn .plate[data-player]")) hide(plate, plate.dataset.player !== player);
    for (const key of all("#part-turn .playing-key")) hide(key, !playing || first);
    onBody("passes", byId("pass") && playing && !first ? "" : null);
    const several = byId("several");
    if (!several) return;
    const openers = stand ? [...all("#part-layout .place")].filter((one) => opens(stand, one.dataset.card)) : [];
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

  /** The dealer of the next hand, and what it would cost with them. */
  #showDealer() {
    const keys = [...all('#part-turn [data-touch="dealer"]')];
    if (!keys.length) return;
    const chosen = keys.find((key) => key.dataset.player === this.#hand.dealer) ?? keys.find((key) => key.dataset.usual);
    press('#part-turn [data-touch="dealer"]', (key) => key === chosen);
    for (const deal of all("#part-sheet [data-deal]")) {
      hide(deal, deal.dataset.deal !== chosen.dataset.player);
    }
    // The keys of other games that begin hands stand above it.
    const step = byId("step");
    if (!step || JSON.parse(step.dataset.command).do !== "start_hand") return;
    step.dataset.command = chosen.dataset.command;
    write(step, chosen.dataset.words);
  }

  /** The sheet's keys are of the hand as it was saved: those sleep that have not their time with what waits. */
  #showSteps(stand) {
    for (const key of all("#part-sheet .primary[data-command]")) sleep(key, Boolean(stand) && !hasItsTime(stand, JSON.parse(key.dataset.command)));
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

