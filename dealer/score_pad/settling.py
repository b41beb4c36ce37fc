"""The price of a match: who pays whom when it is settled (rulebook G0)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from dealer.commands.phrases import Amount, Player
from dealer.commands.refusal import Refusal
from dealer.score_pad import commands
from dealer.score_pad.house import ALL
from dealer.score_pad.score_game import ScoreGame
from dealer.score_pad.table import MatchTable
from events.facts.fact import Fact
from events.facts.matches import MatchPayment, MatchSettled
from ledger.accounts import checks, moved
from ledger.ledger import Ledger


def settle_match(game: ScoreGame, table: MatchTable, ledger: Ledger, asked: commands.SettleMatch) -> tuple[Fact, ...]:
    """Pay a match that was won; ``not_enough_checks`` where somebody has not what they lose in all."""
    paid = tuple(payments(table))
    check_nets(ledger, paid)
    moves = tuple(move for one in paid for move in moved(checks(one.payer), checks(one.payee), one.amount_cents))
    return (MatchSettled(game=game.name, match=table.match, paid=paid, moves=moves),)


def payments(table: MatchTable) -> Iterator[MatchPayment]:
    """What settling the match pays, player by player; sides pay place by place."""
    house, score, winner = table.house, table.score, table.winner
    assert winner is not None, "a match that is settled was won"
    for payer, payee in _pairs(table, winner):
        cents = max(0, score[payee] - score[payer]) * house.point + (house.game_stake if payee == winner else 0)
        if cents:
            for of_payer, of_payee in zip(table.sides[payer], table.sides[payee], strict=True):
                yield MatchPayment(payer=of_payer, payee=of_payee, amount_cents=cents)


def _pairs(table: MatchTable, winner: int) -> Iterator[tuple[int, int]]:
    """The sides that settle with each other, who pays first: everybody with the winner, then perhaps all others."""
    others = [side for side in range(len(table.sides)) if side != winner]
    yield from ((side, winner) for side in others)
    if table.house.pays == ALL:
        for one, other in combinations(others, 2):
            yield (one, other) if table.score[one] < table.score[other] else (other, one)


def nets_of(paid: tuple[MatchPayment, ...]) -> dict[str, int]:
    """What each player wins or loses by some payments, in cents."""
    nets: Counter[str] = Counter()
    for one in paid:
        nets[one.payer] -= one.amount_cents
        nets[one.payee] += one.amount_cents
    return dict(nets)


def check_nets(ledger: Ledger, paid: tuple[MatchPayment, ...]) -> None:
    """Refuse (``not_enough_checks``) payments by which somebody loses more in all than they hold; it names them."""
    for player, cents in nets_of(paid).items():
        held = ledger.balance(checks(player))
        if held < -cents:
            raise Refusal(
                "not_enough_checks",
                "%(player)s owes %(due)s and has %(held)s: they buy checks or take a marker first.",
                player=Player(player),
                due=Amount(-cents),
                held=Amount(held),
            )
