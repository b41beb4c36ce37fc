"""Decides the pack, from the deal to the last coup, and which commands are due (rule 2)."""

from __future__ import annotations

from dealer.commands.commands import Command, InvalidCommand, type_of
from dealer.commands.refusal import Phrase, Refusal, phrase
from dealer.game.table import key_used, no_such_bet
from dealer.games.pharo import commands
from dealer.games.pharo.settlement import Outcome, Settlement, outcomes_of
from dealer.games.pharo.state import COUPS, PACK_CARDS, Bet, PharoTable, Phase
from events.common.event import Event
from events.games import pharo as pharo_events
from ledger.ledger import Ledger


def start(table: PharoTable, ledger: Ledger, command: commands.StartDeal) -> tuple[Event, ...]:
    """Take the pack for a deal."""
    return (pharo_events.PackTaken(deal=table.deal + 1),)


def show_bottom(table: PharoTable, ledger: Ledger, command: commands.ShowBottom) -> tuple[Event, ...]:
    """Show the bottom card; the punters then place their stakes."""
    return (pharo_events.BottomShown(deal=table.deal, card=command.card),)


def coup(table: PharoTable, ledger: Ledger, command: commands.Coup) -> tuple[Event, ...]:
    """Deal a coup: pay pending gains, deal the cards, then losses, doublets and draws, plis paid, other wins."""
    table.pack.check(command.bank)
    table.pack.after(command.bank).check(command.punters)
    settlement = Settlement(table, ledger)
    settlement.pay_gains([bet for bet in table.bets.values() if bet.awaits], "next_coup")
    settlement.break_if_short()
    pharo_table = settlement.table
    settlement.deal(command.bank, command.punters)
    winners = []
    for bet, outcome in outcomes_of(pharo_table, table.turn + 1, command.bank, command.punters):
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
    return tuple(settlement.events)


def miscount(table: PharoTable, ledger: Ledger, command: commands.Miscount) -> tuple[Event, ...]:
    """Miscount: the dealer forfeits, every stake is paid as if it had won, and the deal is over."""
    if command.cards == PACK_CARDS:
        raise Refusal("bad_input", "A pack of 52 cards is complete: nothing was miscounted.")
    settlement = Settlement(table, ledger)
    settlement.pay([settlement.forfeit(bet) for bet in table.bets.values()])
    settlement.break_if_short()
    settlement.add(pharo_events.PackMiscounted(deal=table.deal, turn=table.turn, cards=command.cards))
    return tuple(settlement.events)


def void_deal(table: PharoTable, ledger: Ledger, command: commands.VoidDeal) -> tuple[Event, ...]:
    """Void a foul deal: pay pending gains and return every stake."""
    return (*cleared(table, ledger, "deal_voided"), pharo_events.PackFoul(deal=table.deal, reason=command.reason))


def end_deal(table: PharoTable, ledger: Ledger, command: commands.EndDeal) -> tuple[Event, ...]:
    """End a deal whose cards are all dealt: pay pending gains and return stakes, except those carried on."""
    over = [bet for bet in table.bets.values() if not table.carries(bet)]
    settlement = _cleared(table, ledger, over, "deal_ended")
    settlement.add(pharo_events.PackDealtOut(deal=table.deal, carried=tuple(settlement.table.bets)))
    return tuple(settlement.events)


def cleared(table: PharoTable, ledger: Ledger, reason: str) -> tuple[Event, ...]:
    """The events that pay all pending gains and return every stake, even if carried on."""
    return tuple(_cleared(table, ledger, list(table.bets.values()), reason).events)


def given_back(table: PharoTable, ledger: Ledger) -> tuple[Event, ...]:
    """The events that return every stake after the bank broke at another table."""
    settlement = Settlement(table, ledger)
    settlement.give_back(table.bets.values(), "bank_broken")
    return tuple(settlement.events)


def _cleared(table: PharoTable, ledger: Ledger, bets: list[Bet], reason: str) -> Settlement:
    settlement = Settlement(table, ledger)
    settlement.pay_gains(bets, reason)
    if not settlement.break_if_short():
        settlement.give_back([settlement.table.bets[bet.key] for bet in bets], reason)
    return settlement


_ON = (Phase.BOTTOM, Phase.BETTING, Phase.DEALT)
_AFTER_A_COUP = (Phase.BETTING, Phase.DEALT)
_PHASES: dict[type[Command], tuple[Phase, ...]] = {
    commands.StartDeal: (Phase.IDLE,),
    commands.ShowBottom: (Phase.BOTTOM,),
    commands.PlaceBet: (Phase.BETTING,),
    commands.PressBet: (Phase.BETTING,),
    commands.MoveBet: (Phase.BETTING,),
    commands.TakeDownBet: (Phase.BETTING,),
    commands.Coup: (Phase.BETTING,),
    commands.Paix: _AFTER_A_COUP,
    commands.Paroli: _AFTER_A_COUP,
    commands.TakeWin: _AFTER_A_COUP,
    commands.Pli: (Phase.BETTING,),
    commands.MaskBet: (Phase.BETTING,),
    commands.UnmaskBet: (Phase.BETTING,),
    commands.Miscount: _ON,
    commands.VoidDeal: _ON,
    commands.EndDeal: (Phase.DEALT,),
}

_ON_A_BET = frozenset(phase for phase in _PHASES if issubclass(phase, commands.OnLyingBet))


def open_bet(table: PharoTable, command: commands.OnLyingBet) -> Bet:
    """The bet that a command names; it was checked to exist."""
    return table.bets[command.bet]


def check_bet(table: PharoTable, command: Command) -> None:
    """Refuse (``unknown_bet``) a command on a bet that is not on the table."""
    if type_of(command) not in _ON_A_BET:
        return
    bet = _bet_of(command)
    if bet is None and isinstance(command, InvalidCommand):
        return
    if bet not in table.bets:
        known = table.gone.get(bet or "")
        raise no_such_bet(known.named if known else None)


def check_time(table: PharoTable, command: Command) -> None:
    """Refuse a command at the wrong time: ``wrong_phase``, ``bank_broken``, ``already_done``."""
    command_type = type_of(command)
    if table.phase not in _PHASES[command_type]:
        raise Refusal("wrong_phase", "Not now: %(standing)s.", standing=_standing(table))
    if command_type is not commands.PlaceBet:
        return
    if table.broken:
        raise Refusal("bank_broken", "The bank is broken: no bets until the roll is raised.")
    bet = _bet_of(command)
    if bet is not None and bet in table.keys:
        raise key_used(bet)


def _bet_of(command: Command) -> str | None:
    """The key of the bet that a command names, or ``None``."""
    bet = getattr(command, "bet", None)
    return bet if isinstance(bet, str) else None


def _standing(table: PharoTable) -> Phrase:
    return {
        Phase.IDLE: phrase("no deal has been started"),
        Phase.BOTTOM: phrase("the bottom card is not shown yet"),
        Phase.BETTING: phrase("coup %(coup)s of %(coups)s has not been dealt", coup=table.turn + 1, coups=COUPS),
        Phase.DEALT: phrase("all cards are dealt and the deal must be ended"),
    }[table.phase]
