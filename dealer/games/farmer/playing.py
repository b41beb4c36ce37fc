"""Deciding a hand of Farmer from the antes to the last hand shown (rulebook G3)."""

from __future__ import annotations

from dealer.commands.commands import Command, type_of
from dealer.commands.phrases import Cards, Player
from dealer.commands.refusal import Refusal
from dealer.game.cards import odd_card
from dealer.game.hands import antes, check_deals, check_everybody, check_hand_is_on, given_back
from dealer.game.seating import from_left_of
from dealer.games.farmer import commands
from dealer.games.farmer.cards import PACK, points_of
from dealer.games.farmer.state import PLAYERS, FarmerTable
from events.facts.fact import Fact
from events.games import farmer as facts
from ledger.ledger import Ledger

FEWEST_CARDS = 2


def check_time(table: FarmerTable, command: Command) -> None:
    """Refuse (``wrong_phase``) a command out of its time: nothing is settled before all have shown."""
    check_hand_is_on(table, command, commands.StartHand.do)
    if type_of(command) is commands.SettleHand and table.to_show:
        raise Refusal(
            "wrong_phase", "Not now: %(player)s has still to show their hand.", player=Player(table.to_show[0])
        )


def start(table: FarmerTable, ledger: Ledger, asked: commands.StartHand) -> tuple[Fact, ...]:
    """Deal a hand to everybody who sits in, and take the antes; the farmer holds none where the house has it so."""
    check_everybody("Farmer", table, asked.dealer, *PLAYERS)
    check_deals(table.farmer_due, asked.dealer)
    around = from_left_of(asked.dealer, table.seats, table.sitting_in)
    players = around if table.house.farmer_plays else around[:-1]
    begun = facts.FarmHandBegun(hand=table.round + 1, dealer=asked.dealer, players=players)
    return (begun, *antes(table, ledger, begun, table.house.ante, facts.FarmAntePaid))


def show(table: FarmerTable, ledger: Ledger, asked: commands.ShowHand) -> tuple[Fact, ...]:
    """Show a hand; shown again, it stands in place of what the player showed before."""
    if asked.player not in table.players:
        raise Refusal("bad_input", "%(player)s holds no hand of this deal.", player=Player(asked.player))
    others = [card for player, cards in table.shown.items() if player != asked.player for card in cards]
    odd = odd_card([*others, *asked.cards], PACK)
    if odd:
        raise Refusal("odd_card", "The %(card)s is shown elsewhere, or is not in the pack.", card=Cards((odd,)))
    if len(asked.cards) < FEWEST_CARDS:
        raise Refusal("bad_result", "Everybody draws one card at least: a hand has two or more.")
    shown = facts.FarmHandShown(
        hand=table.round,
        turn=table.turn + 1,
        player=asked.player,
        cards=asked.cards,
        points=points_of(asked.cards),
    )
    return (shown,)


def void_hand(table: FarmerTable, ledger: Ledger, asked: commands.VoidHand) -> tuple[Fact, ...]:
    """Break off a hand that is foul: the antes go back, what lay in the farm before stays, the farmer deals again."""
    return (facts.FarmHandVoided(hand=table.round, reason=asked.reason), *given_back(table, facts.FarmAnteReturned))
