"""The rules: players score points; at the end of a round each pays the winner for every point between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from dealer.commands.commands import Command, command, word_of
from dealer.commands.fields import Key, whole
from dealer.commands.refusal import Player, Refusal
from dealer.game.game import Game
from dealer.game.house import Amount, House
from dealer.game.table import GameTable, check_holds
from events.common.event import Event
from ledger.accounts import checks, move
from ledger.ledger import Ledger
from tests.toys.tally.events import TallyBegun, TallyEnded, TallyScored


@command("start_hand")
class BeginTally(Command):
    """Begin a round."""


@command("score_points")
class ScorePoints(Command):
    """Score points."""

    player: Key
    points: Annotated[int, whole(1, 100)]


@command("end_tally")
class EndTally(Command):
    """End the round, and pay for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TallyHouse(House):
    check: Amount = 25
    price: Amount = 25


def check_time(table: GameTable, asked: Command) -> None:
    if table.is_on == (word_of(asked) == BeginTally.do):
        raise Refusal("wrong_phase", "A round is being played." if table.is_on else "No round.")


def check_leave(table: GameTable, player: str) -> None:
    if table.is_on:
        raise Refusal("wrong_phase", "%(player)s is in a round.", player=Player(player))


def decide(table: GameTable, ledger: Ledger, asked: Any) -> tuple[Event, ...]:
    match asked:
        case BeginTally():
            if not table.seated:
                raise Refusal("wrong_phase", "Nobody sits at the table.")
            return (TallyBegun(round=table.round + 1),)
        case ScorePoints():
            return (TallyScored(round=table.round, player=asked.player, points=asked.points),)
    points = {player: table.points.get(player, 0) for player in table.seated}
    winner = max(points, key=lambda player: points[player])
    due = {player: (points[winner] - scored) * table.house.price for player, scored in points.items()}
    for player, cents in due.items():
        check_holds(ledger, player, cents)
    moves = tuple(move(checks(player), checks(winner), cents) for player, cents in due.items() if cents)
    return (TallyEnded(round=table.round, winner=winner, moves=moves),)


GAME = Game(
    name="tally",
    house=TallyHouse,
    commands=(BeginTally, ScorePoints, EndTally),
    starts=BeginTally.do,
    check_time=check_time,
    check_leave=check_leave,
    decide=decide,
)
