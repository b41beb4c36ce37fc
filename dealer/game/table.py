"""The default table, folded from base events and their moves, and the checks of its commands (rulebook 4)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain
from typing import Any, Final, Generic, Protocol, TypeVar

from msgspec import field
from msgspec.structs import replace
from rpds import HashTrieSet

from dealer.commands.refusal import Amount, Player, Refusal
from events.common.event import ByType, Event
from events.common.night import PlayerLeft, PlayerMoved, PlayerSatIn, PlayerSatOut, PlayerSeated
from events.common.play import InTurn, PointsScored, RoundBegun, RoundEnded, StakeLaid, StakeSettled, StakeTakenDown
from events.frozen import Frozen
from ledger.accounts import POT, checks, gains, layout
from ledger.ledger import Ledger


def placed(seats: tuple[str, ...], player: str, after: str | None) -> tuple[str, ...]:
    """All seats clockwise once a player sits after another, or first (""); ``None``: where they sat before, else last.

    Raises :class:`ValueError` if nobody ever took the seat ``after``.

    >>> placed(("red", "blue"), "white", "red"), placed(("red", "blue"), "blue", "")
    (('red', 'white', 'blue'), ('blue', 'red'))
    """
    if after is None:
        return seats if player in seats else (*seats, player)
    others = tuple(seat for seat in seats if seat != player)
    at = others.index(after) + 1 if after else 0
    return (*others[:at], player, *others[at:])


def from_left_of(player: str, seats: Sequence[str], among: Collection[str]) -> tuple[str, ...]:
    """The players in order from a player's left round to that player; other seats are passed over.

    ``seats`` are all seats ever taken, clockwise; for a player without a seat the order begins at the first seat.

    >>> from_left_of("blue", ("red", "blue", "white", "black"), ("red", "blue", "black"))
    ('black', 'red', 'blue')
    """
    at = seats.index(player) + 1 if player in seats else 0
    return tuple(seat for seat in (*seats[at:], *seats[:at]) if seat in among)


def at_or_left_of(player: str, seats: Sequence[str], among: Collection[str]) -> str:
    """The player, or the next player on their left if they are not among these; "" if there is nobody.

    >>> at_or_left_of("white", ("red", "blue", "white", "black"), ("red", "blue"))
    'red'
    """
    return player if player in among else next(iter(from_left_of(player, seats, among)), "")


T = TypeVar("T")

CHUNK: Final = 32
"""The most entries copied to add another."""


class Grown(Frozen, Generic[T], kw_only=False, gc=False):
    """Entries in insertion order, stored in chunks; copying a chunk is faster than a tree of nodes.

    A look-up takes time in proportion to the chunks. It is meant for the entries of a single round.
    """

    last: dict[str, T] = field(default_factory=dict)
    full: tuple[dict[str, T], ...] = ()

    def with_one(self, key: str, value: T) -> Grown[T]:
        """With another entry under a new key."""
        if len(self.last) < CHUNK:
            return Grown({**self.last, key: value}, self.full)
        return Grown({key: value}, (*self.full, self.last))

    def get(self, key: str) -> T | None:
        """The entry of a key, or ``None``."""
        for chunk in (self.last, *self.full):
            if key in chunk:
                return chunk[key]
        return None

    def values(self) -> Iterator[T]:
        """All entries."""
        return chain.from_iterable(chunk.values() for chunk in (*self.full, self.last))

    def __contains__(self, key: str) -> bool:
        return key in self.last or any(key in chunk for chunk in self.full)

    def __iter__(self) -> Iterator[str]:
        return chain(*self.full, self.last)

    def __len__(self) -> int:
        return sum(map(len, self.full)) + len(self.last)


GameT = TypeVar("GameT", bound="GameTable")
S = TypeVar("S", bound="SeatedTable")


class Tables(Protocol):
    """A night as a game sees it: the table of each game by name."""

    @property
    def tables(self) -> dict[str, Any]:
        """The tables."""


class SeatedTable(Frozen, gc=False):
    """A table with all seats that were ever taken, clockwise.

    ``away`` are the seats whose players left, ``sitting_out`` those whose players sit out from the next hand on.
    """

    house: Any
    seats: tuple[str, ...] = ()
    away: frozenset[str] = frozenset()
    sitting_out: frozenset[str] = frozenset()

    @property
    def seated(self) -> tuple[str, ...]:
        """The seats taken now, clockwise."""
        return tuple(player for player in self.seats if player not in self.away)

    @property
    def sitting_in(self) -> tuple[str, ...]:
        """The players of a hand for everybody seated: all who do not sit out, clockwise."""
        return tuple(player for player in self.seated if player not in self.sitting_out)


class GameTable(SeatedTable, gc=False):
    """The state of any game's table; a game extends it for its own rules.

    ``round`` is the number of the last round, ``is_on`` whether it is in progress, ``turn`` its last turn.
    ``open_bets`` has the events that placed the current stakes, by key; ``keys`` are all keys used in the night.
    ``staked_cents`` is each player's stake on the layout and ``pot_cents`` the pot, both by the moves; ``points`` are
    those of the round.
    """

    round: int = 0
    is_on: bool = False
    turn: int = 0
    open_bets: dict[str, StakeLaid] = field(default_factory=dict)
    keys: HashTrieSet[str] = field(default_factory=HashTrieSet)
    staked_cents: dict[str, int] = field(default_factory=dict)
    pot_cents: int = 0
    points: dict[str, int] = field(default_factory=dict)


def with_seats(table: S, event: Event) -> S:
    """The table after an event of the house: who sits where, and who sits out."""
    for follow in _SEATS[type(event)]:
        table = follow(table, event)
    return table


def with_play(table: GameT, event: Event) -> GameT:
    """The table after an event of its game."""
    for follow in _PLAY[type(event)]:
        table = follow(table, event)
    return _with_moves(table, event) if event.moves else table


def _seated(table: S, event: PlayerSeated) -> S:
    came = {event.player}
    seats = placed(table.seats, event.player, event.after)
    return replace(table, seats=seats, away=table.away - came, sitting_out=table.sitting_out - came)


def _begun(table: GameT, event: RoundBegun) -> GameT:
    return replace(table, round=event.round_number, is_on=True, turn=0, points={})


def _scored(table: GameT, event: PointsScored) -> GameT:
    points = table.points.get(event.player, 0) + event.points
    return replace(table, points={**table.points, event.player: points})


def _turned(table: GameT, event: InTurn) -> GameT:
    turn = event.turn_number
    return table if turn == table.turn else replace(table, turn=turn)


def _laid(table: GameT, event: StakeLaid) -> GameT:
    return replace(table, open_bets={**table.open_bets, event.bet: event}, keys=table.keys.insert(event.bet))


def _gone(table: GameT, event: StakeSettled | StakeTakenDown) -> GameT:
    open_bets = table.open_bets.copy()
    open_bets.pop(event.bet, None)
    return replace(table, open_bets=open_bets)


def _with_moves(table: GameT, event: Event) -> GameT:
    pot_cents, staked_cents = table.pot_cents, table.staked_cents
    for account, cents in gains(event.moves):
        if account == POT:
            pot_cents += cents
        elif account.startswith(_LAYOUT):
            player = account.removeprefix(_LAYOUT)
            staked_cents = {**staked_cents, player: staked_cents.get(player, 0) + cents}
    return replace(table, pot_cents=pot_cents, staked_cents=staked_cents)


_LAYOUT = layout("")
_SEATS: ByType[Callable[[Any, Any], Any]] = ByType(
    {
        PlayerSeated: _seated,
        PlayerMoved: lambda table, event: replace(table, seats=placed(table.seats, event.player, event.after)),
        PlayerLeft: lambda table, event: replace(table, away=table.away | {event.player}),
        PlayerSatOut: lambda table, event: replace(table, sitting_out=table.sitting_out | {event.player}),
        PlayerSatIn: lambda table, event: replace(table, sitting_out=table.sitting_out - {event.player}),
    }
)
_PLAY: ByType[Callable[[Any, Any], Any]] = ByType(
    {
        RoundBegun: _begun,
        PointsScored: _scored,
        InTurn: _turned,
        RoundEnded: lambda table, event: replace(table, is_on=False),
        StakeLaid: _laid,
        StakeSettled: _gone,
        StakeTakenDown: _gone,
    }
)


def nobody_called(player: str) -> Refusal:
    """The refusal for a player without a seat (``unknown_player``)."""
    return Refusal("unknown_player", "Nobody at the table is called %(player)s.", player=Player(player[:64]))


def key_used(key: str) -> Refusal:
    """The refusal for a key that another bet of the night has used (``already_done``)."""
    return Refusal("already_done", "The bet key %(key)s is already used. Each bet needs its own key.", key=key)


def check_amount(amount_cents: int, check_cents: int) -> None:
    """Refuse (``not_a_multiple``) an amount that is not a positive whole number of smallest checks."""
    if amount_cents <= 0 or amount_cents % check_cents:
        raise Refusal(
            "not_a_multiple",
            "%(amount)s cannot be made up of %(check)s checks.",
            amount=Amount(amount_cents),
            check=Amount(check_cents),
        )


def check_holds(ledger: Ledger, player: str, amount_cents: int) -> None:
    """Refuse (``not_enough_checks``) an amount that a player does not hold."""
    held = ledger.balance(checks(player))
    if held < amount_cents:
        raise Refusal(
            "not_enough_checks",
            "%(player)s has %(held)s in checks, not %(amount)s.",
            player=Player(player),
            held=Amount(held),
            amount=Amount(amount_cents),
        )
