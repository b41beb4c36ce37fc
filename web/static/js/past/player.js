// Playing a night: a command after the other, at a chosen speed, until somebody rests it or it is at its end.

const KEPT_AS = "plays";
const byId = (id) => document.getElementById(id);
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

export class Player {
  #ways;
  /** The playing that is on, or null: one that was rested meanwhile knows that it is no more. */
  #playing = null;
  #speed = "2";

  /** `ways` give the `next` fact (0 at the end), make a page `ready`, and `go` there. */
  constructor(ways) {
    this.#ways = ways;
    document.addEventListener("change", (event) => {
      if (event.target.id === "speed") this.#speed = event.target.value;
    });
  }

  toggle() {
    if (this.#playing) this.rest();
    else this.#play();
  }

  rest() {
    this.#playing = null;
    this.show();
  }

  /** The keys that need a script, as the playing stands. */
  show() {
    const key = byId("way-play");
    key.hidden = false;
    key.setAttribute("aria-pressed", String(Boolean(this.#playing)));
    key.setAttribute("aria-label", this.#playing ? "Pause" : "Play");
    for (const id of ["scrubber-speed", "scrubber-keys"]) byId(id).hidden = false;
    byId("speed").value = this.#speed;
    // What every step says would be said over the one before it.
    byId("scrubber-said").setAttribute("aria-live", this.#playing ? "off" : "polite");
  }

  /** Go on playing on the next page of this tab: it is another screen of the same night. */
  keep() {
    if (this.#playing) sessionStorage.setItem(KEPT_AS, this.#speed);
  }

  resume() {
    const speed = sessionStorage.getItem(KEPT_AS);
    sessionStorage.removeItem(KEPT_AS);
    if (!speed) return;
    this.#speed = speed;
    this.#play();
  }

  async #play() {
    const playing = {};
    this.#playing = playing;
    this.show();
    while (this.#playing === playing) {
      const next = this.#ways.next();
      if (!next) break;
      try {
        await Promise.all([this.#ways.ready(next), sleep(1000 / Number(this.#speed))]);
      } catch {
        // Said where it is gone to.
      }
      if (this.#playing === playing) await this.#ways.go(next);
    }
    if (this.#playing === playing) this.rest();
  }
}
