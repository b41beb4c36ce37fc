"""Where the play of a night stands, in words: the deal or hand that is on or was last, and its turn.

Turn n is the n-th pair of cards of a deal, or the n-th lay or pass of a hand. Between turns the play stands before the
next one, and it is in a turn from the loser to the winner.
"""

from __future__ import annotations

from typing import Any

from dealer.games.fan_tan.game import FAN_TAN
from dealer.games.fan_tan.state import FanTanTable, fan_tan_of
from dealer.games.fan_tan.state import Phase as PhaseOfHand
from dealer.games.faro.state import FaroTable, Phase, faro_of
from dealer.night import Night
from reports.words.language import gettext as _
from reports.words.language import pgettext


def place_of(night: Night) -> str:
    """Where the play stands: ``deal 2, before turn 8``, ``after hand 1``."""
    return place_at(night.dealing, night.tables[night.dealing])


def place_at(game: str, table: Any) -> str:
    """Where the play stands at the table of a game."""
    if game == FAN_TAN:
        hands: FanTanTable = table
        return within(_hand_of(hands), in_hand(hands) if hands.hand else "")
    deals: FaroTable = table
    return within(_deal_of(deals), in_deal(deals) if deals.deal_is_on else "")


def part_of(night: Night) -> str:
    """The deal or hand that is on, or was last."""
    return _hand_of(fan_tan_of(night)) if night.dealing == FAN_TAN else _deal_of(faro_of(night))


def turn_of(night: Night) -> int:
    """The number of the turn that the play is in or before, or of the last one; 0 while there is none."""
    if night.dealing == FAN_TAN:
        hands = fan_tan_of(night)
        return len(hands.hand.turns) + (hands.phase is PhaseOfHand.PLAYING) if hands.hand else 0
    deals = faro_of(night)
    return deals.turn + (deals.phase is Phase.BETTING) if deals.deal_is_on else 0


def in_deal(table: FaroTable, *, of_all: bool = False) -> str:
    """Where a deal that is on stands: ``before turn 8``, ``turn 8``; ``of_all`` adds how many turns there are."""
    turns = table.house.turns if of_all else 0
    match table.phase:
        case Phase.BEFORE_SODA:
            return before_soda()
        case Phase.BETTING:
            return before_turn(table.turn + 1, of=turns)
        case Phase.LOSER_DRAWN:
            return in_turn(table.turn, of=turns)
        case Phase.BEFORE_HOCK:
            return before_hock()
        case _:
            return after_hock() if table.house.turns == 25 else after_turn(table.turn)


def in_hand(table: FanTanTable) -> str:
    """Where a hand that is on stands: ``before turn 8``, and after the last turn when somebody is out."""
    turns = len(table.hand.turns) if table.hand else 0
    return before_turn(turns + 1) if table.phase is PhaseOfHand.PLAYING else after_turn(turns)


def deal_said(number: int, *, over: bool) -> str:
    """A deal by its number, 0 for none."""
    if not number:
        return before_all()
    return _("after deal %(deal)s", deal=number) if over else _("deal %(deal)s", deal=number)


def hand_said(number: int, *, over: bool) -> str:
    """A hand by its number, 0 for none."""
    if not number:
        return before_all()
    return _("after hand %(hand)s", hand=number) if over else _("hand %(hand)s", hand=number)


def before_all() -> str:
    """Where the play stands before there was any."""
    return _("before the first card")


def before_soda() -> str:
    """Before the first card of a deal."""
    return _("before the soda")


def before_turn(turn: int, *, of: int = 0) -> str:
    """Between turns, by the next one, and of how many where that is given."""
    if of:
        return _("before turn %(turn)s of %(turns)s", turn=turn, turns=of)
    return _("before turn %(turn)s", turn=turn)


def in_turn(turn: int, *, of: int = 0) -> str:
    """In a turn, and of how many where that is given."""
    if of:
        return _("turn %(turn)s of %(turns)s", turn=turn, turns=of)
    return pgettext("where the play stands", "turn %(turn)s", turn=turn)


def after_turn(turn: int) -> str:
    """After the last turn."""
    return _("after turn %(turn)s", turn=turn)


def before_hock() -> str:
    """After the last turn, before the last card."""
    return _("before the hock")


def after_hock() -> str:
    """After the last card."""
    return _("after the hock")


def within(part: str, standing: str) -> str:
    """A deal or hand with where it stands, if that is to be said."""
    return _("%(part)s, %(standing)s", part=part, standing=standing) if standing else part


def turn_of_deal(turn: int, deal: int) -> str:
    """A turn by its deal."""
    return _("turn %(turn)s of deal %(deal)s", turn=turn, deal=deal)


def turn_of_hand(turn: int, hand: int) -> str:
    """A turn by its hand."""
    return _("turn %(turn)s of hand %(hand)s", turn=turn, hand=hand)


def _deal_of(table: FaroTable) -> str:
    return deal_said(table.deal, over=not table.deal_is_on)


def _hand_of(table: FanTanTable) -> str:
    return hand_said(table.hand_number, over=table.hand is None)
