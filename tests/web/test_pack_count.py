"""The pack counted on the tablet: who asked, how many cards there are, and what a wrong count leads to."""

from __future__ import annotations

import pytest

from events.common.play import PackCounted, RoundVoided
from tests.support.house import House
from tests.web.axe import found
from tests.web.tablet_in_browser import Tablet, Tablets
from web.app.links import board_link, hand_link, player_link

COUNT = '[data-task="count"]'


def open_count(tablet: Tablet) -> None:
    """Open the task in the drawer."""
    tablet.touch("#menu")
    tablet.touch("#tab-night")
    tablet.touch('[data-opens="count"]')


def counts(house: House, night: str) -> list[tuple[str, int, int]]:
    """Every count of the night: who asked, the cards counted, and those that must be left."""
    events = (recorded.event for recorded in house.service.events(night))
    return [(event.player, event.cards, event.due) for event in events if isinstance(event, PackCounted)]


def test_a_wrong_count_is_told_and_one_touch_voids_the_deal(house: House, night: str, tablet: Tablet) -> None:
    due = house.service.night(night).tables["faro"].cards_due
    open_count(tablet)
    tablet.touch("#act-count_pack")
    assert "Choose who asked for it first." in tablet.page.inner_text("#drawer-says")
    tablet.touch(f'{COUNT} [data-choice="counter"][data-value="blue"]')
    assert found(tablet.page, "#part-drawer") == []
    tablet.touch("#act-count_pack")
    assert "how many cards there are" in tablet.page.inner_text("#drawer-says")
    tablet.touch(f'{COUNT} [data-choice="counted"][data-value="{due - 1}"]')
    tablet.touch("#act-count_pack")
    tablet.page.wait_for_selector("#wrong-count")
    told = f"Wm. Hart had the pack counted: {due - 1} cards, and {due} must be left."
    assert told in tablet.page.inner_text("#wrong-count")
    assert found(tablet.page, "#part-sheet") == []
    assert not tablet.page.is_visible("#part-drawer")
    assert counts(house, night) == [("blue", due - 1, due)]
    tablet.touch("#void-counted")
    tablet.page.wait_for_selector("#wrong-count", state="detached")
    voided = house.service.events(night)[-1].event
    assert isinstance(voided, RoundVoided)
    assert voided.reason == f"The pack had {due - 1} cards instead of {due}"


def test_a_right_count_is_recorded_and_a_typed_number_is_taken(house: House, night: str, tablet: Tablet) -> None:
    due = house.service.night(night).tables["faro"].cards_due
    open_count(tablet)
    tablet.touch(f'{COUNT} [data-choice="counter"][data-value="red"]')
    tablet.page.fill("#typed-counted", str(due))
    tablet.touch("#act-count_pack")
    tablet.page.wait_for_selector("#part-drawer", state="hidden")
    tablet.page.wait_for_function(
        "() => document.querySelector('#part-state').dataset.sentence.includes('as must be left')"
    )
    assert counts(house, night) == [("red", due, due)]
    assert not tablet.page.query_selector("#wrong-count")


def test_between_deals_of_pharo_the_whole_pack_is_counted(house: House, tablets: Tablets) -> None:
    night = house.open_night(game=["faro", "pharo"], house={"pharo": "hoyle"})
    house.seat(night, red="Ada Lamb")
    tablet = tablets.at(night)
    tablet.go(f"/nights/{night}?game=pharo")
    assert "Count the pack" in tablet.page.inner_text("#part-sheet .hint")
    open_count(tablet)
    tablet.touch(f'{COUNT} [data-choice="counter"][data-value="red"]')
    tablet.touch(f'{COUNT} [data-choice="counted"][data-value="51"]')
    tablet.touch("#act-count_pack")
    tablet.page.wait_for_selector("#wrong-count")
    assert "Take a whole pack for the next deal." in tablet.page.inner_text("#wrong-count")
    assert not tablet.page.query_selector("#void-counted")
    events = house.service.events(night)
    assert [recorded.event.game for recorded in events if isinstance(recorded.event, PackCounted)] == ["pharo"]


def test_the_pack_is_not_counted_between_loser_and_winner(house: House, night: str, tablet: Tablet) -> None:
    tablet.settle_down(house.do(night, "draw_loser", card="2s"))
    tablet.touch("#menu")
    tablet.touch("#tab-night")
    tablet.page.wait_for_selector('[data-opens="void"]')
    assert not tablet.page.query_selector('[data-opens="count"]')


@pytest.mark.parametrize("game", ["faro", "pharo"])
def test_board_and_phones_say_that_the_pack_was_counted_until_the_next_card(house: House, game: str) -> None:
    night = house.open_night(game=["faro", "pharo"])
    house.seat(night, red="Ada Lamb")
    house.do(night, "open_to_players")
    house.do(night, "start_deal", game=game)
    house.do(night, "void_deal", reason="foul", game=game)
    house.do(night, "count_pack", player="red", cards=51, game=game)
    staff, guest = house.client(), house.app.test_client()
    with house.app.test_request_context():
        pages = board_link(night), player_link(night, "red"), hand_link(night, "red")
    told = "Ada Lamb had the pack counted: 51 cards, and 52 must be left."
    assert [told in guest.get(page).text for page in pages] == [True] * 3
    assert told in staff.get(f"/board/{night}", follow_redirects=True).text
    house.do(night, "start_deal", game=game)
    assert [told in guest.get(page).text for page in pages] == [False] * 3
