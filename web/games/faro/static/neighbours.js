// From place to place by the arrow keys: the cloth is one stop of the keyboard, and the arrows go about on it.

const WAYS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** How much farther a place seems that lies to the side of the way. */
const ASIDE = 2.5;

function middle(spot) {
  const box = spot.querySelector(".target").getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** The place that an arrow key leads to from a place, or null. It becomes the stop that the keyboard comes back to. */
export function nextPlace(from, key) {
  const way = WAYS[key];
  if (!from || !way) return null;
  const [x, y] = middle(from);
  let best = null;
  for (const spot of document.querySelectorAll(".spot")) {
    const [atX, atY] = middle(spot);
    const along = (atX - x) * way[0] + (atY - y) * way[1];
    const aside = Math.abs((atX - x) * way[1]) + Math.abs((atY - y) * way[0]);
    const far = along + ASIDE * aside;
    if (along > 1 && spot !== from && (!best || far < best.far)) best = { spot, far };
  }
  if (!best) return null;
  for (const spot of document.querySelectorAll('.spot[tabindex="0"]')) spot.setAttribute("tabindex", "-1");
  best.spot.setAttribute("tabindex", "0");
  return best.spot;
}
