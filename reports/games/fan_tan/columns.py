"""The columns in which papers set out hands of Fan-Tan: only those in which something stands."""

from __future__ import annotations

from reports.games.fan_tan.play import HandFigures
from reports.words.language import gettext as _
from reports.words.language import pgettext

Columns = tuple[tuple[str, str], ...]
"""A figure's name and the word above it, of each column."""


def paid_columns(figures: HandFigures) -> Columns:
    """What was paid; cards left in hand always have their column."""
    columns = (
        ("ante", _("Ante")),
        ("passing", pgettext("paid for", "Passes")),
        ("penalties", _("Penalties")),
        ("for_cards", pgettext("paid for", "Cards")),
        ("dead", _("Dead hand")),
    )
    return _in_use(columns, figures, "for_cards")


def got_columns(figures: HandFigures) -> Columns:
    """What was got; the pot always has its column."""
    columns = (("received", _("Penalties")), ("pot", _("Pot")), ("returned", pgettext("chips given back", "Back")))
    return _in_use(columns, figures, "pot")


def pot_columns(figures: HandFigures) -> Columns:
    """What came into the pot."""
    columns = (
        ("ante", _("Antes")),
        ("passing", _("For passes")),
        ("penalty", _("Penalties")),
        ("for_cards", _("For cards")),
        ("dead", _("Dead hand")),
    )
    return _in_use(columns, figures, "for_cards")


def _in_use(columns: Columns, figures: HandFigures, always: str) -> Columns:
    return tuple((name, word) for name, word in columns if name == always or getattr(figures, name))
