"""A player's part in a game whose screens show it in no way of their own: what lies, and each round with its net."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from dealer.games import game_called
from dealer.night import Night
from dealer.projections.rounds import RoundFacts, rounds_of
from events.play import PointsScored
from events.records import Recorded
from ledger.accounts import checks, layout
from reports.words.position import place_at, round_called
from web.game_screens import PlayerPage, PlayerPart


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round: the points that the player scored, if any, what it came to, and what their play had come to with it."""

    title: str
    begun: int
    points: int | None
    net_cents: int
    running_cents: int = 0

    def going_on_from(self, before_cents: int) -> Round:
        """The round with the running sum that goes on from what the play had come to before it."""
        return replace(self, running_cents=before_cents + self.net_cents)


def _part_of(night: Night, game: str, kept: Sequence[Recorded], player: str) -> PlayerPart:
    """The rounds of a game as its points and its moves of money tell them; what lies now of theirs, in cents."""
    record = game_called(game)
    rounds = (
        one.made((_round_of, number, player), partial(_round_of, game, number, one, player))
        for number, one in enumerate(rounds_of(game).of(kept), start=1)
    )
    lying_cents = record.stakes(night.tables[game], player)
    return PlayerPart(now=None if night.closed else lying_cents, rounds=tuple(rounds))


def _round_of(game: str, number: int, of_round: RoundFacts, player: str) -> Round:
    own = (checks(player), layout(player))
    facts = [one.fact for one in of_round.facts]
    scored = [one.points for one in facts if isinstance(one, PointsScored) and one.player == player]
    moves = (move for fact in facts for move in fact.moves)
    return Round(
        title=f"{game_called(game).title}, {round_called(game, number)}",
        begun=of_round.begun.version,
        points=sum(scored) if scored else None,
        net_cents=sum(move.amount_cents * ((move.credit in own) - (move.debit in own)) for move in moves),
    )


def _standing_at(night: Night, game: str) -> str:
    return f"{game_called(game).title}: {place_at(game, night.tables[game])}"


PAGE = PlayerPage(part_of=_part_of, template="default/player/player.html", standing_at=_standing_at)
