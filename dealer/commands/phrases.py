"""Texts with what is filled into them: said in English here, and in a reader's language where they are shown.

``phrase``, ``marked`` and ``number_of`` are also what the catalogs find these texts by. A phrase is JSON too: what is
filled in is typed, so that it can be kept, compared, and said otherwise to somebody else. ``counted`` and ``dollars``
say numbers and amounts in the English of screens and refusals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

import msgspec
from msgspec import field

from events.frozen import Frozen


def counted(number: int, what: str, plural: str = "") -> str:
    """A number with its noun; ``plural`` where an s does not make it.

    >>> counted(1, "pass", "passes"), counted(2, "pass", "passes"), counted(0, "chip"), counted(1200, "turn")
    ('1 pass', '2 passes', '0 chips', '1,200 turns')
    """
    return f"{number:,} {what if number == 1 else plural or what + 's'}"


def dollars(cents: int) -> str:
    """An amount as a person reads it.

    >>> dollars(125000), dollars(-325), dollars(25)
    ('$1,250', '-$3.25', '25¢')
    """
    if 0 < abs(cents) < 100:
        return f"{'-' if cents < 0 else ''}{abs(cents)}¢"
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}${whole:,}" + (f".{rest:02d}" if rest else "")


def printable(text: str) -> str:
    """A text on one line, with whatever cannot be printed escaped: refusals quote what people and programs sent."""
    return text if text.isprintable() else "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)


class Amount(msgspec.Struct, frozen=True, tag="amount"):
    """An amount within a phrase, in cents."""

    cents: int


class Player(msgspec.Struct, frozen=True, tag="player"):
    """A player by the seat's key, whom a screen calls by name."""

    seat: str


class Cards(msgspec.Struct, frozen=True, tag="cards"):
    """One card or several, each with its suit or without."""

    cards: tuple[str, ...]


class Number(msgspec.Struct, frozen=True, tag="number"):
    """A number of things: the texts for one of them and for several have the number as ``%(num)s``."""

    number: int
    one: str
    several: str

    def __str__(self) -> str:
        return _counted_in_english(self.one, self.several, self.number)


class Listed(msgspec.Struct, frozen=True, tag="list"):
    """Several arguments, with commas between them."""

    items: tuple[Argument, ...]


class Phrase(msgspec.Struct, frozen=True, tag="phrase"):
    """A text with its ``%(name)s`` placeholders, and what stands for each: a word, a number, an amount, a phrase.

    >>> str(phrase("%(bet)s wins %(amount)s", bet=phrase("the %(ranks)s", ranks="Q"), amount=Amount(500)))
    'the Q wins $5'
    """

    text: str
    named: tuple[tuple[str, Argument], ...] = ()

    def __str__(self) -> str:
        return self.said(ENGLISH)

    def said(self, reader: Reader) -> str:
        """The phrase as a reader has it."""
        filled = {name: _filled(value, reader) for name, value in self.named}
        return reader.translated(self.text) % filled if filled else reader.translated(self.text)


# msgspec looks the name up while it makes a decoder.
Argument: TypeAlias = str | int | Amount | Player | Cards | Number | Listed | Phrase


def _counted_in_english(one: str, several: str, number: int) -> str:
    return (one if number == 1 else several) % {"num": f"{number:,}"}


class Reader(Frozen):
    """How somebody has what is said: the language of texts, numbers, amounts and cards, and players' ``names``."""

    translated: Callable[[str], str] = str
    counted: Callable[[str, str, int], str] = _counted_in_english
    amount: Callable[[int], str] = dollars
    card: Callable[[str], str] = str
    names: Mapping[str, str] = field(default_factory=dict)


ENGLISH = Reader()


def phrase(text: str, **named: Argument) -> Phrase:
    """A phrase of a text and what is filled into it."""
    return Phrase(text, tuple(named.items()))


def number_of(number: int, one: str, several: str) -> Number:
    """A number of things; the texts as :class:`Number` has them."""
    return Number(number, one, several)


def marked(text: str) -> str:
    """A text that papers translate, as it is."""
    return text


def without_words(argument: Argument) -> object:
    """What an argument says whatever the words: what must be the same where its texts are worded anew."""
    match argument:
        case Phrase(named=named):
            return {name: without_words(value) for name, value in named}
        case Number(number=number):
            return number
        case Listed(items=items):
            return [without_words(one) for one in items]
        case _:
            return msgspec.to_builtins(argument)


def _filled(value: Argument, reader: Reader) -> str:
    match value:
        case Phrase():
            return value.said(reader)
        case Amount(cents=cents):
            return reader.amount(cents)
        case Player(seat=seat):
            return reader.names.get(seat, seat)
        case Cards(cards=cards):
            return " ".join(map(reader.card, cards))
        case Number():
            return reader.counted(value.one, value.several, value.number)
        case Listed(items=items):
            return ", ".join(_filled(one, reader) for one in items)
        case _:
            return str(value)
