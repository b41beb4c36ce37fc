"""The words of the score games, what each may say, and who carries it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.oracle.auction_forty_five_table import AuctionFortyFiveTable
from tests.oracle.big_three_table import BigThreeTable
from tests.oracle.bridge_table import BridgeTable
from tests.oracle.five_hundred_table import FiveHundredTable
from tests.oracle.forty_five_table import FortyFiveTable
from tests.oracle.hasenpfeffer_table import HasenpfefferTable
from tests.oracle.match_table import MatchTable
from tests.oracle.refusal import Command
from tests.oracle.state import Handler, Night

AtAMatch = Callable[[Any, Night, Command], None]
Word = tuple[AtAMatch, tuple[str, ...]]
"""Who carries a word out, and the arguments that it has: others are not looked at."""

OF_ALL: dict[str, Word] = {
    "start_match": (MatchTable.start_match, ("sides",)),
    "start_hand": (MatchTable.start_hand, ("dealer",)),
    "void_hand": (MatchTable.void_hand, ("reason",)),
    "abandon_match": (MatchTable.abandon, ("reason",)),
    "settle_match": (MatchTable.settle, ()),
}
WITH_BIDS: dict[str, Word] = {
    **OF_ALL,
    "bid": (MatchTable.bid, ("player", "bid")),
    "pass": (MatchTable.pass_, ("player",)),
    "contract": (MatchTable.contract, ("player", "bid")),
}
OF_EACH: dict[str, dict[str, Word]] = {
    "five_hundred": {
        **WITH_BIDS,
        "name_partner": (FiveHundredTable.name_partner, ("partners", "card")),
        "score_hand": (FiveHundredTable.score_hand, ("tricks", "first")),
    },
    "forty_five": {**OF_ALL, "score_hand": (FortyFiveTable.score_hand, ("tricks", "first"))},
    "auction_forty_five": {
        **WITH_BIDS,
        "hold": (AuctionFortyFiveTable.hold, ("player",)),
        "score_hand": (AuctionFortyFiveTable.score_hand, ("tricks", "high_trump", "trump")),
    },
    "hasenpfeffer": {
        **WITH_BIDS,
        "show_joker": (HasenpfefferTable.show_joker, ("player",)),
        "score_hand": (HasenpfefferTable.score_hand, ("tricks", "trump")),
    },
    "big_three": {
        **WITH_BIDS,
        "start_hand": (MatchTable.start_hand, ("opener",)),
        "name_partner": (BigThreeTable.name_partner, ("partners", "card")),
        "score_hand": (BigThreeTable.score_hand, ("out",)),
    },
    "four_deal_bridge": {
        **WITH_BIDS,
        "start_match": (BridgeTable.start_match, ("sides",)),
        "contract": (BridgeTable.contract, ("player", "bid", "doubled")),
        "double": (BridgeTable.double, ("player",)),
        "redouble": (BridgeTable.double, ("player",)),
        "score_hand": (BridgeTable.score_hand, ("tricks", "honours")),
    },
}


def looked_at(game: str, command: Command) -> Command:
    """The command without what a score game's word does not have; another game's as it is."""
    if game not in OF_EACH:
        return command
    having = ("do", *OF_EACH[game][command["do"]][1])
    return {name: value for name, value in command.items() if name in having}


def at(game: str, word: Word) -> Handler:
    """Carries a command out at a game's table."""
    act, _ = word
    return lambda night, command: act(night.tables[game], night, looked_at(game, command))


WORDS: dict[str, dict[str, Handler]] = {
    game: {name: at(game, word) for name, word in words.items()} for game, words in OF_EACH.items()
}
