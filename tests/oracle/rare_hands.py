"""Hands of the chip games that random nights seldom come to: every count of tricks, and arguments that do not read."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from tests.oracle.rare_nights import opened
from tests.oracle.refusal import Command

VOID: Command = {"do": "void"}


def start(dealer: str) -> Command:
    """A hand is begun."""
    return {"do": "start_hand", "dealer": dealer}


def tried(command: Command) -> list[Command]:
    """A command that is taken back, with a present to the dealer before it, which goes where it was refused."""
    return [{"do": "tip", "player": "black", "amount": 25}, command, VOID]


def every_count_of_tricks() -> Iterator[Command]:
    """Whatever three players could be said to have taken, gone on or not; one of them has a dead hand, or no cards."""
    flags: tuple[dict[str, bool], ...] = ({}, {"went_on": True}, {"went_on": False})
    counts = [tricks for tricks in product(range(6), repeat=3) if sum(tricks) <= 6]
    for (red, blue, white), went_on in product(counts, flags):
        tricks = {"red": red, "blue": blue, "white": white}
        yield from tried({"do": "score_hand", "tricks": tricks, **went_on})


def spoil_five(*commands: Command) -> list[Command]:
    """A night of Spoil Five."""
    return [*opened("spoil_five", {"all_five": 3}, roll=0), *commands]


def kill(player: Any, why: Any = "revoke") -> Command:
    """A hand dies."""
    return {"do": "kill_hand", "player": player, "why": why}


WRONG_WINNERS: tuple[Any, ...] = ([7], [None], "red", {"red": 1}, [["red"]], ["red", "red"], [], ["red", 7], ["green"])
WRONG_CHIPS: tuple[Any, ...] = ({"red": "1"}, {"red": 1.0}, {"red": None}, ["red"], 7, {"green": 0}, {"red": True})
PARTS: tuple[Command, ...] = (
    {"do": "part_result", "part": "plus_or_minus", "chips": {}},
    {"do": "cold_hand", "winners": ["red", "blue", "white"]},
    {"do": "part_result", "part": "bango", "chips": {"red": 399, "blue": -399}},
    {"do": "part_result", "part": "put_and_take", "chips": {}},
    {"do": "consolation", "cards": ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"]},
)


def every_part() -> Iterator[Command]:
    """A round, before each part of which everything else is tried."""
    wrong: list[Command] = [{"do": "cold_hand", "winners": one} for one in WRONG_WINNERS]
    for name, one in product(("plus_or_minus", "bango", "put_and_take", "whist", None), WRONG_CHIPS):
        wrong.append({"do": "part_result", "part": name, "chips": one})
    wrong += [{"do": "consolation", "cards": one} for one in (["A"] * 9, ["A"] * 10, ["As"] * 2 + ["K"] * 8, "A", [7])]
    wrong += [{"do": "void_hand", "reason": "late"}, {"do": "void_hand"}, {"do": "leave_table", "player": "blue"}]
    for part in PARTS:
        for command in (*wrong, *PARTS):
            yield from tried(command)
        yield part


def voided_and_left(game: str, *, comes_back: bool) -> list[Command]:
    """A hand is voided and its dealer leaves; they come back before the next one, or after it, which is voided too."""
    house = {} if game == "five_in_one" else {"ante": 3}
    void: Command = {"do": "void_hand", "reason": "a misdeal"}
    gone = [start("blue"), void, start("white"), {"do": "leave_table", "player": "blue"}, start("red"), start("black")]
    back: list[Command] = [{"do": "seat_player", "player": "blue", "name": "Blue"}]
    back.append({"do": "buy_checks", "player": "blue", "amount": 500})
    deals = [start("red"), start("white"), start("blue")]
    later = [*back, *deals] if comes_back else [start("white"), void, *back, *reversed(deals)]
    return [*opened(game, house, roll=0), *gone, *later, {"do": "close_night"}]


GAMES = ("farmer", "spoil_five", "five_in_one")

HANDS: dict[str, list[Command]] = {
    **{f"the dealer of a voided hand of {game} goes": voided_and_left(game, comes_back=False) for game in GAMES},
    **{f"the dealer of a voided hand of {game} comes back": voided_and_left(game, comes_back=True) for game in GAMES},
    "every count of tricks": spoil_five(start("red"), *every_count_of_tricks()),
    "every count of tricks with a dead hand": spoil_five(start("red"), kill("red"), *every_count_of_tricks()),
    "every count of tricks where one has no cards": spoil_five(
        start("red"),
        kill("white", "robbing"),
        {"do": "score_hand", "tricks": {"red": 2, "blue": 2, "black": 1}},
        start("blue"),
        *every_count_of_tricks(),
    ),
    "one with cards is too few, whoever deals": spoil_five(
        start("red"),
        kill("white"),
        kill("blue"),
        kill("red"),
        {"do": "score_hand", "tricks": {"red": 2, "black": 3}, "went_on": True},
        start("red"),
        start("blue"),
        {"do": "score_hand", "tricks": {"red": 2, "black": 3}, "went_on": True},
        {"do": "leave_table", "player": "red"},
        start("red"),
        start("white"),
        start("black"),
        {"do": "leave_table", "player": "black"},
        {"do": "close_night"},
    ),
    "who is out is out though they leave and sit down again": spoil_five(
        start("red"),
        kill("white", "exposure"),
        {"do": "score_hand", "tricks": {"red": 1, "blue": 2, "black": 2}},
        {"do": "leave_table", "player": "white"},
        start("blue"),
        {"do": "seat_player", "player": "white", "name": "White"},
        kill("white"),
        {"do": "score_hand", "tricks": {"white": 1, "blue": 2, "black": 2}},
        {"do": "score_hand", "tricks": {"red": 1, "blue": 2, "black": 2}},
        start("white"),
        {"do": "void_hand", "reason": "a misdeal"},
        start("black"),
        start("white"),
        kill("white"),
        {"do": "score_hand", "tricks": {"black": 3}},
        start("black"),
        kill("white", "irregular"),
        {"do": "score_hand", "tricks": {"red": 1, "blue": 2, "black": 2}},
    ),
    "hands that do not die": spoil_five(
        kill("red"),
        start("red"),
        *(
            kill(*one)
            for one in (("nobody", "revoke"), (None, "revoke"), (7, "revoke"), ("red", None), ("red", "late"))
        ),
        {"do": "seat_player", "player": "green", "name": "Green"},
        kill("green"),
        kill("green", "late"),
        kill("red", "irregular"),
        kill("red", "late"),
    ),
    "every part": [*opened("five_in_one", {"cold_hand_pays": 5}, roll=0), start("red"), *every_part()],
    "nobody has enough for what they pay, though they receive as much": [
        *opened("farmer", {"ante": 399, "over_pays": 2}, roll=0),
        start("red"),
        {"do": "show_hand", "player": "red", "cards": ["10", "7"]},
        {"do": "show_hand", "player": "blue", "cards": ["10", "7"]},
        {"do": "show_hand", "player": "white", "cards": ["10", "5"]},
        {"do": "show_hand", "player": "black", "cards": ["10", "4"]},
        {"do": "settle_hand"},
        {"do": "buy_checks", "player": "blue", "amount": 50},
        {"do": "settle_hand"},
        {"do": "show_hand", "player": "red", "cards": ["10", "6"]},
        {"do": "settle_hand"},
    ],
}
