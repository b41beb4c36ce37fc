// What is the same at every table: a touch becomes a command of the contract; the server alone decides, and answers with
// the table. Each game says what its own touches do.

import { watchLine } from "./connection.js";
import { Debounce, spotOf, watchKeys } from "./debounce.js";
import { Drawer, wayKey } from "./drawer.js";
import { feel, glide, showSwitches, switchFeel } from "./feel.js";
import { Help } from "./help.js";
import { gettext, ngettext } from "./language.js";
import { Outbox } from "./outbox.js";
import { Relief } from "./relief.js";
import { alarm, all, announce, byId, goOn, hide, mark, notice, onBody, press, quiet, show, state, swap, switchTheme, watchRows, whenShown, whisper, write } from "./screen.js";
import { SecondPerson } from "./second.js";
import { Transport } from "./transport.js";
import { UnsavedNotice } from "./unsaved-notice.js";

/** Touches that count again however quick they come: digits, quick sums, and what is only chosen. */
const QUICK = ["digit", "sum", "player", "second-name", "alert-away", "dispute", "disputer", "rows-more"];

/** A touch answered within this time is not drawn as waiting: the table is then drawn only once, with the result. */
const AT_ONCE_MS = 50;

const isPast = document.body.classList.contains("past");

/** The night of the page; a table of the past keeps what is in hand apart from the live table's. */
export const nightOfPage = () => `${byId("table").dataset.night}${isPast ? ", as it stood" : ""}`;

/** What a key is called: a name of its own, what is read out of it, or its text. */
const labelOf = ({ dataset, ariaLabel, textContent }) => dataset.name || ariaLabel || textContent.trim().replace(/\s+/g, " ");

const isAmong = (words, word) => byId("table").dataset[words].split(" ").includes(word);

/** Whether a command takes the table to another moment in every game: a taking back, a round begun. */
const movesAnyGame = ({ do: word }) => word === "void" || isAmong("begins", word);

/** Whether a command belongs to the play and ends with its moment, unlike money over the counter. */
const isOfPlay = ({ do: word }) => word === "void" || isAmong("ofPlay", word);

/**
 * Run a table. `rules` are the game's: which commands move it on (see the transport), what `followsOf` those that wait, what
 * each `adds` to a player's checks, and how to `drawWaiting`. On a page of the past the table is only looked at: there its
 * `looks`, given the hand and the drawer, give what each of the game's own touches shows.
 * `makeGame` is given the transport, the drawer and the outbox. It returns the game's own part: its `touches`; the kinds of
 * touches that count however `quick` they come; how to `describe` a key whose double tap was ignored; what to say of a key
 * that is `asleep`; what a key of its keypad does (`type`); and what to do when a command was `answered`, when the table was
 * `renewed` and when the dealer presses Escape (`escape`).
 * Returns `touch`, which does what a touched element asks for and says whether it did; null on a page of the past.
 */
export function runTable(hand, rules, makeGame) {
  if (isPast) {
    lookAt(hand, rules.looks);
    return null;
  }
  const outbox = new Outbox(hand.night, document.querySelector("meta[name=member]").content, { changed, kept: onItsWay });
  const unsaved = new UnsavedNotice(outbox, { ...rules, hasPassed });
  /** The last versions that the stream announced, what was last heard of others, whether a cut line is being made good. */
  const newest = { night: 0, house: 0 };
  let othersWords = "";
  let mending = false;
  /** Whether the night has gone over to another game, which has a page of its own. */
  let elsewhere = false;
  /** Whether the server has newer pages than this one, after an upgrade. */
  let isOutdated = false;
  let catchingUp = false;
  let due = 0;

  const shown = () => ({ version: Number(state().version), moment: elsewhere || state().closed ? null : state().moment });
  const movesOn = (command) => movesAnyGame(command) || rules.movesOn(command);
  const transport = new Transport(hand.night, outbox, { ...rules, movesOn, isOfPlay }, shown, {
    sending: onItsWay,
    already(key) {
      whisper(gettext("Already queued: %(key)s. It will be sent once.", { key: labelOf(key) }));
    },
    answered(table, { command, at }) {
      const paying = payments();
      renew(table);
      feel(payments() && payments() !== paying ? "paid" : "taken");
      quiet(at);
      unsaved.goOn();
      game.answered?.(command);
      if (command.do === "seat_player") hand.player = command.player;
      drawer.answered(command);
    },
    refreshed(table) {
      const { moment } = shown();
      const passed = outbox.held.filter(hasPassed);
      renew(table);
      // The other tablet deals on: what was shown as not done belongs to an earlier turn still.
      if (shown().moment !== moment) unsaved.goOn(passed);
      othersWords = state().sentence;
      unsaved.mend();
      changed();
    },
    enteredBefore(entry) {
      whisper(gettext("Already entered on another tablet: %(action)s.", { action: unsaved.wordsOf(entry) }));
    },
    wentThrough() {
      announce(gettext("The other tablet: %(what)s Your touch was saved too.", { what: othersWords }));
    },
    refused(fault, entry) {
      feel("refused");
      unsaved.hold("");
      if (fault.confirms?.names.length) {
        second.ask(entry, fault);
        show(hand);
      } else sayRefused(fault, entry);
    },
    failed(fault) {
      unsaved.hold("");
      alarm(fault.why);
    },
    outrun() {
      unsaved.hold(gettext("The other tablet has moved on: %(what)s", { what: state().sentence }));
    },
    unreachable(why) {
      lose(why);
      changed();
    },
    reached() {
      const cut = unsaved.cut;
      unsaved.mend();
      if (cut) mending = true;
    },
    signedOut() {
      unsaved.signOut();
      changed();
    },
    turnedAway(fault) {
      unsaved.turnAway(fault);
      changed();
    },
    away() {
      lose();
    },
    idle() {
      if (elsewhere) {
        goOver();
        return;
      }
      if (mending && !outbox.first && !outbox.held.length) unsaved.allSaved();
      mending = false;
      // Touched while the one before it was refused: nothing else would send it.
      if (outbox.first && unsaved.stands) transport.work();
      else catchUp();
      leaveClosed();
      loadNewPage();
    },
  });
  const drawer = new Drawer(hand, transport, rules);
  watchRows();
  const second = new SecondPerson(transport, (fault, entry) => {
    // Sent without an answer, it may be in the book: then it stays held.
    if (entry.confirming) entry.unclear = true;
    else {
      transport.drop([entry]);
      sayRefused(fault, entry);
    }
    changed();
  });
  const claims = new Claims(hand, transport, drawer);
  const relief = new Relief(hand, transport);
  const help = new Help();
  const game = makeGame({ transport, drawer, outbox });

  /** Note that the line is lost. */
  function lose(why) {
    if (unsaved.stands) feel("lost");
    unsaved.lose(why);
  }

  /** The payments that the table shows last, by their key; empty for none. */
  const payments = () => [...all("#part-sheet [data-payments]")].at(-1)?.dataset.payments ?? "";

  /** Say why a touch was refused; of one that had waited also which, as the dealer has touched others since. */
  function sayRefused(fault, entry) {
    const later = outbox.held.filter((other) => other !== entry).length;
    const refused = entry.waited ? gettext("%(action)s: %(why)s", { action: unsaved.wordsOf(entry), why: fault.why }) : fault.why;
    const notSent = ngettext("One later touch was not sent.", "%(num)s later touches were not sent.", later);
    const why = later ? `${refused} ${notSent}` : refused;
    // What is held is not entered once more.
    const command = outbox.held.includes(entry) ? null : entry.command;
    if (drawer.refused({ ...fault, why }, command)) show(hand);
    else alarm(why, drawer.waysOut(fault, command).map(wayKey));
  }

  /**
   * Whether what a held touch was meant for is over: the moment at which it was touched, or which a touch before it was to
   * make. What may be in the book has not passed: the book knows its id. A taking back means what was done last then.
   */
  function hasPassed(entry) {
    const { command, by, unclear, seen, behind, moment } = entry;
    if (state().closed) return true;
    if (unclear || (by !== outbox.member && seen !== null) || !isOfPlay(command)) return false;
    if (command.do === "void") return true;
    if (!behind) return moment === null || moment !== shown().moment;
    const before = [...outbox.entries, ...outbox.held].find(({ id }) => id === behind);
    return !before || (outbox.held.includes(before) && hasPassed(before));
  }

  /** Mark whether all is saved, which nobody knows before the outbox is open: an earlier page may have left touches in it. */
  function markSaved() {
    mark(!outbox.open || outbox.entries.length ? (unsaved.stands ? "sending" : "unsaved") : "saved", state().sentence);
  }

  /** Show the table after waiting actions, now that another table or other touches are there. */
  function changed() {
    clearTimeout(due);
    due = 0;
    // Refused later, they are named.
    if (!unsaved.stands) for (const entry of outbox.entries) entry.waited = true;
    markSaved();
    show(hand);
    unsaved.show();
    if (unsaved.stands) transport.work();
  }

  /** Show what waits, but not before an answer that comes at once. */
  function onItsWay() {
    markSaved();
    if (!unsaved.stands) changed();
    else due ||= setTimeout(changed, AT_ONCE_MS);
  }

  /** Fetch the page of the game that is on; a table that was asked for (`?game=`) and shown is not asked for any more. */
  async function goOver() {
    // Otherwise answered touches would still be stored there for the next page.
    await outbox.written;
    if (new URLSearchParams(location.search).get("game") === state().game) location.replace(location.pathname);
    else location.reload();
  }

  /** Have the table as the server gives it, with the hand still to be shown; another game's page is fetched once nothing is on its way. */
  function renew(table) {
    const move = glide();
    if (!swap(table)) {
      elsewhere = true;
      if (transport.idle) goOver();
      return;
    }
    game.renewed?.();
    move();
  }

  /** Whether a closed night's page is to be fetched: there is a line, nothing waits or is held, and what was said was put away. */
  const isOver = () =>
    state().closed && unsaved.stands && !outbox.first && !outbox.held.length && !byId("alert").classList.contains("shown");

  /** Fetch the page that a closed night has of its own. */
  async function leaveClosed() {
    if (!isOver()) return;
    // What is answered would else lie there for the next page, which would tell that it is not known to be in the book.
    await outbox.written;
    if (isOver()) location.reload();
  }

  const houseShown = () => Number(byId("table").dataset.house);
  const versions = () => `${shown().version} ${houseShown()}`;

  /** Whether the table shown is older than what the stream announced of its night, or of the house. */
  const isOld = () => newest.night > shown().version || newest.house > houseShown();

  /** Load the newer version of this page once nothing waits and no form is open. */
  function loadNewPage() {
    const isInUse = hand.drawer || !byId("part-claims").hidden || document.querySelector("dialog[open]");
    if (isOutdated && !outbox.first && !outbox.held.length && !isInUse) location.reload();
  }

  /** Fetch the table, once at a time, as long as the stream announces a newer one that no answer will bring. */
  async function catchUp() {
    if (catchingUp) return;
    catchingUp = true;
    let before = "";
    while (unsaved.stands && transport.idle && isOld() && before !== versions()) {
      before = versions();
      await transport.refresh();
    }
    catchingUp = false;
  }

  watchLine(byId("line"), {
    moved(night, house) {
      newest.night = Math.max(newest.night, night);
      newest.house = Math.max(newest.house, house);
      catchUp();
    },
    gone() {
      lose();
      changed();
    },
    alive() {
      // A table that was refused, or that could not be fetched though the line stood, is asked for again.
      if (unsaved.isTurnedAway || (unsaved.cut && !outbox.first)) transport.refresh();
      else catchUp();
    },
    back() {
      if (unsaved.isTurnedAway) {
        transport.refresh();
        return;
      }
      if (!outbox.first) unsaved.mend();
      mending = true;
      transport.wake();
    },
    renewed() {
      isOutdated = true;
      loadNewPage();
    },
    signedOut() {
      unsaved.signOut();
    },
    turnedAway() {
      // The table is refused for the same reason, and says who deals there.
      if (!unsaved.isTurnedAway) transport.refresh();
    },
  });

  /** What each kind of touch does with the element that was touched; the screen is updated after it. */
  const touches = {
    ...drawer.touches,
    ...claims.touches,
    ...second.touches,
    ...relief.touches,
    ...help.touches,
    theme: switchTheme,
    feel: switchFeel,
    "lock-now": () => document.dispatchEvent(new Event("lock-now")),
    digit: (key) => (second.open ? second : relief.isOpen ? relief : hand.drawer ? drawer : game).type(key.dataset.digit),
    command(key) {
      hand.drawer = false;
      transport.sendKey(key);
    },
    "alert-away"() {
      quiet();
      leaveClosed();
    },
    "rows-more": goOn,
    "drop-last"() {
      const last = outbox.entries.at(-1);
      if (last) transport.drop([last]);
    },
    "do-held"() {
      const open = outbox.held.filter((entry) => !hasPassed(entry));
      const all = open.every(({ command }) => rules.survives(command));
      quiet();
      transport.doNow(all ? open : open.slice(0, 1));
    },
    "leave-held"() {
      transport.drop([...outbox.held]);
    },
    ...game.touches,
  };
  const debounce = new Debounce([...QUICK, ...(game.quick ?? [])]);
  const SHADES = { "part-drawer": () => drawer.close(), "part-claims": touches["claims-away"], "part-relief": touches["relief-away"] };

  function touch(key, where) {
    const does = touches[key.dataset.touch] ?? SHADES[key.id];
    if (key.disabled || key.getAttribute("aria-disabled") === "true") {
      game.asleep?.(key);
      return false;
    }
    if (debounce.swallows(key, where)) {
      const ignored = gettext("Double tap ignored: %(key)s.", { key: game.describe?.(key) || labelOf(key) });
      const next = gettext("To pass for the next player, touch Pass again.");
      whisper(key.id === "pass" ? `${ignored} ${next}` : ignored);
      return false;
    }
    const before = transport.taken;
    does(key);
    debounce.counted(key, where, transport.taken !== before);
    show(hand);
    return true;
  }

  /** A typed character is a touch of its key: on the keypad that is open, else of the card with that rank. */
  function typeKey(event) {
    const typed = event.key === "Backspace" ? "back" : event.key;
    const rank = typed === "0" ? "10" : typed.toUpperCase();
    const keys = [...all(`.keypad [data-digit="${CSS.escape(typed)}"]`), ...all(`#part-ranks [data-rank="${CSS.escape(rank)}"]`)];
    const dialog = document.querySelector("dialog[open]");
    const key = keys.find((shown) => shown.getClientRects().length && !shown.closest("[inert]") && (dialog?.contains(shown) ?? true));
    if (!key) return;
    event.preventDefault();
    touch(key, spotOf(event, key));
  }

  whenShown(showSwitches);
  whenShown(loadNewPage);
  watchKeys(touch);
  document.addEventListener("input", () => debounce.typed());
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      game.escape?.();
      quiet();
      leaveClosed();
      claims.close();
      relief.close();
      if (hand.drawer) drawer.close();
      else show(hand);
    } else if ((event.key === "Enter" || event.key === " ") && event.target.matches?.("[role=button]")) {
      event.preventDefault();
      if (!event.repeat) touch(event.target, spotOf(event, event.target));
    } else if (!event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey && !event.target.closest?.("input, select, textarea")) {
      if (event.key === "?") help.open();
      else typeKey(event);
    }
  });
  // Enter in a field of a form is a touch of its key.
  document.addEventListener("submit", (event) => {
    const key = event.target.querySelector("[data-submits]");
    if (!key) return;
    event.preventDefault();
    touch(key, spotOf(event, key));
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && transport.idle) transport.refresh();
  });
  document.addEventListener("lock-failed", ({ detail }) => whisper(detail));
  // The lock ended the session; what waited goes out again, and the table may have changed.
  document.addEventListener("unlocked", async () => {
    if (await transport.refresh()) transport.wake();
  });
  addEventListener("online", () => transport.wake());
  addEventListener("beforeunload", (event) => {
    if (!elsewhere && !outbox.durable && outbox.entries.length) event.preventDefault();
  });
  return touch;
}

// A table of the past.

/** The drawer's touches that send nothing. */
const LOOKS = ["drawer", "drawer-away", "tab", "task", "account"];

/** Let a table of the past be looked at: the drawer opens, players and bets are chosen, the sheet is read. Nothing is sent. */
function lookAt(hand, makeLooks) {
  // Nothing is sent: of the drawer's touches none that sends is among those below.
  const drawer = new Drawer(hand, null);
  const looks = {
    ...Object.fromEntries(LOOKS.map((name) => [name, drawer.touches[name]])),
    ...makeLooks(hand, drawer),
    theme: switchTheme,
    "rows-more": goOn,
  };
  whenShown(() => disableTheRest(looks));
  watchRows();
  document.addEventListener("click", ({ target }) => {
    if (target.id === "part-drawer") {
      drawer.close();
      return;
    }
    const key = target.closest?.("[data-touch]");
    if (!key || key.disabled || !(key.dataset.touch in looks)) return;
    looks[key.dataset.touch](key);
    show(hand);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && hand.drawer) drawer.close();
    else if (event.key === "Enter" && event.target.matches?.("[role=button]")) event.target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  });
  document.addEventListener("submit", (event) => {
    if (event.target.dataset.form) event.preventDefault();
  });
  document.addEventListener("renewed", () => show(hand));
  show(hand);
}

function disableTheRest(looks) {
  for (const key of all(".part button[data-touch]")) if (!(key.dataset.touch in looks)) key.disabled = true;
  for (const field of all(".part input[data-choice]")) field.disabled = true;
}

// A dispute in two touches: the first on what is disputed, the second on what the player says.

class Claims {
  #hand;
  #transport;
  #drawer;
  /** What was touched: what the dispute is about, in words too, who disputes it, what they say; null where nothing was. */
  #open = null;
  /** What had the focus before. */
  #touched = null;

  constructor(hand, transport, drawer) {
    this.#hand = hand;
    this.#transport = transport;
    this.#drawer = drawer;
    whenShown(() => this.#show());
  }

  get touches() {
    return {
      dispute: (key) => {
        const { about, sentence, player } = key.dataset;
        this.#touched = key;
        this.#open = { about: JSON.parse(about), sentence, player: player || this.#hand.player || "" };
      },
      disputer: (key) => {
        this.#open.player = key.dataset.player;
        if (this.#open.claim) this.#raise(this.#open.claim);
      },
      "say-claim": (key) => this.#raise(key.dataset.claim),
      "other-claim": () => {
        const { about, player } = this.#open;
        this.close();
        this.#drawer.dispute(player, about);
      },
      "claims-away": () => this.close(),
    };
  }

  /** Close without raising a dispute. */
  close() {
    if (!this.#open) return;
    this.#open = null;
    hide(byId("part-claims"), true);
    for (const other of all(".part")) other.inert = false;
    this.#touched?.focus({ preventScroll: true });
  }

  #raise(claim) {
    const { about, player } = this.#open;
    if (!player) {
      this.#open.claim = claim;
      notice(gettext("Now touch the player who says so."));
      return;
    }
    const { dispute } = byId("part-claims").dataset;
    this.close();
    this.#transport.send(() => ({ do: "raise_dispute", dispute, player, about, claim }));
  }

  #show() {
    onBody("disputes", byId("open-disputes") && "");
    const part = byId("part-claims");
    const opens = part.hidden && this.#open;
    hide(part, !this.#open);
    if (!this.#open) return;
    for (const other of all(".part:not(#part-claims)")) other.inert = true;
    write(byId("claims-about"), this.#open.sentence);
    const { about } = this.#open;
    const named = new URLSearchParams(typeof about === "number" ? { turn: about } : { bet: about });
    byId("put-right").href = `${byId("put-right").dataset.page}?${named}`;
    press("#part-claims [data-touch=disputer]", (key) => key.dataset.player === this.#open.player);
    press("#part-claims [data-touch=say-claim]", (key) => key.dataset.claim === this.#open.claim);
    // Not on a claim: Enter pressed twice would raise it.
    if (opens) part.querySelector(".claims-body").focus({ preventScroll: true });
  }
}
