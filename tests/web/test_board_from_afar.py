"""What players must read on the board from their seats, five metres away: large enough, whole, in two languages.

A letter of 42 pixels on a screen of 1920 × 1080 that is 43 to 50 inches wide can be read from there without effort.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dealer.demo import Demo, offered
from dealer.game.demonstration import DEMO_PLAYERS
from tests.support.fixtures import EACH_KIND, soaked
from tests.support.house import House
from tests.web.geometry import cut_off, measure, overlaps, written
from tests.web.tablet_in_browser import Tablets, resize

SIZES = ((1920, 1080), (1280, 720))
ESSENTIAL_PX, LEAST_PX = 42, 26
"""The letters of what everybody reads, and of everything else, on a screen that is 1080 pixels high."""

CROWD = {"red": "Thaddeus Featherstone", "white": "Anne-Marie Rochefort", "yellow": "Bartholomew Vanderbilt"}
BESIDES = {"brown": "Doc Reed", "orange": "Li Wei", "seat9": "E. Poe", "seat10": "Ann Shaw"}
"""Long names at the table of a demonstration, and who else sits there."""

AGAINST_A_BANK = (".casekeeper li > b", ".casekeeper li .tabs", ".casekeeper em", ".so-far i", ".slip b")
OF_HANDS = (
    ".whose .name:not(.long, .longest)",
    ".showing b",
    ".tally",
    ".came:not(.longest)",
    ".sum :is(b, span)",
    ".contract",
)
ESSENTIAL = {
    "faro": (*AGAINST_A_BANK, ".limits dd", ".turns li:first-child > ul", ".at-table .name:not(.long, .longest)"),
    "stuss": (*AGAINST_A_BANK, ".limits dd", ".turns li:first-child > ul", ".at-table .name:not(.long, .longest)"),
    "pharo": (*AGAINST_A_BANK, ".coup .card", "figcaption", ".livrets:is(:not(.more, .most)) .mini"),
    "fan_tan": (*OF_HANDS, ".pot b", ".pot span", ".laid :is(b, em)", ".who .name:not(.long, .longest)", ".result"),
    **dict.fromkeys(("farmer", "spoil_five", "five_in_one"), OF_HANDS),
    "frog": (*OF_HANDS, ".speakers strong:not(.long, .longest)", ".speakers b"),
}
OF_A_MATCH = (".sides:not(.of-5) .name:not(.long, .longest)", ".points b", ".said", ".now", ".match-contract .whose")
"""What is essential on the board of a game; every other game is a match."""
MATCH = (*OF_A_MATCH, ".calls b", ".score-sheet td b", ".score-sheet th b:not(.dead, :is(.of-4, .of-5) b)", ".told")

MIDDLE = {"faro": 9, "stuss": 9, "pharo": 9, "fan_tan": 9}
"""The turn in which a long round is in its middle."""

LETTERS = """([selector, least]) => [...document.querySelectorAll(selector)]
  .filter((part) => part.textContent.trim() && part.checkVisibility({ visibilityProperty: true }))
  .map((part) => [part.textContent.trim().slice(0, 40), parseFloat(getComputedStyle(part).fontSize)])
  .filter(([, px]) => px < least)"""
"""What is written smaller than so many pixels."""
TEXTS = ".wall :not(:is(svg, svg *, .visually-hidden, .visually-hidden *)):not(:has(> *))"
"""Every text of the board but for what is drawn."""


def _board(house: House, game: str) -> Iterator[str]:
    """A demonstration night in the middle of a round, with further players, and at its end or that of the night."""
    demo = Demo((game,), house.book, "2026-11-21", 7)
    turns = demo.turns()

    def is_on() -> bool:
        return house.service.with_events(demo.night)[0].game_on is not None

    next(shown for shown in turns if shown.number > 1 and shown.turn >= MIDDLE.get(game, 1) and is_on())
    for player, name in BESIDES.items():
        house.do(demo.night, "seat_player", player=player, name=name)
    yield demo.night
    next((shown for shown in turns if not is_on()), None)
    yield demo.night


@pytest.mark.parametrize("game", soaked(offered(), at_once=EACH_KIND))
def test_the_board_can_be_read_from_five_metres(
    tablets: Tablets, house: House, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for player, name in CROWD.items():
        monkeypatch.setitem(DEMO_PLAYERS, player, name)
    tablet = tablets.new(SIZES[0])
    page, essential = tablet.page, (".standing", ".phase", *ESSENTIAL.get(game, MATCH))
    seen = set[str]()
    for night in _board(house, game):
        for language in ("en", "de"):
            tablet.go(f"/board/{night}?lang={language}")
            page.evaluate("document.fonts.ready")
            assert page.evaluate("document.documentElement.lang") == language
            for size in SIZES:
                resize(page, size)
                at, scale = (night, language, size), size[1] / 1080
                for selector in essential:
                    assert page.evaluate(LETTERS, [selector, ESSENTIAL_PX * scale]) == [], (selector, at)
                assert page.evaluate(LETTERS, [TEXTS, LEAST_PX * scale]) == [], at
                assert cut_off(page, ".wall") == [], at
                assert overlaps(measure(page, ".wall :is(.head, section)")) == [], at
                assert (
                    overlaps(written(page, ".head :is(h1, p, dd), .casekeeper :is(.name, .tally)"), slack_px=8) == []
                ), at
            seen |= {selector for selector in essential if page.locator(selector).count()}
    assert len(seen) > len(essential) / 2, seen
