"""Farmer: players draw towards sixteen, and a hand of exactly sixteen wins the farm (rule 7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec.structs import replace

from dealer.commands.fields import Flag, one_of
from dealer.commands.refusal import Refusal, phrase
from dealer.game.actions import Action
from dealer.game.cards import PACK as WHOLE_PACK
from dealer.game.cards import number_of, rank_of
from dealer.game.forecast import argument, either, first, items, joined, left_of, the, within
from dealer.game.hands import (
    IN_ORDER,
    OVER,
    SHOWN,
    TO_SHOW,
    HandGame,
    SettleHand,
    ShowHand,
    ShowingTable,
    paid,
    pot_won,
    showing,
)
from dealer.game.house import ChipHouse, Chips, Presets, check_chips
from dealer.game.statistics import repeats_between_hands
from dealer.game.table import at_or_left_of
from events.common.event import Event
from events.games import farmer as facts
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


class ShowFarmer(ShowHand):
    """Show a hand, or show it again."""


class SettleFarmer(SettleHand):
    """Settle the hand: the farm is won or stays, and the farmer is paid."""


FARMER = "farmer"
"""The game's name in the contract."""

SIXTEEN = 16
COURT_POINTS = 10
FEWEST_CARDS = 2
SIX = "6h"
PACK = tuple(card for card in WHOLE_PACK if rank_of(card) not in ("6", "8") or card == SIX)
"""The 45 cards, with their suits."""


def points_of(cards: Iterable[str]) -> int:
    """The points of cards: an ace 1, a court card 10, any other its pips."""
    return sum(min(number_of(card), COURT_POINTS) for card in cards)


def has_six(cards: Iterable[str]) -> bool:
    """Whether the pack's only six is among the cards."""
    return any(rank_of(card) == "6" for card in cards)


class FarmerTable(ShowingTable):
    """A Farmer table. ``farmer`` deals the current or next hand, "" before the first; players from their left."""

    house: FarmerHouse
    farmer: str = ""

    def dealer_due(self, players: Iterable[str]) -> str:
        """The next dealer, whoever plays: the farmer, or the next on the left if they left or sit out; "" at first."""
        return at_or_left_of(self.farmer, self.seats, self.sitting_in) if self.farmer else ""

    @property
    def position(self) -> dict[str, object]:
        """What the keys depend on, with who is the farmer, and whether the farmer plays."""
        return {**super().position, "farmer": self.farmer, "plays": self.house.farmer_plays}


def evolve(table: FarmerTable, event: Event) -> FarmerTable:
    """The table after an event; unchanged if the event does not concern it."""
    match event:
        case facts.FarmHandBegun():
            return replace(table, farmer=event.dealer)
        case facts.FarmWon():
            return replace(table, farmer=event.player)
        case _:
            return table


def dealt(table: FarmerTable, players: tuple[str, ...]) -> Mapping[str, object]:
    """The players who hold a hand: the farmer, who is the last, has none if the house says so."""
    return {"players": players if table.house.farmer_plays else players[:-1]}


def show(table: FarmerTable, ledger: Ledger, command: ShowHand) -> tuple[Event, ...]:
    """Show a hand; a later showing replaces it."""
    table.check_cards(command.player, command.cards, PACK)
    if len(command.cards) < FEWEST_CARDS:
        raise Refusal("bad_result", "Everybody draws at least one card, so a hand has two or more.")
    points = points_of(command.cards)
    return (facts.FarmHandShown(**table.next_turn, player=command.player, cards=command.cards, points=points),)


Payments = tuple[facts.NearestPaid | facts.OverdrawnPaid, ...]


def settle(table: FarmerTable, ledger: Ledger, command: SettleHand) -> tuple[Event, ...]:
    """Everybody pays before anybody receives; then the farm is won, or stays for the next hand."""
    points = {player: points_of(table.shown[player]) for player in table.players}
    winner = _winner(table, points)
    nearest = None if winner else _nearest(points)
    payments: Payments = (*_nearest_paid(table, nearest), *_overdrawn_paid(table, points))
    owed: Counter[str] = Counter()
    for payment in payments:
        owed[payment.player] += payment.chips
    for player, chips in owed.items():
        check_chips(ledger, player, chips, table.chip_cents)
    if winner is None:
        return (*payments, facts.FarmStayed(hand=table.round, chips=table.pot_chips, nearest=nearest))
    return (*payments, pot_won(facts.FarmWon, table, winner, with_six=has_six(table.shown[winner])))


def _winner(table: FarmerTable, points: dict[str, int]) -> str | None:
    """The winner of the farm: sixteen with the six, else with the fewest cards; of equals the first from the left."""
    sixteens = [player for player, counted in points.items() if counted == SIXTEEN]
    shown = table.shown
    return min(sixteens, key=lambda player: (not has_six(shown[player]), len(shown[player])), default=None)


def _nearest(points: dict[str, int]) -> str | None:
    """The player with the most points below sixteen, of equals the first from the left; ``None`` if all are over."""
    under = [player for player, counted in points.items() if counted < SIXTEEN]
    return max(under, key=lambda player: points[player], default=None)


def _nearest_paid(table: FarmerTable, nearest: str | None) -> Iterator[facts.NearestPaid]:
    chips = table.house.nearest_pays
    for player in table.players if nearest and chips else ():
        if nearest and player != nearest:
            yield paid(facts.NearestPaid, table, player, nearest, chips)


def _overdrawn_paid(table: FarmerTable, points: dict[str, int]) -> Iterator[facts.OverdrawnPaid]:
    for player, count in points.items():
        over = count - SIXTEEN
        chips = over * table.house.over_pays
        if player != table.dealer and chips > 0:
            yield paid(facts.OverdrawnPaid, table, player, table.dealer, chips, over=over)


def row(begun: facts.FarmHandBegun, hand: Sequence[Event]) -> Mapping[str, object]:
    """The row of a settled hand; ``totals`` from the farmer's left, amounts in chips."""
    points = {event.player: event.points for event in hand if isinstance(event, facts.FarmHandShown)}
    end, totals = hand[-1], {player: points[player] for player in begun.players}
    if isinstance(end, facts.FarmWon):
        return {"winner": end.player, "pot": end.chips, "totals": totals, "nearest": None, "left": 0}
    assert isinstance(end, facts.FarmStayed), "a farm is won or stays"
    return {"winner": None, "pot": 0, "totals": totals, "nearest": end.nearest, "left": end.chips}


DEALT_TO = either(the("plays"), IN_ORDER, first(-1, IN_ORDER))
"""The players who hold a hand."""

GAME = HandGame(
    name=FARMER,
    table_name="The Farm",
    house=FarmerHouse,
    presets=PRESETS,
    table=FarmerTable,
    seats_needed=(2, 8),
    begun=facts.FarmHandBegun,
    ante=facts.FarmAntePaid,
    voided=facts.FarmHandVoided,
    returned=facts.FarmAnteReturned,
    shared=facts.FarmDivided,
    deal=dealt,
    dealers=either(
        the("farmer"),
        first(1, within(joined(items(the("farmer")), left_of(the("farmer"), the("seats"))), the("sitting_in"))),
        the("sitting_in"),
    ),
    begins={**TO_SHOW, "farmer": argument("dealer"), "players": DEALT_TO, "to_show": DEALT_TO},
    own_actions={
        ShowFarmer: showing(show, pack=PACK, fewest=FEWEST_CARDS, again=True),
        SettleFarmer: Action(settle, phases=(SHOWN,), then={**OVER, "farmer": None}, often=20),
    },
    evolve=evolve,
    pack=lambda begun: PACK,
    hands=lambda begun: (begun.players, 1),
    row=row,
    fairness=repeats_between_hands(
        FARMER,
        "Farmer",
        PACK,
        phrase("Who counts sixteen at Farmer is play as much as cards, for everybody draws as they like: no look."),
    ),
)
