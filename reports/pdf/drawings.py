"""Cards' suits and players' checks as little drawings, the same with any font, told apart without colour."""

from __future__ import annotations

from markupsafe import Markup, escape

from dealer.commands.phrases import marked
from dealer.game.cards import RED_SUITS, rank_of, suit_of
from events.frozen import Frozen
from reports.words.cards import SUIT_NAMES, SYMBOLS
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


def suited(said: str) -> Markup:
    """A text with its signs of suits drawn, for the faces of the papers have none."""
    text = escape(said)
    for suit, sign in SYMBOLS.items():
        text = text.replace(sign, pip(f"A{suit}"))
    return Markup(text)


PAPER = "#ffffff"
INK = "#1d1a16"


class Check(Frozen):
    """How a colour of checks looks: its fill, the colour of its edge and mark, the mark's outline; and in words."""

    fill: str
    spots: str
    outline: str
    said: str


_DIAMOND = "M50 30 66 50 50 70 34 50Z"
_SQUARE = "M36 36H64V64H36Z"
_RING = "M50 32a18 18 0 1 0 .01 0ZM50 41a9 9 0 1 1 -.01 0Z"
_CROSS = "M44 31H56V44H69V56H56V69H44V56H31V44H44Z"
_STAR = "M50 29 55.3 42.7 70 43.5 58.6 52.8 62.3 67 50 59 37.7 67 41.4 52.8 30 43.5 44.7 42.7Z"
_TRIANGLE = "M50 31 69 64H31Z"
_BAR = "M30 42H70V58H30Z"
_HEXAGON = "M50 30 67.3 40V60L50 70 32.7 60V40Z"

CHECKS = {
    "red": Check(fill="#b3222b", spots=PAPER, outline=_DIAMOND, said=marked("red checks, mark: diamond")),
    "blue": Check(fill="#274c93", spots=PAPER, outline=_SQUARE, said=marked("blue checks, mark: square")),
    "white": Check(fill="#fbf8f0", spots="#6d6355", outline=_RING, said=marked("white checks, mark: ring")),
    "black": Check(fill="#262523", spots=PAPER, outline=_CROSS, said=marked("black checks, mark: cross")),
    "yellow": Check(fill="#e3b02c", spots=INK, outline=_STAR, said=marked("yellow checks, mark: star")),
    "green": Check(fill="#24734a", spots=PAPER, outline=_TRIANGLE, said=marked("green checks, mark: triangle")),
    "brown": Check(fill="#6e4526", spots=PAPER, outline=_BAR, said=marked("brown checks, mark: bar")),
    "orange": Check(fill="#d9731f", spots=INK, outline=_HEXAGON, said=marked("orange checks, mark: hexagon")),
}
_OTHER_FILL = "#8a8378"


def checks_of(player: str, seat: int) -> str:
    """A player's checks in words, with what tells them from the others' without colour."""
    check = CHECKS.get(player.lower())
    if check:
        return _(check.said)
    return _("grey checks, mark: the number %(seat)s", seat=seat)


def swatch(player: str, seat: int) -> Markup:
    """A player's check as a drawing; a seat key that is no known colour gets grey checks with the seat's number."""
    check = CHECKS.get(player.lower())
    fill, spots = (check.fill, check.spots) if check else (_OTHER_FILL, PAPER)
    turned = "".join(
        f'<rect x="43" y="3" width="14" height="13" transform="rotate({30 + 60 * n} 50 50)"/>' for n in range(6)
    )
    mark = f'<path d="{check.outline}" fill-rule="evenodd"/>' if check else _number(seat)
    return Markup(
        '<svg class="check" viewBox="0 0 100 100" role="img">'
        f"<title>{escape(checks_of(player, seat))}</title>"
        f'<circle cx="50" cy="50" r="47" fill="{fill}" stroke="{INK}" stroke-width="3"/>'
        f'<g fill="{spots}">{turned}</g>'
        f'<circle cx="50" cy="50" r="47" fill="none" stroke="{INK}" stroke-width="3"/>'
        f'<circle cx="50" cy="50" r="32" fill="{fill}" stroke="{spots}" stroke-width="1.6"/>'
        f'<g fill="{spots}">{mark}</g>'
        "</svg>"
    )


def small_check(player: str, seat: int) -> Markup:
    """The same for a line of text: the colour and a larger mark, without the spots of the edge."""
    check = CHECKS.get(player.lower())
    fill, spots = (check.fill, check.spots) if check else (_OTHER_FILL, PAPER)
    large = 'transform="translate(-27.5 -27.5) scale(1.55)"'
    mark = f'<path d="{check.outline}" fill-rule="evenodd" {large}/>' if check else _number(seat, 76)
    title = escape(_("seat %(seat)s", seat=seat))
    return Markup(
        '<svg class="check" viewBox="0 0 100 100" role="img">'
        f"<title>{title}</title>"
        f'<circle cx="50" cy="50" r="46" fill="{fill}" stroke="{INK}" stroke-width="5"/>'
        f'<g fill="{spots}">{mark}</g>'
        "</svg>"
    )


def _number(seat: int, size: int = 38) -> str:
    style = f'font-family="Alegreya Sans" font-size="{size}" font-weight="700" text-anchor="middle"'
    return f'<text x="50" y="{50 + round(size * 0.34)}" {style}>{seat}</text>'
