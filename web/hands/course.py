"""What of a hand can be disputed: each turn of the one that is on or was last, in the words of its facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dealer.night.night import Night
from events.effective_facts import EffectiveFacts
from events.facts.play import InTurn
from events.games import game_of
from reports.words.naming import turn_of_round
from reports.words.sentences import said_of
from web.game_screens import Disputable
from web.hands.payment import Hands


def turns_of(kept: EffectiveFacts, hands: Hands) -> Iterator[InTurn]:
    """What was recorded turn by turn of the hand that is on or was last; ``kept`` are the night's effective facts."""
    begun = kept.up_to_last(hands.begun)
    facts = (one.fact for one in kept.since(begun)) if begun is not None else ()
    return (fact for fact in facts if isinstance(fact, InTurn))


def disputable(game: str, hands: Hands) -> Callable[[Night, EffectiveFacts], Disputable]:
    """What says what can be disputed of a game."""

    def of_night(night: Night, kept: EffectiveFacts) -> Disputable:
        def called(fact: InTurn) -> str:
            turn = turn_of_round(game, night.tables[game], fact.turn_number, fact.round_number)
            return f"{turn}: {said_of(night, fact)}"

        return Disputable(
            turns={fact.turn_number: called(fact) for fact in turns_of(kept, hands) if game_of(fact) == game}
        )

    return of_night
