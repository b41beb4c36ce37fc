"""The punters' commands at Pharo: stakes, folds, plis and masks."""

from __future__ import annotations

from tests.oracle.arguments import bad_input, need_given, need_key
from tests.oracle.layout import is_rank_list
from tests.oracle.money_commands import take_checks
from tests.oracle.pharo_deal import need_phase
from tests.oracle.pharo_table import PharoBet, PharoTable
from tests.oracle.refusal import Command, Refusal, need_integer, need_multiple
from tests.oracle.state import Night

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
    """A card is masked."""
    bet_of(night, table, command).masked = True


def unmask_bet(night: Night, table: PharoTable, command: Command) -> None:
    """A card is shown again."""
    bet_of(night, table, command).masked = False
