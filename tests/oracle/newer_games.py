"""The words of Pharo and of the chip games, and who carries each out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.oracle import pharo_bets, pharo_deal
from tests.oracle.farmer_table import FarmerTable
from tests.oracle.five_in_one_table import FiveInOneTable
from tests.oracle.frog_table import FrogTable
from tests.oracle.refusal import Command
from tests.oracle.spoil_five_table import SpoilFiveTable
from tests.oracle.state import Handler, Night

AtATable = Callable[[Any, Night, Command], None]


def at(game: str, act: AtATable) -> Handler:
    """Carries a command out at a game's table."""
    return lambda night, command: act(night.tables[game], night, command)


def of_pharo(act: Callable[[Night, Any, Command], None]) -> Handler:
    """Carries a command of Pharo out."""
    return at("pharo", lambda table, night, command: act(night, table, command))


PHARO: dict[str, Handler] = {
    word: of_pharo(act)
    for word, act in {
        "start_deal": pharo_deal.start_deal,
        "show_bottom": pharo_deal.show_bottom,
        "coup": pharo_deal.coup,
        "miscount": pharo_deal.miscount,
        "void_deal": pharo_deal.void_deal,
        "end_deal": pharo_deal.end_deal,
        "place_bet": pharo_bets.place_bet,
        "press_bet": pharo_bets.press_bet,
        "move_bet": pharo_bets.move_bet,
        "take_down_bet": pharo_bets.take_down_bet,
        "paix": pharo_bets.fold,
        "paroli": pharo_bets.fold,
        "take_win": pharo_bets.take_win,
        "pli": pharo_bets.pli,
        "mask_bet": pharo_bets.mask_bet,
        "unmask_bet": pharo_bets.unmask_bet,
    }.items()
}
FARMER: dict[str, Handler] = {
    "start_hand": at("farmer", FarmerTable.begin),
    "show_hand": at("farmer", FarmerTable.show),
    "settle_hand": at("farmer", FarmerTable.settle),
    "void_hand": at("farmer", FarmerTable.void),
}
SPOIL_FIVE: dict[str, Handler] = {
    "start_hand": at("spoil_five", SpoilFiveTable.begin),
    "kill_hand": at("spoil_five", SpoilFiveTable.kill),
    "score_hand": at("spoil_five", SpoilFiveTable.score),
    "void_hand": at("spoil_five", SpoilFiveTable.void),
}
FIVE_IN_ONE: dict[str, Handler] = {
    "start_hand": at("five_in_one", FiveInOneTable.begin),
    "part_result": at("five_in_one", FiveInOneTable.part),
    "cold_hand": at("five_in_one", FiveInOneTable.cold),
    "consolation": at("five_in_one", FiveInOneTable.console),
    "void_hand": at("five_in_one", FiveInOneTable.void),
}
FROG: dict[str, Handler] = {
    "start_hand": at("frog", FrogTable.begin),
    "bid": at("frog", FrogTable.bid),
    "pass": at("frog", FrogTable.pass_),
    "contract": at("frog", FrogTable.contract),
    "score_hand": at("frog", FrogTable.score),
    "void_hand": at("frog", FrogTable.void),
}
