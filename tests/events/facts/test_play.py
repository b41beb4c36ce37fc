"""What facts of every game mean alike: each says its round and its turn by its own fields, and whose it is."""

from __future__ import annotations

from typing import Any

import pytest

from events.facts.fact import Fact, fact_types
from events.facts.night import ChecksBought
from events.facts.play import InRound, InTurn, RoundBegun, RoundEnded, RoundVoided, StakeSettled, StepEnded, TurnPlayed
from events.games import GAMES, fan_tan, faro, game_of

ROUND_FIELDS = {"faro": "deal", "fan_tan": "hand"}


def kinds(game: str) -> list[type[Fact]]:
    return [one for one in fact_types().values() if one.__module__ == GAMES[game].__name__]


@pytest.mark.parametrize("game", ROUND_FIELDS)
def test_a_fact_with_the_number_of_a_round_is_of_that_round(game: str) -> None:
    for kind in kinds(game):
        named = ROUND_FIELDS[game] in kind.__struct_fields__
        assert issubclass(kind, InRound) == named, kind
        if issubclass(kind, InRound):
            assert kind.round_field == ROUND_FIELDS[game]


@pytest.mark.parametrize(
    ("base", "names"),
    [
        (RoundBegun, "DealStarted HandStarted"),
        (RoundEnded, "DealEnded DealVoided HandVoided PotLeft PotWon"),
        (RoundVoided, "DealVoided HandVoided"),
        (TurnPlayed, "CardsLaid TurnPassed WinnerDrawn"),
        (InTurn, "CardsLaid LoserDrawn SodaExposed TurnPassed WinnerDrawn"),
        (StepEnded, "CardsLaid HockExposed PotLeft PotWon TurnPassed WinnerDrawn"),
    ],
)
def test_what_specialises_a_base(base: type[Fact], names: str) -> None:
    of_games = [kind for game in ROUND_FIELDS for kind in kinds(game)]
    assert " ".join(sorted(kind.__name__ for kind in of_games if issubclass(kind, base))) == names


def test_the_soda_is_turn_0_which_begins_with_the_deal() -> None:
    assert (faro.DealStarted.first_turn, fan_tan.HandStarted.first_turn) == (0, 1)
    assert faro.SodaExposed(deal=3, card="Ks").turn_number == 0
    assert faro.LoserDrawn(deal=3, turn=7, card="Ks").turn_number == 7


def test_a_settlement_is_a_row_with_what_was_paid_and_taken() -> None:
    row: dict[str, Any] = {"bet": "a", "player": "red", "deal": 2, "turn": 9, "stake_cents": 500}
    settled: list[tuple[StakeSettled, tuple[object, ...]]] = [
        (faro.BetPaid(**row, due_cents=500, paid_cents=400, remains_cents=500), ("won", 400, 0, None)),
        (faro.BetSplit(**row, taken_cents=250, remains_cents=250), ("split", 0, 250, None)),
        (faro.BetStoodOff(**row), ("standoff", 0, 0, None)),
        (faro.SleeperClaimed(**row, claimant="blue"), ("claimed", 0, 0, "blue")),
        (faro.BetSwept(**row), ("after_hock", 0, 500, None)),
    ]
    for fact, said in settled:
        assert (fact.round_number, fact.turn_number) == (2, 9)
        assert (fact.result, fact.bank_paid_cents, fact.bank_took_cents, fact.claimed_by) == said


def test_a_fact_is_of_its_game_or_of_the_house() -> None:
    assert game_of(faro.DealStarted(deal=1)) == "faro"
    assert game_of(fan_tan.PotLeft(hand=1, chips=0)) == "fan_tan"
    assert game_of(ChecksBought(player="red", amount_cents=500)) == ""
