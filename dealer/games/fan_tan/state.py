"""The state of a Fan-Tan table: seats, the hand that is on, what was laid and passed. Immutable."""

from __future__ import annotations

from enum import Enum
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from dealer.game.seating import at_or_left_of, from_left_of
from dealer.game.table import SeatedTable, Tables
from dealer.games.fan_tan.house import FanTanHouse
from dealer.games.fan_tan.layout import Layout
from events.frozen import Frozen
from events.games.fan_tan import WrongPassProved

FAN_TAN = "fan_tan"
"""The game's name in the contract."""

PLAYERS = (3, 8)
"""The fewest and the most who can play a hand."""


class Phase(Enum):
    """Where a hand stands."""

    NO_HAND = "no hand"
    PLAYING = "cards are laid"
    OUT = "somebody is out"
    ENDED = "the hand is over"


class Turn(Struct, frozen=True, kw_only=True, gc=False):
    """One turn of a hand: who, and what they laid; nothing is a pass. ``before`` is the layout as they found it."""

    player: str
    cards: tuple[str, ...]
    before: Layout


class Hand(Frozen, gc=False):
    """The hand that is on. ``players`` are in the order of play, from the dealer's left; ``dealt`` their cards.

    ``next`` is the place in ``players`` of whose turn it is; ``laid`` how many cards each has laid and ``put_in`` the
    chips each has put into the pot so far.
    """

    number: int
    dealer: str
    players: tuple[str, ...]
    dealt: dict[str, int]
    layout: Layout
    next: int = 0
    turns: tuple[Turn, ...] = ()
    laid: dict[str, int] = field(default_factory=dict)
    shown: dict[str, tuple[str, ...]] = field(default_factory=dict)
    winner: str | None = None
    ended: bool = False
    proved: tuple[WrongPassProved, ...] = ()
    taken: frozenset[int] = frozenset()
    put_in: dict[str, int] = field(default_factory=dict)

    @property
    def on_turn(self) -> str:
        """Whose turn it is."""
        return self.players[self.next]

    def left(self, player: str) -> int:
        """How many cards a player still holds."""
        return self.dealt[player] - self.laid.get(player, 0)

    def passes(self, player: str) -> int:
        """How often a player has passed in this hand."""
        return sum(turn.player == player and not turn.cards for turn in self.turns)

    @property
    def is_dead(self) -> bool:
        """Whether every player has passed and no card lies."""
        return self.layout.is_empty and len(self.turns) >= len(self.players)

    def proved_at(self, turn: int) -> WrongPassProved:
        """The wrong pass that was proved at a turn; ``LookupError`` where none was."""
        for one in self.proved:
            if one.turn == turn:
                return one
        raise LookupError(f"no wrong pass was proved at turn {turn}")

    @property
    def to_show(self) -> tuple[str, ...]:
        """Who still has to show their hand before the hand can end; nobody need show a dead one."""
        return tuple(one for one in self.players if one != self.winner and one not in self.shown)

    def with_chips(self, player: str, chips: int) -> Hand:
        """The hand with more chips of a player in its pot."""
        return replace(self, put_in={**self.put_in, player: self.put_in.get(player, 0) + chips})


class FanTanTable(SeatedTable, gc=False):
    """A Fan-Tan table: its seats, and the hand that is on, if any.

    ``pot`` is in chips; ``hand_number`` counts the hands begun; ``dealer`` dealt the last one, "" before the first.
    ``last_turns`` is how many turns the hand before had, and ``last_voided`` whether it was broken off.
    """

    house: FanTanHouse
    hand_number: int = 0
    hand: Hand | None = None
    pot: int = 0
    dealer: str = ""
    last_turns: int = 0
    last_voided: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays the hand that is on, in the order of play."""
        return self.hand.players if self.hand else ()

    @property
    def next_dealer(self) -> str:
        """Whose deal it is: the deal moves left after each hand, and stays where it was after one that was broken off.

        Who sits out is passed over. Before the first hand it is the first seat's; "" where nobody plays.
        """
        if self.dealer and self.last_voided:
            return at_or_left_of(self.dealer, self.seats, self.sitting_in)
        return next(iter(from_left_of(self.dealer, self.seats, self.sitting_in)), "")

    @property
    def hand_on(self) -> Hand:
        """The hand that is on, where one is sure to be."""
        assert self.hand, "no hand is on"
        return self.hand

    def with_hand(self, **changes: Any) -> FanTanTable:
        """The table with its hand changed."""
        return replace(self, hand=replace(self.hand_on, **changes))

    def has_turn(self, number: int) -> bool:
        """Whether the hand that is on, or was last, had a turn of this number."""
        turns = len(self.hand.turns) if self.hand else self.last_turns
        return 1 <= number <= turns

    @property
    def phase(self) -> Phase:
        """Where the hand stands."""
        if self.hand is None:
            return Phase.NO_HAND
        if self.hand.ended:
            return Phase.ENDED
        return Phase.OUT if self.hand.winner else Phase.PLAYING


def fan_tan_of(night: Tables) -> FanTanTable:
    """The Fan-Tan table of a night; ``KeyError`` where it is of other games."""
    table: FanTanTable = night.tables[FAN_TAN]
    return table
