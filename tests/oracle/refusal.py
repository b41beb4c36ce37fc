"""A refusal of the rules, and the checks of form that every command shares."""

from __future__ import annotations

from typing import Any

Command = dict[str, Any]


class Refusal(Exception):
    """A command that the rules refuse: a code of the contract and a sentence."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.why = why


def need_keys(command: Command, required: tuple[str, ...] = (), optional: tuple[str, ...] = ()) -> None:
    """Refuse a command that lacks an argument or brings one that nobody knows."""
    for key in required:
        if key not in command:
            raise Refusal("bad_input", f"{key} is missing")
    for key in command:
        if key != "do" and key not in required and key not in optional:
            raise Refusal("bad_input", f"nobody knows the argument {key}")


def need_texts(command: Command, *keys: str) -> None:
    """Refuse an argument, where it is given, that is no text or a blank one."""
    for key in keys:
        if key in command and not (isinstance(command[key], str) and command[key].strip()):
            raise Refusal("bad_input", f"{key} must be a text")


def need_word(command: Command, key: str, words: tuple[str, ...]) -> None:
    """Refuse an argument, where it is given, that is none of these words."""
    if key in command and not (isinstance(command[key], str) and command[key] in words):
        raise Refusal("bad_input", f"{key} must be one of {', '.join(words)}")


def need_flags(command: Command, *keys: str) -> None:
    """Refuse an argument, where it is given, that is neither true nor false."""
    for key in keys:
        if key in command and not isinstance(command[key], bool):
            raise Refusal("bad_input", f"{key} must be true or false")


def need_integer(value: object, name: str) -> int:
    """An integer argument; anything else is refused."""
    if type(value) is not int:
        raise Refusal("bad_input", f"{name} must be a whole number of cents")
    return value


def need_multiple(amount: int, check: int) -> None:
    """Refuse an amount that is not a positive whole number of smallest checks."""
    if amount <= 0 or amount % check:
        raise Refusal("not_a_multiple", f"{amount} is no whole number of checks of {check}")
