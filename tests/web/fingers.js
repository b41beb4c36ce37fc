// Double taps by the thousand: the page's own events at the keys' places, by a clock that only these fingers move, with the
// tables that the test has the server answer. Nothing here depends on how busy the machine is.

let clock = performance.now();
performance.now = () => clock;
const later = () => (clock += 1000);

const channel = new MessageChannel();
let wake = () => {};
channel.port1.onmessage = () => wake();
const pause = () =>
  new Promise((resolve) => {
    wake = resolve;
    channel.port2.postMessage("");
  });

const REFUSED = { code: "not_enough_checks", why: "Ada Lamb has $0 in checks, not $5.", player: "red" };
const realFetch = window.fetch;
let posts = 0;
let fetched = 0;
/** Whether a command was refused, and the table not asked for since: the page does that first. */
let refused = false;
let answer = null;
/** The table that the page shows, as far as these fingers know. */
let shownLast = null;

/** Commands are counted. They are refused, or answered with a table; so is a request for the table. */
window.fetch = async (address, options = {}) => {
  if (!answer || !/\/(commands|table)$/.test(address)) return realFetch(address, options);
  fetched += 1;
  if (options.method !== "POST") {
    refused = false;
    return new Response(answer.html ?? answer.shown.html);
  }
  posts += 1;
  shownLast = answer.html ? answer : answer.shown;
  refused = !answer.html;
  if (refused) return Response.json(REFUSED, { status: 422 });
  return new Response(answer.html, { headers: { "Command-Version": answer.version } });
};

const middle = (key) => {
  const box = (key.querySelector(".target") ?? key).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

/** A finger comes down and lets go at a place, whatever lies there. */
function tap([x, y]) {
  const there = document.elementFromPoint(x, y);
  const made = { bubbles: true, cancelable: true, clientX: x, clientY: y, isPrimary: true, pointerType: "touch", pointerId: 7 };
  for (const kind of ["pointerdown", "pointerup"]) {
    const event = new PointerEvent(kind, made);
    Object.defineProperty(event, "timeStamp", { value: clock });
    there?.dispatchEvent(event);
  }
}

/** Wait until all that was touched is answered: a touch lies on the tab's shelf from the moment it is made. */
async function settled() {
  const shelf = `touches ${document.getElementById("table").dataset.night}`;
  const waits = () => JSON.parse(sessionStorage.getItem(shelf)).touches.some((one) => !one.held);
  const until = Date.now() + 15_000;
  do {
    await pause();
    if (Date.now() > until) throw new Error("what was touched is never answered");
  } while (refused || waits() || !document.querySelector("#saved.saved"));
  await pause();
}

/** Have another table come from the server, as when the stream told of it. */
async function show(table) {
  if (shownLast === table) return;
  answer = shownLast = table;
  const before = fetched;
  while (fetched === before) {
    // Not heard while something else is on its way.
    document.dispatchEvent(new Event("visibilitychange"));
    await pause();
  }
  await settled();
}

/** What a key is called here, and which keys are alike: those that do the same with other words. */
const nameOf = (key) => key.id || `${key.dataset.touch} ${key.textContent.trim()}`;
const kindOf = ({ dataset }) => [dataset.touch, dataset.act ?? dataset.do].join(" ");

/** Whether a finger would reach a key. */
function isSeen(key) {
  if (!key.checkVisibility()) return false;
  // A long form is scrolled to its keys.
  key.scrollIntoView({ block: "center" });
  return document.elementFromPoint(...middle(key))?.closest("[data-touch]") === key;
}

const keysWithin = (within) => [...document.querySelectorAll("[data-touch]")].filter((key) => key.closest(within));

/** The names of the keys within a part of the page that can be touched; of more than three alike the first, the middle and the last. */
function namesSeen(within) {
  const kinds = Map.groupBy(keysWithin(within).filter(isSeen), kindOf);
  return [...kinds.values()].flatMap((alike) => {
    const some = alike.length > 3 ? [alike[0], alike[alike.length >> 1], alike.at(-1)] : alike;
    return some.map(nameOf);
  });
}

/** Bring the page to where the test wants it: a table, nothing open, and then a touch on each of the keys named. */
async function begin(table, steps) {
  await show(table);
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  for (const step of steps) {
    const key = [...document.querySelectorAll(step)].find((one) => one.checkVisibility());
    if (!key) throw new Error(`${step} is not to be seen`);
    later();
    key.scrollIntoView({ block: "center" });
    tap(middle(key));
    await settled();
  }
  later();
}

/**
 * Touch the keys within a part of the page twice, beginning with `tables[0]` and `steps` each time; with a key that acts each of the tables comes between once.
 * Gives the keys, how many commands their first touches sent, and each double tap that sent more than its first touch.
 */
window.touchTwice = async ({ tables, steps, gaps, within }) => {
  await begin(tables[0], steps);
  const names = namesSeen(within);
  const wrong = [];
  let acts = 0;
  for (const [turn, name] of names.entries()) {
    let acted = false;
    for (let at = 0; at < tables.length; at += 1) {
      // With a key that only chooses no table comes between: once is enough.
      if (!acted && at > 0) break;
      const gap = gaps[(turn + at) % gaps.length];
      await begin(tables[0], steps);
      const key = keysWithin(within).find((one) => nameOf(one) === name && isSeen(one));
      if (!key) {
        wrong.push(`${name} is gone`);
        break;
      }
      const before = posts;
      answer = tables[(turn + at) % tables.length];
      const there = middle(key);
      tap(there);
      await settled();
      const once = posts - before;
      clock += gap;
      tap(there.map((place) => place + 3));
      await settled();
      const twice = posts - before;
      acts += once;
      acted ||= once > 0;
      const most = name.includes("redeem_and_cash") ? 2 : 1;
      if (once > most || twice > once) wrong.push(`${name}, ${gap} ms: ${once} and then ${twice}`);
    }
  }
  return { names, acts, wrong };
};
