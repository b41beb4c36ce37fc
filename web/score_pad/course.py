"""What was recorded of the hand of a match that is on or was last, and what of it can be disputed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dealer.night.night import Night
from events.effective_facts import EffectiveFacts
from events.facts.matches import HandOver, MatchHandBegun
from events.facts.play import InTurn
from events.games import game_of
from events.records import Recorded
from reports.words.naming import turn_of_round
from reports.words.sentences import said_of
from web.game_screens import Disputable


def hand_of(kept: EffectiveFacts, game: str) -> list[Recorded]:
    """What was recorded of the hand that is on or was last, its beginning first; nothing before the first.

    ``kept`` are the night's effective facts.
    """
    begins = (
        one for one in kept.ends() if isinstance(one.last.fact, MatchHandBegun) and game_of(one.last.fact) == game
    )
    begun = next(begins, None)
    if begun is None:
        return []
    return [begun.last, *(one for one in kept.since(begun) if game_of(one.fact) == game)]


def turns_of(kept: EffectiveFacts, game: str) -> Iterator[InTurn]:
    """What was recorded turn by turn of the hand that is on or was last."""
    return (
        one.fact for one in hand_of(kept, game) if isinstance(one.fact, InTurn) and not isinstance(one.fact, HandOver)
    )


def disputable(game: str) -> Callable[[Night, EffectiveFacts], Disputable]:
    """What says what can be disputed of a game."""

    def of_night(night: Night, kept: EffectiveFacts) -> Disputable:
        def called(fact: InTurn) -> str:
            turn = turn_of_round(game, night.tables[game], fact.turn_number, fact.round_number)
            return f"{turn}: {said_of(night, fact)}"

        return Disputable(turns={fact.turn_number: called(fact) for fact in turns_of(kept, game)})

    return of_night
