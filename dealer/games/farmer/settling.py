"""Settling a hand of Farmer: who has the farm, who is nearest, and what each hand pays (rulebook G3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dealer.game.chips import check_chips, out_of_pot, paid_to
from dealer.game.hands import left_over
from dealer.games.farmer import commands
from dealer.games.farmer.cards import SIXTEEN, has_six, points_of
from dealer.games.farmer.state import FarmerTable
from events.facts.fact import Fact
from events.games import farmer as facts
from ledger.ledger import Ledger

Payments = tuple[facts.NearestPaid | facts.OverdrawnPaid, ...]


def settle(table: FarmerTable, ledger: Ledger, asked: commands.SettleHand) -> tuple[Fact, ...]:
    """Everybody pays what they owe before anybody receives; then the farm is taken, or stays for the next hand."""
    points = {player: points_of(table.shown[player]) for player in table.players}
    winner = _winner(table, points)
    nearest = None if winner else _nearest(points)
    paid: Payments = (*_nearest_paid(table, nearest), *_overdrawn_paid(table, points))
    owed: Counter[str] = Counter()
    for one in paid:
        owed[one.player] += one.chips
    for player, chips in owed.items():
        check_chips(ledger, player, chips, table.chip_cents)
    if winner is None:
        return (*paid, facts.FarmStayed(hand=table.round, chips=table.pot_chips, nearest=nearest))
    won = facts.FarmWon(
        hand=table.round,
        player=winner,
        chips=table.pot_chips,
        with_six=has_six(table.shown[winner]),
        moves=out_of_pot(winner, table.pot_chips, table.chip_cents),
    )
    return (*paid, won)


def closing(table: FarmerTable, ledger: Ledger) -> tuple[Fact, ...]:
    """What the close does with the farm: antes of a hand that is on go back, the rest is divided."""
    return left_over(table, facts.FarmAnteReturned, facts.FarmDivided)


def _winner(table: FarmerTable, points: dict[str, int]) -> str | None:
    """Who has the farm: sixteen with the six, else with the fewest cards, of equals the first from the left."""
    sixteens = [player for player, counted in points.items() if counted == SIXTEEN]
    shown = table.shown
    return min(sixteens, key=lambda player: (not has_six(shown[player]), len(shown[player])), default=None)


def _nearest(points: dict[str, int]) -> str | None:
    """Who counts most under sixteen, of equals the first from the left; nobody where all are over."""
    under = [player for player, counted in points.items() if counted < SIXTEEN]
    return max(under, key=lambda player: points[player], default=None)


def _nearest_paid(table: FarmerTable, nearest: str | None) -> Iterator[facts.NearestPaid]:
    chips = table.house.nearest_pays
    for player in table.players if nearest and chips else ():
        if nearest and player != nearest:
            moves = paid_to(player, nearest, chips, table.chip_cents)
            yield facts.NearestPaid(hand=table.round, player=player, to=nearest, chips=chips, moves=moves)


def _overdrawn_paid(table: FarmerTable, points: dict[str, int]) -> Iterator[facts.OverdrawnPaid]:
    farmer = table.dealer
    for player, counted in points.items():
        over = counted - SIXTEEN
        chips = over * table.house.over_pays
        if player != farmer and chips > 0:
            moves = paid_to(player, farmer, chips, table.chip_cents)
            yield facts.OverdrawnPaid(hand=table.round, player=player, to=farmer, over=over, chips=chips, moves=moves)
