// Follows a verification while it goes on. Without this script the same button waits for its end.

const form = document.getElementById("verify");
const shown = document.getElementById("verified");
const button = form.querySelector("button");

/** Every message of a stream of events, as the text of its data. */
async function* messages(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop();
    for (const part of parts) yield part.replaceAll(/^data: ?/gm, "");
  }
}

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
