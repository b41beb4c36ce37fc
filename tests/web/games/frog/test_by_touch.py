"""An evening of Frog dealt by touch alone, against the same from a script; what can be touched; sizes; axe."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from dealer.commands.refusal import Refusal
from dealer.games.frog.commands import StartHand
from dealer.games.frog.house import BIDS, FROG
from dealer.games.frog.state import frog_of
from tests.support.house import House
from tests.support.tables import ChipTable
from tests.web.axe import found
from tests.web.cable import Cable
from tests.web.games.hands_of_chips import EVERY_SIZE, chip_night, counting_tablet, fits, same_night, touches_of
from tests.web.geometry import cut_off
from tests.web.tablet_in_browser import Tablet, at_table, resize
from web.app.links import board_link, player_link
from web.games.frog.tablet.table import stand_of
from web.tablet.steps import dry_run

pytestmark = pytest.mark.browser

BIDDINGS = """async ({ stand }) => {
    const script = document.querySelector("script[type=module][src*=frog]").src;
    const { mayBid, stageOf, standAfter } = await import(new URL("stand.js", script).href);
    const found = [];
    const reach = (said) => {
        const now = standAfter({ stand: JSON.stringify(stand), standBefore: "" }, said);
        const player = now.on ? now.bidding.waiting[0] : undefined;
        if (!player) {
            found.push([said.map((one) => `${one.player} ${one.bid ?? "pass"}`).join(", "), stageOf(now)]);
            return;
        }
        reach([...said, { do: "pass", player }]);
        for (const bid of Object.keys(now.pays)) if (mayBid(now, bid)) reach([...said, { do: "bid", player, bid }]);
    };
    reach([]);
    return found;
}"""

DEALERS = """async ({ stand, choices }) => {
    const script = document.querySelector("script[type=module][src*=frog]").src;
    const { dealersOf } = await import(new URL("stand.js", script).href);
    return choices.map((players) => dealersOf(stand, players));
}"""


def start(tablet: Tablet) -> None:
    tablet.touch('#step:text("Start")')
    expect(tablet.page.locator("#pass")).to_be_visible()


def scores(tablet: Tablet, *keys: str) -> None:
    """Touch the points, and whatever else, and the key that scores the hand; it is over then."""
    for key in keys:
        tablet.touch(key)
    tablet.touch("#score")
    expect(tablet.page.locator('#step:text("Start")')).to_be_visible()


def test_an_evening_by_touch_pays_as_the_same_from_a_script(browser: Browser, address: str, house: House) -> None:
    """Every call, passes filled in, a dead hand, contracts alone; a hand is scored in at most four touches."""
    night = chip_night(house, FROG, 4)
    tablet = counting_tablet(browser, address, night)
    page = tablet.page
    tablet.touch('[data-touch="dealer"][data-player="white"]')
    start(tablet)
    tablet.touch("#pass")
    tablet.touch("#bid-frog")
    expect(page.locator("#bid-frog")).to_be_disabled()
    tablet.touch("#bid-chico")
    tablet.touch("#pass")
    assert touches_of(tablet) == 2 + 4
    expect(page.locator("#part-turn .plate:visible")).to_contain_text("touch their points")
    scores(tablet, "#ten-70", "#unit-1", "#trump-s")
    assert touches_of(tablet) == 4
    start(tablet)
    tablet.touch("#rest")
    expect(page.locator('#step:text("Start")')).to_be_visible()
    assert touches_of(tablet) == 2
    start(tablet)
    tablet.touch("#plate-black")
    tablet.touch("#bid-grand")
    expect(page.locator("#score")).to_be_visible()
    scores(tablet, "#ten-50", "#unit-2")
    assert touches_of(tablet) == 1 + 2 + 3
    start(tablet)
    tablet.touch("#pass")
    tablet.touch("#seat-red")
    expect(page.locator("#part-turn .plate:visible")).to_contain_text("speaks; C. Moss passed")
    tablet.touch("#bid-chico")
    expect(page.locator("#score")).to_be_visible()
    scores(tablet, "#ten-120")
    assert touches_of(tablet) == 1 + 3 + 2
    expect(tablet.saved).to_have_text("saved")
    straight = chip_night(house, FROG, 4)
    lines: tuple[dict[str, Any], ...] = (
        {"do": "start_hand", "dealer": "white"},
        {"do": "pass", "player": "black"},
        {"do": "bid", "player": "red", "bid": "frog"},
        {"do": "bid", "player": "blue", "bid": "chico"},
        {"do": "pass", "player": "red"},
        {"do": "score_hand", "points": 71, "trump": "s"},
        {"do": "start_hand", "dealer": "black"},
        *({"do": "pass", "player": player} for player in ("red", "blue", "white")),
        {"do": "start_hand", "dealer": "red"},
        {"do": "contract", "player": "black", "bid": "grand"},
        {"do": "score_hand", "points": 52},
        {"do": "start_hand", "dealer": "blue"},
        {"do": "pass", "player": "white"},
        {"do": "pass", "player": "black"},
        {"do": "bid", "player": "red", "bid": "chico"},
        {"do": "score_hand", "points": 120},
    )
    for line in lines:
        house.do(straight, **line)
    same_night(house, night, straight)
    assert tablet.said == []
    tablet.close()


def test_what_can_be_said_is_what_the_rules_take(browser: Browser, address: str, house: House) -> None:
    """Every bidding of three players, call by call, on the page and by the rules: who speaks, and how it ends."""
    table = ChipTable(FROG, 3)
    table("start_hand", dealer="white")
    with at_table(browser, address, chip_night(house, FROG, 3)) as tablet:
        touched = tablet.page.evaluate(BIDDINGS, {"stand": stand_of(frog_of(table.now))})
    assert dict(touched) == dict(_biddings(table))
    assert len(touched) > 20


def _biddings(table: ChipTable, said: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    now = frog_of(table.now)
    if not now.is_bid or not now.is_on:
        return [(", ".join(said), "playing" if now.is_on else "between")]
    assert now.bidding
    found, player = [], now.bidding.turn
    for bid in (None, *BIDS):
        before = table.now, list(table.recorded)
        try:
            if bid is None:
                table("pass", player=player)
            else:
                table("bid", player=player, bid=bid)
        except Refusal:
            continue
        found += _biddings(table, (*said, f"{player} {bid or 'pass'}"))
        table.night, table.recorded = before
    return found


def test_who_can_be_chosen_to_deal_is_whom_the_rules_take(browser: Browser, address: str, house: House) -> None:
    """Of every two to five of six: before the first hand, after one that was voided, and after one that was dead."""
    table = ChipTable(FROG, 6)
    with at_table(browser, address, chip_night(house, FROG, 6)) as tablet:
        _same_dealers(tablet, table)
        table("start_hand", dealer="white", players=["white", "red", "green"])
        table("void_hand", reason="foul")
        _same_dealers(tablet, table)
        table("start_hand", dealer="white", players=["red", "white", "green", "blue"])
        for player in ("green", "red", "blue"):
            table("pass", player=player)
        _same_dealers(tablet, table)


def _same_dealers(tablet: Tablet, table: ChipTable) -> None:
    choices = [list(some) for number in range(2, 6) for some in combinations(table.players, number)]
    dealers = tablet.page.evaluate(DEALERS, {"stand": stand_of(frog_of(table.now)), "choices": choices})
    assert dealers == [[one for one in players if _may_deal(table, one, players)] for players in choices]


def _may_deal(table: ChipTable, dealer: str, players: list[str]) -> bool:
    return bool(dry_run(table.now, StartHand(dealer=dealer, players=tuple(players))))


def test_who_plays_is_chosen_where_more_than_four_sit(browser: Browser, address: str, house: House) -> None:
    """Four of six, then three: the key that starts the hand sleeps while too few are chosen, and names who plays."""
    night = chip_night(house, FROG, 6)
    with at_table(browser, address, night) as tablet:
        page, step = tablet.page, tablet.page.locator("#step")
        expect(page.locator("#plate-yellow")).to_be_disabled()
        for player in ("red", "blue"):
            tablet.touch(f"#plate-{player}")
        expect(step).to_be_disabled()
        for player in ("yellow", "green"):
            tablet.touch(f"#plate-{player}")
        tablet.touch('[data-touch="dealer"][data-player="green"]')
        expect(page.locator("#plate-green .plate-says")).to_have_text("deals, sits out")
        start(tablet)
        expect(page.locator("#plate-green")).to_be_hidden()
        tablet.touch("#rest")
        expect(page.locator("#plate-white .plate-says")).to_have_text("deals, sits out")
        tablet.touch("#plate-white")
        expect(page.locator("#plate-black .plate-says")).to_have_text("deals, plays")
        start(tablet)
        expect(page.locator("#plate-yellow .plate-says")).to_have_text("speaks")
        assert tablet.said == []
    assert [list(row["net"]) for row in house.result(night)["hands"]] == [["white", "black", "yellow"]]


def test_points_touched_outlive_the_page_and_belong_to_their_hand(browser: Browser, address: str, house: House) -> None:
    night = chip_night(house, FROG, 3)
    house.do(night, "start_hand", dealer="red")
    house.do(night, "contract", player="blue", bid="frog")
    with at_table(browser, address, night) as tablet:
        score, asks = tablet.page.locator("#score"), tablet.page.locator("#part-turn .plate:visible span")
        expect(score).to_be_disabled()
        expect(tablet.page.locator("#unit-5")).to_be_disabled()
        tablet.touch("#ten-60")
        expect(asks).to_have_text("plays frog: 60 points, sixty all: nothing is paid")
        tablet.touch("#unit-5")
        tablet.go(f"/nights/{night}")
        expect(asks).to_have_text("plays frog: 65 points, 5 over sixty")
        expect(tablet.page.locator("#plate-blue .plate-tells")).to_have_text("+10")
        tablet.touch("#ten-120")
        expect(asks).to_have_text("plays frog: 120 points, 60 over sixty")
        expect(tablet.page.locator("#unit-1")).to_be_disabled()
        house.do(night, "void_hand", reason="misdealt")
        house.do(night, "start_hand", dealer="red")
        house.do(night, "contract", player="blue", bid="frog")
        expect(tablet.page.locator("#part-top .standing")).to_contain_text("Hand 2")
        expect(score).to_be_disabled()
        assert tablet.said == []


def test_the_last_hand_is_scored_again_in_its_place(browser: Browser, address: str, house: House) -> None:
    """With the difference to before; who could pay only since the hand was scored is not short of it."""
    night = chip_night(house, FROG, 3, cents=300)
    for line in (
        {"do": "start_hand", "dealer": "red"},
        {"do": "contract", "player": "blue", "bid": "frog"},
        {"do": "score_hand", "points": 71},
    ):
        house.do(night, **line)
    with at_table(browser, address, night) as tablet:
        score, pays = tablet.page.locator("#score"), tablet.page.locator("#pays > li:visible")
        tablet.touch("#again")
        expect(score).to_be_disabled()
        tablet.touch("#leave-again")
        expect(score).to_be_hidden()
        tablet.touch("#again")
        for key in ("#ten-70", "#unit-2"):
            tablet.touch(key)
        expect(pays).to_have_text(
            [re.compile("−1 to before"), re.compile(r"\+2 to before"), re.compile("−1 to before")]
        )
        expect(tablet.page.locator("#pays .lacks:visible")).to_have_count(0)
        tablet.touch("#score")
        expect(tablet.page.locator("#part-sheet .outcome")).to_contain_text("Wm. Hart has 72 points")
        expect(score).to_be_hidden()
        assert tablet.said == []
    assert [(row["hand"], row["points"]) for row in house.result(night)["hands"]] == [(1, 72)]
    assert house.result(night)["players"]["blue"]["net"] == 24 * 25


def test_while_something_waits_to_be_saved_no_hand_is_scored_again(
    browser: Browser, address: str, house: House
) -> None:
    """Scoring again takes back the last command, which would be the checks that were sold meanwhile."""
    night = chip_night(house, FROG, 3)
    for line in (
        {"do": "start_hand", "dealer": "red"},
        {"do": "contract", "player": "blue", "bid": "frog"},
        {"do": "score_hand", "points": 71},
    ):
        house.do(night, **line)
    with Cable(address) as cable, at_table(browser, cable.address, night) as tablet:
        tablet.touch("#again")
        expect(tablet.page.locator("#score")).to_be_visible()
        cable.cut()
        tablet.touch("#seat-red")
        tablet.cage("red", "buy_checks", 2_000)
        tablet.touch("#drawer-done")
        expect(tablet.page.locator("#score")).to_be_hidden()
        expect(tablet.page.locator("#again")).to_be_hidden()
        cable.mend()
        tablet.settle_down(house.result(night)["events"] + 1)
    assert house.result(night)["players"]["red"]["bought"] == 7_000


def test_a_hand_whose_start_waits_to_be_saved_is_not_begun_again(browser: Browser, address: str, house: House) -> None:
    """Calls are touched already while its start waits; the key that began it sleeps, whoever would deal."""
    night = chip_night(house, FROG, 3)
    with Cable(address) as cable, at_table(browser, cable.address, night) as tablet:
        cable.cut()
        tablet.touch('#step:text("Start")')
        tablet.touch("#bid-frog")
        expect(tablet.page.locator("#step")).to_be_disabled()
        cable.mend()
        tablet.settle_down(house.result(night)["events"] + 2)
    assert not [one for one in house.book.commands(night) if one.refused]


def test_who_cannot_pay_is_offered_chips_and_the_points_stand(browser: Browser, address: str, house: House) -> None:
    night = chip_night(house, FROG, 3, cents=500)
    house.do(night, "start_hand", dealer="red")
    house.do(night, "contract", player="blue", bid="grand")
    with at_table(browser, address, night) as tablet:
        lacks = tablet.page.locator("#part-sheet .lacks:visible")
        for key in ("#ten-70", "#unit-1"):
            tablet.touch(key)
        expect(lacks).to_have_count(2)
        tablet.touch("#score")
        expect(tablet.alert.locator("p")).to_contain_text("J. Oakes owes 33 chips ($8.25) and has $5")
        for left, player in ((1, "white"), (0, "red")):
            tablet.touch(f'#part-sheet [data-act="buy_checks"][data-player="{player}"]')
            expect(lacks).to_have_count(left)
        tablet.touch("#score")
        expect(tablet.page.locator('#step:text("Start")')).to_be_visible()
    assert house.result(night)["hands"][0]["net"] == {"blue": 66, "white": -33, "red": -33}


def test_every_key_is_in_reach_at_every_size_and_axe_finds_nothing(
    browser: Browser, address: str, house: House
) -> None:
    night = chip_night(house, FROG, 6)
    with at_table(browser, address, night) as tablet:
        fits(tablet, "before the hand")
        assert found(tablet.page) == []
        house.do(night, "start_hand", dealer="red", players=["red", "blue", "black", "green"])
        house.do(night, "bid", player="blue", bid="frog")
        tablet.settle_down(house.result(night)["events"])
        fits(tablet, "the bidding")
        assert found(tablet.page, "#table") == []
        house.do(night, "bid", player="black", bid="chico")
        for player in ("green", "blue"):
            house.do(night, "pass", player=player)
        tablet.settle_down(house.result(night)["events"])
        tablet.touch("#ten-110")
        tablet.touch("#unit-9")
        fits(tablet, "the points")
        assert found(tablet.page, "#table") == []
        with house.app.test_request_context():
            links = board_link(night), player_link(night, "green")
        for link in (links[0], f"/nights/{night}/correct?turn=2"):
            tablet.go(link)
            assert found(tablet.page) == [], link
        house.do(night, "score_hand", points=71)
        for link in (*links, f"/nights/{night}?at=16"):
            tablet.go(link)
            assert found(tablet.page) == [], link
        assert tablet.said == []


def test_the_key_that_starts_a_hand_holds_a_long_word_of_a_name(browser: Browser, address: str, house: House) -> None:
    night = house.open_night(game=FROG, house={}, roll=0)
    for player, name in {"red": "M. Wolfeschlegelsteinhausen", "blue": "Wm. Hart", "white": "J. Oakes"}.items():
        house.do(night, "seat_player", player=player, name=name)
        house.do(night, "buy_checks", player=player, amount=5_000)
    with at_table(browser, address, night) as tablet:
        tablet.touch('[data-touch="dealer"][data-player="red"]')
        expect(tablet.page.locator("#step")).to_contain_text("Wolfeschlegelsteinhausen deals")
        tablet.page.evaluate("document.fonts.ready")
        for size in EVERY_SIZE:
            resize(tablet.page, size)
            assert cut_off(tablet.page, "#part-sheet footer") == [], size


def test_a_table_without_players_shows_without_a_fault(browser: Browser, address: str, house: House) -> None:
    """There is no dealer to choose yet; the page once broke off in the middle of showing what may be done."""
    with at_table(browser, address, chip_night(house, "frog", 0)) as tablet:
        tablet.touch("#seat-add")
        expect(tablet.page.locator("#seat-name")).to_be_visible()
        assert tablet.said == []
