"""The keys that begin a deal or a hand: one for each game of the night, first of the game that was on last."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from dealer.games.fan_tan.commands import StartHand
from dealer.games.fan_tan.game import FAN_TAN
from dealer.games.fan_tan.state import PLAYERS, FanTanTable
from dealer.games.faro.game import FARO
from dealer.night import Night
from dealer.tables import fan_tan_of
from events.games.fan_tan import HandVoided, PotLeft, PotWon
from events.records import Recorded
from web.tablet.would_do import Short, short_of, would_do


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A key that takes the table on: the command that it sends, as JSON, and what it says."""

    command: str
    words: str


def step(words: str, do: str, **arguments: object) -> Step:
    """A key for a command."""
    return Step(command=json.dumps({"do": do, **arguments}, separators=(",", ":")), words=words)


def beginnings(night: Night, kept: Iterable[Recorded]) -> tuple[Step, ...]:
    """What can be begun now; nothing while a deal or a hand is on. ``kept`` are the night's standing facts."""
    if night.game_on or night.closed:
        return ()
    games = sorted((game.name for game in night.games), key=lambda name: name != night.dealing)
    made = {FARO: lambda: step("Start the deal", "start_deal"), FAN_TAN: lambda: _hand(night, kept)}
    return tuple(one for one in (made[name]() for name in games) if one)


def _hand(night: Night, kept: Iterable[Recorded]) -> Step | None:
    table = fan_tan_of(night)
    if not can_start(table):
        return None
    dealer = next_dealer(table, kept)
    words = f"Start hand {table.hand_number + 1}"
    return step(f"{words}, {night.seats[dealer].name} deals", "start_hand", dealer=dealer)


def can_start(table: FanTanTable) -> bool:
    """Whether there are as many players as a hand wants."""
    fewest, most = PLAYERS
    return fewest <= len(table.seated) <= most


def next_dealer(table: FanTanTable, kept: Iterable[Recorded]) -> str:
    """Who deals next: the deal moves left after each hand, and stays where it was when the hand was void."""
    if table.dealer not in table.seats:
        return table.seated[0]
    ends = [one.fact for one in kept if isinstance(one.fact, HandVoided | PotWon | PotLeft)]
    at = table.seats.index(table.dealer)
    after = at if ends and isinstance(ends[-1], HandVoided) else at + 1
    around = table.seats[after:] + table.seats[:after]
    return next(player for player in around if player not in table.away)


def short_of_antes(night: Night) -> dict[str, tuple[Short, ...]]:
    """Who has not got his ante for the next hand, by each dealer that it may have."""
    if FAN_TAN not in night.tables or night.game_on or night.closed:
        return {}
    table = fan_tan_of(night)
    return {dealer: short_of(night, would_do(night, StartHand(dealer=dealer))) for dealer in table.seated}
