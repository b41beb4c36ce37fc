"""Deciding what punters do with their stakes: placing, pressing, changing cards, taking down, masks (rulebook G1)."""

from __future__ import annotations

from dealer.commands.phrases import Amount
from dealer.commands.refusal import Refusal
from dealer.game.preconditions import check_amount, check_holds
from dealer.games.pharo import commands
from dealer.games.pharo.livret import FIGURE, ranks_of
from dealer.games.pharo.preconditions import lying
from dealer.games.pharo.settlement import Settlement
from dealer.games.pharo.state import Bet, PharoTable, Phase
from events.facts.fact import Fact
from events.games import pharo as facts
from ledger.accounts import checks, layout, moved
from ledger.ledger import Ledger


def place(table: PharoTable, ledger: Ledger, asked: commands.PlaceBet) -> tuple[Fact, ...]:
    """Lay a stake on a card of a punter's livret."""
    house = table.house
    ranks = ranks_of(asked.kind, asked.ranks)
    _check_free(table, asked.player, asked.kind, ranks)
    check_amount(asked.stake, house.check)
    _check_figures(table, asked.kind)
    if asked.opposed and not house.oppose:
        raise Refusal("not_allowed_here", "In this house no stake is opposed.")
    _check_alive(table, ranks)
    if asked.stake < house.minimum_cents:
        raise Refusal("under_minimum", "The least stake here is %(minimum)s.", minimum=Amount(house.minimum_cents))
    _check_limit(table, asked.stake)
    check_holds(ledger, asked.player, asked.stake)
    return (
        facts.CardStaked(
            bet=asked.bet,
            player=asked.player,
            deal=table.deal,
            turn=table.turn,
            stake_cents=asked.stake,
            kind=asked.kind,
            ranks=ranks,
            opposed=asked.opposed,
            moves=moved(checks(asked.player), layout(asked.player), asked.stake),
        ),
    )


def press(table: PharoTable, ledger: Ledger, asked: commands.PressBet) -> tuple[Fact, ...]:
    """Add to a plain stake; it ends the right to a pli."""
    check_amount(asked.add, table.house.check)
    bet = lying(table, asked)
    if bet.folds or bet.awaits or bet.pli:
        raise Refusal(
            "not_allowed_here",
            "%(stake)s has folds, a win that awaits or a pli: only a plain stake is pressed.",
            stake=bet.named,
        )
    _check_alive(table, bet.ranks)
    _check_limit(table, bet.stake_cents + asked.add)
    check_holds(ledger, bet.player, asked.add)
    return (
        facts.StakePressed(
            bet=bet.key,
            player=bet.player,
            add_cents=asked.add,
            stake_cents=bet.stake_cents + asked.add,
            moves=moved(checks(bet.player), layout(bet.player), asked.add),
        ),
    )


def change_card(table: PharoTable, ledger: Ledger, asked: commands.MoveBet) -> tuple[Fact, ...]:
    """Move a bet to another card of its punter's livret; to its own it changes nothing."""
    bet = lying(table, asked)
    ranks = ranks_of(asked.kind, asked.ranks)
    if (asked.kind, ranks) != (bet.kind, bet.ranks):
        _check_free(table, bet.player, asked.kind, ranks)
    _check_figures(table, asked.kind)
    if table.is_late and not table.had_event(bet):
        raise Refusal(
            "not_allowed_here",
            "With %(cards)s cards left a card is changed only right after a win, a loss or a doublet of its bet.",
            cards=table.cards_left,
        )
    _check_alive(table, ranks)
    return (facts.CardChanged(bet=bet.key, player=bet.player, kind=asked.kind, ranks=ranks),)


def take_down(table: PharoTable, ledger: Ledger, asked: commands.TakeDownBet) -> tuple[Fact, ...]:
    """Pay what is in suspense and give the stake back."""
    if table.is_late:
        raise Refusal(
            "not_allowed_here",
            "With %(cards)s cards left nothing is taken down; what was won may be taken.",
            cards=table.cards_left,
        )
    return _taken_down(table, ledger, [lying(table, asked)])


def lifted(table: PharoTable, ledger: Ledger, player: str) -> tuple[Fact, ...]:
    """The facts that take down what of a punter's may come down as the table stands."""
    if table.phase is not Phase.BETTING or table.is_late:
        return ()
    return _taken_down(table, ledger, [bet for bet in table.bets.values() if bet.player == player])


def mask(table: PharoTable, ledger: Ledger, asked: commands.MaskBet) -> tuple[Fact, ...]:
    """Turn a card face down; one that is stays so."""
    bet = lying(table, asked)
    return (facts.CardMasked(bet=bet.key, player=bet.player),)


def unmask(table: PharoTable, ledger: Ledger, asked: commands.UnmaskBet) -> tuple[Fact, ...]:
    """Show a masked card; one that is shown stays so."""
    bet = lying(table, asked)
    return (facts.CardUnmasked(bet=bet.key, player=bet.player),)


def _taken_down(table: PharoTable, ledger: Ledger, bets: list[Bet]) -> tuple[Fact, ...]:
    settlement = Settlement(table, ledger)
    settlement.pay_gains(bets, "taken_down")
    for bet in bets:
        settlement.take_down(bet)
    settlement.break_if_short()
    return tuple(settlement.facts)


def _check_free(table: PharoTable, player: str, kind: str, ranks: tuple[str, ...]) -> None:
    there = table.at(player, kind, ranks)
    if there:
        raise Refusal(
            "bad_placement",
            "%(stake)s lies there already: a card bears one stake.",
            stake=there.named,
        )


def _check_figures(table: PharoTable, kind: str) -> None:
    if kind == FIGURE and not table.house.figures:
        raise Refusal("not_allowed_here", "This house plays without figures.")


def _check_alive(table: PharoTable, ranks: tuple[str, ...]) -> None:
    if table.pack.are_dead(ranks):
        raise Refusal(
            "dead_card", "All cards of the %(ranks)s are out: that bet could never act.", ranks="-".join(ranks)
        )


def _check_limit(table: PharoTable, stake_cents: int) -> None:
    if stake_cents > table.house.limit:
        raise Refusal("over_limit", "The limit here is %(limit)s.", limit=Amount(table.house.limit))
