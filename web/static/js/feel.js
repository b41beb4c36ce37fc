// What a device makes felt, if it is switched on there: a sound, or a vibration, for what was taken, refused or paid, and for
// a line that is lost. And checks that glide to their new place.

import { all, press } from "./screen.js";

const KEPT = "feel";

/** Tones one after the other: how high in hertz, and how long in seconds. */
const TONES = {
  taken: [[880, 0.05]],
  refused: [[196, 0.22]],
  paid: [[660, 0.08], [990, 0.12]],
  lost: [[440, 0.14], [330, 0.14], [247, 0.3]],
};
/** How long a device shakes and rests, in turn, in milliseconds. */
const SHAKES = { taken: [15], refused: [60, 50, 60], paid: [25, 40, 25], lost: [250, 80, 250] };
const LOUD = 0.12;
const GLIDE_MS = 260;

let audio = null;

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    // A page without storage is silent.
    return {};
  }
}

/** Make something felt: "taken", "refused", "paid" or "lost". */
export function feel(what) {
  const { sound, shake } = read();
  if (shake) navigator.vibrate?.(SHAKES[what]);
  if (!sound) return;
  audio ??= new AudioContext();
  let at = audio.currentTime;
  for (const [hertz, seconds] of TONES[what]) {
    const tone = new OscillatorNode(audio, { type: "triangle", frequency: hertz });
    const volume = new GainNode(audio, { gain: LOUD });
    // Faded out: a tone that is cut off cracks.
    volume.gain.setValueAtTime(LOUD, at + 0.6 * seconds);
    volume.gain.linearRampToValueAtTime(0, at + seconds);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + seconds);
    at += seconds;
  }
}

/** Show which of the switches are on. */
export function showSwitches() {
  const on = read();
  press("[data-touch=feel]", ({ dataset }) => Boolean(on[dataset.feel]));
}

/** Switch sounds ("sound") or vibration ("shake") on this device on or off, and let it be felt. */
export function switchFeel({ dataset }) {
  const on = read();
  try {
    localStorage.setItem(KEPT, JSON.stringify({ ...on, [dataset.feel]: !on[dataset.feel] }));
  } catch {
    // As above.
  }
  showSwitches();
  feel("taken");
}

/** Where stacks lie; call what is returned once they have been drawn again, and those that moved glide there. */
export function glide() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return () => {};
  const before = new Map([...all(".stack[id]")].map((stack) => [stack.id, stack.getBoundingClientRect()]));
  return () => {
    for (const stack of all(".stack[id]")) {
      const from = before.get(stack.id);
      const to = stack.getBoundingClientRect();
      const [x, y] = from ? [from.x - to.x, from.y - to.y] : [0, -14];
      if (x || y) stack.animate([{ translate: `${x}px ${y}px`, ...(!from && { opacity: 0 }) }, {}], { duration: GLIDE_MS, easing: "ease-out" });
    }
  };
}
