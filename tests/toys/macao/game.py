"""The rules: everybody antes and shows two cards, and the last digit of the sum nearest to nine takes the pot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from dealer.commands.fields import one_of
from dealer.commands.refusal import Refusal
from dealer.game.actions import Action
from dealer.game.cards import PACK, number_of
from dealer.game.hands import OVER, SHOWN, TO_SHOW, HandGame, SettleHand, ShowHand, ShowingTable, pot_won, showing
from dealer.game.house import ChipHouse, Chips
from events.common.event import Event
from ledger.ledger import Ledger
from tests.toys.macao import events as facts


@dataclass(frozen=True, slots=True, kw_only=True)
class MacaoHouse(ChipHouse):
    """The rules of a house: the ante, in chips."""

    preset: Annotated[str, one_of("macao")] = "macao"
    ante: Chips = 1


class ShowMacao(ShowHand):
    """Show the two cards of a hand."""


class SettleMacao(SettleHand):
    """Pay the pot to the player nearest to nine, or leave it."""


class MacaoTable(ShowingTable):
    """A Macao table."""

    house: MacaoHouse


def points_of(cards: Sequence[str]) -> int:
    """The last digit of the sum; tens and court cards count nothing."""
    return sum(number_of(card) if number_of(card) < 10 else 0 for card in cards) % 10


def show(table: MacaoTable, ledger: Ledger, command: ShowMacao) -> tuple[Event, ...]:
    """Show two cards."""
    table.check_cards(command.player, command.cards, PACK)
    if len(command.cards) != 2:
        raise Refusal("bad_result", "A hand has two cards.")
    points = points_of(command.cards)
    return (facts.MacaoShown(**table.next_turn, player=command.player, cards=command.cards, points=points),)


def settle(table: MacaoTable, ledger: Ledger, command: SettleMacao) -> tuple[Event, ...]:
    """Pay the only player with the most points; a tie leaves the pot."""
    points = {player: points_of(cards) for player, cards in table.shown.items()}
    best = [player for player, count in points.items() if count == max(points.values())]
    if len(best) > 1:
        return (facts.MacaoTied(hand=table.round, chips=table.pot_chips),)
    return (pot_won(facts.MacaoWon, table, best[0]),)


GAME = HandGame(
    name="macao",
    table_name="The Nine",
    house=MacaoHouse,
    presets={"macao": {}},
    table=MacaoTable,
    seats_needed=(2, 8),
    begun=facts.MacaoDealt,
    ante=facts.MacaoAnte,
    voided=facts.MacaoVoided,
    returned=facts.MacaoReturned,
    shared=facts.MacaoShared,
    begins=TO_SHOW,
    own_actions={
        ShowMacao: showing(show, pack=PACK, fewest=2, most=2),
        SettleMacao: Action(settle, phases=(SHOWN,), then=OVER),
    },
)
