"""Commands of the score games that are wrong on purpose: any word at any time, with arguments good and bad."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.oracle.match_table import MatchTable
from tests.oracle.random_bets import seated_players
from tests.oracle.random_score_games import RESULTS, between_hands, next_of_a_match, random_call, some_bid
from tests.oracle.refusal import Command
from tests.oracle.score_games import OF_EACH
from tests.oracle.state import Night

# fmt: off
WRONG_BIDS: tuple[Any, ...] = (
    None, 7, 0, 1, 2, 3, 5, 12, 35, True, 5.0, "5", "nullo", "5s", "6nt", "11s", "6S", "7nt", "8c", "1c", "0nt", "frog",
    "", [], {},
)
# fmt: on
WRONG_SIDES: tuple[Any, ...] = (
    None,
    7,
    "red",
    ["red", "blue"],
    [["red"], "blue"],
    [[7], ["red"]],
    {},
    [["red"], [None]],
)
WRONG_TRICKS: tuple[Any, ...] = (None, "red", 10, [10], {}, {"nobody": 10})
WRONG_NUMBERS: tuple[Any, ...] = (-1, "3", None, 3.0, True, [], 20)
WRONG_HONOURS: tuple[Any, ...] = (None, 150, {}, [], "red", {"nobody": 150})
WRONG_PARTNERS: tuple[Any, ...] = (None, [], "red", {}, [7], [None], ["nobody"], 7)


def somebody(random: Random, night: Night, table: MatchTable) -> Any:
    """Most often a player of the match; or one who only sits there, one who has left, nobody, no key."""
    lot = random.random()
    if lot < 0.06:
        return "nobody"
    if lot < 0.1:
        return random.choice([None, 7, []])
    if lot < 0.3 or not table.matches:
        return random.choice([*seated_players(night), *night.players])
    return random.choice(table.match.clockwise)


def some_of(random: Random, night: Night, table: MatchTable) -> list[Any]:
    """Some people, perhaps one of them twice."""
    return [somebody(random, night, table) for _ in range(random.choice([1, 1, 2, 2, 3]))]


def wrong_sides(random: Random, night: Night, table: MatchTable) -> Any:
    """Sides that cannot be, or cannot play this game."""
    seated = seated_players(night)
    if random.random() < 0.3:
        return random.choice(WRONG_SIDES)
    random.shuffle(seated)
    size, number = random.choice([1, 1, 2, 2, 3]), random.choice([1, 2, 2, 3, 4])
    sides = [seated[place * size : place * size + size] for place in range(number)]
    if random.random() < 0.2:
        sides[0] = some_of(random, night, table)
    return [side for side in sides if side] or [seated]


def wrong_tricks(random: Random, night: Night, table: MatchTable) -> Any:
    """Tricks that do not add up, or of somebody else."""
    if random.random() < 0.2:
        return random.choice(WRONG_TRICKS)
    people = [key for key in some_of(random, night, table) if isinstance(key, str)]
    tricks: dict[str, Any] = {key: random.randint(0, max(1, table.tricks_a_hand)) for key in people}
    if tricks and random.random() < 0.3:
        tricks[random.choice(list(tricks))] = random.choice(WRONG_NUMBERS)
    return tricks


def wrong_honours(random: Random, night: Night, table: MatchTable) -> Any:
    """Honours of nobody, of two, of no such number."""
    if random.random() < 0.3:
        return random.choice(WRONG_HONOURS)
    people = [key for key in some_of(random, night, table) if isinstance(key, str)]
    return {key: random.choice([100, 150, 150, 50, "100", 100.0, True]) for key in people}


MadeUp = Callable[[Random, Night, MatchTable], Any]


def any_of(*values: Any) -> MadeUp:
    """One of these."""
    return lambda random, night, table: random.choice(values)


def wrong_bid(random: Random, night: Night, table: MatchTable) -> Any:
    """A bid of the game, or of another, or none."""
    return some_bid(random, table) if table.bids and random.random() < 0.6 else random.choice(WRONG_BIDS)


def wrong_partners(random: Random, night: Night, table: MatchTable) -> Any:
    """Too many partners, or nobody, or somebody after all."""
    return random.choice(WRONG_PARTNERS) if random.random() < 0.25 else some_of(random, night, table)


ARGUMENTS: dict[str, MadeUp] = {
    "sides": wrong_sides,
    "dealer": somebody,
    "opener": somebody,
    "player": somebody,
    "first": somebody,
    "out": somebody,
    "high_trump": somebody,
    "reason": any_of(None, "", " ", 7, "late"),
    "bid": wrong_bid,
    "doubled": any_of(0, 1, 2, 3, -1, "1", True, 1.0, None),
    "tricks": wrong_tricks,
    "honours": wrong_honours,
    "partners": wrong_partners,
    "card": any_of("Qs", "Q", "joker", "1s", "Joker", 7, None, "11h"),
    "trump": any_of("s", "h", "x", "nt", 7, None, ["s"]),
}
OF_OTHERS: tuple[Command, ...] = (
    {"do": "hold", "player": "red"},
    {"do": "double", "player": "red"},
    {"do": "show_joker"},
    {"do": "name_partner", "partners": ["red"]},
    {"do": "kill_hand", "player": "red", "why": "revoke"},
    {"do": "bid", "player": "red", "bid": 5},
    {"do": "end_deal"},
    {"do": "start_match", "sides": [["red"], ["nobody"]]},
    {"do": "settle_match"},
    {"do": "abandon_match", "reason": "late"},
)


def random_score_mischief(random: Random, night: Night, game: str) -> Command:
    """One wrong command (now and then it turns out to be right)."""
    table: Any = night.tables[game]
    lot = random.random()
    if lot < 0.05:
        return {"do": "leave_table", "player": random.choice([*night.players])}
    if lot < 0.1:
        return random.choice(OF_OTHERS)
    if lot < 0.13 and table.phase == "won":
        return {"do": "close_night"}
    if lot < 0.45 and table.phase in ("bidding", "joker", "playing"):
        return spoiled(random, night, table)
    word = random.choice(list(OF_EACH[game]))
    if word == "abandon_match" and random.random() < 0.7:
        return {"do": word}
    arguments = OF_EACH[game][word][1]
    made_up = {name: ARGUMENTS[name](random, night, table) for name in arguments if random.random() < 0.93}
    others = sorted({name for game in OF_EACH.values() for name in game.get(word, ((), ()))[1]} - set(arguments))
    if others and random.random() < 0.1:
        strange = random.choice(others)
        made_up[strange] = ARGUMENTS[strange](random, night, table)
    return {"do": word, **made_up}


def spoiled(random: Random, night: Night, table: Any) -> Command:
    """What comes next, with one thing wrong; or what would come at another time."""
    if random.random() < 0.2:
        if table.phase != "playing" and random.random() < 0.5:
            return {"do": "score_hand", "tricks": {table.match.clockwise[0]: table.tricks_a_hand}}
        return between_hands(random, night, table) or {"do": "settle_match"}
    if table.bids and table.phase == "bidding" and random.random() < 0.6:
        call = random_call(random, table, random.choice(table.match.clockwise))
        return call | {"bid": some_bid(random, table)} if "bid" in call else call
    if table.phase == "playing" and random.random() < 0.5:
        command = RESULTS[table.game](random, table)
    else:
        command = next_of_a_match(random, night, table)
    names = [name for name in command if name != "do"]
    if not names:
        return command
    name = random.choice(names)
    return command | {name: ARGUMENTS[name](random, night, table)}
