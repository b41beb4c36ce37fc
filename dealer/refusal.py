"""A refusal by the rules: a stable code and one sentence for the person who asked."""

from __future__ import annotations

from collections.abc import Mapping

CODES = frozenset(
    {
        "unknown_player",
        "unknown_bet",
        "unknown_command",
        "wrong_phase",
        "bets_closed",
        "bank_broken",
        "already_done",
        "bad_input",
        "bad_placement",
        "not_a_multiple",
        "not_allowed_here",
        "dead_card",
        "under_minimum",
        "over_limit",
        "not_enough_checks",
        "odd_card",
        "suit_needed",
        "not_your_turn",
        "cannot_play",
        "nothing_to_void",
        "no_such_night",
        "no_such_printing",
        "other_currency",
        "press_failed",
        "stale_version",
        "command_reused",
        "unknown_staff",
        "unknown_device",
        "unknown_session",
        "wrong_pin",
        "sign_in_locked",
        "sign_in_busy",
        "too_many_sheets",
    }
)


class Refusal(Exception):
    """Raised by a decider instead of giving facts. ``code`` is one of :data:`CODES`, ``why`` a sentence.

    Where the sentence is about a ``player`` it has the place ``%(player)s``, and a place for each of ``named``: ``why``
    calls the player by seat key, and a screen by name. Without a player the sentence is taken as it is.
    """

    def __init__(self, code: str, why: str, player: str = "", **named: str) -> None:
        if code not in CODES:
            raise AssertionError(f"no refusal has the code {code}")
        self.code = code
        self.player = player
        self._text, self._named = why, named
        self.why = self.why_of(player)
        super().__init__(self.why)

    def why_of(self, name: str) -> str:
        """The sentence with the player called by a name."""
        return printable(self._text % {**self._named, "player": name} if self.player else self._text)

    def among(self, names: Mapping[str, str]) -> str:
        """The sentence with the player called as in ``names``, by seat key."""
        return self.why_of(names.get(self.player, self.player))

    def __str__(self) -> str:
        return f"{self.why} [{self.code}]"


def printable(text: str) -> str:
    """A text on one line, with whatever cannot be printed escaped: refusals quote what people and programs sent."""
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)


def dollars(cents: int) -> str:
    """An amount as a person reads it: ``$1,250.00``, ``-$3.25``, ``25¢``."""
    if 0 < abs(cents) < 100:
        return f"{'-' if cents < 0 else ''}{abs(cents)}¢"
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}${whole:,}" + (f".{rest:02d}" if rest else "")
