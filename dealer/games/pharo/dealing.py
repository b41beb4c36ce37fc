"""Deciding what the pack does: the deal, the bottom card, the coups, a miscounted pack and the end (rulebook G1)."""

from __future__ import annotations

from dealer.commands.refusal import Refusal
from dealer.games.pharo import commands
from dealer.games.pharo.pack import PACK_CARDS
from dealer.games.pharo.settlement import Settlement
from dealer.games.pharo.settling import Outcome, outcomes_of
from dealer.games.pharo.state import Bet, PharoTable
from events.facts.fact import Fact
from events.games import pharo as facts
from ledger.ledger import Ledger


def start(table: PharoTable, ledger: Ledger, asked: commands.StartDeal) -> tuple[Fact, ...]:
    """Take the pack for a deal."""
    return (facts.PackTaken(deal=table.deal + 1),)


def show_bottom(table: PharoTable, ledger: Ledger, asked: commands.ShowBottom) -> tuple[Fact, ...]:
    """Show the bottom card; the punters make their game."""
    return (facts.BottomShown(deal=table.deal, card=asked.card),)


def coup(table: PharoTable, ledger: Ledger, asked: commands.Coup) -> tuple[Fact, ...]:
    """Deal a coup: wins that await are paid, the cards come, losses, doublets and draws, plis paid, other wins."""
    table.pack.check(asked.bank)
    table.pack.after(asked.bank).check(asked.punters)
    settlement = Settlement(table, ledger)
    settlement.pay_gains([bet for bet in table.bets.values() if bet.awaits], "next_coup")
    settlement.break_if_short()
    lying = settlement.table
    settlement.deal(asked.bank, asked.punters)
    winners = []
    for bet, outcome in outcomes_of(lying, table.turn + 1, asked.bank, asked.punters):
        match outcome:
            case Outcome.WIN:
                winners.append(bet)
            case Outcome.LOSS:
                settlement.lose(bet)
            case Outcome.DOUBLET:
                settlement.halve(bet)
            case Outcome.DRAW:
                settlement.draw(bet)
    settlement.pay([settlement.win_back(bet) for bet in winners if bet.pli])
    for bet in winners:
        if not bet.pli:
            settlement.win(bet)
    settlement.break_if_short()
    return tuple(settlement.facts)


def miscount(table: PharoTable, ledger: Ledger, asked: commands.Miscount) -> tuple[Fact, ...]:
    """A pack has not 52 cards: the dealer forfeits, every stake is paid as if it had won, and the deal is over."""
    if asked.cards == PACK_CARDS:
        raise Refusal("bad_input", "A pack of 52 cards is whole: nothing is miscounted.")
    settlement = Settlement(table, ledger)
    settlement.pay([settlement.forfeit(bet) for bet in table.bets.values()])
    settlement.break_if_short()
    settlement.add(facts.PackMiscounted(deal=table.deal, turn=table.turn, cards=asked.cards))
    return tuple(settlement.facts)


def void_deal(table: PharoTable, ledger: Ledger, asked: commands.VoidDeal) -> tuple[Fact, ...]:
    """Void a foul deal: what is in suspense is paid, and every stake goes back."""
    return (*cleared(table, ledger, "deal_voided"), facts.PackFoul(deal=table.deal, reason=asked.reason))


def end_deal(table: PharoTable, ledger: Ledger, asked: commands.EndDeal) -> tuple[Fact, ...]:
    """End a deal that is dealt out: what is in suspense is paid and stakes go back, save those carried on."""
    over = [bet for bet in table.bets.values() if not table.carries(bet)]
    settlement = _cleared(table, ledger, over, "deal_ended")
    settlement.add(facts.PackDealtOut(deal=table.deal, carried=tuple(settlement.table.bets)))
    return tuple(settlement.facts)


def cleared(table: PharoTable, ledger: Ledger, reason: str) -> tuple[Fact, ...]:
    """The facts that pay all that is in suspense and give every stake back, carried ones too."""
    return tuple(_cleared(table, ledger, list(table.bets.values()), reason).facts)


def given_back(table: PharoTable, ledger: Ledger) -> tuple[Fact, ...]:
    """The facts by which every stake goes back where the bank broke at another table."""
    settlement = Settlement(table, ledger)
    settlement.give_back(table.bets.values(), "bank_broken")
    return tuple(settlement.facts)


def _cleared(table: PharoTable, ledger: Ledger, bets: list[Bet], reason: str) -> Settlement:
    settlement = Settlement(table, ledger)
    settlement.pay_gains(bets, reason)
    if not settlement.break_if_short():
        settlement.give_back([settlement.table.bets[bet.key] for bet in bets], reason)
    return settlement
