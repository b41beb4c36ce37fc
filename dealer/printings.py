"""The house style of papers and a record of all printings, as a stream of the book."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial, reduce
from typing import Annotated, Any

from marshmallow import ValidationError
from marshmallow.fields import Field, Nested, String
from marshmallow.validate import Length
from msgspec import field
from msgspec.structs import asdict

from dealer.commands.commands import Command, by_word, command, read_one_of
from dealer.commands.fields import Key, TypedText, one_of, whole
from dealer.commands.refusal import Refusal, marked
from dealer.streams import Sender, StreamRules, StreamStore, now_utc
from events.book.book import Book
from events.common.event import Event
from events.common.house import (
    LANGUAGE_CODES,
    MARKS,
    PAPER_SIZES,
    PAPERS,
    SLIP_PLACES,
    HouseStyleChosen,
    PapersPrinted,
    PaperStyle,
    PrintedSheet,
)
from events.frozen import Frozen
from events.printable import is_printable
from events.records import Head, Recorded
from events.schema import TupleOf, schema_for

MOST_SHEETS = 2_000
"""The most sheets in a printing: a long night has some hundreds."""

LONGEST_ADDRESS = 300
LONGEST_HOUSE_NAME = 60

_CURRENCY = re.compile(r"[A-Z]{3}")
_HEAD = re.compile(r"[0-9a-f]{64}")


def _currency(value: str) -> None:
    if not _CURRENCY.fullmatch(value):
        raise ValidationError(marked("write the currency as three capital letters, such as USD"))


def _house_name(value: str) -> None:
    if value != value.strip() or len(value) > LONGEST_HOUSE_NAME or not is_printable(value):
        raise ValidationError(marked("the name of a house can have up to 60 printable characters"))


def _head(value: str) -> None:
    if not _HEAD.fullmatch(value):
        raise ValidationError("this must be the hash of an event")


def _address(value: str) -> None:
    if len(value) > LONGEST_ADDRESS or not value.isprintable():
        raise ValidationError(f"an address can have up to {LONGEST_ADDRESS} printable characters")


def _sheets_of(**options: Any) -> Field[Any]:
    return TupleOf(Nested(schema_for(AskedSheet)), validate=Length(1, MOST_SHEETS), **options)


SheetName = Annotated[str, partial(String, validate=Length(1, 100))]
HeadText = Annotated[str, partial(String, validate=_head)]
Address = Annotated[str, partial(String, validate=_address)]


class AskedStyle(Frozen):
    """A style in a command, checked for form only; whether the currency exists is checked elsewhere."""

    language: Annotated[str, one_of(*LANGUAGE_CODES)]
    currency: Annotated[str, partial(String, validate=_currency)]
    paper: Annotated[str, one_of(*PAPER_SIZES)]
    marks: Annotated[str, one_of(*MARKS)]
    slips: Annotated[str, one_of(*SLIP_PLACES)]
    name: Annotated[str, partial(TypedText, validate=_house_name)] = ""


class AskedSheet(Frozen):
    """A sheet in a command: its name, the event that began its subject, and its language if it has its own."""

    name: SheetName
    begun: Annotated[int, whole(0, 10**9)]
    language: Annotated[str, one_of("", *LANGUAGE_CODES)] = ""


@command("choose_house_style")
class ChooseHouseStyle(Command):
    """Use this style for papers from now on."""

    style: AskedStyle


@command("print_papers")
class PrintPapers(Command):
    """Print sheets of a night as of one of its events. The caller makes sure that the night has these sheets."""

    style: AskedStyle
    night: Key
    version: Annotated[int, whole(1, 10**9)]
    head: HeadText
    zone: Key
    address: Address
    sheets: Annotated[tuple[AskedSheet, ...], _sheets_of]


def read_papers_command(document: object) -> Command:
    """Load a JSON document as a command about papers; raises :class:`Refusal` (``bad_input``)."""
    none = Refusal("bad_input", "That is not a command for papers.")
    return read_one_of(document, by_word(ChooseHouseStyle, PrintPapers), none)


class Printed(Frozen):
    """A printing, with the person who asked for it and the time (ISO 8601 in UTC)."""

    event: PapersPrinted
    at: str
    who: str

    def number_of(self, sheet: str) -> int | None:
        """The number of a sheet's printing; ``None`` if it does not include the sheet."""
        return next((numbered.number for numbered in self.event.sheets if numbered.name == sheet), None)


class Printings(Frozen):
    """The state of the papers: the house's style, if chosen, and the printings of every night."""

    style: PaperStyle | None = None
    nights: dict[str, tuple[Printed, ...]] = field(default_factory=dict)

    def of(self, night: str) -> tuple[Printed, ...]:
        """The printings of a night, in order."""
        return self.nights.get(night, ())

    def currency_of(self, night: str) -> str | None:
        """The currency of a night's first papers, which is permanent; ``None`` before."""
        return next((printed.event.style.currency for printed in self.of(night)), None)

    def see_currency(self, night: str, currency: str) -> None:
        """Refuse (``other_currency``) a night's papers in another currency than its first papers."""
        first = self.currency_of(night)
        if first not in (None, currency):
            raise Refusal(
                "other_currency",
                "The papers of this night were printed in %(currency)s and can only be printed in %(currency)s again.",
                currency=str(first),
            )

    def times(self, night: str) -> Counter[tuple[str, int]]:
        """How often each sheet of a night was printed, as of any event and in any style.

        A sheet is identified by its name and the event that began its subject. If a seat was taken back and given to
        another player, or a deal was started again, the count starts again too.
        """
        return Counter((sheet.name, sheet.begun) for printed in self.of(night) for sheet in printed.event.sheets)


def printing_of(printings: Printings, night: str, number: int) -> Printed:
    """A printing of a night by number; raises :class:`Refusal` (``no_such_printing``)."""
    found = printings.of(night)
    if not 1 <= number <= len(found):
        raise Refusal(
            "no_such_printing", "Night %(night)s has no printing %(number)s.", number=number, night=night[:64]
        )
    return found[number - 1]


def decide(printings: Printings, command: Command, _: str) -> tuple[Event, ...]:
    """The events of a command; raises :class:`Refusal`. Changes nothing."""
    return _DECIDERS[type(command)](printings, command)


def evolve(before: Printings, event: Event, at: str, who: str) -> Printings:
    """The papers after an event; ``who`` asked for it at the time ``at``."""
    match event:
        case HouseStyleChosen():
            return Printings(style=event.style, nights=before.nights)
        case PapersPrinted():
            so_far = before.of(event.night)
            if event.printing != len(so_far) + 1 or event.sheets != _numbered(before, event.night, event.sheets):
                raise AssertionError(f"printing {event.printing} of {event.night} does not follow on those before it")
            after = (*so_far, Printed(event=event, at=at, who=who))
            return Printings(style=before.style, nights=before.nights | {event.night: after})
        case _:
            raise AssertionError(f"the papers have no place for a {type(event).__name__}")


def _choose(printings: Printings, command: ChooseHouseStyle) -> tuple[Event, ...]:
    style = _style(command)
    return () if style == printings.style else (HouseStyleChosen(style=style),)


def _print(printings: Printings, command: PrintPapers) -> tuple[Event, ...]:
    if len({sheet.name for sheet in command.sheets}) < len(command.sheets):
        raise Refusal("bad_input", "A printing can have each sheet only once.")
    if any(sheet.begun > command.version for sheet in command.sheets):
        raise Refusal("bad_input", "A sheet cannot show what began after the event it is printed as of.")
    printings.see_currency(command.night, command.style.currency)
    printed = PapersPrinted(
        night=command.night,
        version=command.version,
        head=command.head,
        printing=len(printings.of(command.night)) + 1,
        style=_style(command),
        zone=command.zone,
        address=command.address,
        sheets=_numbered(printings, command.night, command.sheets),
    )
    return (printed,)


def _style(command: ChooseHouseStyle | PrintPapers) -> PaperStyle:
    return PaperStyle(**asdict(command.style))


def _numbered(
    printings: Printings, night: str, sheets: Iterable[AskedSheet | PrintedSheet]
) -> tuple[PrintedSheet, ...]:
    """The sheets with the number of this printing: one more than the earlier printings of each."""
    times = printings.times(night)
    return tuple(
        PrintedSheet(
            name=sheet.name,
            begun=sheet.begun,
            number=times[sheet.name, sheet.begun] + 1,
            language=sheet.language,
        )
        for sheet in sheets
    )


_DECIDERS: dict[type[Command], Callable[[Printings, Any], tuple[Event, ...]]] = {
    ChooseHouseStyle: _choose,
    PrintPapers: _print,
}


def _as_compared(document: dict[str, Any]) -> dict[str, Any]:
    """The part that must be equal when a command is sent again: sheets and style may have changed since."""
    return {name: document[name] for name in ("do", "night")} if document["do"] == PrintPapers.do else document


def _evolve(printings: Printings | None, events: Iterable[Recorded]) -> Printings:
    return reduce(lambda now, row: evolve(now, row.event, row.at, row.who), events, printings or Printings())


_RULES: StreamRules[Printings] = StreamRules(
    initial=Printings(),
    read=lambda document, _: read_papers_command(document),
    decide=lambda printings, command, deciding: decide(printings or Printings(), command, deciding.at),
    evolve=_evolve,
    compared=_as_compared,
)


class PrintingsKeeper:
    """The papers' stream in the book. Thread-safe; ``clock`` returns the current time."""

    def __init__(self, book: Book, clock: Callable[[], str] = now_utc) -> None:
        self._stream = StreamStore(book, _RULES, clock)

    def printings(self) -> Printings:
        """The state of the papers on disk."""
        return self._stream.at(PAPERS).state

    def choose(self, style: PaperStyle, sender: Sender, command_id: str | None = None) -> None:
        """Choose the style of papers; raises :class:`Refusal` (``bad_input``) if it is invalid."""
        document = {"do": ChooseHouseStyle.do, "style": asdict(style)}
        self._stream.execute(PAPERS, document, sender, command_id=command_id)

    def print(
        self,
        night: str,
        head: Head,
        sheets: Mapping[str, int],
        style: PaperStyle,
        sender: Sender,
        *,
        zone: str,
        languages: Mapping[str, str] | None = None,
        address: str = "",
        command_id: str | None = None,
    ) -> Printed:
        """Record a printing of a night's sheets as of a head; returns it with each sheet's number.

        ``sheets`` has, by name, the number of the event that began the sheet's subject, 0 for the whole night;
        ``languages`` the languages of sheets that have their own. If the id is sent again, the first printing is
        returned, even if the night or the style has changed since.
        """
        document = {
            "do": PrintPapers.do,
            "night": night,
            "version": head.version,
            "head": head.hash,
            "zone": zone,
            "address": address,
            "sheets": [
                {"name": name, "begun": begun, "language": (languages or {}).get(name, "")}
                for name, begun in sheets.items()
            ],
            "style": asdict(style),
        }
        (recorded,) = self._stream.execute(PAPERS, document, sender, command_id=command_id).events
        if not isinstance(recorded.event, PapersPrinted):
            raise AssertionError(f"a printing made a {recorded.kind}")
        return Printed(event=recorded.event, at=recorded.at, who=recorded.who)

    def printing(self, night: str, number: int) -> Printed:
        """A printing of a night; raises :class:`Refusal` (``no_such_printing``)."""
        return printing_of(self.printings(), night, number)
