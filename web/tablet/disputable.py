"""What a player may dispute: their bets that lie or were settled last, and the last turns of the round."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from dealer.night import Night
from events.effective_facts import EffectiveFacts
from events.play import InTurn, RoundBegun, StakeLaid
from reports.words.naming import bet_of, turn_called
from web.game_screens import Disputable, screens_of

_MOST_BETS, _MOST_TURNS = 6, 4


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
            *_newest((bet for one in of_games.values() for bet in one.bets.get(player, {}).items()), _MOST_BETS),
            *turns,
        )
        for player in night.seats
    }


def _plain(night: Night, kept: EffectiveFacts) -> Disputable:
    """What can be disputed by the facts that every game has: whatever stakes were laid, and turns of the last round."""
    bets: dict[str, dict[str, str]] = {}
    turns: dict[int, str] = {}
    for one in kept:
        match one.fact:
            case RoundBegun():
                turns.clear()
            case InTurn() as fact:
                turns[fact.turn_number] = turn_called(night, fact.turn_number)
            case StakeLaid(bet=bet, player=player):
                bets.setdefault(player, {})[bet] = bet_of(night, bet)
            case _:
                pass
    return Disputable(bets=bets, turns=turns)


def _newest(things: Iterable[tuple[str | int, str]], most: int) -> list[About]:
    return [About(about=json.dumps(about), words=words) for about, words in things][-most:][::-1]
