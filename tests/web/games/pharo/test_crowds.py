"""A Pharo table where every seat is taken and much lies: each amount can be read, at the tablet and on the board."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.support.house import House
from tests.web.games.faro.test_crowds import COLOURS, NAMES
from tests.web.geometry import covered_keys, cut_off, inked, lies_in, measure, overlaps
from tests.web.tablet_in_browser import Tablet, at_table, resize

pytestmark = pytest.mark.browser

SIZES = ((1280, 800), (1024, 768), (800, 1280), (768, 1024))
LEAST_LETTERS_PX = 8
"""Of a six-digit amount with cents; what is usual is written larger."""
OUT_OF_SIGHT = """() => {
    const list = document.querySelector(".livrets"), room = list.getBoundingClientRect();
    const outside = [...list.querySelectorAll(".name, .mini, .rest")].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.top < room.top - 1 || box.bottom > room.bottom + 1 || box.right > room.right + 1;
    });
    return outside.map((one) => one.textContent);
}"""
USUAL_CENTS, LARGE_CENTS = (9_975, 8_750, 2_500), (12_345_675, 98_765_425, 250_025)


def crowded(house: House, stakes_cents: tuple[int, ...], ranks: tuple[str, ...] = ("5", "8", "J", "Q", "K")) -> str:
    """Eight punters with a stake on each of the ranks, every other opposed, and one with two more and two figures."""
    night = house.open_night(game="pharo", house={"limit": 99_000_000}, roll=900_000_000)
    for player, name in zip(COLOURS, NAMES, strict=True):
        house.do(night, "seat_player", player=player, name=name)
        house.do(night, "buy_checks", player=player, amount=900_000_000)
    house.do(night, "start_deal")
    house.do(night, "show_bottom", card="4h")
    laid: list[tuple[str, tuple[str, ...]]] = [(player, (rank,)) for player in COLOURS for rank in ranks]
    laid += [("red", on) for on in (("A",), ("2",), ("A", "2", "3"), ("J", "Q", "K"))]
    for at, (player, on) in enumerate(laid):
        house.do(
            night,
            "place_bet",
            bet=f"b{at}",
            player=player,
            kind="single" if len(on) == 1 else "figure",
            ranks=list(on),
            stake=stakes_cents[COLOURS.index(player) % 3],
            opposed=on[0] in ("8", "10", "K", "A"),
        )
    return night


@pytest.mark.parametrize(("stakes_cents", "least_px"), [(USUAL_CENTS, 12), (LARGE_CENTS, LEAST_LETTERS_PX)])
def test_stakes_and_wins_stand_whole_on_their_cards_and_no_card_lies_on_a_strip(
    browser: Browser, address: str, house: House, stakes_cents: tuple[int, ...], least_px: float
) -> None:
    night = crowded(house, stakes_cents, ("5", "8", "10", "Q", "K"))
    with at_table(browser, address, night) as tablet:
        tablet.player("red")
        for size in SIZES:
            resize(tablet.page, size)
            _can_be_read(tablet, least_px, size)
        house.do(night, "coup", bank="6", punters="Q")
        tablet.settle_down(house.result(night)["events"])
        for size in SIZES:
            resize(tablet.page, size)
            assert len(measure(tablet.page, ".livret-card .gain")) == 2
            _can_be_read(tablet, least_px, size)
        house.do(night, "coup", bank="5", punters="8")
        tablet.settle_down(house.result(night)["events"])
        for size in SIZES:
            resize(tablet.page, size)
            assert len(measure(tablet.page, ".livret-card .drawn")) == 2
            _can_be_read(tablet, least_px, size)
        assert tablet.said == []


def _can_be_read(tablet: Tablet, least_px: float, at: object) -> None:
    page = tablet.page
    cards, strips = measure(page, ".livret-card"), measure(page, ".strip-key")
    amounts, opposed = measure(page, ".livret-card :is(.stake, .gain, .drawn)"), measure(page, ".livret-card .hexagon")
    ranks = [inked(one, 0.5) for one in measure(page, ".livret-card .rank")]
    assert (len(cards), len(strips), len(opposed)) == (17, 8, 5), at
    assert len(amounts) >= 9, at
    assert min(one["letters"] for one in amounts) >= least_px, at
    assert overlaps(cards, strips) == overlaps(cards) == [], at
    assert overlaps(amounts) == overlaps(amounts, ranks) == overlaps(opposed, amounts + ranks) == [], at
    assert all(any(lies_in(amount, card) for card in cards) for amount in amounts), at
    assert covered_keys(page, ".livret") == cut_off(page, ".livret") == cut_off(page, ".strip-key") == [], at


@pytest.mark.parametrize(
    ("ranks", "stakes_cents", "size"),
    [
        (("5", "8", "K"), USUAL_CENTS, "many"),
        (("5", "8", "J", "K"), USUAL_CENTS, "more"),
        (("3", "5", "8", "9", "J", "Q", "K"), USUAL_CENTS, "most"),
        (("3", "5", "8", "9", "J", "Q", "K"), LARGE_CENTS, "most"),
    ],
)
def test_the_board_shows_every_stake_whole_and_counts_those_it_has_no_room_for(
    browser: Browser, address: str, house: House, ranks: tuple[str, ...], stakes_cents: tuple[int, ...], size: str
) -> None:
    night = crowded(house, stakes_cents, ranks)
    tablet = Tablet(browser, address, (1920, 1080))
    page = tablet.page
    tablet.go(f"/board/{night}")
    page.evaluate("document.fonts.ready")
    assert page.locator(".livrets").get_attribute("class") == f"livrets {size}"
    counted = sum(int(words.strip("+ more")) for words in page.locator(".livrets .rest").all_text_contents())
    assert page.locator(".livrets .mini").count() + counted == 8 * len(ranks) + 4
    assert bool(counted) == (stakes_cents == LARGE_CENTS)
    _has_room(page)
    house.do(night, "coup", bank="5", punters="8")
    page.locator("#coup-1").wait_for()
    assert page.locator(".livrets .mini em").count()
    _has_room(page)
    assert tablet.said == []
    tablet.close()


def _has_room(page: Page) -> None:
    for measures in ((1920, 1080), (1280, 720), (1280, 800), (1080, 1920)):
        resize(page, measures)
        assert page.evaluate(OUT_OF_SIGHT) == [], measures
        assert overlaps(measure(page, ".livrets :is(.name, .mini, .rest)")) == [], measures
        assert cut_off(page, "#cloth") == [], measures
