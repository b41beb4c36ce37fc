"""A player's part in a game whose screens show it in no way of their own: what lies, and each round with its net."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from dealer.games import game_called
from dealer.night.night import Night
from dealer.projections.rounds import RoundFacts
from events.facts.play import PointsScored, RoundBegun
from events.frozen import Frozen
from events.records import Recorded
from ledger.accounts import checks, layout
from reports.words.naming import round_called, where_table_stands
from web.game_screens import PlayerPage, PlayerPart


class Round(Frozen):
    """A round: the points that the player scored, if any, what it came to, and what their play had come to with it."""

    title: str
    points: int | None
    net_cents: int
    running_cents: int = 0

    def going_on_from(self, before_cents: int) -> Round:
        """The round with the running sum that goes on from what the play had come to before it."""
        return replace(self, running_cents=before_cents + self.net_cents)


def _part_of(night: Night, game: str, kept: Sequence[Recorded], player: str) -> PlayerPart:
    """What lies now of theirs, in cents."""
    return PlayerPart(now=None if night.closed else game_called(game).stakes(night.tables[game]).get(player, 0))


def _round_of(night: Night, of_round: RoundFacts, player: str) -> Round:
    """A round as its points and its moves of money tell it."""
    game, begun = of_round.game, of_round.begun.fact
    assert isinstance(begun, RoundBegun)
    own = (checks(player), layout(player))
    facts = of_round.facts
    scored = [one.points for one in facts if isinstance(one, PointsScored) and one.player == player]
    moves = (move for fact in facts for move in fact.moves)
    return Round(
        title=f"{game_called(game).title}, {round_called(game, begun.round_number)}",
        points=sum(scored) if scored else None,
        net_cents=sum(move.amount_cents * ((move.credit in own) - (move.debit in own)) for move in moves),
    )


def _standing_at(night: Night, game: str) -> str:
    return f"{game_called(game).title}: {where_table_stands(game, night.tables[game])}"


PAGE = PlayerPage(part_of=_part_of, round_of=_round_of, template="default/macros.html", standing_at=_standing_at)
