"""Commands of Pharo that are wrong on purpose, in one way or in several at once."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.oracle.layout import RANKS
from tests.oracle.pharo_bets import FIGURES
from tests.oracle.pharo_table import PharoTable
from tests.oracle.random_bets import seated_players
from tests.oracle.random_pharo import cards_left, random_pharo_bet
from tests.oracle.refusal import Command
from tests.oracle.state import Night

WRONG_PLACES: tuple[dict[str, Any], ...] = (
    {"kind": "single", "ranks": ["A", "2"]},
    {"kind": "single", "ranks": []},
    {"kind": "single", "ranks": ["A", "2", "3"]},
    {"kind": "figure", "ranks": ["A"]},
    {"kind": "figure", "ranks": ["2", "3", "4"]},
    {"kind": "figure", "ranks": ["6", "7", "8", "9", "10"]},
    {"kind": "figure", "ranks": ["7", "8", "9"]},
)
WRONG_FORMS: tuple[dict[str, Any], ...] = (
    {"kind": "single", "ranks": ["1"]},
    {"kind": "single", "ranks": "Q"},
    {"kind": "single", "ranks": [12]},
    {"kind": "single", "ranks": ["Qs"]},
    {"kind": "split", "ranks": ["A", "2"]},
    {"kind": "pot", "ranks": ["6", "7", "8"]},
    {"kind": None, "ranks": ["Q"]},
    {"kind": 7, "ranks": ["Q"]},
    {"kind": "figure", "ranks": None},
    {"ranks": ["Q"]},
    {"kind": "single"},
)
ORDERS = ("press_bet", "move_bet", "take_down_bet", "paix", "paroli", "take_win", "pli", "mask_bet", "unmask_bet")
WRONG_CARDS: tuple[Any, ...] = ("1s", "Qx", 7, None, "", ["Qs"], "qs")
ANY_PHASE: tuple[Command, ...] = (
    {"do": "start_deal"},
    {"do": "end_deal"},
    {"do": "show_bottom"},
    {"do": "show_bottom", "card": "1s"},
    {"do": "miscount"},
    {"do": "miscount", "cards": 52},
    {"do": "miscount", "cards": -1},
    {"do": "miscount", "cards": "51"},
    {"do": "miscount", "cards": 51.0},
    {"do": "miscount", "cards": True},
    {"do": "miscount", "cards": None},
    {"do": "void_deal"},
    {"do": "void_deal", "reason": ""},
    {"do": "void_deal", "reason": "  "},
    {"do": "void_deal", "reason": None},
    {"do": "void_deal", "reason": 7},
)


def spoil_pharo_bet(random: Random, night: Night, table: PharoTable, command: Command) -> Command:
    """Make a bet wrong in one way, or in some ways at once."""
    check, limit = table.check, table.settings["limit"]
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        fault = random.randrange(13)
        if fault == 0:
            command["player"] = random.choice(["nobody", "nobody", None, 7])
        elif fault in (1, 2):
            command = without(command, "kind", "ranks") | random.choice(WRONG_PLACES if fault == 1 else WRONG_FORMS)
        elif fault == 3:
            command["stake"] = random.choice([0, -check, check * 10 + 1 if check > 1 else -1, f"{check}", check * 1.0])
        elif fault == 4:
            command["stake"] = limit + check * random.randint(1, 9)
        elif fault == 5 and night.used_keys:
            command["bet"] = random.choice(sorted(night.used_keys))
        elif fault == 6:
            command["opposed"] = random.choice([1, "yes", 0])
        elif fault == 7:
            command["stake"] = check
        elif fault == 8 and command.get("player") in night.players:
            command["stake"] = night.players[command["player"]].checks // check * check + check
        elif fault == 9:
            command[random.choice(["bet", "player", "kind", "ranks", "stake", "opposed"])] = None
        elif fault == 10:
            command |= {"kind": "figure", "ranks": sorted(random.choice(FIGURES))}
        elif fault == 11:
            command["opposed"] = True
        else:
            command |= taken_or_dead(random, table, command)
    return command


def without(command: Command, *names: str) -> Command:
    """The command without some arguments."""
    return {key: value for key, value in command.items() if key not in names}


def taken_or_dead(random: Random, table: PharoTable, command: Command) -> Command:
    """A card that bears a stake of the player's, or of which all are dealt."""
    taken = [{"kind": bet.kind, "ranks": list(bet.ranks)} for bet in table.bets.values()]
    taken += [{"kind": "single", "ranks": [rank]} for rank in RANKS if table.is_dead([rank])] * 2
    return random.choice(taken) if taken else {}


def wrong_order(random: Random, night: Night, table: PharoTable) -> Command:
    """An order for a bet that is not there, or that the bet cannot take."""
    gone = sorted(night.used_keys - set(table.bets))
    key = random.choice(["b0", None, 7, "", *random.sample(gone, min(len(gone), 3)), *table.bets, *table.bets])
    order: Command = {"do": random.choice(ORDERS), "bet": key}
    if order["do"] == "press_bet":
        add = [0, -table.check, 7, "25", None, table.check, table.settings["limit"], 10**7 * table.check]
        order |= random.choice([{"add": one} for one in add] + [{}])
    elif order["do"] == "move_bet":
        place = {"kind": "single", "ranks": [random.choice(RANKS)]}
        order |= random.choice([*WRONG_PLACES, *WRONG_FORMS, *[place] * 8])
        order |= taken_or_dead(random, table, order) if random.random() < 0.3 else {}
    return order


def odd_coup(random: Random, table: PharoTable) -> Command:
    """A coup with a card that cannot come."""
    seen = [card for card in (table.bottom, table.bottom, table.bottom, *table.dealt) if card]
    left = cards_left(table)
    cards: list[Any] = [random.choice(seen or ["Q"]), random.choice(left or ["Q"])]
    if random.random() < 0.2:
        cards[1] = random.choice(WRONG_CARDS)
    elif random.random() < 0.2 and left:
        cards = [left[0], left[0]]
    random.shuffle(cards)
    coup: Command = {"do": "coup", "bank": cards[0], "punters": cards[1]}
    return without(coup, random.choice(["bank", "punters"])) if random.random() < 0.1 else coup


def random_pharo_mischief(random: Random, night: Night, table: PharoTable, key: str) -> Command:
    """One wrong command (now and then it turns out to be right)."""
    choice = random.randrange(10)
    if choice < 4:
        return spoil_pharo_bet(random, night, table, random_pharo_bet(random, night, table, key))
    if choice < 7:
        return wrong_order(random, night, table)
    if choice == 7:
        return odd_coup(random, table)
    if choice == 8 and table.bets:
        return {"do": "leave_table", "player": random.choice([bet.player for bet in table.bets.values()])}
    if choice == 9 and random.random() < 0.3 and "faro" not in night.games:
        player = random.choice(seated_players(night))
        return random.choice(
            [{"do": "turn", "loser": "A", "winner": "2"}, {"do": "lay", "player": player, "card": "7s"}]
        )
    return dict(random.choice(ANY_PHASE))
