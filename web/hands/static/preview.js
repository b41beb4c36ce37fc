// What a command would come to as entered, worked out by the server.

import { ROOT } from "../../js/root.js";

const PATIENCE_MS = 5000;

export class Preview {
  #onAnswer;
  /** The last request and the command that it is about, and the answer; "" until the first about it arrives. */
  #request = "";
  #about = "";
  #html = "";

  /** `onAnswer` is called when an answer has arrived. */
  constructor(onAnswer) {
    this.#onAnswer = onAnswer;
  }

  /**
   * The preview of a command at a version of the table; that of the version before until it has arrived. `isAgain` says
   * that it replaces the last command there.
   */
  of(command, version, isAgain = false) {
    const about = JSON.stringify([command, isAgain]);
    const request = command ? about + version : "";
    if (request !== this.#request) {
      this.#request = request;
      if (about !== this.#about) this.#html = "";
      this.#about = about;
      if (request) this.#fetch(request, command, isAgain);
    }
    return this.#html;
  }

  async #fetch(request, command, isAgain) {
    const { night, game } = document.getElementById("table").dataset;
    const query = new URLSearchParams({ game, command: JSON.stringify(command), ...(isAgain && { instead: "yes" }) });
    try {
      const response = await fetch(`${ROOT}/nights/${encodeURIComponent(night)}/coming?${query}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
      const html = response.ok ? await response.text() : "";
      if (request !== this.#request) return;
      this.#html = html;
      this.#onAnswer();
    } catch {
      // Offline, the command is sent without a preview.
      if (request === this.#request) this.#request = "";
    }
  }
}
