// What pages do by script, each part on the page that has its element. On every page over TLS the service worker of the
// shell is registered, so that the program can be installed.

import { keepStream } from "./connection.js";
import { gettext } from "./language.js";
import { ROOT } from "./root.js";
import { typedAfter } from "./words.js";

const TRY_AGAIN_MS = 2000;
const SILENCE_MS = 10_000;
const AGAIN_MS = 7000;
const GRACE_MS = 5000;
const ENDED = 410;
const FLOOR_MS = 5000;

if (isSecureContext && "serviceWorker" in navigator) {
  const version = document.querySelector("meta[name=shell-version]").content;
  navigator.serviceWorker.register(`${ROOT}/service-worker.js?v=${version}`);
}

const parts = {
  "form.sign-in": signIn,
  "form.opening": weighRules,
  "form[data-follows]": follow,
  "#offline": waitForServer,
  "#find-people": findPeople,
  "#left-over": showLeftOver,
  "#waits-here": nameWaiting,
  "#floor": followFloor,
  "main[hx-sse\\:connect]": followNight,
};
for (const [selector, work] of Object.entries(parts)) {
  const element = document.querySelector(selector);
  if (element) work(element);
}

// The keyboard of the screen comes up: what it types into stays in sight above it.
visualViewport.addEventListener("resize", () => {
  const field = document.activeElement;
  if (field?.matches("input, textarea, select")) field.scrollIntoView({ block: "nearest" });
});

/** The keypad of the sign-in page. Digits typed on a keyboard go to the PIN too, wherever the focus is. */
function signIn(form) {
  const pin = form.querySelector("#pin");
  const keypad = form.querySelector(".keypad");
  const type = (key) => {
    pin.value = typedAfter(pin.value, key, (next) => next.length <= pin.maxLength);
  };

  keypad.hidden = false;
  keypad.addEventListener("click", ({ target }) => {
    const key = target.closest("button");
    if (key) type(key.dataset.digit);
  });
  document.addEventListener("keydown", (event) => {
    if (event.target === pin || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[0-9]$/.test(event.key)) type(event.key);
    else if (event.key === "Backspace") type("back");
  });
}

/** Say what a rule that was changed means for the bank. Without this script the form says so when it comes back. */
function weighRules(form) {
  const list = form.querySelector(".edges");
  let asking = new AbortController();

  form.addEventListener("change", async () => {
    asking.abort();
    asking = new AbortController();
    try {
      const answer = await fetch(`${ROOT}/nights/edges`, { method: "POST", body: new FormData(form), signal: asking.signal });
      if (!answer.ok) return;
      const sentences = await answer.json();
      const lines = sentences.map((sentence) => {
        const line = document.createElement("li");
        line.textContent = sentence;
        return line;
      });
      list.replaceChildren(...lines);
    } catch {
      // Overtaken by the next change, or the server is out of reach.
    }
  });
}

/** Follow what a form begins, a verification or a simulation, in the part of the page that the form names. A page that is loaded
 * while it goes on follows it too, where the server names an address for what was sent.
 * Without this script the same button waits for its end. */
function follow(form) {
  const shown = document.getElementById(form.dataset.follows);
  const button = form.querySelector("button");

  async function readAlong() {
    const headers = { Accept: "text/event-stream" };
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form), headers });
    if (!answer.headers.get("Content-Type")?.includes("text/event-stream")) throw new Error("no stream");
    const address = answer.headers.get("Content-Location");
    if (address) history.replaceState(history.state, "", address);
    for await (const html of messages(answer.body)) shown.innerHTML = html;
    if (!shown.querySelector(".verdict:not(.under-way)")) throw new Error("connection lost");
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    try {
      await readAlong();
      button.disabled = false;
      shown.querySelector(".verdict").focus();
    } catch {
      // The plain way says what is wrong, as a page: nobody is signed in, the server is gone.
      form.submit();
    }
  });
  if (shown.querySelector(".under-way")) form.requestSubmit();
}

/** Every message of a stream of events, as the text of its data. */
async function* messages(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const texts = (rest + value).split("\n\n");
    rest = texts.pop();
    for (const text of texts) yield text.replaceAll(/^data: ?/gm, "");
  }
}

/** Narrow the list of people with every letter typed. Without this script the button does it. */
function findPeople(form) {
  const field = form.querySelector("input");
  const status = form.querySelector("[role=status]");
  const people = [...document.querySelectorAll("#people-found [data-searched]")];

  form.addEventListener("submit", (event) => event.preventDefault());
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/);
    for (const person of people) person.hidden = !words.every((word) => person.dataset.searched.includes(word));
    const shown = people.filter((person) => !person.hidden).length;
    status.textContent = shown === people.length ? "" : gettext("%(shown)s of %(all)s shown.", { shown, all: people.length });
  });
}

/** Load the address again as soon as the server answers. */
function waitForServer() {
  setInterval(async () => {
    try {
      await fetch(`${ROOT}/shell.json`, { cache: "no-store" });
      location.reload();
    } catch {
      // Still out of reach.
    }
  }, TRY_AGAIN_MS);
}

const inWords = ({ words, command }) => words ?? command.do.replaceAll("_", " ");

/** On the page that turns somebody away from a night: name the touches on this device that wait for it. */
async function nameWaiting(line) {
  const { touchesOf } = await import("./outbox.js");
  const touches = await touchesOf(line.dataset.night);
  line.textContent = gettext("Kept on this tablet, not saved: %(list)s.", { list: touches.map(inWords).join("; ") });
  line.hidden = !touches.length;
}

/** On the page of a closed night: list the touches on this device that wait and that no tablet will send any more. */
async function showLeftOver(section) {
  const { Outbox } = await import("./outbox.js");
  const member = document.querySelector("meta[name=member]").content;
  const outbox = new Outbox(section.dataset.night, member, { changed: show, kept() {} });
  // That it was closed is in the book, whether or not the touch that did it had its answer.
  const leftOver = () => [...outbox.entries, ...outbox.held].filter(({ command }) => command.do !== "close_night");

  function show() {
    const lines = leftOver().map((touch) => {
      const line = document.createElement("li");
      line.textContent = inWords(touch);
      return line;
    });
    section.hidden = !lines.length;
    section.querySelector("ul").replaceChildren(...lines);
  }

  section.querySelector("button").addEventListener("click", () => outbox.remove(leftOver()));
}

// A board or a player's page follows a night: say when the connection is lost, and take it up again. The server beats every
// few seconds while nothing happens, so silence means a lost connection even where the browser believes in an open one.

/** Why a page does not follow its night, and as of which `hour` it shows it. */
const LOST = {
  connection: (at) => gettext("Connection lost. This is the table as of %(hour)s.", at),
  crowded: (at) => gettext("This page is open in too many places. This is the table as of %(hour)s.", at),
  busy: (at) => gettext("The server cannot open the book. This is the table as of %(hour)s.", at),
};

function followNight(screen) {
  const line = document.getElementById("lost");
  let heard = new Date();
  let patientUntil = Date.now() + SILENCE_MS;
  let again = 0;

  function hear() {
    screen.dataset.heard = "";
    heard = new Date();
    patientUntil = Date.now() + SILENCE_MS;
    if (!line.textContent) return;
    line.textContent = "";
    document.body.classList.remove("unheard");
  }

  function lose(why) {
    const words = LOST[why]({ hour: heard.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" }) });
    if (line.textContent === words) return;
    line.textContent = words;
    document.body.classList.add("unheard");
  }

  /** Drop a line that has gone dead, or connect again if there never was a line. */
  function reach() {
    if (Date.now() < again) return;
    again = Date.now() + AGAIN_MS;
    const connection = connectionNow();
    if (connection) connection.reader?.cancel();
    else screen.dispatchEvent(new CustomEvent("again"));
  }

  let isOutdated = false;
  setInterval(() => {
    if (isOutdated && !document.body.classList.contains("unsent")) location.reload();
    if (document.hidden || Date.now() < patientUntil) return;
    if (!line.textContent) lose("connection");
    reach();
  }, 1000);

  const connectionNow = keepStream(screen, () => lose("crowded"), () => (isOutdated = true));
  screen.addEventListener("htmx:sse:before:message", ({ detail }) => {
    const { event } = detail.message;
    if (event === "busy") lose("busy");
    else if (event !== "crowded") hear();
  });
  // A link that has ended says so on a page of its own.
  const refused = (status) => {
    if (status === ENDED) location.reload();
    else lose("connection");
  };
  screen.addEventListener("htmx:sse:error", ({ detail }) => refused(detail.status));
  screen.addEventListener("htmx:error", () => lose("connection"));

  // Whatever is no stream, such as a page that says what went wrong, must not come in place of the night.
  screen.addEventListener("htmx:before:response", (event) => {
    const { ctx } = event.detail;
    if (ctx.response.headers.get("Content-Type")?.includes("text/event-stream")) return;
    event.preventDefault();
    refused(ctx.response.status);
  });

  // A page in the background hears nothing; when it is looked at again it has a moment to catch up.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) patientUntil = Math.max(patientUntil, Date.now() + GRACE_MS);
  });
}

/** Show the floor again every few seconds while somebody looks at it; what has the focus keeps it. */
function followFloor(floor) {
  const tables = document.getElementById("floor-tables");
  const lost = document.getElementById("floor-lost");
  let shown = null;

  async function look() {
    if (document.hidden) return;
    try {
      const answer = await fetch(floor.dataset.tables, { headers: { Accept: "application/json, text/html;q=0.5" } });
      if (answer.status === 401 || answer.status === 403) location.reload();
      if (!answer.ok) throw new Error(`the floor is answered with ${answer.status}`);
      const html = await answer.text();
      lost.hidden = true;
      if (html === shown) return;
      const focused = tables.contains(document.activeElement) ? document.activeElement.id : "";
      tables.innerHTML = shown = html;
      if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    } catch {
      lost.hidden = false;
    }
  }

  setInterval(look, FLOOR_MS);
  document.addEventListener("visibilitychange", look);
}
