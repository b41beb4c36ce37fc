"""Formats amounts, times, shares and cards in the language in force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time, tzinfo
from decimal import Decimal
from fractions import Fraction
from itertools import repeat
from unicodedata import bidirectional

from msgspec.structs import replace

from dealer.commands.refusal import dollars, marked
from dealer.game.cards import rank_of, suit_of
from dealer.night.evolve import History
from dealer.night.night import Night
from dealer.night.similar_names import skeleton
from events.common.night import PlayerSeated
from events.frozen import Frozen
from events.records import Recorded
from ledger.accounts import BANK
from reports.words.language import (
    currency_amount,
    day,
    is_plain,
    ngettext,
    number,
    short_day,
    thousandths_of_a_percent,
    time_of_day,
)
from reports.words.language import gettext as _


class Figure(Frozen):
    """The bank's expectation of a stake in hundredths, and as an exact fraction. Negative favours the players.

    ``exact`` is empty where the hundredths are exact.
    """

    percent: str
    exact: str
    is_players: bool


def figure(share: Fraction) -> Figure:
    """Format a share of a stake."""
    sign = MINUS if share < 0 else ""
    exact = f"{sign}{abs(share.numerator)}/{share.denominator}" if share.denominator > 1 else ""
    return Figure(percent=_hundredths(share), exact=exact, is_players=share < 0)


def _hundredths(share: Fraction) -> str:
    """A share in hundredths with three decimals. A share too small for them is never shown as zero."""
    rounded = round(share, 5)
    if share and not rounded:
        return _("under %(percent)s", percent=thousandths_of_a_percent(Decimal(1).scaleb(-5)))
    return thousandths_of_a_percent(Decimal(rounded.numerator) / rounded.denominator)


SYMBOLS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
SUIT_NAMES = {"s": marked("spades"), "h": marked("hearts"), "d": marked("diamonds"), "c": marked("clubs")}
_WITH_RANKS = {
    "s": marked("%(rank)s of spades"),
    "h": marked("%(rank)s of hearts"),
    "d": marked("%(rank)s of diamonds"),
    "c": marked("%(rank)s of clubs"),
}


def card_words(card: str | None) -> str:
    """A card with its suit symbol where the suit is known: ``Q♠``; "" for ``None``."""
    if card is None:
        return ""
    return rank_of(card) + SYMBOLS.get(suit_of(card) or "", "")


def card_in_words(card: str, rank: str = "") -> str:
    """A card in words, with its suit where it is known; ``rank`` is the word for its rank, if not its index.

    >>> card_in_words("7d"), card_in_words("Q")
    ('7 of diamonds', 'Q')
    """
    suit = suit_of(card)
    return _(_WITH_RANKS[suit], rank=rank or rank_of(card)) if suit else rank or card


def cards_words(cards: Iterable[str]) -> str:
    """Several cards: ``7♠ and 7♦``."""
    return listed([card_words(card) for card in cards])


def cards_in_words(cards: Iterable[str]) -> str:
    """Several cards in words.

    >>> cards_in_words(["7s", "7d"])
    'the 7 of spades and the 7 of diamonds'
    """
    return listed([_("the %(card)s", card=card_in_words(card)) for card in cards])


MINUS = "−"
NOTHING = "–"


def money(cents: int) -> str:
    """An amount with cents.

    >>> money(105000), money(-3850)
    ('$1,050.00', '−$38.50')
    """
    return currency_amount(cents)


def brief(cents: int) -> str:
    """An amount in a sentence, without ``.00``; in English and dollars as the screens write it.

    >>> brief(105000), brief(25), brief(325)
    ('$1,050', '25¢', '$3.25')
    """
    return dollars(cents) if is_plain() else currency_amount(cents, whole=True)


def signed(cents: int) -> str:
    """An amount with its sign; zero has no sign.

    >>> signed(1200), signed(-7600), signed(0)
    ('+$12.00', '−$76.00', '$0.00')
    """
    return f"+{money(cents)}" if cents > 0 else money(cents)


def or_dash(cents: int) -> str:
    """An amount, or a dash for zero."""
    return money(cents) if cents else NOTHING


def signed_or_dash(cents: int) -> str:
    """A signed amount, or a dash for zero."""
    return signed(cents) if cents else NOTHING


def signed_number(chips: int) -> str:
    """A number of chips with its sign.

    >>> signed_number(12), signed_number(-3), signed_number(0)
    ('+12', '−3', '0')
    """
    return f"+{number(chips)}" if chips > 0 else number(chips)


def chips_words(chips: int, chip_cents: int) -> str:
    """A number of chips and their value.

    >>> chips_words(14, 25), chips_words(0, 25)
    ('14 chips ($3.50)', 'nothing')
    """
    if not chips:
        return _("nothing")
    return ngettext("%(num)s chip (%(worth)s)", "%(num)s chips (%(worth)s)", chips, worth=brief(chips * chip_cents))


def number_of_chips(chips: int) -> str:
    """A number of chips, or "nothing".

    >>> number_of_chips(1), number_of_chips(3), number_of_chips(0)
    ('1 chip', '3 chips', 'nothing')
    """
    return ngettext("%(num)s chip", "%(num)s chips", chips) if chips else _("nothing")


def listed(parts: Sequence[str]) -> str:
    """Join items with "and", as the language in force does.

    >>> listed(["a"]), listed(["a", "b"]), listed(("a", "b", "c")), listed([])
    ('a', 'a and b', 'a, b and c', '')
    """
    if len(parts) < 2:
        return "".join(parts)
    return _("%(first)s and %(last)s", first=", ".join(parts[:-1]), last=parts[-1])


def labelled(label: str, text: str) -> str:
    """A text after what it is about.

    >>> labelled("Q", "5 dollars")
    'Q: 5 dollars'
    """
    return _("%(name)s: %(text)s", name=label, text=text)


def either(parts: Sequence[str]) -> str:
    """Join items with "or".

    >>> either(["a"]), either(("a", "b", "c"))
    ('a', 'a, b or c')
    """
    if len(parts) < 2:
        return "".join(parts)
    return _("%(first)s or %(last)s", first=", ".join(parts[:-1]), last=parts[-1])


def written_out(iso_date: str) -> str:
    """An ISO date in words.

    >>> written_out("2026-11-21")
    'Saturday 21 November 2026'
    """
    return day(datetime.combine(date.fromisoformat(iso_date), time()))


def short_date(iso_date: str) -> str:
    """An ISO date for a narrow column.

    >>> short_date("2026-11-21")
    'Nov 21, 2026'
    """
    return short_day(date.fromisoformat(iso_date))


def at_the_table(at: str, zone: tzinfo | None) -> datetime:
    """Convert a recorded time (ISO 8601 in UTC) to the table's zone; ``None`` is the zone of the machine."""
    return datetime.fromisoformat(at).astimezone(zone)


def hour(at: str, zone: tzinfo | None) -> str:
    """The time of day of a recorded time.

    >>> from datetime import UTC
    >>> hour("2026-11-21T20:05:00Z", UTC), hour("2026-11-22T00:30:00Z", UTC)
    ('8:05 pm', '12:30 am')
    """
    return time_of_day(at_the_table(at, zone))


def hour_of_night(at: str, opened: str) -> str:
    """The time of day by the machine's clock; with its UTC offset if the clock has changed since the night opened."""
    return hour(at, None) + changed_offset(at, opened)


def changed_offset(at: str, opened: str) -> str:
    """The UTC offset of the machine's clock, after a space; "" if it was the same when the night opened."""
    now = offset(at, None)
    return "" if now == offset(opened, None) else f" {now}"


def day_of(at: str, zone: tzinfo | None) -> str:
    """The day of a recorded time in words.

    >>> from datetime import UTC
    >>> day_of("2026-11-21T20:05:00Z", UTC)
    'Saturday 21 November 2026'
    """
    return day(at_the_table(at, zone))


def offset(at: str, zone: tzinfo | None) -> str:
    """The UTC offset of the table's zone at a recorded time.

    >>> from datetime import UTC
    >>> offset("2026-11-21T20:05:00Z", UTC)
    'UTC'
    """
    text = at_the_table(at, zone).strftime("%z")
    return "UTC" if text == "+0000" else f"UTC{text[:3].replace('-', MINUS)}:{text[3:5]}"


def grouped(digits: str, size: int = 4) -> str:
    """A long number in groups of ``size`` digits.

    >>> grouped("7f3a90c251de")
    '7f3a 90c2 51de'
    """
    return " ".join(digits[at : at + size] for at in range(0, len(digits), size))


def density(amounts: Iterable[int], at_ease: int, most: int, heads: Sequence[str] = ()) -> str:
    """The class of a table by the widest amounts of its columns, in cents: "", ``wide`` or ``wider``.

    ``at_ease`` is how many letters fit at the usual size of figures, ``most`` how many at the smaller size. A column is
    as wide as its amount, or as the longest word of its heading in ``heads``, which have the same order.
    """
    columns = zip(amounts, heads or repeat(""), strict=False)
    letters = sum(max(len(or_dash(cents)), *map(len, head.split()), 0) for cents, head in columns)
    if letters <= at_ease:
        return ""
    return "wide" if letters <= most else "wider"


def widest(amounts: Iterable[int]) -> int:
    """The widest amount of a column in cents; 0 for none."""
    return max(amounts, key=lambda cents: len(or_dash(cents)), default=0)


_LONGEST = 120
"""Longest name that fits everywhere. A sheet could not hold 500 letters, the limit of the book."""


_FROM_LEFT_TO_RIGHT = "\u200e"
"""Invisible mark: the text after it runs from left to right."""


def name_of(night: Night, player: str) -> str:
    """A player's name; the key if nobody with that key ever sat."""
    seat = night.seats.get(player)
    return seat.name if seat else player


def names_of(events: Iterable[Recorded]) -> dict[str, str]:
    """The names of all who took a seat by seat key, including seats that were taken back."""
    return {event.event.player: event.event.name for event in events if isinstance(event.event, PlayerSeated)}


def side_of(side: str, names: Mapping[str, str]) -> str:
    """A side of a correction: the bank, or the player's name."""
    return _("the bank") if side == BANK else names.get(side, side)


def as_on_paper(now: Night, events: Sequence[Recorded]) -> tuple[Night, Sequence[Recorded]]:
    """The night and its events with the players' names as papers print them; unchanged if no name differs.

    Not every table on paper shows the seat beside a name. So a name that equals or resembles another gets its seat. A
    name that is written from right to left ends in a mark; without it the amount that follows would stand before the
    name. A long name is cut, and gets its seat if another name begins in the same way.
    """
    cut = [_cut(name) for name in now.names.values()]
    alike = Counter(map(skeleton, cut))
    called = {
        player: (name, shown)
        for seat, ((player, name), short) in enumerate(zip(now.names.items(), cut, strict=True), start=1)
        if (shown := _shown(short, seat if alike[skeleton(short)] > 1 else 0)) != name
    }
    if not called:
        return now, events
    seats = {key: replace(seat, name=called[key][1]) if key in called else seat for key, seat in now.seats.items()}
    return replace(now, seats=seats), [_as_called(recorded, called) for recorded in events]


def history_on_paper(history: History) -> History:
    """A night's history with the players' names as papers print them; unchanged if no name differs."""
    _now, events = as_on_paper(history.states[-1], history.events)
    return history if events is history.events else History.of(events)


def _cut(name: str) -> str:
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1].rstrip() + "…"


def _shown(name: str, seat: int) -> str:
    if any(bidirectional(letter) in ("R", "AL") for letter in name):
        name += _FROM_LEFT_TO_RIGHT
    return _("%(name)s (seat %(seat)s)", name=name, seat=seat) if seat else name


def _as_called(recorded: Recorded, called: Mapping[str, tuple[str, str]]) -> Recorded:
    """A seating event with the name that papers print; other events unchanged."""
    event = recorded.event
    if not isinstance(event, PlayerSeated) or event.player not in called or event.name != called[event.player][0]:
        return recorded
    return replace(recorded, event=replace(event, name=called[event.player][1]))
