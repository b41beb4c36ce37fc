"""A night: seats, ledger, game and what can be taken back. ``decide`` and ``evolve`` for everything at the table."""

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
from dealer.commands.refusal import counted
from dealer.game.game import Game
from dealer.games import game_called
from dealer.night.house_rules import smallest_check, tables_of
from events.effective_facts import MARKS, EffectiveFold
from events.facts import night
from events.facts.fact import ByType, Fact, Move
from events.facts.night import ClosedToPlayers, MarkerIssued, OpenedToPlayers, PlayerSeated, PlayersHeld
from events.facts.play import RoundEnded, TurnPlayed
from events.frozen import Frozen
from events.records import Recorded
from ledger.ledger import Ledger


class OwnActs(Frozen, gc=False):
    """Whether the game is open to players, whether it is held just now, and to whom alone it is closed."""

    is_open: bool = False
    is_held: bool = False
    closed_to: frozenset[str] = frozenset()


def _opened(acts: OwnActs, fact: OpenedToPlayers) -> OwnActs:
    return OwnActs(is_open=True) if fact.player is None else replace(acts, closed_to=acts.closed_to - {fact.player})


def _closed(acts: OwnActs, fact: ClosedToPlayers) -> OwnActs:
    return OwnActs() if fact.player is None else replace(acts, closed_to=acts.closed_to | {fact.player})


def _played(acts: OwnActs, fact: Fact) -> OwnActs:
    return replace(acts, is_held=False) if acts.is_held else acts


FOLLOWED: ByType[Callable[[OwnActs, Any], OwnActs]] = ByType(
    {
        OpenedToPlayers: _opened,
        ClosedToPlayers: _closed,
        PlayersHeld: lambda acts, fact: replace(acts, is_held=True),
        TurnPlayed: _played,
        RoundEnded: _played,
    }
)
"""What follows a fact, by its type: the acts after it, or the very same ones where it does not concern them."""


Issue = tuple[str, str, int, str]
"""A marker as it was issued: by which command, to which player, for how many cents, and in whose name."""


class Slips(Frozen, kw_only=False, gc=False):
    """The numbers given in a night; ``of`` has those of the markers that stand, by their place among these.

    It has the numbers of markers just taken back too, so that it can be said which they were.
    """

    given: HashTrieMap[Issue, int] = field(default_factory=HashTrieMap)
    of: HashTrieMap[int, int] = field(default_factory=HashTrieMap)

    def issued(self, marker: int, issue: Issue) -> Slips:
        """With the slip of one more marker, a new one unless it was issued just so before."""
        given = self.given if issue in self.given else self.given.insert(issue, len(self.given) + 1)
        return Slips(given, self.of.insert(marker, given[issue]))

    def back_to(self, before: Slips, markers: int) -> Slips:
        """With so many markers standing as they stood before; no number that was given since is given again."""
        taken_back = {marker: self.of[marker] for marker in range(markers + 1, len(self.of) + 1)}
        return replace(self, of=before.of.update(taken_back))


def issues_of(facts: Iterable[Recorded]) -> dict[Issue, list[Recorded]]:
    """Every marker that was ever issued, in the order of the numbers of their slips, with the facts that issued it.

    ``facts`` are all of a night, taken back or not; those given come with the command as whose fact they came. A marker
    that a correction gave again as it was has several.
    """
    found: dict[Issue, list[Recorded]] = {}
    stood, names = EffectiveFold(), dict[str, str]()
    for recorded in map(stood.follow, facts):
        fact = recorded.fact
        if isinstance(fact, MarkerIssued):
            # Who is seated is worked out once after each correction at the most.
            names = names or _names(stood.facts)
            found.setdefault((recorded.command, fact.player, fact.amount_cents, names[fact.player]), []).append(
                recorded
            )
        elif isinstance(fact, PlayerSeated) and names:
            names[fact.player] = fact.name
        elif type(fact) in MARKS:
            names = {}
    return found


def _names(facts: Iterable[Recorded]) -> dict[str, str]:
    """The names of all who were seated by facts that stand, by their seats' keys."""
    return {fact.fact.player: fact.fact.name for fact in facts if isinstance(fact.fact, PlayerSeated)}


class Seat(Frozen, kw_only=False, gc=False):
    """A seat: the player's name, whether they are still at the table, and whether they sit out the next hands."""

    name: str
    taken: bool = True
    sits_out: bool = False


class Loan(Frozen, kw_only=False, gc=False):
    """What one player lent another in cents, and the agreed share of the borrower's profit."""

    lender: str
    borrower: str
    profit_share: Fraction
    amount_cents: int


class Pledge(Frozen, kw_only=False, gc=False):
    """Goods held for a player, at a value in cents."""

    player: str
    item: str
    amount_cents: int


class Dispute(Frozen, gc=False):
    """A dispute as raised; ``ruling`` is ``None`` while it is open.

    ``dealing`` names the game that was on or was last when it was raised; ``table`` is that game's, as it stood then.
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
"""What of a dispute is compared: not where the play stood then."""


class Frame(msgspec.Struct, kw_only=True, eq=False):
    """A command that stands, the ``facts`` that it has made so far, and the frame ``below``: what ``void`` takes back.

    ``slips`` are those of the night before it, which taking back does not undo. ``words_of`` is the command whose
    document says what was asked: this one, or the correction that put it right.
    ``again`` is for corrections alone: the night as it went on under the commands that were given again, with a frame
    of their own for each of them; ``giving`` is the one that is being given again.

    Of most frames of a long night the facts alone are kept. ``kept`` is the night before the command where that is at
    hand, as it is where ``place``, the number of frames down to the last that keeps it for good, is 0; for any other it
    is folded again, see :func:`dealer.night.evolve.night_before`.
    """

    command: str
    below: Frame | None
    slips: Slips
    place: int
    facts: tuple[Fact, ...] = ()
    kept: Night | None = None
    words_of: str = ""
    again: Night | None = None
    giving: night.CommandGivenAgain | None = None

    @property
    def moves(self) -> tuple[Move, ...]:
        """All that the command has moved."""
        return tuple(move for fact in self.facts for move in fact.moves)

    def __repr__(self) -> str:
        return f"Frame({self.command!r})"


class Night(Frozen):
    """The state of one night, immutable.

    ``seats`` are in the order in which they were first taken, by which papers number them; ``seating`` has them as they
    stand round the table, clockwise.
    ``tables`` holds each game's own state, ``dealing`` names the game of the last command that was a game's and
    stands, at first the one named first; ``markers`` counts those that stand, and ``slips`` has the numbers on their
    slips, see :meth:`slip_of`; ``own_acts`` says what players may do by themselves; ``top`` is the last standing
    command, and ``opened_by`` the one that opened the night.
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
    markers: int = 0
    slips: Slips = field(default_factory=Slips)
    own_acts: OwnActs = field(default_factory=OwnActs)
    closed: bool = False
    opened_by: str = ""
    top: Frame | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Night) and _standing(self) == _standing(other)

    @property
    def check_cents(self) -> int:
        """The smallest check of the house."""
        return smallest_check(self.tables)

    @property
    def marker_limit_cents(self) -> int | None:
        """What a player's open markers may add up to in this house; ``None`` for any sum."""
        return min((limit for limit in self._of_houses("marker_limit") if limit is not None), default=None)

    @property
    def marker_cents(self) -> int:
        """The marker that the house offers."""
        offered: int = max(self._of_houses("marker"))
        return offered

    def slip_of(self, marker: int) -> int:
        """The number on the slip of a marker that stands as the so-many-th, or did before it was taken back just now.

        A slip's number is given once in a night: paper that was signed is not written again, though its marker is void.
        """
        return self.slips.of[marker]

    @property
    def games_by_turn(self) -> tuple[Game, ...]:
        """The games, the one of the last command first: in this order they are asked whose a word is."""
        if len(self.games) == 1:
            return self.games
        return tuple(sorted(self.games, key=lambda game: game.name != self.dealing))

    def shared_words(self, game: Game) -> frozenset[str]:
        """The words of a game that others of this night have too: a command of these says which game it is for."""
        others = frozenset[str]().union(*(other.words for other in self.games if other is not game))
        return others.intersection(game.words)

    def addressed(self, game: Game, document: Mapping[str, Any]) -> dict[str, Any]:
        """A document of a game's own command, with the game's name in it where that is needed."""
        is_shared = document["do"] in self.shared_words(game)
        return {**document, "game": game.name} if is_shared else dict(document)

    def game_of(self, asked: type[Command]) -> Game | None:
        """The game of this night whose command a type is, if it is one's."""
        for game in self.games:
            if game.words.get(asked.do) is asked:
                return game
        return None

    @property
    def game_on(self) -> Game | None:
        """The game whose deal or hand is on now."""
        return next((game for game in self.games if game.is_on(self.tables[game.name])), None)

    @property
    def course(self) -> Iterator[Frame]:
        """The commands that the night went by, the last first: where some were corrected, as they were given again.

        A correction is none of them; it is one command for ``void`` alone.
        """
        frame = self.top
        while frame:
            while frame and frame.again:
                frame = frame.again.top
            if frame:
                yield frame
                frame = frame.below

    @property
    def dealt(self) -> str:
        """What was dealt in this night, in words: the rounds of several games added up; nothing where nothing was."""
        dealt = list(filter(None, (game.dealt(self.tables[game.name]) for game in self.games)))
        if len(dealt) < 2:
            return "".join(dealt)
        return counted(sum(game.rounds(self.tables[game.name]) for game in self.games), "round")

    def _of_houses(self, setting: str) -> list[Any]:
        return [getattr(table.house, setting) for table in self.tables.values()]

    @property
    def shares(self) -> dict[str, Fraction]:
        """The backers' shares in the bank's result, in the order in which they were named."""
        return {backer.name: Fraction(backer.share) for backer in self.opened.backers}

    @property
    def names(self) -> dict[str, str]:
        """What everybody who has a seat or left one is called, by seat key."""
        return {player: seat.name for player, seat in self.seats.items()}

    @property
    def open_disputes(self) -> list[str]:
        """The keys of the disputes that wait for a ruling."""
        return [key for key, dispute in self.disputes.items() if dispute.ruling is None]

    @property
    def seated(self) -> dict[str, Seat]:
        """The seats of those who sit at the table now, clockwise."""
        return {player: self.seats[player] for player in self.seating if self.seats[player].taken}

    def is_seated(self, player: str) -> bool:
        """Whether a player sits at the table now."""
        seat = self.seats.get(player)
        return seat is not None and seat.taken


_standing = attrgetter(*(name for name in Night.__struct_fields__ if name not in ("slips", "opened_by", "top")))
"""What of a night is compared: not by which commands it came about."""


def opening(night_id: str, fact: night.NightOpened, command: str = "") -> Night:
    """The night that its first fact opens, made by a command."""
    return Night(
        id=night_id,
        opened=fact,
        games=tuple(game_called(name) for name in fact.games),
        tables=tables_of(fact.houses),
        dealing=fact.games[0],
        ledger=Ledger().post(fact.moves),
        opened_by=command,
    )
