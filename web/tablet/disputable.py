"""What a player may dispute: their bets that lie or were settled last, and the last turns of the round."""

from __future__ import annotations

import json
from collections.abc import Iterable

from rpds import HashTrieMap

from dealer.night.night import Night
from dealer.projections import Projection
from events.common.play import InTurn, RoundBegun, StakeLaid
from events.effective_events import EffectiveEvents
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded
from reports.words.naming import bet_of, turn_called
from web.game_screens import MOST_BETS, Disputable, screens_of

_MOST_TURNS = 4


class About(Frozen):
    """What a player may dispute: a bet's key or a turn's number as JSON, and the words for it."""

    about: str
    words: str

    @property
    def is_turn(self) -> bool:
        """Whether it is a turn, which any player may dispute."""
        return not self.about.startswith('"')


def disputable_by(night: Night, effective: EffectiveEvents) -> dict[str, tuple[About, ...]]:
    """By player, their bets that lie or were settled last, the newest first, then the last turns."""
    of_games = {game.name: _disputable(night, effective, game.name) for game in night.games}
    turns = _newest(of_games[night.dealing].turns.items(), _MOST_TURNS)
    return {
        player: (
            *_newest((bet for of_game in of_games.values() for bet in of_game.bets.get(player, {}).items()), MOST_BETS),
            *turns,
        )
        for player in night.seats
    }


def _disputable(night: Night, effective: EffectiveEvents, game: str) -> Disputable:
    own = screens_of(game).tablet.disputable
    return own(night, effective) if own else _plain(night, effective, game)


def _plain(night: Night, effective: EffectiveEvents, game: str) -> Disputable:
    """What can be disputed in every game, from its base events: all stakes laid, and turns of the last round."""
    laid = _LAID.of(effective)
    bets = {player: {bet: bet_of(night, bet) for bet in laid.get((game, player), ())} for player in night.seats}
    begun = effective.up_to_last(RoundBegun)
    of_round = effective.since(begun) if begun is not None and game_of(begun.last.event) == game else ()
    turns = dict.fromkeys(recorded.event.turn_number for recorded in of_round if isinstance(recorded.event, InTurn))
    return Disputable(bets=bets, turns={turn: turn_called(night, turn) for turn in turns})


_Whose = tuple[str, str]
"""A game and a player."""


def _laid_after(laid: HashTrieMap[_Whose, tuple[str, ...]], recorded: Recorded) -> HashTrieMap[_Whose, tuple[str, ...]]:
    if not isinstance(recorded.event, StakeLaid):
        return laid
    whose = game_of(recorded.event), recorded.event.player
    keys = laid.get(whose, ())
    return laid if recorded.event.bet in keys else laid.insert(whose, (*keys, recorded.event.bet)[-MOST_BETS:])


_LAID: Projection[HashTrieMap[_Whose, tuple[str, ...]]] = Projection(HashTrieMap(), _laid_after)
"""The keys of the last stakes that were laid, by game and player, the newest last."""


def _newest(things: Iterable[tuple[str | int, str]], most: int) -> list[About]:
    return [About(about=json.dumps(about), words=words) for about, words in list(things)[-most:][::-1]]
