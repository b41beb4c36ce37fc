"""A dispute by touch: what is disputed, what is said, by whom; and the flag that says how many wait for a ruling."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from dealer.night.disputes import laws
from events.facts.night import DisputeRuled
from reports.rulebooks import citable_in
from tests.support.house import House
from tests.web.tablet_in_browser import Tablet, at_table

pytestmark = pytest.mark.browser


def test_disputes_are_raised_for_whoever_disputes_and_are_seen_at_once(
    tablet: Tablet, house: House, night: str
) -> None:
    house.do(night, "place_bet", bet="q", player="red", kind="single", ranks=["Q"], stake=500)
    house.do(night, "turn", loser="Q", winner="2")
    page, claims = tablet.page, tablet.page.locator("#part-claims")
    flag = page.locator("#open-disputes")
    expect(page.locator(".lines li")).to_have_count(1)
    expect(flag).to_have_count(0)

    tablet.touch(".last-turns .dispute-key")
    expect(claims).to_be_visible()
    tablet.touch('[data-claim="The card was misread"]')
    expect(tablet.alert).to_contain_text("Now touch the player who says so.")
    tablet.touch('#part-claims [data-player="blue"]')
    expect(claims).to_be_hidden()
    expect(flag).to_have_accessible_name("1 open dispute")

    page.locator(".lines .dispute-key").press("Enter")
    expect(claims).to_contain_text("Ada Lamb, the Q")
    page.keyboard.press("Escape")
    expect(claims).to_be_hidden()
    expect(page.locator(".lines .dispute-key")).to_be_focused()

    tablet.touch(".lines .dispute-key")
    tablet.touch('[data-touch="other-claim"]')
    page.get_by_label("In their words").fill("The dealer bumped it")
    tablet.touch("#act-raise_dispute")
    expect(flag).to_have_accessible_name("2 open disputes")
    tablet.touch("#drawer-done")
    tablet.touch("#open-disputes")
    expect(page.locator('[data-tab="disputes"] .held')).to_have_count(2)
    raised = house.assistant.night(night).disputes
    assert [(one.player, one.about, one.claim) for one in raised.values()] == [
        ("blue", "1", "The card was misread"),
        ("red", "q", "The dealer bumped it"),
    ]
    assert tablet.said == []


def test_a_ruling_begins_with_what_the_claim_comes_to_and_the_laws_in_words(
    tablet: Tablet, house: House, night: str
) -> None:
    house.do(night, "place_bet", bet="q", player="red", kind="single", ranks=["Q"], stake=500)
    house.do(night, "turn", loser="Q", winner="2")
    page = tablet.page
    expect(page.locator(".lines li")).to_have_count(1)
    tablet.touch(".lines .dispute-key")
    tablet.touch('[data-claim="It was coppered"]')
    tablet.touch("#open-disputes")
    tablet.touch('[data-touch="rule"][data-dispute="d1"]:visible')
    tablet.touch('[data-choice="ruling"][data-value="corrected"]')
    expect(page.locator('[data-choice="from"][data-value="bank"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator('[data-choice="to"][data-value="red"]')).to_have_attribute("aria-pressed", "true")
    # To touch a side that is proposed is to agree.
    tablet.touch('[data-choice="from"][data-value="bank"]')
    expect(page.locator('[data-choice="from"][data-value="bank"]')).to_have_attribute("aria-pressed", "true")
    # The reason that is wanted lies below the laws, out of sight until it is asked for.
    reason = page.locator('[data-choice="reason"]:visible >> nth=0')
    expect(reason).not_to_be_in_viewport()
    tablet.touch("#act-rule_dispute")
    expect(reason).to_be_in_viewport(ratio=1)
    page.touchscreen.tap(*tablet.middle('#ruling-form [data-choice="reason"]'))
    law = page.locator('[data-ruling="d1"] [data-choice="law"][data-value="7"]')
    expect(law).to_contain_text(laws()[6])
    law.tap()
    tablet.touch("#act-rule_dispute")
    expect(page.locator("#open-disputes")).to_have_count(0)
    ruled = house.book.facts(night)[-1].fact
    assert isinstance(ruled, DisputeRuled)
    assert (ruled.law, [(one.source, one.target, one.amount_cents) for one in ruled.corrections]) == (
        7,
        [("bank", "red", 1_000)],
    )


def test_a_ruling_in_fan_tan_cites_a_rule_of_fan_tan_before_its_reason(
    browser: Browser, address: str, house: House
) -> None:
    night = house.open_night(game="fan_tan", house={}, roll=0)
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", white="Cy Young")
    house.do(night, "start_hand", dealer="white")
    house.do(night, "lay", player="red", card="7d")
    house.do(night, "raise_dispute", dispute="d1", player="blue", about=1, claim="The card was misread")
    cited = citable_in("fan_tan")[1]
    with at_table(browser, address, night) as tablet:
        tablet.touch("#open-disputes")
        tablet.touch('[data-touch="rule"]:visible')
        tablet.touch('[data-choice="ruling"][data-value="stands"]')
        assert tablet.page.locator('[data-choice="law"]').count() == 0
        tablet.touch(f'[data-choice="rule"][data-value="{cited.value}"]')
        # The form with corrections is longer than the drawer: what is wanted next is scrolled to.
        tablet.touch('[data-choice="ruling"][data-value="corrected"]')
        tablet.touch('[data-choice="from"][data-value="red"]')
        tablet.touch('[data-choice="to"][data-value="blue"]')
        tablet.touch('[data-tab="disputes"] [data-touch="digit"] >> nth=0')
        tablet.touch("#act-rule_dispute")
        expect(tablet.page.locator('[data-choice="reason"] >> nth=0')).to_be_in_viewport(ratio=1)
        tablet.touch('[data-choice="ruling"][data-value="stands"]')
        tablet.touch('[data-choice="reason"] >> nth=0')
        tablet.touch("#act-rule_dispute")
        expect(tablet.page.locator("#open-disputes")).to_have_count(0)
    ruled = house.book.facts(night)[-1].fact
    assert isinstance(ruled, DisputeRuled)
    assert ruled.law is None
    assert ruled.reason.startswith(f"{cited.value}: ")
