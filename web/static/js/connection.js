// The connection to the book: a page's stream of events, and whether it has gone quiet.

const QUIET_MS = 10000;
const LOOK_MS = 500;
const AGAIN_MS = 2000;

/**
 * Watch the stream of an element; `heard` is told `moved` with the versions of night and house, `gone`, `back`, every sign
 * of life of a line that stood (`alive`), `signedOut`, `turnedAway`, and `renewed` where the server has newer pages.
 */
export function watchLine(element, heard) {
  let last = Date.now();
  let retried = last;
  let gone = false;

  const alive = () => {
    last = Date.now();
    if (gone) heard.back();
    else heard.alive();
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
    heard.moved(...event.detail.data.split(" ").map(Number));
  });
  for (const sign of ["beat", "busy"]) element.addEventListener(sign, alive);
  // Not alive as soon as it is connected: a line is up once it has said something, and from then on knows where to go on.
  const connectionNow = keepStream(element, lose, heard.renewed);
  const refused = (status) => {
    if (status === 401) heard.signedOut();
    else if (status === 403) heard.turnedAway();
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
      // A connection that was cut silently reports nothing, so it is dropped and reopened.
      lose();
      connection?.reader?.cancel();
    }
    // A stream that never came, or was refused, is asked for again.
    if (!connection && Date.now() - Math.max(last, retried) > AGAIN_MS) {
      retried = Date.now();
      htmx.trigger(element, "again");
    }
  }, LOOK_MS);
}

// What every page with a stream does about its connection. A browser keeps six of them to a server, and the seventh page
// with a stream would never load: so a page that nobody looks at lets go of its stream, and takes it up again when shown.

const HIDDEN_LOOK_MS = 1000;

/**
 * Look after the stream of an element, and give what tells the connection of now, or null. `crowded` is called when its
 * place went to a page that was opened later, `renewed` when the server has newer pages than this one.
 */
export function keepStream(element, crowded, renewed) {
  let connection = null;
  let held = false;
  let usual = null;

  // Nothing is asked for behind the scenes: neither by a page that was opened there, nor by one whose line was cut.
  const hold = (event) => {
    if (event.target !== element || !document.hidden) return;
    held = true;
    event.preventDefault();
  };
  element.addEventListener("htmx:before:request", hold);
  element.addEventListener("htmx:sse:before:connection", (event) => {
    if (connection) hold(event);
  });
  element.addEventListener("htmx:sse:after:connection", ({ detail }) => {
    connection = detail.connection;
  });
  element.addEventListener("page", ({ detail }) => isNew(detail.data) && renewed());
  element.addEventListener("htmx:sse:close", () => {
    connection = null;
  });
  // The extension itself lets go of a line when the page is hidden, but not of one that came about just then.
  setInterval(() => {
    if (document.hidden) connection?.reader?.cancel();
  }, HIDDEN_LOOK_MS);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    if (held) htmx.trigger(element, "again");
    // Whoever looks does not wait; the extension begins its pause only once it has heard of this itself.
    else setTimeout(() => connection?.delayCanceller?.());
    held = false;
  });
  // Two pages that want the same place do not chase each other: the older one comes again when it was told to.
  element.addEventListener("htmx:sse:before:message", ({ detail }) => {
    const { config } = detail.connection;
    usual ??= { reconnectDelay: config.reconnectDelay, reconnectMaxDelay: config.reconnectMaxDelay };
    if (detail.message.event === "crowded") {
      config.reconnectDelay = config.reconnectMaxDelay = Number(detail.message.data);
      crowded();
    } else {
      Object.assign(config, usual);
    }
  });
  return () => connection;
}

/** Whether a version is not this page's. Each counts once in a tab: two servers of different versions may take turns. */
function isNew(version) {
  if (version === document.querySelector("meta[name=shell-version]").content) return false;
  try {
    const before = sessionStorage.getItem("versions") ?? "";
    if (before.includes(version)) return false;
    sessionStorage.setItem("versions", `${before} ${version}`);
    return true;
  } catch {
    return false;
  }
}
