"""Scoring a hand of Spoil Five by its tricks: the pool is won, won with all five, or spoilt (rulebook G4)."""

from __future__ import annotations

from dealer.commands.phrases import Player
from dealer.commands.refusal import Refusal
from dealer.game.chips import check_chips, out_of_pot, paid_to
from dealer.game.hands import left_over
from dealer.games.spoil_five import commands
from dealer.games.spoil_five.playing import check_in_hand
from dealer.games.spoil_five.state import SpoilFiveTable
from events.facts.fact import Fact
from events.games import spoil_five as facts
from ledger.ledger import Ledger

ALL_FIVE = 5
WINS = 3
MOST_OF_DEAD_HANDS = 2


def score(table: SpoilFiveTable, ledger: Ledger, asked: commands.ScoreHand) -> tuple[Fact, ...]:
    """Give the pool to whoever won it, with a payment of everybody for all five tricks, or leave it spoilt."""
    for player in asked.tricks:
        check_in_hand(table, player)
    tricks = {player: asked.tricks[player] for player in table.players if asked.tricks.get(player)}
    _check_hands(table, tricks)
    most = max(tricks.values(), default=0)
    went_on = most > WINS if asked.went_on is None else asked.went_on
    _check_outcome(most, sum(tricks.values()), went_on)
    taken = facts.TricksTaken(
        hand=table.round,
        turn=table.turn + 1,
        tricks=tuple(facts.TricksOf(player=player, tricks=number) for player, number in tricks.items()),
        went_on=went_on,
    )
    if most < WINS or (went_on and most < ALL_FIVE):
        out = tuple(sorted(table.out_if_spoilt))
        return (taken, facts.PoolSpoilt(hand=table.round, chips=table.pot_chips, out=out))
    winner = max(tricks, key=lambda player: tricks[player])
    won = facts.PoolWon(
        hand=table.round,
        player=winner,
        chips=table.pot_chips,
        moves=out_of_pot(winner, table.pot_chips, table.chip_cents),
    )
    return (taken, *(_all_five_paid(table, ledger, winner) if most == ALL_FIVE else ()), won)


def closing(table: SpoilFiveTable, ledger: Ledger) -> tuple[Fact, ...]:
    """What the close does with the pool: antes of a hand that is on go back, the rest is divided."""
    return left_over(table, facts.PoolAnteReturned, facts.PoolDivided)


def _check_hands(table: SpoilFiveTable, tricks: dict[str, int]) -> None:
    """Refuse (``bad_result``) a trick of a player without cards, and a third one of a dead hand."""
    for player, number in tricks.items():
        if player in table.out:
            raise Refusal("bad_result", "%(player)s has no cards until the pool is won.", player=Player(player))
        if player in table.dead and number > MOST_OF_DEAD_HANDS:
            raise Refusal("bad_result", "%(player)s's hand is dead and has two tricks at most.", player=Player(player))


def _check_outcome(most: int, played: int, went_on: bool) -> None:
    """Refuse (``bad_result``) tricks with which no hand ends.

    ``most`` is what one player took of those ``played``; ``went_on`` says that they ventured their three.
    """
    if played > ALL_FIVE:
        raise Refusal("bad_result", "A hand has five tricks, not %(played)s.", played=played)
    if most == WINS and not went_on:
        return
    if played < ALL_FIVE:
        raise Refusal(
            "bad_result", "Only a third trick ends a hand before the fifth; %(played)s are played.", played=played
        )
    if most < WINS and went_on:
        raise Refusal("bad_result", "Nobody has three tricks to go on from.")
    if most > WINS and not went_on:
        raise Refusal("bad_result", "Who has more than three tricks has gone on.")


def _all_five_paid(table: SpoilFiveTable, ledger: Ledger, winner: str) -> tuple[Fact, ...]:
    """What every other player pays for all five tricks, dead hands and those without cards too."""
    chips, others = table.house.all_five, [player for player in table.players if player != winner]
    for player in others:
        check_chips(ledger, player, chips, table.chip_cents)
    return tuple(
        facts.AllFivePaid(
            hand=table.round,
            player=player,
            to=winner,
            chips=chips,
            moves=paid_to(player, winner, chips, table.chip_cents),
        )
        for player in (others if chips else ())
    )
