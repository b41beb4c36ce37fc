"""The columns in which papers set out hands of Fan-Tan: only those in which something stands."""

from __future__ import annotations

from reports.pot_play import HandFigures

Columns = tuple[tuple[str, str], ...]
"""A figure's name and the word above it, of each column."""

_PAID = (
    ("ante", "Ante"),
    ("passing", "Passes"),
    ("penalties", "Penalties"),
    ("for_cards", "Cards"),
    ("dead", "Dead hand"),
)
_GOT = (("received", "Penalties"), ("pot", "Pot"), ("returned", "Back"))
_INTO_POT = (
    ("ante", "Antes"),
    ("passing", "For passes"),
    ("penalty", "Penalties"),
    ("for_cards", "For cards"),
    ("dead", "Dead hand"),
)


def paid_columns(figures: HandFigures) -> Columns:
    """What was paid; cards left in hand always have their column."""
    return _in_use(_PAID, figures, "for_cards")


def got_columns(figures: HandFigures) -> Columns:
    """What was got; the pot always has its column."""
    return _in_use(_GOT, figures, "pot")


def pot_columns(figures: HandFigures) -> Columns:
    """What came into the pot."""
    return _in_use(_INTO_POT, figures, "for_cards")


def _in_use(columns: Columns, figures: HandFigures, always: str) -> Columns:
    return tuple((name, word) for name, word in columns if name == always or getattr(figures, name))
