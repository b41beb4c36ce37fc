"""The marshmallow fields of commands and house rules. The form of input is checked only here."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Annotated, Any

from marshmallow import ValidationError
from marshmallow.fields import Field, List, Raw, String
from marshmallow.validate import Length, OneOf, Range

from dealer.commands.refusal import marked
from events.printable import is_printable, plain_text
from events.schema import CheckedText, StrictBoolean, StrictInteger, TupleOf

MOST_CENTS = 10**12
"""The largest amount in cents: ten thousand million dollars."""

MOST_ITEMS = 60


def _key(value: str) -> None:
    if not value or value != value.strip() or len(value) > 64 or not value.isprintable():
        raise ValidationError("a key must be 1 to 64 printable characters")


def _command_id(value: str) -> None:
    if not value or len(value) > 128 or not value.isprintable():
        raise ValidationError("a command's id must be 1 to 128 printable characters")


def _seat_key(value: str) -> None:
    _key(value)
    if ":" in value or "/" in value:
        raise ValidationError("a seat's key cannot contain a colon or a slash")


def _after_seat(value: str) -> None:
    if value:
        _key(value)


class TypedText(String):
    """A text that a person types or pastes, without what nobody sees; see :func:`plain_text`."""

    def _deserialize(self, value: Any, *more: Any, **options: Any) -> str:
        return plain_text(super()._deserialize(value, *more, **options))


def _text(value: str) -> None:
    if not value.strip() or len(value) > 500:
        raise ValidationError(marked("enter a text of up to 500 characters"))
    if not is_printable(value):
        raise ValidationError(marked("this text has unprintable characters"))


def _person_name(value: str) -> None:
    _text(value)
    if len(value) > 64:
        raise ValidationError(marked("a name must have at most 64 characters"))


def _date(value: str) -> None:
    try:
        if date.fromisoformat(value).isoformat() != value:
            raise ValueError(value)
    except ValueError:
        raise ValidationError(marked("write the date as 2026-11-21")) from None


class Share(Field[str]):
    """A part of a whole: a number from 0 to 1, stored as the decimal text in which it was written."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
            raise ValidationError("a share must be a number from 0 to 1")
        return repr(value)


def _card(value: str) -> None:
    if not CARD.fullmatch(value):
        raise ValidationError("write a card as rank and suit letter, such as Qs or 10h, or as a rank alone")


def _digest(value: str) -> None:
    if not re.fullmatch("[0-9a-f]{64}", value):
        raise ValidationError("this must be 64 hexadecimal digits")


class CardText(CheckedText):
    """A card: rank and suit letter (``Qs``, ``10h``) or a bare rank."""

    def __init__(self, **options: Any) -> None:
        super().__init__(validate=_card, metadata={"pattern": f"^{CARD.pattern}$", "example": "Qs"}, **options)


class Document(Field[dict[str, Any]]):
    """Another command as a document; it is parsed when it is carried out."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise ValidationError("this must be a command or null")
        return value


KEY = {"minLength": 1, "maxLength": 64}
"""What a JSON schema can say of a key."""

NEW = {"new": True, **KEY}
"""Marks the key of something that the command creates."""

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
CARD = re.compile(r"(A|[2-9]|10|J|Q|K)([shdc])?")
_one_rank = OneOf(RANKS, error="a rank must be one of A 2 3 4 5 6 7 8 9 10 J Q K")


def _ranks(**options: Any) -> Field[Any]:
    return TupleOf(String(validate=_one_rank), validate=Length(max=MOST_ITEMS), **options)


def _cards(**options: Any) -> Field[Any]:
    return TupleOf(CardText(), validate=Length(max=MOST_ITEMS), **options)


def command_ids(**options: Any) -> Field[Any]:
    """A field for a list of command ids."""
    return TupleOf(String(validate=_command_id), **options)


def one_of(*choices: str) -> Callable[..., Field[Any]]:
    """A field for one of these words."""
    return partial(String, validate=OneOf(choices, error="this must be one of " + ", ".join(choices)))


def whole(least: int, most: int) -> Callable[..., Field[Any]]:
    """A field for a whole number in a range."""
    return partial(StrictInteger, validate=Range(least, most, error=f"this must be a number from {least} to {most}"))


class SomeOf(List[str]):
    """A list of some of these words, or ``all``, which loads as ``None``."""

    def __init__(self, *choices: str, **options: Any) -> None:
        choice = String(validate=OneOf(choices, error="these must be of " + ", ".join(choices)))
        super().__init__(choice, validate=Length(max=MOST_ITEMS), allow_none=True, **options)

    def deserialize(self, value: Any, *more: Any, **options: Any) -> Any:
        """The words as a tuple, or ``None``."""
        return None if value == "all" else super().deserialize(value, *more, **options)


def some_of(*choices: str) -> Callable[..., Field[Any]]:
    """A field for a list of some of these words, or ``all``."""
    return partial(SomeOf, *choices)


CommandId = Annotated[str, partial(String, validate=_command_id, metadata={"minLength": 1, "maxLength": 128})]
Key = Annotated[str, partial(String, validate=_key, metadata=KEY)]
MaybeKey = Annotated[str | None, partial(String, validate=_key, allow_none=True, metadata=KEY)]
NewKey = Annotated[str, partial(String, validate=_key, metadata=NEW)]
AfterSeat = Annotated[str, partial(String, validate=_after_seat, metadata={"maxLength": 64})]
"""The seat on whose left somebody sits; "" for the first place."""
SeatKey = Annotated[str, partial(String, validate=_seat_key, metadata={**KEY, "pattern": "^[^:/]+$"})]
Text = Annotated[str, partial(TypedText, validate=_text, metadata={"minLength": 1, "maxLength": 500})]
ByProgram = Annotated[str | None, partial(TypedText, validate=_text, allow_none=True, metadata={"by_program": True})]
"""A text that the program fills in: no form shows it."""
PersonName = Annotated[str, partial(TypedText, validate=_person_name, metadata={"minLength": 1, "maxLength": 64})]
Day = Annotated[str, partial(String, validate=_date, metadata={"format": "date"})]
Cents = Annotated[int, whole(-MOST_CENTS, MOST_CENTS)]
ShareOfOne = Annotated[str, Share]
Card = Annotated[str, CardText]
Cards = Annotated[tuple[str, ...], _cards]
Digest = Annotated[str, partial(String, validate=_digest, metadata={"pattern": "^[0-9a-f]{64}$", "example": "0f" * 32})]
"""32 bytes as hexadecimal digits."""
Ranks = Annotated[tuple[str, ...], _ranks]
MaybeRanks = Annotated[tuple[str, ...] | None, _ranks]
Tender = Annotated[str, one_of("cash", "checks")]
Flag = Annotated[bool, StrictBoolean]
Anything = Annotated[Any, Raw]
