"""Matches by touch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.support.house import House
from tests.web.axe import found
from tests.web.cable import Cable
from tests.web.evenings import EVERY_SIZE, Evening, fits, match_night, tricks
from tests.web.geometry import measure, overlaps
from tests.web.tablet_in_browser import at_table, resize

pytestmark = pytest.mark.browser


def test_forty_five_by_the_difference(browser: Browser, address: str, house: House) -> None:
    """The rulebook's match (G8): 3–2, 1–4, 5–0, 4–1, a touch and a key each, then the settlement."""
    evening = Evening(browser, address, house, "forty_five", 4, scoring="difference")
    evening.begin("red white", "blue black")
    for dealer, taken, then in (
        ("red", 3, "between"),
        ("blue", 1, "between"),
        ("white", 5, "between"),
        ("black", 4, "won"),
    ):
        evening.deal(dealer, then="playing")
        evening.score(tricks(0, taken), then=then, tricks={"red": taken, "blue": 5 - taken})
    expect(evening.tablet.page.locator(".columns tbody tr")).to_have_count(4)
    expect(evening.tablet.page.locator(".columns .totals td")).to_have_text(["45", "15"])
    evening.settle()
    evening.ends()


def test_forty_five_alone_asks_who_was_first(browser: Browser, address: str, house: House) -> None:
    """Five alone: who has no trick is not touched, and of two at the goal it is said who got there first."""
    evening = Evening(browser, address, house, "forty_five", 5, goal=5)
    evening.begin("red", "blue", "white", "black", "yellow")
    evening.deal("yellow", then="playing")
    evening.touch(tricks(1, 3), tricks(3, 2))
    expect(evening.tablet.page.locator("#score")).to_be_disabled()
    evening.tablet.sees("#who-was-first:not([hidden])")
    evening.touch("#clear")
    evening.score(
        tricks(1, 3),
        tricks(3, 2),
        '[data-name="first"][data-value="black"]',
        then="won",
        tricks={"blue": 3, "black": 2},
        first="black",
    )
    evening.settle()
    evening.ends()


def test_five_hundred_call_by_call(browser: Browser, address: str, house: House) -> None:
    """The rulebook's match of three (G7), the first hands bid call by call, the others entered as contracts."""
    evening = Evening(browser, address, house, "five_hundred", 3)
    evening.begin("red", "blue", "white")
    evening.deal("white")
    evening.bid("red", "7s")
    evening.all_pass("blue", "white")
    evening.score(tricks(0, 9), tricks(1, 1), tricks={"red": 9, "blue": 1})
    evening.deal("red")
    evening.call("blue", "pass")
    evening.bid("white", "8s")
    evening.call("red", "pass")
    evening.call("blue", "pass")
    evening.score(tricks(2, 10), tricks={"white": 10})
    expect(evening.tablet.page.locator(".columns .totals td")).to_have_text(["140", "10", "250"])
    evening.deal("blue")
    evening.touch("#contract-only")
    evening.contract("blue", "nullo")
    evening.score(tricks(1, 1), tricks(0, 4), tricks={"blue": 1, "red": 4, "white": 5})
    expect(evening.tablet.page.locator(".columns .totals td.below")).to_have_text("−240")
    evening.deal("white", then="contract")
    evening.contract("red", "8nt")
    evening.score(tricks(0, 8), tricks(2, 2), tricks={"red": 8, "white": 2})
    evening.deal("red", then="contract")
    evening.contract("red", "6s")
    evening.score(tricks(0, 6), tricks(1, 3), then="won", tricks={"red": 6, "blue": 3, "white": 1})
    evening.settle()
    evening.ends()


def test_of_two_partners_one_can_be_taken_out_again(browser: Browser, address: str, house: House) -> None:
    """A third takes the place of the one named first; one who is touched again no longer plays with the bidder."""
    evening = Evening(browser, address, house, "five_hundred", 5, two_partners_at=8)
    evening.begin("red", "blue", "white", "black", "yellow")
    evening.deal("yellow")
    evening.touch("#contract-only")
    evening.contract("red", "8s")
    for touched, named in (
        ("blue", ["blue"]),
        ("white", ["blue", "white"]),
        ("black", ["white", "black"]),
        ("white", ["black"]),
        ("black", ["black"]),
    ):
        evening.touch(f'[data-touch="partner"][data-player="{touched}"]')
        evening.phase("playing")
        evening.scripted("name_partner", partners=named)
    evening.score(tricks(0, 8), tricks(1, 2), tricks={"red": 8, "blue": 2})
    evening.ends()


def test_passes_that_can_only_be_passes_are_filled_in(browser: Browser, address: str, house: House) -> None:
    """Nobody can go over the highest bid: one touch sends it and the passes of all the others."""
    evening = Evening(browser, address, house, "five_hundred", 4)
    evening.begin("red white", "blue black")
    evening.deal("black")
    evening.bid("red", "10nt")
    evening.phase("playing")
    evening.passed("blue", "white", "black")
    evening.score(tricks(0, 9), then="won", tricks={"red": 9, "blue": 1})
    expect(evening.tablet.page.locator(".columns .newest .minus")).to_have_text("−520")
    evening.settle()
    evening.ends()


def test_a_hand_keyed_wrongly_is_scored_again_with_the_old_points_beside_the_new(
    browser: Browser, address: str, house: House
) -> None:
    """Nothing is taken back before the new score is sent, and leaving it changes nothing."""
    evening = Evening(browser, address, house, "forty_five", 2)
    evening.begin("red", "blue")
    evening.deal("blue", then="playing")
    evening.score(tricks(0, 3), tricks={"red": 3, "blue": 2})
    page, version = evening.tablet.page, evening.tablet.version
    evening.touch(".again-key")
    evening.phase("playing")
    evening.touch(tricks(0, 1))
    expect(page.locator(".comes .old")).to_have_text(["+5", "0"])
    expect(page.locator(".comes li > b")).to_have_text(["0", "+5"])
    evening.touch("#leave-again")
    evening.phase("between")
    assert evening.tablet.version == version
    assert found(page, "#table") == []
    evening.touch("#again")
    evening.touch(tricks(0, 1), "#score")
    expect(page.locator(".columns .totals td")).to_have_text(["0", "5"])
    evening.phase("between")
    evening.scripted("void")
    evening.scripted("score_hand", tricks={"red": 1, "blue": 4})
    evening.ends()


def test_while_something_waits_to_be_saved_no_hand_is_scored_again(
    browser: Browser, address: str, house: House
) -> None:
    """Scoring again takes back the last command, which would be the checks that were sold meanwhile."""
    with Cable(address) as line:
        evening = Evening(browser, line.address, house, "forty_five", 2)
        evening.begin("red", "blue")
        evening.deal("blue", then="playing")
        evening.score(tricks(0, 3), tricks={"red": 3, "blue": 2})
        tablet = evening.tablet
        line.cut()
        tablet.touch("#seat-red")
        tablet.cage("red", "buy_checks", 2_000)
        tablet.touch("#drawer-done")
        expect(tablet.page.locator("#again")).to_be_hidden()
        expect(tablet.page.locator(".again-key")).to_be_disabled()
        line.mend()
        evening.phase("between")
        evening.scripted("buy_checks", player="red", amount=2_000)
        tablet.said.clear()
        evening.ends()


def test_the_hand_that_won_the_match_is_scored_again_before_it_is_settled(
    browser: Browser, address: str, house: House
) -> None:
    """Of a won match it can be said otherwise; while it is, what it had come to is neither shown nor settled."""
    with Cable(address) as line:
        evening = Evening(browser, line.address, house, "hasenpfeffer", 4, goal=6)
        evening.begin("red white", "blue black")
        evening.deal("black")
        evening.touch("#contract-only")
        evening.contract("red", 5)
        evening.score(tricks(0, 6), then="won", tricks={"red": 6})
        page = evening.tablet.page
        evening.touch("#again")
        evening.phase("playing")
        expect(page.locator("#step")).to_be_hidden()
        expect(page.locator("#won")).to_be_hidden()
        expect(page.locator("#score")).to_be_visible()
        evening.touch("#leave-again")
        evening.phase("won")
        expect(page.locator("#step")).to_be_visible()
        line.cut()
        evening.touch("#again", tricks(0, 5), "#score")
        expect(page.locator("#step")).to_be_hidden()
        line.mend()
        evening.phase("between")
        expect(page.locator(".columns .totals td")).to_have_text(["5", "1"])
        evening.scripted("void")
        evening.scripted("score_hand", tricks={"red": 5, "blue": 1})
        evening.tablet.said.clear()
        evening.ends()


def test_auction_forty_five_with_a_hold(browser: Browser, address: str, house: House) -> None:
    """The dealer holds, who has not passed is asked again; the highest trump takes a trick, so it may follow."""
    evening = Evening(browser, address, house, "auction_forty_five", 4)
    evening.begin("red white", "blue black")
    evening.deal("black")
    evening.bid("red", 15)
    evening.call("blue", "pass")
    evening.call("white", "pass")
    evening.call("black", "hold")
    evening.call("red", "pass")
    expect(evening.tablet.page.locator(".tricks:not([hidden])")).to_have_count(1)
    evening.touch(tricks(1, 5))
    expect(evening.tablet.page.locator('[data-name="high_trump"][data-value="red"]')).to_be_disabled()
    evening.touch("#clear")
    evening.score(
        tricks(1, 3),
        '[data-name="high_trump"][data-value="red"]',
        '[data-name="trump"][data-value="h"]',
        tricks={"blue": 3, "red": 2},
        high_trump="red",
        trump="h",
    )
    evening.deal("red")
    evening.bid("blue", 30)
    # Nobody goes over thirty, but the dealer may hold it.
    evening.passed("white", "black")
    evening.call("red", "hold")
    evening.score(tricks(0, 5), tricks={"red": 5}, high_trump="red")
    expect(evening.tablet.page.locator(".columns .totals td")).to_have_text(["75", "15"])
    evening.ends()


def test_hasenpfeffer_with_the_joker(browser: Browser, address: str, house: House) -> None:
    """The rulebook's match (G10): all pass at one touch, and who shows the joker has bid."""
    evening = Evening(browser, address, house, "hasenpfeffer", 4)
    evening.begin("red white", "blue black")
    evening.deal("black")
    evening.call("red", "pass")
    evening.call("blue", "pass")
    evening.bid("white", 4)
    evening.call("black", "pass")
    evening.score(tricks(0, 5), tricks={"red": 5, "blue": 1})
    evening.deal("red")
    evening.all_pass("blue", "white", "black", "red")
    evening.phase("joker")
    evening.touch('[data-touch="joker"][data-player="black"]')
    evening.scripted("show_joker", player="black")
    evening.score(tricks(1, 2), tricks={"blue": 2, "red": 4})
    evening.deal("blue")
    evening.all_pass("white", "black", "red", "blue")
    evening.phase("joker")
    evening.touch('[data-touch="joker"][data-player=""]')
    evening.scripted("show_joker")
    evening.phase("between")
    evening.deal("blue")
    evening.touch("#contract-only")
    evening.contract("red", 5)
    evening.score(tricks(0, 5), then="won", tricks={"red": 5, "blue": 1})
    expect(evening.tablet.page.locator(".columns .totals td")).to_have_text(["14", "−1"])
    evening.settle()
    evening.ends()


def test_big_three_with_a_hidden_partner(browser: Browser, address: str, house: House) -> None:
    """Anybody may open, it is spoken to the right; the partner is named, perhaps by their card, before the score."""
    evening = Evening(browser, address, house, "big_three", 4, goal=10)
    evening.begin("red", "blue", "white", "black")
    evening.deal("red", begins="opener")
    evening.bid("red", 1)
    evening.bid("black", 3)
    evening.phase("partner")
    evening.touch('[data-touch="partner"][data-player="white"]')
    evening.scripted("name_partner", partners=["white"])
    evening.score('[data-name="out"][data-value="white"]', out="white")
    evening.deal("red", begins="opener")
    evening.all_pass("red", "black", "white", "blue")
    evening.phase("between")
    evening.deal("white", begins="opener")
    evening.touch("#contract-only")
    evening.contract("white", 2, then="partner")
    evening.touch('[data-touch="card-asked"]', '[data-rank="Q"]', '[data-suit="s"]')
    evening.touch('[data-touch="partner"][data-player="black"]')
    evening.scripted("name_partner", partners=["black"], card="Qs")
    evening.score('[data-name="out"][data-value="black"]', then="won", out="black")
    evening.settle()
    evening.ends()


def test_four_deal_bridge(browser: Browser, address: str, house: House) -> None:
    """The rulebook's match (G12): doubled calls, honours, part scores, and the fourth deal."""
    evening = Evening(browser, address, house, "four_deal_bridge", 4, honours=True)
    evening.begin("red white", "blue black")
    evening.deal("red")
    evening.all_pass("red", "blue", "white", "black")
    evening.phase("between")
    evening.deal("red")
    evening.bid("red", "1h")
    evening.call("blue", "pass")
    evening.bid("white", "2h")
    evening.all_pass("black", "red", "blue")
    evening.score(tricks(0, 8), tricks={"red": 8, "blue": 5})
    evening.deal("blue")
    evening.bid("blue", "4s")
    evening.call("white", "double")
    evening.all_pass("black", "red", "blue")
    evening.score(
        tricks(1, 9),
        '[data-name="holder"][data-value="red"]',
        '[data-name="honours"][data-value="100"]',
        tricks={"blue": 9, "red": 4},
        honours={"red": 100},
    )
    evening.deal("white")
    evening.touch("#contract-only")
    evening.contract("white", "2c")
    evening.score(tricks(0, 9), tricks={"red": 9, "blue": 4})
    evening.deal("black", then="contract")
    evening.contract("black", "1nt")
    evening.score(tricks(1, 7), then="won", tricks={"blue": 7, "red": 6})
    expect(evening.tablet.page.locator(".columns .totals td")).to_contain_text(["920", "140"])
    evening.settle()
    evening.ends()


def test_every_key_is_in_reach_at_every_size_and_axe_finds_nothing(
    browser: Browser, address: str, house: House
) -> None:
    """At the fullest pads: six players, the whole table of bids, five rows of tricks, and the cards of a partner."""
    night = match_night(house, "five_hundred", 6)
    with at_table(browser, address, night) as tablet:
        fits(tablet, "before the match")
        assert found(tablet.page) == []
        tablet.touch("#begin-match")
        tablet.sees('#part-turn .go[data-when="between"]:not([hidden])')
        fits(tablet, "who deals")
        tablet.touch("#deal-red")
        tablet.sees('#part-turn .go[data-when="bidding"]:not([hidden])')
        fits(tablet, "bids")
        assert found(tablet.page, "#table") == []
        assert tablet.said == []
    night = match_night(house, "five_hundred", 5)
    house.do(night, "start_match", sides=[["red"], ["blue"], ["white"], ["black"], ["yellow"]])
    house.do(night, "start_hand", dealer="red")
    house.do(night, "contract", player="blue", bid="8s")
    with at_table(browser, address, night) as tablet:
        tablet.touch(tricks(1, 8))
        fits(tablet, "tricks")
        assert found(tablet.page, "#table") == []
        tablet.touch('[data-touch="card-asked"]')
        fits(tablet, "a card called")
        tablet.go(f"/nights/{night}?at=12")
        assert found(tablet.page) == []
        assert tablet.said == []


def test_the_keys_of_a_doubled_contract_are_in_reach(browser: Browser, address: str, house: House) -> None:
    night = match_night(house, "four_deal_bridge", 4, honours=True)
    house.do(night, "start_match", sides=[["red", "white"], ["blue", "black"]])
    house.do(night, "start_hand", dealer="red")
    with at_table(browser, address, night) as tablet:
        fits(tablet, "calls")
        tablet.touch("#contract-only")
        fits(tablet, "the contract")
        house.do(night, "contract", player="blue", bid="3nt", doubled=1)
        tablet.sees('#part-turn .go[data-when="playing"]:not([hidden])')
        tablet.touch(tricks(1, 8))
        fits(tablet, "tricks and honours")
        assert found(tablet.page, "#table") == []
        assert tablet.said == []


def test_names_beside_the_longest_bids_are_of_two_lines_at_most_and_calls_below_are_counted(
    browser: Browser, address: str, house: House
) -> None:
    night = match_night(house, "five_hundred", 6)
    house.do(night, "start_match", sides=[["red", "black"], ["blue", "yellow"], ["white", "green"]])
    house.do(night, "start_hand", dealer="green")
    bids = ("6c", "6nt", "7c", "7nt", "8c", "8nt", "9c", "9nt", "10s", "10c", "10d", "10nt")
    players = ("red", "blue", "white", "black", "yellow", "green") * 2
    for player, bid in zip(players, bids, strict=True):
        house.do(night, "bid", player=player, bid=bid)
    with at_table(browser, address, night) as tablet:
        for size in EVERY_SIZE:
            resize(tablet.page, size)
            names, said = (measure(tablet.page, f".calls-so-far {part}") for part in (".name", "b"))
            assert len(names) == len(said) == len(bids), size
            assert all(one["bottom"] - one["top"] < 2.2 * one["letters"] for one in names), size
            assert overlaps(names, said) == [], size
        resize(tablet.page, (1024, 768))
        expect(tablet.page.locator(".rows-more")).to_have_text(re.compile(r"^\d more"))


def test_a_hand_goes_on_while_the_line_is_cut(browser: Browser, address: str, house: House) -> None:
    """Bids over bids, the passes after them and the tricks wait together, and nothing of them is lost."""
    with Cable(address) as line:
        evening = Evening(browser, line.address, house, "five_hundred", 4)
        evening.begin("red white", "blue black")
        evening.deal("red")
        line.cut()
        evening.bid("blue", "7s")
        evening.bid("white", "8h")
        evening.bid("black", "9s")
        evening.call("red", "pass")
        evening.all_pass("blue", "white")
        evening.tablet.sees('#part-turn .go[data-when="playing"]:not([hidden])')
        evening.touch(tricks(1, 9), "#score")
        evening.tablet.sees('#part-turn .go[data-when="waits"]:not([hidden])')
        line.mend()
        evening.phase("between")
        evening.scripted("score_hand", tricks={"blue": 9, "red": 1})
        evening.tablet.said.clear()
        evening.ends()
