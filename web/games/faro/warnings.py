"""Warnings: the worst next turn, checks that go with the hock, and bets over a limit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from dealer.games.faro.bets import may_be_taken_down
from dealer.games.faro.state import Bet, FaroTable, Phase
from dealer.games.faro.worst_case import (
    Exposure,
    NextTurn,
    RankExposure,
    goes_with_the_hock,
    next_turn_of,
    worst_by_rank,
    worst_of,
)
from dealer.night.night import Night
from events.frozen import Frozen
from ledger.statement import bank_line
from reports.games.faro.bet_words import where_lies
from reports.words.formatting import MINUS, brief
from reports.words.language import currency_figures
from reports.words.language import gettext as _
from web.tablet.seats import Mark, marks_of

Dues: TypeAlias = Mapping[tuple[str, str], int]
"""The cost to the bank of each possible next turn, by its loser and winner: ``dues_by_turn`` of the table."""

BREAKING, NEAR = "breaking", "near"


class BankWarning(Frozen):
    """A warning about the worst next turn; ``level`` is :data:`BREAKING` or :data:`NEAR`.

    ``short`` is shown beside the bank's figure, ``words`` is the full sentence.
    """

    level: str
    short: str
    words: str


def bank_warning(night: Night, table: FaroTable, dues: Dues) -> BankWarning | None:
    """A warning if the worst next turn would take more than half of the bank's visible money."""
    worst = worst_of(dues)
    if worst is None or table.broken:
        return None
    in_sight = bank_line(night.ledger).in_sight_cents
    if worst.due_cents * 2 <= in_sight or worst.due_cents <= 0:
        return None
    return BankWarning(
        level=BREAKING if worst.due_cents > in_sight else NEAR,
        short=_("worst turn %(amount)s", amount=brief(worst.due_cents)),
        words=_(
            "%(loser)s loses, %(winner)s wins would cost %(amount)s; in sight %(in_sight)s.",
            loser=worst.loser,
            winner=worst.winner,
            amount=brief(worst.due_cents),
            in_sight=brief(in_sight),
        ),
    )


class Lift(Frozen):
    """A player's bets that a single command can take down, with their sum."""

    player: str
    name: str
    mark: Mark
    bets: str
    amount: str


class BetsWarning(Frozen):
    """A sentence about bets: those to be named only, and the players who can take theirs down (``lifts``)."""

    words: str
    bets: tuple[str, ...]
    lifts: tuple[Lift, ...] = ()


def hock_warning(night: Night, table: FaroTable) -> BetsWarning | None:
    """Bets whose checks go to the dealer with the hock; shown before the last turn and before the hock.

    Before the hock they can be taken down from here, because no card can pay them any more.
    """
    going = goes_with_the_hock(table)
    if not going:
        return None
    if table.phase is Phase.BETTING:
        named = tuple(f"{night.seats[bet.player].name}, {where_lies(bet)}" for bet in going)
        return BetsWarning(words=_("Bets left when the hock is shown go to the dealer"), bets=named)
    loose: dict[str, list[Bet]] = {}
    stuck = []
    for bet in going:
        if may_be_taken_down(table, bet):
            loose.setdefault(bet.player, []).append(bet)
        else:
            stuck.append(f"{night.seats[bet.player].name}, {_where_and_what(bet)}")
    return BetsWarning(words=_("Goes to the dealer with the hock"), bets=tuple(stuck), lifts=_lifts(night, loose))


def _lifts(night: Night, loose: dict[str, list[Bet]]) -> tuple[Lift, ...]:
    marks = marks_of(night)
    return tuple(
        Lift(
            player=player,
            name=night.seats[player].name,
            mark=marks[player],
            bets=", ".join(map(_where_and_what, bets)),
            amount=brief(sum(bet.stake_cents for bet in bets)),
        )
        for player, bets in loose.items()
    )


def _where_and_what(bet: Bet) -> str:
    return f"{where_lies(bet)} {brief(bet.stake_cents)}"


def is_over_case_limit(table: FaroTable, bet: Bet) -> bool:
    """Whether a case card has brought a bet over its limit."""
    return table.on_case_card(bet.place) and bet.stake_cents > table.limit_on(bet.place)


def limit_warning(night: Night, table: FaroTable) -> BetsWarning | None:
    """The bets that a case card has brought over its limit; they stay as they are (rulebook 1.6)."""
    over = tuple(
        _(
            "%(name)s %(amount)s on %(place)s",
            name=night.seats[bet.player].name,
            amount=brief(bet.stake_cents),
            place=where_lies(bet),
        )
        for bet in table.bets.values()
        if is_over_case_limit(table, bet)
    )
    if not over:
        return None
    limit = brief(table.house.case_limit_cents)
    return BetsWarning(words=_("Over the case limit of %(limit)s, left as they lie", limit=limit), bets=over)


NONE_TO_COME = "–"
_WIDTHS = ((6, ""), (7, "wide"), (8, "wider"), (10, "widest"))
"""The CSS class for figures of up to so many letters."""


class RankFigure(Frozen):
    """What the worst turn with a rank as its winner, and as its loser, would bring the bank, as signed figures.

    The kinds are ``pays``, ``gains`` or nothing. ``words`` says both in words. ``worst`` marks the ranks of the worst
    turn.
    """

    rank: str
    wins: str
    wins_kind: str
    loses: str
    loses_kind: str
    words: str
    worst: bool


class WorstTurnView(Frozen):
    """The worst turn in words, and every rank's figures; ``loses`` says whether a loser is still to come.

    ``mean`` says what the bank gains on average, if that is known.
    """

    words: str
    mean: str
    ranks: tuple[RankFigure, ...]
    loses: bool

    @property
    def width(self) -> str:
        """The CSS class for the ranks' longest figure."""
        letters = max(len(figure) for rank in self.ranks for figure in (rank.wins, rank.loses))
        return next((width for most, width in _WIDTHS if letters <= most), "widest of-all")


def worst_turn_view(table: FaroTable, dues: Dues) -> WorstTurnView | None:
    """What the next turn may cost the bank; ``None`` if no bet can settle in it."""
    worst = worst_of(dues)
    if worst is None:
        return None
    loses = table.phase is not Phase.LOSER_DRAWN
    loser, winner = _that_matter(worst, dues)
    ranks = tuple(_rank_figure(rank_exposure, (loser, winner), worst, loses) for rank_exposure in worst_by_rank(dues))
    return WorstTurnView(
        words=_turn_words(worst, loser, winner), mean=_mean_words(next_turn_of(table, dues)), ranks=ranks, loses=loses
    )


def _that_matter(worst: Exposure, dues: Dues) -> tuple[str, str]:
    """The loser and the winner of the worst turn; "" for a card whose rank makes no difference."""
    losers = {due for (loser, winner), due in dues.items() if winner == worst.winner != loser}
    winners = {due for (loser, winner), due in dues.items() if loser == worst.loser != winner}
    if losers == {worst.due_cents}:
        return "", worst.winner
    if winners == {worst.due_cents}:
        return worst.loser, ""
    return worst.loser, worst.winner


def _rank_figure(rank_exposure: RankExposure, matter: tuple[str, str], worst: Exposure, loses: bool) -> RankFigure:
    loses_cents = rank_exposure.loses_cents if loses else None
    rank, wins = rank_exposure.rank, _due_text(rank_exposure.wins_cents)
    if loses:
        words = _("%(rank)s wins: %(wins)s; loses: %(loses)s", rank=rank, wins=wins, loses=_due_text(loses_cents))
    else:
        words = _("%(rank)s wins: %(wins)s", rank=rank, wins=wins)
    return RankFigure(
        rank=rank,
        wins=_figure(rank_exposure.wins_cents),
        wins_kind=_kind(rank_exposure.wins_cents),
        loses=_figure(loses_cents),
        loses_kind=_kind(loses_cents),
        words=words,
        worst=worst.due_cents > 0 and rank in matter,
    )


def _turn_words(worst: Exposure, loser: str, winner: str) -> str:
    if worst.due_cents > 0:
        amount = MINUS + brief(worst.due_cents)
        if not winner:
            return _("At worst %(loser)s loses: %(amount)s", loser=loser, amount=amount)
        if not loser:
            return _("At worst %(winner)s wins: %(amount)s", winner=winner, amount=amount)
        return _("At worst %(loser)s loses, %(winner)s wins: %(amount)s", loser=loser, winner=winner, amount=amount)
    if worst.due_cents < 0:
        return _("Every turn wins for the bank, at least %(amount)s", amount=f"+{brief(-worst.due_cents)}")
    return _("No turn costs the bank anything")


def _mean_words(turn: NextTurn | None) -> str:
    """The mean gain of the bank and its standard deviation, to the cent; empty if they are not known."""
    if turn is None:
        return ""
    gain, deviation = round(turn.gain_cents), brief(round(turn.deviation_cents))
    sign = MINUS if gain < 0 else "+" if gain > 0 else ""
    return _("mean %(gain)s ± %(deviation)s", gain=sign + brief(abs(gain)), deviation=deviation)


def _figure(due_cents: int | None) -> str:
    """What a turn brings the bank: ``−325``, ``+12.50``, ``0``."""
    if due_cents is None:
        return NONE_TO_COME
    sign = MINUS if due_cents > 0 else "+" if due_cents < 0 else ""
    return sign + currency_figures(abs(due_cents))


def _kind(due_cents: int | None) -> str:
    return "pays" if (due_cents or 0) > 0 else "gains" if (due_cents or 0) < 0 else ""


def _due_text(due_cents: int | None) -> str:
    if due_cents is None:
        return _("this turn cannot come")
    if due_cents > 0:
        return _("bank pays %(amount)s", amount=brief(due_cents))
    return _("bank gains %(amount)s", amount=brief(-due_cents)) if due_cents else _("bank pays nothing")
