"""A marker's three slips: the original that the player signs, the slip for its payment, and the one for the box.

They are printed on the roll of a slip printer, or all three on a sheet of the house.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from babel.numbers import get_currency_name

from dealer.night.night import Night
from events.facts.papers import ROLL
from events.frozen import Frozen
from events.records import Recorded
from reports.pdf.render import pdf, slip
from reports.pdf.seal import Seal, seal_of
from reports.render_options import PLAIN, RenderOptions
from reports.sheets.marker_register import Marker, MarkerRegister, marker_register_of
from reports.sheets.masthead import Masthead, masthead_of
from reports.words.language import gettext as _
from reports.words.language import language, style
from reports.words.number_words import in_words

_LINES_TO_FILL_IN = 3


class MarkerSlips(Frozen):
    """All that the slips of a marker say."""

    masthead: Masthead
    marker: Marker
    seal: Seal

    @property
    def is_paid(self) -> bool:
        """Whether all of it was paid."""
        return not self.marker.void and not self.marker.open_cents

    def is_to_be_signed(self, options: RenderOptions) -> bool:
        """Whether the original has lines to sign at.

        Not where nothing is owed on it, and not again: whoever signed two would have promised twice.
        """
        return bool(self.marker.open_cents) and not (options.printing and options.printing.is_reprint)

    @property
    def lines_to_fill_in(self) -> int:
        """How many payments there is room for on the payment slip besides those that were made."""
        return max(1, _LINES_TO_FILL_IN - len(self.marker.payments)) if self.marker.open_cents else 0


def marker_slips_view(
    now: Night,
    facts: Sequence[Recorded],
    number: int,
    zone: tzinfo | None = None,
    register: MarkerRegister | None = None,
) -> MarkerSlips:
    """The slips of a marker from a night and all of its facts. ``register`` saves making it again.

    Raises :class:`LookupError` where no marker has the number.
    """
    return MarkerSlips(
        masthead=masthead_of(now, facts, f"marker-{number}", zone),
        marker=(register or marker_register_of(now, facts)).of(number),
        seal=seal_of(now, facts),
    )


def print_marker_slips(view: MarkerSlips, options: RenderOptions = PLAIN) -> bytes:
    """The slips of a marker as PDF, on the roll or on a sheet as the house has them."""
    title = _("Marker Nº %(number)s: %(name)s", number=view.marker.number, name=view.marker.name)
    shown = {"view": view, "written_out": written_out_in_words(view.marker.cents)}
    if options.style.slips == ROLL:
        return slip("marker_slips.html", title, options, roll=True, **shown)
    return pdf("marker_slips.html", title, options, roll=False, **shown)


def written_out_in_words(cents: int) -> str:
    """An amount in words, the cents as a fraction, in the language and currency in force.

    >>> written_out_in_words(52550)
    'Five hundred twenty-five and 50/100 US dollars'
    """
    whole, rest = divmod(cents, 100)
    words = _(
        "%(words)s and %(cents)s/100 %(currency)s",
        words=in_words(whole, style().language),
        cents=f"{rest:02}",
        currency=get_currency_name(style().currency, count=2, locale=language().locale),
    )
    return words[:1].upper() + words[1:]
