"""Words that several games of a night have, and what players do by themselves from their phones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from dealer.commands.commands import HOUSE_COMMANDS
from dealer.games import GAMES
from dealer.rules_version import WORDS_ARE_SHARED
from events.schema import schema_for
from reports.words.sentences import asked_for, event_sentence
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
    assert night.now.tables["fan_tan"].round == 2


def test_a_word_is_for_the_game_of_the_last_command_that_stands() -> None:
    night = night_of("tally", "fan_tan")
    night("start_hand", game="fan_tan", dealer="red")
    night("void")
    night("start_hand")
    assert night.now.game_on is not None
    assert night.now.game_on.name == "tally"


@pytest.mark.parametrize("game", ["faro", "high_low", "nothing", 5, ""])
def test_a_game_that_has_no_such_word_tonight_is_refused_before_the_time(game: object) -> None:
    night = night_of("tally", "fan_tan", "high_low")
    night("start_hand")
    assert night.refusal("start_hand", game=game, dealer="red") == "bad_input"
    assert night.refusal("start_hand", game="fan_tan", dealer="red") == "wrong_phase"
    assert night.refusal("start_hand", game=game, dealer="nobody") == "bad_input"
    assert night.refusal("start_hand", game=None) == "wrong_phase"


def test_a_word_of_no_game_of_the_night_is_refused_as_such_after_players_and_the_close() -> None:
    night = night_of("high_low")
    assert night.refusal("lay", player="nobody") == "unknown_player"
    assert night.refusal("lay", player="red", cards=7) == "not_allowed_here"
    assert night.refusal("lay", player="red", card="7d", game="fan_tan") == "bad_input"
    night("close_night")
    assert night.refusal("lay", player="red", cards=7) == "wrong_phase"


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
    commands = [*HOUSE_COMMANDS.values(), *(command for game in GAMES.values() for command in game.commands)]
    for request in commands:
        keys = {field.data_key or name for name, field in schema_for(request).fields.items()}
        assert not keys & {"do", "game", "by"} or request is HOUSE_COMMANDS["open_night"], request


BACKS: dict[str, Any] = {"side": "high", "stake": 500}


@pytest.fixture
def night() -> PureNight:
    """A night of High or Low, at which two players sit."""
    created = PureNight()
    created("open_night", table="T", date="2026-11-23", game="high_low", roll=500_000, dealer="D")
    for player, name in (("red", "Ada Lamb"), ("blue", "Wm. Hart")):
        created("seat_player", player=player, name=name)
        created("buy_checks", player=player, amount=20_000)
    return created


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


def test_the_sender_has_to_sit_at_the_table(night: PureNight) -> None:
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


def test_a_voided_turn_holds_the_players_again(night: PureNight) -> None:
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
    request = {"do": "back_side", "by": "red", "player": "red", **BACKS}
    assert asked_for(night.now, request).startswith("Ada Lamb, on their phone: ")
    for do, player, text in (
        ("open_to_players", None, "Players can act from their phones."),
        ("hold_players", None, "Players wait until the cards are turned."),
        ("close_to_players", "red", "The dealer acts for Ada Lamb."),
        ("open_to_players", "red", "Ada Lamb can act from their phone again."),
        ("close_to_players", None, "The dealer acts for all players."),
    ):
        arguments = {"player": player} if player else {}
        assert asked_for(night.now, {"do": do, **arguments}) == text
        night(do, **arguments)
        assert event_sentence(night.now, night.now, night.recorded[-1].event) == text


def test_an_unknown_player_is_refused_before_an_unknown_game() -> None:
    night = night_of("fan_tan", "high_low")
    assert night.refusal("start_hand", game="faro", dealer="nobody") == "unknown_player"


def test_an_argument_of_another_games_word_is_not_looked_at() -> None:
    """Tally's ``start_hand`` names no dealer, Fan-Tan's does. What nobody's has does not read."""
    night = night_of("tally")
    night("start_hand", dealer=7)
    night("end_tally")
    assert night.refusal("start_hand", shuffler="red") == "bad_input"
