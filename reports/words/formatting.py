"""How amounts, hours and dates are written on paper, as the language in force does, and how much room amounts take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, tzinfo
from itertools import repeat

from dealer.commands.phrases import dollars
from reports.words.language import currency_amount, day, is_plain, ngettext, number, time_of_day
from reports.words.language import gettext as _

MINUS = "−"
NOTHING = "–"


def money(cents: int) -> str:
    """An amount to the cent.

    >>> money(105000), money(-3850)
    ('$1,050.00', '−$38.50')
    """
    return currency_amount(cents)


def brief(cents: int) -> str:
    """An amount in a sentence, without cents where it has none; in English and dollars as the screens write it.

    >>> brief(105000), brief(25), brief(325)
    ('$1,050', '25¢', '$3.25')
    """
    return dollars(cents) if is_plain() else currency_amount(cents, whole=True)


def signed(cents: int) -> str:
    """An amount that came or went, with its sign in front; nothing is written without one.

    >>> signed(1200), signed(-7600), signed(0)
    ('+$12.00', '−$76.00', '$0.00')
    """
    return f"+{money(cents)}" if cents > 0 else money(cents)


def or_dash(cents: int) -> str:
    """An amount, or a dash for none."""
    return money(cents) if cents else NOTHING


def signed_or_dash(cents: int) -> str:
    """A signed amount, or a dash for none."""
    return signed(cents) if cents else NOTHING


def signed_number(chips: int) -> str:
    """A number of chips that came or went, with its sign in front.

    >>> signed_number(12), signed_number(-3), signed_number(0)
    ('+12', '−3', '0')
    """
    return f"+{number(chips)}" if chips > 0 else number(chips)


def chips_words(chips: int, chip_cents: int) -> str:
    """So many chips and what they are worth.

    >>> chips_words(14, 25), chips_words(0, 25)
    ('14 chips ($3.50)', 'nothing')
    """
    if not chips:
        return _("nothing")
    return ngettext("%(num)s chip (%(worth)s)", "%(num)s chips (%(worth)s)", chips, worth=brief(chips * chip_cents))


def number_of_chips(chips: int) -> str:
    """So many chips; nothing for none.

    >>> number_of_chips(1), number_of_chips(3), number_of_chips(0)
    ('1 chip', '3 chips', 'nothing')
    """
    return ngettext("%(num)s chip", "%(num)s chips", chips) if chips else _("nothing")


def listed(parts: Sequence[str]) -> str:
    """Things in a sentence, as the language in force joins them.

    >>> listed(["a"]), listed(["a", "b"]), listed(("a", "b", "c")), listed([])
    ('a', 'a and b', 'a, b and c', '')
    """
    if len(parts) < 2:
        return "".join(parts)
    return _("%(first)s and %(last)s", first=", ".join(parts[:-1]), last=parts[-1])


def either(parts: Sequence[str]) -> str:
    """Things in a sentence of which one is meant.

    >>> either(["a"]), either(("a", "b", "c"))
    ('a', 'a, b or c')
    """
    if len(parts) < 2:
        return "".join(parts)
    return _("%(first)s or %(last)s", first=", ".join(parts[:-1]), last=parts[-1])


def written_out(iso_date: str) -> str:
    """An ISO date as people write it.

    >>> written_out("2026-11-21")
    'Saturday 21 November 2026'
    """
    return day(datetime.combine(date.fromisoformat(iso_date), time()))


def at_the_table(at: str, zone: tzinfo | None) -> datetime:
    """A recorded moment (ISO 8601 in UTC) by the clock of the table: a zone, or the machine's own."""
    return datetime.fromisoformat(at).astimezone(zone)


def hour(at: str, zone: tzinfo | None) -> str:
    """The hour of a recorded moment.

    >>> from datetime import UTC
    >>> hour("2026-11-21T20:05:00Z", UTC), hour("2026-11-22T00:30:00Z", UTC)
    ('8:05 pm', '12:30 am')
    """
    return time_of_day(at_the_table(at, zone))


def day_of(at: str, zone: tzinfo | None) -> str:
    """The day of a recorded moment, written out.

    >>> from datetime import UTC
    >>> day_of("2026-11-21T20:05:00Z", UTC)
    'Saturday 21 November 2026'
    """
    return day(at_the_table(at, zone))


def offset(at: str, zone: tzinfo | None) -> str:
    """How the table's clock stood to UTC at a recorded moment.

    >>> from datetime import UTC
    >>> offset("2026-11-21T20:05:00Z", UTC)
    'UTC'
    """
    text = at_the_table(at, zone).strftime("%z")
    return "UTC" if text == "+0000" else f"UTC{text[:3].replace('-', MINUS)}:{text[3:5]}"


def grouped(digits: str, size: int = 4) -> str:
    """A long number in groups, so that people can read it out.

    >>> grouped("7f3a90c251de")
    '7f3a 90c2 51de'
    """
    return " ".join(digits[at : at + size] for at in range(0, len(digits), size))


def density(amounts: Iterable[int], at_ease: int, most: int, heads: Sequence[str] = ()) -> str:
    """The class of a table by the widest amounts of its columns, in cents: nothing, ``wide`` or ``wider``.

    So many letters go side by side in the usual size of figures, and so many in a smaller one. A column is as wide as
    its amount, or as the longest word of what stands above it, for ``heads`` that are given in the same order.
    """
    columns = zip(amounts, heads or repeat(""), strict=False)
    letters = sum(max(len(or_dash(cents)), *map(len, head.split()), 0) for cents, head in columns)
    if letters <= at_ease:
        return ""
    return "wide" if letters <= most else "wider"


def widest(amounts: Iterable[int]) -> int:
    """The amount of a column that takes most room, in cents; 0 for none."""
    return max(amounts, key=lambda cents: len(or_dash(cents)), default=0)
