"""Texts with what is filled into them: said in English here, and in the language of the house on its papers.

``phrase`` and ``marked`` are also what the catalogs of ``reports/catalogs`` find these texts by.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from dealer.refusal import dollars


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount within a phrase, in cents."""

    cents: int


@dataclass(frozen=True, slots=True)
class Phrase:
    """A text with its ``%(name)s`` placeholders, and what stands for each: a word, a number, an amount, a phrase.

    >>> str(phrase("%(bet)s wins %(amount)s", bet=phrase("the %(ranks)s", ranks="Q"), amount=Amount(500)))
    'the Q wins $5'
    """

    text: str
    named: tuple[tuple[str, Argument], ...] = ()

    def __str__(self) -> str:
        return self.said(str, dollars)

    def said(self, translated: Callable[[str], str], amount: Callable[[int], str]) -> str:
        """The phrase in a language: ``translated`` gives a text in it, and ``amount`` cents as it is written there."""
        filled = {name: _filled(value, translated, amount) for name, value in self.named}
        return translated(self.text) % filled if filled else translated(self.text)


Argument: TypeAlias = str | int | Amount | Phrase


def phrase(text: str, **named: Argument) -> Phrase:
    """A phrase of a text and what is filled into it."""
    return Phrase(text, tuple(named.items()))


def marked(text: str) -> str:
    """A text that papers translate, as it is."""
    return text


def _filled(value: Argument, translated: Callable[[str], str], amount: Callable[[int], str]) -> str:
    match value:
        case Phrase():
            return value.said(translated, amount)
        case Amount():
            return amount(value.cents)
        case _:
            return str(value)
