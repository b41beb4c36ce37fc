"""Amounts, times, shares and cards as they are printed in the language in force."""

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
from dealer.night.history import History
from dealer.night.night import Night
from dealer.night.similar_names import skeleton
from events.facts.night import PlayerSeated
from events.frozen import Frozen
from events.records import Recorded
from ledger.accounts import BANK
from reports.words.language import (
    currency_amount,
    day,
    is_plain,
    ngettext,
    number,
    thousandths_of_a_percent,
    time_of_day,
)
from reports.words.language import gettext as _


class Figure(Frozen):
    """What the bank may expect of a stake: in hundredths, and exactly; below zero it is the players'.

    ``exact`` is empty where the hundredths are exact already: all or nothing.
    """

    percent: str
    exact: str
    is_players: bool


def figure(share: Fraction) -> Figure:
    """A part of a stake as it is printed."""
    sign = MINUS if share < 0 else ""
    exact = f"{sign}{abs(share.numerator)}/{share.denominator}" if share.denominator > 1 else ""
    return Figure(percent=_hundredths(share), exact=exact, is_players=share < 0)


def _hundredths(share: Fraction) -> str:
    """A part of a stake in hundredths with three decimals; one that is less than their last is not said to be none."""
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
    """A card with its suit as a symbol, where it was noted: ``Q♠``; nothing for none."""
    if card is None:
        return ""
    return rank_of(card) + SYMBOLS.get(suit_of(card) or "", "")


def card_in_words(card: str) -> str:
    """A card written out, with its suit where that was noted.

    >>> card_in_words("7d"), card_in_words("Q")
    ('7 of diamonds', 'Q')
    """
    suit = suit_of(card)
    return _(_WITH_RANKS[suit], rank=rank_of(card)) if suit else card


def cards_words(cards: Iterable[str]) -> str:
    """Several cards: ``7♠ and 7♦``."""
    return listed([card_words(card) for card in cards])


def cards_in_words(cards: Iterable[str]) -> str:
    """Several cards written out.

    >>> cards_in_words(["7s", "7d"])
    'the 7 of spades and the 7 of diamonds'
    """
    return listed([_("the %(card)s", card=card_in_words(card)) for card in cards])


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


_LONGEST = 120
"""So many letters of a name have room everywhere; a sheet of 500, as many as the book takes, could not be set."""


_FROM_LEFT_TO_RIGHT = "\u200e"
"""Is not seen; what comes after it is written from left to right."""


def name_of(night: Night, player: str) -> str:
    """A player's name; the key where nobody of it ever sat."""
    seat = night.seats.get(player)
    return seat.name if seat else player


def names_of(facts: Iterable[Recorded]) -> dict[str, str]:
    """The name of everybody who took a seat, by seat key, also of those whose seat was taken back."""
    return {fact.fact.player: fact.fact.name for fact in facts if isinstance(fact.fact, PlayerSeated)}


def side_of(side: str, names: Mapping[str, str]) -> str:
    """A side of a correction: the bank, or a player by name."""
    return _("the bank") if side == BANK else names.get(side, side)


def as_on_paper(now: Night, facts: Sequence[Recorded]) -> tuple[Night, Sequence[Recorded]]:
    """A night and its facts with the names of its players as paper has them; where none differs, just as they are.

    On paper a name says who owes whom, and not every table of it has the seats beside the names. So whose name is
    another's too, or looks like it, has the seat with it; and a name that is written from right to left ends in a mark
    without which the amount after it would stand before it, with the name before. A name without end is cut, and where
    another begins so too, it has the seat as well.
    """
    cut = [_cut(name) for name in now.names.values()]
    alike = Counter(map(skeleton, cut))
    called = {
        player: (name, shown)
        for seat, ((player, name), short) in enumerate(zip(now.names.items(), cut, strict=True), start=1)
        if (shown := _shown(short, seat if alike[skeleton(short)] > 1 else 0)) != name
    }
    if not called:
        return now, facts
    seats = {key: replace(seat, name=called[key][1]) if key in called else seat for key, seat in now.seats.items()}
    return replace(now, seats=seats), [_as_called(recorded, called) for recorded in facts]


def history_on_paper(history: History) -> History:
    """A night's history with the names of its players as paper has them; where none differs, the same."""
    _now, facts = as_on_paper(history.states[-1], history.facts)
    return history if facts is history.facts else History.of(facts)


def _cut(name: str) -> str:
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1].rstrip() + "…"


def _shown(name: str, seat: int) -> str:
    if any(bidirectional(letter) in ("R", "AL") for letter in name):
        name += _FROM_LEFT_TO_RIGHT
    return _("%(name)s (seat %(seat)s)", name=name, seat=seat) if seat else name


def _as_called(recorded: Recorded, called: Mapping[str, tuple[str, str]]) -> Recorded:
    """A fact that seated somebody, by the name that paper has for theirs; others as they are."""
    fact = recorded.fact
    if not isinstance(fact, PlayerSeated) or fact.player not in called or fact.name != called[fact.player][0]:
        return recorded
    return replace(recorded, fact=replace(fact, name=called[fact.player][1]))
