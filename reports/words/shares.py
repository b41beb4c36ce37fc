"""Parts of a stake as they are printed: in hundredths, and exactly."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from events.frozen import Frozen
from reports.words.formatting import MINUS
from reports.words.language import gettext as _
from reports.words.language import thousandths_of_a_percent


class Figure(Frozen):
    """What the bank may expect of a stake: in hundredths, and exactly; below zero it is the players'.

    ``exact`` is empty where the hundredths are exact already: all or nothing.
    """

    percent: str
    exact: str
    is_players: bool


def figure(share: Fraction) -> Figure:
    """A part of a stake as it is printed."""
    sign = MINUS if share < 0 else ""
    exact = f"{sign}{abs(share.numerator)}/{share.denominator}" if share.denominator > 1 else ""
    return Figure(percent=_hundredths(share), exact=exact, is_players=share < 0)


def _hundredths(share: Fraction) -> str:
    """A part of a stake in hundredths with three decimals; one that is less than their last is not said to be none."""
    rounded = round(share, 5)
    if share and not rounded:
        return _("under %(percent)s", percent=thousandths_of_a_percent(Decimal(1).scaleb(-5)))
    return thousandths_of_a_percent(Decimal(rounded.numerator) / rounded.denominator)
