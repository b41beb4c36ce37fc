"""The four suits as drawings, so that a card looks the same with any font."""

from __future__ import annotations

from markupsafe import Markup, escape

from dealer.game.cards import RED_SUITS, rank_of, suit_of
from reports.words.cards import SUIT_NAMES
from reports.words.formatting import NOTHING
from reports.words.language import gettext as _

_OUTLINES = {
    "s": "M50 4C44 22 10 38 10 62c0 22 26 26 35 10 0 12-4 18-11 24h32c-7-6-11-12-11-24 9 16 35 12 35-10"
    "C90 38 56 22 50 4Z",
    "h": "M50 94C44 76 8 58 8 32 8 8 40 4 50 28 60 4 92 8 92 32c0 26-36 44-42 62Z",
    "d": "M50 4C58 24 70 38 86 50 70 62 58 76 50 96 42 76 30 62 14 50 30 38 42 24 50 4Z",
    "c": "M50 6c-13 0-22 9-22 21 0 6 3 12 8 16-15-5-29 4-29 19s15 25 27 19c5-2 9-6 11-11-1 12-5 18-11 26h32"
    "c-6-8-10-14-11-26 2 5 6 9 11 11 12 6 27-4 27-19S79 38 64 43c5-4 8-10 8-16C72 15 63 6 50 6Z",
}


def pip(card: str) -> Markup:
    """The suit of a card as a drawing; nothing where it was not noted."""
    suit = suit_of(card)
    if suit is None:
        return Markup("")
    colour = "#a3232b" if suit in RED_SUITS else "#1d1a16"
    return Markup(
        f'<svg class="pip" viewBox="0 0 100 100" role="img"><title>{_(SUIT_NAMES[suit])}</title>'
        f'<path d="{_OUTLINES[suit]}" fill="{colour}"/></svg>'
    )


def card(shown: str | None) -> Markup:
    """A card with its suit, or a dash for none."""
    return Markup(f"{escape(rank_of(shown))}{pip(shown)}") if shown else Markup(NOTHING)
