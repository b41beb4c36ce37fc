"""Forecasts: of every command that the rules take, the position that the forecast gives is the one that they give."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer.commands.refusal import Refusal
from dealer.game.actions import Seats, Tricks
from dealer.game.forecast import Position, position_after
from dealer.games import GAMES
from tests.support.tables import ChipTable

FORECAST = [name for name, game in GAMES.items() if game.actions]
STEPS = 100
RARE = 0.02
"""How often at least a command is drawn, such as one that breaks off a hand."""

Step = tuple[str, Position, dict[str, Any], Position]
"""A game, the position before a command, the command, and the position after it by the rules."""


def walk(game: str, players: int, random: Random) -> list[Step]:
    """Legal commands, drawn one after the other, that the rules take; players sit out and in between them."""
    record = GAMES[game]
    roll = 10**9 if record.against_bank else 0
    table = ChipTable(game, players, chips=10_000, roll=roll, preset=random.choice(list(record.presets)))
    steps: list[Step] = []
    for _ in range(STEPS):
        legal = record.legal(table.now.tables[game])
        if not legal:
            break
        (drawn,) = random.choices(legal, [max(possible.action.often, RARE) for possible in legal])
        document, before = drawn.drawn(random), record.position(table.now.tables[game])
        try:
            table(**document)
        except Refusal:
            continue
        steps.append((game, before, document, record.position(table.now.tables[game])))
        if random.random() < 0.1 and not record.is_on(table.now.tables[game]):
            player = random.choice(table.players)
            table("sit_in" if table.now.seats[player].sits_out else "sit_out", player=player)
    return steps


def known(position: Position, after: Position) -> dict[str, Any]:
    """What a forecast knows of the position after a command: all but what it leaves to the rules."""
    return {name: after[name] for name, value in position.items() if value is not None or after[name] is None}


@pytest.mark.parametrize("game", FORECAST)
@settings(max_examples=30)
@given(seed=st.integers(0, 10**6), players=st.integers(3, 6))
def test_a_forecast_is_what_the_rules_decide(game: str, seed: int, players: int) -> None:
    actions = {command.do: action for command, action in GAMES[game].actions.items()}
    for _, before, document, after in walk(game, players, Random(seed)):
        forecast = position_after(before, document, actions[document["do"]].then)
        assert {name: forecast[name] for name in known(forecast, after)} == known(forecast, after), document


def test_arguments_without_further_fields_can_be_drawn() -> None:
    """One player among one, and tricks of a hand that no number of tricks ends."""
    for seed in range(20):
        assert Seats(among=["red"]).at({}, {}).drawn(Random(seed)) == ["red"]
        assert sum(Tricks(among=["red", "blue"], total=5).at({}, {}).drawn(Random(seed)).values()) == 5
