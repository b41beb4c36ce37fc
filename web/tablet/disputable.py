"""What a player may dispute: their bets that lie or were settled last, and the last turns of the round."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from rpds import HashTrieMap

from dealer.night.night import Night
from dealer.projections.projection import Projection
from events.effective_facts import EffectiveFacts
from events.facts.play import InTurn, RoundBegun, StakeLaid
from events.records import Recorded
from reports.words.naming import bet_of, turn_called
from web.game_screens import MOST_BETS, Disputable, screens_of

_MOST_TURNS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What a player may dispute: a bet's key or a turn's number as JSON, and the words for it."""

    about: str
    words: str


def disputable_by(night: Night, kept: EffectiveFacts) -> dict[str, tuple[About, ...]]:
    """By player, their bets that lie or were settled last, the newest first, then the last turns."""
    of_games = {game.name: (screens_of(game.name).tablet.disputable or _plain)(night, kept) for game in night.games}
    turns = _newest(of_games[night.dealing].turns.items(), _MOST_TURNS)
    return {
        player: (
            *_newest((bet for one in of_games.values() for bet in one.bets.get(player, {}).items()), MOST_BETS),
            *turns,
        )
        for player in night.seats
    }


def _plain(night: Night, kept: EffectiveFacts) -> Disputable:
    """What can be disputed by the facts that every game has: whatever stakes were laid, and turns of the last round."""
    bets = {player: {bet: bet_of(night, bet) for bet in laid} for player, laid in _LAID.of(kept).items()}
    begun = kept.up_to_last(RoundBegun)
    of_round = kept.since(begun) if begun is not None else ()
    turns = dict.fromkeys(one.fact.turn_number for one in of_round if isinstance(one.fact, InTurn))
    return Disputable(bets=bets, turns={turn: turn_called(night, turn) for turn in turns})


def _laid_after(laid: HashTrieMap[str, tuple[str, ...]], one: Recorded) -> HashTrieMap[str, tuple[str, ...]]:
    if not isinstance(one.fact, StakeLaid):
        return laid
    keys = laid.get(one.fact.player, ())
    return laid if one.fact.bet in keys else laid.insert(one.fact.player, (*keys, one.fact.bet)[-MOST_BETS:])


_LAID: Projection[HashTrieMap[str, tuple[str, ...]]] = Projection(HashTrieMap(), _laid_after)
"""The keys of the last stakes that each player laid, the newest last."""


def _newest(things: Iterable[tuple[str | int, str]], most: int) -> list[About]:
    return [About(about=json.dumps(about), words=words) for about, words in things][-most:][::-1]
