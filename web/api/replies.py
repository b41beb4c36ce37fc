"""The replies of the API as records: the server's, its OpenAPI document's and its client's. Amounts are in cents."""

from __future__ import annotations

from msgspec import field

from dealer.commands.fields import Anything
from events.frozen import Frozen

Row = dict[str, Anything]
"""A row in the words of a game, which has keys of its own."""


class Error(Frozen):
    """Why a request was refused: a stable code and one sentence for a person.

    ``to_deal`` is an open night that the sender, who is a dealer, may begin to deal.
    """

    code: str
    why: str
    to_deal: str = ""


class Nights(Frozen):
    """The ids of nights, in the order they were opened."""

    nights: tuple[str, ...]


class Receipt(Frozen):
    """An accepted command: its id, the version and hash of its night after it, and the kinds of its events.

    ``warnings`` are sentences about likely mistakes.
    """

    night: str
    command: str
    version: int
    head: str
    facts: tuple[str, ...]
    warnings: tuple[str, ...]


class HouseReceipt(Frozen):
    """An accepted command of the house: its id, the version of the house after it, and the kinds of its events."""

    command: str
    version: int
    facts: tuple[str, ...]


class PlayerLine(Frozen):
    """A player's account in a night; with ``card``, what they drew from their deposit and paid on carried markers."""

    name: str
    checks: int
    bought: int
    markers_issued: int
    markers_open: int
    pledges_open: int
    stakes_owed: int
    cashed: int
    staked: int
    net: int
    card: str | None = None
    drawn: int = 0
    carried_paid: int = 0


class BankLine(Frozen):
    """The bank's account in a night."""

    roll: int
    play: int
    sleepers: int
    after_hock: int
    tokes: int
    in_sight: int
    dealers_cut: int


class DealerShare(Frozen):
    """What somebody dealt in a night: rounds, tips, and their cut of the bank's result."""

    rounds: int
    tokes: int
    cut: int


class NightResult(Frozen):
    """A night as it stands. ``events`` is its version; ``bets``, ``hands`` and ``scores`` have a game's own keys."""

    night: str
    game: str | tuple[str, ...]
    events: int
    head: str
    players: dict[str, PlayerLine]
    bank: BankLine
    bets: tuple[Row, ...]
    hands: tuple[Row, ...]
    scores: tuple[Row, ...]
    dealers: dict[str, DealerShare]
    drawer: Row
    refused: tuple[Row, ...] = ()


class PossibleCommand(Frozen):
    """A command that is possible now, and what each of its arguments can be."""

    do: str
    takes: Row


class DroppedCommand(Frozen):
    """A later command that a correction must drop, and why it would be refused."""

    command: str
    do: str
    code: str
    why: str


class BankDifference(Frozen):
    """What a correction changes for the bank: its result, the dealer's tips and the pot."""

    result: int
    tokes: int
    pot: int


class BetDifference(Frozen):
    """A bet that a correction settles otherwise: its results before and after, and the difference to its player."""

    bet: str
    player: str
    deal: int
    turn: int
    was: tuple[str, ...]
    would_be: tuple[str, ...]
    cents: int


class Proposal(Frozen):
    """What would come of a correction: ``drop`` belongs in the ``amend``, ``players`` has differences by seat key."""

    drop: tuple[str, ...]
    dropped: tuple[DroppedCommand, ...]
    players: dict[str, int]
    bank: BankDifference
    bets: tuple[BetDifference, ...]


class CarriedLine(Frozen):
    """What a card owes on the markers of an earlier night."""

    night: str
    amount: int


class CardLine(Frozen):
    """A person at the house. ``limit`` is ``null`` for no limit, ``exposure`` what they owe at all tables."""

    name: str
    deposit: int
    carried: tuple[CarriedLine, ...]
    exposure: int
    limit: int | None
    nights: int
    net: int


class SlipLine(Frozen):
    """A fill, credit or drop."""

    kind: str
    number: int
    night: str
    amount: int
    voided: bool


class HouseResult(Frozen):
    """The house as it stands: cards by key, slips, the roles of the staff by name, and the ids of nights."""

    cards: dict[str, CardLine]
    slips: tuple[SlipLine, ...]
    staff: dict[str, tuple[str, ...]]
    nights: tuple[str, ...]


class EventRow(Frozen):
    """An event of a night as the book stores it, in the form of the export.

    ``kind`` names the event. ``body`` is the event itself as JSON in a text: over the text the hashes are taken.
    """

    row: str
    position: int
    night: str
    version: int
    kind: str
    schema_version: int
    body: str
    at: str
    who: str
    device: str
    command: str
    command_hash: str
    prev_hash: str
    hash: str


class EventPage(Frozen):
    """Events of a night after a version, oldest first, and the version of the night. There is more if it is higher."""

    night: str
    version: int
    events: tuple[EventRow, ...]


class SessionToken(Frozen):
    """A token against forged requests, for the header ``X-CSRFToken``, and the name of who is signed in."""

    token: str
    name: str


class SignedIn(Frozen):
    """A session that began: whose it is, on which device, and its token for the header ``X-CSRFToken``."""

    name: str
    device: str
    token: str


class SignIn(Frozen):
    """The name and PIN of somebody on the staff."""

    name: str
    pin: str


class Correction(Frozen):
    """A correction to try: the id of a command, and the command in its place, or ``null``."""

    command: str
    instead: Anything = field(default=None)
