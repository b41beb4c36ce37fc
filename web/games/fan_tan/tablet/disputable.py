"""What of Fan-Tan a player may dispute: the turns of the hand."""

from __future__ import annotations

from dealer.games.fan_tan.state import FAN_TAN
from dealer.night.night import Night
from events.effective_facts import EffectiveFacts
from events.games.fan_tan import CardsLaid, HandStarted, TurnPassed
from reports.words.cards import card_words
from reports.words.naming import turn_of_round
from reports.words.players import name_of
from web.game_screens import Disputable


def disputable(night: Night, kept: EffectiveFacts) -> Disputable:
    """What can be disputed of the hand that is on or was last."""
    begun, turns = kept.up_to_last(HandStarted), dict[int, str]()
    for one in kept.since(begun) if begun is not None else ():
        match one.fact:
            case CardsLaid(hand=hand, turn=turn, player=player, cards=cards):
                laid = " ".join(card_words(card) for card in cards)
                turns[turn] = f"{turn_of_round(FAN_TAN, turn, hand)}: {name_of(night, player)} lays {laid}"
            case TurnPassed(hand=hand, turn=turn, player=player):
                turns[turn] = f"{turn_of_round(FAN_TAN, turn, hand)}: {name_of(night, player)} passes"
            case _:
                pass
    return Disputable(turns=turns)
