"""The odds now: what the cards to come mean for every bet, as exact fractions (contract of the odds)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from dealer.commands.refusal import Phrase
from events.frozen import Frozen


class Figures(Frozen, gc=False):
    """The figures of a bet as it is newly laid.

    ``turn`` has the chances in the next turn by outcome. The edges are what the bank gains on average per unit of the
    live stake, negative if it expects to pay: in the next turn, per decision in it, and until the bet is settled.
    ``variance`` is of the bank's gain per unit in the next turn. ``None`` is what cannot be worked out.
    """

    turn: Mapping[str, Fraction] | None = None
    edge_turn: Fraction | None = None
    edge_decided: Fraction | None = None
    edge_settled: Fraction | None = None
    variance: Fraction | None = None


class BetOdds(Frozen, gc=False):
    """The odds of a bet: the table's name for its place, its arguments in ``place_bet``, and its figures."""

    named: Phrase
    arguments: dict[str, Any]
    figures: Figures

    def mirrors(self, other: BetOdds) -> bool:
        """Whether this is the same bet lying the other way, with the same figures."""
        return _without_flags(self.arguments) == _without_flags(other.arguments) and self.figures == other.figures


def _without_flags(arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in arguments.items() if not isinstance(value, bool)}


class CallOdds(Frozen, gc=False):
    """The odds of a call of the last cards: the chance to win, and what the bank gains on average per unit."""

    named: Phrase
    order: tuple[str, ...]
    win: Fraction
    edge: Fraction


class Odds(Frozen):
    """The odds of a deal now.

    ``turn`` is the number of the next turn, ``unseen`` the number of cards that nobody has seen, ``left`` how many of
    each rank.
    """

    turn: int
    unseen: int
    left: dict[str, int]
    bets: tuple[BetOdds, ...]
    calls: tuple[CallOdds, ...] = ()


def figures_of(
    orders: int,
    turn: Mapping[str, int],
    gains: Iterable[tuple[int, Fraction]],
    *,
    decided: int,
    settled: Fraction | None,
) -> Figures:
    """The figures of a bet, from the orders in which the cards of the next ``turn`` can come.

    ``turn`` has the orders by outcome, ``gains`` those for each gain of the bank per unit, ``decided`` is the number of
    those that decide the bet. ``settled`` is the edge until it is settled.
    """
    gains = tuple(gains)
    unit = lcm(*(gain.denominator for _, gain in gains))
    gained, of_squares = 0, 0
    for ways, gain in gains:
        units = gain.numerator * (unit // gain.denominator)
        gained += ways * units
        of_squares += ways * units * units
    return Figures(
        turn={outcome: Fraction(ways, orders) for outcome, ways in turn.items()},
        edge_turn=Fraction(gained, orders * unit),
        edge_decided=Fraction(gained, decided * unit) if decided else None,
        edge_settled=settled,
        variance=Fraction(of_squares * orders - gained * gained, (orders * unit) ** 2),
    )


def odds_data(game: str, odds: Odds) -> dict[str, Any]:
    """The odds as JSON-ready data, in the contract's words; fractions are text."""
    return {
        "game": game,
        "turn": odds.turn,
        "unseen": odds.unseen,
        "left": odds.left,
        "bets": [{**bet.arguments, **_figures_data(bet.figures)} for bet in odds.bets],
        "calls": [{"order": list(call.order), "win": str(call.win), "edge": str(call.edge)} for call in odds.calls],
    }


def _figures_data(figures: Figures) -> dict[str, Any]:
    if figures.turn is None:
        return {"turn": None, "edge": None, "variance": None}
    return {
        "turn": {outcome: str(chance) for outcome, chance in figures.turn.items()},
        "edge": {
            "turn": str(figures.edge_turn),
            "decided": _text(figures.edge_decided),
            "settled": _text(figures.edge_settled),
        },
        "variance": str(figures.variance),
    }


def _text(fraction: Fraction | None) -> str | None:
    return None if fraction is None else str(fraction)
