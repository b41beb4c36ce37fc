"""The course of a hand: what was laid and passed last, which its players may dispute."""

from __future__ import annotations

from dealer.games.fan_tan.state import FAN_TAN, FanTanTable, Hand
from dealer.night.night import Night
from events.effective_facts import EffectiveFacts
from events.frozen import Frozen
from events.games.fan_tan import CardsLaid, HandStarted, TurnPassed
from reports.words.cards import card_words
from reports.words.naming import turn_of_round
from reports.words.players import name_of
from web.game_screens import Disputable
from web.tablet.marks import Mark

TURNS_SHOWN = 12


class TurnLine(Frozen):
    """A turn: whose, and the cards that they laid; none for a pass."""

    number: int
    player: str
    player_name: str
    mark: Mark
    laid: tuple[str, ...]

    @property
    def said(self) -> str:
        """The turn in words."""
        return f"Turn {self.number}: {self.player_name} {'lays ' + ' '.join(self.laid) if self.laid else 'passes'}"


def course_of(table: FanTanTable, names: dict[str, str], marks: dict[str, Mark]) -> tuple[TurnLine, ...]:
    """The last turns of the hand that is on, the latest first."""
    hand: Hand | None = table.hand
    if hand is None:
        return ()
    numbered = list(enumerate(hand.turns, start=1))[-TURNS_SHOWN:]
    return tuple(
        TurnLine(
            number=number,
            player=turn.player,
            player_name=names[turn.player],
            mark=marks[turn.player],
            laid=tuple(card_words(card) for card in turn.cards),
        )
        for number, turn in reversed(numbered)
    )


def disputable(night: Night, kept: EffectiveFacts) -> Disputable:
    """What can be disputed of the hand that is on or was last."""
    begun, turns = kept.up_to_last(HandStarted), dict[int, str]()
    for one in kept.since(begun) if begun is not None else ():
        match one.fact:
            case CardsLaid(hand=hand, turn=turn, player=player, cards=cards):
                laid = " ".join(card_words(card) for card in cards)
                turns[turn] = f"{turn_of_round(FAN_TAN, None, turn, hand)}: {name_of(night, player)} lays {laid}"
            case TurnPassed(hand=hand, turn=turn, player=player):
                turns[turn] = f"{turn_of_round(FAN_TAN, None, turn, hand)}: {name_of(night, player)} passes"
            case _:
                pass
    return Disputable(turns=turns)
