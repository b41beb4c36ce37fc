// The line to the book: listens to the night's stream, and knows when it has gone quiet.

import { keepStream } from "./connection.js";

const QUIET_MS = 10000;
const LOOK_MS = 500;
const AGAIN_MS = 2000;

/** Watch the stream of an element; `heard` is told `moved` with a version, `gone`, `back` and `signedOut`. */
export function watchLine(element, heard) {
  let last = Date.now();
  let asked = last;
  let gone = false;

  const alive = () => {
    last = Date.now();
    if (gone) heard.back();
    gone = false;
    element.dataset.line = "up";
  };
  const lose = () => {
    if (!gone) heard.gone();
    gone = true;
    element.dataset.line = "gone";
  };

  element.addEventListener("moved", (event) => {
    alive();
    heard.moved(Number(event.detail.data));
  });
  for (const sign of ["beat", "busy"]) element.addEventListener(sign, alive);
  // Not alive as soon as it is connected: a line is up once it has said something, and from then on knows where to go on.
  const connectionNow = keepStream(element, lose);
  const refused = (status) => {
    if (status === 401) heard.signedOut();
    else lose();
  };
  element.addEventListener("htmx:sse:error", ({ detail }) => refused(detail.status));
  // In place of a first stream: nobody is signed in, there is no room, or the book is out of reach.
  element.addEventListener("htmx:before:response", ({ detail }) => {
    const { status } = detail.ctx.response;
    if (status !== 200) refused(status);
  });
  setInterval(() => {
    if (document.hidden) {
      last = Date.now();
      return;
    }
    const connection = connectionNow();
    if (Date.now() - last > QUIET_MS) {
      // A line that is cut without a word says nothing: it is let go, and made anew.
      lose();
      connection?.reader?.cancel();
    }
    // A stream that never came, or was refused, is asked for again.
    if (!connection && Date.now() - Math.max(last, asked) > AGAIN_MS) {
      asked = Date.now();
      htmx.trigger(element, "again");
    }
  }, LOOK_MS);
}
