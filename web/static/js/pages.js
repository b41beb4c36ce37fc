// What pages outside the table do by script: signing in, verifying a night, the page that says that the server is away,
// and a closed night's touches that are not known to be in the book. Each part works on the page that has its element.

import { typedAfter } from "./keypad.js";

const TRY_AGAIN_MS = 2000;

const parts = { ".sign-in": signIn, "#verify": verify, "#offline": waitForServer, "#left-over": showLeftOver };
for (const [selector, work] of Object.entries(parts)) {
  const element = document.querySelector(selector);
  if (element) work(element);
}

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

/** Follow a verification while it goes on. Without this script the same button waits for its end. */
function verify(form) {
  const shown = document.getElementById("verified");
  const button = form.querySelector("button");

  async function follow() {
    const headers = { Accept: "text/event-stream" };
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form), headers });
    if (!answer.headers.get("Content-Type")?.includes("text/event-stream")) throw new Error("no stream");
    for await (const html of messages(answer.body)) shown.innerHTML = html;
    if (!shown.querySelector(".verdict:not(.under-way)")) throw new Error("the line is lost");
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    try {
      await follow();
      button.disabled = false;
      shown.querySelector(".verdict").focus();
    } catch {
      // The plain way says what is wrong, as a page: nobody is signed in, the server is gone.
      form.submit();
    }
  });
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

/** Load the address again as soon as the server answers. */
function waitForServer() {
  setInterval(async () => {
    try {
      await fetch("/shell.json", { cache: "no-store" });
      location.reload();
    } catch {
      // Still out of reach.
    }
  }, TRY_AGAIN_MS);
}

/** On the page of a closed night: list the touches on this device that wait and that no tablet will send any more. */
async function showLeftOver(section) {
  const { Outbox } = await import("./outbox.js");
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
}
