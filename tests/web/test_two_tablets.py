"""Two tablets on one table: the stale one gets the fresh table and a sentence, and no tap is lost or done twice."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from events.games.faro import LoserDrawn, WinnerDrawn
from tests.support.house import House
from tests.web.tablet_in_browser import Held, Tablet, Tablets

pytestmark = pytest.mark.browser


def stakes(house: House, night: str) -> dict[str, int]:
    players = house.result(night)["players"]
    return {player: players[player]["staked"] for player in players}


@pytest.mark.parametrize("spots", ["Q", "Q K J"])
def test_bets_of_the_stale_tablet_go_through_too(tablet: Tablet, house: House, night: str, spots: str) -> None:
    """What the other tablet did stays on the screen, however many touches follow the first."""
    held, laid = Held(tablet), spots.split()
    tablet.follow("player:red", "amount:500", *(f"spot:single-{rank}" for rank in laid))
    version = house.do(night, "place_bet", bet="x", player="blue", kind="pot", stake=500)
    held.let_go()
    tablet.settle_down(version + len(laid))
    expect(tablet.saved).to_have_text("saved")
    expect(tablet.page.locator(".stack")).to_have_count(1 + len(laid))
    expect(tablet.alert.locator("p")).to_have_text(
        "The other tablet: Wm. Hart lays $5 on the pot. Your touch was saved too."
    )
    assert stakes(house, night) == {"red": 500 * len(laid), "blue": 500}


def test_two_tablets_lay_at_the_same_time(tablets: Tablets, tablet: Tablet, house: House, night: str) -> None:
    """Both name their new bet after the same version; the keys differ."""
    other = tablets.new()
    other.go(f"/nights/{night}")
    other.follows()
    both = [(tablet, "red", Held(tablet)), (other, "blue", Held(other))]
    for part, player, _ in both:
        part.player(player)
        part.amount(500)
        for rank in ("Q", "K", "J"):
            part.spot(f"single-{rank}")
    for _, _, held in both:
        held.let_go()
    for entry, _, _ in both:
        expect(entry.page.locator(".stack")).to_have_count(6)
        expect(entry.saved).to_have_text("saved")
    assert stakes(house, night) == {"red": 1500, "blue": 1500}


def test_a_card_that_the_other_tablet_drew_is_not_drawn_again(tablet: Tablet, house: House, night: str) -> None:
    held = Held(tablet)
    tablet.rank("K")
    version = house.do(night, "draw_loser", card="K")
    held.let_go()
    expect(tablet.page.locator("#part-top .phase")).to_have_text("Bets are closed")
    expect(tablet.page.locator("#whisper")).to_contain_text("loser K")
    expect(tablet.page.locator("#strip")).to_be_hidden()
    assert house.result(night)["events"] == version
    tablet.rank("3")
    tablet.settle_down(version + 1)


TAP_MS = 240
"""A dealer's pace."""
READ_MS = 8_500
"""A notice has been read after so long, and a line that was silent is not given up yet."""


def test_turns_entered_twice_are_in_the_book_once(tablets: Tablets, tablet: Tablet, house: House, night: str) -> None:
    """A loser that both had entered was held, and drawn by "Send it" a deal later."""
    other = tablets.new()
    other.go(f"/nights/{night}")
    other.follows()
    both = [(tablet, Held(tablet)), (other, Held(other))]
    for rank in ("5", "J", "4", "Q"):
        for part, _ in both:
            part.page.touchscreen.tap(*part.middle(f"#rank-{rank}"))
        tablet.page.wait_for_timeout(TAP_MS)
    for _, held in both:
        held.let_go()
    for entry, _ in both:
        entry.settle_down(11)
        expect(entry.page.locator("#strip")).to_be_hidden()
    drawn = [
        event.event.card for event in house.book.events(night) if isinstance(event.event, LoserDrawn | WinnerDrawn)
    ]
    assert drawn == ["5", "J", "4", "Q"]


@pytest.fixture
def with_clock(tablet: Tablet) -> Tablet:
    """The tablet with a clock that only the test moves."""
    tablet.take_the_clock()
    tablet.page.reload()
    tablet.follows()
    return tablet


def test_a_card_of_a_past_turn_is_named_and_never_offered(with_clock: Tablet, house: House, night: str) -> None:
    tablet = with_clock
    held = Held(tablet)
    tablet.follow("rank:K", "rank:3")
    house.do(night, "draw_loser", card="5")
    held.let_go()
    strip = tablet.page.locator("#strip")
    expect(strip).to_contain_text("Not done: loser K; winner 3.")
    expect(tablet.page.locator("#do-held")).to_be_hidden()
    tablet.page.reload()
    expect(strip).to_contain_text("Not done: loser K; winner 3.")
    expect(tablet.page.locator("#do-held")).to_be_hidden()
    tablet.rank("Q")
    tablet.settle_down(9)
    expect(strip).to_be_visible()
    tablet.page.clock.fast_forward(READ_MS)
    expect(strip).to_be_hidden()
    tablet.page.reload()
    tablet.follows()
    expect(strip).to_be_hidden()
    drawn = [
        event.event.card for event in house.book.events(night) if isinstance(event.event, LoserDrawn | WinnerDrawn)
    ]
    assert drawn == ["5", "Q"]


def test_what_was_not_done_goes_when_the_others_deal_on(with_clock: Tablet, house: House, night: str) -> None:
    """A tablet that only took bets showed it for the rest of the night."""
    tablet = with_clock
    held = Held(tablet)
    tablet.rank("K")
    house.do(night, "draw_loser", card="5")
    held.let_go()
    strip = tablet.page.locator("#strip")
    expect(strip).to_contain_text("Not done: loser K.")
    tablet.page.clock.fast_forward(READ_MS)
    expect(strip).to_be_visible()
    version = house.do(night, "draw_winner", card="3")
    tablet.settle_down(version)
    expect(strip).to_be_visible()
    tablet.page.clock.fast_forward(READ_MS)
    expect(strip).to_be_hidden()
    tablet.page.reload()
    tablet.follows()
    expect(strip).to_be_hidden()


def test_a_later_notice_outlives_an_earlier_one(with_clock: Tablet, house: House, night: str) -> None:
    """It was shown for as long as the earlier one had left."""
    tablet = with_clock
    held = Held(tablet)
    tablet.rank("K")
    house.do(night, "draw_loser", card="5")
    held.let_go()
    strip = tablet.page.locator("#strip")
    expect(strip).to_contain_text("Not done: loser K.")
    tablet.settle_down(house.do(night, "draw_winner", card="3"))
    # The page's clock goes on by itself, too: neither notice is near its end here.
    tablet.page.clock.fast_forward(READ_MS // 2)
    held = Held(tablet)
    tablet.rank("J")
    house.do(night, "draw_loser", card="6")
    held.let_go()
    expect(strip).to_contain_text("loser K; loser J.")
    tablet.page.clock.fast_forward(READ_MS // 2 + 1_000)
    expect(strip).to_contain_text("Not done: loser J.")


def test_a_touch_ends_with_its_moment_and_money_does_not(tablet: Tablet, house: House, night: str) -> None:
    held = Held(tablet)
    tablet.follow("rank:K", "#menu", "account:red", "sum:10000", "#act-red-buy_checks")
    house.do(night, "place_bet", bet="x", player="blue", kind="pot", stake=500)
    held.let_go()
    expect(tablet.page.locator("#do-held")).to_be_visible()
    house.do(night, "turn", loser="6", winner="8")
    strip = tablet.page.locator("#strip")
    expect(strip).to_contain_text("Not done: loser K.")
    tablet.touch("#do-held")
    expect(tablet.page.locator("#seat-red .checks")).to_have_text("$300.00")
    tablet.touch("#leave-held")
    expect(strip).to_be_hidden()
    assert [event.event.card for event in house.book.events(night) if isinstance(event.event, LoserDrawn)] == ["6"]


def test_what_was_not_done_keeps_its_words_when_its_bet_is_gone(tablet: Tablet, house: House, night: str) -> None:
    """It was "the bet pressed by $5": nobody's, and nowhere."""
    house.do(night, "place_bet", bet="x", player="blue", kind="single", ranks=["6"], stake=500)
    expect(tablet.page.locator(".stack")).to_have_count(1)
    held = Held(tablet)
    tablet.follow("player:blue", "amount:500", "spot:single-6")
    house.do(night, "turn", loser="6", winner="8")
    held.let_go()
    expect(tablet.page.locator("#strip")).to_contain_text("Not done: Wm. Hart’s bet on the 6 pressed by $5.")


def test_a_touch_that_was_outrun_is_done_when_the_dealer_says_so(tablet: Tablet, house: House, night: str) -> None:
    held = Held(tablet)
    tablet.rank("K")
    house.do(night, "place_bet", bet="x", player="blue", kind="pot", stake=500)
    held.let_go()
    expect(tablet.page.locator("#strip")).to_contain_text("Your touch (loser K) was not carried out.")
    tablet.touch("#do-held")
    expect(tablet.page.locator("#part-top .phase")).to_have_text("Bets are closed")
    expect(tablet.page.locator("#strip")).to_be_hidden()
    drawn = [event.event.card for event in house.book.events(night) if isinstance(event.event, LoserDrawn)]
    assert drawn == ["K"]


def test_taking_back_never_undoes_what_the_dealer_had_not_seen(tablet: Tablet, house: House, night: str) -> None:
    held = Held(tablet)
    tablet.touch("#take-back")
    version = house.do(night, "place_bet", bet="x", player="blue", kind="pot", stake=500)
    held.let_go()
    expect(tablet.page.locator("#strip")).to_contain_text("Not done: take back.")
    expect(tablet.page.locator("#do-held")).to_be_hidden()
    expect(tablet.page.locator(".stack")).to_have_count(1)
    assert house.result(night)["events"] == version


def test_a_card_after_a_bet_that_went_through_is_asked_for(tablet: Tablet, house: House, night: str) -> None:
    """The dealer turned the card without having seen the other tablet's bet."""
    held = Held(tablet)
    tablet.follow("player:red", "amount:500", "spot:single-Q", "rank:K")
    house.do(night, "place_bet", bet="x", player="blue", kind="single", ranks=["K"], stake=500)
    held.let_go()
    expect(tablet.page.locator("#strip")).to_contain_text("Your touch (loser K) was not carried out.")
    assert stakes(house, night) == {"red": 500, "blue": 500}
    assert not [event for event in house.book.events(night) if isinstance(event.event, LoserDrawn)]
