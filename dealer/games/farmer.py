"""Farmer: players draw towards sixteen, and a hand of exactly sixteen wins the farm (rule 7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Annotated

from msgspec import field
from msgspec.structs import replace

from dealer.commands import fields
from dealer.commands.commands import Command, command, type_of
from dealer.commands.fields import RANKS, Flag, Key, Text, one_of
from dealer.commands.refusal import Cards, Player, Refusal, counted
from dealer.game.cards import PACK as WHOLE_PACK
from dealer.game.cards import SUITS, number_of, odd_card, rank_of, suit_of
from dealer.game.demonstration import DEMO_PLAYERS, Demonstration, HandsPlay, Shown
from dealer.game.game import RoundRow
from dealer.game.hands import (
    HandGame,
    HandTable,
    antes,
    check_deals,
    check_everybody,
    check_hand_is_on,
    given_back,
    left_over,
    with_hand,
)
from dealer.game.house import ChipHouse, Chips, Presets, check_chips, out_of_pot, paid_to
from dealer.game.table import Tables, at_or_left_of, from_left_of
from dealer.statistics import Distribution, Fairness, Observation, SkippedTest, StatisticalTest, as_before, sum_of
from events.common.event import Event
from events.games import farmer as farmer_events
from ledger.ledger import Ledger


@dataclass(frozen=True, slots=True, kw_only=True)
class FarmerHouse(ChipHouse):
    """The rules of one house, with payments in chips.

    With ``farmer_plays`` the farmer holds a hand and antes like the others; otherwise the farmer is only the banker.
    ``nearest_pays`` is what each other hand pays the nearest below sixteen if nobody has sixteen; ``over_pays`` is what
    a hand over sixteen pays the farmer for each point.
    """

    preset: Annotated[str, one_of("farm", "banker")] = "farm"
    ante: Chips = 1
    farmer_plays: Flag = True
    nearest_pays: Chips = 1
    over_pays: Chips = 1


PRESETS: Presets = {"farm": {}, "banker": {"farmer_plays": False}}


@command("start_hand", seats=("dealer",))
class StartHand(Command):
    """Put the antes into the farm and deal a hand to everybody."""

    dealer: Key


@command("show_hand")
class ShowHand(Command):
    """Show a hand, or show it again."""

    player: Key
    cards: fields.Cards


@command("settle_hand")
class SettleHand(Command):
    """Settle the hand: the farm is won or stays, and the farmer is paid."""


@command("void_hand")
class VoidHand(Command):
    """Break off a foul hand and return the antes."""

    reason: Text


SIXTEEN = 16
COURT_POINTS = 10
SIX = "6h"
PACK = tuple(card for card in WHOLE_PACK if rank_of(card) not in ("6", "8") or card == SIX)
"""The 45 cards, with their suits."""


def points_of(cards: Iterable[str]) -> int:
    """The points of cards: an ace 1, a court card 10, any other its pips."""
    return sum(min(number_of(card), COURT_POINTS) for card in cards)


def has_six(cards: Iterable[str]) -> bool:
    """Whether the pack's only six is among the cards."""
    return any(rank_of(card) == "6" for card in cards)


FARMER = "farmer"
"""The game's name in the contract."""

PLAYERS = (2, 8)
"""The fewest and the most players of a hand."""


class FarmerTable(HandTable):
    """A Farmer table. ``farmer`` deals the current or next hand, "" before the first.

    ``players`` hold a hand, from the farmer's left; ``shown`` has each player's cards as last shown.
    """

    house: FarmerHouse
    farmer: str = ""
    shown: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def farmer_due(self) -> str:
        """The next dealer: the farmer, or the next player on the left if the farmer left or sits out; "" at first."""
        return at_or_left_of(self.farmer, self.seats, self.sitting_in) if self.farmer else ""

    @property
    def to_show(self) -> tuple[str, ...]:
        """The players who have not shown."""
        return tuple(player for player in self.players if player not in self.shown)


def evolve(table: FarmerTable, event: Event) -> FarmerTable:
    """The table after an event; unchanged if the event does not concern it."""
    match event:
        case farmer_events.FarmHandBegun():
            return replace(with_hand(table, event), farmer=event.dealer, shown={})
        case farmer_events.FarmHandShown():
            return replace(table, shown={**table.shown, event.player: event.cards})
        case farmer_events.FarmWon():
            return replace(table, farmer=event.player)
        case _:
            return with_hand(table, event)


def farmer_of(night: Tables) -> FarmerTable:
    """The Farmer table of a night; raises ``KeyError`` if the night does not have that game."""
    table: FarmerTable = night.tables[FARMER]
    return table


FEWEST_CARDS = 2


def check_time(table: FarmerTable, command: Command) -> None:
    """Refuse (``wrong_phase``) a command at the wrong time: nothing is settled before all have shown."""
    check_hand_is_on(table, command, StartHand.do)
    if type_of(command) is SettleHand and table.to_show:
        raise Refusal(
            "wrong_phase", "Not now: %(player)s has not shown their hand yet.", player=Player(table.to_show[0])
        )


def start(table: FarmerTable, ledger: Ledger, command: StartHand) -> tuple[Event, ...]:
    """Deal to everybody who is sitting in and take the antes; the farmer has no hand if the house says so."""
    check_everybody("Farmer", table, command.dealer, *PLAYERS)
    check_deals(table.farmer_due, command.dealer)
    around = from_left_of(command.dealer, table.seats, table.sitting_in)
    players = around if table.house.farmer_plays else around[:-1]
    begun = farmer_events.FarmHandBegun(hand=table.round + 1, dealer=command.dealer, players=players)
    return (begun, *antes(table, ledger, begun, table.house.ante, farmer_events.FarmAntePaid))


def show(table: FarmerTable, ledger: Ledger, command: ShowHand) -> tuple[Event, ...]:
    """Show a hand; a later showing replaces it."""
    if command.player not in table.players:
        raise Refusal("bad_input", "%(player)s has no cards in this hand.", player=Player(command.player))
    others = [card for player, cards in table.shown.items() if player != command.player for card in cards]
    odd = odd_card([*others, *command.cards], PACK)
    if odd:
        raise Refusal(
            "odd_card", "The %(card)s was shown by another player, or is not in the pack.", card=Cards((odd,))
        )
    if len(command.cards) < FEWEST_CARDS:
        raise Refusal("bad_result", "Everybody draws at least one card, so a hand has two or more.")
    shown = farmer_events.FarmHandShown(
        hand=table.round,
        turn=table.turn + 1,
        player=command.player,
        cards=command.cards,
        points=points_of(command.cards),
    )
    return (shown,)


def void_hand(table: FarmerTable, ledger: Ledger, command: VoidHand) -> tuple[Event, ...]:
    """Break off a foul hand: return the antes, keep the earlier farm, and the farmer deals again."""
    return (
        farmer_events.FarmHandVoided(hand=table.round, reason=command.reason),
        *given_back(table, farmer_events.FarmAnteReturned),
    )


Payments = tuple[farmer_events.NearestPaid | farmer_events.OverdrawnPaid, ...]


def settle(table: FarmerTable, ledger: Ledger, command: SettleHand) -> tuple[Event, ...]:
    """Everybody pays before anybody receives; then the farm is won, or stays for the next hand."""
    points = {player: points_of(table.shown[player]) for player in table.players}
    winner = _winner(table, points)
    nearest = None if winner else _nearest(points)
    paid: Payments = (*_nearest_paid(table, nearest), *_overdrawn_paid(table, points))
    owed: Counter[str] = Counter()
    for payment in paid:
        owed[payment.player] += payment.chips
    for player, chips in owed.items():
        check_chips(ledger, player, chips, table.chip_cents)
    if winner is None:
        return (*paid, farmer_events.FarmStayed(hand=table.round, chips=table.pot_chips, nearest=nearest))
    won = farmer_events.FarmWon(
        hand=table.round,
        player=winner,
        chips=table.pot_chips,
        with_six=has_six(table.shown[winner]),
        moves=out_of_pot(winner, table.pot_chips, table.chip_cents),
    )
    return (*paid, won)


def closing(table: FarmerTable, ledger: Ledger) -> tuple[Event, ...]:
    """What the close does with the farm: return the antes of a current hand, divide the rest."""
    return left_over(table, farmer_events.FarmAnteReturned, farmer_events.FarmDivided)


def _winner(table: FarmerTable, points: dict[str, int]) -> str | None:
    """The winner of the farm: sixteen with the six, else with the fewest cards; of equals the first from the left."""
    sixteens = [player for player, counted in points.items() if counted == SIXTEEN]
    shown = table.shown
    return min(sixteens, key=lambda player: (not has_six(shown[player]), len(shown[player])), default=None)


def _nearest(points: dict[str, int]) -> str | None:
    """The player with the most points below sixteen, of equals the first from the left; "" if all are over."""
    under = [player for player, counted in points.items() if counted < SIXTEEN]
    return max(under, key=lambda player: points[player], default=None)


def _nearest_paid(table: FarmerTable, nearest: str | None) -> Iterator[farmer_events.NearestPaid]:
    chips = table.house.nearest_pays
    for player in table.players if nearest and chips else ():
        if nearest and player != nearest:
            moves = paid_to(player, nearest, chips, table.chip_cents)
            yield farmer_events.NearestPaid(hand=table.round, player=player, to=nearest, chips=chips, moves=moves)


def _overdrawn_paid(table: FarmerTable, points: dict[str, int]) -> Iterator[farmer_events.OverdrawnPaid]:
    farmer = table.dealer
    for player, count in points.items():
        over = count - SIXTEEN
        chips = over * table.house.over_pays
        if player != farmer and chips > 0:
            moves = paid_to(player, farmer, chips, table.chip_cents)
            yield farmer_events.OverdrawnPaid(
                hand=table.round, player=player, to=farmer, over=over, chips=chips, moves=moves
            )


def round_rows(events: Sequence[Event]) -> Iterator[RoundRow]:
    """The rows of all hands that these events settle; ``totals`` from the farmer's left, amounts in chips."""
    begun, points = None, dict[str, int]()
    for at, event in enumerate(events):
        match event:
            case farmer_events.FarmHandBegun():
                begun, points = event, {}
            case farmer_events.FarmHandShown():
                points[event.player] = event.points
            case farmer_events.FarmWon() | farmer_events.FarmStayed():
                assert begun, "a hand is begun before it is settled"
                won = isinstance(event, farmer_events.FarmWon)
                row = {
                    "hand": event.hand,
                    "game": FARMER,
                    "dealer": begun.dealer,
                    "winner": event.player if isinstance(event, farmer_events.FarmWon) else None,
                    "pot": event.chips if won else 0,
                    "totals": {player: points[player] for player in begun.players},
                    "nearest": event.nearest if isinstance(event, farmer_events.FarmStayed) else None,
                    "left": 0 if won else event.chips,
                }
                yield RoundRow(at=at, row=row)
            case _:
                pass


TOLD_APART = tuple(rank for rank in RANKS if rank not in ("8", rank_of(SIX)))
"""The ranks of which there are four cards."""

Hand = Mapping[str, Sequence[str]]
"""The cards shown in a hand, by player's name."""


def hands_of(events: Iterable[Event], names: Mapping[str, str]) -> list[Hand]:
    """The hands of a night's effective events, including voided hands, as far as they were shown."""
    hands: list[dict[str, Sequence[str]]] = []
    for event in events:
        match event:
            case farmer_events.FarmHandBegun():
                hands.append({})
            case farmer_events.FarmHandShown():
                hands[-1][names.get(event.player, event.player)] = event.cards
    return list(hands)


class FarmerObservation(Observation):
    """The findings for Farmer: the number of hands shown, and the test."""

    hands: int

    @property
    def looked_at(self) -> tuple[str, ...]:
        """How much was tested, in sentences."""
        return (f"{counted(self.hands, 'hand')} of Farmer.",)

    @property
    def cannot_see(self) -> tuple[str, ...]:
        """What no test of Farmer shows."""
        return ("Who counts sixteen at Farmer is play as much as cards, for everybody draws as they like: no look.",)


def inspect_farmer(nights: Sequence[Sequence[Hand]]) -> FarmerObservation | None:
    """The test of the hands of some nights; ``None`` if no hand was shown."""
    shown = [[hand for hand in hands if hand] for hands in nights]
    number = sum(map(len, shown))
    if not number:
        return None
    pairs = list(chain.from_iterable(map(pairwise, shown)))
    return FarmerObservation(hands=number, tests=(_look_at_repeats(pairs),))


def _look_at_repeats(pairs: Sequence[tuple[Hand, Hand]]) -> StatisticalTest | SkippedTest:
    """Tests for cards that came to the same player in two consecutive hands."""
    name, title = "farmer_repeats", "Repeats from hand to hand of Farmer"
    ranks = [
        (before, after, rank) for before, after in pairs for rank in TOLD_APART if _is_told_apart(before, after, rank)
    ]
    if not ranks:
        return SkippedTest(name=name, title=title, why="it needs two hands in a row with the suits of their cards")
    found = sum(
        len(set(_of(before, who, rank)) & set(_of(after, who, rank))) for before, after, rank in ranks for who in after
    )
    square = sum_of(_repeats(before, after, rank) for before, after, rank in ranks)
    return StatisticalTest(
        name=name,
        title=title,
        observed=f"{counted(found, 'card')} came to who had shown them in the hand before",
        square=f"{float(square.mean):.1f}",
        chance=float(square.at_least(found)),
        way="exact, for the ranks that were shown",
        means="that the pack was not shuffled between hands",
        figures={"cards": found, "pairs": len(pairs), "expected": float(square.mean)},
    )


def _is_told_apart(before: Hand, after: Hand, rank: str) -> bool:
    """Whether cards of a rank were shown in both hands, all with their suits."""
    shown = [[card for who in hand for card in _of(hand, who, rank)] for hand in (before, after)]
    return all(shown) and all(map(suit_of, chain.from_iterable(shown)))


def _repeats(before: Hand, after: Hand, rank: str) -> Distribution:
    """The distribution of cards of a rank that come to the same players again, by chance."""
    blocks = [(len(_of(after, who, rank)), len(_of(before, who, rank))) for who in {**before, **after}]
    unseen = len(SUITS) - sum(number for _, number in blocks)
    return as_before((*sorted(blocks), (0, unseen)))


def _of(hand: Hand, player: str, rank: str) -> tuple[str, ...]:
    """The cards of a rank that a player showed in a hand."""
    return tuple(card for card in hand.get(player, ()) if rank_of(card) == rank)


FAIRNESS = Fairness(
    nothing="no hand of Farmer was shown",
    cards_of=lambda events, table, names: hands_of(events, names),
    inspect=inspect_farmer,
)


STANDS_AT = (12, 15)
"""The points at which the most timid and the boldest player stand."""
FOUL_HAND = 3
MISHAP = (2, 4)
"""The hand and the showing at which the dealer records a card too few."""


class FarmerPlay(HandsPlay[FarmerTable]):
    """Farmer as played in a demonstration."""

    game = FARMER

    def round(self, number: int) -> Iterator[Shown]:
        """Play a hand; yields after each showing."""
        seats = tuple(DEMO_PLAYERS)
        dealer = self._table.farmer_due or seats[0]
        self._pay({"do": "start_hand", "game": FARMER, "dealer": dealer})
        for player, cards in self._dealt().items():
            if (number, self._table.turn + 1) == MISHAP:
                self._do({"do": "show_hand", "player": player, "cards": [*cards[:-1], "8s"]})
                self._do({"do": "show_hand", "player": player, "cards": cards[:-1]})
            self._do({"do": "show_hand", "player": player, "cards": cards})
            counted = points_of(cards)
            text = f"{player} shows {' '.join(cards)}, {counted}" + ("!" if counted == SIXTEEN else "")
            yield Shown("hand", self._table.round, self._table.turn, text)
            if number == FOUL_HAND and self._table.turn == len(seats) // 2:
                self._do({"do": "void_hand", "reason": "a card was dealt face up"})
                return
        self._pay({"do": "settle_hand"})

    def _dealt(self) -> dict[str, list[str]]:
        """Two cards to each player, from the farmer's left, and more as each likes."""
        pack = [card for card in self._evening.pack() if card in PACK]
        held = {}
        for player in self._table.players:
            stands_at = self._random.randint(*STANDS_AT)
            held[player] = [pack.pop(), pack.pop()]
            while points_of(held[player]) < stands_at:
                held[player].append(pack.pop())
        return held


DEMONSTRATION = Demonstration(
    opening={"table": "The Farm", "house": "farm", "roll": 0},
    house_among_others="farm",
    play=FarmerPlay,
)


GAME = HandGame(
    name=FARMER,
    title="Farmer",
    house=FarmerHouse,
    presets=PRESETS,
    table=FarmerTable,
    deciders={
        StartHand: start,
        ShowHand: show,
        SettleHand: settle,
        VoidHand: void_hand,
    },
    check_time=check_time,
    evolve=evolve,
    closing=closing,
    round_rows=round_rows,
    fairness=FAIRNESS,
    demonstration=DEMONSTRATION,
)
