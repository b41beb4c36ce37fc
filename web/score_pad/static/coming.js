// What the hand will come to if it is scored as told, asked of the server: nothing is worked out here.

const PATIENCE_MS = 5000;

export class Coming {
  #shown;
  /** What was asked last, and what came of it: nothing until it is there. */
  #asked = "";
  #html = "";

  /** `shown` is told when an answer is there. */
  constructor(shown) {
    this.#shown = shown;
  }

  /** What a command comes to at a version of the table, as far as it is known by now; `again` for a hand that is scored again. */
  of(command, again, version) {
    const asked = command ? JSON.stringify([command, again, version]) : "";
    if (asked !== this.#asked) {
      this.#asked = asked;
      this.#html = "";
      if (asked) this.#ask(asked, command, again);
    }
    return this.#html;
  }

  async #ask(asked, command, again) {
    const { night, game } = document.getElementById("table").dataset;
    const query = new URLSearchParams({ game, command: JSON.stringify(command), ...(again && { instead: "yes" }) });
    try {
      const response = await fetch(`/nights/${encodeURIComponent(night)}/coming?${query}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
      if (!response.ok || asked !== this.#asked) return;
      this.#html = await response.text();
      this.#shown();
    } catch {
      // Without the line it is scored unseen; the rules say then what they find.
      if (asked === this.#asked) this.#asked = "";
    }
  }
}
