// The line to the book: listens to the night's stream, and knows when it has gone quiet.

const QUIET_MS = 10000;
const LOOK_MS = 500;
const AGAIN_MS = 2000;

/** Watch the stream of an element; `heard` is told `moved` with a version, `gone`, `back` and `signedOut`. */
export function watchLine(element, heard) {
  let last = Date.now();
  let asked = last;
  let gone = false;
  let connection = null;

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
  // Not alive yet: a line is up once it has said something, and from then on knows where to go on.
  element.addEventListener("htmx:sse:after:connection", (event) => {
    connection = event.detail.connection;
  });
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
  element.addEventListener("htmx:sse:close", () => {
    connection = null;
  });
  setInterval(() => {
    if (document.hidden) {
      last = Date.now();
      return;
    }
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
