"""The odds of a deal of Pharo now: of every card of a livret, with the cards that are left (contract of the odds)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import perm

from dealer.commands.fields import RANKS
from dealer.commands.refusal import Phrase, Refusal
from dealer.game.cards import rank_of
from dealer.game.odds import BetOdds, Figures, Odds, figures_of
from dealer.game.table import check_amount
from dealer.games.pharo.commands import FIGURE, FIGURES, SINGLE, PlaceBet, named, ranks_of
from dealer.games.pharo.fairness import ELSEWHERE, HALF, Terms, gain, half_of, last_coup
from dealer.games.pharo.playing import check_taken, standing
from dealer.games.pharo.settlement import Outcome
from dealer.games.pharo.state import PharoTable, Phase

OUTCOMES = {
    Outcome.WIN: "win",
    Outcome.LOSS: "lose",
    Outcome.DOUBLET: "doublet",
    Outcome.DRAW: "drawn",
}
"""The outcomes of a coup, in the contract's words."""


def odds(table: PharoTable, bets: Iterable[PlaceBet] = (), stake_cents: int | None = None) -> Odds:
    """The odds of every card of the livret, and then of these ``bets``, each alone on its livret and shown.

    Without ``stake_cents`` a stake divides at will; with it, into smallest checks. Raises :class:`Refusal`:
    ``wrong_phase`` before the bottom card and after the last coup, ``not_a_multiple``, and ``bad_placement`` or
    ``not_allowed_here`` for a bet.
    """
    house = table.house
    _check_time(table)
    if stake_cents is not None:
        check_amount(stake_cents, house.check)
    places: list[tuple[str, tuple[str, ...]]] = [(SINGLE, (rank,)) for rank in RANKS]
    if house.figures:
        places += [(FIGURE, ranks) for ranks in FIGURES]
    rows = [
        bet_odds(table, kind, ranks, opposed, stake_cents=stake_cents)
        for kind, ranks in places
        for opposed in ((False, True) if house.oppose else (False,))
    ]
    for bet in bets:
        ranks = ranks_of(bet.kind, bet.ranks)
        check_taken(house, bet.kind, opposed=bet.opposed)
        rows.append(bet_odds(table, bet.kind, ranks, bet.opposed, stake_cents=stake_cents))
    left = _unseen(table)
    return Odds(turn=table.turn + 1, unseen=sum(left.values()), left=left, bets=tuple(rows))


def bet_odds(
    table: PharoTable, kind: str, ranks: tuple[str, ...], opposed: bool, *, stake_cents: int | None = None
) -> BetOdds:
    """The odds of a single bet, of which ``stake_cents`` is the stake. Raises :class:`Refusal` (``wrong_phase``)."""
    _check_time(table)
    left = _unseen(table)
    bottom = rank_of(table.pack.bottom)
    half = HALF if stake_cents is None else half_of(stake_cents // table.house.check)
    return BetOdds(
        named=_named(ranks, opposed),
        arguments={"kind": kind, "ranks": list(ranks), "opposed": opposed},
        figures=_figures(
            tuple(left[rank] for rank in ranks),
            sum(left.values()),
            ranks.index(bottom) if bottom in ranks else ELSEWHERE,
            Terms(hockley=table.house.hockley, opposed=opposed, half=half),
        ),
    )


def _check_time(table: PharoTable) -> None:
    if table.phase is not Phase.BETTING:
        raise Refusal("wrong_phase", "There are no odds now: %(standing)s.", standing=standing(table))


def _unseen(table: PharoTable) -> dict[str, int]:
    """The cards of each rank that nobody has seen: not the bottom card."""
    bottom = rank_of(table.pack.bottom)
    return {rank: table.pack.left(rank) - (rank == bottom) for rank in RANKS}


@lru_cache(maxsize=64)
def _named(ranks: tuple[str, ...], opposed: bool) -> Phrase:
    return Phrase("%(text)s, opposed", (("text", named(ranks)),)) if opposed else named(ranks)


@lru_cache(maxsize=1024)
def _figures(unseen: tuple[int, ...], cards: int, bottom: int, terms: Terms) -> Figures:
    """The figures of a bet by the ``unseen`` cards of its ranks and of all; ``bottom`` as in :func:`gain`."""
    ways = _ways(unseen, cards, bottom, terms)
    with_bottom = tuple(number + (at == bottom) for at, number in enumerate(unseen))
    return figures_of(
        sum(ways.values()),
        {word: ways[outcome] for outcome, word in OUTCOMES.items()},
        (
            (ways[Outcome.WIN], Fraction(-1)),
            (ways[Outcome.LOSS], Fraction(1)),
            (ways[Outcome.DOUBLET], terms.half),
        ),
        decided=ways[Outcome.WIN] + ways[Outcome.LOSS] + ways[Outcome.DOUBLET],
        settled=gain(with_bottom, cards + 1, terms, bottom),
    )


def _ways(unseen: tuple[int, ...], cards: int, bottom: int, terms: Terms) -> Mapping[Outcome, int]:
    """The orders of the next coup's cards by outcome."""
    if cards == 1:
        return Counter([last_coup(unseen.index(1) if any(unseen) else ELSEWHERE, bottom, terms)])
    covered, doublets = sum(unseen), sum(perm(number, 2) for number in unseen)
    either = covered * (cards - covered)
    return {
        Outcome.WIN: either,
        Outcome.LOSS: either,
        Outcome.DOUBLET: doublets,
        Outcome.DRAW: perm(covered, 2) - doublets,
        Outcome.NOTHING: perm(cards - covered, 2),
    }
