"""Deciding what punters venture after a coup: paix, paroli and pli, or taking what was won (rulebook G1)."""

from __future__ import annotations

from msgspec.structs import replace

from dealer.commands.refusal import Refusal
from dealer.games.pharo import commands
from dealer.games.pharo.preconditions import lying
from dealer.games.pharo.settlement import Settlement
from dealer.games.pharo.state import PAIX, PAROLI, Bet, PharoTable
from events.facts.fact import Fact
from events.games import pharo as facts
from ledger.ledger import Ledger


def make_paix(table: PharoTable, ledger: Ledger, asked: commands.Paix) -> tuple[Fact, ...]:
    """Venture the gain alone, double or quits."""
    return (_folded(table, lying(table, asked), PAIX),)


def make_paroli(table: PharoTable, ledger: Ledger, asked: commands.Paroli) -> tuple[Fact, ...]:
    """Venture stake and gain."""
    return (_folded(table, lying(table, asked), PAROLI),)


def make_pli(table: PharoTable, ledger: Ledger, asked: commands.Pli) -> tuple[Fact, ...]:
    """Venture what doublets left of a plain stake, to win back what they took in a row."""
    bet = lying(table, asked)
    if not bet.lost_cents:
        raise Refusal(
            "not_allowed_here",
            "%(stake)s makes no pli: that follows a doublet that halved a plain stake, not pressed since.",
            stake=bet.named,
        )
    return (facts.PliMade(bet=bet.key, player=bet.player, stake_cents=bet.stake_cents, lost_cents=bet.lost_cents),)


def take_win(table: PharoTable, ledger: Ledger, asked: commands.TakeWin) -> tuple[Fact, ...]:
    """Pay what was won; the stake lies on, plain."""
    bet = lying(table, asked)
    _check_awaits(bet)
    settlement = Settlement(table, ledger)
    settlement.pay_gains([bet], "taken")
    settlement.break_if_short()
    return tuple(settlement.facts)


def _folded(table: PharoTable, bet: Bet, fold: str) -> Fact:
    _check_awaits(bet)
    if len(bet.folds) >= table.house.highest:
        raise Refusal(
            "over_limit",
            "%(stake)s has %(folds)s folds, the most that a card takes here: it can only be paid.",
            stake=bet.named,
            folds=len(bet.folds),
        )
    after = replace(bet, folds=(*bet.folds, fold))
    made = facts.PaixMade if fold == PAIX else facts.ParoliMade
    return made(
        bet=bet.key,
        player=bet.player,
        stake_cents=bet.stake_cents,
        ventured_cents=after.ventured_cents,
        folds=after.folds,
    )


def _check_awaits(bet: Bet) -> None:
    if not bet.awaits:
        raise Refusal("not_allowed_here", "%(stake)s has no win that awaits a decision.", stake=bet.named)
