"""The rules: players score points; at the end of a round each pays the winner for every point between them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from dealer.commands import Command, command, word_of
from dealer.fields import Key, whole
from dealer.game import Game
from dealer.house import Amount, House
from dealer.phrases import Player
from dealer.purse import check_holds
from dealer.refusal import Refusal
from events.fact import Fact
from events.night import PlayerLeft, PlayerSeated
from ledger.accounts import checks, move
from ledger.ledger import Ledger
from tests.toys.tally.facts import TallyBegun, TallyEnded, TallyScored


@command("begin_tally")
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    house: TallyHouse
    seated: tuple[str, ...] = ()
    round: int = 0
    points: dict[str, int] = field(default_factory=dict)

    @property
    def is_on(self) -> bool:
        return bool(self.points)


def check_time(table: Table, asked: Command) -> None:
    if table.is_on == (word_of(asked) == BeginTally.do):
        raise Refusal("wrong_phase", "A round is on." if table.is_on else "No round is on.")


def decide(table: Table, ledger: Ledger, asked: Any) -> tuple[Fact, ...]:
    match asked:
        case BeginTally():
            if not table.seated:
                raise Refusal("wrong_phase", "Nobody sits at the table.")
            return (TallyBegun(round=table.round + 1, players=table.seated),)
        case ScorePoints():
            if asked.player not in table.points:
                raise Refusal("not_your_turn", "%(player)s is not in this round.", player=Player(asked.player))
            return (TallyScored(round=table.round, player=asked.player, points=asked.points),)
    winner = max(table.points, key=lambda player: table.points[player])
    due = {player: (table.points[winner] - points) * table.house.price for player, points in table.points.items()}
    for player, cents in due.items():
        check_holds(ledger, player, cents)
    moves = tuple(move(checks(player), checks(winner), cents) for player, cents in due.items() if cents)
    return (TallyEnded(round=table.round, winner=winner, moves=moves),)


def evolve(table: Table, fact: Fact) -> Table:
    match fact:
        case PlayerSeated():
            return replace(table, seated=(*table.seated, fact.player))
        case PlayerLeft():
            return replace(table, seated=tuple(one for one in table.seated if one != fact.player))
        case TallyBegun():
            return replace(table, round=fact.round, points=dict.fromkeys(fact.players, 0))
        case TallyScored():
            return replace(table, points={**table.points, fact.player: table.points[fact.player] + fact.points})
        case TallyEnded():
            return replace(table, points={})
    return table


def check_leave(table: Table, player: str) -> None:
    if player in table.points:
        raise Refusal("wrong_phase", "%(player)s is in a round.", player=Player(player))


GAME = Game(
    name="tally",
    house=TallyHouse,
    table=Table,
    commands=(BeginTally, ScorePoints, EndTally),
    starts=BeginTally.do,
    check_time=check_time,
    decide=decide,
    evolve=evolve,
    check_leave=check_leave,
)
