// What the dealer may touch next at a table of hands, reckoned with all that still waits to be saved.

import { all, sleep, state } from "../../js/screen.js";

export class Reckoned {
  /** Where the hand stands, with all that waits; as the page has it where a taking back leaves that open. */
  stand = null;
  #standNow;

  constructor(hand, standNow) {
    this.hand = hand;
    this.#standNow = standNow;
  }

  /** Where the hand stands now. */
  reckon() {
    this.stand = this.#standNow() ?? JSON.parse(state().stand);
    return this.stand;
  }

  /** With all that waits, a hand begins while none is on, and is settled while one is: the sheet's keys are of the hand saved. */
  showSteps() {
    for (const key of all("#part-sheet footer .primary[data-command]")) {
      sleep(key, (JSON.parse(key.dataset.command).do === "settle_hand") !== this.stand.on);
    }
  }
}
