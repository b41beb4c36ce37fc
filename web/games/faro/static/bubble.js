// The bubble above a finger, and the stack that follows it.

import { hide, put, write } from "../../js/screen.js";

const LIFT_PX = 26;

export class Bubble {
  #box = document.createElement("div");
  #name = document.createElement("span");
  #doing = document.createElement("small");

  constructor() {
    this.#box.className = "bubble";
    this.#box.hidden = true;
    this.#box.setAttribute("aria-hidden", "true");
    this.#box.append(this.#name, this.#doing);
    document.body.append(this.#box);
  }

  /** Say something above a point of the screen; `how` is "", "wrong" or "off". */
  say(x, y, { name, doing }, how) {
    write(this.#name, name);
    write(this.#doing, doing);
    put(this.#box, "class", `bubble ${how}`);
    hide(this.#box, false);
    this.#box.style.setProperty("--x", `${x}px`);
    this.#box.style.setProperty("--y", `${y}px`);
  }

  away() {
    hide(this.#box, true);
  }
}

/** A stack lifted off the cloth: its likeness under the finger, itself faint where it lies. */
export class Carried {
  #stack;
  #likeness = document.createElementNS("http://www.w3.org/2000/svg", "svg");

  constructor(stack) {
    const pile = stack.querySelector(".pile").cloneNode(true);
    pile.setAttribute("transform", "scale(1.25)");
    this.#likeness.setAttribute("class", "carried stack");
    this.#likeness.setAttribute("aria-hidden", "true");
    this.#likeness.dataset.bet = "";
    this.#likeness.append(pile);
    this.#stack = stack;
    stack.classList.add("lifted");
    document.body.append(this.#likeness);
  }

  follow(x, y) {
    this.#likeness.style.transform = `translate(${x}px, ${y - LIFT_PX}px)`;
  }

  away() {
    this.#likeness.remove();
    this.#stack.classList.remove("lifted");
  }
}
