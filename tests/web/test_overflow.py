"""Every screen in every language at every size: nothing is cut off, runs out of its box or lies on another key."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import cycle, product

import pytest
from playwright.sync_api import Page

from dealer.demo import Demo
from dealer.games import GAMES
from reports.words.language import LANGUAGES
from tests.support.fixtures import EACH_KIND, soaked
from tests.support.house import House
from tests.web.evenings import busy, regulars_night, short_night
from tests.web.geometry import cut_off
from tests.web.served import served
from tests.web.tablet_in_browser import Tablets, resize
from tests.web.test_axe import PAGES, PAGES_AT_ONCE, address_of
from web.app.links import board_link, player_link

SIZES = ((1280, 800), (1024, 768), (390, 844))
BOARD_SIZES = ((1920, 1080),)
ONE_LETTER = re.compile(r"\S+ .: ")
"""A sign of the case-keeper, which is drawn larger than its place."""
OUT_OF_PLACE = """() => {
  const found = [], { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} wide`);
  const isClipped = (of) => of && getComputedStyle(of).clipPath !== "none";
  const seen = (of) =>
    of.checkVisibility({ visibilityProperty: true }) &&
    !of.closest(".visually-hidden, [inert]") && !isClipped(of.closest("thead"));
  const name = (of) => `${of.tagName}#${of.id}.${of.className} ${of.textContent.trim().slice(0, 50)}`;
  const keys = [...document.querySelectorAll("button, a.button, .tile, .tab, td, th, label")].filter(seen);
  const letters = document.createRange();
  for (const key of keys) {
    const box = key.getBoundingClientRect(), texts = document.createTreeWalker(key, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { clipPath } = getComputedStyle(text.parentElement);
      if (!text.data.trim() || clipPath !== "none" || !seen(text.parentElement)) continue;
      letters.selectNodeContents(text);
      const { left, right } = letters.getBoundingClientRect();
      const out = Math.round(Math.max(right - box.right, box.left - left));
      if (out > 1) found.push(`${name(key)} runs out by ${out}`);
    }
  }
  for (const parent of new Set(keys.map((key) => key.parentElement))) {
    const beside = [...parent.children].filter((of) => of.matches("button, a.button") && seen(of));
    beside.forEach((key, at) => {
      const one = key.getBoundingClientRect();
      for (const other of beside.slice(at + 1)) {
        const two = other.getBoundingClientRect();
        const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
        const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
        const apart = parent.matches(".languages, .to-rules") ? -7.5 : 1;
        if (across > apart && down > apart) found.push(`${name(key)} lies on or touches ${name(other)}`);
      }
    });
  }
  for (const wide of document.querySelectorAll(".scroller")) {
    if (innerWidth >= 1280 && wide.scrollWidth > wide.clientWidth + 1) found.push(`${name(wide)} is cut`);
  }
  for (const row of [...document.querySelectorAll(".languages, .to-rules")].filter(seen)) {
    if (row.children[0].getBoundingClientRect().left < 8) found.push(`${name(row)} touches the edge`);
  }
  for (const rolls of [...document.querySelectorAll(".rolls")].filter(seen)) {
    const keys = rolls.parentElement.lastElementChild.getBoundingClientRect();
    if (rolls.getBoundingClientRect().bottom > keys.top + 1) found.push(`${name(rolls)} goes on behind its keys`);
  }
  return found;
}"""

Paths = Callable[[House], list[str]]
Sizes = Sequence[tuple[int, int]]


def _page(page: str) -> Paths:
    return lambda house: [address_of(page, house)]


def _table(game: str) -> Paths:
    """A table in the middle of a night and as it was before, its board and the page of a player."""

    def paths(house: House) -> list[str]:
        show = Demo((game,), house.book, "2026-11-21", 5, rounds=1)
        for turn, _ in enumerate(show.turns(), start=1):
            if turn == _TURNS:
                break
        with house.app.test_request_context():
            table = f"/nights/{show.night}"
            return [table, f"{table}?at={house.service.history(show.night).version - 1}", *links_of(show.night)]

    return paths


def _closed(game: str) -> Paths:
    """A night that is closed, and the page of a player."""

    def paths(house: House) -> list[str]:
        night = Demo((game,), house.book, "2026-11-21", 5, rounds=1)
        for _ in night.turns():
            pass
        assert house.service.night(night.night).closed
        with house.app.test_request_context():
            return [f"/nights/{night.night}", *links_of(night.night)]

    return paths


def links_of(night: str) -> tuple[str, str]:
    """The board of a night, and the page of a player."""
    return board_link(night), player_link(night, "red")


_TURNS = 9
SCREENS: dict[str, Paths] = {
    **{page: _page(page) for page in PAGES},
    **{f"a table of {game}": _table(game) for game in GAMES},
    **{f"a closed night of {game}": _closed(game) for game in GAMES},
    "a closed night of two games": lambda house: [f"/nights/{short_night(house)}"],
    "an empty book": lambda _: ["/", "/office", "/people", "/floor", "/square", "/staff", "/papers"],
}
LONGEST = ("de", "fr")
"""The languages with the longest words."""
AT_ONCE = [*sorted(PAGES_AT_ONCE), *(f"a table of {game}" for game in EACH_KIND), "/office?period=all"]
TABS = ("money", "seats", "disputes", "deal", "night")


def faults(page: Page, sizes: Sizes = SIZES) -> list[str]:
    """What is out of its place on a page at any of the sizes."""
    found: list[str] = []
    for size in sizes:
        resize(page, size)
        found += [f"{size}: {what}" for what in page.evaluate(OUT_OF_PLACE)]
        found += [f"{size}: {what}" for what in cut_off(page, "body") if not ONE_LETTER.match(what)]
    return found


@pytest.mark.parametrize(
    ("screen", "language"), soaked(product(SCREENS, LANGUAGES), at_once=[*zip(AT_ONCE, cycle(LONGEST), strict=False)])
)
def test_nothing_is_out_of_place_on_a_screen(tablets: Tablets, house: House, screen: str, language: str) -> None:
    tablet = tablets.new()
    for path in SCREENS[screen](house):
        tablet.go(f"{path}{'&' if '?' in path else '?'}lang={language}")
        assert faults(tablet.page, BOARD_SIZES if "board" in path else SIZES) == [], path


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_out_of_place_in_the_drawer(tablets: Tablets, house: House, language: str) -> None:
    night = regulars_night(house)
    tablet = tablets.new()
    tablet.go(f"/nights/{night}?lang={language}")
    tablet.touch("#menu")
    found = []
    for tab in TABS:
        if tablet.page.locator(f'.tab[data-opens="{tab}"]').count():
            tablet.touch(f'.tab[data-opens="{tab}"]')
            if tab == "disputes":
                tablet.touch("#who-disputes-red")
            found += [f"{tab} {fault}" for fault in faults(tablet.page)]
            resize(tablet.page, SIZES[0])
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_out_of_place_at_the_door(tablets: Tablets, house: House, language: str) -> None:
    busy(house)
    tablet = tablets.new()
    tablet.page.context.clear_cookies()
    tablet.go(f"/sign-in?lang={language}")
    assert faults(tablet.page) == []
    with served(House(staff=False)) as at_first:
        tablet.page.goto(f"{at_first}/sign-in?lang={language}")
        assert faults(tablet.page) == []
