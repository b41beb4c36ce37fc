"""Deciding a round of Five in One: its beginning, and what each of its five parts pays (rulebook G5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dealer.commands.commands import Command, argument_of, type_of
from dealer.commands.phrases import Cards, Player, number_of
from dealer.commands.refusal import Refusal
from dealer.game.cards import NUMBER, odd_card, rank_of
from dealer.game.chips import check_net, divided, net_paid
from dealer.game.hands import check_deals, check_everybody, check_hand_is_on
from dealer.game.seating import from_left_of
from dealer.games.five_in_one import commands
from dealer.games.five_in_one.parts import COLD_HAND, CONSOLATION, TOLD
from dealer.games.five_in_one.state import PLAYERS, FiveInOneTable, with_part
from events.facts.fact import Fact, Move
from events.games import five_in_one as facts
from ledger.ledger import Ledger

COUNTED = 10
"""How many cards the dealer turns in the consolation, counting from one."""

_PARTS: dict[type[Command], tuple[str, ...]] = {
    commands.PartResult: TOLD,
    commands.ColdHand: (COLD_HAND,),
    commands.Consolation: (CONSOLATION,),
}
"""The parts that a command tells of."""


def check_time(table: FiveInOneTable, command: Command) -> None:
    """Refuse (``wrong_phase``) a command out of its time: a part that is not due, voiding once a part is paid."""
    check_hand_is_on(table, command, commands.StartHand.do)
    asked = type_of(command)
    if asked is commands.VoidHand and table.turn:
        raise Refusal("wrong_phase", "Not now: a part is paid, and stays paid.")
    if asked not in _PARTS:
        return
    told = argument_of(command, "part") if asked is commands.PartResult else table.part_due
    if table.part_due not in _PARTS[asked] or (told in TOLD and told != table.part_due):
        raise Refusal("wrong_phase", "Not now: another part of the round is due.")


def start(table: FiveInOneTable, ledger: Ledger, asked: commands.StartHand) -> tuple[Fact, ...]:
    """Begin a round with everybody who sits in."""
    check_everybody("Five in One", table, asked.dealer, *PLAYERS)
    check_deals(table.dealer_due(table.sitting_in), asked.dealer)
    players = from_left_of(asked.dealer, table.seats, table.sitting_in)
    return (facts.FiveRoundBegun(hand=table.round + 1, dealer=asked.dealer, players=players),)


def part_result(table: FiveInOneTable, ledger: Ledger, asked: commands.PartResult) -> tuple[Fact, ...]:
    """Pay a part by what everybody won or lost in it."""
    check_in_round(table, asked.chips)
    over = sum(asked.chips.values())
    if over:
        difference = number_of(abs(over), "%(num)s chip", "%(num)s chips")
        raise Refusal("bad_result", "What is won must be what is lost; the difference is %(chips)s.", chips=difference)
    return (facts.PartSettled(part=asked.part, **_paid(table, ledger, asked.chips)),)


def cold_hand(table: FiveInOneTable, ledger: Ledger, asked: commands.ColdHand) -> tuple[Fact, ...]:
    """Pay the cold hand; of a tie the others' chips are divided, odd ones one each from the dealer's left."""
    check_in_round(table, asked.winners)
    if len(set(asked.winners)) < max(1, len(asked.winners)):
        raise Refusal("bad_input", "The winners are one or more players, each named once.")
    winners = tuple(player for player in table.players if player in asked.winners)
    pays = table.house.cold_hand_pays
    chips = {player: -pays for player in table.players if player not in winners}
    chips |= divided(pays * len(chips), winners)
    return (facts.ColdHandWon(winners=winners, **_paid(table, ledger, chips)),)


def consolation(table: FiveInOneTable, ledger: Ledger, asked: commands.Consolation) -> tuple[Fact, ...]:
    """Pay the dealer for each card that is the number they called, and end the round."""
    cards = asked.cards
    if len(cards) != COUNTED:
        raise Refusal("bad_input", "The dealer turns ten cards, not %(cards)s.", cards=len(cards))
    odd = odd_card(cards)
    if odd:
        raise Refusal("odd_card", "The %(card)s cannot come so often in one pack.", card=Cards((odd,)))
    hits = sum(NUMBER[rank_of(card)] == called for called, card in enumerate(cards, start=1))
    each = hits * table.house.hit_pays
    chips = {player: -each for player in table.players if player != table.dealer}
    chips[table.dealer] = each * len(chips)
    turned = facts.ConsolationTurned(cards=cards, hits=hits, **_paid(table, ledger, chips))
    net = with_part(table, turned.won)
    return (turned, facts.FiveRoundOver(hand=table.round, won=_won(table, net, everybody=True)))


def void_hand(table: FiveInOneTable, ledger: Ledger, asked: commands.VoidHand) -> tuple[Fact, ...]:
    """Break off a round of which no part is paid; the same player deals again."""
    return (facts.FiveRoundVoided(hand=table.round, reason=asked.reason),)


def check_in_round(table: FiveInOneTable, players: Mapping[str, int] | tuple[str, ...]) -> None:
    """Refuse (``bad_input``) a player who is not in the round that is on."""
    for player in players:
        if player not in table.players:
            raise Refusal("bad_input", "%(player)s is not in this round.", player=Player(player))


def _paid(table: FiveInOneTable, ledger: Ledger, chips: Mapping[str, int]) -> dict[str, Any]:
    """What a fact says of a part that is paid; ``not_enough_checks`` where somebody cannot pay their loss."""
    won = _won(table, chips)
    net = {one.player: one.chips for one in won}
    check_net(ledger, net, table.chip_cents)
    moves: tuple[Move, ...] = net_paid(net, table.chip_cents)
    return {"hand": table.round, "turn": table.turn + 1, "won": won, "moves": moves}


def _won(table: FiveInOneTable, chips: Mapping[str, int], *, everybody: bool = False) -> tuple[facts.ChipsWon, ...]:
    return tuple(
        facts.ChipsWon(player=player, chips=chips.get(player, 0))
        for player in table.players
        if everybody or chips.get(player)
    )
