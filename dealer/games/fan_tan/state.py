"""The state of a Fan-Tan table, its layout, and how events change it (rulebook 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from dealer.commands.fields import RANKS
from dealer.game.cards import PACK, number_of, rank_of
from dealer.game.table import SeatedTable, Tables, at_or_left_of, from_left_of
from dealer.games.fan_tan.commands import FanTanHouse
from events.common.event import Event
from events.frozen import Frozen
from events.games import fan_tan as fan_tan_events
from events.games.fan_tan import WrongPassProved

FAN_TAN = "fan_tan"
"""The game's name in the contract."""

PLAYERS = (3, 8)
"""The fewest and the most players of a hand."""


class Phase(StrEnum):
    """The phase of a hand."""

    NO_HAND = "no_hand"
    PLAYING = "playing"
    OUT = "out"
    ENDED = "ended"

    @property
    def words(self) -> str:
        """The phase in words, for people who read the table as data."""
        return _PHASE_WORDS[self]


_PHASE_WORDS = {
    Phase.NO_HAND: "no hand",
    Phase.PLAYING: "cards are laid",
    Phase.OUT: "somebody is out",
    Phase.ENDED: "the hand is over",
}


class Turn(Struct, frozen=True, kw_only=True, gc=False):
    """A turn of a hand: the player and the cards laid, empty for a pass. ``before`` is the layout before the turn."""

    player: str
    cards: tuple[str, ...]
    before: Layout


class Hand(Frozen, gc=False):
    """The current hand. ``players`` are in the order of play, from the dealer's left; ``dealt`` are their cards.

    ``next`` is the index in ``players`` of the next turn; ``laid`` and ``put_in`` are each player's number of cards
    laid and chips in the pot.
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
        """The player whose turn it is."""
        return self.players[self.next]

    def left(self, player: str) -> int:
        """How many cards a player still has."""
        return self.dealt[player] - self.laid.get(player, 0)

    def passes(self, player: str) -> int:
        """How often a player has passed in this hand."""
        return sum(turn.player == player and not turn.cards for turn in self.turns)

    @property
    def is_dead(self) -> bool:
        """Whether every player has passed before the first card."""
        return self.layout.is_empty and len(self.turns) >= len(self.players)

    def proved_at(self, turn: int) -> WrongPassProved:
        """The wrong pass proved at a turn; raises ``LookupError`` if there is none."""
        for wrong_pass_proved in self.proved:
            if wrong_pass_proved.turn == turn:
                return wrong_pass_proved
        raise LookupError(f"no wrong pass was proved at turn {turn}")

    @property
    def to_show(self) -> tuple[str, ...]:
        """The players who must still show their cards before the hand can end; none where the hand is dead."""
        return tuple(player for player in self.players if player != self.winner and player not in self.shown)

    def with_chips(self, player: str, chips: int) -> Hand:
        """The hand with more chips from a player in its pot."""
        return replace(self, put_in={**self.put_in, player: self.put_in.get(player, 0) + chips})


class FanTanTable(SeatedTable, gc=False):
    """A Fan-Tan table: its seats, and the current hand, if any.

    ``pot`` is in chips; ``hand_number`` counts the hands; ``dealer`` dealt the last one, "" before the first.
    ``last_turns`` is the number of turns of the previous hand, and ``last_voided`` whether it was broken off.
    """

    house: FanTanHouse
    hand_number: int = 0
    hand: Hand | None = None
    pot: int = 0
    dealer: str = ""
    last_turns: int = 0
    last_voided: bool = False

    @property
    def round(self) -> int:
        """The number of the last hand."""
        return self.hand_number

    @property
    def is_on(self) -> bool:
        """Whether a hand is on."""
        return self.hand is not None

    @property
    def turn(self) -> int:
        """The number of turns of the current or last hand."""
        return len(self.hand.turns) if self.hand else self.last_turns

    @property
    def players(self) -> tuple[str, ...]:
        """The players of the current hand, in the order of play."""
        return self.hand.players if self.hand else ()

    @property
    def next_dealer(self) -> str:
        """The next dealer: the deal moves left after each hand, but stays after a hand that was broken off.

        Players who sit out are passed over. The first seat deals first; "" if nobody plays.
        """
        if self.dealer and self.last_voided:
            return at_or_left_of(self.dealer, self.seats, self.sitting_in)
        return next(iter(from_left_of(self.dealer, self.seats, self.sitting_in)), "")

    @property
    def hand_on(self) -> Hand:
        """The current hand, which must exist."""
        assert self.hand, "no hand has been dealt"
        return self.hand

    def with_hand(self, **changes: Any) -> FanTanTable:
        """The table with changes to its hand."""
        return replace(self, hand=replace(self.hand_on, **changes))

    @property
    def phase(self) -> Phase:
        """The phase of the current hand."""
        if self.hand is None:
            return Phase.NO_HAND
        if self.hand.ended:
            return Phase.ENDED
        return Phase.OUT if self.hand.winner else Phase.PLAYING

    @property
    def position(self) -> dict[str, Any]:
        """What the tablet's keys depend on, as JSON-ready data; it holds no hidden cards.

        ``reach`` are the cards that can be laid now, ``fresh`` those of a new hand, ``opener`` is the rank that opens
        suits once a card is laid. ``first`` is the card that must be laid first. ``turns`` are the players of the
        turns, and ``wrong`` the turns with a proved wrong pass whose penalty is not taken.
        """
        house, hand = self.house, self.hand or NO_HAND
        fresh = Layout(house.openers, first=house.first_card)
        layout = hand.layout if self.hand else fresh
        return {
            "phase": self.phase,
            "round": self.hand_number,
            "seats": list(self.seats),
            "sitting_in": list(self.sitting_in),
            "dealers": [self.next_dealer] if house.deal_moves and self.dealer else list(self.sitting_in),
            "players": list(hand.players),
            "left": {player: hand.left(player) for player in hand.players},
            "turn": hand.on_turn if self.hand else "",
            "turns": [turn.player for turn in hand.turns],
            "is_dead": self.is_on and hand.is_dead,
            "laid": [card for card in PACK if layout.holds(card)],
            "reach": list(layout.playable()),
            "fresh": list(fresh.playable()),
            "opener": None if layout.is_empty else layout.openers[0],
            "first": layout.first,
            "several": {"openers": house.several_openers, "cards": house.several_cards},
            "to_show": list(hand.to_show),
            "shown": {player: list(cards) for player, cards in hand.shown.items()},
            "wrong": [proof.turn for proof in hand.proved if proof.turn not in hand.taken],
            "is_paid": bool(hand.taken),
        }


def fan_tan_of(night: Tables) -> FanTanTable:
    """The Fan-Tan table of a night; raises ``KeyError`` if the night does not have that game."""
    table: FanTanTable = night.tables[FAN_TAN]
    return table


LOWEST, HIGHEST = 1, 13


def suit_of(card: str) -> str:
    """A card's suit letter; every card of Fan-Tan has it."""
    return card[-1]


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Cards by suit (spades, hearts, diamonds, clubs), each suit from the A up."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


_PLACE = {card: place for place, card in enumerate(PACK)}


def has_suit(card: str) -> bool:
    """Whether a card's suit was recorded."""
    return card in _PLACE


class Layout(Frozen, kw_only=False, gc=False):
    """The cards on the table: ``openers`` are the ranks that may open a suit, ``runs`` the ends of each suit.

    In a five-or-nine house both ranks open until the first card is laid, then only its rank. ``first`` is the card that
    must be laid first, or "" where any opener can.
    """

    openers: tuple[str, ...] = ("7",)
    runs: dict[str, tuple[int, int]] = field(default_factory=dict)
    first: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether no card has been laid."""
        return not self.runs

    def holds(self, card: str) -> bool:
        """Whether a card has been laid."""
        run = self.runs.get(suit_of(card))
        return run is not None and run[0] <= number_of(card) <= run[1]

    def opens(self, card: str) -> bool:
        """Whether a card may open its suit now."""
        if self.first and self.is_empty:
            return card == self.first
        return suit_of(card) not in self.runs and rank_of(card) in self.openers

    def takes(self, card: str) -> bool:
        """Whether a card may be laid now."""
        run = self.runs.get(suit_of(card))
        return self.opens(card) if run is None else number_of(card) in (run[0] - 1, run[1] + 1)

    def playable(self) -> tuple[str, ...]:
        """Every card that can be laid now, in anybody's hand."""
        return tuple(card for card in PACK if self.takes(card))

    def lay(self, card: str) -> Layout:
        """The layout with another card, which must fit."""
        suit, number = suit_of(card), number_of(card)
        run, openers = self.runs.get(suit), self.openers
        if run is None:
            run, openers = (number, number), (rank_of(card),)
        elif number < run[0]:
            run = (number, run[1])
        elif number > run[1]:
            run = (run[0], number)
        return Layout(openers, {**self.runs, suit: run}, self.first)

    def laying(self, cards: Iterable[str]) -> tuple[str, ...]:
        """Cards in the order in which they can be laid, as far as they fit.

        Of several that fit, the first in order goes first: a five before a nine, where either may open.
        """
        layout, left, going = self, list(in_order(cards)), list[str]()
        if len(left) == 1:
            return tuple(filter(self.takes, left))
        while card := next(filter(layout.takes, left), ""):
            left.remove(card)
            going.append(card)
            if left:
                layout = layout.lay(card)
        return tuple(going)

    @staticmethod
    def neighbours(opener: str) -> tuple[str, str]:
        """The card below an opener and the card above it."""
        number, suit = number_of(opener), suit_of(opener)
        return RANKS[number - 2] + suit, RANKS[number] + suit


NO_HAND = Hand(number=0, dealer="", players=(), dealt={}, layout=Layout())
"""Stands for the hand between hands."""


def evolve(table: FanTanTable, event: Event) -> FanTanTable:
    """The table after an event; unchanged if the event does not concern it."""
    change = _CHANGES.get(type(event))
    return change(table, event) if change else table


def _started(table: FanTanTable, event: fan_tan_events.HandStarted) -> FanTanTable:
    hand = Hand(
        number=event.hand,
        dealer=event.dealer,
        players=event.players,
        dealt=dict(zip(event.players, event.dealt, strict=True)),
        layout=Layout(table.house.openers, first=table.house.first_card),
    )
    return replace(table, hand_number=event.hand, hand=hand, dealer=event.dealer)


def _put_in(table: FanTanTable, event: fan_tan_events.AntePaid | fan_tan_events.HandPaid) -> FanTanTable:
    return replace(table, hand=table.hand_on.with_chips(event.player, event.chips), pot=table.pot + event.chips)


def _laid(table: FanTanTable, event: fan_tan_events.CardsLaid) -> FanTanTable:
    hand = table.hand_on
    layout = hand.layout
    for card in event.cards:
        layout = layout.lay(card)
    laid = hand.laid.get(event.player, 0) + len(event.cards)
    after = _turn(
        hand,
        event.player,
        event.cards,
        layout=layout,
        laid={**hand.laid, event.player: laid},
        winner=event.player if laid == hand.dealt[event.player] else None,
        shown={},
    )
    return replace(table, hand=after)


def _passed(table: FanTanTable, event: fan_tan_events.TurnPassed) -> FanTanTable:
    hand = _turn(table.hand_on, event.player, ()).with_chips(event.player, event.chips)
    return replace(table, hand=hand, pot=table.pot + event.chips)


def _turn(hand: Hand, player: str, cards: tuple[str, ...], **changes: Any) -> Hand:
    turn = Turn(player=player, cards=cards, before=hand.layout)
    after = (hand.players.index(player) + 1) % len(hand.players)
    return replace(hand, turns=(*hand.turns, turn), next=after, **changes)


def _penalty(table: FanTanTable, event: fan_tan_events.PenaltyTaken) -> FanTanTable:
    hand = table.hand_on
    to_pot = hand.proved_at(event.turn).chips
    hand = replace(hand.with_chips(event.player, to_pot), taken=hand.taken | {event.turn})
    return replace(table, hand=hand, pot=table.pot + to_pot)


def _settled(table: FanTanTable, event: fan_tan_events.PotWon | fan_tan_events.PotLeft) -> FanTanTable:
    pot = event.chips if isinstance(event, fan_tan_events.PotLeft) else 0
    return replace(table, hand=None, pot=pot, last_turns=len(table.hand_on.turns), last_voided=False)


def _voided(table: FanTanTable, event: fan_tan_events.HandVoided) -> FanTanTable:
    return replace(table, hand=None, last_turns=len(table.hand_on.turns), last_voided=True)


_CHANGES: dict[type[Event], Callable[[FanTanTable, Any], FanTanTable]] = {
    fan_tan_events.HandStarted: _started,
    fan_tan_events.AntePaid: _put_in,
    fan_tan_events.CardsLaid: _laid,
    fan_tan_events.TurnPassed: _passed,
    fan_tan_events.HandShown: lambda table, event: table.with_hand(
        shown={**table.hand_on.shown, event.player: event.cards}
    ),
    fan_tan_events.WrongPassProved: lambda table, event: table.with_hand(proved=(*table.hand_on.proved, event)),
    fan_tan_events.HandEnded: lambda table, event: table.with_hand(ended=True),
    fan_tan_events.PenaltyTaken: _penalty,
    fan_tan_events.HandVoided: _voided,
    fan_tan_events.HandPaid: _put_in,
    fan_tan_events.PotWon: _settled,
    fan_tan_events.PotLeft: _settled,
    fan_tan_events.PotReturned: lambda table, event: replace(table, hand=None, pot=table.pot - event.chips),
    fan_tan_events.PotDivided: lambda table, event: replace(table, hand=None, pot=table.pot - event.chips),
}
