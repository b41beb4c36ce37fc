"""Every command of a night decided again: the facts it makes must be those that the book holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import zip_longest
from typing import Any, TypeVar

import msgspec

from dealer.commands import OpenNight, read_command
from dealer.decide import decide, open_night
from dealer.games import tables_of
from dealer.night import Night, evolve_all, opening
from dealer.refusal import Refusal
from dealer.verification.inspection import FAILURES, Check, Finding, Progress, Rows, at_command, at_fact, said
from events.fact import Fact
from events.night import NightOpened
from events.records import Recorded
from events.register import encode

S = TypeVar("S")
DecideAgain = Callable[[S, dict[str, Any]], tuple[tuple[Fact, ...], S]]
"""What a command's row makes of a state: the facts, and the state after them."""

NAME = "decided again"
SAYS = "the rules, asked again, make the same facts of every command, and refuse what was refused"
_NO_NIGHT: Night | None = None


def check_decisions(
    rows: Rows, tell: Progress, state: S, decide_again: DecideAgain[S], first: int = 1
) -> Finding | None:
    """Decide every command again, refused ones too, and compare what it makes with what the book holds.

    ``state`` is the one before the command ``first``.
    """
    for row in rows.commands[first - 1 :]:
        recorded = rows.recorded[row["version_before"] : row["version_after"]]
        try:
            made, state = decide_again(state, row)
        except Refusal as refusal:
            # The sentence of a refusal is worded anew now and then; its code never changes.
            if refusal.code != row["refused"]:
                answered = f"refused ({row['refused']}: {row['why']})" if row["refused"] else "taken"
                return _difference(row, f"decided again it is refused ({refusal}), and it was {answered}")
        except FAILURES as error:
            return _difference(row, f"decided again it fails: {said(error)}")
        else:
            if row["refused"]:
                return _difference(row, f"decided again it is taken, and it was refused ({row['refused']})")
            # Of the last command only those facts may be here that come before one that fails.
            there = len(rows.facts) - row["version_before"]
            finding = _compare(made[:there], recorded, row)
            if finding:
                return finding
        tell(1)
    return None


def decide_night_again(night: Night | None, row: dict[str, Any]) -> tuple[tuple[Fact, ...], Night]:
    """What a command of a night makes of it."""
    command = read_command(msgspec.json.decode(row["body"]))
    if night is None:
        if not isinstance(command, OpenNight):
            raise Refusal("no_such_night", "The first command opens no night.")
        opened: NightOpened = open_night(command)
        return (opened,), opening(row["night"], opened)
    made = decide(night, command)
    return made, evolve_all(night, row["id"], made)


DECIDED_AGAIN = Check(
    name=NAME,
    says=SAYS,
    things="commands",
    look=lambda rows, tell: check_decisions(rows, tell, _NO_NIGHT, decide_night_again),
)


def _compare(made: tuple[Fact, ...], recorded: list[Recorded], row: dict[str, Any]) -> Finding | None:
    for at, (again, stored) in enumerate(zip_longest(made, recorded), start=row["version_before"] + 1):
        if again is None:
            what = f"decided again, its command makes no {stored.kind}"
        elif stored is None:
            what = f"decided again, its command makes a {type(again).__name__} that is not there"
        elif encode(again) != encode(stored.fact) and not _opened_before_a_setting(again, stored.fact):
            what = f"decided again it is {type(again).__name__} {encode(again)}, and the book has {stored.kind}"
        else:
            continue
        return at_fact(NAME, at, what)
    return None


def _opened_before_a_setting(again: Fact, stored: Fact) -> bool:
    """Whether an opening lacks only house rules that the program did not have then, and that stand at their default."""
    if not isinstance(again, NightOpened) or not isinstance(stored, NightOpened):
        return False
    if encode(again) != encode(replace(stored, house=again.house | stored.house)):
        return False
    return tables_of(stored.houses) == tables_of(again.houses)


def _difference(row: dict[str, Any], what: str) -> Finding:
    return at_command(NAME, row["number"], row["version_before"], what)
