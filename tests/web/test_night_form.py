"""The form that opens a night."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from dealer import streams
from dealer.demo import Demo, offered
from dealer.game.game import Game
from dealer.game.house import read_recorded
from dealer.games import GAMES
from dealer.night.house_rules import read_houses
from dealer.rules_version import SHARES_ARE_OF_THE_WHOLE
from events.common.night import NightOpened
from reports.game_papers import papers_of
from tests.support.house import STAFF_NAME, Client, House
from tests.web.geometry import measure, overlaps
from tests.web.tablet_in_browser import Tablets
from web.nights.house_form import houses
from web.nights.night_form import BackerLine, NightForm

FORM = {
    "table": "The Lynx",
    "date": "2026-11-21",
    "dealer": "M. Earp",
    "game": "faro",
    "roll": "5,000",
    "roll_without_bank": "0",
    **{f"{name}.preset": next(iter(house.presets)) for name, house in houses().items()},
}

_MARKERS: dict[str, tuple[str, Any]] = {"marker": ("100", 10_000), "marker_limit": ("2,000", 200_000)}
_OF_MATCHES: dict[str, tuple[str, Any]] = {
    "point": ("0.25", 25),
    "game_stake": ("2", 200),
    "pays": ("all", "all"),
    **_MARKERS,
}
BOTH: dict[str, Any] = {"game": "fan_tan", "following": ["faro"]}
HOUSES = houses()
EVERY_SETTING: dict[str, dict[str, tuple[str, Any]]] = {
    "faro": {
        "check": ("$1.00", 100),
        "minimum": ("2", 200),
        "limit": ("250", 25_000),
        "case_limit": ("75", 7_500),
        "running_limit": ("1,000", 100_000),
        "paroli_times": ("3", 3),
        "both_ways": ("split", "split"),
        "split_takes": ("all", "all"),
        "high_card_equal": ("standoff", "standoff"),
        "combination_pays": ("proportional", "proportional"),
        "call_pays": ("5", 5),
        "cat_pays": ("1", 1),
        "call_quote": ("for_one", "for_one"),
        "last_turn_counts": ("no", False),
        "after_hock": ("returned", "returned"),
        "lift_before_hock": ("no", False),
        "sleepers": ("dealer", "dealer"),
        "hockelty": ("yes", True),
        "turns": ("26", 26),
        "locked_until_action": ("yes", True),
        "copper": ("no", False),
        "king_is_odd": ("yes", True),
        **_MARKERS,
        "settle_markers": ("deal", "deal"),
        "check_colours": ("value", "value"),
    },
    "fan_tan": {
        "chip": ("$1.00", 100),
        "ante": ("1", 1),
        "ante_extra": ("2", 2),
        "pass_pays": ("0", 0),
        "several_openers": ("yes", True),
        "several_cards": ("yes", True),
        "deal_moves": ("yes", True),
        "opener": ("5_or_9", "5_or_9"),
        "card_pays": ("2", 2),
        "wrong_pass": ("3", 3),
        "wrong_pass_opener": ("5", 5),
        "dead_hand": ("1", 1),
        "extra_from": ("short", "short"),
        "voluntary_pass": ("yes", True),
        "free_passes": ("4", 4),
        "opener_chips": ("shared", "shared"),
        "counted": ("pips", "pips"),
        **_MARKERS,
    },
    "pharo": {
        "check": ("$1.00", 100),
        "minimum": ("2", 200),
        "limit": ("250", 25_000),
        "figures": ("no", False),
        "oppose": ("no", False),
        "hockley": ("no", False),
        "late_cards": ("4", 4),
        "drawn": ("bet", "bet"),
        "highest": ("6", 6),
        "carry": ("chain", "chain"),
        **_MARKERS,
    },
    "farmer": {
        "chip": ("$1.00", 100),
        "ante": ("2", 2),
        "farmer_plays": ("no", False),
        "nearest_pays": ("2", 2),
        "over_pays": ("3", 3),
        **_MARKERS,
    },
    "spoil_five": {"chip": ("$1.00", 100), "ante": ("2", 2), "all_five": ("3", 3), **_MARKERS},
    "five_in_one": {"chip": ("$1.00", 100), "cold_hand_pays": ("2", 2), "hit_pays": ("3", 3), **_MARKERS},
    "frog": {"chip": ("$1.00", 100), "frog": ("2", 2), "chico": ("3", 3), "grand": ("4", 4), **_MARKERS},
    "five_hundred": {
        **_OF_MATCHES,
        "goal": ("250", 250),
        "bidding": ("one_bid", "one_bid"),
        "bid_table": ("original", "original"),
        "suits": ("cshd", "cshd"),
        "nullo": ("no", False),
        "nullo_failed": ("own_tricks", "own_tricks"),
        "slam": ("500", 500),
        "set_back": ("1000", 1000),
        "all_pass": ("no_trump", "no_trump"),
        "two_partners_at": ("8", 8),
        "shared_bid": ("half", "half"),
    },
    "forty_five": {**_OF_MATCHES, "goal": ("60", 60), "scoring": ("difference", "difference")},
    "auction_forty_five": {
        **_OF_MATCHES,
        "goal": ("100", 100),
        "must_bid_at": ("90", 90),
        "must_bid": ("15", 15),
        "thirty_pays": ("30", 30),
        "all_pass": ("dealer_bids", "dealer_bids"),
    },
    "hasenpfeffer": {**_OF_MATCHES, "goal": ("12", 12), "forced_bid": ("2", 2)},
    "big_three": {**_OF_MATCHES, "goal": ("30", 30), "times": ("3", 3), "bidder_loses": ("yes", True)},
    "four_deal_bridge": {
        **_OF_MATCHES,
        "vulnerable": ("other", "other"),
        "penalties": ("old", "old"),
        "insult_redoubled": ("50", 50),
        "honours": ("yes", True),
    },
}
"""Each setting as it is typed or chosen, unlike its default, and as it is recorded; lists are ticked.

Who lays first is left out: a seven does only where sevens open.
"""
KINDS = ["single", "split", "pot"]


def _typed(game: str) -> dict[str, Any]:
    return {f"{game}.{name}": text for name, (text, _) in EVERY_SETTING[game].items()}


def _recorded(game: str) -> dict[str, Any]:
    """What :func:`_typed` is recorded as, with the kinds of bet ticked in Faro."""
    recorded = {name: value for name, (_, value) in EVERY_SETTING[game].items()}
    rest: dict[str, dict[str, Any]] = {
        "faro": {"preset": "american", "kinds": KINDS},
        "fan_tan": {"preset": "encyclopedia", "first": "dealer_left"},
    }
    return {**recorded, **rest.get(game, {"preset": next(iter(HOUSES[game].presets))})}


def _send(client: Client, **differs: Any) -> TestResponse:
    return client.http.post("/nights", data={**FORM, "csrf_token": client.token, **differs})


def _opened(house: House) -> dict[str, dict[str, Any]]:
    """The house rules of each game of the night that was opened last."""
    return dict(house.service.night(house.service.nights()[-1]).opened.houses)


def _sent(house: House) -> dict[str, Any]:
    """The command that opened the newest night."""
    return dict(house.book.commands(house.service.nights()[-1])[0].document)


@pytest.fixture(scope="module")
def opened_house() -> Iterator[House]:
    """A house in which one night after another is opened."""
    opened_house = House()
    yield opened_house
    opened_house.book.close()


@pytest.fixture(scope="module")
def opening_client(opened_house: House) -> Client:
    return opened_house.client()


@pytest.mark.parametrize("game", HOUSES)
def test_every_setting_of_a_house_arrives_in_the_event(opening_client: Client, opened_house: House, game: str) -> None:
    usual = HOUSES[game].usual(next(iter(HOUSES[game].presets)))
    assert set(_recorded(game)) == set(usual)
    assert {*HOUSES[game].settings, "preset"} == set(usual)
    page = opening_client.get("/").text
    for name in usual:
        assert len(re.findall(rf'<(?:input|select)[^>]* name="{game}.{name}"', page)) >= 1, name
    ticked = {"faro.before": "american", "faro.kinds": KINDS}
    answer = _send(opening_client, game=game, **_typed(game), **ticked)
    assert answer.status_code == 303, answer.text
    assert _opened(opened_house) == {game: _recorded(game)}


def test_in_a_night_of_both_each_game_has_its_own_house(client: Client, house: House) -> None:
    typed = {**_typed("faro"), **_typed("fan_tan"), "faro.before": "american", "faro.kinds": KINDS}
    assert _send(client, **BOTH, **typed).status_code == 303
    assert list(_opened(house).items()) == [("fan_tan", _recorded("fan_tan")), ("faro", _recorded("faro"))]
    assert house.service.night(house.service.nights()[0]).dealing == "fan_tan"


def test_it_is_ticked_which_games_are_played_too(client: Client, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "third", Game(name="third", commands=(), starts=""))
    assert _send(client, game="third", following=["faro", "third"], **{"third.preset": "usual"}).status_code == 303
    assert list(_opened(house)) == ["third", "faro"]
    page = _send(client, game="third", following=["faro"], show="third", **{"third.preset": "usual"})
    assert 'name="following" value="faro" checked' in page.text
    style = client.get("/opening.css").text
    assert ".of-third" in style
    assert ".tick-third" in style


def test_any_two_presets_go_together() -> None:
    """So that a smallest check which does not was typed, and has a field to be said at."""
    for games in combinations(HOUSES, 2):
        for presets in product(*(HOUSES[game].presets for game in games)):
            assert read_houses(games, dict(zip(games, presets, strict=True)))


@pytest.mark.parametrize(("game", "preset"), [(game, preset) for game in HOUSES for preset in HOUSES[game].presets])
def test_only_what_differs_from_the_preset_is_sent(
    opening_client: Client, opened_house: House, game: str, preset: str
) -> None:
    usual = HOUSES[game].usual(preset)
    lists = {f"{game}.{name}": usual[name] or list(words) for name, words in HOUSES[game].lists.items()}
    chosen = {f"{game}.preset": preset, f"{game}.before": preset, f"{game}.marker": "500"}
    assert _send(opening_client, game=game, **chosen, **lists).status_code == 303
    sent = _sent(opened_house)
    assert (sent["game"], sent["house"]) == (game, preset)
    assert "backers" not in sent
    assert _opened(opened_house) == {game: usual}


def test_another_house_chosen_without_showing_its_rules_keeps_its_own_kinds(client: Client, house: House) -> None:
    kinds = list(HOUSES["faro"].lists["kinds"])
    assert _send(client, **{"faro.preset": "early_bank", "faro.before": "american", "faro.kinds": kinds})
    assert _opened(house) == {"faro": HOUSES["faro"].usual("early_bank")}


@pytest.mark.parametrize(
    ("game", "preset", "setting", "usual"),
    [("faro", "home_night", "check", r"\$5.00"), ("fan_tan", "antes", "wrong_pass", "3 chips")],
)
def test_the_rules_of_the_chosen_house_can_be_shown_before_anything_is_opened(
    client: Client, house: House, game: str, preset: str, setting: str, usual: str
) -> None:
    chosen = {f"{game}.preset": preset, f"{game}.before": "american", f"{game}.marker": "250"}
    answer = _send(client, show=game, **chosen, table="Old Lion")
    page = answer.text
    assert answer.status_code == 200
    assert re.search(rf'name="{game}.{setting}"[^>]* placeholder="{usual}"', page)
    assert re.search(rf'name="{game}.marker" value="250"', page)
    assert 'value="Old Lion"' in page
    assert re.search(rf'<details class="wide rules of-{game}" open>', page)
    assert house.service.nights() == []


def test_a_night_without_a_bank_proposes_no_roll_and_has_no_backers(client: Client, house: House) -> None:
    assert re.search(r'name="roll_without_bank" value="0"', client.get("/").text)
    assert _send(client, game="fan_tan", roll="lots", backer_1="M. Earp", share_1="60").status_code == 303
    sent = _sent(house)
    assert (sent["roll"], "backers" in sent) == (0, False)
    assert _send(client, game="fan_tan", roll_without_bank="20").status_code == 303
    assert house.service.night(house.service.nights()[1]).opened.roll_cents == 2_000


def test_backers_put_up_the_roll_by_their_shares(client: Client, house: House) -> None:
    answer = _send(client, backer_1="M. Earp", share_1="60 %", backer_2="D. Holliday", share_2="40")
    assert answer.status_code == 303
    night = house.service.night(house.service.nights()[0])
    assert [(backer.name, backer.share) for backer in night.opened.backers] == [
        ("M. Earp", "0.6"),
        ("D. Holliday", "0.4"),
    ]
    assert night.ledger.balance("roll:M. Earp") == 300_000


def test_a_night_whose_backers_have_too_much_is_opened_again_by_the_form(
    client: Client, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(streams, "CURRENT", SHARES_ARE_OF_THE_WHOLE - 1)
        night = house.open_night(backers=[{"name": "M. Earp", "share": 0.6}, {"name": "D. Holliday", "share": 0.6}])
    house.do(night, "close_night")
    answer = client.http.post("/nights", data={"csrf_token": client.token, "again": night})
    assert answer.status_code == 400
    assert re.findall(r'name="share_[12]" value="(\d+)"', answer.text) == ["60", "60"]
    assert house.service.nights() == [night]


def test_the_house_has_what_the_backers_leave_of_the_bank(client: Client, house: House) -> None:
    assert _send(client, backer_1="M. Earp", share_1="12,345").status_code == 303
    night = house.service.night(house.service.nights()[0])
    assert night.shares == {"M. Earp": Fraction("0.12345"), "house": Fraction("0.87655")}
    assert night.ledger.balance("roll:M. Earp") == 61_725
    house.do(night.id, "close_night")
    backers = re.search(
        r"<tbody><tr><th scope=\"row\">M\. Earp.*?</tbody>", client.http.get(f"/nights/{night.id}").text
    )
    assert backers is not None
    assert re.findall(r"<t[hd][^>]*>([^<]*)", backers.group()) == [
        *("M. Earp", "$617.25", "12.345%", "$0", "$617.25"),
        *("The house", "$4,382.75", "87.655%", "$0", "$4,382.75"),
    ]


@pytest.mark.parametrize(
    ("differs", "field"),
    [
        ({"roll": "lots"}, "roll"),
        *(({"roll": roll}, "roll") for roll in ("0.10", "-5", "0.001", "NaN")),
        ({"game": "fan_tan", "roll_without_bank": "0.10"}, "roll_without_bank"),
        ({"date": "today"}, "date"),
        ({"dealer": ""}, "dealer"),
        ({"game": ""}, "game"),
        ({"game": "roulette"}, "game"),
        ({"faro.preset": "saloon"}, "faro.preset"),
        ({"faro.limit": "1e99"}, "faro.limit"),
        ({"faro.case_limit": "0.01"}, "faro.case_limit"),
        ({"faro.turns": "27"}, "faro.turns"),
        ({"faro.call_pays": "many"}, "faro.call_pays"),
        ({"faro.both_ways": "never"}, "faro.both_ways"),
        ({"faro.copper": "perhaps"}, "faro.copper"),
        ({"game": "fan_tan", "fan_tan.preset": "saloon"}, "fan_tan.preset"),
        ({"game": "fan_tan", "fan_tan.chip": "0"}, "fan_tan.chip"),
        ({"game": "fan_tan", "fan_tan.free_passes": "any"}, "fan_tan.free_passes"),
        ({"game": "fan_tan", "fan_tan.preset": "five_or_nine", "fan_tan.first": "7d"}, "fan_tan.first"),
        ({**BOTH, "faro.case_limit": "0.01"}, "faro.case_limit"),
        ({**BOTH, "fan_tan.chip": "0.10"}, "fan_tan.chip"),
        ({**BOTH, "faro.check": "0.10"}, "faro.check"),
        ({**BOTH, "faro.check": "0.10", "fan_tan.chip": "0.25"}, "faro.check"),
        ({"backer_1": "D. Holliday", "share_1": "140"}, "backers"),
        ({"backer_1": "D. Holliday", "share_1": "1e1"}, "backers"),
        ({"backer_1": "D. Holliday", "share_1": "60", "backer_2": "M. Earp", "share_2": "40.1"}, "backers"),
        ({"backer_1": "D. Holliday", "share_1": "50", "backer_2": "D. Holliday", "share_2": "50"}, "backers"),
        ({"share_2": "50"}, "backers"),
    ],
)
def test_a_refusal_stands_at_its_field(
    opening_client: Client, opened_house: House, differs: dict[str, Any], field: str
) -> None:
    nights = opened_house.service.nights()
    answer = _send(opening_client, **{"faro.marker": "75"}, **differs)
    page = answer.text
    assert answer.status_code in (400, 422)
    marked = re.findall(r'<(?:input|select|fieldset)[^>]*aria-invalid="true"[^>]*>', page)
    names = {name[1] for name in (re.search(r'name="([\w.]+)"', entry) for entry in marked) if name}
    backers = {f"{word}_{line}" for word in ("backer", "share") for line in range(1, 7)}
    assert (names or {"game"}) == (backers if field == "backers" else {field})
    words = re.search(r'role="alert">([^<]+)<', page)
    beside = re.findall(r'id="why">([^<]+)<', page)
    assert words
    assert beside == [words[1]]
    assert re.search(r'name="faro.marker" value="75"', page)
    assert folds_over(page, 'id="why"') <= {True}
    assert opened_house.service.nights() == nights


def folds_over(page: str, mark: str) -> set[bool]:
    """Whether each of the folds around a mark on a page is open; nothing where it is in none."""
    folds: list[bool] = []
    for start, is_open, end in re.findall(r"(<details)[^>]*?( open)?>|(</details>)", page.partition(mark)[0]):
        if start:
            folds.append(bool(is_open))
        elif end:
            folds.pop()
    return {*folds}


LAST_TIME: dict[str, Any] = {
    "table": "Old Lion",
    "date": "2026-11-20",
    "game": ["fan_tan", "faro"],
    "house": {
        "fan_tan": {"preset": "antes", "wrong_pass": 5},
        "faro": {"preset": "american", "running_limit": 50_000, "check": 50, "copper": False, "kinds": KINDS},
    },
    "roll": 250_050,
    "backers": [{"name": "D. Holliday", "share": 0.6}, {"name": "Kate Elder", "share": 0.4}],
    "dealer": "W. Earp",
}


def fields_of(page: str) -> list[tuple[str, str]]:
    """What a browser would send of the form that opens a night, as the page has it."""
    form = page[page.index('class="opening"') :]
    inputs = [
        entry
        for entry in re.findall(r"<input[^>]*>", form)
        if " checked" in entry or not re.search(r'type="(radio|checkbox|search)"', entry)
    ]
    selects = re.findall(r"<select[^>]*>.*?</select>", form, re.DOTALL)
    named = [(re.search(r'name="([^"]+)"', part), re.search(r'value="([^"]*)"', part)) for part in inputs]
    named += [
        (re.search(r'name="([^"]+)"', select), re.search(r'value="([^"]*)" selected', select)) for select in selects
    ]
    return [(name[1], value[1] if value else "") for name, value in named if name]


def listed(opened: NightOpened) -> dict[str, Any]:
    """Where the house listed a night: another night has another place."""
    return {"house_version": opened.house_version, "house_hash": opened.house_hash}


def test_a_new_form_is_filled_in_as_the_last_night_was_opened(client: Client, house: House) -> None:
    last = house.service.night(house.open_night(**LAST_TIME)).opened
    page = client.get("/").text
    assert folds_over(page, 'name="following"') == {True}
    assert folds_over(page, 'name="backer_1"') == {False}
    fields = MultiDict([*fields_of(page), ("csrf_token", client.token)])
    answer = client.http.post("/nights", data=fields)
    assert answer.status_code == 303, re.findall(r'id="why">([^<]+)<', answer.text)
    opened = house.service.night(house.service.nights()[-1]).opened
    assert (opened.dealer, opened.date) == (STAFF_NAME, fields["date"])
    assert replace(opened, dealer=last.dealer, date=last.date, **listed(last)) == last


@pytest.mark.parametrize(
    ("shares", "house"), [(["10"], ["the house 90 %"]), (["33.33", "33,33", "33.33 %"], []), ([], [])]
)
def test_the_form_says_what_is_left_to_the_house(shares: list[str], house: list[str]) -> None:
    """It said that the house has 0.01 % beside three thirds."""
    form = NightForm(backers=tuple(BackerLine(name=f"B{number}", share=share) for number, share in enumerate(shares)))
    assert list(form.backers_in_words[len(shares) :]) == house


def test_a_demonstration_is_not_the_last_night(client: Client, house: House) -> None:
    deque(Demo(tuple(offered())[:1], house.book, "2026-11-20", seed=1, rounds=1).turns())
    page = client.get("/").text
    assert 'name="again"' not in page
    assert 'name="table" value="Tiger Nº 1"' in page


@pytest.mark.parametrize("is_closed", [True, False])
def test_the_same_again_opens_one_night_with_all_seated(client: Client, house: House, is_closed: bool) -> None:
    before = house.open_night(**LAST_TIME)
    house.seat(before, blue="Wm. Hart", red="Ada Lamb", p7="J. Oakes")
    house.do(before, "move_seat", player="p7", after="blue")
    house.do(before, "leave_table", player="red")
    if is_closed:
        house.do(before, "close_night")
    page = client.get("/").text
    pressed = {"again": before, "csrf_token": client.token}
    assert f'name="again" value="{before}"' in page
    answers = [client.http.post("/nights", data=pressed) for _ in range(2)]
    assert len(house.service.nights()) == 2
    again = house.service.night(house.service.nights()[-1])
    assert {answer.headers["Location"] for answer in answers} == {f"/nights/{again.id}"}
    last = house.service.night(before)
    assert replace(again.opened, date=last.opened.date, **listed(last.opened)) == last.opened
    assert (again.names, again.seating) == ({key: last.names[key] for key in last.seating}, ("blue", "p7", "red"))
    assert all(seat.taken for seat in again.seats.values())
    assert again.ledger.balances == house.service.history(again.id).at(1).ledger.balances


def test_the_same_again_on_another_device_leads_to_the_night_and_says_so(client: Client, house: House) -> None:
    before = house.open_night(**LAST_TIME)
    for page, says_so in ((client, False), (client, False), (house.client(), True)):
        answer = page.http.post("/nights", data={"again": before, "csrf_token": page.token})
        again = house.service.nights()[-1]
        assert answer.headers["Location"] == f"/nights/{again}"
        assert ('id="alert" class="alert shown notice"' in page.get(f"/nights/{again}").text) == says_so
    assert house.service.nights() == [before, again]


def test_the_same_again_pressed_at_the_same_moment_opens_one_night(
    client: Client, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither sees the other's night yet."""
    before = house.open_night(**LAST_TIME)
    monkeypatch.setattr("web.nights.pages._open_tonight", lambda open_lines: {})
    for page in (client, house.client()):
        page.http.post("/nights", data={"again": before, "csrf_token": page.token})
    assert len(house.service.nights()) == 2


def test_a_table_that_is_open_tonight_is_not_offered_again(client: Client, house: House) -> None:
    """The other table of last night is, though it was not the last."""
    nights = [house.open_night(**{**LAST_TIME, "table": table}) for table in ("Old Lion", "The Lynx")]
    for night in nights:
        house.do(night, "close_night")
    offered = []
    for _ in range(3):
        offered.append(re.findall(r'name="again" value="([^"]+)"', client.get("/").text))
        for night in offered[-1]:
            client.http.post("/nights", data={"again": night, "csrf_token": client.token})
    assert offered == [nights[1:], nights[:1], []]


def test_a_form_sent_twice_opens_one_night(client: Client, house: House) -> None:
    ident = re.search(r'name="command_id" value="(\w+)"', client.get("/").text)
    assert ident
    assert [_send(client, command_id=ident[1]).headers["Location"] for _ in range(2)] == ["/nights/2026-11-21-1"] * 2
    assert len(house.service.nights()) == 1


def test_tonights_open_night_is_not_offered_again(client: Client, house: House) -> None:
    today = re.search(r'name="date" type="date" value="([^"]+)"', client.get("/").text)
    assert today
    house.open_night(date=today[1])
    assert 'name="again"' not in client.get("/").text


SIZES = [(1024, 768), (390, 844)]
OPEN = ".open-bar button"
LEAST_PX = 44


@pytest.mark.parametrize("size", SIZES)
def test_a_first_night_is_opened_by_two_touches(tablets: Tablets, house: House, size: tuple[int, int]) -> None:
    """The key that opens is in sight from the first look to the last field, and tiles are as large as a finger."""
    tablet = tablets.new(size)
    tablet.go("/")
    for look in ('input[name="game"][value="faro"]', '[name="backer_1"]', "#open-title"):
        tablet.page.locator(look).evaluate("one => one.scrollIntoView()")
        expect(tablet.page.locator(OPEN)).to_be_in_viewport(ratio=1)
    tiles = [box for box in measure(tablet.page, ".tile") if box["right"] > box["left"]]
    assert len(tiles) == len(GAMES)
    assert all(min(box["right"] - box["left"], box["bottom"] - box["top"]) >= LEAST_PX for box in tiles)
    assert overlaps(tiles) == []
    tablet.touch('[name="table"]')
    tablet.page.keyboard.press("ControlOrMeta+a")
    tablet.page.keyboard.type("The Lynx")
    tablet.follow('input[name="game"][value="farmer"]', OPEN)
    tablet.page.wait_for_url(f"{tablets.address}/nights/*")
    opened = house.service.night(house.service.nights()[0]).opened
    assert (opened.table, opened.game, opened.roll_cents) == ("The Lynx", "farmer", 0)


def test_the_same_again_is_one_touch(tablets: Tablets, house: House) -> None:
    night = house.open_night(**LAST_TIME)
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.do(night, "close_night")
    tablet = tablets.new()
    tablet.go("/")
    tablet.touch('[name="again"]')
    tablet.page.wait_for_url(f"{tablets.address}/nights/*")
    for player in ("red", "blue"):
        tablet.sees(f"#seat-{player}")


def test_a_refused_field_is_in_sight_though_it_was_folded_away(tablets: Tablets, house: House) -> None:
    """Typed on a tablet, and sent by Enter, which opens the night as the key does."""
    tablet = tablets.new()
    tablet.go("/")
    turns = tablet.page.locator('[name="faro.turns"]')
    expect(turns).to_be_hidden()
    tablet.touch(".rules.of-faro > summary")
    tablet.touch(".rules.of-faro details:has([name='faro.turns']) > summary")
    tablet.touch('[name="faro.turns"]')
    tablet.page.keyboard.type("27")
    tablet.page.keyboard.press("Enter")
    expect(tablet.page.locator("#why")).to_be_visible()
    expect(turns).to_be_visible()
    expect(turns).to_have_value("27")
    assert house.service.nights() == []


def test_only_the_fields_of_the_game_chosen_are_shown(tablets: Tablets, house: House) -> None:
    """By touch: a game is chosen, its house and roll are there and the other's are not, and the night opens."""
    tablet = tablets.new()
    tablet.go("/")
    limit, chip = (tablet.page.locator(f'[name="{name}"]') for name in ("faro.limit", "fan_tan.chip"))
    for touched, faro, fan_tan in (
        ('input[name="game"][value="fan_tan"]', False, True),
        ('[name="following"][value="faro"]', True, True),
        ('input[name="game"][value="faro"]', True, False),
    ):
        if "following" in touched:
            tablet.touch("details:has(.following) > summary")
        tablet.touch(touched)
        expect(limit).to_be_visible(visible=faro)
        expect(chip).to_be_visible(visible=fan_tan)
        expect(tablet.page.locator('[name="roll"]')).to_be_visible(visible=faro)
        expect(tablet.page.locator('[name="roll_without_bank"]')).to_be_visible(visible=not faro)
    tablet.follow('input[name="game"][value="fan_tan"]', '[name="following"][value="faro"]', OPEN)
    tablet.page.wait_for_url(f"{tablets.address}/nights/*")
    assert list(_opened(house)) == ["fan_tan"]


KING_IS_ODD = (
    "With “The king is odd: yes” the players gain 7.692% of a stake on winner odd, loser odd (open), winner even, "
    "loser even (coppered).",
)


def edges_of(**typed: str) -> tuple[str, ...]:
    return NightForm.read(MultiDict({**FORM, **typed})).edges_in_words


def test_rules_that_give_money_away_are_named_with_their_bets() -> None:
    assert edges_of(**{"faro.king_is_odd": "yes"}) == KING_IS_ODD
    (call,) = edges_of(**{"faro.call_pays": "6"})
    assert call == "With “A call pays: 6” the players gain 16.667% of a stake on call of the last turn."


def test_rules_that_take_much_more_than_usual_are_named_and_the_rest_are_not() -> None:
    (calls,) = edges_of(**{"faro.call_quote": "for_one"})
    assert calls.startswith(
        "With “Calls are quoted: for one” the bank gains 33.333% of a stake on call of the last turn"
    )
    assert edges_of(**{"faro.call_pays": "5"}) == ()
    both = edges_of(**{"faro.king_is_odd": "yes", "faro.call_quote": "for_one"})
    assert [sentence[:37] for sentence in both] == [
        "With these rules the players gain 7.6",
        "With these rules the bank gains 33.33",
    ]


def test_nothing_is_said_of_a_preset_of_rules_that_do_not_read_and_of_a_game_without_a_bank() -> None:
    assert edges_of() == ()
    assert edges_of(**{"faro.call_pays": "much"}) == ()
    assert edges_of(game="fan_tan", **{"fan_tan.ante": "3"}) == ()


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.against_bank])
def test_no_preset_gives_money_away(game: str) -> None:
    edges = papers_of(game).edges
    assert edges
    for preset in GAMES[game].presets:
        house = read_recorded(GAMES[game].read_house(preset), GAMES[game].house)
        assert [edge for edge in edges(house) if edge.share < 0] == []


def test_a_rule_touched_on_the_form_says_at_once_what_it_means(tablets: Tablets) -> None:
    tablet = tablets.new()
    tablet.go("/")
    edges = tablet.page.locator(".edges li")
    expect(edges).to_have_count(0)
    tablet.touch(".rules.of-faro > summary")
    tablet.touch(".rules.of-faro details:has([name='faro.king_is_odd']) > summary")
    tablet.page.locator('[name="faro.king_is_odd"]').select_option("yes")
    expect(edges).to_have_text(list(KING_IS_ODD))
    expect(edges).to_be_in_viewport(ratio=1)
    tablet.page.locator('[name="faro.king_is_odd"]').select_option("")
    expect(edges).to_have_count(0)
