"""Commands of the chip games that are wrong on purpose, in one way or in several at once."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.oracle.five_in_one_table import PARTS, FiveInOneTable
from tests.oracle.random_bets import seated_players
from tests.oracle.random_chip_games import PACK, next_of_five_in_one, random_ten
from tests.oracle.random_frog import frog_mischief
from tests.oracle.refusal import Command
from tests.oracle.spoil_five_table import WHYS
from tests.oracle.state import Night

WRONG_HANDS: tuple[Any, ...] = (
    None,
    "2c 3c",
    7,
    [],
    ["9s"],
    ["8h"],
    ["8h", "2c"],
    ["8", "2"],
    ["6s", "10c"],
    ["6", "6h"],
    ["6h", "6"],
    ["6", "6"],
    ["7h", "7h"],
    ["A", "A", "A", "A", "A"],
    ["As", "A", "A", "Ah", "A"],
    ["1s", "2s"],
    [7, "2s"],
    ["9s", None],
)
WRONG_TRICKS: tuple[Any, ...] = (None, "red", 3, [3], {}, {"red": -1}, {"red": "3"}, {"red": None}, {"red": 3.0})
WRONG_CHIPS: tuple[Any, ...] = (None, 0, [], "red", {"red": "1"}, {"red": 1.5}, {"red": None}, {"red": True})
WRONG_TENS: tuple[Any, ...] = (None, "A", [], ["A"], ["A"] * 10, ["As", "As"], ["A"] * 9 + [7], ["1"] * 10)


def anybody(random: Random, night: Night) -> Any:
    """Somebody at the table; now and then nobody."""
    lot = random.random()
    if lot < 0.12:
        return "nobody"
    if lot < 0.2:
        return random.choice([None, 7, []])
    return random.choice([*seated_players(night), *night.players])


def farmer_mischief(random: Random, night: Night, table: Any) -> Command:
    """A hand that cannot be."""
    if random.random() < 0.15:
        return {"do": "settle_hand"}
    wrong = random.choice(WRONG_HANDS)
    if table.hand is not None and table.hand.shown and random.random() < 0.3:
        shown = random.choice(list(table.hand.shown.values()))
        wrong = [random.choice(shown), random.choice(PACK)]
    return {"do": "show_hand", "player": anybody(random, night), "cards": wrong}


def spoil_five_mischief(random: Random, night: Night, table: Any) -> Command:
    """A hand that cannot die, or tricks that cannot be."""
    if random.random() < 0.4:
        why = random.choice([*WHYS, *WHYS, "sneezing", None, 7])
        hand = table.hand
        dead = [*hand.dead, *hand.without_cards] if hand is not None else []
        player = random.choice(dead) if dead and random.random() < 0.3 else anybody(random, night)
        return {"do": "kill_hand", "player": player, "why": why}
    tricks: Any = {key: random.choice([0, 1, 1, 2, 3, 4, 5]) for key in chosen(random, night)}
    if random.random() < 0.3:
        tricks = random.choice(WRONG_TRICKS)
    command: Command = {"do": "score_hand", "tricks": tricks}
    five_told = isinstance(tricks, dict) and 5 in tricks.values()
    flags = [True, True, None, 1, "yes", *([] if five_told else [False])]
    return command | {"went_on": random.choice(flags)} if random.random() < 0.5 else command


def chosen(random: Random, night: Night) -> list[str]:
    """Some at the table; now and then nobody among them."""
    seats = list(night.players)
    some = random.sample(seats, random.randint(1, min(3, len(seats))))
    return [*some, "nobody"] if random.random() < 0.1 else some


def five_in_one_mischief(random: Random, night: Night, table: FiveInOneTable) -> Command:
    """A part that is not due, or whose outcome cannot be."""
    lot = random.random()
    if table.hand is not None and random.random() < 0.7:
        lot = {"cold_hand": 0.5, "consolation": 0.9}.get(table.hand.due, 0.0)
    if lot < 0.45:
        due = table.hand.due if table.hand is not None and random.random() < 0.6 else random.choice(PARTS)
        chips: Any = {key: random.choice([0, 1, -1, 5, -5]) for key in chosen(random, night)}
        if random.random() < 0.3:
            chips = random.choice(WRONG_CHIPS)
        elif random.random() < 0.4 and len(seated_players(night)) > 1:
            winner, loser = random.sample(seated_players(night), 2)
            chips = {winner: 10**6, loser: -(10**6)}
        part = random.choice([due, due, due, "whist", None, 7])
        return {"do": "part_result", "part": part, "chips": chips}
    if lot < 0.75:
        seats = seated_players(night)
        winners = random.choice([None, [], "red", seats[:1] * 2, chosen(random, night), [7], [None], seats])
        return {"do": "cold_hand", "winners": winners}
    if table.hand is not None and lot < 0.8:
        return next_of_five_in_one(random, night, table)
    ten: Any = random.choice(WRONG_TENS)
    if random.random() < 0.4:
        ten = random_ten(random)
        ten[random.randrange(10)] = ten[random.randrange(10)]
    return {"do": "consolation", "cards": ten}


OF_THE_GAME: dict[str, Callable[[Random, Night, Any], Command]] = {
    "farmer": farmer_mischief,
    "spoil_five": spoil_five_mischief,
    "five_in_one": five_in_one_mischief,
    "frog": frog_mischief,
}


def random_chip_mischief(random: Random, night: Night, game: str) -> Command:
    """One wrong command (now and then it turns out to be right)."""
    table: Any = night.tables[game]
    lot = random.random()
    if lot < 0.2:
        dealer = anybody(random, night)
        return {"do": "start_hand", "dealer": dealer} if random.random() < 0.9 else {"do": "start_hand"}
    if lot < 0.3 and (table.hand is None or random.random() < 0.9):
        reason = random.choice([None, "", " ", 7])
        return {"do": "void_hand", "reason": reason} if random.random() < 0.8 else {"do": "void_hand"}
    if lot < 0.36:
        return {"do": "leave_table", "player": random.choice([*night.players])}
    if lot < 0.4:
        return random.choice([{"do": "coup", "bank": "A", "punters": "2"}, {"do": "expose_soda", "card": "Q"}])
    return OF_THE_GAME[game](random, night, table)
