"""Deciding what a hand pays: penalties, cards left in hand, the pot; and what the close of the night does with one."""

from __future__ import annotations

from dealer.commands.phrases import Player
from dealer.commands.refusal import Refusal
from dealer.game.cards import number_of
from dealer.game.chips import check_chips, divided, into_pot, out_of_pot, paid_to
from dealer.game.seating import from_left_of
from dealer.games.fan_tan import commands
from dealer.games.fan_tan.playing import paid_in
from dealer.games.fan_tan.state import FanTanTable, Hand
from events.facts.fact import Fact
from events.games import fan_tan as facts
from ledger.ledger import Ledger

COURT_PIPS = 10


def take_penalty(table: FanTanTable, ledger: Ledger, asked: commands.TakePenalty) -> tuple[Fact, ...]:
    """Take a penalty that the end of the hand listed: to the pot, and to the holders beside a kept opener."""
    hand = table.hand_on
    listed = next((one for one in hand.proved if (one.turn, one.player) == (asked.turn, asked.player)), None)
    if asked.turn in hand.taken and listed:
        raise Refusal("already_done", "The penalty for turn %(turn)s is taken already.", turn=asked.turn)
    if listed is None:
        raise Refusal(
            "bad_input",
            "No wrong pass of %(player)s at turn %(turn)s was proved.",
            player=Player(asked.player),
            turn=asked.turn,
        )
    chips = listed.penalty
    chip = table.house.chip
    check_chips(ledger, asked.player, chips, chip)
    gifts = (one for gift in listed.besides for one in paid_to(asked.player, gift.player, gift.chips, chip))
    moves = (*into_pot(asked.player, listed.chips, chip), *gifts)
    return (facts.PenaltyTaken(hand=hand.number, turn=asked.turn, player=asked.player, chips=chips, moves=moves),)


def settle(table: FanTanTable, ledger: Ledger, asked: commands.SettleHand) -> tuple[Fact, ...]:
    """Pay for the cards left in hand and give the winner the pot; a dead hand leaves it for the next one."""
    hand = table.hand_on
    paid = [_paid(table, ledger, hand, player) for player in hand.players if player != hand.winner]
    pot = table.pot + sum(one.chips for one in paid)
    owing = tuple(one for one in paid if one.chips)
    if hand.winner is None:
        return (*owing, facts.PotLeft(hand=hand.number, chips=pot))
    moves = out_of_pot(hand.winner, pot, table.house.chip)
    return (*owing, facts.PotWon(hand=hand.number, player=hand.winner, chips=pot, moves=moves))


def _paid(table: FanTanTable, ledger: Ledger, hand: Hand, player: str) -> facts.HandPaid:
    chips = table.house.dead_hand
    if hand.winner is not None:
        chips = _counted(table, hand.shown[player]) * table.house.card_pays
    moves = paid_in(table, ledger, player, chips)
    return facts.HandPaid(hand=hand.number, player=player, cards=hand.left(player), chips=chips, moves=moves)


def _counted(table: FanTanTable, cards: tuple[str, ...]) -> int:
    """What the cards left in a hand count: one each, or their pips (a court card ten)."""
    if table.house.counted == "cards":
        return len(cards)
    return sum(min(number_of(card), COURT_PIPS) for card in cards)


def void_hand(table: FanTanTable, ledger: Ledger, asked: commands.VoidHand) -> tuple[Fact, ...]:
    """Break off a hand that is foul: everybody gets back what they put in; what lay in the pot before stays there."""
    hand = table.hand_on
    return (facts.HandVoided(hand=hand.number, reason=asked.reason), *_given_back(table))


def closing(table: FanTanTable, ledger: Ledger) -> tuple[Fact, ...]:
    """What the close of the night does with the pot.

    Of a hand broken off each player gets back what they put in; what dead hands left is divided evenly among the seats,
    the odd chips one each from the last dealer's left.
    """
    given_back = _given_back(table)
    left = table.pot - sum(one.chips for one in given_back)
    sharing = from_left_of(table.dealer, table.seats, table.seated or table.seats)
    parts = (
        facts.PotDivided(player=player, chips=chips, moves=out_of_pot(player, chips, table.house.chip))
        for player, chips in divided(left, sharing).items()
    )
    return (*given_back, *parts)


def _given_back(table: FanTanTable) -> tuple[facts.PotReturned, ...]:
    """What each player put into the hand that is on, if any is, given back."""
    hand = table.hand
    if hand is None:
        return ()
    return tuple(
        facts.PotReturned(
            hand=hand.number, player=player, chips=chips, moves=out_of_pot(player, chips, table.house.chip)
        )
        for player, chips in hand.put_in.items()
        if chips
    )
