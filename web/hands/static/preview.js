// What a command would come to as entered, worked out by the server.

const PATIENCE_MS = 5000;

export class Preview {
  #onAnswer;
  /** The last request, and its answer; "" until it arrives. */
  #request = "";
  #html = "";

  /** `onAnswer` is called when an answer has arrived. */
  constructor(onAnswer) {
    this.#onAnswer = onAnswer;
  }

  /** The preview of a command at a version of the table, if it has arrived; `again` for a hand that is scored again. */
  of(command, again, version) {
    const request = command ? JSON.stringify([command, again, version]) : "";
    if (request !== this.#request) {
      this.#request = request;
      this.#html = "";
      if (request) this.#fetch(request, command, again);
    }
    return this.#html;
  }

  async #fetch(request, command, again) {
    const { night, game } = document.getElementById("table").dataset;
    const query = new URLSearchParams({ game, command: JSON.stringify(command), ...(again && { instead: "yes" }) });
    try {
      const response = await fetch(`/nights/${encodeURIComponent(night)}/coming?${query}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
      if (!response.ok || request !== this.#request) return;
      this.#html = await response.text();
      this.#onAnswer();
    } catch {
      // Offline, the command is sent without a preview.
      if (request === this.#request) this.#request = "";
    }
  }
}
