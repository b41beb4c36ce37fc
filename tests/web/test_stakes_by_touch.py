"""Stakes laid in cash and on a marker, markers due at the deal's end, and stakes of bystanders, by touch."""

from __future__ import annotations

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from tests.support.house import House
from tests.web.tablet_in_browser import SMALLEST, Tablet, Tablets

COLOUR = "(key) => getComputedStyle(key).backgroundColor"


@pytest.fixture
def tablet(tablets: Tablets) -> Tablet:
    return tablets.new(SMALLEST)


@pytest.fixture
def night(house: House) -> str:
    opened = house.open_night(house={"preset": "american", "settle_markers": "deal"})
    for player, name in (("red", "Ada Lamb"), ("blue", "Wm. Hart")):
        house.do(opened, "seat_player", player=player, name=name)
    house.deal(opened)
    return opened


def newest(tablet: Tablet) -> Locator:
    return tablet.page.locator(".receipt.newest span")


def box_of(locator: Locator) -> FloatRect:
    box = locator.bounding_box()
    assert box
    return box


def test_a_stake_is_laid_in_cash_and_on_a_marker_by_one_command(tablet: Tablet, house: House, night: str) -> None:
    tablet.go(f"/nights/{night}")
    tablet.follow("player:red", "amount:500", "#key-other", "#key-marker", "#key-cash")
    expect(tablet.page.locator("#key-cash")).to_have_attribute("aria-pressed", "true")
    expect(tablet.page.locator("#key-marker")).to_have_attribute("aria-pressed", "false")
    chosen, other = (tablet.page.locator(f"#key-{form}").evaluate(COLOUR) for form in ("cash", "marker"))
    assert chosen != other
    expect(tablet.page.locator("#key-other")).to_have_text("$5 cash")
    for key in ("bills", "cash", "marker"):
        box = box_of(tablet.page.locator(f"#key-{key}"))
        assert min(box["height"], box["width"]) >= 44
    tablet.spot("single-Q")
    expect(tablet.page.locator("#spot-single-Q")).to_have_attribute("aria-label", "the Q: Ada Lamb $5")
    player = house.result(night)["players"]["red"]
    assert (player["bought"], player["staked"], player["checks"]) == (500, 500, 0)
    # The next stake is in checks again, and she has none: it is laid on a marker with one more touch.
    tablet.spot("single-K")
    says, way_out = tablet.alert.locator("p"), tablet.alert.get_by_role("button", name="On a marker")
    # All ways out have room, and the sentence is no column of words beside them.
    assert box_of(says)["height"] < box_of(way_out)["height"]
    tablet.page.evaluate("document.querySelector('.whisper').textContent = 'Doc is betting: touch a card.'")
    keys_end = box_of(way_out)["y"] + box_of(way_out)["height"]
    assert box_of(tablet.page.locator(".whisper"))["y"] >= keys_end
    way_out.tap()
    expect(tablet.page.locator("#spot-single-K")).to_have_attribute("aria-label", "the K: Ada Lamb $5")
    player = house.result(night)["players"]["red"]
    assert (player["markers_open"], player["staked"]) == (500, 1_000)
    house.do(night, "void")
    player = house.result(night)["players"]["red"]
    assert (player["markers_open"], player["staked"]) == (0, 500)


def test_a_marker_is_of_the_player_for_whom_it_was_chosen(tablet: Tablet, house: House, night: str) -> None:
    house.do(night, "buy_checks", player="blue", amount=1_000)
    tablet.go(f"/nights/{night}")
    tablet.follow("player:red", "amount:500", "#key-other", "#key-marker")
    expect(tablet.page.locator("#key-other")).to_have_text("$5 marker")
    tablet.follow("player:blue", "spot:single-Q")
    expect(tablet.page.locator("#spot-single-Q")).to_have_attribute("aria-label", "the Q: Wm. Hart $5")
    assert house.result(night)["players"]["blue"]["markers_open"] == 0
    # Whoever turns to orders has put the checks down.
    tablet.follow("#key-marker", "#key-orders")
    expect(tablet.page.locator("#key-other")).to_have_text("Other")


def test_what_waits_in_cash_takes_nothing_from_the_checks(tablets: Tablets, house: House, night: str) -> None:
    house.do(night, "buy_checks", player="red", amount=1_000)
    line = tablets.cable()
    tablet = tablets.at(night, SMALLEST, line=line)
    line.cut()
    tablet.follow("player:red", "amount:500", "#key-other", "#key-cash", "spot:single-Q", "spot:single-K")
    expect(tablet.page.locator("#spot-single-Q .ghost")).to_have_text("5")
    tablet.follow("#menu", '.tab[data-opens="money"]', "account:red")
    expect(tablet.page.locator("#standing-red .after")).to_have_text(" · $5 after waiting actions")
    line.mend()
    tablet.sees("#saved:not(.sending, .unsaved)")
    player = house.result(night)["players"]["red"]
    assert (player["checks"], player["bought"], player["staked"]) == (500, 1_500, 1_000)


def test_a_marker_of_an_earlier_deal_is_redeemed_where_the_bet_was_refused(
    tablet: Tablet, house: House, night: str
) -> None:
    house.do(night, "issue_marker", player="red", amount=5_000)
    house.do(night, "void_deal", reason="foul")
    house.deal(night)
    tablet.go(f"/nights/{night}")
    tablet.follow("player:red", "amount:500", "spot:single-Q")
    expect(tablet.alert).to_contain_text("Ada Lamb has a marker of $50 open from an earlier deal.")
    tablet.alert.get_by_role("button", name="Redeem $50 in cash").tap()
    expect(tablet.page.locator("#seat-red .owes")).to_contain_text("no markers")
    tablet.spot("single-Q")
    expect(tablet.page.locator("#spot-single-Q")).to_have_attribute("aria-label", "the Q: Ada Lamb $5")


def test_a_bystander_lends_a_stake_and_is_repaid_in_cash(tablet: Tablet, house: House, night: str) -> None:
    tablet.go(f"/nights/{night}")
    tablet.follow("#seat-red", "#seat-red", "sum:10000", '#account-red [data-opens="lend"]')
    tablet.page.locator("#typed-lender").fill("Doc Holliday")
    tablet.touch("#act-lend_stake")
    expect(newest(tablet)).to_contain_text("Stake lent · Doc Holliday and Ada Lamb · $100 · owes them $100")
    tablet.follow("sum:2000", "#act-red-repay_stake-1")
    expect(newest(tablet)).to_contain_text("Stake repaid · Doc Holliday and Ada Lamb · $20 · owes them $80")
    player = house.result(night)["players"]["red"]
    assert (player["bought"], player["cashed"], player["stakes_owed"]) == (10_000, 2_000, 8_000)
    tablet.follow('[data-touch="tab"][data-opens="night"]', "#close-first")
    expect(tablet.page.locator("#part-drawer")).to_contain_text("Doc Holliday")
