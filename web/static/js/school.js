// A lesson of the school: it gives the exercises one by one, says at once whether an answer is right, and why, and sends the answers
// when all are given. Only the sending needs the line.

import { gettext, money } from "./language.js";
import { byId, hide, write } from "./screen.js";

const LOOK_MS = 250;
const TRY_AGAIN_MS = 3000;

const lesson = byId("lesson");
const exercises = [...lesson.querySelectorAll("template.exercise")];
const next = byId("next");
const seconds = Number(lesson.dataset.seconds);

/** For each exercise the answers, a choice and its cents, and how long it took. */
const answers = [];
const timesMs = [];
let began = 0;
let purse = 0;

function put(cents) {
  purse = cents;
  write(byId("amount"), money(cents));
}

/** Show the next exercise, or send the answers after the last. */
function goOn() {
  next.disabled = true;
  write(byId("said"), "");
  put(0);
  if (answers.length === exercises.length) {
    send();
    return;
  }
  byId("exercise").replaceChildren(exercises[answers.length].content.cloneNode(true));
  answers.push([]);
  write(byId("at"), `· ${answers.length}/${exercises.length}`);
  hide(byId("purse"), !document.querySelector("#exercise [data-amount]"));
  document.querySelector("#exercise h2").focus({ preventScroll: true });
  scrollTo(0, 0);
  began = performance.now();
  tick();
}

const questions = () => [...document.querySelectorAll("#exercise .question")];

/** The time that is left for the exercise, in whole seconds. */
function tick() {
  if (!seconds || timesMs.length === answers.length) return;
  const left = Math.ceil(seconds * questions().length - (performance.now() - began) / 1000);
  write(byId("clock"), left > 0 ? gettext("%(seconds)s s left", { seconds: left }) : gettext("Too late: this does not count"));
  byId("clock").classList.toggle("late", left <= 0);
}

/** Take an answer: the first one to a question counts. */
function answer(question, key) {
  if (question.dataset.given) return;
  const takesAmount = "amount" in key.dataset;
  if (takesAmount && !purse) {
    write(byId("said"), gettext("First touch the checks below that make the amount."));
    return;
  }
  const cents = takesAmount ? purse : 0;
  const due = Number(question.dataset.cents);
  const isRight = key.dataset.choice === question.dataset.right && (due < 0 || due === cents);
  question.dataset.given = isRight ? "right" : "wrong";
  answers.at(-1)[questions().indexOf(question)] = [key.dataset.choice, cents];
  for (const choice of question.querySelectorAll(".choice")) {
    choice.setAttribute("aria-disabled", "true");
    choice.setAttribute("aria-pressed", String(choice === key));
  }
  write(question.querySelector(".verdict"), isRight ? question.dataset.yes : question.dataset.no);
  write(byId("said"), "");
  put(0);
  if (questions().every(({ dataset }) => dataset.given)) {
    timesMs.push(Math.round(performance.now() - began));
    next.disabled = false;
    if (document.activeElement === key) next.focus();
  }
}

/** Send the answers, and show the result. Sent again after a fault, they are recorded once. */
async function send() {
  hide(byId("purse"), true);
  hide(byId("clock"), true);
  const headers = { "Content-Type": "application/json", "X-CSRFToken": document.querySelector("meta[name=token]").content, "Idempotency-Key": lesson.dataset.command };
  const body = JSON.stringify({ seed: Number(lesson.dataset.seed), answers, times_ms: timesMs });
  let reply;
  try {
    reply = await fetch(location.pathname, { method: "POST", headers, body });
  } catch {
    write(byId("said"), gettext("Offline. Your answers will be sent when the connection is back."));
    setTimeout(send, TRY_AGAIN_MS);
    return;
  }
  const result = byId("result");
  if (reply.ok) {
    result.innerHTML = await reply.text();
    byId("exercise").replaceChildren();
    hide(byId("keys"), true);
    hide(result, false);
    result.querySelector("h2").focus();
  } else {
    write(byId("said"), gettext("Your answers were not saved. Load the page again."));
  }
}

byId("begin").addEventListener("click", () => {
  hide(byId("intro"), true);
  hide(byId("begin"), true);
  hide(next, false);
  hide(byId("at"), false);
  hide(byId("clock"), !seconds);
  goOn();
});
byId("exercise").addEventListener("click", ({ target }) => {
  const key = target.closest(".choice");
  if (key) answer(key.closest(".question"), key);
});
byId("purse").addEventListener("click", ({ target }) => {
  const add = target.closest("[data-add]")?.dataset.add;
  if (add) put(purse + Number(add));
  else if (target.closest("#clear")) put(0);
});
next.addEventListener("click", goOn);
setInterval(tick, LOOK_MS);
