"""A night of several games in turn: one ledger, one settlement, and no game begun while another is on."""

from __future__ import annotations

from typing import Any

import pytest

from dealer.assistant import Assistant
from dealer.commands.refusal import Refusal
from dealer.games.fan_tan.state import fan_tan_of
from dealer.games.faro.state import faro_of
from dealer.streams import Sender
from dealer.verification.streams import verify
from events.book.book import Book
from ledger.accounts import checks
from tests.support.pure import PureNight

BOTH = ["fan_tan", "faro"]
OPENING = {"do": "open_night", "table": "T", "date": "2026-11-21", "game": BOTH, "roll": 500_000, "dealer": "D"}


def opened(**more: Any) -> PureNight:
    night = PureNight()
    night.do({**OPENING, **more})
    return night


def seated(**more: Any) -> PureNight:
    night = opened(**more)
    for player in ("red", "blue", "green"):
        night.do({"do": "seat_player", "player": player, "name": player.title()})
        night.do({"do": "buy_checks", "player": player, "amount": 10_000})
    return night


def code(night: PureNight, **document: Any) -> str:
    with pytest.raises(Refusal) as refused:
        night.do(document)
    return refused.value.code


@pytest.mark.parametrize("game", [[], ["faro", "faro"], ["faro", "roulette"], [7], "fan_tan+faro"])
def test_games_are_known_and_named_once(game: Any) -> None:
    assert code(PureNight(), **{**OPENING, "game": game}) == "bad_input"


def test_a_list_of_one_is_that_game() -> None:
    assert opened(game=["faro"], house="early_bank").result()["game"] == "faro"
    assert opened(game=["fan_tan"], house={"fan_tan": "antes"}).now.tables["fan_tan"].house.ante == 1


def test_the_result_names_the_games_as_they_were_given() -> None:
    assert opened().result()["game"] == BOTH
    assert opened(game=["faro", "fan_tan"]).result()["game"] == ["faro", "fan_tan"]


def test_each_game_has_its_own_house() -> None:
    night = opened(house={"faro": {"preset": "early_bank", "limit": 5_000}, "fan_tan": "antes"}).now
    assert (faro_of(night).house.preset, faro_of(night).house.limit) == ("early_bank", 5_000)
    assert fan_tan_of(night).house.preset == "antes"


def test_one_preset_is_for_the_game_that_has_it() -> None:
    night = opened(house="antes").now
    assert (faro_of(night).house.preset, fan_tan_of(night).house.preset) == ("american", "antes")


def test_a_game_that_the_house_leaves_out_goes_by_its_usual_rules() -> None:
    houses: tuple[dict[str, Any], ...] = ({}, {"faro": {}}, {"fan_tan": {}})
    for house in houses:
        night = opened(house=house).now
        assert (faro_of(night).house.preset, fan_tan_of(night).house.preset) == ("american", "encyclopedia")


@pytest.mark.parametrize(
    "house", ["roulette", {"limit": 5_000}, {"faro": "antes"}, {"pharo": {}}, {"faro": None}, 7, []]
)
def test_a_house_of_no_game_of_the_night_is_refused(house: Any) -> None:
    assert code(PureNight(), **OPENING, house=house) == "bad_input"


def test_one_set_of_checks_serves_all_games() -> None:
    """The smallest check of the night is the least of the games', and the others are whole numbers of it."""
    assert opened(house={"fan_tan": {"chip": 100}}).now.check_cents == 25
    assert opened(house={"faro": {"check": 100}, "fan_tan": {"chip": 50}}).now.check_cents == 50
    assert code(PureNight(), **OPENING, house={"fan_tan": {"chip": 40}}) == "bad_input"


def test_the_stricter_marker_limit_is_the_nights() -> None:
    house = {"faro": {"marker_limit": 20_000}, "fan_tan": {"marker_limit": 10_000}}
    assert opened(house=house).now.marker_limit_cents == 10_000


def test_a_game_is_begun_when_the_other_is_over() -> None:
    night = seated()
    night.do({"do": "start_hand", "dealer": "red"})
    assert code(night, do="start_deal") == "wrong_phase"
    assert night.now.dealing == "fan_tan"
    night.do({"do": "void_hand", "reason": "they would rather play Faro"})
    night.do({"do": "start_deal"})
    assert night.now.dealing == "faro"
    assert code(night, do="start_hand", dealer="red") == "wrong_phase"
    night.do({"do": "void_deal", "reason": "and now again not"})
    assert night.now.dealing == "faro"
    night.do({"do": "start_hand", "dealer": "red"})
    assert night.now.dealing == "fan_tan"


@pytest.mark.parametrize(("plays", "waits"), [("farmer", "spoil_five"), ("spoil_five", "farmer")])
def test_a_hand_of_another_game_is_none_of_this_one(plays: str, waits: str) -> None:
    """Though both are told by the same base facts, from the first card to the last payment."""
    night = seated(game=[plays, waits])
    before = night.now.tables[waits]
    night.do({"do": "start_hand", "game": plays, "dealer": "red"})
    assert night.now.tables[plays] != before
    assert night.now.tables[waits] is before


def test_the_words_of_a_game_that_is_not_of_the_night_are_not_allowed() -> None:
    night = opened(game="fan_tan")
    assert code(night, do="start_deal") == "not_allowed_here"
    assert code(opened(game="faro"), do="pass", player="red") == "unknown_player"
    faro = seated(game="faro")
    assert code(faro, do="pass", player="red") == "not_allowed_here"


def test_winnings_at_faro_go_into_the_pot_of_the_next_hand() -> None:
    night = seated(house={"fan_tan": "antes"})
    night.do({"do": "start_deal"})
    night.do({"do": "expose_soda", "card": "Ks"})
    night.do({"do": "place_bet", "bet": "b1", "player": "red", "kind": "single", "ranks": ["A"], "stake": 1_000})
    night.do({"do": "turn", "loser": "2h", "winner": "Ah"})
    night.do({"do": "void_deal", "reason": "enough of Faro"})
    night.do({"do": "start_hand", "dealer": "green"})
    assert night.now.ledger.balance(checks("red")) == 11_000 - 50
    night.do({"do": "close_night"})
    result = night.result()
    assert {player: line["net"] for player, line in result["players"].items()} == {"red": 1_000, "blue": 0, "green": 0}
    assert result["bank"]["play"] == -1_000


def test_a_turn_of_either_game_can_be_disputed() -> None:
    night = seated()
    dispute = {"do": "raise_dispute", "player": "red", "claim": "that was mine"}
    assert code(night, **dispute, dispute="d1", about=1) == "bad_input"
    for document in ({"do": "start_deal"}, {"do": "expose_soda", "card": "Ks"}, {"do": "draw_loser", "card": "2h"}):
        night.do(document)
    night.do({**dispute, "dispute": "d1", "about": 1})
    assert code(night, **dispute, dispute="d2", about=2) == "bad_input"
    only = seated(game="fan_tan")
    assert code(only, **dispute, dispute="d1", about=1) == "bad_input"
    only.do({"do": "start_hand", "dealer": "green"})
    only.do({"do": "pass", "player": "red"})
    only.do({**dispute, "dispute": "d1", "about": 1})
    assert code(only, **dispute, dispute="d2", about=2) == "bad_input"
    assert code(only, **dispute, dispute="d2", about="b1") == "unknown_bet"


def test_such_a_night_in_the_book_is_verified_and_replayed(book: Book) -> None:
    assistant, sender = Assistant(book), Sender(who="test", device="test")
    night = assistant.execute({**OPENING, "house": {"fan_tan": "antes"}}, sender).night
    for player in ("red", "blue", "green"):
        assistant.execute({"do": "seat_player", "player": player, "name": player}, sender, night=night)
        assistant.execute({"do": "buy_checks", "player": player, "amount": 10_000}, sender, night=night)
    for document in (
        {"do": "start_hand", "dealer": "green"},
        {"do": "pass", "player": "red"},
        {"do": "lay", "player": "blue", "cards": ["7h", "7s"]},
        {"do": "void"},
        {"do": "lay", "player": "blue", "card": "7h"},
        {"do": "void_hand", "reason": "a short pack"},
        {"do": "start_deal"},
        {"do": "close_night"},
    ):
        assistant.execute(document, sender, night=night)
    assert verify(book, night).sound
    assert Assistant(book).night(night).tables == assistant.night(night).tables


@pytest.mark.parametrize(("games", "refused"), [(["fan_tan"], ""), (BOTH, "not_enough_checks")])
def test_only_a_bank_that_plays_is_held_to_what_it_has_in_sight(games: list[str], refused: str) -> None:
    night = seated(game=games, house={}, roll=0)
    night.do({"do": "start_hand", "dealer": "red"})
    night.do({"do": "lay", "player": "blue", "card": "7d"})
    night.do({"do": "raise_dispute", "dispute": "d1", "player": "red", "about": 1, "claim": "mine"})
    paid = [{"from": "bank", "to": "red", "amount": 100}]
    ruling = {"do": "rule_dispute", "dispute": "d1", "ruling": "corrected", "reason": "theirs", "corrections": paid}
    if refused:
        assert code(night, **ruling) == refused
        return
    night.do(ruling)
    assert night.now.ledger.balance(checks("red")) == 10_100
