// Runs the tablet's own outbox and transport under node, for situations read from standard input: a page without IndexedDB
// that keeps its touches in the tab's storage, and a server that gives the answers of the situation.

import { readFileSync } from "node:fs";

const SCRIPTS = process.argv[2];
const PATIENCE_MS = 5000;
const TABLE = { drawn: "drawing", game: "faro", shared: "", words: "{}", money: "{}" };

const stored = new Map();
globalThis.sessionStorage = { getItem: (name) => stored.get(name) ?? null, setItem: (name, text) => stored.set(name, text) };
const listeners = [];
globalThis.addEventListener = (name, call) => listeners.push([name, call]);
globalThis.location = { search: "" };
const element = { dataset: TABLE, content: "token" };
globalThis.document = { documentElement: { dataset: {} }, getElementById: (id) => (id === "table" ? element : null), querySelector: () => element, querySelectorAll: () => [], addEventListener: () => {} };
const later = globalThis.setTimeout;
// Pauses are over at once, and no request is given up: the situation says which has no answer.
globalThis.setTimeout = (call, milliseconds) => (milliseconds >= PATIENCE_MS ? 0 : later(call, 0));
globalThis.setInterval = () => 0;

const { Outbox } = await import(`${SCRIPTS}/outbox.js`);
const { Transport } = await import(`${SCRIPTS}/transport.js`);

const settled = async () => {
  for (let turn = 0; turn < 60; turn += 1) await new Promise((done) => later(done, 0));
};

async function run({ shown, steps, answers, play, bets }) {
  stored.clear();
  listeners.length = 0;
  const names = [];
  const requests = [];
  let page;
  const numberOf = (id) => {
    if (!names.includes(id)) names.push(id);
    return names.indexOf(id);
  };
  const nameOf = (id) => {
    const sentAs = [...page.outbox.entries, ...page.outbox.held].find((entry) => entry.sentAs === id);
    return sentAs ? `${names.indexOf(sentAs.id)}'` : String(numberOf(id));
  };
  let table = shown;
  let onScreen = shown;
  globalThis.fetch = (address, { headers }) => {
    if (!address.includes("/commands")) return Promise.resolve(new Response(JSON.stringify(table)));
    requests.push([nameOf(headers["Idempotency-Key"]), Number(headers["If-Match"].replaceAll('"', ""))]);
    const answer = answers.length ? answers.shift() : "never";
    if (answer === "never") return new Promise(() => {});
    if (!answer) return Promise.reject(new TypeError("no answer"));
    table = answer.table ?? table;
    const fault = JSON.stringify({ code: answer.code, why: "" });
    const body = answer.status === 200 ? JSON.stringify(table) : fault;
    return Promise.resolve(new Response(body, { status: answer.status, headers: answer.status === 200 ? { "Command-Version": answer.version } : {} }));
  };
  const rules = {
    movesOn: ({ do: word }) => play.includes(word),
    isOfPlay: ({ do: word }) => play.includes(word) || bets.includes(word),
    survives: ({ do: word }) => bets.includes(word),
  };
  const see = ({ html }) => {
    onScreen = JSON.parse(html);
  };
  const heard = new Proxy({ answered: see, refreshed: see }, { get: (known, name) => known[name] ?? (() => {}) });
  const open = () => {
    const outbox = new Outbox("night", "dealer", heard);
    const transport = new Transport("night", outbox, rules, () => ({ version: onScreen.version, moment: String(onScreen.moment) }), heard);
    page = { outbox, transport };
  };
  open();
  await settled();
  for (const [word, ...commands] of steps) {
    if (word === "touch")
      for (const command of commands) {
        page.transport.send(() => ({ do: command }));
        numberOf(page.outbox.entries.at(-1).id);
      }
    else if (word === "reload") {
      for (const [name, call] of listeners.splice(0)) if (name === "pagehide") call({});
      open();
    } else if (word === "send it") await page.transport.doNow(commands.length ? page.outbox.held.slice(0, commands[0]) : [...page.outbox.held]);
    else page.transport.drop([...page.outbox.held]);
    await settled();
  }
  const numbers = (touches) => touches.map(({ id }) => names.indexOf(id));
  return { requests, waiting: numbers(page.outbox.entries), held: numbers(page.outbox.held) };
}

const results = [];
for (const situation of JSON.parse(readFileSync(0, "utf8"))) results.push(await run(situation));
console.log(JSON.stringify(results));
process.exit(0);
