"""The chip games by touch."""

from __future__ import annotations

import re
from itertools import combinations, product
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from dealer.commands.refusal import Refusal
from dealer.games import GAMES
from dealer.games.frog.commands import StartHand
from dealer.games.frog.house import BIDS, FROG
from dealer.games.frog.state import frog_of
from dealer.games.spoil_five.state import SPOIL_FIVE
from tests.support.chip_table import ChipTable
from tests.support.house import House
from tests.web.axe import found
from tests.web.cable import Cable
from tests.web.evenings import EVERY_SIZE, NAMES, chip_night, counting_tablet, fits, same_night, touches_of
from tests.web.geometry import covered_keys, cut_off, measure, overlaps, written
from tests.web.tablet_in_browser import SIZES, Held, Tablet, at_table, resize
from web.app.links import board_link, player_link
from web.games.frog.tablet.table import stand_of as frog_stand
from web.games.spoil_five.tablet.table import stand_of as spoil_five_stand
from web.tablet.steps import dry_run

pytestmark = pytest.mark.browser

EVENING: list[tuple[str, list[tuple[str, str]]]] = [
    ("black", [("red", "9 5 A"), ("blue", "K 7"), ("white", "10 4 3"), ("black", "J 4")]),
    ("black", [("red", "10 6"), ("blue", "K Q"), ("white", "9 7"), ("black", "10 3")]),
    ("red", [("blue", "K K"), ("white", "K K"), ("black", "9 9"), ("red", "A A A")]),
]
"""Hands by their dealer, with what each shows, in order; the first two are the rulebook's."""


SUITED = ("Qd 5d", "10s 2s", "2c 9s 7d", "10d 6h 10c Qs", "Ad Qc 9c 3h", "Jd Js", "10h 4c", "Kc 3s 2h Kd Qh")


def show(tablet: Tablet, cards: str) -> None:
    for card in cards.split():
        tablet.touch(f"#rank-{card}")
    tablet.touch("#shown")


def test_farmer_an_evening_by_touch_pays_as_the_same_from_a_script(
    browser: Browser, address: str, house: House
) -> None:
    """A hand is begun by one touch, shown by one a card and one besides, and settled by one."""
    night = chip_night(house, "farmer", 4)
    tablet = counting_tablet(browser, address, night)
    tablet.touch('[data-touch="dealer"][data-player="black"]')
    touches_of(tablet)
    for _, hands in EVENING:
        tablet.touch('#step:text("Start")')
        for _, cards in hands:
            show(tablet, cards)
        tablet.touch('#step:text("Settle")')
        expect(tablet.page.locator('#step:text("Start")')).to_be_visible()
        assert touches_of(tablet) == 1 + sum(len(cards.split()) + 1 for _, cards in hands) + 1
    expect(tablet.saved).to_have_text("saved")
    straight = chip_night(house, "farmer", 4)
    for dealer, hands in EVENING:
        house.do(straight, "start_hand", dealer=dealer)
        for player, cards in hands:
            house.do(straight, "show_hand", player=player, cards=cards.split())
        house.do(straight, "settle_hand")
    same_night(house, night, straight)
    assert tablet.said == []
    tablet.close()


def test_a_count_is_told_at_once_and_a_rank_that_is_gone_sleeps(browser: Browser, address: str, house: House) -> None:
    night = chip_night(house, "farmer", 3)
    house.do(night, "start_hand", dealer="red")
    with at_table(browser, address, night) as tablet:
        page = tablet.page
        counted, picked = page.locator("#counted"), page.locator("#picked .card")
        expect(page.locator("#shown")).to_have_text("2 cards more")
        tablet.touch("#rank-10")
        tablet.touch("#rank-6")
        expect(counted).to_have_text("16 with the six")
        expect(page.locator("#rank-6")).to_have_attribute("aria-disabled", "true")
        tablet.touch("#rank-K")
        expect(counted).to_have_class("counted over")
        expect(counted).to_have_text("26 10 over")
        tablet.touch("#picked .card >> nth=2")
        expect(picked).to_have_count(2)
        tablet.touch("#shown")
        expect(page.locator(".plate:visible")).to_contain_text("J. Oakes")
        expect(page.locator("#rank-6")).to_have_attribute("aria-disabled", "true")
        # Shown again, it stands in place of what was shown before.
        tablet.touch("#seat-blue")
        expect(page.locator("#rank-6")).to_have_attribute("aria-disabled", "false")
        show(tablet, "9 4")
        expect(page.locator("#seat-blue .tally")).to_have_text("13")
        assert tablet.said == []


def test_touches_on_their_way_show_the_hands_they_were_meant_for(browser: Browser, address: str, house: House) -> None:
    night = chip_night(house, "farmer", 3)
    with at_table(browser, address, night) as tablet:
        held = Held(tablet)
        tablet.touch("#step")
        show(tablet, "9 4")
        expect(tablet.page.locator(".plate:visible")).to_contain_text("J. Oakes")
        show(tablet, "K 2")
        house.do(night, "buy_checks", player="red", amount=500)
        held.let_go()
        tablet.sees("#saved:not(.sending, .unsaved)")
    straight: list[dict[str, Any]] = [
        row.document for row in house.book.commands(night) if row.document["do"] == "show_hand"
    ]
    assert [(one["player"], one["cards"]) for one in straight] == [("blue", ["9", "4"]), ("white", ["K", "2"])]


def test_a_hand_whose_settling_waits_to_be_saved_is_not_settled_a_second_time(
    browser: Browser, address: str, house: House
) -> None:
    """The sheet's key is of the hand as it was saved; touched again it was refused, and what came after given back."""
    night = chip_night(house, "farmer", 2)
    house.do(night, "start_hand", dealer="red")
    house.do(night, "show_hand", player="blue", cards=["9", "7"])
    house.do(night, "show_hand", player="red", cards=["9", "5"])
    with Cable(address) as line, at_table(browser, line.address, night) as tablet:
        line.cut()
        tablet.touch('#step:text("Settle")')
        expect(tablet.page.locator("#step")).to_be_disabled()
        line.mend()
        tablet.settle_down(house.result(night)["events"] + 1)
        expect(tablet.page.locator('#step:text("Start")')).to_be_visible()
    assert not [one for one in house.book.commands(night) if one.refused]


def test_farmer_who_lacks_their_ante_has_it_sold_at_one_touch(browser: Browser, address: str, house: House) -> None:
    night = chip_night(house, "farmer", 3, cents=0)
    for player in ("red", "blue"):
        house.do(night, "buy_checks", player=player, amount=500)
    with at_table(browser, address, night) as tablet:
        tablet.touch("#step")
        expect(tablet.alert.locator("p")).to_contain_text("J. Oakes owes 1 chip (25¢)")
        tablet.touch('#alert button:text("Buy $5")')
        expect(tablet.page.locator("#seat-white .checks")).to_have_text("$5.00")
        tablet.touch("#step")
        expect(tablet.page.locator("#part-pot strong")).to_have_text("3 chips")


def test_farmer_every_key_is_in_reach_at_every_size_and_axe_finds_nothing(
    browser: Browser, address: str, house: House
) -> None:
    night = chip_night(house, "farmer", 8)
    with at_table(browser, address, night) as tablet:
        fits(tablet, "before the hand")
        assert found(tablet.page) == []
        house.do(night, "start_hand", dealer="red")
        tablet.settle_down(house.result(night)["events"])
        for card in ["A", "A", "2", "2", "3", "K"]:
            tablet.touch(f"#rank-{card}")
        fits(tablet, "entering")
        assert found(tablet.page, "#table") == []
        for player, cards in {"blue": "A A 2 2 3", "white": "10 6", "black": "K K", "yellow": "9 7"}.items():
            house.do(night, "show_hand", player=player, cards=cards.split())
        for player, cards in {"green": "Q Q", "brown": "J J", "orange": "4 4", "red": "5 5"}.items():
            house.do(night, "show_hand", player=player, cards=cards.split())
        tablet.settle_down(house.result(night)["events"])
        fits(tablet, "all shown")
        assert found(tablet.page, "#table") == []
        with house.app.test_request_context():
            links = board_link(night), player_link(night, "white")
        for link in links:
            tablet.go(link)
            assert found(tablet.page) == []
        tablet.go(f"/nights/{night}/correct?turn=1")
        assert found(tablet.page) == []
        tablet.go(f"/nights/{night}?at=20")
        assert found(tablet.page) == []
        assert tablet.said == []


def test_cards_touched_before_the_start_is_saved_are_those_of_the_hand(
    browser: Browser, address: str, house: House
) -> None:
    """Quick hands do not wait for the answer: what they touched stays in hand when it comes."""
    night = chip_night(house, "farmer", 3)
    before = house.result(night)["events"]
    with at_table(browser, address, night) as tablet:
        tablet.touch('[data-touch="dealer"][data-player="red"]')
        held: list[Route] = []
        tablet.page.route("**/commands", lambda route: held.append(route))
        with tablet.page.expect_request("**/commands"):
            tablet.touch('#step:text("Start")')
        tablet.touch("#rank-10")
        tablet.touch("#rank-4")
        assert house.result(night)["events"] == before
        for route in held:
            route.continue_()
        tablet.settle_down(before + 4)
        expect(tablet.page.locator("#picked .card")).to_have_count(2)


@pytest.mark.parametrize("players", [3, 6, 8])
def test_cards_with_their_suits_keep_to_their_faces_and_counts_stand_clear_of_money(
    browser: Browser, address: str, house: House, players: int
) -> None:
    hands = ("Qd 5d", "10s 2s", "2c 9s 7d", "10d 6h 10c Qs", "Ad Qc 9c 3h", "Jd Js", "10h 4c", "Kc 3s 2h Kd Qh")[
        :players
    ]
    night = chip_night(house, "farmer", players, cents=13_100)
    house.do(night, "start_hand", dealer="red")
    for player, cards in (*list(zip(NAMES, hands, strict=False))[1:], ("red", hands[0])):
        house.do(night, "show_hand", player=player, cards=cards.split())
    with at_table(browser, address, night) as tablet:
        page = tablet.page
        page.evaluate("document.fonts.ready")
        for size in EVERY_SIZE:
            resize(page, size)
            faces, letters = measure(page, ".lying-hands .card"), written(page, ".lying-hands .card")
            assert len(faces) == sum(len(cards.split()) for cards in hands), size
            for face, card in zip(faces, letters, strict=True):
                assert face["left"] <= card["left"] < card["right"] <= face["right"], (size, card, face)
            money, counts = written(page, ".seat .checks"), written(page, ".seat .tally")
            assert len(money) == len(counts) == players, size
            assert overlaps(money, counts, slack_px=0) == [], size


TEN = ["5", "2", "9", "K", "5", "6", "A", "8", "10", "J"]


def chips(tablet: Tablet, player: str, by: int) -> None:
    for _ in range(abs(by)):
        tablet.touch(f'[data-touch="chips"][data-player="{player}"][data-by="{1 if by > 0 else -1}"]')


def due(tablet: Tablet, part: str) -> None:
    expect(tablet.page.locator("#part-due")).to_have_text(part)


def test_a_round_by_touch_pays_as_the_same_from_a_script(browser: Browser, address: str, house: House) -> None:
    """The rulebook's round: the rest of the chips is a touch, a part without chips one, and the key keeps its place."""
    night = chip_night(house, "five_in_one", 3)
    tablet = counting_tablet(browser, address, night)
    tablet.touch('[data-touch="dealer"][data-player="white"]')
    touches_of(tablet)
    tablet.touch("#step")
    due(tablet, "Plus or Minus")
    place = tablet.middle("#next")
    chips(tablet, "red", 2)
    chips(tablet, "blue", -1)
    expect(tablet.page.locator("#next")).to_be_disabled()
    tablet.touch("#plate-white")
    tablet.touch("#next")
    due(tablet, "Cold Hand")
    tablet.touch("#plate-blue")
    tablet.touch("#next")
    due(tablet, "Bango")
    tablet.touch("#next")
    due(tablet, "Put and Take")
    chips(tablet, "white", 3)
    tablet.touch("#plate-red")
    tablet.touch("#next")
    due(tablet, "Consolation")
    for rank in TEN:
        tablet.touch(f"#card-{rank}")
    expect(tablet.page.locator(".turned .hit")).to_have_count(4)
    assert tablet.middle("#next") == place
    tablet.touch("#next")
    expect(tablet.page.locator("#part-sheet .outcome")).to_contain_text("Round 1 is over")
    expect(tablet.saved).to_have_text("saved")
    assert touches_of(tablet) == 1 + (2 + 1 + 1 + 1) + 2 + 1 + (3 + 1 + 1) + 11
    straight = chip_night(house, "five_in_one", 3)
    house.do(straight, "start_hand", dealer="white")
    house.do(straight, "part_result", part="plus_or_minus", chips={"red": 2, "blue": -1, "white": -1})
    house.do(straight, "cold_hand", winners=["blue"])
    house.do(straight, "part_result", part="bango", chips={})
    house.do(straight, "part_result", part="put_and_take", chips={"white": 3, "red": -3})
    house.do(straight, "consolation", cards=TEN)
    same_night(house, night, straight)
    assert tablet.said == []
    tablet.close()


def test_who_cannot_lose_so_much_is_told_before_and_sold_chips(browser: Browser, address: str, house: House) -> None:
    night = chip_night(house, "five_in_one", 3, cents=100)
    house.do(night, "start_hand", dealer="red")
    with at_table(browser, address, night) as tablet:
        tablet.touch('[data-size="5"]')
        chips(tablet, "blue", -1)
        expect(tablet.page.locator(".seat.short")).to_have_count(1)
        tablet.touch("#plate-white")
        tablet.touch("#next")
        expect(tablet.alert.locator("p")).to_contain_text("owes 5 chips ($1.25) and has $1")
        tablet.touch('#alert button:text("Buy checks")')
        tablet.sum(500)
        tablet.touch("#act-blue-buy_checks")
        tablet.touch("#drawer-done")
        # What was told is still told.
        tablet.touch("#next")
        expect(tablet.page.locator("#part-1")).to_have_class("paid")
        tablet.sees("#saved:not(.sending, .unsaved)")
    assert house.result(night)["players"]["white"]["checks"] == 225


def test_five_in_one_every_key_is_in_reach_at_every_size_and_axe_finds_nothing(
    browser: Browser, address: str, house: House
) -> None:
    night = chip_night(house, "five_in_one", 10)
    with at_table(browser, address, night) as tablet:
        fits(tablet, "before the round")
        assert found(tablet.page) == []
        house.do(night, "start_hand", dealer="red")
        due(tablet, "Plus or Minus")
        chips(tablet, "green", -2)
        chips(tablet, "white", 1)
        fits(tablet, "chips")
        assert found(tablet.page, "#table") == []
        house.do(night, "part_result", part="plus_or_minus", chips={"red": 2, "green": -2})
        due(tablet, "Cold Hand")
        tablet.touch("#plate-green")
        fits(tablet, "winners")
        assert found(tablet.page, "#table") == []
        house.do(night, "cold_hand", winners=["green", "blue"])
        for part in ("bango", "put_and_take"):
            house.do(night, "part_result", part=part, chips={})
        due(tablet, "Consolation")
        for rank in TEN[:7]:
            tablet.touch(f"#card-{rank}")
        fits(tablet, "cards")
        assert found(tablet.page, "#table") == []
        with house.app.test_request_context():
            links = board_link(night), player_link(night, "green")
        for link in (*links, f"/nights/{night}/correct?turn=2", f"/nights/{night}?at=24"):
            tablet.go(link)
            assert found(tablet.page) == [], link
        assert tablet.said == []


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


def test_frog_an_evening_by_touch_pays_as_the_same_from_a_script(browser: Browser, address: str, house: House) -> None:
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
        touched = tablet.page.evaluate(BIDDINGS, {"stand": frog_stand(frog_of(table.now))})
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
    dealers = tablet.page.evaluate(DEALERS, {"stand": frog_stand(frog_of(table.now)), "choices": choices})
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


def test_frog_a_hand_whose_start_waits_to_be_saved_is_not_begun_again(
    browser: Browser, address: str, house: House
) -> None:
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


def test_frog_every_key_is_in_reach_at_every_size_and_axe_finds_nothing(
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


RECKONED = """async ({ stand }) => {
    const script = document.querySelector("script[type=module][src*=spoil_five]").src;
    const { mayGoOn, mayTake, outcomeOf, scored } = await import(new URL("stand.js", script).href);
    const found = [];
    const reach = (tricks, wentOn) => {
        if (outcomeOf(tricks, wentOn)) found.push(scored(stand, tricks, wentOn));
        if (mayGoOn(tricks, wentOn)) reach(tricks, true);
        const able = stand.players.filter((player) => mayTake(stand, tricks, wentOn, player));
        for (const player of able) reach([...tricks, player], wentOn);
    };
    reach([], false);
    return found;
}"""


def takes(tablet: Tablet, *players: str) -> None:
    for player in players:
        tablet.touch(f"#takes-{player}")


def test_spoil_five_an_evening_by_touch_pays_as_the_same_from_a_script(
    browser: Browser, address: str, house: House
) -> None:
    """The rulebook's night: a touch a trick, two for a dead hand, one that scores; then all five."""
    night = chip_night(house, "spoil_five", 5)
    tablet = counting_tablet(browser, address, night)
    page = tablet.page
    begun = page.locator('#step:text("Start")')
    tablet.touch('#step:text("Start")')
    takes(tablet, "red", "blue", "white", "blue", "red")
    tablet.touch("#score")
    expect(begun).to_be_visible()
    assert touches_of(tablet) == 1 + 5 + 1
    tablet.touch('#step:text("Start")')
    tablet.touch('[data-touch="kill"][data-player="yellow"]')
    tablet.touch('[data-why="revoke"]')
    takes(tablet, "red", "red", "red")
    expect(page.locator("#score")).to_have_text("Takes the pool")
    tablet.touch("#goes-on")
    takes(tablet, "red", "blue")
    tablet.touch("#score")
    expect(begun).to_be_visible()
    assert touches_of(tablet) == 1 + 2 + 3 + 1 + 2 + 1
    tablet.touch('#step:text("Start")')
    takes(tablet, "blue", "blue", "blue")
    tablet.touch("#goes-on")
    tablet.touch("#seat-blue")
    tablet.touch("#seat-blue")
    expect(page.locator("#part-sheet .comes")).to_contain_text("19 chips")
    tablet.touch("#score")
    expect(begun).to_be_visible()
    expect(tablet.saved).to_have_text("saved")
    straight = chip_night(house, "spoil_five", 5)
    house.do(straight, "start_hand", dealer="red")
    house.do(straight, "score_hand", tricks={"red": 2, "blue": 2, "white": 1})
    house.do(straight, "start_hand", dealer="blue")
    house.do(straight, "kill_hand", player="yellow", why="revoke")
    house.do(straight, "score_hand", tricks={"red": 4, "blue": 1}, went_on=True)
    house.do(straight, "start_hand", dealer="white")
    house.do(straight, "score_hand", tricks={"blue": 5}, went_on=True)
    same_night(house, night, straight)
    assert tablet.said == []
    tablet.close()


def test_what_can_be_touched_is_what_the_rules_take(browser: Browser, address: str, house: House) -> None:
    """Of all tricks that five can have, one of them dead and one out, those can be touched that the rules take."""
    table = ChipTable(SPOIL_FIVE, 5)
    table("start_hand", dealer="red")
    table("kill_hand", player="black", why="revoke")
    table("score_hand", tricks={"red": 2, "blue": 2, "white": 1})
    table("start_hand", dealer="blue")
    table("kill_hand", player="white", why="irregular")
    with at_table(browser, address, chip_night(house, "spoil_five", 5)) as tablet:
        commands = tablet.page.evaluate(RECKONED, {"stand": _stand(table)})
    touched = {(tuple(sorted(one["tricks"].items())), one["went_on"]) for one in commands}
    assert touched == set(_taken(table))


def _stand(table: ChipTable) -> dict[str, Any]:
    return spoil_five_stand(table.now.tables[SPOIL_FIVE])


def _taken(table: ChipTable) -> list[tuple[tuple[tuple[str, int], ...], bool]]:
    found = []
    for counts in product(range(6), repeat=5):
        tricks = {player: number for player, number in zip(table.players, counts, strict=True) if number}
        for went_on in (False, True):
            before = table.now, list(table.recorded)
            try:
                table("score_hand", tricks=tricks, went_on=went_on)
            except Refusal:
                continue
            found.append((tuple(sorted(tricks.items())), went_on))
            table.night, table.recorded = before
    return found


def test_a_trick_touched_by_mistake_is_taken_off_and_outlives_the_page(
    browser: Browser, address: str, house: House
) -> None:
    night = chip_night(house, "spoil_five", 3)
    house.do(night, "start_hand", dealer="red")
    with at_table(browser, address, night) as tablet:
        taken = tablet.page.locator("#takes-blue .taken")
        takes(tablet, "blue", "white")
        tablet.touch("#off")
        expect(tablet.page.locator("#takes-white .taken")).to_have_text("")
        tablet.go(f"/nights/{night}")
        expect(taken).to_have_text("1")
        house.do(night, "void_hand", reason="misdealt")
        house.do(night, "start_hand", dealer="red")
        expect(tablet.page.locator("#part-top .standing")).to_contain_text("Hand 2")
        expect(taken).to_have_text("")
        assert tablet.said == []


def test_spoil_five_every_key_is_in_reach_at_every_size_and_axe_finds_nothing(
    browser: Browser, address: str, house: House
) -> None:
    night = chip_night(house, "spoil_five", 10)
    with at_table(browser, address, night) as tablet:
        fits(tablet, "before the hand")
        assert found(tablet.page) == []
        house.do(night, "start_hand", dealer="red")
        house.do(night, "kill_hand", player="green", why="robbing")
        house.do(night, "cash_in", player="brown", amount=4_975)
        tablet.settle_down(house.result(night)["events"])
        takes(tablet, "white", "blue", "white", "black")
        fits(tablet, "tricks")
        tablet.touch('[data-touch="kill"][data-player="blue"]')
        fits(tablet, "a hand dies")
        assert found(tablet.page, "#table") == []
        tablet.touch('.turn [data-touch="kill"]:visible')
        takes(tablet, "white")
        fits(tablet, "three tricks")
        assert found(tablet.page, "#table") == []
        tablet.go(f"/nights/{night}/correct?turn=1")
        assert found(tablet.page) == []
        house.do(night, "score_hand", tricks={"white": 4, "blue": 1})
        with house.app.test_request_context():
            links = board_link(night), player_link(night, "green")
        for link in (*links, f"/nights/{night}?at=30"):
            tablet.go(link)
            assert found(tablet.page) == [], link
        assert tablet.said == []


def test_a_hand_that_takes_its_third_trick_dies_no_more(browser: Browser, address: str, house: House) -> None:
    """Its three tricks have won: while it was said why it dies they could be told, and the score was refused."""
    night = chip_night(house, "spoil_five", 3)
    house.do(night, "start_hand", dealer="red")
    with at_table(browser, address, night) as tablet:
        takes(tablet, "blue", "blue")
        tablet.touch('[data-touch="kill"][data-player="blue"]')
        expect(tablet.page.locator('[data-touch="why"]:visible')).not_to_have_count(0)
        takes(tablet, "blue")
        expect(tablet.page.locator('[data-touch="why"]:visible')).to_have_count(0)
        tablet.touch("#score")
        expect(tablet.page.locator('#step:text("Start")')).to_be_visible()
    assert house.result(night)["hands"][0]["winner"] == "blue"


def test_who_cannot_pay_for_all_five_is_offered_chips_and_the_tricks_stand(
    browser: Browser, address: str, house: House
) -> None:
    night = chip_night(house, "spoil_five", 3, cents=25)
    house.do(night, "start_hand", dealer="red")
    with at_table(browser, address, night) as tablet:
        takes(tablet, "blue", "blue", "blue")
        tablet.touch("#goes-on")
        takes(tablet, "blue", "blue")
        expect(tablet.page.locator("#part-sheet [data-lacks]:visible")).to_have_count(2)
        tablet.touch("#score")
        expect(tablet.alert.locator("p")).to_contain_text("J. Oakes owes 1 chip (25¢) and has $0")
        for player in ("white", "red"):
            tablet.touch(f'#part-sheet [data-act="buy_checks"][data-player="{player}"]')
            expect(tablet.page.locator(f"#seat-{player} .checks")).to_have_text("$5.00")
        tablet.touch("#score")
        expect(tablet.page.locator('#step:text("Start")')).to_be_visible()
    assert house.result(night)["hands"][0]["pot"] == 5


def to_table_of(tablet: Tablet, game: str) -> None:
    tablet.touch("#other-games")
    tablet.touch(f'.evening a[href$="?game={game}"]')
    tablet.sees(f'#part-state[data-game="{game}"]')
    tablet.follows()


def test_a_hand_of_each_game_is_begun_at_its_own_table(browser: Browser, address: str, house: House) -> None:
    night = house.open_night(game=["farmer", "spoil_five", "fan_tan"], house="usual", roll=0)
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", white="J. Oakes")
    with at_table(browser, address, night) as tablet:
        page = tablet.page
        tablet.touch('[data-touch="dealer"][data-player="blue"]')
        expect(page.locator("#step")).to_have_text("Farmer: start hand 1, Wm. Hart deals")
        to_table_of(tablet, "spoil_five")
        tablet.touch("#step")
        expect(page.locator("#takes-red")).to_be_enabled()
        for _ in range(3):
            tablet.touch("#takes-red")
        tablet.touch("#score")
        to_table_of(tablet, "farmer")
        tablet.touch("#step")
        expect(page.locator("#rank-A")).to_be_visible()
        tablet.touch("#take-back")
        expect(page.locator("#step")).to_have_text("Farmer: start hand 1, Ada Lamb deals")
        assert tablet.said == []
    (row,) = house.result(night)["hands"]
    assert (row["game"], row["dealer"], row["winner"], row["pot"]) == ("spoil_five", "red", "red", 3)


def test_at_every_table_of_a_long_night_one_key_takes_it_on_and_other_games_take_no_antes(
    browser: Browser, address: str, house: House
) -> None:
    games = list(GAMES)[:10]
    night = house.open_night(game=games, house="usual")
    house.seat(night, **dict(zip(("red", "blue", "white", "black"), ("Ada", "Bo", "Cy", "Di"), strict=True)))
    before = house.assistant.at(night)[1].version
    with at_table(browser, address, night) as tablet:
        shown = tablet.page.locator("#part-state").get_attribute("data-game")
        for game in [*(one for one in games if one != shown), shown]:
            assert game
            to_table_of(tablet, game)
            for size in SIZES[:2]:
                resize(tablet.page, size)
                loud = tablet.page.locator(".table > * .button.primary:visible")
                assert loud.count() <= 1, (game, size, loud.all_text_contents())
                assert covered_keys(tablet.page, ".sheet") == [], (game, size)
            tablet.touch("#other-games")
            expect(tablet.page.locator('.evening a[href*="?game="]:visible')).to_have_count(len(games) - 1)
            tablet.touch("#drawer-done")
        assert tablet.said == []
    assert house.assistant.at(night)[1].version == before
