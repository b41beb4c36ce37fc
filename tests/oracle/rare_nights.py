"""Nights of what random ones seldom or never come to, each a few lines that go on from an opening with four seats."""

from __future__ import annotations

from typing import Any

from tests.oracle.refusal import Command

SEATS = ("red", "blue", "white", "black")


def opened(game: Any, house: Any = "usual", roll: int = 100_000) -> list[Command]:
    """A night at which four sit, each with a hundred dollars."""
    opening: Command = {"do": "open_night", "table": "1", "date": "2026-11-22", "game": game, "house": house}
    lines: list[Command] = [{**opening, "roll": roll, "dealer": "M. Deal"}]
    for key in SEATS:
        lines.append({"do": "seat_player", "player": key, "name": key.title()})
        lines.append({"do": "buy_checks", "player": key, "amount": 10_000})
    return lines


def bet(key: str, player: str, ranks: str, stake: int, **more: Any) -> Command:
    """A stake at Pharo."""
    kind = "figure" if " " in ranks else "single"
    more |= {"kind": kind, "ranks": ranks.split(), "stake": stake}
    return {"do": "place_bet", "bet": key, "player": player, **more}


def coups(text: str) -> list[Command]:
    """Coups, each the bank's card and the punters' with a stroke between."""
    pairs = [one.split("/") for one in text.split()]
    return [{"do": "coup", "bank": bank, "punters": punters} for bank, punters in pairs]


def order(text: str) -> Command:
    """An order for a bet: the word and the key."""
    do, key = text.split()
    return {"do": do, "bet": key}


def deal(bottom: str, *commands: Command | list[Command]) -> list[Command]:
    """A deal from its bottom card on."""
    lines: list[Command] = [{"do": "start_deal"}, {"do": "show_bottom", "card": bottom}]
    for command in commands:
        lines += command if isinstance(command, list) else [command]
    return lines


CHAIN = [
    bet("a", "red", "J Q K", 100),
    *coups("2/J"),
    order("paroli a"),
    *coups("2/Q"),
    order("paroli a"),
    *coups("3/K"),
    order("paroli a"),
    *coups("3/J"),
    order("paroli a"),
    *coups("4/Q"),
    order("paroli a"),
]
"""A soixante that is ventured after five coups."""

AFTER_THE_CHAIN = coups("2/2 3/3 A/A A/A 4/4 5/5 5/5 6/6 6/6 7/7 7/7 8/8 8/8 9/9 9/9 10/10 10/10 J/Q J/K Q/K 4/K")
"""All that the pack still holds, with a king at the bottom: the chain's figure is drawn three times."""

NIGHTS: dict[str, list[Command]] = {
    "a pli breaks the bank": [
        *opened("pharo", {"check": 100}, roll=0),
        *deal("8", bet("b", "blue", "K", 200), bet("r", "red", "Q", 100), bet("w", "white", "7", 300)),
        *coups("K/K"),
        order("pli b"),
        *coups("A/Q"),
        order("take_win r"),
        *coups("2/K"),
        bet("x", "red", "5", 100),
        {"do": "raise_roll", "amount": 100},
        bet("x", "red", "5", 100),
        {"do": "close_night"},
    ],
    "a pli breaks the bank where another wins too": [
        *opened("pharo", {"check": 100}, roll=0),
        *deal("8", bet("b", "blue", "K", 500), bet("c", "black", "K", 300), bet("w", "white", "K", 300)),
        *coups("K/K"),
        order("pli b"),
        order("pli c"),
        bet("r", "red", "Q", 400),
        *coups("A/Q"),
        order("take_win r"),
        *coups("2/K"),
        {"do": "close_night"},
    ],
    "a paix comes to nothing by a doublet, and the stake is plain": [
        *opened("pharo", {"check": 100}),
        *deal("8", bet("b", "blue", "K", 100), coups("2/K"), order("paix b"), coups("K/K"), order("pli b")),
        {"do": "press_bet", "bet": "b", "add": 100},
        {"do": "close_night"},
    ],
    "several folds come down when the gain comes to nothing": [
        *opened("pharo", {"check": 100}),
        *deal("8", bet("b", "blue", "K", 300), coups("2/K"), order("paroli b"), coups("K/K"), order("press_bet b")),
        *coups("3/K"),
        order("take_win b"),
        {"do": "close_night"},
    ],
    "a bet under a paix moves late right after its loss, and not a coup later": [
        *opened("pharo", {"check": 100, "late_cards": 52}),
        *deal("8", bet("b", "blue", "K", 300), coups("2/K"), order("paix b"), coups("K/3")),
        {"do": "move_bet", "bet": "b", "kind": "single", "ranks": ["Q"]},
        *coups("2/3"),
        {"do": "move_bet", "bet": "b", "kind": "single", "ranks": ["J"]},
        {"do": "move_bet", "bet": "b", "kind": "single", "ranks": ["Q"]},
    ],
    "a drawn coup is no event": [
        *opened("pharo", {"check": 100, "late_cards": 52, "drawn": "bet"}),
        *deal("8", bet("b", "blue", "J Q K", 300), bet("c", "blue", "K", 300), coups("K/K"), coups("J/Q")),
        {"do": "move_bet", "bet": "b", "kind": "single", "ranks": ["2"]},
        order("pli b"),
        *coups("J/Q 3/Q"),
        {"do": "move_bet", "bet": "b", "kind": "single", "ranks": ["2"]},
    ],
    "an event of the deal before is none of this one": [
        *opened("pharo", {"check": 100, "late_cards": 52, "carry": "chain"}),
        *deal(
            "K", bet("a", "red", "J Q K", 100), coups("2/J"), order("paroli a"), coups("2/2 3/3 3/3 4/4 4/4 5/5 5/5")
        ),
        *coups("6/6 6/6 7/7 7/7 8/8 8/8 9/9 9/9 10/10 10/10 A/A A/A J/Q J/Q J/K Q/K Q/K 2/K"),
        {"do": "end_deal"},
        *deal("9", coups("2/2")),
        {"do": "move_bet", "bet": "a", "kind": "single", "ranks": ["2"]},
        *coups("3/K"),
        {"do": "move_bet", "bet": "a", "kind": "single", "ranks": ["2"]},
        {"do": "close_night"},
    ],
    "a soixante is carried, lies through the next deal, and is paid for a miscount": [
        *opened("pharo"),
        *deal("K", CHAIN, AFTER_THE_CHAIN),
        {"do": "end_deal"},
        {"do": "leave_table", "player": "red"},
        *deal("2", coups("3/3 4/4"), bet("b", "red", "J Q K", 100), order("mask_bet a")),
        {"do": "miscount", "cards": 51},
    ],
    "a soixante that is carried wins in the next deal": [
        *opened("pharo"),
        *deal("K", CHAIN, AFTER_THE_CHAIN),
        {"do": "end_deal"},
        *deal("2", coups("3/J"), order("paroli a"), order("paix a"), order("take_win a")),
        {"do": "close_night"},
    ],
    "a sixth fold comes down by a doublet, and five are a soixante still": [
        *opened("pharo", {"highest": 6}),
        *deal("8", CHAIN, coups("4/K"), order("paroli a"), coups("K/K J/Q J/Q 2/2 3/3 A/A A/A 4/4 5/5 5/5 6/6 6/6")),
        *coups("7/7 7/7 8/8 9/9 9/9 10/10 10/10 8/8"),
        {"do": "end_deal"},
        {"do": "leave_table", "player": "red"},
        {"do": "close_night"},
    ],
    "a fold made after the last coup is a chain that is carried": [
        *opened("pharo", {"hockley": False, "carry": "chain"}),
        *deal("K", coups("A/A A/A 2/2 3/3 3/3 4/4 4/4 5/5 5/5 6/6 6/6 7/7 7/7 8/8 8/8 9/9 9/9 10/10 10/10 J/J J/J")),
        *coups("Q/Q Q/Q K/K 2/K"),
        bet("b", "blue", "K", 200),
        *coups("2/K"),
        order("paroli b"),
        {"do": "end_deal"},
        bet("c", "blue", "K", 200),
        *deal("9", coups("2/K")),
        order("take_win b"),
        {"do": "close_night"},
    ],
    "who presses has no right to a pli, and the doublets before count no more": [
        *opened("pharo", {"check": 100}),
        *deal("8", bet("b", "blue", "K", 400), coups("K/K")),
        {"do": "press_bet", "bet": "b", "add": 300},
        order("pli b"),
        *coups("3/2"),
        order("pli b"),
        {"do": "close_night"},
    ],
    "a doublet after pressing gives a right to what it took alone": [
        *opened("pharo", {"check": 100}),
        *deal("8", bet("b", "blue", "J Q K", 400), coups("K/K")),
        {"do": "press_bet", "bet": "b", "add": 300},
        *coups("J/J"),
        order("pli b"),
        {"do": "press_bet", "bet": "b", "add": 100},
        *coups("Q/Q 3/Q"),
        order("paroli b"),
        {"do": "close_night"},
    ],
    "two doublets in a row are won back together": [
        *opened("pharo", {"check": 100}),
        *deal("8", bet("b", "blue", "J Q K", 500), coups("K/K 2/2 J/J"), order("pli b"), coups("3/Q")),
        {"do": "close_night"},
    ],
    "places that are none": [
        *opened("pharo"),
        *deal("8", bet("a", "red", "A 2 3 3", 100), bet("a", "red", "3 2 A", 100)),
        {"do": "place_bet", "bet": "b", "player": "red", "kind": "single", "ranks": ["K", "K"], "stake": 100},
        {"do": "place_bet", "bet": "b", "player": "red", "kind": "figure", "ranks": ["A", "A", "2"], "stake": 100},
    ],
    "a bank that breaks in the first step of a coup": [
        *opened("pharo", {"check": 100}, roll=300),
        *deal("8", bet("b", "blue", "K", 200), bet("r", "red", "K", 200), bet("w", "white", "7", 300)),
        *coups("2/K 7/3"),
        bet("x", "red", "5", 100),
    ],
    "a carried soixante goes back when Faro breaks the bank": [
        *opened(["faro", "pharo"], "usual", roll=2500),
        *[{**one, "game": "pharo"} if one["do"] == "start_deal" else one for one in deal("K", CHAIN)],
        *AFTER_THE_CHAIN,
        {"do": "end_deal"},
        {"do": "start_deal", "game": "faro"},
        {"do": "expose_soda", "card": "2"},
        {"do": "place_bet", "bet": "f", "player": "blue", "kind": "single", "ranks": ["Q"], "stake": 2600},
        {"do": "take_down_bet", "bet": "a"},
        {"do": "take_down_bet", "bet": "a", "game": "pharo"},
        {"do": "turn", "loser": "3", "winner": "Q"},
        {"do": "place_bet", "bet": "a", "player": "blue", "kind": "single", "ranks": ["Q"], "stake": 2600},
        {"do": "close_night"},
    ],
}
