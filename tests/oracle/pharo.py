"""Pharo (rulebook G1): the table, the punters' commands, the coups, and what the bank pays."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import cast

from tests.oracle.basics import Command, Refusal, is_rank_list, need_integer, need_multiple, rank_of, suit_of
from tests.oracle.faro_settling import bigger_half
from tests.oracle.money import take_checks
from tests.oracle.state import (
    Handler,
    Night,
    Table,
    bad_input,
    is_odd,
    need_card,
    need_given,
    need_key,
    need_reason,
    need_seats,
)

COUPS = 26


@dataclass
class PharoBet:
    """A card of a livret with its stake; `waits` while a win of it awaits a decision."""

    key: str
    player: str
    kind: str
    ranks: frozenset[str]
    stake: int
    opposed: bool = False
    gain: int = 0
    folds: list[str] = field(default_factory=list)
    waits: bool = False
    masked: bool = False
    pli: bool = False
    lost_part: int = 0  # what doublets have taken of the plain stake in a row
    acted_in: int | None = None  # the coup of this deal that was its last event

    @property
    def last_fold(self) -> str:
        """What a win is ventured by: a paix, a paroli, or nothing."""
        return self.folds[-1] if self.folds else ""

    @property
    def won_now(self) -> int:
        """What is in suspense after a win of what is ventured."""
        if self.last_fold == "paix":
            return 2 * self.gain
        return 2 * self.gain + self.stake if self.last_fold == "paroli" else self.stake

    @property
    def forfeit(self) -> int:
        """What a dealer who forfeits owes it."""
        if self.waits:
            return self.gain
        return self.lost_part if self.pli else self.won_now

    def lie_plain(self) -> None:
        """Nothing is in suspense any more."""
        self.gain, self.folds, self.waits = 0, [], False

    def is_carried(self, carry: str) -> bool:
        """Whether it lies on into the next deal."""
        least = {"soixante": 5, "chain": 1, "none": None}[carry]
        return least is not None and len(self.folds) >= least and not self.waits


Due = tuple[PharoBet, int]
"""A bet, and what it is to be paid."""


@dataclass
class PharoTable(Table):
    """The table; `phase` is idle, bottom, betting or dealt."""

    phase: str = "idle"
    deal: int = 0
    coups: int = 0
    bottom: str = ""
    dealt: list[str] = field(default_factory=list)
    bets: dict[str, PharoBet] = field(default_factory=dict)

    @property
    def is_on(self) -> bool:
        return self.phase != "idle"

    @property
    def turns(self) -> int:
        """The coups of the deal begun last."""
        return self.coups

    @property
    def is_late(self) -> bool:
        """Whether few cards are left."""
        return 52 - 2 * self.coups <= int(self.settings["late_cards"])

    def staked(self, player: str) -> int:
        """What a player has on the table; a gain in suspense is nobody's."""
        return sum(bet.stake for bet in self.bets.values() if bet.player == player)

    def is_dead(self, ranks: Iterable[str]) -> bool:
        """Whether all cards of all these ranks are dealt; the bottom card is not."""
        return all(sum(rank_of(card) == rank for card in self.dealt) == 4 for rank in ranks)

    def need_cards_left(self, bank: str, punters: str) -> None:
        """Refuse cards that the pack does not hold any more, or not yet."""
        seen = [self.bottom, *self.dealt]
        if is_odd(bank, seen):
            raise Refusal("odd_card", f"{bank} cannot come")
        seen.append(bank)
        if self.coups < COUPS - 1:
            if is_odd(punters, seen):
                raise Refusal("odd_card", f"{punters} cannot come")
            return
        suits = {suit_of(punters), suit_of(self.bottom)} - {None}
        again = suit_of(punters) is not None and punters in seen[1:]
        if rank_of(punters) != rank_of(self.bottom) or len(suits) > 1 or again:
            raise Refusal("odd_card", "the last card is the one that was shown")

    def add_row(self, night: Night, bet: PharoBet, result: str, **row: int) -> None:
        """Write down what happened to a bet: `stake` is what it was before, `gain` what is in suspense now."""
        head = {"bet": bet.key, "deal": self.deal, "turn": self.coups, "result": result}
        night.rows.append({**head, "stake": bet.stake, "paid": 0, "taken": 0, "gain": bet.gain, **row})

    def pay(self, night: Night, due: Iterable[Due], result: str = "paid") -> bool:
        """Pay the largest first, as far as the bank goes, a row each; say whether the bank broke.

        A gain that is paid is in suspense no more. What breaks the bank is left to do.
        """
        order = list(self.bets)
        broke = False
        for bet, amount in sorted(due, key=lambda one: (-one[1], order.index(one[0].key))):
            paid = 0 if broke else min(amount, max(night.in_sight, 0))
            broke = broke or paid < amount
            night.play -= paid
            if result == "won":
                self.add_row(night, bet, result, paid=paid)
                bet.stake += paid
            else:
                bet.lie_plain()
                self.add_row(night, bet, result, paid=paid)
                night.players[bet.player].checks += paid
        return broke

    def pay_gains(self, night: Night, bets: Iterable[PharoBet]) -> bool:
        """Pay what is in suspense on some bets; where the bank breaks, every stake goes back."""
        broke = self.pay(night, [(bet, bet.gain) for bet in bets if bet.gain])
        if broke:
            night.break_bank("pharo")
        return broke

    def give_back(self, night: Night, bet: PharoBet) -> None:
        """A stake goes back, and what was in suspense is void."""
        bet.lie_plain()
        self.add_row(night, bet, "returned")
        self.remove(night, bet)

    def remove(self, night: Night, bet: PharoBet) -> None:
        """A stake comes off the table."""
        night.players[bet.player].checks += bet.stake
        del self.bets[bet.key]

    def seats_moved(self, clockwise: list[str]) -> None:
        """Nothing: nobody plays in turn."""

    def give_back_all(self, night: Night) -> None:
        """Return every stake."""
        for bet in list(self.bets.values()):
            self.give_back(night, bet)

    def pay_and_return(self, night: Night, bets: Iterable[PharoBet]) -> None:
        ending = list(bets)
        if not self.pay_gains(night, ending):
            for bet in ending:
                self.give_back(night, bet)

    def close(self, night: Night) -> None:
        """The night is closed: everything is paid and returned."""
        self.pay_and_return(night, self.bets.values())
        self.phase = "idle"


def need_phase(night: Night, table: PharoTable, *phases: str) -> None:
    """Refuse what comes at the wrong time."""
    night.need_open()
    if table.phase not in phases:
        night.wrong_phase(f"the deal is {table.phase}")


def start_deal(night: Night, table: PharoTable, command: Command) -> None:
    """A fresh pack."""
    night.need_no_game()
    table.phase, table.deal, table.coups = "bottom", table.deal + 1, 0
    table.bottom, table.dealt = "", []
    for bet in table.bets.values():
        bet.acted_in = None


def show_bottom(night: Night, table: PharoTable, command: Command) -> None:
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


def count_pack(night: Night, table: PharoTable, command: Command) -> None:
    """The pack is counted between deals; nothing changes."""
    need_seats(night, command)
    need_phase(night, table, "idle")
    need_given(command, "player", "cards")
    if type(command["cards"]) is not int or not 0 <= command["cards"] <= 1_000_000:
        raise bad_input("that is no number of cards")


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


FIGURES = tuple(frozenset(ranks.split()) for ranks in ("A 2 3", "4 5 6", "7 8 9 10", "J Q K"))
KINDS = ("single", "figure")


def not_allowed(why: str) -> Refusal:
    """What the house, or the bet as it lies, forbids."""
    return Refusal("not_allowed_here", why)


def lying(table: PharoTable, command: Command) -> PharoBet | None:
    """The bet that a command names; a key that is missing or no text waits for its turn."""
    key = command.get("bet")
    if not isinstance(key, str):
        return None
    if key not in table.bets:
        raise Refusal("unknown_bet", f"no bet {key} lies")
    return table.bets[key]


def bet_of(night: Night, table: PharoTable, command: Command, *phases: str) -> PharoBet:
    """The bet of an order, at a time when it may be given."""
    bet = lying(table, command)
    need_phase(night, table, *(phases or ("betting",)))
    if bet is None:
        raise bad_input("which bet?")
    return bet


def need_place(table: PharoTable, command: Command, player: str, own: PharoBet | None) -> tuple[str, frozenset[str]]:
    """The card of a livret that a command names: one that is, and that bears no other stake."""
    kind, ranks = str(command["kind"]), frozenset(command["ranks"])
    right = len(command["ranks"]) == 1 if kind == "single" else ranks in FIGURES and len(command["ranks"]) == len(ranks)
    if not right:
        raise Refusal("bad_placement", f"that is no {kind}")
    for other in table.bets.values():
        if other is not own and other.player == player and (other.kind, other.ranks) == (kind, ranks):
            raise Refusal("bad_placement", "that card bears a stake")
    return kind, ranks


def need_place_form(command: Command) -> None:
    """Refuse a place that does not read."""
    need_given(command, "kind", "ranks")
    if not isinstance(command["kind"], str) or command["kind"] not in KINDS or not is_rank_list(command["ranks"]):
        raise bad_input("no such kind of bet, or no ranks")


def need_figures(table: PharoTable, kind: str) -> None:
    """Refuse a figure where the house plays without them."""
    if kind == "figure" and not table.settings["figures"]:
        raise not_allowed("the house knows no figures")


def need_alive(table: PharoTable, ranks: frozenset[str]) -> None:
    """Refuse a card that can come no more."""
    if table.is_dead(ranks):
        raise Refusal("dead_card", "all of them are dealt")


def place_bet(night: Night, table: PharoTable, command: Command) -> None:
    """A punter lays a stake on a card of their livret."""
    if isinstance(command.get("player"), str):
        night.seated(command["player"])
    need_phase(night, table, "betting")
    if night.broken:
        raise Refusal("bank_broken", "the bank is broken")
    key = command.get("bet")
    if isinstance(key, str) and key in night.used_keys:
        raise Refusal("already_done", "that key is used")
    player = need_key(command, "player")
    need_given(command, "bet", "stake")
    need_place_form(command)
    if not isinstance(key, str) or not key or not isinstance(command.get("opposed", False), bool):
        raise bad_input("the key is a text, opposed is yes or no")
    stake = need_integer(command["stake"], "stake")
    kind, ranks = need_place(table, command, player, None)
    need_multiple(stake, table.check)
    need_figures(table, kind)
    opposed = command.get("opposed", False)
    if opposed and not table.settings["oppose"]:
        raise not_allowed("nobody opposes here")
    need_alive(table, ranks)
    if stake < table.settings["minimum"]:
        raise Refusal("under_minimum", "too little")
    need_limit(table, stake)
    take_checks(night.players[player], stake)
    table.bets[key] = PharoBet(key, player, kind, ranks, stake, opposed)
    night.used_keys.add(key)


def need_limit(table: PharoTable, stake: int) -> None:
    """Refuse a stake that is too big."""
    if stake > table.settings["limit"]:
        raise Refusal("over_limit", "too much")


def press_bet(night: Night, table: PharoTable, command: Command) -> None:
    """A punter adds to a plain stake, and gives up the right to a pli."""
    bet = bet_of(night, table, command)
    need_given(command, "add")
    add = need_integer(command["add"], "add")
    need_multiple(add, table.check)
    if bet.folds or bet.waits or bet.pli:
        raise not_allowed("the stake is not plain")
    need_alive(table, bet.ranks)
    need_limit(table, bet.stake + add)
    take_checks(night.players[bet.player], add)
    bet.stake += add
    bet.lost_part = 0


def move_bet(night: Night, table: PharoTable, command: Command) -> None:
    """A bet moves to another card of the livret, with all that is on it."""
    bet = bet_of(night, table, command)
    need_place_form(command)
    kind, ranks = need_place(table, command, bet.player, bet)
    need_figures(table, kind)
    if table.is_late and bet.acted_in != table.coups:
        raise not_allowed("so late only right after an event")
    need_alive(table, ranks)
    bet.kind, bet.ranks = kind, ranks


def take_down_bet(night: Night, table: PharoTable, command: Command) -> None:
    """A punter takes everything."""
    bet = bet_of(night, table, command)
    if table.is_late:
        raise not_allowed("too late to take it down")
    broke = bool(bet.gain) and table.pay(night, [(bet, bet.gain)])
    table.remove(night, bet)
    if broke:
        night.break_bank("pharo")


def fold(night: Night, table: PharoTable, command: Command) -> None:
    """`paix` or `paroli`: what was won is ventured."""
    bet = bet_of(night, table, command, "betting", "dealt")
    if not bet.waits:
        raise not_allowed("no win to venture")
    if len(bet.folds) >= table.settings["highest"]:
        raise Refusal("over_limit", "from there they can only be paid")
    bet.folds.append(str(command["do"]))
    bet.waits = False


def take_win(night: Night, table: PharoTable, command: Command) -> None:
    """A punter takes what they have won."""
    bet = bet_of(night, table, command, "betting", "dealt")
    if not bet.waits:
        raise not_allowed("no win awaits")
    table.pay_gains(night, [bet])


def pli(night: Night, table: PharoTable, command: Command) -> None:
    """A punter ventures what a doublet left, to win the lost part back."""
    bet = bet_of(night, table, command)
    if not bet.lost_part:
        raise not_allowed("no doublet has halved it")
    bet.pli = True


def mask_bet(night: Night, table: PharoTable, command: Command) -> None:
    bet_of(night, table, command).masked = True


def unmask_bet(night: Night, table: PharoTable, command: Command) -> None:
    """A card is shown again."""
    bet_of(night, table, command).masked = False


def at_the_table(act: Callable[[Night, PharoTable, Command], None]) -> Handler:
    return lambda night, command: act(night, cast(PharoTable, night.tables["pharo"]), command)


HANDLERS: dict[str, Handler] = {
    "start_deal": at_the_table(start_deal),
    "show_bottom": at_the_table(show_bottom),
    "coup": at_the_table(coup),
    "miscount": at_the_table(miscount),
    "count_pack": at_the_table(count_pack),
    "void_deal": at_the_table(void_deal),
    "end_deal": at_the_table(end_deal),
    "place_bet": at_the_table(place_bet),
    "press_bet": at_the_table(press_bet),
    "move_bet": at_the_table(move_bet),
    "take_down_bet": at_the_table(take_down_bet),
    "paix": at_the_table(fold),
    "paroli": at_the_table(fold),
    "take_win": at_the_table(take_win),
    "pli": at_the_table(pli),
    "mask_bet": at_the_table(mask_bet),
    "unmask_bet": at_the_table(unmask_bet),
}
