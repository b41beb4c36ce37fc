"""Drawings that do not depend on fonts or colour: suits, checks, and the chart of a player's checks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from markupsafe import Markup, escape

from dealer.commands.refusal import marked
from dealer.game.cards import RED_SUITS, rank_of, suit_of
from events.frozen import Frozen
from reports.rounds.statement import Point, Stretch, Timeline
from reports.words.formatting import NOTHING, SUIT_NAMES, SYMBOLS, signed
from reports.words.language import currency_amount
from reports.words.language import gettext as _
from reports.words.naming import round_called

_OUTLINES = {
    "s": "M50 4C44 22 10 38 10 62c0 22 26 26 35 10 0 12-4 18-11 24h32c-7-6-11-12-11-24 9 16 35 12 35-10"
    "C90 38 56 22 50 4Z",
    "h": "M50 94C44 76 8 58 8 32 8 8 40 4 50 28 60 4 92 8 92 32c0 26-36 44-42 62Z",
    "d": "M50 4C58 24 70 38 86 50 70 62 58 76 50 96 42 76 30 62 14 50 30 38 42 24 50 4Z",
    "c": "M50 6c-13 0-22 9-22 21 0 6 3 12 8 16-15-5-29 4-29 19s15 25 27 19c5-2 9-6 11-11-1 12-5 18-11 26h32"
    "c-6-8-10-14-11-26 2 5 6 9 11 11 12 6 27-4 27-19S79 38 64 43c5-4 8-10 8-16C72 15 63 6 50 6Z",
}


def pip(card: str) -> Markup:
    """The suit of a card as a drawing; empty if the suit is unknown."""
    suit = suit_of(card)
    if suit is None:
        return Markup("")
    colour = "#a3232b" if suit in RED_SUITS else "#1d1a16"
    return Markup(
        f'<svg class="pip" viewBox="0 0 100 100" role="img"><title>{_(SUIT_NAMES[suit])}</title>'
        f'<path d="{_OUTLINES[suit]}" fill="{colour}"/></svg>'
    )


def card(shown: str | None) -> Markup:
    """A card with its suit, or a dash for ``None``."""
    return Markup(f"{escape(rank_of(shown))}{pip(shown)}") if shown else Markup(NOTHING)


_CARD_WIDE, _CARD_HIGH, _APART = 60, 84, 8


def cards_in_rows(rows: Sequence[Sequence[str]], title: str) -> Markup:
    """Cards in rows as a picture of any size; an empty text leaves the place of a card free. ``title`` describes it."""
    drawn = Markup("").join(
        _card_at(shown, column * (_CARD_WIDE + _APART), row * (_CARD_HIGH + _APART))
        for row, cards in enumerate(rows)
        for column, shown in enumerate(cards)
    )
    wide, high = max(map(len, rows)) * (_CARD_WIDE + _APART), len(rows) * (_CARD_HIGH + _APART)
    return Markup(
        '<svg viewBox="-2 -2 {} {}" role="img" text-anchor="middle" font-family="Alegreya Sans">'
        "<title>{}</title>{}</svg>"
    ).format(wide - _APART + 4, high - _APART + 4, title, drawn)


def _card_at(shown: str, x: int, y: int) -> Markup:
    if not shown:
        return Markup(
            '<rect x="{}" y="{}" width="{}" height="{}" rx="5" fill="none" stroke="#a89c85" stroke-dasharray="4 4"/>'
        ).format(x, y, _CARD_WIDE, _CARD_HIGH)
    suit = suit_of(shown)
    colour = "#a3232b" if suit in RED_SUITS else INK
    below = (
        Markup('<path d="{}" fill="{}" transform="translate({} {}) scale(.3)"/>').format(
            _OUTLINES[suit], colour, x + _CARD_WIDE // 2 - 15, y + 44
        )
        if suit
        else ""
    )
    return Markup(
        '<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="5" fill="#ffffff" stroke="#1d1a16"/>'
        '<text x="{middle}" y="{line}" font-size="{size}" font-weight="700" fill="{colour}">{rank}</text>{below}'
    ).format(
        x=x,
        y=y,
        wide=_CARD_WIDE,
        high=_CARD_HIGH,
        middle=x + _CARD_WIDE // 2,
        line=y + (34 if suit else 54),
        size=30 if suit else 36,
        colour=colour,
        rank=rank_of(shown),
        below=below,
    )


def suited(text: str) -> Markup:
    """A text with its suit symbols drawn, because the fonts of papers lack them."""
    text = escape(text)
    for suit, sign in SYMBOLS.items():
        text = text.replace(sign, pip(f"A{suit}"))
    return Markup(text)


PAPER = "#ffffff"
INK = "#1d1a16"


class Check(Frozen):
    """The look of a colour of checks: fill, colour of spots and mark, outline of the mark, and a label."""

    fill: str
    spots: str
    outline: str
    label: str


_DIAMOND = "M50 30 66 50 50 70 34 50Z"
_SQUARE = "M36 36H64V64H36Z"
_RING = "M50 32a18 18 0 1 0 .01 0ZM50 41a9 9 0 1 1 -.01 0Z"
_CROSS = "M44 31H56V44H69V56H56V69H44V56H31V44H44Z"
_STAR = "M50 29 55.3 42.7 70 43.5 58.6 52.8 62.3 67 50 59 37.7 67 41.4 52.8 30 43.5 44.7 42.7Z"
_TRIANGLE = "M50 31 69 64H31Z"
_BAR = "M30 42H70V58H30Z"
_HEXAGON = "M50 30 67.3 40V60L50 70 32.7 60V40Z"

CHECKS = {
    "red": Check(fill="#b3222b", spots=PAPER, outline=_DIAMOND, label=marked("red checks, mark: diamond")),
    "blue": Check(fill="#274c93", spots=PAPER, outline=_SQUARE, label=marked("blue checks, mark: square")),
    "white": Check(fill="#fbf8f0", spots="#6d6355", outline=_RING, label=marked("white checks, mark: ring")),
    "black": Check(fill="#262523", spots=PAPER, outline=_CROSS, label=marked("black checks, mark: cross")),
    "yellow": Check(fill="#e3b02c", spots=INK, outline=_STAR, label=marked("yellow checks, mark: star")),
    "green": Check(fill="#24734a", spots=PAPER, outline=_TRIANGLE, label=marked("green checks, mark: triangle")),
    "brown": Check(fill="#6e4526", spots=PAPER, outline=_BAR, label=marked("brown checks, mark: bar")),
    "orange": Check(fill="#d9731f", spots=INK, outline=_HEXAGON, label=marked("orange checks, mark: hexagon")),
}
_OTHER_FILL = "#8a8378"


def checks_of(player: str, seat: int) -> str:
    """A player's checks in words, with the mark that identifies them without colour."""
    check = CHECKS.get(player.lower())
    if check:
        return _(check.label)
    return _("grey checks, mark: the number %(seat)s", seat=seat)


def swatch(player: str, seat: int) -> Markup:
    """A player's check as a drawing. A seat key that is not a colour gets grey checks with the seat number."""
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
    """A small check for a line of text: the colour and a larger mark, without spots on the edge."""
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


WIDTH = 680
HEIGHT, LOW_HEIGHT = 118, 92
_FOR_TICKS, _TICK_LETTER, _GAP = 44, 4.7, 5
"""The least room for amounts beside the chart, the width of a letter, and the gap to the chart."""
_TOP, _BOTTOM = 8, 16
_STEPS = (1, 2, 5)
_MOST_NAMED = 13
"""From this number of rounds on, each is labelled with its number only."""
_NAME_LETTER = 4
"""Width of a letter of a round's name. A name that does not fit its round is cut to the number, or left out if the
number would touch the label before it.
"""
_LABEL = 'font-family="Alegreya Sans" font-size="9.5" fill="#5f5340"'
SPARK_WIDTH, SPARK_HEIGHT = 120, 30
_EDGE = 3
_INK, _EVEN, _FIELD = "#1d1a16", "#5f5340", "#d9d2c3"


def chart(timeline: Timeline, *, low: bool = False) -> Markup:
    """The chart of a course that can be drawn; ``low`` if there is little room."""
    height = LOW_HEIGHT if low else HEIGHT
    scale = _Scale(timeline, height - _BOTTOM)
    parts = [
        _between(timeline.points, scale),
        *_levels(scale),
        *_stretches(timeline, scale),
        *_lines(timeline.points, scale),
    ]
    title = escape(_("the course of the checks, turn by turn"))
    drawn = f'<svg class="chart" viewBox="0 0 {WIDTH} {height}" role="img"><title>{title}</title>{"".join(parts)}</svg>'
    return Markup(drawn)


class _Scale:
    """Maps turns and cents to places on paper."""

    def __init__(self, timeline: Timeline, base: int) -> None:
        values = [cents for point in timeline.points for cents in (point.checks_cents, point.put_in_cents)]
        self.low, self.high = min(values), max(max(values), min(values) + 100)
        room = (self.high - self.low) * 0.06
        self._floor, self._ceiling = self.low - room, self.high + room
        self._length = timeline.length
        longest = max(len(_tick(cents)) for cents in self.levels())
        self.right = round(WIDTH - max(_FOR_TICKS, _GAP + longest * _TICK_LETTER), 1)
        self.base = base

    def x(self, at: int) -> float:
        return round(at * self.right / self._length, 1)

    def y(self, cents: int) -> float:
        part = (cents - self._floor) / (self._ceiling - self._floor)
        return round(self.base - part * (self.base - _TOP), 1)

    def levels(self) -> list[int]:
        """Two to four round amounts for the lines of the chart."""
        span, size = self.high - self.low, 100
        while True:
            for step in (size * factor for factor in _STEPS):
                if span // step <= 3:
                    first = -(-self.low // step) * step
                    return list(range(first, self.high + 1, step))
            size *= 10


def _levels(scale: _Scale) -> list[str]:
    parts = []
    for cents in scale.levels():
        y = scale.y(cents)
        parts.append(f'<path d="M0 {y}H{scale.right}" stroke="#d9d2c3" stroke-width=".6"/>')
        amount = escape(_tick(cents))
        parts.append(f'<text x="{scale.right + _GAP}" y="{round(y + 3.2, 1)}" {_LABEL}>{amount}</text>')
    return parts


def _stretches(timeline: Timeline, scale: _Scale) -> list[str]:
    parts = [f'<path d="M0 {scale.base}H{scale.right}" stroke="#1d1a16" stroke-width=".8"/>']
    game, free_from = ("", 0), 0.0
    for place, stretch in enumerate(timeline.stretches):
        if place:
            parts.append(
                f'<path d="M{scale.x(stretch.start)} {_TOP}V{scale.base}" stroke="#a89c85" stroke-width=".6"/>'
            )
        if stretch.start < stretch.end:
            middle = round((scale.x(stretch.start) + scale.x(stretch.end)) / 2, 1)
            name = _named(stretch)
            room = scale.x(stretch.end) - scale.x(stretch.start)
            if (
                (stretch.game, stretch.match) == game
                or len(timeline.stretches) >= _MOST_NAMED
                or len(name) * _NAME_LETTER > room
            ):
                name = str(stretch.number)
            game = stretch.game, stretch.match
            half = len(name) * _TICK_LETTER / 2
            if middle - half < free_from:
                continue
            free_from = middle + half + _GAP
            y = scale.base + _BOTTOM - 4
            parts.append(f'<text x="{middle}" y="{y}" text-anchor="middle" {_LABEL}>{name}</text>')
    return parts


def _tick(cents: int) -> str:
    return currency_amount(cents, whole=True)


def _named(stretch: Stretch) -> str:
    return escape(round_called(stretch.game, stretch.number, match=stretch.match))


def _between(points: Sequence[Point], scale: _Scale) -> str:
    """The area between checks held and money put in: what they were winning or losing."""
    had = [(scale.x(point.at), scale.y(point.checks_cents)) for point in points]
    put_in = _stairs([(scale.x(point.at), scale.y(point.put_in_cents)) for point in points])
    return f'<path d="{_path([*had, *reversed(put_in)])}Z" fill="#efe9dc"/>'


def _lines(points: Sequence[Point], scale: _Scale) -> list[str]:
    had = [(scale.x(point.at), scale.y(point.checks_cents)) for point in points]
    put_in = _stairs([(scale.x(point.at), scale.y(point.put_in_cents)) for point in points])
    end = had[-1]
    return [
        f'<path d="{_path(put_in)}" fill="none" stroke="#1d1a16" stroke-width=".9" stroke-dasharray="1.2 2.6"/>',
        f'<path d="{_path(had)}" fill="none" stroke="#8e2a22" stroke-width="1.7" stroke-linejoin="round"/>',
        f'<circle cx="{end[0]}" cy="{end[1]}" r="2.6" fill="#8e2a22"/>',
    ]


def _stairs(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The same points with vertical and horizontal lines only."""
    stairs = list(points[:1])
    for before, after in pairwise(points):
        stairs += [(after[0], before[1])] if after[1] != before[1] else []
        stairs.append(after)
    return stairs


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + " ".join(f"{x} {y}" for x, y in points)


Span = tuple[int, int]
"""How far players were behind (0 or less) and ahead (0 or more), in cents: one scale for all sparklines."""


def span_of(courses: Iterable[Timeline]) -> Span:
    """The span of several courses."""
    points = [0, *(_ahead_cents(point) for timeline in courses for point in timeline.points)]
    return min(points), max(points)


def sparkline(timeline: Timeline, span: Span) -> Markup:
    """A course as high as a line of text, dotted where it is even.

    A player who never had checks gets an even line from beginning to end.
    """
    behind, ahead = span
    room = (SPARK_HEIGHT - 2 * _EDGE) / max(ahead - behind, 1)

    def height(cents: int) -> float:
        return round(_EDGE + (ahead - cents) * room, 1)

    step = (SPARK_WIDTH - 2 * _EDGE) / timeline.length
    drawn = [(round(_EDGE + at * step, 1), height(cents)) for at, cents in _ahead(timeline)]
    begin, end = drawn[0], drawn[-1]
    line = " ".join(f"{x} {y}" for x, y in drawn)
    return Markup(
        f'<svg class="sparkline" viewBox="0 0 {SPARK_WIDTH} {SPARK_HEIGHT}" role="img">'
        f"<title>{escape(_text_of(timeline))}</title>"
        f'<path d="M{begin[0]} {height(0)} {line} {end[0]} {height(0)}Z" fill="{_FIELD}"/>'
        f'<path d="M0 {height(0)}H{SPARK_WIDTH}" stroke="{_EVEN}" stroke-width=".8" stroke-dasharray="1 2.6"/>'
        f'<path d="M{line}" fill="none" stroke="{_INK}" stroke-width="1.6"'
        f' stroke-linejoin="round"/><circle cx="{end[0]}" cy="{end[1]}" r="2.6" fill="{_INK}"/></svg>'
    )


def _text_of(timeline: Timeline) -> str:
    ahead = [cents for _, cents in _ahead(timeline)]
    least, most, end = map(signed, (min(ahead), max(ahead), ahead[-1]))
    return _("between %(least)s and %(most)s, at the end %(end)s", least=least, most=most, end=end)


def _ahead(timeline: Timeline) -> list[tuple[int, int]]:
    """The points of the line from the first checks to the end: steps, and cents ahead."""
    points = [(point.at, _ahead_cents(point)) for point in timeline.points] or [(0, 0)]
    last = points[-1][1]
    return [*points, (timeline.length, last)] if len(points) == 1 else points


def _ahead_cents(point: Point) -> int:
    """How far they were ahead of what they had put in, in cents; negative if behind."""
    return point.checks_cents - point.put_in_cents
