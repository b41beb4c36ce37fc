// Checks that wait to be saved, drawn as outlines where they will lie.

import { all, byId } from "../../js/screen.js";

const SVG = "http://www.w3.org/2000/svg";

/** Draw what these entries of the outbox will lay. */
export function showGhosts(entries) {
  for (const ghost of all("#part-layout .ghost")) ghost.remove();
  const board = document.querySelector("#part-layout .board");
  const laid = new Map();
  for (const { command, spot } of entries) {
    const cents = command.stake ?? command.add;
    if (spot && cents && ["place_bet", "press_bet"].includes(command.do)) laid.set(spot, (laid.get(spot) ?? 0) + cents);
  }
  for (const [spot, cents] of laid) {
    const target = byId(`spot-${spot}`)?.querySelector(".target");
    if (target) board.append(ghostOn(target, cents));
  }
}

function ghostOn(target, cents) {
  const middle = (edge, size) => `${parseFloat(target.getAttribute(edge)) + parseFloat(target.getAttribute(size)) / 2}%`;
  const drawn = (name, attributes) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const ghost = drawn("svg", { class: "ghost", x: middle("x", "width"), y: middle("y", "height"), overflow: "visible", "aria-hidden": "true" });
  const amount = drawn("text", {});
  amount.textContent = cents < 100 ? `${cents}¢` : `${cents / 100}`;
  ghost.append(drawn("circle", { r: "19" }), amount);
  return ghost;
}
