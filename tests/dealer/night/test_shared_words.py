"""Words that several games of a night have: which game a command is for (the contract's section on several games)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from dealer.commands.commands import HOUSE_COMMANDS
from dealer.games import GAMES
from dealer.rules_version import WORDS_ARE_SHARED
from events.schema import schema_for
from tests.support.pure import PureNight
from tests.toys.registers import toys_registered

NAMES = {"red": "Ada Lamb", "blue": "Wm. Hart", "white": "J. Oakes"}


@pytest.fixture(autouse=True, scope="module")
def toys() -> Iterator[None]:
    """Tally has a word of Fan-Tan: ``start_hand``, which names no dealer there."""
    with toys_registered():
        yield


def night_of(*games: str, rules: int = WORDS_ARE_SHARED) -> PureNight:
    night = PureNight(rules=rules)
    game: Any = games[0] if len(games) == 1 else list(games)
    night("open_night", table="T", date="2026-11-23", game=game, roll=500_000, dealer="D")
    for player, name in NAMES.items():
        night("seat_player", player=player, name=name)
        night("buy_checks", player=player, amount=20_000)
    return night


def test_a_word_is_for_the_game_named_first_until_a_command_is_of_another() -> None:
    night = night_of("tally", "fan_tan")
    night("start_hand")
    night("end_tally")
    assert night.now.tables["tally"].round == 1
    night("start_hand", game="fan_tan", dealer="red")
    night("void_hand", reason="misdealt")
    # Fan-Tan's now, which wants a dealer.
    assert night.refusal("start_hand") == "bad_input"
    night("start_hand", dealer="red")
    assert night.now.tables["fan_tan"].hand_number == 2


def test_a_word_is_for_the_game_of_the_last_command_that_stands() -> None:
    night = night_of("tally", "fan_tan")
    night("start_hand", game="fan_tan", dealer="red")
    night("void")
    night("start_hand")
    assert night.now.game_on is not None
    assert night.now.game_on.name == "tally"


def test_money_and_seats_are_of_no_game() -> None:
    night = night_of("tally", "fan_tan")
    night("start_hand", game="fan_tan", dealer="red")
    night("void_hand", reason="misdealt")
    night("buy_checks", player="red", amount=500)
    night("leave_table", player="white")
    assert night.now.dealing == "fan_tan"


def test_a_word_that_the_last_game_has_not_is_for_the_first_that_has_it() -> None:
    night = night_of("fan_tan", "high_low", "tally")
    night("back_side", player="red", side="high", stake=500)
    night("turn_card", card="Ks")
    night("start_hand", dealer="red")
    assert night.now.tables["fan_tan"].hand is not None


@pytest.mark.parametrize("game", ["faro", "high_low", "nothing", 5, ""])
def test_a_game_that_has_no_such_word_tonight_is_refused_before_the_time(game: object) -> None:
    night = night_of("tally", "fan_tan", "high_low")
    night("start_hand")
    assert night.refusal("start_hand", game=game, dealer="red") == "bad_input"
    assert night.refusal("start_hand", game="fan_tan", dealer="red") == "wrong_phase"
    assert night.refusal("start_hand", game=game, dealer="nobody") == "bad_input"
    assert night.refusal("start_hand", game=None) == "wrong_phase"


def test_a_player_who_is_not_there_comes_before_the_game_that_is_not_there() -> None:
    night = night_of("fan_tan", "high_low")
    assert night.refusal("start_hand", game="faro", dealer="nobody") == "unknown_player"


def test_a_word_of_no_game_of_the_night_is_refused_as_such_after_players_and_the_close() -> None:
    night = night_of("high_low")
    assert night.refusal("lay", player="nobody") == "unknown_player"
    assert night.refusal("lay", player="red", cards=7) == "not_allowed_here"
    assert night.refusal("lay", player="red", card="7d", game="fan_tan") == "bad_input"
    night("close_night")
    assert night.refusal("lay", player="red", cards=7) == "wrong_phase"


def test_one_game_takes_its_own_name() -> None:
    night = night_of("fan_tan")
    night("start_hand", dealer="red", game="fan_tan")
    assert night.now.tables["fan_tan"].hand is not None


def test_the_documents_of_shared_words_alone_are_addressed() -> None:
    night = night_of("fan_tan", "tally").now
    fan_tan, tally = night.games
    assert night.shared_words(fan_tan) == {"start_hand"}
    assert night.addressed(fan_tan, {"do": "lay"}) == {"do": "lay"}
    assert night.addressed(tally, {"do": "start_hand"}) == {"do": "start_hand", "game": "tally"}


def test_null_is_an_argument_left_out() -> None:
    night = PureNight()
    night("open_night", table="T", date="2026-11-23", game="fan_tan", house=None, roll=0, dealer="D", backers=None)
    night("seat_player", player="red", name="Red")
    night("seat_player", player="blue", name="Blue")
    night("buy_checks", player="red", amount=100)
    night("lend_stake", lender="red", borrower="blue", amount=25, profit_share=None)
    assert night.refusal("lend_stake", lender="red", borrower="blue", amount=None) == "bad_input"


def test_an_argument_of_another_games_word_is_not_looked_at() -> None:
    """Tally's ``start_hand`` names no dealer, Fan-Tan's does. What nobody's has does not read."""
    night = night_of("tally")
    night("start_hand", dealer=7)
    night("end_tally")
    assert night.refusal("start_hand", shuffler="red") == "bad_input"


def test_a_night_of_the_rules_before_is_decided_as_it_was() -> None:
    night = night_of("high_low", rules=WORDS_ARE_SHARED - 1)
    assert night.refusal("lay", player="red", cards=7) == "bad_input"
    assert night.refusal("lay", player="red", card="7d") == "not_allowed_here"
    assert night.refusal("turn_card", card="Ks", game="high_low") == "wrong_phase"
    assert night.refusal("lend_stake", lender="red", borrower="blue", amount=25, profit_share=None) == "bad_input"
    night("back_side", player="red", side="high", stake=500)
    assert night.refusal("turn_card", card="Ks", game="high_low") == "bad_input"


def test_no_argument_is_called_as_what_every_command_may_have() -> None:
    """A command's word, its game and who sends it stand beside its arguments."""
    commands = [*HOUSE_COMMANDS.values(), *(one for game in GAMES.values() for one in game.commands)]
    for asked in commands:
        keys = {field.data_key or name for name, field in schema_for(asked).fields.items()}
        assert not keys & {"do", "game", "by"} or asked is HOUSE_COMMANDS["open_night"], asked
