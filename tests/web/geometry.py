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
    const letters = parseFloat(getComputedStyle(one).fontSize) * (drawn ? Math.hypot(drawn.a, drawn.b) : 1);
    const of = one.closest(".stack, .card")?.id ?? "";
    const what = `${of} ${one.getAttribute("class")} ${one.textContent.trim()}`;
    return { what, letters, left: box.left, top: box.top, right: box.right, bottom: box.bottom };
  })"""


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
    pairs = combinations(some, 2) if others is None else ((one, other) for one in some for other in others)
    return [(one["what"], other["what"]) for one, other in pairs if hidden_by(one, other, slack_px)]


def inked(one: Rectangle, share: float) -> Rectangle:
    """Of a line of letters the height that is written on, as a share of the line."""
    middle, half = (one["top"] + one["bottom"]) / 2, (one["bottom"] - one["top"]) * share / 2
    return {**one, "top": middle - half, "bottom": middle + half}
