// Works the order of a dealing box out in the browser, as docs/dealing-box.md specifies it, and compares it with the cards that
// came. The SHA-256 is our own: without TLS a browser has no `crypto.subtle`.

import { gettext, ngettext } from "./language.js";

const WORD = 2 ** 32;
const fraction = (number) => Math.floor((number % 1) * WORD);
const PRIMES = Array.from({ length: 310 }, (_, at) => at + 2).filter((number, _, all) => !all.some((other) => other < number && number % other === 0));
const ROUNDS = PRIMES.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** The SHA-256 of some bytes (FIPS 180-4). */
export function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const hash = [...START];
  for (let block = 0; block < padded.length; block += 64) {
    const words = Array.from({ length: 16 }, (_, at) => view.getUint32(block + at * 4));
    let [a, b, c, d, e, f, g, h] = hash;
    for (let at = 0; at < 64; at += 1) {
      if (at >= 16) {
        const [early, late] = [words[at - 15], words[at - 2]];
        const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
        const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
        words[at] = (words[at - 16] + low + words[at - 7] + high) | 0;
      }
      const chosen = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g));
      const first = (h + chosen + ROUNDS[at] + words[at]) | 0;
      const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => { hash[at] = (hash[at] + word) | 0; });
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, at) => out.setInt32(at * 4, word));
  return new Uint8Array(out.buffer);
}

const hashOf = (bytes) => Array.from(sha256(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The pack of a box in the order that its secret, its round and its words give. */
export function orderOf({ secret, night, box, game, round, words, pack }) {
  const text = JSON.stringify(["casekeeper box 1", secret, night, box, game, round, words, pack]);
  const hashes = new Map(pack.map((card) => [card, hashOf(new TextEncoder().encode(text + card))]));
  return [...pack].sort((first, second) => (hashes.get(first) < hashes.get(second) ? -1 : 1));
}

/** Whether a box is right: the secret is the committed one, and the cards came in its order. */
export function isRight(box) {
  const secret = Uint8Array.from(box.secret.match(/../g), (digits) => Number.parseInt(digits, 16));
  const order = orderOf(box);
  return hashOf(secret) === box.commitment && box.drawn.every(([place, run]) => run.every((card, at) => order[place + at] === card));
}

globalThis.document?.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-box]");
  if (!key) return;
  const box = JSON.parse(key.dataset.box);
  const right = isRight(box);
  const number = box.drawn.flatMap(([, run]) => run).length;
  const says = key.parentElement.querySelector("[role=status]");
  says.className = right ? "right" : "wrong";
  says.textContent = right
    ? ngettext("Right: the secret is the committed one, and %(num)s card came in its order.", "Right: the secret is the committed one, and all %(num)s cards came in its order.", number)
    : gettext("WRONG: this box is not what was committed. Show this to the floor.");
});
