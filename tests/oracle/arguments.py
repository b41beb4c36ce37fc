"""What the commands of the newer games are checked for alike: who is named, and the form of what is given."""

from __future__ import annotations

from typing import Any

from tests.oracle.layout import is_card, rank_of, suit_of
from tests.oracle.refusal import Command, Refusal
from tests.oracle.state import Night

SEAT_ARGUMENTS = ("player", "lender", "borrower", "dealer", "opener", "first", "out", "high_trump")
SEAT_LISTS = ("winners", "players", "partners")
SEAT_KEYED = ("tricks", "chips", "honours")


def without_nulls(command: Command) -> Command:
    """The command with what is null left out."""
    return {key: value for key, value in command.items() if value is not None}


def seats_named(command: Command) -> list[str]:
    """Every seat key that a command names, wherever it stands."""
    named: list[Any] = [command.get(name) for name in SEAT_ARGUMENTS]
    for name in SEAT_LISTS:
        named += command[name] if isinstance(command.get(name), list) else []
    for name in SEAT_KEYED:
        named += command[name] if isinstance(command.get(name), dict) else []
    sides = command["sides"] if isinstance(command.get("sides"), list) else []
    named += [key for side in sides for key in (side if isinstance(side, list) else [side])]
    return [one for one in named if isinstance(one, str)]


def need_seats(night: Night, command: Command) -> None:
    """Refuse a command that names anybody who does not sit at the table."""
    for key in seats_named(command):
        night.seated(key)


def bad_input(why: str) -> Refusal:
    """What does not read."""
    return Refusal("bad_input", why)


def need_given(command: Command, *names: str) -> None:
    """Refuse a command that lacks an argument."""
    for name in names:
        if name not in command:
            raise bad_input(f"{name} is missing")


def need_reason(command: Command) -> None:
    """Refuse a voiding without a word of why."""
    need_given(command, "reason")
    if not isinstance(command["reason"], str) or not command["reason"].strip():
        raise bad_input("a reason is a text")


def need_key(command: Command, name: str) -> str:
    """The seat key of an argument; whether it is anybody's was asked before."""
    need_given(command, name)
    if not isinstance(command[name], str):
        raise bad_input(f"{name} is a seat key")
    return str(command[name])


def need_cards(command: Command, name: str) -> list[str]:
    """The list of cards of an argument."""
    need_given(command, name)
    cards = command[name]
    if not isinstance(cards, list) or not all(is_card(card) for card in cards):
        raise bad_input(f"{name} is a list of cards")
    return list(cards)


def need_card(command: Command, name: str) -> str:
    """The card of an argument."""
    need_given(command, name)
    if not is_card(command[name]):
        raise bad_input(f"{name} is a card")
    return str(command[name])


def is_odd(card: str, seen: list[str], most: int = 4) -> bool:
    """Whether a card comes once too often after those that were seen."""
    same = sum(rank_of(other) == rank_of(card) for other in seen)
    return same >= most or (suit_of(card) is not None and card in seen)
