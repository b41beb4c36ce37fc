// The page of a closed night tells what was touched on this device, waits, and is not known to be in the book: no tablet
// will send it any more.

import { Outbox } from "./outbox.js";

const section = document.getElementById("left-over");
const member = document.querySelector("meta[name=member]").content;
const outbox = new Outbox(section.dataset.night, member, { changed: show, kept() {} });
// That it was closed is in the book, whether or not the touch that did it had its answer.
const leftOver = () => [...outbox.entries, ...outbox.held].filter(({ command }) => command.do !== "close_night");

function show() {
  const lines = leftOver().map(({ words, command }) => {
    const line = document.createElement("li");
    line.textContent = words ?? command.do.replaceAll("_", " ");
    return line;
  });
  section.hidden = !lines.length;
  section.querySelector("ul").replaceChildren(...lines);
}

section.querySelector("button").addEventListener("click", () => outbox.remove(leftOver()));
