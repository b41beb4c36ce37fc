"""The dealer's commands at Pharo: the bottom card, the coups, and the end of a deal."""

from __future__ import annotations

from collections.abc import Iterable

from tests.oracle.arguments import bad_input, need_card, need_given, need_reason
from tests.oracle.layout import rank_of
from tests.oracle.pharo_table import COUPS, Due, PharoBet, PharoTable
from tests.oracle.refusal import Command
from tests.oracle.state import Night
from tests.oracle.table_settler import bigger_half


def need_phase(night: Night, table: PharoTable, *phases: str) -> None:
    """Refuse what comes at the wrong time."""
    night.need_open()
    if table.phase not in phases:
        night.wrong_phase(f"the deal is {table.phase}")


def start_deal(night: Night, table: PharoTable, command: Command) -> None:
    """A fresh pack."""
    night.need_open()
    if night.game_on is not None:
        night.wrong_phase("a game is on")
    table.phase, table.deal, table.coups = "bottom", table.deal + 1, 0
    table.bottom, table.dealt = "", []
    for bet in table.bets.values():
        bet.acted_in = None


def show_bottom(night: Night, table: PharoTable, command: Command) -> None:
    """The bottom card is shown to all."""
    need_phase(night, table, "bottom")
    table.bottom = need_card(command, "card")
    table.phase = "betting"


def coup(night: Night, table: PharoTable, command: Command) -> None:
    """The bank's card and the punters'."""
    need_phase(night, table, "betting")
    bank, punters = need_card(command, "bank"), need_card(command, "punters")
    table.need_cards_left(bank, punters)
    table.pay_gains(night, [bet for bet in table.bets.values() if bet.waits])
    table.coups += 1
    table.dealt += [bank, punters]
    settle(night, table, rank_of(bank), rank_of(punters))
    if table.coups == COUPS:
        table.phase = "dealt"


def settle(night: Night, table: PharoTable, bank: str, punters: str) -> None:
    """What a coup does to the bets: losses, doublets and draws, then plis, then the other wins."""
    last = table.coups == COUPS and table.settings["hockley"]
    pays = [bet for bet in table.bets.values() if not bet.masked and bet.ranks & {bank, punters}]
    drawn = [] if last or bank == punters else drawn_bets(table, pays, bank, punters)
    won: list[PharoBet] = []
    for bet in pays:
        against = punters if bet.opposed else bank
        if bet.key in drawn:
            table.add_row(night, bet, "standoff")
        elif against in bet.ranks and (bank != punters or last):
            lose(night, table, bet)
        elif bank == punters:
            halve(night, table, bet)
        elif not last:
            won.append(bet)
    plis: list[Due] = [(bet, bet.lost_part) for bet in won if bet.pli]
    broke = table.pay(night, plis, "won")
    for bet in won:
        if not bet.pli:
            bet.gain, bet.waits = bet.won_now, True
            table.add_row(night, bet, "won")
        bet.pli, bet.lost_part, bet.acted_in = False, 0, table.coups
    if broke:
        night.break_bank("pharo")


def drawn_bets(table: PharoTable, covering: list[PharoBet], bank: str, punters: str) -> list[str]:
    """The bets that go l'une pour l'autre, where the cards are of two ranks."""
    drawn = []
    for bet in covering:
        covered: set[str] = set()
        for other in covering:
            if other is bet or (table.settings["drawn"] == "punter" and other.player == bet.player):
                covered |= other.ranks
        if {bank, punters} <= covered:
            drawn.append(bet.key)
    return drawn


def lose(night: Night, table: PharoTable, bet: PharoBet) -> None:
    """The bank takes the stake, or under a paix what was won."""
    under_a_paix = bet.last_fold == "paix"
    bet.lie_plain()
    bet.pli, bet.lost_part, bet.acted_in = False, 0, table.coups
    take(night, table, bet, "lost", 0 if under_a_paix else bet.stake)


def halve(night: Night, table: PharoTable, bet: PharoBet) -> None:
    """A doublet."""
    bet.acted_in = table.coups
    if not bet.folds:
        half = bigger_half(bet.stake, table.check)
        bet.lost_part += half
        take(night, table, bet, "split", half)
        return
    if bet.folds[-1] == "paix":
        bet.gain -= bigger_half(bet.gain, table.check)
    else:
        bet.gain = max(0, bet.gain - bigger_half(bet.stake + bet.gain, table.check))
        bet.folds.pop()
    if bet.gain == 0:
        bet.lie_plain()
    take(night, table, bet, "split", 0)


def take(night: Night, table: PharoTable, bet: PharoBet, result: str, taken: int) -> None:
    """The bank takes a part of a stake, perhaps nothing, perhaps all."""
    table.add_row(night, bet, result, taken=taken)
    night.play += taken
    bet.stake -= taken
    if bet.stake == 0:
        del table.bets[bet.key]


def miscount(night: Night, table: PharoTable, command: Command) -> None:
    """The pack was no whole one: the dealer forfeits."""
    need_phase(night, table, "bottom", "betting", "dealt")
    need_given(command, "cards")
    if type(command["cards"]) is not int or command["cards"] < 0 or command["cards"] == 52:
        raise bad_input("that is no miscount")
    bets = list(table.bets.values())
    broke = table.pay(night, [(bet, bet.forfeit) for bet in bets], "forfeit")
    for bet in bets:
        table.remove(night, bet)
    table.phase = "idle"
    if broke:
        night.break_bank("pharo")


def void_deal(night: Night, table: PharoTable, command: Command) -> None:
    """The deal was foul: everything is paid and returned."""
    need_phase(night, table, "bottom", "betting", "dealt")
    need_reason(command)
    end(night, table, table.bets.values())


def end_deal(night: Night, table: PharoTable, command: Command) -> None:
    """The deal is over: what is not carried is paid and returned."""
    need_phase(night, table, "dealt")
    end(night, table, [bet for bet in table.bets.values() if not bet.is_carried(table.settings["carry"])])


def end(night: Night, table: PharoTable, bets: Iterable[PharoBet]) -> None:
    """No deal is on any more, and these bets are over."""
    table.pay_and_return(night, bets)
    table.phase = "idle"
