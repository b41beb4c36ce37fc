"""What players do by themselves, from their phones: while the dealer lets them, with what is theirs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from reports.words.sentences import asked_for, fact_sentence
from tests.support.pure import PureNight
from tests.toys.registers import toys_registered

BACKS: dict[str, Any] = {"side": "high", "stake": 500}


@pytest.fixture(autouse=True, scope="module")
def toys() -> Iterator[None]:
    with toys_registered():
        yield


@pytest.fixture
def night() -> PureNight:
    """A night of High or Low, at which two players sit."""
    made = PureNight()
    made("open_night", table="T", date="2026-11-23", game="high_low", roll=500_000, dealer="D")
    for player, name in (("red", "Ada Lamb"), ("blue", "Wm. Hart")):
        made("seat_player", player=player, name=name)
        made("buy_checks", player=player, amount=20_000)
    return made


def test_a_night_begins_with_the_game_closed_to_players(night: PureNight) -> None:
    assert night.refusal("back_side", by="red", player="red", **BACKS) == "bets_closed"
    night("open_to_players")
    night("back_side", by="red", player="red", **BACKS)
    assert night.now.tables["high_low"].staked_cents == {"red": 500}


def test_players_do_what_is_theirs_and_nothing_else(night: PureNight) -> None:
    night("open_to_players")
    assert night.refusal("back_side", by="red", player="blue", **BACKS) == "not_allowed_here"
    night("back_side", by="blue", player="blue", **BACKS)
    assert night.refusal("turn_card", by="blue", card="Ks") == "not_allowed_here"
    for money in ("buy_checks", "cash_in", "tip"):
        assert night.refusal(money, by="blue", player="blue", amount=100) == "bad_input"


def test_who_sends_it_sits_at_the_table(night: PureNight) -> None:
    night("open_to_players")
    assert night.refusal("back_side", by="nobody", player="red", **BACKS) == "unknown_player"
    assert night.refusal("back_side", by=5, player="red", **BACKS) == "bad_input"
    night("leave_table", player="blue")
    assert night.refusal("back_side", by="blue", player="blue", **BACKS) == "unknown_player"


def test_a_hold_ends_with_the_turn(night: PureNight) -> None:
    night("open_to_players")
    night("back_side", by="red", player="red", **BACKS)
    night("hold_players")
    assert night.refusal("hold_players") == "already_done"
    assert night.refusal("back_side", by="blue", player="blue", **BACKS) == "bets_closed"
    # The dealer acts for whoever says so at the table.
    night("back_side", player="blue", **BACKS)
    night("turn_card", card="Ks")
    night("back_side", by="blue", player="blue", **BACKS)


def test_what_is_taken_back_holds_the_players_again(night: PureNight) -> None:
    night("open_to_players")
    night("back_side", by="red", player="red", **BACKS)
    night("hold_players")
    night("turn_card", card="Ks")
    night("void")
    assert night.refusal("back_side", by="blue", player="blue", **BACKS) == "bets_closed"
    night("open_to_players")
    night("back_side", by="blue", player="blue", **BACKS)


def test_the_game_is_closed_to_one_player_and_opened_again(night: PureNight) -> None:
    assert night.refusal("close_to_players", player="red") == "wrong_phase"
    assert night.refusal("hold_players") == "wrong_phase"
    night("open_to_players")
    night("close_to_players", player="red")
    assert night.refusal("close_to_players", player="red") == "already_done"
    assert night.refusal("back_side", by="red", player="red", **BACKS) == "not_allowed_here"
    night("back_side", by="blue", player="blue", **BACKS)
    night("open_to_players", player="red")
    assert night.refusal("open_to_players", player="red") == "already_done"
    assert night.refusal("open_to_players") == "already_done"
    night("back_side", by="red", player="red", **BACKS)
    night("close_to_players")
    assert night.refusal("back_side", by="red", player="red", **BACKS) == "bets_closed"


def test_a_night_whose_games_have_nothing_of_the_kind_stays_closed() -> None:
    night = PureNight()
    night("open_night", table="T", date="2026-11-23", game="faro", roll=500_000, dealer="D")
    assert night.refusal("open_to_players") == "not_allowed_here"


def test_the_words_say_who_did_it(night: PureNight) -> None:
    asked = {"do": "back_side", "by": "red", "player": "red", **BACKS}
    assert asked_for(night.now, asked).startswith("Ada Lamb by themselves: ")
    for do, player, said in (
        ("open_to_players", None, "The game is open: players act by themselves."),
        ("hold_players", None, "Players wait until the cards are turned."),
        ("close_to_players", "red", "The dealer acts for Ada Lamb."),
        ("open_to_players", "red", "Ada Lamb acts by themselves again."),
        ("close_to_players", None, "The dealer acts for all players."),
    ):
        arguments = {"player": player} if player else {}
        assert asked_for(night.now, {"do": do, **arguments}) == said
        night(do, **arguments)
        assert fact_sentence(night.now, night.now, night.recorded[-1].fact) == said
