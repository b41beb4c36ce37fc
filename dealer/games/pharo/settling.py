"""What the two cards of a coup do to the bets on the livrets (rulebook G1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum

from dealer.game.cards import rank_of
from dealer.games.pharo.pack import COUPS
from dealer.games.pharo.state import Bet, PharoTable
from events.facts.fact import Fact
from events.games.pharo import CardLost


class Outcome(Enum):
    """What a coup is to a bet."""

    NOTHING = "nothing"
    WIN = "win"
    LOSS = "loss"
    DOUBLET = "doublet"
    DRAW = "draw"


def bigger_half(amount_cents: int, check_cents: int) -> int:
    """The bank's half of what a doublet divides: the bigger one, in whole smallest checks."""
    checks = amount_cents // check_cents
    return (checks - checks // 2) * check_cents


def outcome_of(bet: Bet, bank: str, punters: str) -> Outcome:
    """What a coup is to one bet by itself; a bet covers one of the cards at least, or it is nothing to it."""
    against, for_it = (punters, bank) if bet.opposed else (bank, punters)
    loses, wins = rank_of(against) in bet.ranks, rank_of(for_it) in bet.ranks
    if loses and wins:
        return Outcome.DOUBLET if rank_of(bank) == rank_of(punters) else Outcome.DRAW
    if wins:
        return Outcome.WIN
    return Outcome.LOSS if loses else Outcome.NOTHING


def outcome_of_hockley(bet: Bet, bank: str, punters: str) -> Outcome:
    """What the last coup is to a bet where the bank claims it: a card against it loses, and nothing else happens."""
    against = punters if bet.opposed else bank
    return Outcome.LOSS if rank_of(against) in bet.ranks else Outcome.NOTHING


def _covering(bets: Iterable[Bet], card: str) -> frozenset[str]:
    """The punters under one of whose bets a card lies."""
    rank = rank_of(card)
    return frozenset([bet.player for bet in bets if rank in bet.ranks])


def worth_of_opposing(table: PharoTable, settled: Fact) -> int:
    """What a plain stake that lost would have brought more if it had been opposed, in cents; 0 where it was."""
    if not isinstance(settled, CardLost) or settled.folds:
        return 0
    bet = table.bets.get(settled.bet) or table.gone.get(settled.bet)
    return 2 * settled.taken_cents if bet and not bet.opposed else 0


def outcomes_of(table: PharoTable, turn: int, bank: str, punters: str) -> Iterator[tuple[Bet, Outcome]]:
    """What the coup of a number is to every bet that it is anything to, in the order in which they were placed."""
    one, other = rank_of(bank), rank_of(punters)
    reached = [bet for bet in table.bets.values() if not bet.masked and (one in bet.ranks or other in bet.ranks)]
    if turn == COUPS and table.house.hockley:
        yield from ((bet, Outcome.LOSS) for bet in reached if outcome_of_hockley(bet, bank, punters) is Outcome.LOSS)
        return
    drawn: frozenset[str] = frozenset()
    if table.house.drawn == "punter" and one != other and len(reached) > 1:
        # L'une pour l'autre: both cards lie under a punter's bets.
        drawn = _covering(reached, bank) & _covering(reached, punters)
    for bet in reached:
        yield bet, Outcome.DRAW if bet.player in drawn else outcome_of(bet, bank, punters)
