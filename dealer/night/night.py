"""The state of a night: seats, ledger, tables, markers, disputes, and the frames that can be taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from operator import attrgetter
from typing import Any

import msgspec
from msgspec import field
from msgspec.structs import replace
from rpds import HashTrieMap

from dealer.commands.commands import Command
from dealer.dealing_box import Box
from dealer.game.game import Game
from dealer.games import game_called
from dealer.night.house_rules import smallest_check, tables_of
from events.common import night
from events.common.event import ByType, Event, Move
from events.common.house import CarriedPart, HouseSettings
from events.common.night import ClosedToPlayers, MarkerIssued, OpenedToPlayers, PlayerSeated, PlayersHeld
from events.common.play import RoundEnded, TurnPlayed
from events.effective_events import MARKS, EffectiveFold
from events.frozen import Frozen
from events.records import Recorded
from ledger import accounts
from ledger.ledger import Ledger


class OwnActs(Frozen, gc=False):
    """Whether the game is open to players, whether it is on hold, and the players it is closed to."""

    is_open: bool = False
    is_held: bool = False
    closed_to: frozenset[str] = frozenset()


class Phone(Frozen, kw_only=False, gc=False):
    """The phone with a player's own hand: the ``link`` that it used first, and its ``device``, "" until it did.

    ``moves`` counts how often the dealer moved the hand to another phone.
    """

    link: str = ""
    device: str = ""
    moves: int = 0

    def is_another(self, link: str, device: str) -> bool:
        """Whether the hand of a link is on another device than this."""
        return self.link == link and self.device != device


NO_PHONE = Phone()
"""A hand that was never used from a phone."""


def _opened(acts: OwnActs, event: OpenedToPlayers) -> OwnActs:
    return OwnActs(is_open=True) if event.player is None else replace(acts, closed_to=acts.closed_to - {event.player})


def _closed(acts: OwnActs, event: ClosedToPlayers) -> OwnActs:
    return OwnActs() if event.player is None else replace(acts, closed_to=acts.closed_to | {event.player})


def _played(acts: OwnActs, event: Event) -> OwnActs:
    return replace(acts, is_held=False) if acts.is_held else acts


FOLLOWED: ByType[Callable[[OwnActs, Any], OwnActs]] = ByType(
    {
        OpenedToPlayers: _opened,
        ClosedToPlayers: _closed,
        PlayersHeld: lambda acts, event: replace(acts, is_held=True),
        TurnPlayed: _played,
        RoundEnded: _played,
    }
)
"""The players' access after an event, by its type; a function returns the same object if nothing changed."""


Issue = tuple[str, str, int, str]
"""An issued marker: command, player's seat key, cents, and the player's name."""


class MarkerSlips(Frozen, kw_only=False, gc=False):
    """The numbers of marker slips in a night; ``of`` has those of the markers in effect, by their position.

    ``of`` also has the numbers of markers that were just taken back, so that they can still be named.
    """

    given: HashTrieMap[Issue, int] = field(default_factory=HashTrieMap)
    of: HashTrieMap[int, int] = field(default_factory=HashTrieMap)

    def issued(self, marker: int, issue: Issue) -> MarkerSlips:
        """Add the slip of a marker; it gets a new number unless the same marker was issued before."""
        given = self.given if issue in self.given else self.given.insert(issue, len(self.given) + 1)
        return MarkerSlips(given, self.of.insert(marker, given[issue]))

    def back_to(self, before: MarkerSlips, markers: int) -> MarkerSlips:
        """Restore the first ``markers`` positions as they were ``before``; numbers given since stay used."""
        taken_back = {marker: self.of[marker] for marker in range(markers + 1, len(self.of) + 1)}
        return replace(self, of=before.of.update(taken_back))


def issues_of(events: Iterable[Recorded]) -> dict[Issue, list[Recorded]]:
    """Every marker that was ever issued, in the order of their slip numbers, with the events that issued it.

    ``events`` are all events of a night, including those taken back. Replayed events count under their replayed
    command. A marker that a correction issued again unchanged has several events.
    """
    found: dict[Issue, list[Recorded]] = {}
    stood, names = EffectiveFold(), dict[str, str]()
    for recorded in map(stood.follow, events):
        event = recorded.event
        if isinstance(event, MarkerIssued):
            # Rebuild the names at most once after each correction.
            names = names or _names(stood.events)
            found.setdefault((recorded.command, event.player, event.amount_cents, names[event.player]), []).append(
                recorded
            )
        elif isinstance(event, PlayerSeated) and names:
            names[event.player] = event.name
        elif type(event) in MARKS:
            names = {}
    return found


def _names(events: Iterable[Recorded]) -> dict[str, str]:
    """The names of all players seated by events in effect, by seat key."""
    return {event.event.player: event.event.name for event in events if isinstance(event.event, PlayerSeated)}


class Seat(Frozen, kw_only=False, gc=False):
    """A seat: the player's name, whether it is taken now, and whether the player sits out the next hands.

    ``card`` is the player's card in the house, "" for none. Without ``name_given`` the name is the card's, and changes
    with it until the night closes.
    """

    name: str
    taken: bool = True
    sits_out: bool = False
    card: str = ""
    name_given: bool = True


class Loan(Frozen, kw_only=False, gc=False):
    """A loan to a player in cents, with the agreed share of the borrower's profit.

    A bystander's has a ``lender_name`` in place of the ``lender``.
    """

    lender: str
    borrower: str
    profit_share: Fraction
    amount_cents: int
    lender_name: str = ""

    @property
    def parties(self) -> tuple[str, str, str]:
        """Who lent and who borrowed: the lender's seat, the borrower's, and a bystander's name."""
        return self.lender, self.borrower, self.lender_name

    @property
    def owed_account(self) -> str:
        """The account of what the borrower owes on all loans of the same lender."""
        if self.lender_name:
            return accounts.bystander_owed(self.borrower, self.lender_name)
        return accounts.stakes_owed(self.lender, self.borrower)


class NightSlip(Frozen, kw_only=False, gc=False):
    """A fill, credit or drop slip of a night, in cents."""

    kind: str
    number: int
    amount_cents: int
    voided: bool = False


class Pledge(Frozen, kw_only=False, gc=False):
    """Goods held for a player, at a value in cents."""

    player: str
    item: str
    amount_cents: int


class Dispute(Frozen, gc=False):
    """A dispute as raised; ``ruling`` is ``None`` while it is open.

    ``dealing`` names the current or last game when it was raised; ``table`` is that game's table at the time.
    """

    player: str
    about: str
    claim: str
    dealing: str
    table: Any
    ruling: str | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dispute) and _raised(self) == _raised(other)


_raised = attrgetter("player", "about", "claim", "ruling")
"""The attributes that equality compares: all but the state of play at the time."""


class Frame(msgspec.Struct, kw_only=True, eq=False):
    """A command in effect with its ``events`` so far, and the ``previous`` frame: the unit that ``void`` takes back.

    ``marker_slips`` are the slips of the night before it, which taking back does not undo. ``words_of`` is the id of
    the command whose document applies: this command, or the correction that replaced it. ``replayed`` is set in
    corrections only: the night while later commands are replayed, each with a frame of its own; ``giving`` is the
    command being replayed.

    Most frames of a long night store only their events. ``snapshot`` is a snapshot of the night before the command,
    where it exists. ``place`` counts the frames down to the last permanent snapshot; at 0 the frame has that snapshot.
    Any other night is folded again, see :func:`dealer.night.evolve.night_before`.
    """

    command: str
    previous: Frame | None
    marker_slips: MarkerSlips
    place: int
    events: tuple[Event, ...] = ()
    snapshot: Night | None = None
    words_of: str = ""
    replayed: Night | None = None
    giving: night.CommandGivenAgain | None = None

    @property
    def stays(self) -> bool:
        """Whether ``void`` skips the command: it is of the drawer (a count, a slip) or of a dealing box."""
        return bool(self.events) and isinstance(self.events[0], night.Staying)

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves of the command's events."""
        return tuple(move for event in self.events for move in event.moves)

    def __repr__(self) -> str:
        return f"Frame({self.command!r})"


class Night(Frozen):
    """The state of a night, immutable.

    ``seats`` are in the order first taken, which is how papers number them; ``seating`` is their order round the table,
    clockwise. ``tables`` has each game's state; ``dealing`` names the game of the last game command in effect, at first
    the game named first. ``dealer`` is whoever deals now; ``counts`` and ``slips`` are of the drawer, in order;
    ``carried_paid`` has the parts of carried markers that players paid here, each with the seat. ``markers`` counts the
    markers in effect and ``marker_slips`` has their slip numbers, see :meth:`slip_of`. ``own_acts`` says which commands
    players may send, and ``phones`` which devices have their hands; ``boxes`` are the dealing boxes, in order; ``top``
    is the frame of the last command in effect, and ``opened_by`` the command that opened the night.
    """

    id: str
    opened: night.NightOpened
    games: tuple[Game, ...]
    tables: dict[str, Any]
    dealing: str
    seats: dict[str, Seat] = field(default_factory=dict)
    seating: tuple[str, ...] = ()
    ledger: Ledger = field(default_factory=Ledger)
    loans: tuple[Loan, ...] = ()
    pledges: tuple[Pledge, ...] = ()
    disputes: dict[str, Dispute] = field(default_factory=dict)
    dealer: str = ""
    counts: tuple[night.DrawerCounted, ...] = ()
    slips: tuple[NightSlip, ...] = ()
    carried_paid: tuple[tuple[str, CarriedPart], ...] = ()
    markers: int = 0
    marker_slips: MarkerSlips = field(default_factory=MarkerSlips)
    own_acts: OwnActs = field(default_factory=OwnActs)
    phones: HashTrieMap[str, Phone] = field(default_factory=HashTrieMap)
    boxes: tuple[Box, ...] = ()
    closed: bool = False
    opened_by: str = ""
    top: Frame | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Night) and _effective_fields(self) == _effective_fields(other)

    @property
    def check_cents(self) -> int:
        """The smallest check of the house."""
        return smallest_check(self.tables)

    @property
    def marker_limit_cents(self) -> int | None:
        """The limit of a player's open markers in cents; ``None`` for no limit."""
        return min((limit for limit in self._of_houses("marker_limit") if limit is not None), default=None)

    @property
    def marker_cents(self) -> int:
        """The usual amount of a marker, in cents."""
        offered: int = max(self._of_houses("marker"))
        return offered

    def slip_of(self, marker: int) -> int:
        """The slip number of a marker by its position, also if it was just taken back.

        A number is used once in a night: signed paper is not reused when its marker is void.
        """
        return self.marker_slips.of[marker]

    @property
    def games_by_turn(self) -> tuple[Game, ...]:
        """The games, the game of the last command first. Words are looked up in this order."""
        if len(self.games) == 1:
            return self.games
        return tuple(sorted(self.games, key=lambda game: game.name != self.dealing))

    def shared_words(self, game: Game) -> frozenset[str]:
        """The words of a game that other games of this night share. Such a command must name its game."""
        others = frozenset[str]().union(*(other.words for other in self.games if other is not game))
        return others.intersection(game.words)

    def addressed(self, game: Game, document: Mapping[str, Any]) -> dict[str, Any]:
        """A document of a game's command, with the game's name added if it is needed."""
        is_shared = document["do"] in self.shared_words(game)
        return {**document, "game": game.name} if is_shared else dict(document)

    def game_of(self, command_type: type[Command]) -> Game | None:
        """The game of this night that a command type belongs to, or ``None``."""
        for game in self.games:
            if game.words.get(command_type.do) is command_type:
                return game
        return None

    @property
    def game_on(self) -> Game | None:
        """The game whose deal or hand is on, or ``None``."""
        return next((game for game in self.games if game.is_on(self.tables[game.name])), None)

    @property
    def frames(self) -> Iterator[Frame]:
        """The commands in effect, newest first; corrected parts as they were replayed.

        A correction itself is left out; only ``void`` treats it as a command.
        """
        frame = self.top
        while frame:
            while frame and frame.replayed:
                frame = frame.replayed.top
            if frame:
                yield frame
                frame = frame.previous

    @property
    def last_voidable(self) -> Frame | None:
        """The frame of the command that ``void`` would take back, or ``None``."""
        frame = self.top
        while frame and frame.stays:
            frame = frame.previous
        return frame

    @property
    def settings(self) -> HouseSettings:
        """The settings of the house at the opening."""
        return self.opened.settings or HouseSettings()

    @property
    def cards(self) -> dict[str, str]:
        """The seats with a card of the house, each with the card."""
        return {player: seat.card for player, seat in self.seats.items() if seat.card}

    @property
    def rounds(self) -> dict[str, int]:
        """How many rounds were dealt of each game, by its name; games of which none was dealt are left out."""
        dealt = {game.name: game.rounds(self.tables[game.name]) for game in self.games}
        return {name: rounds for name, rounds in dealt.items() if rounds}

    def _of_houses(self, setting: str) -> list[Any]:
        return [getattr(table.house, setting) for table in self.tables.values()]

    @property
    def shares(self) -> dict[str, Fraction]:
        """The backers' shares in the bank's result, in the order named."""
        return {backer.name: Fraction(backer.share) for backer in self.opened.backers}

    @property
    def names(self) -> dict[str, str]:
        """The names of all players who have or had a seat, by seat key."""
        return {player: seat.name for player, seat in self.seats.items()}

    @property
    def open_disputes(self) -> list[str]:
        """The keys of the disputes without a ruling."""
        return [key for key, dispute in self.disputes.items() if dispute.ruling is None]

    @property
    def seated(self) -> dict[str, Seat]:
        """The seats taken now, clockwise."""
        return {player: self.seats[player] for player in self.seating if self.seats[player].taken}

    def is_seated(self, player: str) -> bool:
        """Whether a player has a seat now."""
        seat = self.seats.get(player)
        return seat is not None and seat.taken


_effective_fields = attrgetter(
    *(name for name in Night.__struct_fields__ if name not in ("marker_slips", "opened_by", "top"))
)
"""The attributes that equality compares: all but the commands that led here."""


def opening(night_id: str, event: night.NightOpened, command: str = "") -> Night:
    """The night that its first event opens."""
    return Night(
        id=night_id,
        opened=event,
        games=tuple(game_called(name) for name in event.games),
        tables=tables_of(event.houses),
        dealing=event.games[0],
        ledger=Ledger().post(event.moves),
        dealer=event.dealer,
        opened_by=command,
    )
