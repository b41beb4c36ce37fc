"""The events of the house's own streams: the house, the register of the staff, and the printings of papers."""

from __future__ import annotations

from events.common.event import Added, Event, event
from events.frozen import Frozen

HOUSE = "house"
"""The stream of the house: people, credit, slips, roles and the list of nights. No night has this id."""

FieldValue = bool | int | str | None
"""The value of a field that a command changes."""

SLIP_KINDS = ("fill", "credit", "drop")
"""The kinds of slips: cash from the cage to the table, from the table to the cage, and into the locked box."""


class HouseSettings(Frozen, gc=False):
    """The settings of the house, amounts in cents; ``None`` as an amount means that there is no limit or threshold.

    ``second_marker``, ``second_ruling`` and ``second_raise`` are the amounts from which a second staff member confirms;
    ``dealers_cut`` is a percentage of the bank's positive result.
    """

    credit_limit: int | None = None
    second_marker: int | None = None
    second_ruling: int | None = None
    second_raise: int | None = None
    second_count: bool = False
    second_write_off: bool = False
    dealers_cut: int = 0
    count_required: bool = False


class CarriedPart(Frozen, kw_only=False, gc=False):
    """A part of what a card owes on carried markers: the night they are from, and an amount in cents."""

    night: str
    amount_cents: int


class BalancedSeat(Frozen, gc=False):
    """A card at a closed night: its net result, and what it still owes on that night's markers, in cents."""

    card: str
    net_cents: int
    carried_cents: int


class DealerLine(Frozen, kw_only=False, gc=False):
    """A dealer at a night: the rounds they dealt, their tips, and their cut of the bank's result in cents."""

    name: str
    rounds: int
    tokes_cents: int
    cut_cents: int


@event
class HouseSettingsChanged(Event):
    """Settings of the house changed; ``changes`` has the new values. Open nights keep the settings they opened with."""

    changes: dict[str, FieldValue]


@event
class PlayerRegistered(Event):
    """The house made a card for a player. ``credit_limit_cents`` is ``None`` if the house's limit applies."""

    card: str
    name: str
    known_as: str
    color: str
    language: str
    credit_limit_cents: int | None
    note: str


@event
class PlayerChanged(Event):
    """Fields of a card changed; ``changes`` has the new values by the argument's name in the contract."""

    card: str
    changes: dict[str, FieldValue]


@event
class CardsJoined(Event):
    """Two cards turned out to be of one person: ``card`` takes over everything of ``other``, which is closed."""

    card: str
    other: str


@event
class CardsDistinguished(Event):
    """Two cards with similar names are of two people."""

    card: str
    other: str


@event
class CardRemoved(Event):
    """A card that was never used was taken out of the list; its key is not used again."""

    card: str


@event
class PlayerBarred(Event):
    """A player cannot be seated from now on."""

    card: str
    reason: str


@event
class PlayerReadmitted(Event):
    """A barred player can be seated again."""

    card: str
    reason: str


@event
class DepositTaken(Event):
    """The cage took cash to keep for a player."""

    card: str
    amount_cents: int


@event
class DepositPaidOut(Event):
    """The cage paid a player some of their deposit."""

    card: str
    amount_cents: int


@event
class CarriedRedeemed(Event):
    """A player paid carried markers in cash at the cage; ``parts`` are the nights they are from, oldest first."""

    card: str
    amount_cents: int
    parts: tuple[CarriedPart, ...]


@event
class CarriedWrittenOff(Event):
    """The house gave up carried markers; ``parts`` are the nights they are from, oldest first."""

    card: str
    amount_cents: int
    reason: str
    parts: tuple[CarriedPart, ...]


@event
class RolesGiven(Event):
    """Somebody has these roles from now on and no others."""

    name: str
    roles: tuple[str, ...]


@event
class RolesEnded(Event):
    """Somebody has no roles in the house any more."""

    name: str


@event
class TokenIssued(Event):
    """A program may act with this role by a token, of which only the SHA-256 hash is stored."""

    name: str
    role: str
    token_hash: str


@event
class TokenRevoked(Event):
    """The token of a program ended."""

    name: str


@event
class LinksRevoked(Event):
    """The links of a night that were given out until now end: a player's, or with "" the board's and everybody's."""

    night: str
    player: str


@event
class NightListed(Event):
    """A night is about to open at a table."""

    night: str
    table: str
    date: str
    games: tuple[str, ...]


@event
class SeatEntered(Event):
    """How a card stands at an open night now, in cents.

    It has open markers, has drawn from its deposit, and has paid on carried markers there. ``taken_back`` means that it
    has no seat there after all.
    """

    night: str
    card: str
    markers_open_cents: int
    drawn_cents: int
    carried_paid: tuple[CarriedPart, ...]
    taken_back: Added[bool] = False


@event
class SlipEntered(Event):
    """A table wrote a fill, credit or drop slip; numbers count per kind over the whole house, from 1."""

    night: str
    slip: str
    number: int
    amount_cents: int


@event
class SlipStruck(Event):
    """A slip was voided; its number is not used again."""

    night: str
    slip: str
    number: int


@event
class NightBalanced(Event):
    """A night closed: its last event (``version`` and ``hash``), its cards, the bank's result and its dealers."""

    night: str
    version: int
    hash: str
    seats: tuple[BalancedSeat, ...]
    bank_cents: int
    dealers: tuple[DealerLine, ...]


STAFF = "staff"
"""The stream of these events; no night has this id, since nights' ids begin with a date."""


@event
class StaffEngaged(Event):
    """Somebody became a member of the staff; only a hash of their PIN is stored.

    ``session`` is the hash of the id of the session that begins with it, "" for none.
    """

    name: str
    pin_hash: str
    session: Added[str] = ""


@event
class PinChanged(Event):
    """A member has another PIN from now on; ``session`` is as in :class:`StaffEngaged`."""

    name: str
    pin_hash: str
    session: Added[str] = ""


@event
class StaffDismissed(Event):
    """A member was dismissed."""

    name: str


@event
class SignedIn(Event):
    """A member signed in with their PIN; the device is in the event's row.

    ``session`` is the hash of the id of the session that begins with it: "" in older books, and if somebody who is
    signed in only entered their PIN again.
    """

    name: str
    session: Added[str] = ""


@event
class SignedOut(Event):
    """A session was ended early, by the person named in the event's row; ``session`` is the hash of its id."""

    name: str
    session: str


@event
class SignInRefused(Event):
    """Somebody gave a wrong PIN under this name, from an IP address ("" if unknown, and in older books)."""

    name: str
    address: Added[str] = ""


@event
class SignInUnlocked(Event):
    """A name locked by wrong PINs was unlocked."""

    name: str


@event
class LockChosen(Event):
    """Screens of the staff lock after so many minutes without a touch; never after 0."""

    minutes: int


@event
class ClockJumped(Event):
    """The server's clock jumped from a time to another (ISO 8601 in UTC).

    ``machine`` stands for the machine of a server that ran meanwhile. It is "" if a server found at its start that the
    clock shows a time before the register's latest, or implausibly long after it.
    """

    before: str
    after: str
    machine: str = ""


@event
class LinksTimeChosen(Event):
    """Links to boards and players' pages last for so many hours after the close of their night; with 0 until then."""

    hours: int


@event
class DeviceNamed(Event):
    """A member named a device; ``device`` is its id in the rows of what was done on it."""

    device: str
    name: str


@event
class LessonTaken(Event):
    """A member went through a lesson of a game's school, and was graded.

    ``right`` answers of ``of`` scored, ``ms`` is the time for all of them. ``passed`` is by the mark of that time.
    """

    name: str
    game: str
    lesson: str
    right: int
    of: int
    ms: int
    passed: bool


@event
class SchoolPutAway(Event):
    """A member does not want to be shown the school first."""

    name: str


PAPERS = "papers"
"""The stream of these events; no night has this id, since nights' ids begin with a date."""

LANGUAGE_CODES = ("en", "de", "fr", "es")
"""The languages that papers are written in."""

PAPER_SIZES = ("A4", "Letter")
"""The paper sizes; slips can also be printed on a roll."""

TABS, CROSS_AND_NAUGHT = MARKS = ("tabs", "cross_and_naught")
"""The marks of a cue-card: winner ``I`` and loser ``O``, or the older cross and naught (rulebook 1.10)."""

ROLL, SHEET = SLIP_PLACES = ("roll", "sheet")
"""Where marker slips are printed: on the roll of a slip printer, or three to a sheet."""


class PaperStyle(Frozen, gc=False, omit_defaults=True):
    """The style of papers: language, ISO currency, sheet, marks of a cue-card, and where slips are printed.

    ``name`` is what the house is called, "" if nobody said; then it is stored as by programs that knew no name.
    """

    language: str
    currency: str
    paper: str
    marks: str
    slips: str
    name: str = ""


class PrintedSheet(Frozen, gc=False, omit_defaults=True):
    """A sheet of a printing: its name among the night's papers, and the number of its printing.

    ``begun`` is the number of the night's event that began the sheet's subject: that seated the player, started the
    deal or hand, placed the bet, raised the dispute, or issued the marker; 0 for sheets of the whole night. With
    another ``begun`` it is another sheet. ``language`` is the sheet's own, "" for that of the printing's style.
    """

    name: str
    begun: int
    number: int
    language: str = ""


@event
class HouseStyleChosen(Event):
    """The house chose this style for its papers from now on."""

    style: PaperStyle


@event
class PapersPrinted(Event):
    """Papers of a night were printed, as of one of its events; ``printing`` counts the printings of that night.

    It has everything else that the papers' bytes depend on: the style, the table's time zone (``zone``: a name, an
    offset, or a name with the offset that holds for the whole night) and the address of the house, which may be empty.
    """

    night: str
    version: int
    head: str
    printing: int
    style: PaperStyle
    zone: str
    address: str
    sheets: tuple[PrintedSheet, ...]
