"""The cards painted on the layout: the spades, one way up, as drawings in millimetres (rulebook 1.2)."""

from __future__ import annotations

WIDTH_MM, HEIGHT_MM = 60.0, 88.0
INK = "#1d1a16"
FELL = 'font-family="IM Fell DW Pica SC" text-anchor="middle"'

_LEFT, _MIDDLE, _RIGHT = 18.5, WIDTH_MM / 2, WIDTH_MM - 18.5
_TOP, _BOTTOM = 17.0, HEIGHT_MM - 17.0
_CENTRE = HEIGHT_MM / 2
_THIRD = (_BOTTOM - _TOP) / 3
_PIP = 0.138
_PIP_OF_INDEX = 0.055
_SPADE = "M0-50C-6-29-41-15-41 13-41 36-15 40-4 22-4 34-9 42-18 50H18C9 42 4 34 4 22 15 40 41 36 41 13 41-15 6-29 0-50Z"

_CORNERS = ((_LEFT, _TOP), (_RIGHT, _TOP), (_LEFT, _BOTTOM), (_RIGHT, _BOTTOM))
_SIX = (*_CORNERS, (_LEFT, _CENTRE), (_RIGHT, _CENTRE))
_EIGHT_AT_THE_SIDES = (*_CORNERS, *((x, y) for y in (_TOP + _THIRD, _BOTTOM - _THIRD) for x in (_LEFT, _RIGHT)))
_IN_THE_MIDDLE = (_MIDDLE, _CENTRE)
_UPPER, _LOWER = (_MIDDLE, (_TOP + _CENTRE) / 2), (_MIDDLE, (_BOTTOM + _CENTRE) / 2)
_PIPS = {
    "2": ((_MIDDLE, _TOP), (_MIDDLE, _BOTTOM)),
    "3": ((_MIDDLE, _TOP), _IN_THE_MIDDLE, (_MIDDLE, _BOTTOM)),
    "4": _CORNERS,
    "5": (*_CORNERS, _IN_THE_MIDDLE),
    "6": _SIX,
    "7": (*_SIX, _UPPER),
    "8": (*_SIX, _UPPER, _LOWER),
    "9": (*_EIGHT_AT_THE_SIDES, _IN_THE_MIDDLE),
    "10": (*_EIGHT_AT_THE_SIDES, (_MIDDLE, _TOP + _THIRD / 2), (_MIDDLE, _BOTTOM - _THIRD / 2)),
}
"""Where the pips of a card lie, as on any pack."""

_CROWN = (
    '<path d="M-26-8-32-29-16-17 0-36 16-17 32-29 26-8Z"/><rect x="-26" y="-6.6" width="52" height="6.6" rx="1.4"/>'
    '<circle cx="-32.4" cy="-31.4" r="3"/><circle cx="32.4" cy="-31.4" r="3"/>'
    '<path d="M-1.7-50H1.7V-46H5.7V-42.6H1.7V-37H-1.7V-42.6H-5.7V-46H-1.7Z"/>'
)
_CORONET = (
    '<path d="M-25-8-31-25Q-21-16-16-28-8-16 0-31 8-16 16-28 21-16 31-25L25-8Z"/>'
    '<rect x="-25" y="-6.6" width="50" height="6.6" rx="1.4"/>'
    '<circle cx="-31.6" cy="-28" r="2.7"/><circle cx="-16.2" cy="-31.4" r="2.7"/><circle cx="0" cy="-35" r="3.2"/>'
    '<circle cx="16.2" cy="-31.4" r="2.7"/><circle cx="31.6" cy="-28" r="2.7"/>'
)
_CAP = (
    '<path d="M-25-8C-32-20-18-29-3-25 12-30 31-21 25-8Z"/><rect x="-25" y="-6.6" width="50" height="6.6" rx="1.4"/>'
    '<path d="M4-26C6-41 17-50 37-49 34-46 33-44 33.5-41.5 30-41 28.5-38.5 29-35.5 25-36 23-33.5 23-30.5'
    ' 16-30 11-28 8-25Z"/>'
)
_WORN = {"K": _CROWN, "Q": _CORONET, "J": _CAP}
"""What tells the court cards apart: each spade wears a crown, a coronet or a plumed cap, standing on nought."""


def layout_card(rank: str, x: float, y: float, paper: str) -> str:
    """The card of a rank with its upper left corner there, in ink on paper of a colour."""
    face = _pips(_PIPS[rank]) if rank in _PIPS else _ace(paper) if rank == "A" else _court(rank, paper)
    turned = f"rotate(180 {WIDTH_MM / 2} {HEIGHT_MM / 2})"
    return (
        f'<g transform="translate({x:.2f} {y:.2f})">'
        f'<rect width="{WIDTH_MM}" height="{HEIGHT_MM}" rx="4" fill="{paper}" stroke="{INK}" stroke-width=".5"/>'
        f'<g fill="{INK}">{face}{_index(rank)}<g transform="{turned}">{_index(rank)}</g></g></g>'
    )


def spade(x: float, y: float, size: float, fill: str = INK, *, inverted: bool = False) -> str:
    """A spade about a point, ``size`` high for each hundred."""
    scale = f"{size:.4f} {-size if inverted else size:.4f}"
    return f'<path d="{_SPADE}" transform="translate({x:.2f} {y:.2f}) scale({scale})" fill="{fill}"/>'


def _pips(places: tuple[tuple[float, float], ...]) -> str:
    return "".join(spade(x, y, _PIP, inverted=y > _CENTRE) for x, y in places)


def _index(rank: str) -> str:
    """The rank and a small spade in the upper left corner, for who knows cards by these."""
    return f'<text x="6.4" y="11" font-size="9.6" {FELL}>{rank}</text>{spade(6.4, 16.2, _PIP_OF_INDEX)}'


def _ace(paper: str) -> str:
    """A great spade, engraved with a line and a star."""
    at = f'transform="translate({_MIDDLE} {_CENTRE})'
    rays = "".join(f'<path d="M0-2.4 .6-7 0-9-.6-7Z" transform="rotate({turn})"/>' for turn in range(0, 360, 30))
    return (
        spade(_MIDDLE, _CENTRE, 0.58)
        + f'<path d="{_SPADE}" {at} scale(.5)" fill="none" stroke="{paper}" stroke-width="1.1"/>'
        + f'<g transform="translate({_MIDDLE} {_CENTRE + 5})" fill="{paper}"><circle r="1.8"/>{rays}</g>'
    )


def _court(rank: str, paper: str) -> str:
    """A spade that wears what its rank wears, with its letter cut out, in a frame."""
    lines = f'fill="none" stroke="{INK}"'
    frame = "".join(
        f'<rect x="{inset + 9}" y="{inset}" width="{WIDTH_MM - 18 - 2 * inset}" height="{HEIGHT_MM - 2 * inset}"'
        f' rx="{radius}" {lines} stroke-width="{wide}"/>'
        for inset, radius, wide in ((5.0, 1.2, 0.35), (6.3, 0.7, 0.9))
    )
    worn = f'<g transform="translate({_MIDDLE} 33) scale(.36)">{_WORN[rank]}</g>'
    letter = f'<text x="{_MIDDLE}" y="60.2" font-size="15" fill="{paper}" {FELL}>{rank}</text>'
    return frame + worn + spade(_MIDDLE, 54.5, 0.33) + letter
