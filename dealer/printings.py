"""How the house has its papers, and which were printed when. ``decide`` and ``evolve``, pure, as for a night.

A printing counts what went out to people: whoever only looks at a sheet prints nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from functools import cache, partial
from typing import Annotated, Any, ClassVar

from marshmallow import Schema, ValidationError
from marshmallow.fields import Field, String
from marshmallow.validate import Length

from dealer.fields import Key, one_of, whole
from dealer.refusal import Refusal
from events.fact import Fact
from events.papers import HouseStyleChosen, PapersPrinted, PaperStyle, PrintedSheet
from events.schema import TupleOf, first_problem, schema_for

MOST_SHEETS = 2_000
"""The most sheets in one printing: a long night has some hundreds."""

LONGEST_ADDRESS = 300

_CURRENCY = re.compile(r"[A-Z]{3}")
_HEAD = re.compile(r"[0-9a-f]{64}")


def _currency(value: str) -> None:
    if not _CURRENCY.fullmatch(value):
        raise ValidationError("a currency is three capital letters, as USD")


def _head(value: str) -> None:
    if not _HEAD.fullmatch(value):
        raise ValidationError("this is the hash of a fact")


def _address(value: str) -> None:
    if len(value) > LONGEST_ADDRESS or not value.isprintable():
        raise ValidationError(f"an address is up to {LONGEST_ADDRESS} characters that can be printed")


def _sheet_names(**options: Any) -> Field[Any]:
    return TupleOf(String(validate=Length(1, 100)), validate=Length(1, MOST_SHEETS), **options)


Head = Annotated[str, partial(String, validate=_head)]
Address = Annotated[str, partial(String, validate=_address)]


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedStyle:
    """A style as a command asks for it, checked for its form; whether there is such a currency is seen at the door."""

    language: Annotated[str, one_of("en", "de", "fr", "es")]
    currency: Annotated[str, partial(String, validate=_currency)]
    paper: Annotated[str, one_of("A4", "Letter")]
    marks: Annotated[str, one_of("tabs", "cross_and_naught")]
    slips: Annotated[str, one_of("roll", "sheet")]


@dataclass(frozen=True, slots=True, kw_only=True)
class PapersCommand:
    """The base of the commands about papers; ``do`` is its word."""

    do: ClassVar[str]

    style: AskedStyle


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseHouseStyle(PapersCommand):
    """Have the papers in this style from here on."""

    do = "choose_house_style"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintPapers(PapersCommand):
    """Print sheets of a night as of one of its facts; whoever sends this knows which sheets the night has."""

    do = "print_papers"

    night: Key
    version: Annotated[int, whole(1, 10**9)]
    head: Head
    zone: Key
    address: Address
    sheets: Annotated[tuple[str, ...], _sheet_names]


_COMMANDS: dict[str, type[PapersCommand]] = {one.do: one for one in (ChooseHouseStyle, PrintPapers)}


@cache
def _schema(do: str) -> Schema:
    return schema_for(_COMMANDS[do])


def read_papers_command(document: object) -> PapersCommand:
    """A JSON document as a command about papers; :class:`Refusal` (``bad_input``) where it does not read."""
    if not isinstance(document, dict) or document.get("do") not in _COMMANDS:
        raise Refusal("bad_input", "No such thing is done with papers.")
    do = document["do"]
    try:
        read: PapersCommand = _schema(do).load({key: value for key, value in document.items() if key != "do"})
    except ValidationError as error:
        raise Refusal("bad_input", f"{do}: {first_problem(error)}.") from None
    return read


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """A printing with who asked for it, and when (ISO 8601 in UTC)."""

    fact: PapersPrinted
    at: str
    who: str

    def number_of(self, sheet: str) -> int | None:
        """Which printing of a sheet it is; nothing where the sheet is not in it."""
        return next((one.number for one in self.fact.sheets if one.name == sheet), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Printings:
    """The papers as they stand: the style that the house chose, if it chose one, and every night's printings."""

    style: PaperStyle | None = None
    nights: dict[str, tuple[Printed, ...]] = field(default_factory=dict)

    def of(self, night: str) -> tuple[Printed, ...]:
        """The printings of a night, in order."""
        return self.nights.get(night, ())

    def times(self, night: str, sheet: str) -> int:
        """How often a sheet of a night was printed, as of whatever fact and in whatever style."""
        return sum(one.number_of(sheet) is not None for one in self.of(night))


def printing_of(printings: Printings, night: str, number: int) -> Printed:
    """One printing of a night by its number; :class:`Refusal` (``no_such_printing``) where there is none."""
    found = printings.of(night)
    if not 1 <= number <= len(found):
        raise Refusal("no_such_printing", f"There was no printing {number} of the papers of night {night[:64]}.")
    return found[number - 1]


def decide(printings: Printings, command: PapersCommand, _: str) -> tuple[Fact, ...]:
    """The facts that a command makes; raises :class:`Refusal`, and changes nothing."""
    return _DECIDERS[type(command)](printings, command)


def evolve(before: Printings, fact: Fact, at: str, who: str) -> Printings:
    """The papers after one fact of a time, for which somebody asked."""
    match fact:
        case HouseStyleChosen():
            return Printings(style=fact.style, nights=before.nights)
        case PapersPrinted():
            so_far = before.of(fact.night)
            if fact.printing != len(so_far) + 1 or fact.sheets != _numbered(before, fact.night, _names(fact)):
                raise AssertionError(f"printing {fact.printing} of {fact.night} does not follow on those before it")
            after = (*so_far, Printed(fact=fact, at=at, who=who))
            return Printings(style=before.style, nights=before.nights | {fact.night: after})
        case _:
            raise AssertionError(f"the papers have no place for a {type(fact).__name__}")


def evolve_all(before: Printings, made: Iterable[Fact], at: str, who: str) -> Printings:
    """The papers after several facts of one time."""
    for fact in made:
        before = evolve(before, fact, at, who)
    return before


def _choose(printings: Printings, asked: ChooseHouseStyle) -> tuple[Fact, ...]:
    style = _style(asked)
    return () if style == printings.style else (HouseStyleChosen(style=style),)


def _print(printings: Printings, asked: PrintPapers) -> tuple[Fact, ...]:
    if len(set(asked.sheets)) < len(asked.sheets):
        raise Refusal("bad_input", "A printing has each of its sheets once.")
    printed = PapersPrinted(
        night=asked.night,
        version=asked.version,
        head=asked.head,
        printing=len(printings.of(asked.night)) + 1,
        style=_style(asked),
        zone=asked.zone,
        address=asked.address,
        sheets=_numbered(printings, asked.night, asked.sheets),
    )
    return (printed,)


def _style(asked: PapersCommand) -> PaperStyle:
    return PaperStyle(**asdict(asked.style))


def _numbered(printings: Printings, night: str, sheets: Iterable[str]) -> tuple[PrintedSheet, ...]:
    """Sheets with the number of this printing of each: one more than were printed before."""
    return tuple(PrintedSheet(name=name, number=printings.times(night, name) + 1) for name in sheets)


def _names(fact: PapersPrinted) -> tuple[str, ...]:
    return tuple(one.name for one in fact.sheets)


_DECIDERS: dict[type[PapersCommand], Callable[[Printings, Any], tuple[Fact, ...]]] = {
    ChooseHouseStyle: _choose,
    PrintPapers: _print,
}
