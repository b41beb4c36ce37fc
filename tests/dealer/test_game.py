"""What a game is by its defaults: a table that opens, seats players, moves money and closes, registered at any time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from dealer.command_parsing import read_command
from dealer.commands import Command, command
from dealer.decide import decide, open_night
from dealer.game import Game
from dealer.games import GAMES
from dealer.house import House
from dealer.night import Night, evolve_all, opening
from dealer.refusal import Refusal
from events.fact import Fact
from events.night import PlayerLeft, PlayerSeated


@command("knock")
class Knock(Command):
    """Knock on the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Who sits at it."""

    house: House
    players: tuple[str, ...] = ()


def _evolve(table: Table, fact: Fact) -> Table:
    if isinstance(fact, PlayerSeated | PlayerLeft):
        others = tuple(player for player in table.players if player != fact.player)
        return replace(table, players=(*others, fact.player) if isinstance(fact, PlayerSeated) else others)
    return table


def _after(now: Night, *documents: dict[str, Any]) -> Night:
    for number, document in enumerate(documents):
        now = evolve_all(now, str(number), decide(now, read_command(document)))
    return now


def _opened(game: str, house: object = "usual") -> Night:
    asked = {"do": "open_night", "table": "1", "date": "2026-11-21", "game": game, "house": house, "roll": 0}
    read: Any = read_command({**asked, "dealer": "Ann"})
    return opening("night", open_night(read))


def test_a_name_alone_makes_a_game_that_opens_seats_and_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "old_maid", Game(name="old_maid"))
    opened = _opened("old_maid", {"check": 25, "marker_limit": 500})
    assert opened.opened.house == {"preset": "usual", "check": 25, "marker": 50_000, "marker_limit": 500}
    assert (opened.check_cents, opened.marker_limit_cents, opened.games[0].title) == (25, 500, "Old Maid")
    bought = (
        {"do": "seat_player", "player": "red", "name": "Red"},
        {"do": "buy_checks", "player": "red", "amount": 50},
    )
    assert _after(opened, *bought, {"do": "close_night"}).closed


def test_a_command_of_no_decider_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "old_maid", Game(name="old_maid", commands=(Knock,)))
    with pytest.raises(Refusal, match="'knock' is not played here"):
        _after(_opened("old_maid"), {"do": "knock"})


def test_a_game_brings_its_own_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "old_maid", Game(name="old_maid", table=Table, evolve=_evolve))
    seated = _after(_opened("old_maid"), {"do": "seat_player", "player": "red", "name": "Red"})
    assert seated.tables["old_maid"].players == ("red",)
    assert _after(seated, {"do": "leave_table", "player": "red"}).tables["old_maid"].players == ()
