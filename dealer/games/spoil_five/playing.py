"""Deciding a hand of Spoil Five: antes, and hands that die (rulebook G4)."""

from __future__ import annotations

from dealer.commands.commands import Command, players_of, type_of
from dealer.commands.phrases import Player
from dealer.commands.refusal import Refusal
from dealer.game.hands import antes, check_deals, check_everybody, check_hand_is_on, given_back
from dealer.game.seating import from_left_of
from dealer.games.spoil_five import commands
from dealer.games.spoil_five.state import LIVE_HANDS, PLAYERS, SpoilFiveTable
from events.facts.fact import Fact
from events.games import spoil_five as facts
from ledger.ledger import Ledger


def check_time(table: SpoilFiveTable, command: Command) -> None:
    """Refuse a command out of its time (``wrong_phase``), and to kill a dead hand again (``already_done``)."""
    check_hand_is_on(table, command, commands.StartHand.do)
    if type_of(command) is not commands.KillHand:
        return
    for player in players_of(command):
        if player in table.out or player in table.dead:
            raise Refusal("already_done", "%(player)s has no live hand.", player=Player(player))


def start(table: SpoilFiveTable, ledger: Ledger, asked: commands.StartHand) -> tuple[Fact, ...]:
    """Deal to everybody who sits in and is to have cards, and take the ante of all who sit in."""
    playing = table.sitting_in
    check_everybody("Spoil Five", table, asked.dealer, *PLAYERS)
    if len(table.with_cards) < LIVE_HANDS:
        raise Refusal(
            "not_allowed_here", "Two with cards are needed; those who offended have none until the pool is won."
        )
    check_deals(table.dealer_due(playing), asked.dealer)
    begun = facts.SpoilHandBegun(
        hand=table.round + 1,
        dealer=asked.dealer,
        players=from_left_of(asked.dealer, table.seats, playing),
        without_cards=from_left_of(asked.dealer, table.seats, set(playing) & table.out),
    )
    return (begun, *antes(table, ledger, begun, table.house.ante, facts.PoolAntePaid))


def kill(table: SpoilFiveTable, ledger: Ledger, asked: commands.KillHand) -> tuple[Fact, ...]:
    """Declare a hand dead; two live ones must remain."""
    check_in_hand(table, asked.player)
    if len(table.live) <= LIVE_HANDS:
        raise Refusal("not_allowed_here", "Two live hands must remain; a foul hand is broken off.")
    return (facts.HandKilled(hand=table.round, turn=table.turn + 1, player=asked.player, why=asked.why),)


def check_in_hand(table: SpoilFiveTable, player: str) -> None:
    """Refuse (``bad_input``) a player who is not in the hand that is on."""
    if player not in table.players:
        raise Refusal("bad_input", "%(player)s is not in this hand.", player=Player(player))


def void_hand(table: SpoilFiveTable, ledger: Ledger, asked: commands.VoidHand) -> tuple[Fact, ...]:
    """Break off a hand that is foul: the antes go back, and the offences in it are void with it."""
    return (facts.SpoilHandVoided(hand=table.round, reason=asked.reason), *given_back(table, facts.PoolAnteReturned))
