"""A player's part in a game whose screens show it in no way of their own: what lies, and each round with its net."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from dealer.games import game_called
from dealer.night import Night
from dealer.projections.rounds import RoundFacts, rounds_of
from events.records import Recorded
from ledger.accounts import checks, layout
from web.game_screens import PlayerPage, PlayerPart


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round, what it came to for the player, and what their play had come to with it."""

    title: str
    begun: int
    net_cents: int = 0
    running_cents: int = 0

    def going_on_from(self, before_cents: int) -> Round:
        """The round with the running sum that goes on from what the play had come to before it."""
        return replace(self, running_cents=before_cents + self.net_cents)


def _part_of(night: Night, game: str, kept: Sequence[Recorded], player: str) -> PlayerPart:
    """The rounds of a game as its moves of money tell them; what they have lying now, in cents."""
    record = game_called(game)
    rounds = (
        one.made((_round_of, number, player), partial(_round_of, record.title, number, one, player))
        for number, one in enumerate(rounds_of(game).of(kept), start=1)
    )
    lying_cents = record.stakes(night.tables[game], player)
    return PlayerPart(now=None if night.closed else lying_cents, rounds=tuple(rounds))


def _round_of(title: str, number: int, of_round: RoundFacts, player: str) -> Round:
    own = (checks(player), layout(player))
    moves = (move for one in of_round.facts for move in one.fact.moves)
    net_cents = sum(move.amount_cents * ((move.credit in own) - (move.debit in own)) for move in moves)
    return Round(title=f"{title}, round {number}", begun=of_round.begun.version, net_cents=net_cents)


def _standing_at(night: Night, game: str) -> str:
    record, table = game_called(game), night.tables[game]
    dealt = record.dealt(table)
    if record.is_on(table):
        return f"{record.title}: a round is on"
    return f"{record.title}: {dealt} dealt" if dealt else f"{record.title}: nothing dealt yet"


PAGE = PlayerPage(part_of=_part_of, template="default/player/player.html", standing_at=_standing_at)
