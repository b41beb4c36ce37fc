"""Who may do what, and when a second staff member confirms it: one table for commands and routes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dealer.commands.commands import Command, InvalidCommand, word_of
from dealer.commands.refusal import Refusal, marked
from events.common.house import HouseSettings
from events.frozen import Frozen

ROLES = OWNER, FLOOR, DEALER, CAGE, AUDITOR = ("owner", "floor", "dealer", "cage", "auditor")


class Duty(Frozen):
    """A row of the table: a title, the words of its commands, and the roles that may give them."""

    title: str
    words: tuple[str, ...]
    roles: frozenset[str]


def _duty(title: str, words: str, *roles: str) -> Duty:
    return Duty(title=title, words=tuple(words.split()), roles=frozenset(roles))


PLAY = _duty(marked("play, seats, checks, markers, tips, corrections and disputes"), "", OWNER, FLOOR, DEALER)
"""The row of every command of a night that no other row names."""

LIMITS = _duty(marked("credit limits, barring and readmitting"), "bar_player readmit_player", OWNER, FLOOR)
"""The row that a card's ``credit_limit`` belongs to as well."""

DUTIES = (
    PLAY,
    _duty(marked("rulings on disputes"), "rule_dispute", OWNER, FLOOR, DEALER),
    _duty(
        marked("opening and closing nights, reliefs, counts"),
        "open_night close_night relieve_dealer count_drawer",
        *(OWNER, FLOOR, DEALER),
    ),
    _duty(
        marked("raises of the roll, fills, credits, drops and void slips"),
        "raise_roll fill credit drop void_slip",
        *(OWNER, FLOOR, CAGE),
    ),
    _duty(marked("players' cards"), "register_player change_player join_cards", OWNER, FLOOR, DEALER, CAGE),
    LIMITS,
    _duty(marked("deposits and carried markers at the cage"), "deposit withdraw redeem_carried", OWNER, CAGE),
    _duty(marked("write-offs, settings of the house, staff"), "write_off house_rules engage dismiss", OWNER),
)
"""The table of the contract, row by row."""

_BY_WORD = {word: duty for duty in DUTIES for word in duty.words}


def duty_of(document: Mapping[str, Any]) -> Duty:
    """The row for a command, given as a document."""
    word = document.get("do")
    if word == "redeem_carried" and document.get("player") is not None:
        return PLAY
    if word in ("register_player", "change_player") and "credit_limit" in document:
        return LIMITS
    return _BY_WORD.get(word, PLAY) if isinstance(word, str) else PLAY


def may_give(roles: Iterable[str], document: Mapping[str, Any]) -> bool:
    """Whether somebody with these roles may give a command."""
    return not duty_of(document).roles.isdisjoint(roles)


class Signers(Frozen):
    """Who gives a command, and the ``second`` who confirms it; ``who`` is ``None`` for somebody with every role."""

    who: str | None = None
    second: str | None = None


SIGNED = ("who", "second")
"""The arguments that any command may have besides its own: who gives it, and who confirms it."""


HOUSE_VERSION = "house_version"
"""The version of the house's stream that a command was decided with; the program stores it with the document."""


def signers_of(document: Mapping[str, Any]) -> Signers:
    """Who gives a command, and who confirms it; ``null`` counts as left out."""
    who, second = (document.get(name) for name in SIGNED)
    return Signers(who=None if who is None else str(who), second=None if second is None else str(second))


def without_signers(document: Mapping[str, Any]) -> dict[str, Any]:
    """A document without who gives and confirms it."""
    return {name: value for name, value in document.items() if name not in SIGNED}


May = Callable[[str], bool]
"""Whether a member of the staff may give a command, by name."""


def check_signers(staff: Mapping[str, tuple[str, ...]], signers: Signers, may: May) -> None:
    """Refuse a command by somebody who is not engaged (``unknown_staff``) or may not give it (``not_permitted``)."""
    for name in (signers.who, signers.second):
        if name is not None and name not in staff:
            raise Refusal("unknown_staff", "Nobody on the staff is called %(name)s.", name=str(name)[:60])
    if signers.who is not None and not may(signers.who):
        roles = ", ".join(staff[signers.who])
        raise Refusal("not_permitted", "%(name)s (%(roles)s) may not do that.", name=signers.who, roles=roles)


SECONDS: dict[str, Callable[[HouseSettings, Any], bool]] = {
    "issue_marker": lambda settings, command: _reaches(settings.second_marker, command.amount),
    "raise_roll": lambda settings, command: _reaches(settings.second_raise, command.amount),
    "rule_dispute": lambda settings, command: _reaches(
        settings.second_ruling, sum(correction.amount for correction in command.corrections)
    ),
    "count_drawer": lambda settings, command: settings.second_count,
    "write_off": lambda settings, command: settings.second_write_off,
}
"""When a command needs a second staff member, by its word."""

_BEFORE_SECOND = frozenset(
    {
        *("unknown_player", "unknown_bet", "unknown_command", "unknown_card", "wrong_phase", "player_barred"),
        *("bets_closed", "bank_broken", "already_done", "bad_input", "bad_placement", "not_a_multiple"),
    }
)
"""The refusals that come before ``second_needed`` in the contract's order."""


def _reaches(threshold_cents: int | None, amount_cents: int) -> bool:
    return threshold_cents is not None and amount_cents >= threshold_cents


def check_second(
    settings: HouseSettings, signers: Signers, may: May, command: Command, refusal: Refusal | None = None
) -> None:
    """Refuse (``second_needed``) a command that a second staff member has to confirm and nobody has.

    ``refusal`` is what the rules refuse the command with, if they do: some refusals come before this one.
    """
    needs = SECONDS.get(word_of(command)) if not isinstance(command, InvalidCommand) else None
    if needs is None or (refusal and refusal.code in _BEFORE_SECOND) or not needs(settings, command):
        return
    second = signers.second
    if second is None or second == signers.who or not may(second):
        raise Refusal("second_needed", "A second member of the staff who may do this has to confirm it.")
