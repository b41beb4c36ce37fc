"""A dispute by touch: what is disputed, what is said, by whom; and the flag that says how many wait for a ruling."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.house import House
from tests.web.tablet_in_browser import Tablet

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
