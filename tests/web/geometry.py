"""What the browser tests measure of what is drawn: how large letters are, and whether one thing hides another."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from playwright.sync_api import Page

Rectangle = dict[str, Any]
"""What was measured (``what``), its edges in pixels, and the height of its letters (``letters``)."""
MEASURE = """(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => one.checkVisibility())
  .map((one) => {
    const box = one.getBoundingClientRect(), drawn = one.getScreenCTM?.();
    const larger = drawn ? Math.hypot(drawn.a, drawn.b) : one.currentCSSZoom;
    const letters = parseFloat(getComputedStyle(one).fontSize) * larger;
    const of = one.closest(".stack, .card")?.id ?? "";
    const what = `${of} ${one.getAttribute("class")} ${one.textContent.trim()}`;
    return { what, letters, left: box.left, top: box.top, right: box.right, bottom: box.bottom };
  })"""

WRITTEN = """(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => one.checkVisibility() && one.textContent.trim())
  .map((one) => {
    const letters = document.createRange();
    letters.selectNodeContents(one);
    const box = letters.getBoundingClientRect();
    return { what: one.textContent.trim(), left: box.left, top: box.top, right: box.right, bottom: box.bottom };
  })"""


def written(page: Page, selector: str) -> list[Rectangle]:
    """Where the letters stand in everything that is seen of a selector, whatever room it has for them."""
    return list(page.evaluate(WRITTEN, selector))


def measure(page: Page, selector: str) -> list[Rectangle]:
    """Everything that is seen of a selector."""
    return list(page.evaluate(MEASURE, selector))


def hidden_by(one: Rectangle, other: Rectangle, slack_px: float) -> bool:
    """Whether two rectangles share more ground than their edges."""
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return bool(across > slack_px and down > slack_px)


def overlaps(
    some: list[Rectangle], others: list[Rectangle] | None = None, *, slack_px: float = 1
) -> list[tuple[str, str]]:
    """The pairs that lie on each other: among ``some``, or of one of those and one of ``others``."""
    pairs = combinations(some, 2) if others is None else ((part, other) for part in some for other in others)
    return [(entry["what"], other["what"]) for entry, other in pairs if hidden_by(entry, other, slack_px)]


def lies_in(one: Rectangle, other: Rectangle) -> bool:
    """Whether a rectangle is wholly within another."""
    across = other["left"] <= one["left"] and one["right"] <= other["right"]
    return bool(across and other["top"] <= one["top"] and one["bottom"] <= other["bottom"])


def inked(one: Rectangle, share: float) -> Rectangle:
    """Of a line of letters the height that is written on, as a share of the line."""
    middle, half = (one["top"] + one["bottom"]) / 2, (one["bottom"] - one["top"]) * share / 2
    return {**one, "top": middle - half, "bottom": middle + half}


CUT = """(within) => [...document.querySelectorAll(`:is(${within}), :is(${within}) *`)]
  .filter((one) => one instanceof HTMLElement && one.textContent.trim())
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => !one.closest(".visually-hidden, select, [inert]"))
  .filter((one) => getComputedStyle(one.closest("thead") ?? one).clipPath === "none")
  .filter((one) => {
    const { display, clipPath, overflowX, overflowY } = getComputedStyle(one);
    if (display === "inline" || clipPath !== "none") return false;
    const speaks = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const tooWide = one.scrollWidth > one.clientWidth + 1, tooHigh = one.scrollHeight > one.clientHeight + 1;
    return (tooWide && (speaks || overflowX === "hidden")) || (tooHigh && overflowY === "hidden");
  })
  .map((one) => `${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 60)}: ${one.clientWidth} wide`)"""
SMALL = """(within) => [...document.querySelectorAll(`:is(${within}) :is(a, button, input, summary, [data-touch])`)]
  .filter((one) => one.type !== "hidden" && one.checkVisibility({ visibilityProperty: true }))
  .map((one) => [one, (one.querySelector(".target") ?? one).getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.5 || box.height < 43.5 || box.left < 0 || box.top < 0
    || box.right > innerWidth + .5 || box.bottom > innerHeight + .5)
  .map(([one, box]) => {
    const at = [box.width, box.height, box.left, box.top].map(Math.round);
    return `${one.id || one.textContent.trim()}: ${at}`;
  })"""
COVERED = """(within) => [...document.querySelectorAll(`:is(${within}) [data-touch]`)]
  .filter((key) => key.checkVisibility() && !key.closest(".scroll"))
  .filter((key) => {
    const box = (key.querySelector(".target") ?? key).getBoundingClientRect();
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return there?.closest("[data-touch]") !== key;
  })
  .map((key) => key.id || key.textContent.trim())"""
BROKEN = """(within) => [...document.querySelectorAll(within)]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .flatMap((one) => {
    const found = [], texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), word = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { 0: letters, index } of text.data.matchAll(/[\\p{L}’.]+/gu)) {
        word.setStart(text, index);
        word.setEnd(text, index + letters.length);
        if (new Set([...word.getClientRects()].map((line) => Math.round(line.top))).size > 1) found.push(letters);
      }
    }
    return found;
  })"""


def cut_off(page: Page, within: str) -> list[str]:
    """What does not fit into its place, and neither wraps nor can be rolled to."""
    return list(page.evaluate(CUT, within))


def small_keys(page: Page, within: str) -> list[str]:
    """Keys that are smaller than a finger or not wholly on the screen: their size and where they are."""
    return list(page.evaluate(SMALL, within))


def covered_keys(page: Page, within: str) -> list[str]:
    """Keys in whose middle something else lies, but for those of lists that are rolled."""
    return list(page.evaluate(COVERED, within))


def broken_words(page: Page, within: str) -> list[str]:
    """Words that begin on one line and end on another; a hyphen parts words."""
    return list(page.evaluate(BROKEN, within))


FINGER_PX = 43.5
OUT_OF_REACH = """({ least, scrolls }) => {
  const found = [], { scrollHeight, scrollWidth } = document.documentElement;
  const { scrollHeight: high, scrollWidth: wide, clientHeight, clientWidth } = document.body;
  if (!scrolls && (high > clientHeight || wide > clientWidth)) found.push("the table scrolls");
  if (scrollHeight > innerHeight || scrollWidth > innerWidth) found.push("the page scrolls");
  for (const key of document.querySelectorAll("[data-touch]")) {
    if (!key.checkVisibility() || key.closest("[inert]")) continue;
    const name = key.id || key.textContent.trim(), scroll = key.closest(".scroll");
    const target = key.querySelector(".target") ?? key;
    if (scrolls) target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = target.getBoundingClientRect();
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    if (box.width < least || box.height < least) found.push(`${name} is small`);
    if (!scroll && (box.right > innerWidth || box.bottom > innerHeight)) found.push(`${name} is off the screen`);
    if (scroll && !scrolls) {
      const seen = scroll.getBoundingClientRect(), foot = parseFloat(getComputedStyle(scroll).paddingBottom);
      if (y < seen.top || y > seen.bottom - foot) continue;
    }
    if (document.elementFromPoint(x, y)?.closest("[data-touch]") !== key) found.push(`${name} is covered`);
  }
  return found;
}"""


def out_of_reach(page: Page, least_px: float = FINGER_PX, *, scrolls: bool = False) -> list[str]:
    """The keys that a finger would miss: small, off the screen or covered; and whether the page scrolls.

    With ``scrolls`` the table may: each key is scrolled to first.
    """
    return list(page.evaluate(OUT_OF_REACH, {"least": least_px, "scrolls": scrolls}))
