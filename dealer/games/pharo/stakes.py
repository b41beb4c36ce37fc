"""Decides the punters' commands: placing, pressing, masks, paix, paroli and pli (rule 2)."""

from __future__ import annotations

from msgspec.structs import replace

from dealer.commands.refusal import Amount, Refusal
from dealer.game.table import check_amount, check_holds
from dealer.games.pharo import commands
from dealer.games.pharo.commands import FIGURE, ranks_of
from dealer.games.pharo.dealing import open_bet
from dealer.games.pharo.settlement import Settlement
from dealer.games.pharo.state import PAIX, PAROLI, Bet, PharoTable, Phase
from events.common.event import Event
from events.games import pharo as pharo_events
from ledger.accounts import checks, layout, moved
from ledger.ledger import Ledger


def place(table: PharoTable, ledger: Ledger, command: commands.PlaceBet) -> tuple[Event, ...]:
    """Place a stake on a card of a punter's livret."""
    house = table.house
    ranks = ranks_of(command.kind, command.ranks)
    _check_free(table, command.player, command.kind, ranks)
    check_amount(command.stake, house.check)
    _check_figures(table, command.kind)
    if command.opposed and not house.oppose:
        raise Refusal("not_allowed_here", "This house does not take opposed stakes.")
    _check_alive(table, ranks)
    if command.stake < house.minimum_cents:
        raise Refusal("under_minimum", "The smallest stake here is %(minimum)s.", minimum=Amount(house.minimum_cents))
    _check_limit(table, command.stake)
    check_holds(ledger, command.player, command.stake)
    return (
        pharo_events.CardStaked(
            bet=command.bet,
            player=command.player,
            deal=table.deal,
            turn=table.turn,
            stake_cents=command.stake,
            kind=command.kind,
            ranks=ranks,
            opposed=command.opposed,
            moves=moved(checks(command.player), layout(command.player), command.stake),
        ),
    )


def press(table: PharoTable, ledger: Ledger, press_bet: commands.PressBet) -> tuple[Event, ...]:
    """Add to a plain stake; it ends the right to a pli."""
    check_amount(press_bet.add, table.house.check)
    bet = open_bet(table, press_bet)
    if bet.folds or bet.awaits or bet.pli:
        raise Refusal(
            "not_allowed_here",
            "%(stake)s has folds, an undecided win or a pli. Only a plain stake can be pressed.",
            stake=bet.named,
        )
    _check_alive(table, bet.ranks)
    _check_limit(table, bet.stake_cents + press_bet.add)
    check_holds(ledger, bet.player, press_bet.add)
    return (
        pharo_events.StakePressed(
            bet=bet.key,
            player=bet.player,
            add_cents=press_bet.add,
            stake_cents=bet.stake_cents + press_bet.add,
            moves=moved(checks(bet.player), layout(bet.player), press_bet.add),
        ),
    )


def change_card(table: PharoTable, ledger: Ledger, move_bet: commands.MoveBet) -> tuple[Event, ...]:
    """Move a bet to another card of its punter's livret; no effect for the same card."""
    bet = open_bet(table, move_bet)
    ranks = ranks_of(move_bet.kind, move_bet.ranks)
    if (move_bet.kind, ranks) != (bet.kind, bet.ranks):
        _check_free(table, bet.player, move_bet.kind, ranks)
    _check_figures(table, move_bet.kind)
    if table.is_late and not table.had_event(bet):
        raise Refusal(
            "not_allowed_here",
            "With %(cards)s cards left a card can be changed only right after a win, a loss or a doublet of its bet.",
            cards=table.cards_left,
        )
    _check_alive(table, ranks)
    return (pharo_events.CardChanged(bet=bet.key, player=bet.player, kind=move_bet.kind, ranks=ranks),)


def take_down(table: PharoTable, ledger: Ledger, take_down_bet: commands.TakeDownBet) -> tuple[Event, ...]:
    """Pay the pending gain and return the stake."""
    if table.is_late:
        raise Refusal(
            "not_allowed_here",
            "With %(cards)s cards left no stake can be taken down. Winnings can be taken.",
            cards=table.cards_left,
        )
    return _taken_down(table, ledger, [open_bet(table, take_down_bet)])


def lifted(table: PharoTable, ledger: Ledger, player: str) -> tuple[Event, ...]:
    """The events that take down a punter's stakes as far as the table allows."""
    if table.phase is not Phase.BETTING or table.is_late:
        return ()
    return _taken_down(table, ledger, [bet for bet in table.bets.values() if bet.player == player])


def mask(table: PharoTable, ledger: Ledger, mask_bet: commands.MaskBet) -> tuple[Event, ...]:
    """Turn a card face down; no effect if it is."""
    bet = open_bet(table, mask_bet)
    return (pharo_events.CardMasked(bet=bet.key, player=bet.player),)


def unmask(table: PharoTable, ledger: Ledger, unmask_bet: commands.UnmaskBet) -> tuple[Event, ...]:
    """Show a masked card; no effect if it is shown."""
    bet = open_bet(table, unmask_bet)
    return (pharo_events.CardUnmasked(bet=bet.key, player=bet.player),)


def _taken_down(table: PharoTable, ledger: Ledger, bets: list[Bet]) -> tuple[Event, ...]:
    settlement = Settlement(table, ledger)
    settlement.pay_gains(bets, "taken_down")
    for bet in bets:
        settlement.take_down(bet)
    settlement.break_if_short()
    return tuple(settlement.events)


def _check_free(table: PharoTable, player: str, kind: str, ranks: tuple[str, ...]) -> None:
    there = table.at(player, kind, ranks)
    if there:
        raise Refusal(
            "bad_placement",
            "%(stake)s is already there. A card takes one stake.",
            stake=there.named,
        )


def _check_figures(table: PharoTable, kind: str) -> None:
    if kind == FIGURE and not table.house.figures:
        raise Refusal("not_allowed_here", "This house plays without figures.")


def _check_alive(table: PharoTable, ranks: tuple[str, ...]) -> None:
    if table.pack.are_dead(ranks):
        raise Refusal(
            "dead_card", "All cards of the %(ranks)s are out: that bet could never win or lose.", ranks="-".join(ranks)
        )


def _check_limit(table: PharoTable, stake_cents: int) -> None:
    if stake_cents > table.house.limit:
        raise Refusal("over_limit", "The limit here is %(limit)s.", limit=Amount(table.house.limit))


def make_paix(table: PharoTable, ledger: Ledger, paix: commands.Paix) -> tuple[Event, ...]:
    """Stake only the gain, double or quits."""
    return (_folded(table, open_bet(table, paix), PAIX),)


def make_paroli(table: PharoTable, ledger: Ledger, paroli: commands.Paroli) -> tuple[Event, ...]:
    """Stake both stake and gain."""
    return (_folded(table, open_bet(table, paroli), PAROLI),)


def make_pli(table: PharoTable, ledger: Ledger, pli: commands.Pli) -> tuple[Event, ...]:
    """Stake what doublets left of a plain stake, to win back what they took in a row."""
    bet = open_bet(table, pli)
    if not bet.lost_cents:
        raise Refusal(
            "not_allowed_here",
            "%(stake)s cannot make a pli. A pli follows a doublet that halved a plain stake, if it was not "
            "pressed since.",
            stake=bet.named,
        )
    return (
        pharo_events.PliMade(bet=bet.key, player=bet.player, stake_cents=bet.stake_cents, lost_cents=bet.lost_cents),
    )


def take_win(table: PharoTable, ledger: Ledger, command: commands.TakeWin) -> tuple[Event, ...]:
    """Pay the gain; the stake remains, plain."""
    bet = open_bet(table, command)
    _check_awaits(bet)
    settlement = Settlement(table, ledger)
    settlement.pay_gains([bet], "taken")
    settlement.break_if_short()
    return tuple(settlement.events)


def _folded(table: PharoTable, bet: Bet, fold: str) -> Event:
    _check_awaits(bet)
    if len(bet.folds) >= table.house.highest:
        raise Refusal(
            "over_limit",
            "%(stake)s has %(folds)s folds, the most allowed here. It can only be paid.",
            stake=bet.named,
            folds=len(bet.folds),
        )
    after = replace(bet, folds=(*bet.folds, fold))
    made = pharo_events.PaixMade if fold == PAIX else pharo_events.ParoliMade
    return made(
        bet=bet.key,
        player=bet.player,
        stake_cents=bet.stake_cents,
        ventured_cents=after.ventured_cents,
        folds=after.folds,
    )


def _check_awaits(bet: Bet) -> None:
    if not bet.awaits:
        raise Refusal("not_allowed_here", "%(stake)s has no win to decide on.", stake=bet.named)
