"""The house rules, the commands and the state of a Fan-Tan table, and how events change it (rulebook 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from dealer.commands.commands import Command, command
from dealer.commands.fields import RANKS, Card, Cards, Flag, Key, one_of, whole
from dealer.commands.refusal import Refusal
from dealer.game import hands
from dealer.game.cards import PACK, number_of, rank_of
from dealer.game.hands import BETWEEN, PLAYING, HandTable
from dealer.game.house import BEFORE, ChipHouse, MaybeAmount, Presets
from dealer.game.table import Tables
from dealer.rules_version import PRESETS_ARE_THE_SOURCES
from events.common.event import Event
from events.frozen import Frozen
from events.games import fan_tan as facts
from events.games.fan_tan import WrongPassProved

Chips = Annotated[int, whole(0, 1_000)]
MaybeTimes = Annotated[int | None, partial(whole(0, 1_000), allow_none=True)]


@dataclass(frozen=True, slots=True, kw_only=True)
class FanTanHouse(ChipHouse):
    """The rules of one house; payments are in chips.

    ``ante_extra`` is the whole ante of a player with one card more (or less, by ``extra_from``). ``several_cards``
    allows several cards of a suit in a turn, up and down. With ``deal_moves`` the next hand is dealt at the last
    dealer's left. ``first`` is who lays first: the dealer's left, or the holder of a certain seven, with that card.
    ``voluntary_pass`` lets a player pass with a playable card; ``free_passes`` limits that to the first so many passes
    of a hand. With ``opener_chips`` each holder of the card below or above a held opener gets ``wrong_pass_opener``, or
    they share it. ``counted`` is how cards left in hand are counted: ``card_pays`` chips a card, or a pip.
    """

    preset: Annotated[str, one_of("encyclopedia", "antes", "five_or_nine")] = "encyclopedia"
    ante: Chips = 0
    ante_extra: Chips = 0
    pass_pays: Chips = 1
    several_openers: Flag = False
    several_cards: Flag = field(default=False, metadata={BEFORE: False})
    deal_moves: Flag = field(default=False, metadata={BEFORE: False})
    opener: Annotated[str, one_of("7", "5_or_9")] = "7"
    card_pays: Chips = 1
    wrong_pass: Chips = 0
    wrong_pass_opener: Chips = 0
    dead_hand: Chips = 0
    first: Annotated[str, one_of("dealer_left", "7d", "7h")] = "dealer_left"
    extra_from: Annotated[str, one_of("long", "short")] = "long"
    voluntary_pass: Flag = False
    free_passes: MaybeTimes = None
    opener_chips: Annotated[str, one_of("each", "shared")] = "each"
    counted: Annotated[str, one_of("cards", "pips")] = "cards"
    marker_limit: MaybeAmount = field(default=None, metadata={BEFORE: None})

    @property
    def openers(self) -> tuple[str, ...]:
        """The ranks that may open the first suit."""
        return ("5", "9") if self.opener == "5_or_9" else ("7",)

    @property
    def first_card(self) -> str:
        """The card that its holder lays first; "" where the player to the dealer's left begins."""
        return "" if self.first == "dealer_left" else self.first


_ANTES = {
    "ante": 1,
    "ante_extra": 2,
    "pass_pays": 0,
    "several_openers": True,
    "wrong_pass": 3,
    "wrong_pass_opener": 5,
    "dead_hand": 1,
}
PRESETS: Presets = {
    "encyclopedia": {},
    "antes": {**_ANTES, "several_cards": True, "deal_moves": True},
    "five_or_nine": {"opener": "5_or_9"},
}
PRESETS_BEFORE = {PRESETS_ARE_THE_SOURCES: {**PRESETS, "antes": _ANTES}}


def check_house(house: FanTanHouse) -> None:
    """Refuse (``bad_input``) a first seven in a house where sevens do not open."""
    if house.opener != "7" and house.first != "dealer_left":
        raise Refusal("bad_input", "A seven can be the first card only if sevens open.")


TurnNumber = Annotated[int, whole(1, 1_000_000)]


class StartHand(hands.StartHand):
    """Deal the pack, starting at the dealer's left."""


@command("lay")
class Lay(Command):
    """Lay a card, or several openers or cards of a suit at once if the house allows it."""

    player: Key
    card: Card | None = None
    cards: Cards | None = None


@command("pass")
class Pass(Command):
    """Lay nothing."""

    player: Key


class ShowHand(hands.ShowHand):
    """Show all remaining cards."""


@command("end_hand")
class EndHand(Command):
    """End a hand: a player is out and all others have shown, or it is dead."""


class VoidHand(hands.VoidHand):
    """Break off a foul hand: misdealt, or with a short pack."""


@command("take_penalty")
class TakePenalty(Command):
    """Take the penalty for a proved wrong pass."""

    player: Key
    turn: TurnNumber


class SettleHand(hands.SettleHand):
    """Pay out the pot, or leave it if the hand is dead."""


FAN_TAN = "fan_tan"
"""The game's name in the contract."""

PLAYERS = (3, 8)
"""The fewest and the most players of a hand."""


OUT, ENDED = "out", "ended"
"""The phases of a hand after it was played: somebody is out, and it is ended but not settled."""


class Turn(Struct, frozen=True, kw_only=True, gc=False):
    """A turn of a hand: the player and the cards laid, empty for a pass. ``before`` is the layout before the turn."""

    player: str
    cards: tuple[str, ...]
    before: Layout


class Hand(Frozen, gc=False):
    """The current or last hand. ``players`` are in the order of play, ``dealt`` are their cards.

    ``next`` is the index in ``players`` of the next turn; ``laid`` is each player's number of cards laid.
    """

    number: int
    players: tuple[str, ...]
    dealt: dict[str, int]
    layout: Layout
    next: int = 0
    turns: tuple[Turn, ...] = ()
    laid: dict[str, int] = msgspec.field(default_factory=dict)
    shown: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    winner: str | None = None
    ended: bool = False
    proved: tuple[WrongPassProved, ...] = ()
    taken: frozenset[int] = frozenset()

    @property
    def on_turn(self) -> str:
        """The player whose turn it is; "" before the first hand."""
        return self.players[self.next] if self.players else ""

    @property
    def awaits_first(self) -> bool:
        """Whether the holder of a certain card begins, and nobody knows yet who that is."""
        return bool(self.layout.first) and self.layout.is_empty

    def left(self, player: str) -> int:
        """How many cards a player still has."""
        return self.dealt[player] - self.laid.get(player, 0)

    def passes(self, player: str) -> int:
        """How often a player has passed in this hand."""
        return sum(turn.player == player and not turn.cards for turn in self.turns)

    @property
    def is_dead(self) -> bool:
        """Whether every player has passed before the first card."""
        return self.layout.is_empty and len(self.turns) >= len(self.players) > 0

    @property
    def to_show(self) -> tuple[str, ...]:
        """The players who must still show their cards before the hand can end; none where the hand is dead."""
        return tuple(player for player in self.players if player != self.winner and player not in self.shown)


class FanTanTable(HandTable):
    """A Fan-Tan table; ``hand`` is the hand that is on, or the last one as it was settled or broken off."""

    house: FanTanHouse
    hand: Hand = msgspec.field(default_factory=lambda: NO_HAND)

    def with_hand(self, **changes: Any) -> FanTanTable:
        """The table with changes to its hand."""
        return replace(self, hand=replace(self.hand, **changes))

    def with_chips(self, player: str, chips: int) -> FanTanTable:
        """The table with more chips from a player in the pot of its hand."""
        return replace(self, put_in={**self.put_in, player: self.put_in.get(player, 0) + chips})

    @property
    def phase(self) -> str:
        """The phase of the hand."""
        if not self.is_on:
            return BETWEEN
        return ENDED if self.hand.ended else OUT if self.hand.winner else PLAYING

    @property
    def position(self) -> dict[str, Any]:
        """What the tablet's keys depend on, as JSON-ready data; it holds no hidden cards.

        ``reach`` are the cards that can be laid now, ``fresh`` those of a new hand, ``opener`` is the rank that opens
        suits once a card is laid. ``first`` is the card that must be laid first. ``turns`` are the players of the
        turns, and ``wrong`` the turns with a proved wrong pass whose penalty is not taken.
        """
        house, hand = self.house, self.hand
        fresh = Layout(house.openers, first=house.first_card)
        return {
            **super().position,
            "deal_moves": house.deal_moves,
            "left": {player: hand.left(player) for player in hand.players},
            "turn": hand.on_turn,
            "turns": [turn.player for turn in hand.turns],
            "is_dead": hand.is_dead,
            "laid": [card for card in PACK if hand.layout.holds(card)],
            "reach": list(hand.layout.playable()),
            "fresh": list(fresh.playable()),
            "opener": None if hand.layout.is_empty else hand.layout.openers[0],
            "first": fresh.first,
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
    runs: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict)
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


NO_HAND: Hand = Hand(number=0, players=(), dealt={}, layout=Layout())
"""Stands for the hand before the first."""


def evolve(table: FanTanTable, event: Event) -> FanTanTable:
    """The table after an event; unchanged if the event does not concern it."""
    change = _CHANGES.get(type(event))
    return change(table, event) if change else table


def _started(table: FanTanTable, event: facts.HandStarted) -> FanTanTable:
    hand = Hand(
        number=event.hand,
        players=event.players,
        dealt=dict(zip(event.players, event.dealt, strict=True)),
        layout=Layout(table.house.openers, first=table.house.first_card),
    )
    return replace(table, hand=hand)


def _laid(table: FanTanTable, event: facts.CardsLaid) -> FanTanTable:
    hand = table.hand
    layout = hand.layout
    for card in event.cards:
        layout = layout.lay(card)
    laid = hand.laid.get(event.player, 0) + len(event.cards)
    return _turn(
        table,
        event.player,
        event.cards,
        layout=layout,
        laid={**hand.laid, event.player: laid},
        winner=event.player if laid == hand.dealt[event.player] else None,
        shown={},
    )


def _turn(table: FanTanTable, player: str, cards: tuple[str, ...], **changes: Any) -> FanTanTable:
    hand = table.hand
    turn = Turn(player=player, cards=cards, before=hand.layout)
    after = (hand.players.index(player) + 1) % len(hand.players)
    return table.with_hand(turns=(*hand.turns, turn), next=after, **changes)


def _penalty(table: FanTanTable, event: facts.PenaltyTaken) -> FanTanTable:
    chips = next(proof.chips for proof in table.hand.proved if proof.turn == event.turn)
    return table.with_hand(taken=table.hand.taken | {event.turn}).with_chips(event.player, chips)


_CHANGES: dict[type[Event], Callable[[FanTanTable, Any], FanTanTable]] = {
    facts.HandStarted: _started,
    facts.CardsLaid: _laid,
    facts.TurnPassed: lambda table, event: _turn(table, event.player, ()).with_chips(event.player, event.chips),
    facts.HandShown: lambda table, event: table.with_hand(shown={**table.hand.shown, event.player: event.cards}),
    facts.WrongPassProved: lambda table, event: table.with_hand(proved=(*table.hand.proved, event)),
    facts.HandEnded: lambda table, event: table.with_hand(ended=True),
    facts.PenaltyTaken: _penalty,
    facts.HandPaid: lambda table, event: table.with_chips(event.player, event.chips),
    facts.PotReturned: lambda table, event: replace(table, is_on=False),
    facts.PotDivided: lambda table, event: replace(table, is_on=False),
}
