"""Checks who sent the commands of a night or of the house, and when, against the staff's stream."""

from __future__ import annotations

import re
from datetime import timedelta
from math import inf

from dealer.commands.commands import AddWords, BindHand
from dealer.commands.refusal import Phrase, marked, phrase
from dealer.game.demonstration import DEMO_DEVICE
from dealer.night.command_parsing import BY, as_document
from dealer.staff import SESSION_LASTS, same_name
from dealer.verification.inspection import (
    COMMANDS,
    FAILURES,
    Check,
    Finding,
    HouseOfBook,
    Progress,
    Rows,
    at_command,
    position_of,
)
from dealer.verification.staff_of_book import StaffOfBook
from events.book.chain import StoredCommand
from events.book.reading import document_in
from events.common import house as of_house
from events.common.night import PlayerRenamed, PlayerSeated
from events.records import moment_of

CLOCK_SLACK = timedelta(days=1)
"""A command may be this much outside a session: clocks are set, and times in a stream never go back."""

_TABLET = re.compile(r"tablet-[0-9a-f]{8}", re.ASCII)
_TOKEN = re.compile(r"token-[0-9a-f]{8}", re.ASCII)
_OF_ITS_OWN_NIGHTS = re.compile(rf"script .*|{DEMO_DEVICE}|demonstration", re.DOTALL)
"""Devices of the program that give commands only to nights that they opened."""

_OF_PLAYERS = (BindHand.do, AddWords.do)
"""The commands that players send without saying so."""

TERMINAL = ("the terminal", "the server")
"""The sender and the device of commands given at the terminal."""


def _check_authors(rows: Rows, tell: Progress) -> Finding | None:
    """Hold every command's sender, device and time against the staff's stream.

    Streams that began before the staff had sessions are not judged.
    """
    house = rows.house
    try:
        staff = house.staff if house else None
        if house is None or staff is None or not rows.event_rows:
            return None
        places = [*map(position_of, rows.event_rows)]
        players = {
            (recorded.event.player, recorded.event.name)
            for recorded in rows.recorded
            if isinstance(recorded.event, PlayerSeated | PlayerRenamed)
        }
        opened_on = "" if rows.night == of_house.HOUSE else rows.commands[0].device
        for row in rows.commands:
            first = places[row.version_before - 1] if row.version_before else 0
            last = places[row.version_before] if row.version_before < len(places) else inf
            if last > staff.keeps_sessions_from and not (opened_on == "" and row.id.startswith("house of ")):
                what = _wrong_author(row, house, staff, players, opened_on, first, last)
                if what:
                    return at_command(AUTHORS.name, row.number, row.version_before, what)
            tell(1)
    except FAILURES:
        # Each of these streams has checks of its own, which name the fault.
        return None
    return None


def _wrong_author(
    row: StoredCommand,
    house: HouseOfBook,
    staff: StaffOfBook,
    players: set[tuple[str, str]],
    opened_on: str,
    first: float,
    last: float,
) -> Phrase | None:
    """Why a command cannot have come from its sender on its device at its time."""
    who, device = row.who, row.device
    if _OF_ITS_OWN_NIGHTS.fullmatch(device) and opened_on in (device, ""):
        return None
    if (who, device) == TERMINAL:
        # It gives commands to the house.
        return phrase("no command of a night is given at the terminal") if opened_on else None
    if _TOKEN.fullmatch(device):
        if (who, device) in house.programs:
            return None
        return phrase("it is of %(who)s on %(device)s, a token that the house did not give", who=who, device=device)
    if not _TABLET.fullmatch(device):
        # Programs that use this one as a library name their devices as they like, in the nights that they opened.
        is_of_library = not _TABLET.fullmatch(opened_on)
        if staff.senders.get((who, device), inf) < last or (
            is_of_library and any(sign_in.name == same_name(who) for sign_in in staff.sign_ins)
        ):
            return None
        return phrase(
            "it is of %(who)s on %(device)s, and neither is known to the staff’s stream", who=who, device=device
        )
    if _is_players_own(row, players):
        return None
    sign_ins = [*staff.signed_in(who, device, first, last)]
    if not sign_ins:
        return phrase("%(who)s was not signed in on %(device)s", who=who, device=device)
    at = moment_of(row.at)
    if at and not any(
        time - CLOCK_SLACK <= at <= time + SESSION_LASTS + CLOCK_SLACK for sign_in in sign_ins for time in sign_in.times
    ):
        return phrase(
            "its time, %(at)s, is in no session of %(who)s on %(device)s, who signed in at %(signed_in)s",
            at=row.at,
            who=who,
            device=device,
            signed_in=sign_ins[-1].times[0].isoformat(timespec="seconds").replace("+00:00", "Z"),
        )
    return None


def _is_players_own(row: StoredCommand, players: set[tuple[str, str]]) -> bool:
    """Whether a command is what a player sends from their phone for their own seat."""
    document = as_document(document_in(row.body))
    seat = document.get("player") if document.get("do") in _OF_PLAYERS else document.get(BY)
    return (seat, row.who) in players


AUTHORS = Check(
    name=marked("authors"),
    says=marked("every command is of somebody who was signed in on its device at its time"),
    things=COMMANDS,
    run=_check_authors,
)
"""The check of a night's commands; the house's are checked in the same way."""
