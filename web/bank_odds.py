"""The odds of a game against a bank on screens: the chances and edges of every bet, and the board's strip of ranks."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import sqrt

from dealer.commands.refusal import Refusal, marked
from dealer.game.odds import BetOdds, Odds
from dealer.night.night import Night
from dealer.night.odds import odds_of
from events.frozen import Frozen
from reports.words.formatting import Figure, figure
from reports.words.game_words import phrase_text
from reports.words.language import decimals, percentage
from reports.words.language import gettext as _
from web.game_screens import OddsScreen

UNKNOWN = Figure(percent="–", exact="", is_players=False)
"""Stands for a figure that cannot be worked out."""

_OUTCOMES = {
    "win": marked("win"),
    "lose": marked("lose"),
    "split": marked("split"),
    "standoff": marked("standoff"),
    "doublet": marked("doublet"),
    "drawn": marked("drawn"),
}
"""The outcomes of a turn, as headings."""


class BetLine(Frozen):
    """A bet: its chances in the next turn, the bank's edges, and the standard deviation per unit with the variance."""

    bet: str
    chances: tuple[Figure, ...]
    edges: tuple[Figure, ...]
    deviation: str
    variance: str


class CallLine(Frozen):
    """A call of the last cards: the chance that it is right, and the bank's edge."""

    order: str
    win: Figure
    edge: Figure


class BankOddsView(Frozen):
    """The odds of a deal; ``left`` has the unseen cards of each rank, ``outcomes`` the headings of the chances.

    A bet that lies the other way is left out if its figures are the same.
    """

    turn: int
    unseen: int
    left: tuple[tuple[str, int], ...]
    outcomes: tuple[str, ...]
    bets: tuple[BetLine, ...]
    calls: tuple[CallLine, ...]


class RankOdds(Frozen):
    """A rank on the board: the chance that a bet on it wins in the next turn, and the bank's edge if it is decided."""

    rank: str
    win: str
    edge: str
    is_dead: bool


def view_of(night: Night) -> BankOddsView:
    """The odds now in a night; raises :class:`Refusal` (``wrong_phase``) where there are none."""
    odds = odds_of(night)[1]
    outcomes = next((tuple(bet.figures.turn) for bet in odds.bets if bet.figures.turn), ())
    return BankOddsView(
        turn=odds.turn,
        unseen=odds.unseen,
        left=tuple(odds.left.items()),
        outcomes=tuple(_(_OUTCOMES[outcome]) for outcome in outcomes),
        bets=tuple(
            _line(bet, outcomes) for at, bet in enumerate(odds.bets) if at == 0 or not bet.mirrors(odds.bets[at - 1])
        ),
        calls=tuple(
            CallLine(order="-".join(call.order), win=figure(call.win), edge=figure(call.edge)) for call in odds.calls
        ),
    )


def strip_of(night: Night) -> tuple[RankOdds, ...]:
    """A single bet on each rank; nothing where there are no odds or no such bets."""
    try:
        odds = odds_of(night)[1]
    except Refusal:
        return ()
    return tuple(_rank(bet, odds) for bet in odds.bets if _is_plain_single(bet))


def _line(bet: BetOdds, outcomes: tuple[str, ...]) -> BetLine:
    figures = bet.figures
    variance = figures.variance
    return BetLine(
        bet=phrase_text(bet.named),
        chances=tuple(_figure(figures.turn[outcome] if figures.turn else None) for outcome in outcomes),
        edges=tuple(map(_figure, (figures.edge_turn, figures.edge_decided, figures.edge_settled))),
        deviation=UNKNOWN.percent if variance is None else decimals(sqrt(variance), 3),
        variance="" if variance is None else str(variance),
    )


def _figure(share: Fraction | None) -> Figure:
    return UNKNOWN if share is None else figure(share)


def _is_plain_single(bet: BetOdds) -> bool:
    arguments = bet.arguments
    return arguments["kind"] == "single" and not (arguments.get("coppered") or arguments.get("opposed"))


def _rank(bet: BetOdds, odds: Odds) -> RankOdds:
    (rank,) = bet.arguments["ranks"]
    win = bet.figures.turn["win"] if bet.figures.turn else None
    return RankOdds(rank=rank, win=_tenths(win), edge=_tenths(bet.figures.edge_decided), is_dead=not odds.left[rank])


def _tenths(share: Fraction | None) -> str:
    """A share in percent with a decimal."""
    return UNKNOWN.percent if share is None else percentage(Decimal(round(share * 1000)) / 1000)


BANK_ODDS = OddsScreen(view_of=view_of, strip_of=strip_of, template="bank-odds.html")
