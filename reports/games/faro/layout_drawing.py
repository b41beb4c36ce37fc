"""The layout drawn as the players see it, in millimetres: the spades in two rows, the seven between, high card on top.

Rulebook 1.2. A check of 39 mm fits on a card, and on the corners of its neighbours.
"""

from __future__ import annotations

from markupsafe import escape

from dealer.games.faro.layout import BOTTOM_ROW, SEVEN, TOP_ROW
from events.frozen import Frozen
from reports.games.faro.layout_cards import FELL, INK, WIDTH_MM, layout_card, spade
from reports.words.language import gettext as _

WIDE_MM, HIGH_MM = 544.0, 370.0

_SIDE = 22.0
_STEP = (WIDE_MM - 2 * _SIDE - WIDTH_MM) / len(TOP_ROW)
_STRIP_TOP, _STRIP_HIGH = 20.0, 41.0
_TOP_ROW_AT, _BOTTOM_ROW_AT = 86.0, 206.0
_SEVEN_AT = (_TOP_ROW_AT + _BOTTOM_ROW_AT) / 2
_TITLE_AT = 340.0


class Cloth(Frozen):
    """The colours of a layout: of the cloth, of the lines and words on it, and of the cards' paper."""

    ground: str
    lines: str
    paper: str


GREEN = Cloth(ground="#1b5a45", lines="#d9b65f", paper="#fbf6e9")
WHITE = Cloth(ground="#ffffff", lines=INK, paper="#ffffff")
"""For those short of ink."""


def layout_drawing(cloth: Cloth) -> str:
    """All of the layout, without the ``svg`` around it: ``WIDE_MM`` by ``HIGH_MM``."""
    cards = [layout_card(SEVEN, _column(0), _SEVEN_AT, cloth.paper)]
    for row, y in ((TOP_ROW, _TOP_ROW_AT), (BOTTOM_ROW, _BOTTOM_ROW_AT)):
        cards += [layout_card(rank, _column(at), y, cloth.paper) for at, rank in enumerate(row, start=1)]
    return "".join((_ground(cloth), _rosette(cloth), _strip(cloth), _title(cloth), *cards))


def _column(at: int) -> float:
    """The left side of a column of cards: the seven's first."""
    return _SIDE + at * _STEP


def _ground(cloth: Cloth) -> str:
    lines = f'fill="none" stroke="{cloth.lines}"'
    return (
        f'<rect width="{WIDE_MM}" height="{HIGH_MM}" fill="{cloth.ground}"/>'
        f'<rect x="6" y="6" width="{WIDE_MM - 12}" height="{HIGH_MM - 12}" rx="7" {lines} stroke-width="1.6"/>'
        f'<rect x="9" y="9" width="{WIDE_MM - 18}" height="{HIGH_MM - 18}" rx="4.5" {lines} stroke-width=".5"/>'
    )


def _rosette(cloth: Cloth) -> str:
    """Four spades in a ring, beside the bar."""
    x, y, lines = _column(0) + WIDTH_MM / 2, _STRIP_TOP + _STRIP_HIGH / 2, f'fill="none" stroke="{cloth.lines}"'
    spades = "".join(
        f'<g transform="rotate({turn})">{spade(0, -9.6, 0.12, cloth.lines)}</g>' for turn in (0, 90, 180, 270)
    )
    rings = "".join(
        f'<circle r="{radius}" {lines} stroke-width="{width}"/>' for radius, width in ((20.4, 1.2), (18.2, 0.5))
    )
    return f'<g transform="translate({x:.2f} {y:.2f})">{rings}{spades}</g>'


def _strip(cloth: Cloth) -> str:
    """The bar for high card, nearest the dealer."""
    left, wide = _column(1), _column(len(TOP_ROW)) + WIDTH_MM - _column(1)
    middle, lines = left + wide / 2, f'fill="none" stroke="{cloth.lines}"'
    words_at, name = _STRIP_TOP + _STRIP_HIGH / 2, escape(_("High Card"))
    return (
        f'<rect x="{left:.2f}" y="{_STRIP_TOP}" width="{wide:.2f}" height="{_STRIP_HIGH}" rx="4" {lines}'
        ' stroke-width="1.2"/>'
        f'<text x="{middle:.2f}" y="{words_at + 7.2}" font-size="25" letter-spacing="9" fill="{cloth.lines}" {FELL}>'
        f"{name}</text>"
    )


def _title(cloth: Cloth) -> str:
    """The game's name at the players' side, between two spades."""
    middle = WIDE_MM / 2
    rules = "".join(
        f'<path d="M{middle + side * 62:.1f} {_TITLE_AT - 6}H{middle + side * 205:.1f}" stroke="{cloth.lines}"'
        ' stroke-width=".6" fill="none"/>' + spade(middle + side * 53, _TITLE_AT - 6, 0.1, cloth.lines)
        for side in (-1, 1)
    )
    look = f'font-size="24" letter-spacing="8" fill="{cloth.lines}" {FELL}'
    title = escape(_("Faro"))
    return f'{rules}<text x="{middle}" y="{_TITLE_AT}" {look}>{title}</text>'
