"""The rules: a seven loses for everybody, above it wins who backed high, below it who backed low; an ace is low."""

from __future__ import annotations

from typing import Annotated, Any

from dealer.commands.commands import Command, command, word_of
from dealer.commands.fields import RANKS, Card, Cents, Key, one_of
from dealer.commands.refusal import Player, Refusal
from dealer.game.game import Game
from dealer.game.table import GameTable, check_amount, check_holds
from events.common.event import Event
from events.common.play import StakeLaid, StakeSettled
from ledger.accounts import PLAY, checks, layout, moved
from ledger.ledger import Ledger
from tests.toys.high_low.events import CardTurned, RoundOpened, SideBacked, SidePaid, SideReturned, SideTaken


@command("back_side")
class BackSide(Command):
    """Lay a stake on the next card being high or low."""

    player: Key
    side: Annotated[str, one_of("high", "low")]
    stake: Cents


@command("turn_card")
class TurnCard(Command):
    """Turn the card: it is paid or taken."""

    card: Card


def check_time(table: GameTable, asked: Command) -> None:
    if word_of(asked) == TurnCard.do and not table.open_bets:
        raise Refusal("wrong_phase", "Nobody has laid a stake.")


def decide(table: GameTable, ledger: Ledger, asked: Any) -> tuple[Event, ...]:
    if isinstance(asked, TurnCard):
        rank = RANKS.index(asked.card.rstrip("shdc")) - RANKS.index("7")
        wins = "high" if rank > 0 else "low" if rank < 0 else ""
        open_bets = (one for one in table.open_bets.values() if isinstance(one, SideBacked))
        settled = (_settled(table, one, SidePaid if one.side == wins else SideTaken) for one in open_bets)
        return (CardTurned(round=table.round, card=asked.card), *settled)
    player, stake = asked.player, asked.stake
    number = table.round if table.open_bets else table.round + 1
    bet = f"{number}-{player}"
    if bet in table.keys:
        raise Refusal("already_done", "%(player)s has laid a stake.", player=Player(player))
    check_amount(stake, table.house.check)
    check_holds(ledger, player, stake)
    moves = moved(checks(player), layout(player), stake)
    laid = SideBacked(round=number, bet=bet, player=player, stake_cents=stake, side=asked.side, moves=moves)
    return (laid,) if table.open_bets else (RoundOpened(round=number), laid)


def _settled(table: GameTable, one: StakeLaid, kind: type[StakeSettled]) -> Event:
    player, stake = one.player, one.stake_cents
    row: dict[str, Any] = {"round": table.round, "bet": one.bet, "player": player, "stake_cents": stake}
    if kind is not SideReturned:
        row["paid_cents" if kind is SidePaid else "taken_cents"] = stake
    won = moved(PLAY, checks(player), stake if kind is SidePaid else 0)
    return kind(**row, moves=(*moved(layout(player), PLAY if kind is SideTaken else checks(player), stake), *won))


GAME = Game(
    name="high_low",
    title="High or Low",
    against_bank=True,
    commands=(BackSide, TurnCard),
    starts=BackSide.do,
    check_time=check_time,
    decide=decide,
    own=lambda table, asked: asked.player if isinstance(asked, BackSide) else None,
    closing=lambda table, ledger: tuple(_settled(table, one, SideReturned) for one in table.open_bets.values()),
)
