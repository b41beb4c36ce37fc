"""Where the play of a night stands, in words: the deal or hand that is on or was last, and its turn."""

from __future__ import annotations

from dealer.fan_tan.game import FAN_TAN
from dealer.night import Night
from dealer.tables import fan_tan_of, faro_of
from reports.language import gettext as _


def place_of(night: Night) -> str:
    """Where the play stands: ``deal 2, turn 7``, ``after hand 1``."""
    return with_turn(part_of(night), turn_of(night))


def part_of(night: Night) -> str:
    """The deal or hand that is on, or was last."""
    if night.dealing == FAN_TAN:
        hands = fan_tan_of(night)
        return hand_said(hands.hand_number, over=hands.hand is None)
    deal = faro_of(night)
    return deal_said(deal.deal, over=not deal.deal_is_on)


def turn_of(night: Night) -> int:
    """How many turns of the deal or hand that is on have begun."""
    if night.dealing == FAN_TAN:
        hand = fan_tan_of(night).hand
        return len(hand.turns) if hand else 0
    deal = faro_of(night)
    return deal.turn if deal.deal_is_on else 0


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


def with_turn(part: str, turn: int) -> str:
    """A deal or hand with its turn, 0 for none."""
    return _("%(part)s, turn %(turn)s", part=part, turn=turn) if turn else part
