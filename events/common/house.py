"""The events of the house's own streams: the register of the staff, and the printings of papers."""

from __future__ import annotations

from events.common.event import Added, Event, event
from events.frozen import Frozen

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
class DeviceNamed(Event):
    """A member named a device; ``device`` is its id in the rows of what was done on it."""

    device: str
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


class PaperStyle(Frozen, gc=False):
    """The style of papers: language, ISO currency, sheet, marks of a cue-card, and where slips are printed."""

    language: str
    currency: str
    paper: str
    marks: str
    slips: str


class PrintedSheet(Frozen, gc=False):
    """A sheet of a printing: its name among the night's papers, and the number of its printing.

    ``begun`` is the number of the night's event that began the sheet's subject: that seated the player, started the
    deal or hand, placed the bet, raised the dispute, or issued the marker; 0 for sheets of the whole night. With
    another ``begun`` it is another sheet.
    """

    name: str
    begun: int
    number: int


@event
class HouseStyleChosen(Event):
    """The house chose this style for its papers from now on."""

    style: PaperStyle


@event
class PapersPrinted(Event):
    """Papers of a night were printed, as of one of its events; ``printing`` counts the printings of that night.

    It has everything else that the papers' bytes depend on: the style, the table's time zone (``zone``, a name or
    offset) and the address of the house, which may be empty.
    """

    night: str
    version: int
    head: str
    printing: int
    style: PaperStyle
    zone: str
    address: str
    sheets: tuple[PrintedSheet, ...]
