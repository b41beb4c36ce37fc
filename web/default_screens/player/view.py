"""A player's part in a game whose screens show it in no way of their own: what lies, and each round with its net."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dealer.games import game_called
from dealer.night import Night
from events import games
from events.play import RoundBegun
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
    record, rounds = game_called(game), list[Round]()
    own = (checks(player), layout(player))
    for one in kept:
        if not _is_of(game, one):
            continue
        if isinstance(one.fact, RoundBegun):
            rounds.append(Round(title=f"{record.title}, round {len(rounds) + 1}", begun=one.version))
        gained = sum(move.amount_cents * ((move.credit in own) - (move.debit in own)) for move in one.fact.moves)
        if gained:
            rounds[-1] = replace(rounds[-1], net_cents=rounds[-1].net_cents + gained)
    lying_cents = record.stakes(night.tables[game], player)
    return PlayerPart(now=None if night.closed else lying_cents, rounds=tuple(rounds))


def _is_of(game: str, one: Recorded) -> bool:
    return game in games.GAMES and type(one.fact).__module__ == games.GAMES[game].__name__


def _standing_at(night: Night, game: str) -> str:
    record, table = game_called(game), night.tables[game]
    dealt = record.dealt(table)
    if record.is_on(table):
        return f"{record.title}: a round is on"
    return f"{record.title}: {dealt} dealt" if dealt else f"{record.title}: nothing dealt yet"


PAGE = PlayerPage(part_of=_part_of, template="default/player/player.html", standing_at=_standing_at)
