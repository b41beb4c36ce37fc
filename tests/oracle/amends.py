"""A command put right in its place: the whole night is played again with the list of its commands changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.oracle.refusal import Command, Refusal, need_keys
from tests.oracle.state import Night

Given = tuple[str, Command]
"""A command that stands, by its id."""


@dataclass(frozen=True)
class Rules:
    """How a whole course is played, and one more command carried out."""

    played: Callable[[Sequence[Given]], Night]
    carry_out_one: Callable[[Night, Command], None]


STARTS = ("start_deal", "start_hand")


def place_of(course: Sequence[Given], night: Night, ident: object) -> int:
    """Where in the course a command stands that may be put right."""
    place = next((at for at, (one, _) in enumerate(course) if one == ident), None)
    if place is None:
        raise Refusal("unknown_command", f"{ident} does not stand")
    if night.game_on is None:
        night.wrong_phase("no game is on")
    began = max(at for at, (_, command) in enumerate(course) if command["do"] in STARTS)
    if place < began:
        night.wrong_phase("that was before this deal or hand")
    return place


def changed(
    course: Sequence[Given], place: int, instead: Command | None, rules: Rules
) -> tuple[list[Given], list[str]]:
    """The course with one command changed, and the ids of the later ones that are refused in it."""
    kept, dropped = list(course[:place]), []
    night = rules.played(kept)
    if instead is not None:
        if instead.get("do") in ("void", "amend"):
            raise Refusal("not_allowed_here", "that does not stand by itself")
        rules.carry_out_one(night, instead)
        kept.append((course[place][0], instead))
    for ident, command in course[place + 1 :]:
        try:
            rules.carry_out_one(night, command)
        except Refusal:
            dropped.append(ident)
        else:
            kept.append((ident, command))
    return kept, dropped


def amend(course: Sequence[Given], night: Night, command: Command, rules: Rules) -> list[Given]:
    """The course that the night goes by after an amend."""
    ident = command.get("command")
    place = place_of(course, night, ident) if isinstance(ident, str) else None
    need_keys(command, ("command", "instead", "drop"))
    instead, drop = command["instead"], command["drop"]
    form = (instead is None or isinstance(instead, dict)) and isinstance(drop, list)
    if place is None or not form or not all(isinstance(one, str) and one for one in drop):
        raise Refusal("bad_input", "that is no amend")
    kept, dropped = changed(course, place, instead, rules)
    if set(dropped) != set(drop):
        raise Refusal("not_allowed_here", f"these would be dropped: {dropped}")
    return kept
