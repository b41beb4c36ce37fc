// Watches over a page that follows a night: says when the line is lost, and takes it up again.
//
// The server beats every few seconds while nothing happens, so silence means that nothing comes through any more,
// even where the browser still believes in an open connection.

import { keepStream } from "./connection.js";

const SILENCE_MS = 10_000;
const AGAIN_MS = 7000;
const GRACE_MS = 5000;

const screen = document.getElementById("followed");
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
  const at = heard.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  const words = `${why}; showing what was last heard at ${at}.`;
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

setInterval(() => {
  if (document.hidden || Date.now() < patientUntil) return;
  if (!line.textContent) lose("The line is lost");
  reach();
}, 1000);

const connectionNow = keepStream(screen, () => lose("This page is open in too many places"));
screen.addEventListener("htmx:sse:before:message", ({ detail }) => {
  const { event } = detail.message;
  if (event === "busy") lose("The table’s book cannot be reached");
  else if (event !== "crowded") hear();
});
screen.addEventListener("htmx:sse:error", () => lose("The line is lost"));
screen.addEventListener("htmx:error", () => lose("The line is lost"));

// Whatever is no stream, such as a page that says what went wrong, must not come in place of the night.
screen.addEventListener("htmx:before:response", (event) => {
  const { ctx } = event.detail;
  if (ctx.response.headers.get("Content-Type")?.includes("text/event-stream")) return;
  event.preventDefault();
  lose("The line is lost");
});

// A page in the background hears nothing; when it is looked at again it has a moment to catch up.
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) patientUntil = Math.max(patientUntil, Date.now() + GRACE_MS);
});
