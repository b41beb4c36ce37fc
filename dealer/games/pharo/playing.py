"""Decides the commands: the pack from the deal to the last coup, and what punters do with their stakes (rule 2)."""

from __future__ import annotations

from msgspec.structs import replace

from dealer.commands.commands import Command
from dealer.commands.refusal import Phrase, Refusal, phrase
from dealer.game.bank import check_bank, check_key, check_limit, check_minimum, dead_card, pack_counted
from dealer.game.table import check_amount, check_holds
from dealer.games.pharo import commands
from dealer.games.pharo.commands import FIGURE, PharoHouse, ranks_of
from dealer.games.pharo.settlement import Outcome, Settlement, outcomes_of
from dealer.games.pharo.state import COUPS, ORDERS, PACK_CARDS, PHARO, Bet, PharoTable, Phase
from events.common.event import Event
from events.games import pharo as pharo_events
from ledger.accounts import checks, layout, moved
from ledger.ledger import Ledger


def start(table: PharoTable, ledger: Ledger, command: commands.StartDeal) -> tuple[Event, ...]:
    """Take the pack for a deal."""
    return (pharo_events.PackTaken(deal=table.round + 1),)


def show_bottom(table: PharoTable, ledger: Ledger, command: commands.ShowBottom) -> tuple[Event, ...]:
    """Show the bottom card; the punters then place their stakes."""
    return (pharo_events.BottomShown(deal=table.round, card=command.card),)


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
    return settlement.done()


def count_pack(table: PharoTable, ledger: Ledger, command: commands.CountPack) -> tuple[Event, ...]:
    """Count the pack before a deal (Hoyle's first law)."""
    return pack_counted(PHARO, table, table.round, 0, command)


def miscount(table: PharoTable, ledger: Ledger, command: commands.Miscount) -> tuple[Event, ...]:
    """Miscount: the dealer forfeits, every stake is paid as if it had won, and the deal is over."""
    if command.cards == PACK_CARDS:
        raise Refusal("bad_input", "A pack of 52 cards is complete: nothing was miscounted.")
    settlement = Settlement(table, ledger)
    settlement.pay([settlement.forfeit(bet) for bet in table.bets.values()])
    settlement.break_if_short()
    settlement.add(pharo_events.PackMiscounted(deal=table.round, turn=table.turn, cards=command.cards))
    return tuple(settlement.events)


def void_deal(table: PharoTable, ledger: Ledger, command: commands.VoidDeal) -> tuple[Event, ...]:
    """Void a foul deal: pay pending gains and return every stake."""
    return (*cleared(table, ledger, "deal_voided"), pharo_events.PackFoul(deal=table.round, reason=command.reason))


def end_deal(table: PharoTable, ledger: Ledger, command: commands.EndDeal) -> tuple[Event, ...]:
    """End a deal whose cards are all dealt: pay pending gains and return stakes, except those carried on."""
    over = [bet for bet in table.bets.values() if not table.carries(bet)]
    settlement = _cleared(table, ledger, over, "deal_ended")
    settlement.add(pharo_events.PackDealtOut(deal=table.round, carried=tuple(settlement.table.bets)))
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


def place(table: PharoTable, ledger: Ledger, command: commands.PlaceBet) -> tuple[Event, ...]:
    """Place a stake on a card of a punter's livret."""
    house = table.house
    ranks = ranks_of(command.kind, command.ranks)
    _check_free(table, command.player, command.kind, ranks)
    check_amount(command.stake, house.check)
    check_taken(house, command.kind, opposed=command.opposed)
    _check_alive(table, ranks)
    check_minimum(command.stake, house.minimum_cents)
    check_limit(command.stake, house.limit)
    check_holds(ledger, command.player, command.stake)
    return (
        pharo_events.CardStaked(
            bet=command.bet,
            player=command.player,
            deal=table.round,
            turn=table.turn,
            stake_cents=command.stake,
            kind=command.kind,
            ranks=ranks,
            opposed=command.opposed,
            moves=moved(checks(command.player), layout(command.player), command.stake),
        ),
    )


def press(table: PharoTable, ledger: Ledger, command: commands.PressBet) -> tuple[Event, ...]:
    """Add to a plain stake; it ends the right to a pli."""
    check_amount(command.add, table.house.check)
    bet = table.bets[command.bet]
    if not ORDERS[command.do](table, bet):
        raise Refusal(
            "not_allowed_here",
            "%(stake)s has folds, an undecided win or a pli. Only a plain stake can be pressed.",
            stake=bet.named,
        )
    _check_alive(table, bet.ranks)
    check_limit(bet.stake_cents + command.add, table.house.limit)
    check_holds(ledger, bet.player, command.add)
    return (
        pharo_events.StakePressed(
            bet=bet.key,
            player=bet.player,
            add_cents=command.add,
            stake_cents=bet.stake_cents + command.add,
            moves=moved(checks(bet.player), layout(bet.player), command.add),
        ),
    )


def change_card(table: PharoTable, ledger: Ledger, command: commands.MoveBet) -> tuple[Event, ...]:
    """Move a bet to another card of its punter's livret; no effect for the same card."""
    bet = table.bets[command.bet]
    ranks = ranks_of(command.kind, command.ranks)
    if (command.kind, ranks) != (bet.kind, bet.ranks):
        _check_free(table, bet.player, command.kind, ranks)
    _check_figures(table.house, command.kind)
    if not ORDERS[command.do](table, bet):
        raise Refusal(
            "not_allowed_here",
            "With %(cards)s cards left a card can be changed only right after a win, a loss or a doublet of its bet.",
            cards=table.cards_left,
        )
    _check_alive(table, ranks)
    return (pharo_events.CardChanged(bet=bet.key, player=bet.player, kind=command.kind, ranks=ranks),)


def take_down(table: PharoTable, ledger: Ledger, command: commands.TakeDownBet) -> tuple[Event, ...]:
    """Pay the pending gain and return the stake."""
    bet = table.bets[command.bet]
    if not ORDERS[command.do](table, bet):
        raise Refusal(
            "not_allowed_here",
            "With %(cards)s cards left no stake can be taken down. Winnings can be taken.",
            cards=table.cards_left,
        )
    return _taken_down(table, ledger, [bet])


def lifted(table: PharoTable, ledger: Ledger, player: str) -> tuple[Event, ...]:
    """The events that take down a punter's stakes as far as the table allows."""
    if table.phase is not Phase.BETTING or table.is_late:
        return ()
    return _taken_down(table, ledger, [bet for bet in table.bets.values() if bet.player == player])


def mask(table: PharoTable, ledger: Ledger, command: commands.MaskBet) -> tuple[Event, ...]:
    """Turn a card face down; no effect if it is."""
    return (pharo_events.CardMasked(bet=command.bet, player=table.bets[command.bet].player),)


def unmask(table: PharoTable, ledger: Ledger, command: commands.UnmaskBet) -> tuple[Event, ...]:
    """Show a masked card; no effect if it is shown."""
    return (pharo_events.CardUnmasked(bet=command.bet, player=table.bets[command.bet].player),)


def _taken_down(table: PharoTable, ledger: Ledger, bets: list[Bet]) -> tuple[Event, ...]:
    settlement = Settlement(table, ledger)
    settlement.pay_gains(bets, "taken_down")
    for bet in bets:
        back = moved(layout(bet.player), checks(bet.player), bet.stake_cents)
        settlement.add(
            pharo_events.CardTakenDown(bet=bet.key, player=bet.player, stake_cents=bet.stake_cents, moves=back)
        )
    return settlement.done()


def _check_free(table: PharoTable, player: str, kind: str, ranks: tuple[str, ...]) -> None:
    there = table.at(player, kind, ranks)
    if there:
        raise Refusal("bad_placement", "%(stake)s is already there. A card takes one stake.", stake=there.named)


def check_taken(house: PharoHouse, kind: str, *, opposed: bool) -> None:
    """Refuse (``not_allowed_here``) a stake that the house does not take."""
    _check_figures(house, kind)
    if opposed and not house.oppose:
        raise Refusal("not_allowed_here", "This house does not take opposed stakes.")


def _check_figures(house: PharoHouse, kind: str) -> None:
    if kind == FIGURE and not house.figures:
        raise Refusal("not_allowed_here", "This house plays without figures.")


def _check_alive(table: PharoTable, ranks: tuple[str, ...]) -> None:
    if table.pack.are_dead(ranks):
        raise dead_card(*ranks)


def fold(table: PharoTable, ledger: Ledger, command: commands.Paix | commands.Paroli) -> tuple[Event, ...]:
    """Stake the gain, double or quits: a paix; or stake and gain: a paroli."""
    bet = table.bets[command.bet]
    _check_awaits(bet)
    if len(bet.folds) >= table.house.highest:
        raise Refusal(
            "over_limit",
            "%(stake)s has %(folds)s folds, the most allowed here. It can only be paid.",
            stake=bet.named,
            folds=len(bet.folds),
        )
    after = replace(bet, folds=(*bet.folds, command.do))
    kind = pharo_events.PaixMade if after.only_gain else pharo_events.ParoliMade
    return (
        kind(
            bet=bet.key,
            player=bet.player,
            stake_cents=bet.stake_cents,
            ventured_cents=after.ventured_cents,
            folds=after.folds,
        ),
    )


def make_pli(table: PharoTable, ledger: Ledger, command: commands.Pli) -> tuple[Event, ...]:
    """Stake what doublets left of a plain stake, to win back what they took in a row."""
    bet = table.bets[command.bet]
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
    bet = table.bets[command.bet]
    _check_awaits(bet)
    settlement = Settlement(table, ledger)
    settlement.pay_gains([bet], "taken")
    return settlement.done()


def _check_awaits(bet: Bet) -> None:
    if not bet.awaits:
        raise Refusal("not_allowed_here", "%(stake)s has no win to decide on.", stake=bet.named)


def check_open(table: PharoTable, command: Command) -> None:
    """Refuse a new bet of a broken bank (``bank_broken``), or under a key that was used (``already_done``)."""
    check_bank(table)
    check_key(table, command)


def not_now(table: PharoTable, word: str) -> Refusal:
    """The refusal (``wrong_phase``) of a command that is not possible in the phase."""
    if word == commands.CountPack.do:
        return Refusal("wrong_phase", "The pack is counted between deals: %(standing)s.", standing=standing(table))
    return Refusal("wrong_phase", "Not now: %(standing)s.", standing=standing(table))


def standing(table: PharoTable) -> Phrase:
    """How far the deal is, within a sentence."""
    return {
        Phase.IDLE: phrase("no deal has been started"),
        Phase.BOTTOM: phrase("the bottom card is not shown yet"),
        Phase.BETTING: phrase("coup %(coup)s of %(coups)s has not been dealt", coup=table.turn + 1, coups=COUPS),
        Phase.DEALT: phrase("all cards are dealt and the deal must be ended"),
    }[table.phase]
