// What a command would come to as entered, worked out by the server.

const PATIENCE_MS = 5000;

export class Preview {
  #onAnswer;
  /** The last request and its command, and the answer; "" until the first about the command arrives. */
  #request = "";
  #command = null;
  #html = "";

  /** `onAnswer` is called when an answer has arrived. */
  constructor(onAnswer) {
    this.#onAnswer = onAnswer;
  }

  /** The preview of a command at a version of the table; that of the version before until it has arrived. */
  of(command, version) {
    const request = command ? JSON.stringify([command, version]) : "";
    if (request !== this.#request) {
      const before = JSON.stringify(this.#command);
      this.#request = request;
      this.#command = command;
      if (before !== JSON.stringify(command)) this.#html = "";
      if (request) this.#fetch(request, command);
    }
    return this.#html;
  }

  async #fetch(request, command) {
    const { night, game } = document.getElementById("table").dataset;
    const query = new URLSearchParams({ game, command: JSON.stringify(command) });
    try {
      const response = await fetch(`/nights/${encodeURIComponent(night)}/coming?${query}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
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
