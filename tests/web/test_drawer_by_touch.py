"""The drawer by touch."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from events.common.night import ChecksBought
from tests.support.house import House
from tests.web.tablet_in_browser import SIZES, SMALLEST, Held, Tablet, Tablets, resize
from web.tablet.settling import box_short

RULES = {"preset": "american", "marker_limit": 200_000}
PRINTED_MS = 120_000
"""A sheet is printed by a process of its own, which a busy machine keeps waiting."""
HUNDRED = '.usual [data-cents="10000"]'


@pytest.fixture
def tablet(tablets: Tablets) -> Tablet:
    return tablets.new(SMALLEST)


def newest(tablet: Tablet) -> Locator:
    return tablet.page.locator(".receipt.newest span")


@pytest.fixture
def night(house: House) -> str:
    opened = house.open_night(house=RULES)
    house.seat(opened, red="Ada Lamb", blue="Wm. Hart")
    return opened


def test_a_refusal_in_the_drawer_has_a_way_out_and_keeps_the_sum(tablet: Tablet, house: House, night: str) -> None:
    tablet.go(f"/nights/{night}")
    tablet.follow("#seat-red", "#seat-red", "sum:30000", "#act-red-tip")
    says = tablet.page.locator("#drawer-says")
    expect(says).to_contain_text("$200")
    expect(tablet.page.locator('[data-tab="money"] .typed-sum')).to_have_text("$300")
    expect(tablet.alert).to_be_hidden()
    says.get_by_role("button", name="Marker $500").tap()
    expect(newest(tablet)).to_contain_text("Marker Nº 1 · Ada Lamb · $500")
    expect(says).to_be_hidden()
    assert house.result(night)["players"]["red"]["checks"] == 70_000


def test_a_bet_without_checks_is_refused_with_a_marker_one_touch_away(tablet: Tablet, house: House, night: str) -> None:
    house.deal(night)
    house.do(night, "cash_in", player="red", amount=20_000)
    tablet.go(f"/nights/{night}")
    tablet.follow("player:red", "amount:500", "spot:single-Q")
    tablet.alert.get_by_role("button", name="Marker $500").tap()
    expect(tablet.page.locator("#seat-red .owes")).to_contain_text("$500")
    tablet.spot("single-Q")
    expect(tablet.page.locator("#spot-single-Q")).to_have_attribute("aria-label", "the Q: Ada Lamb $5")


def test_what_is_typed_outlives_a_change_of_the_table(tablet: Tablet, house: House, night: str) -> None:
    tablet.go(f"/nights/{night}")
    tablet.follow("#seat-red", "#seat-red", "sum:12500", '.drawer [data-opens="pledge"]:visible')
    tablet.page.locator("#typed-item").fill("a mule")
    version = house.do(night, "buy_checks", player="blue", amount=10_000)
    tablet.settle_down(version)
    expect(tablet.page.locator("#typed-item")).to_have_value("a mule")
    expect(tablet.page.locator('[data-tab="money"] .typed-sum')).to_have_text("$125")
    tablet.touch("#act-take_pledge")
    expect(newest(tablet)).to_contain_text("Pledge: a mule · Ada Lamb · $125")


def test_what_is_still_wanted_is_said(tablet: Tablet, house: House, night: str) -> None:
    tablet.go(f"/nights/{night}")
    tablet.touch("#menu")
    expect(tablet.page.locator('[data-tab="money"] .hint')).to_have_text("Choose a player, or the bank.")
    tablet.follow("account:red", "#act-red-buy_checks")
    expect(tablet.page.locator("#drawer-says")).to_have_text("Choose an amount first.")
    tablet.page.keyboard.press("Escape")
    expect(tablet.page.locator("#part-drawer")).to_be_hidden()
    assert house.result(night)["events"] == 5


def test_a_pledge_is_handed_back_by_one_touch_before_the_close(tablet: Tablet, house: House, night: str) -> None:
    """The preview stays, one line shorter; what is left open is on the page of the closed night."""
    for player, item in (("red", "watch"), ("blue", "ring")):
        house.do(night, "take_pledge", player=player, item=item, amount=5_000)
    house.do(night, "issue_marker", player="blue", amount=50_000)
    house.do(night, "tip", player="blue", amount=75_000)
    tablet.go(f"/nights/{night}")
    tablet.follow("#menu", "#tab-night", "#close-first")
    open_now = tablet.page.locator(".drawer .left-open li")
    expect(open_now).to_contain_text(
        ["Ada Lamb watch, pledged for $50", "Wm. Hart ring, pledged for $50", "Wm. Hart owes $500 on markers"]
    )
    expect(tablet.page.get_by_role("button", name="Return ring to Wm. Hart for checks")).to_be_disabled()
    version = tablet.version
    tablet.page.get_by_role("button", name="Return watch to Ada Lamb for cash").tap()
    tablet.settle_down(version + 1)
    expect(open_now).to_contain_text(["Wm. Hart ring", "Wm. Hart owes $500"])
    expect(tablet.page.locator("#close-night")).to_be_visible()
    tablet.touch("#close-night")
    expect(tablet.page.get_by_role("heading", name="Still open")).to_be_visible()
    expect(tablet.page.locator(".left-open li")).to_have_text(
        ["Wm. Hart ring, pledged for $50", "Wm. Hart owes $500 on markers"]
    )


KEYS = """[...document.querySelectorAll('section[data-for="red"] .keys[data-task=""] > .act')]"""
SLOTS = f"""() => {KEYS}.slice(0, 7).map((key) => {{
    const {{ x, y, width, height }} = key.getBoundingClientRect();
    return [key.id, x, y, width, height].join(" ");
}})"""
GREYED = f"() => {KEYS}.filter((key) => key.disabled).map((key) => key.id)"


def slots(tablet: Tablet) -> dict[tuple[int, int], list[str]]:
    """Where the seven keys are at each size of a tablet."""
    found = {}
    for size in SIZES:
        resize(tablet.page, size)
        found[size] = tablet.page.evaluate(SLOTS)
    return found


def test_the_keys_of_an_account_stay_where_they_are_at_every_size(tablet: Tablet, house: House, night: str) -> None:
    """With a marker and without, rich and poor, with a sum typed, a pledge, receipts, and a refusal said over them."""
    tablet.go(f"/nights/{night}")
    tablet.follow("#seat-red", "#seat-red")
    at_first = slots(tablet)
    assert [len(keys) for keys in at_first.values()] == [7, 7, 7]
    names = ["redeem_and_cash", "redeem_marker-checks", "redeem_marker-cash", "cash_in", "tip"]
    assert tablet.page.evaluate(GREYED) == [f"act-red-{name}" for name in names[:3]]
    done: list[tuple[str, dict[str, Any], list[str]]] = [
        ("issue_marker", {"amount": 123_450}, []),
        ("take_pledge", {"amount": 5_000, "item": "watch"}, []),
        ("cash_in", {"amount": 148_450}, [*names[:2], *names[3:]]),
    ]
    for do, arguments, greyed in done:
        tablet.settle_down(house.do(night, do, player="red", **arguments))
        assert slots(tablet) == at_first, do
        assert tablet.page.evaluate(GREYED) == [f"act-red-{name}" for name in greyed]
    tablet.sum(9_000_000)
    assert slots(tablet) == at_first
    tablet.touch("#act-red-issue_marker")
    expect(tablet.page.locator("#drawer-says")).to_contain_text("the limit is $2,000")
    assert slots(tablet) == at_first


FIRST_EVENING = ("Wyatt", "Doc", "Kate", "Bat")


def test_players_are_seated_as_fast_as_their_names_are_typed(tablet: Tablet, house: House) -> None:
    """By the Enter key and by the key on the page, in turn."""
    night = house.open_night()
    tablet.go(f"/nights/{night}")
    tablet.follows()
    tablet.touch("#seat-add")
    name = tablet.page.locator("#seat-name")
    expect(name).to_be_focused()
    for number, player in enumerate(FIRST_EVENING):
        tablet.page.keyboard.type(player)
        if number % 2:
            tablet.page.keyboard.press("Enter")
        else:
            tablet.page.touchscreen.tap(*tablet.middle("#seat-them"))
        expect(name).to_have_value("")
        expect(name).to_be_focused()
    expect(tablet.page.locator(".seat[data-player]")).to_have_count(len(FIRST_EVENING))
    expect(tablet.page.locator("#drawer-says")).to_be_hidden()
    assert tuple(seat.name for seat in house.service.night(night).seats.values()) == FIRST_EVENING


def test_first_checks_are_sold_while_the_next_name_is_typed(tablet: Tablet, house: House) -> None:
    """To sell them emptied the field."""
    night = house.open_night()
    tablet.go(f"/nights/{night}")
    tablet.follows()
    tablet.touch("#seat-add")
    tablet.page.keyboard.type("Doc")
    tablet.page.keyboard.press("Enter")
    sell = tablet.page.locator('.receipts [data-act="buy_checks"]').first
    expect(sell).to_have_accessible_name(re.compile("Doc"))
    tablet.page.keyboard.type("Ike")
    sell.tap()
    expect(sell).to_have_count(0)
    expect(tablet.page.locator("#seat-name")).to_have_value("Ike")
    tablet.touch("#seat-them")
    expect(tablet.page.locator(".seat[data-player]")).to_have_count(2)
    bought = [entry.event for entry in house.book.events(night) if isinstance(entry.event, ChecksBought)]
    assert [house.service.night(night).seats[event.player].name for event in bought] == ["Doc"]


def test_names_typed_while_the_server_is_slow_are_seated_in_colours_of_their_own(tablet: Tablet, house: House) -> None:
    night = house.open_night()
    tablet.go(f"/nights/{night}")
    tablet.follows()
    held = Held(tablet)
    tablet.touch("#seat-add")
    for player in FIRST_EVENING:
        tablet.page.keyboard.type(player)
        tablet.page.keyboard.press("Enter")
    held.let_go()
    expect(tablet.page.locator(".seat[data-player]")).to_have_count(len(FIRST_EVENING))
    assert tuple(seat.name for seat in house.service.night(night).seats.values()) == FIRST_EVENING


TYPED_ACTS = {
    "a pledge": (("money", "red"), [HUNDRED, '[data-opens="pledge"]'], "#typed-item", "#act-take_pledge"),
    "a reason": (
        ("disputes", ""),
        ['[data-touch="rule"]', '[data-value="stands"]'],
        "#typed-reason",
        "#act-rule_dispute",
    ),
}


@pytest.mark.parametrize("act", TYPED_ACTS)
def test_a_field_is_empty_after_its_act(tablet: Tablet, house: House, act: str) -> None:
    """It keeps the focus, as the finger took none: what is typed next is new."""
    (tab, whom), touched, field, key = TYPED_ACTS[act]
    night = house.open_night()
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.deal(night)
    house.do(night, "place_bet", bet="q", player="red", kind="single", ranks=["Q"], stake=500)
    house.do(night, "raise_dispute", dispute="d1", player="red", about="q", claim="It was coppered")
    tablet.go(f"/nights/{night}")
    tablet.follows()
    version = tablet.version
    tablet.follow("#menu", f'.tab[data-opens="{tab}"]')
    if whom:
        tablet.touch(f"#who-{tab}-{whom}")
    for entry in touched:
        tablet.touch(f".drawer {entry}" if ":visible" in entry else f".drawer {entry}:visible")
    tablet.touch(field)
    tablet.page.keyboard.type("Silver watch")
    tablet.touch(key)
    tablet.settle_down(version + 1)
    expect(tablet.page.locator(field)).to_have_value("")


def quick(tablet: Tablet, *selectors: str) -> None:
    """Tap as a dealer does, a key every 240 ms, without the rest that other touches keep."""
    for selector in selectors:
        tablet.page.touchscreen.tap(*tablet.middle(selector))
        tablet.page.wait_for_timeout(240)


def test_a_debtor_redeems_and_cashes_in_by_one_key_and_leaves(tablet: Tablet, house: House) -> None:
    night = house.open_night(roll=1_000)
    house.do(night, "seat_player", player="red", name="Ada Lamb")
    house.do(night, "buy_checks", player="red", amount=1_000)
    version = house.do(night, "issue_marker", player="red", amount=50_000)
    tablet.go(f"/nights/{night}")
    tablet.follows()
    quick(tablet, "#menu", '[data-tab="money"] [data-player="red"]')
    short = tablet.page.locator("#act-red-cash_in .short")
    expect(short).to_have_text(box_short(-49_000))
    quick(tablet, '#how-much-money [data-digit="9"]')
    expect(short).to_be_empty()
    quick(tablet, '#how-much-money [data-digit="back"]', "#act-red-redeem_and_cash")
    tablet.settle_down(version + 2)
    red = house.result(night)["players"]["red"]
    assert (red["checks"], red["markers_open"], red["cashed"]) == (0, 0, 1_000)
    expect(tablet.page.locator("#act-red-redeem_and_cash")).to_be_disabled()
    quick(tablet, '#account-red [data-opens="leave"]', "#act-red-leave_table")
    tablet.settle_down(version + 3)
    for _ in range(2):
        # Touched again by mistake it is the same printing.
        with tablet.context.expect_page() as opened:
            quick(tablet, ".receipt.newest [data-print]")
        printing = opened.value
        printing.locator("#sheets .ready").wait_for(timeout=PRINTED_MS)
        sheet = printing.locator("#sheets ol a").get_attribute("href")
        assert sheet == f"/nights/{night}/printings/1/settlement-1-red.pdf"
        printing.close()


def test_a_night_is_closed_by_four_touches_that_say_what_it_leaves_unfinished(tablet: Tablet, house: House) -> None:
    night = house.open_night(game=["faro", "five_hundred"], roll=1_000)
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", white="J. Oakes")
    house.do(night, "start_match", game="five_hundred", sides=[["red"], ["blue"], ["white"]])
    house.do(night, "issue_marker", player="red", amount=100_000)
    house.do(night, "cash_in", player="red", amount=100_000)
    tablet.go(f"/nights/{night}")
    tablet.follows()
    quick(tablet, "#menu", '.tab[data-opens="night"]', "#close-first")
    expect(tablet.page.locator("#closing [data-unfinished]")).to_be_visible()
    expect(tablet.page.locator("#closing-short")).to_be_visible()
    expect(tablet.page.locator("#closing-sums")).to_be_visible()
    quick(tablet, "#close-night")
    closed = tablet.page.locator('[data-screen="closed"]')
    expect(closed.locator("[data-unfinished]")).to_be_visible()
    expect(closed.locator("#box.short")).to_be_visible()
    places = closed.locator("#box, #codes").evaluate_all("(all) => all.map((one) => one.id)")
    assert places == ["box", "codes"], "the bank before the codes"


def test_the_reasons_for_a_void_marker_stand_under_its_receipt(tablet: Tablet, house: House, night: str) -> None:
    """They stood under a fill that was written at another screen since, and the marker had no line."""
    house.do(night, "issue_marker", player="red", amount=10_000)
    house.do(night, "fill", amount=30_000)
    tablet.go(f"/nights/{night}")
    tablet.follow("player:red", "#menu", "#who-money-red")
    receipts = tablet.page.locator("#receipts .receipt:visible")
    expect(receipts).to_have_count(1)
    expect(receipts).to_contain_text("Marker")
    tablet.follow('.receipts [data-value="Not signed"]', "#receipt-take-back")
    expect(receipts.first).to_contain_text("Fill")
    assert house.book.commands(night)[-1].document["reason"] == "Not signed"
