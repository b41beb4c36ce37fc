// What every page with a stream does about its connection. A browser keeps six of them to a server, and the seventh page
// with a stream would never load: so a page that nobody looks at lets go of its stream, and takes it up again when shown.

const LOOK_MS = 1000;

/**
 * Look after the stream of an element, and give what tells the connection of now, or null. `crowded` is called when its
 * place went to a page that was opened later.
 */
export function keepStream(element, crowded) {
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
  element.addEventListener("htmx:sse:close", () => {
    connection = null;
  });
  // The extension itself lets go of a line when the page is hidden, but not of one that came about just then.
  setInterval(() => {
    if (document.hidden) connection?.reader?.cancel();
  }, LOOK_MS);
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
