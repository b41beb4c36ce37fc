"""Hands and matches by touch: what the page works out for itself, what waits for the line, sizes and axe."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from itertools import product
from random import Random
from threading import Event
from typing import Any

import pytest
from msgspec import to_builtins
from playwright.sync_api import Route, expect

from dealer.commands.refusal import Refusal
from dealer.game.forecast import position_after
from dealer.games import GAMES
from dealer.games.spoil_five import ScoreHand
from dealer.night_service import NightService, Receipt
from tests.dealer.test_forecast import FORECAST, walk
from tests.support.fixtures import soaked
from tests.support.house import House
from tests.support.tables import ChipTable
from tests.web.axe import found
from tests.web.evenings import EVERY_SIZE, NAMES, SMALLEST_SIZES, chip_night, fits
from tests.web.geometry import covered_keys, measure, overlaps, written
from tests.web.tablet_in_browser import PATIENCE_MS, Held, Tablet, Tablets, resize
from web.app.links import board_link, player_link
from web.hands.tablet import actions_as_json

Command = dict[str, Any]
TRICKS = '.tricks[data-side="{}"] [data-number="{}"]'
SEND, TURN = ".send:visible", "#part-turn .plate:visible"
STEP_SLEEPS = 'sees:#step:is(:disabled, [aria-disabled="true"])'


def show(tablet: Tablet, cards: str) -> None:
    for card in cards.split():
        tablet.touch(f"#rank-{card}")
    tablet.touch(SEND)


def test_a_count_is_told_at_once_and_a_rank_that_is_gone_sleeps(tablets: Tablets, house: House) -> None:
    night = chip_night(house, "farmer", 3)
    house.do(night, "start_hand", dealer="red")
    tablet = tablets.at(night)
    page = tablet.page
    counted, picked = page.locator("#counted"), page.locator("#picked .card")
    expect(page.locator(SEND)).to_have_text("2 cards more")
    tablet.follow("#rank-10", "#rank-6")
    expect(counted).to_have_text("16")
    expect(page.locator("#rank-6")).to_have_attribute("aria-disabled", "true")
    tablet.touch("#rank-K")
    expect(counted).to_have_class("counted over")
    expect(counted).to_have_text("26 10 over")
    tablet.touch("#picked .card >> nth=2")
    expect(picked).to_have_count(2)
    tablet.touch(SEND)
    expect(page.locator(TURN)).to_contain_text("J. Oakes")
    expect(page.locator("#rank-6")).to_have_attribute("aria-disabled", "true")
    # Shown again, it stands in place of what was shown before.
    tablet.touch("#seat-blue")
    expect(page.locator("#rank-6")).to_have_attribute("aria-disabled", "false")
    show(tablet, "9 4")
    expect(page.locator("#seat-blue .tally")).to_have_text("13")
    show(tablet, "K 2")
    show(tablet, "K 3")
    expect(page.locator(".pack")).to_be_hidden()
    tablet.touch("#seat-white")
    show(tablet, "7 6")
    expect(page.locator("#seat-white .tally")).to_have_text("13")
    expect(page.locator("#step")).to_have_text("Settle the hand")


def test_what_was_entered_comes_back_if_it_is_taken_back_or_refused(tablets: Tablets, house: House) -> None:
    night = chip_night(house, "farmer", 3, farmer_plays=False)
    house.do(night, "start_hand", dealer="red")
    tablet = tablets.at(night)
    turn, picked = tablet.page.locator(TURN), tablet.page.locator("#picked .card")
    show(tablet, "10 6")
    expect(turn).to_contain_text("J. Oakes")
    tablet.sees("#saved:not(.sending, .unsaved)")
    tablet.touch("#take-back")
    expect(turn).to_contain_text("Wm. Hart")
    expect(picked).to_have_text(["10", "6♥"])
    tablet.sees("#saved:not(.sending, .unsaved)")
    held = Held(tablet)
    tablet.touch(SEND)
    house.do(night, "show_hand", player="white", cards=["6", "4"])
    held.let_go()
    expect(tablet.page.locator("#strip")).to_contain_text("Not done: Wm. Hart shows 10")
    expect(turn).to_contain_text("Wm. Hart")
    expect(picked).to_have_text(["10", "6♥"])


def test_touches_on_their_way_show_the_hands_they_were_meant_for(tablets: Tablets, house: House) -> None:
    night = chip_night(house, "farmer", 3)
    tablet = tablets.at(night)
    held = Held(tablet)
    tablet.touch("#step")
    show(tablet, "9 4")
    expect(tablet.page.locator(TURN)).to_contain_text("J. Oakes")
    show(tablet, "K 2")
    house.do(night, "buy_checks", player="red", amount=500)
    held.let_go()
    tablet.sees("#saved:not(.sending, .unsaved)")
    straight: list[dict[str, Any]] = [
        row.document for row in house.book.commands(night) if row.document["do"] == "show_hand"
    ]
    assert [(entry["player"], entry["cards"]) for entry in straight] == [("blue", ["9", "4"]), ("white", ["K", "2"])]


def test_cards_touched_before_the_start_is_saved_are_those_of_the_hand(tablets: Tablets, house: House) -> None:
    """Quick hands do not wait for the answer: what they touched stays in hand when it comes."""
    night = chip_night(house, "farmer", 3)
    before = house.result(night)["events"]
    tablet = tablets.at(night)
    tablet.touch('[data-touch="dealer"][data-player="red"]')
    held: list[Route] = []
    tablet.page.route("**/commands", lambda route: held.append(route))
    with tablet.page.expect_request("**/commands"):
        tablet.touch('#step:text("Start")')
    tablet.follow("#rank-10", "#rank-4")
    assert house.result(night)["events"] == before
    for route in held:
        route.continue_()
    tablet.settle_down(before + 4)
    expect(tablet.page.locator("#picked .card")).to_have_count(2)


def test_cards_keep_to_their_faces_and_counts_clear_of_money(tablets: Tablets, house: House) -> None:
    hands = ("Qd 5d", "10s 2s", "2c 9s 7d", "10d 6h 10c Qs", "Ad Qc 9c 3h", "Jd Js", "10h 4c", "Kc 3s 2h Kd Qh")
    night = chip_night(house, "farmer", len(hands), cents=13_100)
    house.do(night, "start_hand", dealer="red")
    for player, cards in (*list(zip(NAMES, hands, strict=False))[1:], ("red", hands[0])):
        house.do(night, "show_hand", player=player, cards=cards.split())
    tablet = tablets.at(night)
    page = tablet.page
    page.evaluate("document.fonts.ready")
    for size in EVERY_SIZE:
        resize(page, size)
        faces, letters = measure(page, ".plates .card"), written(page, ".plates .card")
        assert len(faces) == sum(len(cards.split()) for cards in hands), size
        for face, card in zip(faces, letters, strict=True):
            assert face["left"] <= card["left"] < card["right"] <= face["right"], (size, card, face)
        money, counts = written(page, ".seat .checks"), written(page, ".seat .tally")
        assert len(money) == len(counts) == len(hands), size
        assert overlaps(money, counts, slack_px=0) == [], size


Owing = tuple[int, list[Command], tuple[str, ...], int, str, tuple[str, ...]]
"""Everybody's cents, what was done, the keys touched, how many lack chips, the refusal, and the keys of the sale."""


def _sells(player: str) -> str:
    return f'#coming [data-act="buy_checks"][data-player="{player}"]'


OWING: dict[str, Owing] = {
    "five_in_one": (
        100,
        [{"do": "start_hand", "dealer": "red"}],
        ('[data-size="5"]:visible', '[data-touch="chips"][data-player="blue"][data-by="-1"]', "#plate-white"),
        1,
        "Wm. Hart owes 5 chips ($1.25) and has $1",
        ('#alert button:text("Buy checks")', "sum:500", "#act-blue-buy_checks", "#drawer-done"),
    ),
    "frog": (
        500,
        [{"do": "start_hand", "dealer": "red"}, {"do": "contract", "player": "blue", "bid": "grand"}],
        ("#ten-70", "#unit-1"),
        2,
        "J. Oakes owes 33 chips ($8.25) and has $5",
        (_sells("white"), _sells("red")),
    ),
    "spoil_five": (
        25,
        [{"do": "start_hand", "dealer": "red"}],
        (*("#plate-blue",) * 3, "#goes-on", "#plate-blue", "#plate-blue"),
        2,
        "J. Oakes owes 1 chip (25¢) and has $0",
        (_sells("white"), _sells("red")),
    ),
}


@pytest.mark.parametrize("game", OWING)
def test_who_cannot_pay_is_sold_chips_and_what_was_entered_stands(tablets: Tablets, house: House, game: str) -> None:
    cents, before, keys, lacking, refusal, sells = OWING[game]
    night = chip_night(house, game, 3, cents=cents)
    for command in before:
        house.do(night, **command)
    tablet = tablets.at(night)
    tablet.follow(*keys)
    expect(tablet.page.locator("#coming [data-lacks]")).to_have_count(lacking)
    tablet.touch(SEND)
    expect(tablet.alert.locator("p")).to_contain_text(refusal)
    tablet.follow(*sells)
    expect(tablet.page.locator("#coming [data-row]")).not_to_have_count(0)
    expect(tablet.page.locator("#coming [data-lacks]")).to_have_count(0)
    events = house.result(night)["events"]
    tablet.touch(SEND)
    tablet.page.wait_for_function("(n) => document.querySelector('#part-state').dataset.version > n", arg=events)
    assert house.book.commands(night)[-1].refused is None


MODULES = """
    const table = [...document.scripts].find(({ src }) => src.includes("hands/table.js")).src;
    const { argumentAt, positionAfter } = await import(new URL("forecast.js", table));
    const { WIDGETS: { tricks } } = await import(new URL("widgets.js", table));
"""
FORECASTS = (
    """async (text) => {"""
    + MODULES
    + """const [actions, steps] = JSON.parse(text);
    return JSON.stringify(steps.map(([, before, command]) => {
        const { takes } = actions[command.do];
        const can = Object.entries(takes).map(([name, argument]) => [name, argumentAt(argument, before, command)]);
        return [positionAfter(before, command, actions), Object.fromEntries(can)];
    }));
}"""
)


@pytest.mark.parametrize("first", soaked(range(0, 12, 4), at_once=[0]))
def test_the_page_forecasts_what_the_rules_decide(tablets: Tablets, house: House, first: int) -> None:
    """The position after each command, and what its arguments can be, as Python has them."""
    page = tablets.at(chip_night(house, "farmer", 2)).page
    for game in FORECAST:
        actions = {command.do: action for command, action in GAMES[game].actions.items()}
        steps = [step for seed in range(first, first + 4) for step in walk(game, 3 + seed % 4, Random(seed))]
        # As text: Playwright would take most of the time to pass values one by one.
        text = json.dumps([json.loads(actions_as_json(GAMES[game].actions)), steps])
        forecasts = json.loads(page.evaluate(FORECASTS, text))
        for (_, before, document, _), (after, can) in zip(steps, forecasts, strict=True):
            action = actions[document["do"]]
            assert after == position_after(before, document, action.then), document
            for name, argument in action.takes.items():
                taken = argument.at(before, document)
                for depends in argument.depends:
                    value = getattr(taken, depends)
                    assert can[name][depends] == value or (value is None and can[name][depends] == []), (document, name)


def start(tablet: Tablet) -> None:
    tablet.touch('#step:text("Start")')
    expect(tablet.page.locator("#pass")).to_be_visible()


def test_who_plays_is_chosen_where_more_than_four_sit(tablets: Tablets, house: House) -> None:
    """Four of six, then three: the key that starts the hand sleeps while too few are chosen."""
    night = chip_night(house, "frog", 6)
    tablet = tablets.at(night)
    page, step = tablet.page, tablet.page.locator("#step")
    expect(page.locator("#plate-yellow")).to_be_disabled()
    tablet.follow("#plate-red", "#plate-blue")
    expect(step).to_be_disabled()
    expect(page.locator("#part-sheet [data-deal]:visible")).to_have_count(0)
    expect(page.locator("#plate-blue .tally")).to_have_text("sits out")
    tablet.follow("#plate-yellow", "#plate-green", '[data-touch="dealer"][data-player="green"]')
    start(tablet)
    expect(page.locator("#plate-green .plate-note")).to_have_text("deals, sits out")
    expect(page.locator("#plate-red")).to_be_hidden()
    tablet.touch("#rest")
    tablet.touch("#plate-white")
    expect(step).to_have_text("Start hand 2, C. Moss deals")
    start(tablet)
    expect(page.locator(TURN)).to_contain_text("Ruth Bell")
    assert [list(row["net"]) for row in house.result(night)["hands"]] == [["white", "black", "yellow"]]


def test_points_touched_outlive_the_page_and_belong_to_their_hand(tablets: Tablets, house: House) -> None:
    night = chip_night(house, "frog", 3)
    house.do(night, "start_hand", dealer="red")
    house.do(night, "contract", player="blue", bid="frog")
    tablet = tablets.at(night)
    score, turn = tablet.page.locator(SEND), tablet.page.locator(TURN)
    expect(score).to_be_disabled()
    expect(tablet.page.locator("#unit-5")).to_be_disabled()
    tablet.follow("#ten-60", "#unit-5")
    tablet.go(f"/nights/{night}")
    expect(turn).to_have_text("Wm. Hart 65 points")
    expect(tablet.page.locator("#coming .pays")).to_contain_text("Wm. Hart+10")
    tablet.touch("#ten-120")
    expect(turn).to_have_text("Wm. Hart 120 points")
    expect(tablet.page.locator("#unit-1")).to_be_disabled()
    house.do(night, "void_hand", reason="misdealt")
    house.do(night, "start_hand", dealer="red")
    house.do(night, "contract", player="blue", bid="frog")
    expect(tablet.page.locator("#part-top .standing")).to_contain_text("Hand 2")
    expect(score).to_be_disabled()


def test_a_table_without_players_shows_without_a_fault(tablets: Tablets, house: House) -> None:
    """There is no dealer to choose yet; the page once broke off in the middle of showing what may be done."""
    tablet = tablets.at(chip_night(house, "frog", 0))
    tablet.touch("#seat-add")
    expect(tablet.page.locator("#seat-name")).to_be_visible()


RECKONED = (
    """async (can) => {"""
    + MODULES
    + """const found = [];
    const reach = (entry) => {
        const hand = { entry }, at = { argument: "tricks", can, hand, entry };
        const after = (touch) => {
            touch();
            reach(hand.entry);
            hand.entry = entry;
        };
        if (!tricks.missing(at)) {
            found.push(tricks.read(at));
            if (entry.tricks.length < can.total) after(() => tricks.touches["goes-on"](at));
        }
        for (const player of can.among) if (tricks.plate(at, player).can) after(() => tricks.touched(at, player));
    };
    reach({ tricks: [] });
    return found;
}"""
)


def test_what_can_be_touched_is_what_the_rules_take(tablets: Tablets, house: House) -> None:
    """Of all tricks that five can have, one of them dead and one out, those can be touched that the rules take."""
    table = ChipTable("spoil_five", 5)
    table("start_hand", dealer="red")
    table("kill_hand", player="black", why="revoke")
    table("score_hand", tricks={"red": 2, "blue": 2, "white": 1})
    table("start_hand", dealer="blue")
    table("kill_hand", player="white", why="irregular")
    tablet = tablets.at(chip_night(house, "spoil_five", 5))
    tricks = GAMES["spoil_five"].actions[ScoreHand].takes["tricks"]
    can = tricks.at(GAMES["spoil_five"].position(table.now.tables["spoil_five"]), {})
    commands = tablet.page.evaluate(RECKONED, to_builtins(can))
    touched = {(tuple(sorted(command["tricks"].items())), command["went_on"]) for command in commands}
    assert touched == set(_taken(table))


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


def test_a_hand_that_takes_its_third_trick_dies_no_more(tablets: Tablets, house: House) -> None:
    """Its three tricks have won: while it was said why it dies they could be told, and the score was refused."""
    night = chip_night(house, "spoil_five", 3)
    house.do(night, "start_hand", dealer="red")
    tablet = tablets.at(night)
    dies, why = '[data-touch="beside"][data-player="blue"]', tablet.page.locator('.why[data-value="revoke"]')
    tablet.follow("#plate-blue", "#plate-blue", dies)
    expect(why).to_be_visible()
    tablet.page.keyboard.press("Escape")
    expect(why).to_be_hidden()
    tablet.follow(dies, "#plate-blue")
    expect(why).to_be_hidden()
    tablet.touch(SEND)
    expect(tablet.page.locator('#step:text("Start")')).to_be_visible()
    assert house.result(night)["hands"][0]["winner"] == "blue"


def to_table_of(tablet: Tablet, game: str) -> None:
    tablet.follow("#other-games", f'.evening a[href$="?game={game}"]')
    tablet.sees(f'#part-state[data-game="{game}"]')
    tablet.follows()


def test_a_hand_of_each_game_is_begun_at_its_own_table(tablets: Tablets, house: House) -> None:
    night = house.open_night(game=["farmer", "spoil_five", "fan_tan"], house="usual", roll=0)
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", white="J. Oakes")
    tablet = tablets.at(night)
    page = tablet.page
    tablet.touch('[data-touch="dealer"][data-player="blue"]')
    expect(page.locator("#step")).to_have_text("Farmer: start hand 1, Wm. Hart deals")
    to_table_of(tablet, "spoil_five")
    tablet.touch("#step")
    expect(page.locator("#plate-red")).to_be_enabled()
    for _ in range(3):
        tablet.touch("#plate-red")
    tablet.touch(SEND)
    to_table_of(tablet, "farmer")
    tablet.touch("#step")
    expect(page.locator("#rank-A")).to_be_visible()
    tablet.touch("#take-back")
    expect(page.locator("#step")).to_have_text("Farmer: start hand 1, Ada Lamb deals")
    (row,) = house.result(night)["hands"]
    assert (row["game"], row["dealer"], row["winner"], row["pot"]) == ("spoil_five", "red", "red", 3)


def test_a_table_chosen_while_the_last_hand_is_sent_is_shown_once_it_is_saved(
    tablets: Tablets, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The dealer was sent back to the table of the hand before."""
    is_let_go, execute = Event(), NightService.execute

    def late(service: NightService, document: Any, *given: Any, **named: Any) -> Receipt:
        if document["do"] == ScoreHand.do:
            is_let_go.wait(PATIENCE_MS / 1_000)
        return execute(service, document, *given, **named)

    monkeypatch.setattr(NightService, "execute", late)
    night = house.open_night(game=["farmer", "spoil_five"], house="usual", roll=0)
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", white="J. Oakes")
    tablet = tablets.at(night)
    to_table_of(tablet, "spoil_five")
    tablet.touch("#step")
    tablet.sees("body:has(#plate-red:enabled):has(#saved:not(.sending, .unsaved))")
    tablet.follow("#plate-red", "#plate-red", "#plate-red", SEND)
    tablet.page.goto(f"{tablet.address}/nights/{night}?game=farmer")
    tablet.sees('#part-state[data-game="spoil_five"]')
    is_let_go.set()
    tablet.sees('#part-state[data-game="farmer"]')
    tablet.follows()
    (row,) = house.result(night)["hands"]
    assert (row["game"], row["winner"]) == ("spoil_five", "red")


def test_at_every_table_of_a_night_one_key_takes_it_on(tablets: Tablets, house: House) -> None:
    games = list(GAMES)[::3]
    night = house.open_night(game=games, house="usual")
    house.seat(night, **dict(zip(("red", "blue", "white", "black"), ("Ada", "Bo", "Cy", "Di"), strict=True)))
    before = house.service.at(night)[1].version
    tablet = tablets.at(night)
    shown = tablet.page.locator("#part-state").get_attribute("data-game")
    for game in [*(entry for entry in games if entry != shown), shown]:
        assert game
        to_table_of(tablet, game)
        resize(tablet.page, SMALLEST_SIZES[0])
        loud = tablet.page.locator(".table > * .button.primary:visible")
        assert loud.count() <= 1, (game, loud.all_text_contents())
        assert covered_keys(tablet.page, ".sheet") == [], game
        tablet.touch("#other-games")
        expect(tablet.page.locator('.evening a[href*="?game="]:visible')).to_have_count(len(games) - 1)
        tablet.touch("#drawer-done")
    assert house.service.at(night)[1].version == before


Waits = tuple[str, dict[str, Any], list[Command], tuple[str, ...], list[str]]
"""A game, its rules, what was done before, what is touched on a cut line, and the commands that come of it."""
WAITS: dict[str, Waits] = {
    "a dead hand at Frog, and the next that waits for the line": (
        "frog",
        {},
        [],
        ('#step:text("Start")', "#rest", "sees:#next-waits:visible", STEP_SLEEPS),
        ["start_hand", "pass", "pass", "pass"],
    ),
    "a start at Frog": ("frog", {}, [], ('#step:text("Start")', "#bid-frog", STEP_SLEEPS), ["start_hand", "bid"]),
    "a settling at Farmer": (
        "farmer",
        {},
        [
            {"do": "start_hand", "dealer": "red"},
            {"do": "show_hand", "player": "blue", "cards": ["9", "7"]},
            {"do": "show_hand", "player": "white", "cards": ["K", "2"]},
            {"do": "show_hand", "player": "red", "cards": ["9", "5"]},
        ],
        ('#step:text("Settle")', STEP_SLEEPS),
        ["settle_hand"],
    ),
    "a deal at Pharo": ("pharo", {"preset": "hoyle"}, [], ("#step", "rest:", "#step", "rest:"), ["start_deal"]),
}


@pytest.mark.parametrize("name", WAITS)
def test_a_key_whose_command_waits_to_be_saved_sends_it_once(tablets: Tablets, house: House, name: str) -> None:
    """What follows is touched already; the key that began it sleeps, or is not heard a second time."""
    game, rules, before, keys, done = WAITS[name]
    night = chip_night(house, game, 3, roll=500_000 if game == "pharo" else 0, **rules)
    for command in before:
        house.do(night, **command)
    commands = len(house.book.commands(night))
    line = tablets.cable()
    tablet = tablets.at(night, line=line)
    line.cut()
    tablet.follow(*keys)
    line.mend()
    tablet.sees('#line[data-line="up"]')
    tablet.sees("#saved:not(.sending, .unsaved)")
    sent = house.book.commands(night)[commands:]
    assert [(row.document["do"], row.refused) for row in sent] == [(word, None) for word in done]


def test_while_something_waits_to_be_saved_no_hand_is_scored_again(tablets: Tablets, house: House) -> None:
    """Scoring again takes back the last command, which would be the checks that were sold meanwhile."""
    night = chip_night(house, "forty_five", 3)
    house.do(night, "start_match", sides=[["red"], ["blue"], ["white"]])
    house.do(night, "start_hand", dealer="blue")
    house.do(night, "score_hand", tricks={"red": 3, "blue": 2})
    line = tablets.cable()
    tablet = tablets.at(night, line=line)
    expect(tablet.page.locator("#again")).to_be_visible()
    line.cut()
    tablet.follow("#seat-red", "account:red", "sum:2000", "#act-red-buy_checks", "#drawer-done")
    expect(tablet.page.locator("#again")).to_be_hidden()
    expect(tablet.page.locator(".again-key:enabled")).to_have_count(0)
    line.mend()
    tablet.settle_down(house.result(night)["events"] + 1)
    assert house.result(night)["players"]["red"]["bought"] == 7_000


def test_the_hand_that_won_the_match_is_scored_again_before_it_is_settled(tablets: Tablets, house: House) -> None:
    """While another score is entered, what the match had come to is neither shown nor settled."""
    night = chip_night(house, "hasenpfeffer", 4, goal=6)
    for command in (
        {"do": "start_match", "sides": [["red", "white"], ["blue", "black"]]},
        {"do": "start_hand", "dealer": "black"},
        {"do": "contract", "player": "red", "bid": 5},
        {"do": "score_hand", "tricks": {"red": 6}},
    ):
        house.do(night, **command)
    line = tablets.cable()
    tablet = tablets.at(night, line=line)
    page = tablet.page
    tablet.touch("#again")
    expect(page.locator("#score")).to_be_visible()
    expect(page.locator("#step")).to_be_hidden()
    expect(page.locator("#won")).to_be_hidden()
    tablet.touch("#leave-again")
    expect(page.locator("#step")).to_be_visible()
    line.cut()
    tablet.follow("#again", TRICKS.format(0, 5), "#score")
    expect(page.locator("#step")).to_be_hidden()
    line.mend()
    expect(page.locator(".columns .totals td")).to_have_text(["5", "1"])
    assert [row.document["do"] for row in house.book.commands(night)][-2:] == ["void", "score_hand"]


def test_a_hand_goes_on_while_the_line_is_cut(tablets: Tablets, house: House) -> None:
    """The deal, bids over bids, the passes after them and the tricks wait together, and nothing of them is lost."""
    night = chip_night(house, "five_hundred", 4)
    house.do(night, "start_match", sides=[["red", "white"], ["blue", "black"]])
    line = tablets.cable()
    tablet = tablets.at(night, line=line)
    line.cut()
    tablet.touch("#deal-red")
    tablet.follow(*(f"[data-bid='\"{bid}\"']" for bid in ("7s", "8h", "9s")), "#pass", "#all-pass")
    tablet.follow(TRICKS.format(1, 9), "#score", 'sees:#part-turn .go[data-when="waits"]:not([hidden])')
    line.mend()
    tablet.sees('#part-turn .go[data-when="between"]:not([hidden])')
    tablet.sees("#saved:not(.sending, .unsaved)")
    (row,) = house.result(night)["hands"]
    assert (row["bidder"], row["bid"]) == ("black", "9s")
    assert house.book.commands(night)[-1].document["tricks"] == {"blue": 9, "red": 1}


def test_a_partner_is_named_and_the_last_to_pass_must_bid_while_the_line_is_cut(tablets: Tablets, house: House) -> None:
    """Of five alone the bidder's partner counts with the bidder; a dealer who must bid cannot pass."""
    night = chip_night(house, "five_hundred", 5)
    house.do(night, "start_match", sides=[["red"], ["blue"], ["white"], ["black"], ["yellow"]])
    forced = chip_night(house, "auction_forty_five", 4, all_pass="dealer_bids")
    house.do(forced, "start_match", sides=[["red", "white"], ["blue", "black"]])
    house.do(forced, "start_hand", dealer="red")
    line = tablets.cable()
    tablet, other = tablets.at(night, line=line), tablets.at(forced)
    line.cut()
    tablet.follow("#deal-red", "[data-bid='\"7s\"']", "#all-pass", '[data-touch="partner"][data-player="black"]')
    expect(tablet.page.locator('[data-touch="partner"][data-player="blue"]')).to_be_hidden()
    expect(tablet.page.locator(".tricks[data-side='3']")).to_be_hidden()
    tablet.follow(TRICKS.format(1, 8), TRICKS.format(0, 2), "#score")
    line.mend()
    tablet.sees("#saved:not(.sending, .unsaved)")
    (row,) = house.result(night)["hands"]
    assert (row["bidder"], row["partners"], row["points"]) == ("blue", ["black"], [20, 140, 0, 140, 0])
    other.follow("#pass", "#pass", "#pass")
    expect(other.page.locator("#pass")).to_be_disabled()
    expect(other.page.locator('[data-bid="5"]')).to_be_enabled()


@dataclass(frozen=True)
class Looks:
    """A full table, and the stages at which it is looked at: commands past the page, and what is touched then.

    Other pages are looked at while the hand is on, and once the last commands are done.
    """

    players: int
    stages: list[tuple[list[Command], tuple[str, ...]]]
    pages: tuple[str, ...] = ()
    ends: list[Command] = field(default_factory=list)
    after: tuple[str, ...] = ()
    rules: dict[str, Any] = field(default_factory=dict)


def _chips(player: str, by: int) -> str:
    return f'[data-touch="chips"][data-player="{player}"][data-by="{by}"]'


def _shows(**hands: str) -> list[Command]:
    return [{"do": "show_hand", "player": player, "cards": cards.split()} for player, cards in hands.items()]


def _kill(player: str) -> str:
    return f'[data-touch="beside"][data-player="{player}"]'


LOOKS = {
    "farmer": Looks(
        8,
        [
            ([{"do": "start_hand", "dealer": "red"}], tuple(f"#rank-{card}" for card in "AA223K")),
            (
                _shows(blue="A A 2 2 3", white="10 6", black="K K", yellow="9 7")
                + _shows(green="Q Q", brown="J J", orange="4 4", red="5 5"),
                (),
            ),
        ],
        ("board", "white", "correct?turn=1"),
    ),
    "five_in_one": Looks(
        10,
        [
            ([{"do": "start_hand", "dealer": "red"}], (_chips("green", -1), _chips("green", -1), _chips("white", 1))),
            ([{"do": "part_result", "part": "plus_or_minus", "chips": {"red": 2, "green": -2}}], ("#plate-green",)),
            (
                [
                    {"do": "cold_hand", "winners": ["green", "blue"]},
                    *({"do": "part_result", "part": part, "chips": {}} for part in ("bango", "put_and_take")),
                ],
                tuple(f"#rank-{rank}" for rank in ("5", "2", "9", "K", "5", "6", "A")),
            ),
        ],
    ),
    "frog": Looks(
        6,
        [
            (
                [
                    {"do": "start_hand", "dealer": "red", "players": ["red", "blue", "black", "green"]},
                    {"do": "bid", "player": "blue", "bid": "frog"},
                ],
                (),
            ),
            (
                [
                    {"do": "bid", "player": "black", "bid": "chico"},
                    {"do": "pass", "player": "green"},
                    {"do": "pass", "player": "blue"},
                ],
                ("#ten-110", "#unit-9"),
            ),
        ],
        ("board", "correct?turn=2"),
        [{"do": "score_hand", "points": 71}],
        ("board", "green"),
    ),
    "spoil_five": Looks(
        10,
        [
            (
                [
                    {"do": "start_hand", "dealer": "red"},
                    {"do": "kill_hand", "player": "green", "why": "robbing"},
                    {"do": "cash_in", "player": "brown", "amount": 4_975},
                ],
                (*(f"#plate-{player}" for player in ("white", "blue", "white", "black")), _kill("blue")),
            ),
            ([], ('.turn [data-touch="beside"]:visible', "#plate-white")),
        ],
    ),
    "five_hundred alone": Looks(
        5,
        [
            (
                [
                    {"do": "start_match", "sides": [["red"], ["blue"], ["white"], ["black"], ["yellow"]]},
                    {"do": "start_hand", "dealer": "red"},
                    {"do": "contract", "player": "blue", "bid": "8s"},
                ],
                (TRICKS.format(1, 8),),
            ),
            ([], ('[data-touch="card-asked"]',)),
        ],
    ),
    "four_deal_bridge": Looks(
        4,
        [
            (
                [
                    {"do": "start_match", "sides": [["red", "white"], ["blue", "black"]]},
                    {"do": "start_hand", "dealer": "red"},
                ],
                (),
            ),
            ([], ("#contract-only",)),
            ([{"do": "contract", "player": "blue", "bid": "3nt", "doubled": 1}], (TRICKS.format(1, 8),)),
        ],
        rules={"honours": True},
    ),
}


LOOK_AT_ONCE = {"farmer", "five_in_one", "five_hundred alone"}
"""Games of hands with cards and with chips, and a score game; the soak looks at the other tables."""
SMALLEST_AND_WIDEST = (*SMALLEST_SIZES, (1366, 1024))


@pytest.mark.parametrize("name", soaked(LOOKS, at_once=LOOK_AT_ONCE))
def test_every_key_is_in_reach_at_every_size_and_axe_finds_nothing(tablets: Tablets, house: House, name: str) -> None:
    """Axe looks at the last stage, on whose page the parts of the earlier ones are too."""
    looks = LOOKS[name]
    night = chip_night(house, name.split()[0], looks.players, **looks.rules)
    tablet = tablets.at(night)
    for number, (commands, keys) in enumerate(looks.stages, start=1):
        for command in commands:
            house.do(night, **command)
        tablet.settle_down(house.result(night)["events"])
        tablet.follow(*keys)
        fits(tablet, f"stage {number}", SMALLEST_AND_WIDEST if number == len(looks.stages) else SMALLEST_SIZES)
    assert found(tablet.page) == []


@pytest.mark.parametrize("name", soaked([name for name, looks in LOOKS.items() if looks.pages], at_once=LOOK_AT_ONCE))
def test_axe_finds_nothing_on_the_other_pages_of_a_hand(tablets: Tablets, house: House, name: str) -> None:
    """The board, a player's page and a correction."""
    looks = LOOKS[name]
    night = chip_night(house, name.split()[0], looks.players, **looks.rules)
    for commands, _ in looks.stages:
        for command in commands:
            house.do(night, **command)
    tablet = tablets.new()
    _axe_finds_nothing(tablet, house, night, looks.pages)
    for command in looks.ends:
        house.do(night, **command)
    _axe_finds_nothing(tablet, house, night, looks.after)


def _axe_finds_nothing(tablet: Tablet, house: House, night: str, pages: tuple[str, ...]) -> None:
    """On pages of the night, its board, and a player's."""
    for page in pages:
        with house.app.test_request_context():
            if page == "board":
                address = board_link(night)
            elif page in NAMES:
                address = player_link(night, page)
            else:
                address = f"/nights/{night}{page if page[0] == '?' else '/' + page}"
        tablet.go(address)
        assert found(tablet.page) == [], page
