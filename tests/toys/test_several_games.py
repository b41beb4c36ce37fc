"""A night of toys and other games in turn, on the tablet too: each is begun when the other is over."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from itertools import chain
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from dealer.commands.refusal import Refusal
from dealer.verification.streams import verify
from events.effective_events import effective
from reports.sheets.dossier import rounds_of
from tests.support.house import Client, House
from tests.toys.conftest import high_low_night
from tests.toys.test_pages import LOOKS_BACK, is_shown
from tests.web.axe import found
from tests.web.geometry import out_of_reach
from tests.web.tablet_in_browser import SIZES, Tablet, at_table
from web.app.links import board_link, player_link
from web.tablet.disputable import disputable_by

Asked = tuple[str, dict[str, Any]]
"""A command by its word, and its arguments."""

GAMES = ["faro", "tally", "fan_tan", "high_low"]
START: dict[str, Asked] = {
    "faro": ("start_deal", {}),
    "tally": ("start_hand", {"game": "tally"}),
    "fan_tan": ("start_hand", {"game": "fan_tan", "dealer": "red"}),
    "high_low": ("back_side", {"player": "red", "side": "high", "stake": 500}),
}
END: dict[str, Asked] = {
    "faro": ("void_deal", {"reason": "enough of it"}),
    "tally": ("end_tally", {}),
    "fan_tan": ("void_hand", {"reason": "enough of it"}),
    "high_low": ("turn_card", {"card": "Ks"}),
}


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    """One house for all tests: each opens a night of its own."""
    made = House()
    yield made
    made.book.close()


@pytest.fixture(scope="module")
def client(house: House) -> Client:
    return house.client()


def opened(house: House, *games: str) -> str:
    """A night of some games, at which three players sit."""
    night = house.open_night(game=[*games], house={})
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", white="J. Oakes")
    return night


PLAY: dict[str, tuple[Asked, ...]] = {
    "faro": (
        ("expose_soda", {"card": "5s"}),
        ("place_bet", {"bet": "q", "player": "red", "kind": "single", "ranks": ["Q"], "stake": 2_000}),
        ("turn", {"loser": "Qd", "winner": "As"}),
    ),
    "tally": (("score_points", {"player": "red", "points": 7}),),
    "fan_tan": (("pass", {"player": "blue"}), ("pass", {"player": "white"})),
    "high_low": (("back_side", {"player": "blue", "side": "low", "stake": 700}),),
}
"""What is played of each between its beginning and its end."""


@pytest.fixture(scope="module")
def changed(house: House) -> str:
    """A night that went from each game to the next one, and back."""
    night = opened(house, *GAMES)
    first = [(START[game], *PLAY[game], END[game]) for game in GAMES]
    for do, arguments in chain(*first, *((START[game], END[game]) for game in reversed(GAMES))):
        house.do(night, do, **arguments)
    return night


def shown(client: Client, address: str) -> str:
    """A page, which is there."""
    answer = client.get(address)
    assert (answer.status_code, address) == (200, address)
    return unescape(answer.get_data(as_text=True))


def test_no_game_is_begun_while_another_is_on(house: House) -> None:
    night = opened(house, *GAMES)
    for game in GAMES:
        do, arguments = START[game]
        house.do(night, do, **arguments)
        assert house.service.night(night).dealing == game
        for other in {*GAMES} - {game}:
            do, arguments = START[other]
            with pytest.raises(Refusal, match="is being played"):
                house.do(night, do, **arguments)
        do, arguments = END[game]
        house.do(night, do, **arguments)


def test_every_page_that_looks_back_is_shown_as_of_each_event(house: House, client: Client, changed: str) -> None:
    with house.app.test_request_context():
        links = [board_link(changed), player_link(changed, "red")]
    bound = house.app.url_map.bind("localhost")
    pages = [bound.build(endpoint, {"night": changed}) for endpoint in LOOKS_BACK]
    pages += [link.replace("http://localhost", "") for link in links]
    versions = range(1, house.result(changed)["events"] + 1)
    asked = [f"{page}{'&' if '?' in page else '?'}at={at}" for at in versions for page in pages[at % 6 :: 6]]
    assert "\n".join(filter(None, (is_shown(client, address) for address in (*pages, *asked)))) == ""


def test_each_round_has_the_turns_of_its_own_game(house: House, changed: str) -> None:
    turns = {(one.game, one.number): one.turns for one in rounds_of(house.service.history(changed))}
    assert {round_: number for round_, number in turns.items() if number} == {("fan_tan", 1): 2}
    assert {*turns} == {(game, number) for game in ("tally", "fan_tan", "high_low") for number in (1, 2)}


def test_a_stake_is_offered_once_for_a_dispute(house: House, changed: str) -> None:
    offered = disputable_by(house.service.night(changed), effective(house.service.events(changed)))
    abouts = [one.about for one in offered["red"]]
    assert sorted(abouts) == sorted(set(abouts))
    assert {'"q"', '"1-red"', '"2-red"'} <= {*abouts}


def test_such_a_night_is_sound_and_settled(house: House) -> None:
    night = opened(house, "high_low", "tally")
    for game in ("tally", "high_low"):
        for do, arguments in (START[game], END[game]):
            house.do(night, do, **arguments)
    house.do(night, "back_side", player="blue", side="low", stake=700)
    house.do(night, "close_night")
    result = house.result(night)
    assert {player: one["net"] for player, one in result["players"].items()} == {"red": 500, "blue": 0, "white": 0}
    assert [(row["bet"], row["result"]) for row in result["bets"]] == [("1-red", "won"), ("2-blue", "returned")]
    assert verify(house.book, night).sound


@pytest.mark.parametrize("on", ["faro", "fan_tan", "tally"])
def test_a_game_whose_beginning_asks_for_something_is_begun_at_its_own_table(
    house: House, client: Client, on: str
) -> None:
    night = opened(house, on, "high_low")
    address = f"/nights/{night}"
    page = shown(client, address)
    assert f'data-game="{on}"' in page
    assert f'<a class="button" href="{address}?game=high_low">High or Low</a>' in page
    its_table = shown(client, f"{address}?game=high_low")
    assert 'data-game="high_low"' in its_table
    assert 'id="key-back_side" data-touch="form"' in its_table
    assert f'href="{address}?game={on}"' in its_table, "the way back"
    assert 'data-game="high_low"' in shown(client, f"{address}/table?game=high_low")
    assert f'data-game="{on}"' in shown(client, f"{address}/table?game=roulette")
    seated = client.post(
        f"{address}/commands?game=high_low", {"do": "seat_player", "player": "brown", "name": "E. Poe"}
    )
    assert 'data-game="high_low"' in seated.get_data(as_text=True)
    do, arguments = START[on]
    house.do(night, do, **arguments)
    page = shown(client, f"{address}?game=high_low")
    assert f'data-game="{on}"' in page, "a game that is on has the table"
    assert "?game=" not in page


def test_it_is_begun_by_touch_and_the_table_is_the_next_game_s_when_that_begins(
    browser: Browser, address: str, house: House
) -> None:
    night = opened(house, "faro", "high_low")
    version = house.result(night)["events"]
    with at_table(browser, address, night) as tablet:
        table = tablet.page.locator("#part-state")
        tablet.touch("#menu")
        tablet.touch("#tab-night")
        tablet.page.get_by_role("link", name="High or Low").click()
        expect(table).to_have_attribute("data-game", "high_low")
        back_side(tablet, "red", "high", 100_000)
        expect(tablet.alert).to_contain_text("$200 in checks, not $1,000")
        expect(table).to_have_attribute("data-game", "high_low")
        back_side(tablet, "red", "high", 500)
        tablet.settle_down(version + 2)
        expect(tablet.page.locator("#stake-1-red")).to_have_text("$5 high")
        tablet.touch("#take-back")
        tablet.settle_down(version + 3)
        tablet.touch("#menu")
        tablet.touch("#tab-night")
        tablet.page.get_by_role("link", name="Faro").click()
        expect(table).to_have_attribute("data-game", "faro")
        tablet.touch("#step")
        tablet.settle_down(version + 4)
        assert [said for said in tablet.said if "422" not in said] == []


MORE = {
    "white": "C. Moss",
    "yellow": "Ruth Bell",
    "brown": "Doc Reed",
    "orange": "E. Poe",
    "black": "A. Lee",
    "green": "B",
}
UPRIGHT = (800, 1280)


def back_side(tablet: Tablet, player: str, side: str, cents: int) -> None:
    """Lay a stake on the form: whose is touched at the seat."""
    if tablet.page.locator("#key-back_side").get_attribute("aria-pressed") == "false":
        tablet.touch("#key-back_side")
    tablet.touch(f"#seat-{player}")
    tablet.touch(f"""#part-layout [data-form="back_side"] [data-value='"{side}"']""")
    for digit in str(cents // 100):
        tablet.touch(f'#part-layout [data-form="back_side"] [data-digit="{digit}"]')
    tablet.touch("#do")


def turn_card(tablet: Tablet, card: str) -> None:
    tablet.touch("#key-turn_card")
    tablet.touch(f"""#part-layout [data-form="turn_card"] [data-value='"{card}"']""")
    tablet.touch("#do")


def fresh_night(house: House, game: str) -> str:
    night = house.open_night(game=game, house="usual")
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    return night


def test_a_round_of_stakes_is_played_taken_back_and_played_again(browser: Browser, address: str, house: House) -> None:
    night = fresh_night(house, "high_low")
    with at_table(browser, address, night) as tablet:
        expect(tablet.page.locator("#key-turn_card")).to_be_disabled()
        back_side(tablet, "red", "high", 500)
        tablet.settle_down(7)
        expect(tablet.page.locator("#stake-1-red")).to_have_text("$5 high")
        tablet.page.locator('[data-form="back_side"] .typed-sum:has-text("$5")').wait_for()
        tablet.touch('[data-form="back_side"] [data-digit="back"]')
        back_side(tablet, "blue", "low", 700)
        tablet.settle_down(8)
        turn_card(tablet, "Kh")
        tablet.settle_down(11)
        tablet.touch("#take-back")
        tablet.settle_down(12)
        expect(tablet.page.locator("#stake-1-blue")).to_be_attached()
        turn_card(tablet, "2c")
        tablet.settle_down(15)
        assert tablet.said == []
    assert {player: one["net"] for player, one in house.result(night)["players"].items()} == {"red": -500, "blue": 700}


def test_a_stake_is_disputed_in_two_touches_or_put_right(browser: Browser, address: str, house: House) -> None:
    night = fresh_night(house, "high_low")
    house.do(night, "back_side", player="red", side="high", stake=500)
    with at_table(browser, address, night) as tablet:
        tablet.touch("#stake-1-red .dispute-key")
        tablet.page.locator("#put-right").click()
        tablet.page.get_by_role("link", name="low").click()
        # Until the table has its script a touch on it says nothing.
        with tablet.page.expect_navigation():
            tablet.page.locator("form button").first.click()
        expect(tablet.page.locator("#stake-1-red")).to_contain_text("$5 low")
        tablet.touch("#stake-1-red .dispute-key")
        tablet.touch(".says [data-claim]:first-child")
        expect(tablet.page.locator("#open-disputes")).to_have_text("1")
    [dispute] = house.service.night(night).disputes.values()
    assert (dispute.player, dispute.about) == ("red", "1-red")


def test_every_target_fits_a_finger(browser: Browser, address: str, house: House) -> None:
    night = high_low_night(house)
    for player, name in MORE.items():
        house.do(night, "seat_player", player=player, name=name)
    with at_table(browser, address, night) as tablet:
        for key in ("", "back_side", "turn_card"):
            tablet.page.set_viewport_size({"width": 1280, "height": 800})
            if key:
                tablet.touch(f"#key-{key}")
            for width, height in (*SIZES, UPRIGHT):
                tablet.page.set_viewport_size({"width": width, "height": height})
                assert out_of_reach(tablet.page) == [], (key, width)


def test_axe_finds_nothing(browser: Browser, address: str, house: House) -> None:
    night = high_low_night(house)
    tablet = Tablet(browser, address)
    tablet.go(f"/nights/{night}")
    assert found(tablet.page) == []
    for key in ("back_side", "turn_card"):
        tablet.touch(f"#key-{key}")
        assert found(tablet.page) == [], key
    with house.app.test_request_context():
        links = [board_link(night), player_link(night, "red")]
    for path in (f"/nights/{night}?at=9", *(link.replace("http://localhost", "") for link in links)):
        tablet.go(path)
        assert found(tablet.page) == [], path
    tablet.close()
