// The course of a night: where its commands and its turns end, and which fact each step leads to.

const numbers = (text) => text.split(" ").filter(Boolean).map(Number);
const before = (marks, at) => marks.findLast((mark) => mark < at) ?? 0;
const after = (marks, at) => marks.find((mark) => mark > at) ?? 0;

export class Course {
  #turns;
  #commands;

  constructor(scrubber) {
    this.at = Number(scrubber.dataset.at);
    this.last = Number(scrubber.dataset.last);
    const { turns, commands } = scrubber.querySelector(".ticks").dataset;
    this.#turns = numbers(turns);
    this.#commands = numbers(commands);
  }

  commandAfter(at) {
    return after(this.#commands, at);
  }

  /** The fact that a step leads to from another; 0 where there is none. */
  to(way, at) {
    const leads = {
      first: () => (at > 1 ? 1 : 0),
      last: () => (at < this.last ? this.last : 0),
      back: () => before(this.#commands, at),
      on: () => this.commandAfter(at),
      "turn-back": () => before(this.#turns, at),
      "turn-on": () => after(this.#turns, at),
      "fact-back": () => at - 1,
      "fact-on": () => (at < this.last ? at + 1 : 0),
    };
    return leads[way]();
  }
}
