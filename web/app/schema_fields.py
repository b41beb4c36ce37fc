"""A field of a schema on a form: of what kind it is, what may be chosen for it, and what is said by what was typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from enum import StrEnum
from typing import Any

from marshmallow.fields import Boolean, Dict, Field, Integer, List, Raw
from marshmallow.validate import OneOf

from dealer.commands.fields import MOST_CENTS, RANKS, CardText, Share
from dealer.commands.refusal import Phrase, Refusal, marked
from dealer.game.house import is_amount
from reports.words.formatting import SYMBOLS
from reports.words.language import (
    currency_digits,
    currency_figures,
    currency_name,
    currency_signs,
    decimal_sign,
    thousands_sign,
)
from reports.words.language import gettext as _
from web.app.request_parsing import number_of

Choices = tuple[tuple[str, str], ...]
"""What can be chosen: values, each with the words for it."""

_AMOUNT = (
    r"(?P<whole>[1-9][0-9]{{0,2}}(?:(?P<apart>[{apart}])[0-9]{{3}}(?:(?P=apart)[0-9]{{3}})*)"
    r"|[0-9]*)(?:(?P<mark>[.,])(?P<decimals>[0-9]{{0,{digits}}}))?"
)
"""Digits in groups of three or without, then up to as many decimals as the currency has."""
_APART = r".,'’\s"
_RANGE = re.compile(r"this must be a number from (?P<least>[0-9]+) to (?P<most>[0-9]+)")
_BETWEEN = marked("this must be a number from %(least)s to %(most)s")
_NUMBER = re.compile(r"[0-9]+([.,][0-9]*)?|[.,][0-9]+")
_LONGEST = 20
_LETTERS = str.maketrans({symbol: suit for suit, symbol in SYMBOLS.items()})


class FieldRefused(Refusal):
    """What was typed into one field of a form does not read."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__("bad_input", "%(why)s", why=why)
        self.field = field


def beside_field(refusal: Refusal, labels: Mapping[str, str]) -> Refusal:
    """The refusal as a form shows it: what is wrong with an argument is about the field with one of these labels."""
    match dict(refusal.sentence.named).get("problem"):
        case Phrase(named=(("key", str(key)), ("problem", problem))) if key in labels:
            return FieldRefused(key, problem_beside(labels[key], str(problem)))
    return refusal


def problem_beside(label: str, problem: str) -> str:
    """What is wrong with a field, as a sentence that begins with its label."""
    read = _RANGE.fullmatch(problem)
    text = _(_BETWEEN, **read.groupdict()) if read else _(problem)
    return _("%(field)s: %(problem)s.", field=label, problem=text)


def not_whole(label: str, typed: str) -> str:
    """Says that what was typed into a field is not a whole number."""
    return _("%(field)s: “%(typed)s” is not a whole number.", field=label, typed=typed[:_LONGEST])


class Kind(StrEnum):
    """What is entered into a field: a ``LIST`` is of anything but cards, ``BY_NAME`` has a number for each of several.

    ``EITHER`` is one of several things.
    """

    AMOUNT = "amount"
    NUMBER = "number"
    TICK = "tick"
    CARD = "card"
    CARDS = "cards"
    LIST = "list"
    BY_NAME = "by_name"
    SHARE = "share"
    EITHER = "either"
    TEXT = "text"


_KINDS: dict[type[Field[Any]], Kind] = {
    Boolean: Kind.TICK,
    Integer: Kind.NUMBER,
    CardText: Kind.CARD,
    List: Kind.LIST,
    Dict: Kind.BY_NAME,
    Share: Kind.SHARE,
    Raw: Kind.EITHER,
}


def kind_of(field: Field[Any]) -> Kind:
    """The kind of a field."""
    if is_amount(field):
        return Kind.AMOUNT
    if isinstance(field, List) and isinstance(field.inner, CardText):
        return Kind.CARDS
    return next((kind for of, kind in _KINDS.items() if isinstance(field, of)), Kind.TEXT)


def allowed_in(field: Field[Any]) -> tuple[Any, ...]:
    """The values of which a field takes one; nothing where it takes others too."""
    return next((tuple(validator.choices) for validator in field.validators if isinstance(validator, OneOf)), ())


def plain_words(value: object) -> str:
    """A word of a schema as a person reads it."""
    return str(value).replace("_", " ")


def read_typed(field: Field[Any], name: str, typed: str, label: str) -> Any:
    """What was typed as a document has it, ``None`` for nothing; :class:`FieldRefused` where it does not read."""
    kind = kind_of(field)
    if kind is Kind.TICK:
        return bool(typed)
    if not typed:
        return None
    return _READERS.get(kind, _text)(typed, name, label)


def cents_of(typed: str, field: str, label: str) -> int:
    """What was typed (``5,000``, ``$12.50``, ``2.500,00``) in the smallest unit of the currency in force.

    Raises :class:`FieldRefused` where it is no amount, and where it could be two: ``5.000`` dollars in English.
    """
    text, digits = _without_sign(typed), currency_digits()
    read = re.fullmatch(_amount_pattern(digits), text) if len(text) <= _LONGEST else None
    if read and (read["whole"] or read["decimals"]) and (not read["mark"] or read["mark"] != read["apart"]):
        whole = re.sub("[^0-9]", "", read["whole"])
        if digits and re.fullmatch(r"[0-9]+[.,][0-9]{3}", text) and read["apart"] not in (None, thousands_sign()):
            raise FieldRefused(
                field,
                _(
                    "%(field)s: “%(typed)s” could be two amounts. Type %(first)s, or %(second)s.",
                    field=label,
                    typed=text,
                    first=whole,
                    second=text[:-1] if digits < 3 else text.replace(read["apart"], decimal_sign()),
                ),
            )
        cents = int(whole + (read["decimals"] or "").ljust(digits, "0"))
        if cents <= MOST_CENTS:
            return cents
    raise FieldRefused(
        field,
        _(
            "%(field)s: “%(typed)s” is not an amount in %(currency)s.",
            field=label,
            typed=typed[:20],
            currency=currency_name(),
        ),
    )


def _amount_pattern(digits: int) -> str:
    # Where three decimals are usual, the language tells them from thousands.
    apart = _APART.replace(decimal_sign(), "") if digits >= 3 else _APART
    return _AMOUNT.format(apart=apart, digits=digits)


def _without_sign(typed: str) -> str:
    """What was typed without the sign or code of the currency in force."""
    text = typed.strip()
    for sign in sorted(currency_signs(), key=len, reverse=True):
        if sign in (text[: len(sign)], text[-len(sign) :]):
            return text.removeprefix(sign).removesuffix(sign).strip()
    return text


def typed_amount(cents: int) -> str:
    """An amount as :func:`cents_of` reads it.

    >>> typed_amount(500_000), typed_amount(25)
    ('5,000', '0.25')
    """
    return currency_figures(cents)


def share_typed(typed: str) -> Decimal | None:
    """A share typed in digits (``12.5``, ``12,5 %``); ``None`` for anything else, be it ``1e9``."""
    typed = typed.strip().removesuffix("%").strip()
    return Decimal(typed.replace(",", ".")) if len(typed) <= _LONGEST and _NUMBER.fullmatch(typed) else None


def _number(typed: str, name: str, label: str) -> int:
    number = number_of(typed)
    if number is None:
        raise FieldRefused(name, not_whole(label, typed))
    return number


def _share(typed: str, name: str, label: str) -> float:
    share = share_typed(typed)
    if share is None:
        raise FieldRefused(name, _("%(field)s: “%(typed)s” is not a number.", field=label, typed=typed[:_LONGEST]))
    return float(share)


def _card(typed: str, name: str, label: str) -> str:
    """A card as it is noted, however it was typed: ``Qs``, ``qs``, ``Q♠``."""
    text = typed.translate(_LETTERS).strip()
    rank, suit = (text[:-1], text[-1].lower()) if text[-1:].lower() in SYMBOLS else (text, "")
    return rank.upper() + suit


def _cards(typed: str, name: str, label: str) -> list[str]:
    return [_card(card, name, label) for card in typed.replace(",", " ").replace("-", " ").split()]


def _either(typed: str, name: str, label: str) -> Any:
    """What can be of several kinds: a turn's number or a bet's key, ranks or a side or colour."""
    if name == "about":
        number = number_of(typed)
        return typed if number is None else number
    ranks = _cards(typed, name, label)
    return ranks if all(rank in RANKS for rank in ranks) else typed


def _text(typed: str, name: str, label: str) -> str:
    return typed


_READERS: dict[Kind, Callable[[str, str, str], Any]] = {
    Kind.AMOUNT: cents_of,
    Kind.NUMBER: _number,
    Kind.SHARE: _share,
    Kind.CARD: _card,
    Kind.CARDS: _cards,
    Kind.LIST: _cards,
    Kind.EITHER: _either,
}
"""How what was typed is read, by the kind of its field; any other is what was typed."""
