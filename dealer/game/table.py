"""The default table, folded from base events and their moves, and what its commands require (rulebook 4)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain
from typing import Any, Final, Generic, Protocol, TypeVar

from msgspec import field
from msgspec.structs import replace
from rpds import HashTrieSet

from dealer.commands.refusal import Amount, Phrase, Player, Refusal, phrase
from events.facts.fact import ByType, Fact
from events.facts.night import PlayerLeft, PlayerMoved, PlayerSatIn, PlayerSatOut, PlayerSeated
from events.facts.play import InTurn, PointsScored, RoundBegun, RoundEnded, StakeLaid, StakeSettled, StakeTakenDown
from events.frozen import Frozen
from ledger.accounts import POT, checks, gains, layout
from ledger.ledger import Ledger


def placed(seats: tuple[str, ...], player: str, after: str | None) -> tuple[str, ...]:
    """All seats clockwise once a player sits after another, or first (""); ``None``: where they sat before, else last.

    Raises :class:`ValueError` where nobody ever took the seat ``after`` which they sit.

    >>> placed(("red", "blue"), "white", "red"), placed(("red", "blue"), "blue", "")
    (('red', 'white', 'blue'), ('blue', 'red'))
    """
    if after is None:
        return seats if player in seats else (*seats, player)
    others = tuple(seat for seat in seats if seat != player)
    at = others.index(after) + 1 if after else 0
    return (*others[:at], player, *others[at:])


def from_left_of(player: str, seats: Sequence[str], among: Collection[str]) -> tuple[str, ...]:
    """Those among whom it goes round, from a player's left round to the player; others are passed over.

    ``seats`` are all that were ever taken, clockwise; of somebody who never sat the round begins at the first of them.

    >>> from_left_of("blue", ("red", "blue", "white", "black"), ("red", "blue", "black"))
    ('black', 'red', 'blue')
    """
    at = seats.index(player) + 1 if player in seats else 0
    return tuple(seat for seat in (*seats[at:], *seats[:at]) if seat in among)


def at_or_left_of(player: str, seats: Sequence[str], among: Collection[str]) -> str:
    """The player, or where they are not among these the next on their left; "" where nobody is.

    >>> at_or_left_of("white", ("red", "blue", "white", "black"), ("red", "blue"))
    'red'
    """
    return player if player in among else next(iter(from_left_of(player, seats, among)), "")


T = TypeVar("T")

CHUNK: Final = 32
"""So many entries are copied at the most when one is added."""


class Grown(Frozen, Generic[T], kw_only=False, gc=False):
    """Entries in the order in which they were added, in chunks: copying one of these is faster than a tree of nodes.

    To look a key up takes as long as there are chunks. It is for what one round of a game brings.
    """

    last: dict[str, T] = field(default_factory=dict)
    full: tuple[dict[str, T], ...] = ()

    def with_one(self, key: str, value: T) -> Grown[T]:
        """With one more entry, under a key that has none yet."""
        if len(self.last) < CHUNK:
            return Grown({**self.last, key: value}, self.full)
        return Grown({key: value}, (*self.full, self.last))

    def get(self, key: str) -> T | None:
        """The entry of a key, if it has one."""
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
    """What has the table of each game of a night, by the game's name."""

    @property
    def tables(self) -> dict[str, Any]:
        """The tables."""


class SeatedTable(Frozen, gc=False):
    """A table with its seats: all that were ever taken, clockwise.

    ``away`` are those whose players left, ``sitting_out`` those whose players sit out from the next hand on.
    """

    house: Any
    seats: tuple[str, ...] = ()
    away: frozenset[str] = frozenset()
    sitting_out: frozenset[str] = frozenset()

    @property
    def seated(self) -> tuple[str, ...]:
        """Who sits at the table now, clockwise."""
        return tuple(player for player in self.seats if player not in self.away)

    @property
    def sitting_in(self) -> tuple[str, ...]:
        """Who plays a hand that takes in everybody seated: whoever does not sit out, clockwise."""
        return tuple(player for player in self.seated if player not in self.sitting_out)


class GameTable(SeatedTable, gc=False):
    """What any game's table has; a game's own specialises it with what its rules ask besides.

    ``round`` is the number of the round begun last, ``is_on`` says whether it lasts, ``turn`` is the last turn of
    it that was begun. ``lying`` has the facts that laid the stakes which lie, by key, ``keys`` are all that were used
    in the night. ``staked_cents`` is what lies on the layout for each player and ``pot_cents`` what lies in the pot, by
    the moves; ``points`` are those of the round.
    """

    round: int = 0
    is_on: bool = False
    turn: int = 0
    lying: dict[str, StakeLaid] = field(default_factory=dict)
    keys: HashTrieSet[str] = field(default_factory=HashTrieSet)
    staked_cents: dict[str, int] = field(default_factory=dict)
    pot_cents: int = 0
    points: dict[str, int] = field(default_factory=dict)


def with_seats(table: S, fact: Fact) -> S:
    """The table after a fact of the house: who sits at it, where, and who sits out."""
    for follow in _SEATS[type(fact)]:
        table = follow(table, fact)
    return table


def with_play(table: GameT, fact: Fact) -> GameT:
    """The table after a fact of its game."""
    for follow in _PLAY[type(fact)]:
        table = follow(table, fact)
    return _with_moves(table, fact) if fact.moves else table


def _seated(table: S, fact: PlayerSeated) -> S:
    came = {fact.player}
    seats = placed(table.seats, fact.player, fact.after)
    return replace(table, seats=seats, away=table.away - came, sitting_out=table.sitting_out - came)


def _begun(table: GameT, fact: RoundBegun) -> GameT:
    return replace(table, round=fact.round_number, is_on=True, turn=0, points={})


def _scored(table: GameT, fact: PointsScored) -> GameT:
    points = table.points.get(fact.player, 0) + fact.points
    return replace(table, points={**table.points, fact.player: points})


def _turned(table: GameT, fact: InTurn) -> GameT:
    turn = fact.turn_number
    return table if turn == table.turn else replace(table, turn=turn)


def _laid(table: GameT, fact: StakeLaid) -> GameT:
    return replace(table, lying={**table.lying, fact.bet: fact}, keys=table.keys.insert(fact.bet))


def _gone(table: GameT, fact: StakeSettled | StakeTakenDown) -> GameT:
    lying = table.lying.copy()
    lying.pop(fact.bet, None)
    return replace(table, lying=lying)


def _with_moves(table: GameT, fact: Fact) -> GameT:
    pot_cents, staked_cents = table.pot_cents, table.staked_cents
    for account, cents in gains(fact.moves):
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
        PlayerMoved: lambda table, fact: replace(table, seats=placed(table.seats, fact.player, fact.after)),
        PlayerLeft: lambda table, fact: replace(table, away=table.away | {fact.player}),
        PlayerSatOut: lambda table, fact: replace(table, sitting_out=table.sitting_out | {fact.player}),
        PlayerSatIn: lambda table, fact: replace(table, sitting_out=table.sitting_out - {fact.player}),
    }
)
_PLAY: ByType[Callable[[Any, Any], Any]] = ByType(
    {
        RoundBegun: _begun,
        PointsScored: _scored,
        InTurn: _turned,
        RoundEnded: lambda table, fact: replace(table, is_on=False),
        StakeLaid: _laid,
        StakeSettled: _gone,
        StakeTakenDown: _gone,
    }
)


def nobody_called(player: str) -> Refusal:
    """That a player has no seat now (``unknown_player``)."""
    return Refusal("unknown_player", "Nobody called %(player)s sits at the table.", player=Player(player[:64]))


def bet_on(place: Phrase, player: str) -> Phrase:
    """A player's bet by its place, to begin a sentence or stand in it."""
    return phrase("%(name)s’s bet on %(place)s", name=Player(player), place=place)


def no_such_bet(stake: Phrase | None) -> Refusal:
    """That a bet does not lie (``unknown_bet``); ``stake`` names one that lay in the deal begun last."""
    if stake:
        return Refusal("unknown_bet", "%(stake)s does not lie on the layout any more.", stake=stake)
    return Refusal("unknown_bet", "That bet does not lie on the layout: it was taken back, or is of an earlier deal.")


def key_used(key: str) -> Refusal:
    """That a bet of the night has had a key (``already_done``)."""
    return Refusal("already_done", "The bet key %(key)s is used already: each bet has a key of its own.", key=key)


def check_amount(amount_cents: int, check_cents: int) -> None:
    """Refuse (``not_a_multiple``) an amount that is not positive or not a whole number of smallest checks."""
    if amount_cents <= 0 or amount_cents % check_cents:
        raise Refusal(
            "not_a_multiple",
            "%(amount)s is not a whole number of %(check)s checks.",
            amount=Amount(amount_cents),
            check=Amount(check_cents),
        )


def check_holds(ledger: Ledger, player: str, amount_cents: int) -> None:
    """Refuse (``not_enough_checks``) what a player has not in hand."""
    held = ledger.balance(checks(player))
    if held < amount_cents:
        raise Refusal(
            "not_enough_checks",
            "%(player)s has %(held)s in checks, not %(amount)s.",
            player=Player(player),
            held=Amount(held),
            amount=Amount(amount_cents),
        )
