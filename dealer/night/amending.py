"""Corrects or strikes a command in its place by replaying the deal or hand.

Only commands of the deal or hand that is on can be corrected: the one that began it, and all since. Every later command
is replayed in order; commands that are now refused are dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dealer.commands.commands import OF_PROGRAM, Amend, Command, Void
from dealer.commands.refusal import Amount, Listed, Player, Refusal
from dealer.night.boxes import check_same_cards
from dealer.night.command_parsing import read_command
from dealer.night.evolve import SnapshotLoader, evolve_all, night_before
from dealer.night.house import AT_CAGE, Context, Earlier
from dealer.night.night import Frame, Night
from events.common.event import Event
from events.common.night import CarriedPaid, CommandAmended, CommandGivenAgain, DepositDrawn
from events.frozen import Frozen
from ledger.accounts import checks, reversed_moves

Document = dict[str, Any]
Decide = Callable[[Night, Command, Context], tuple[Event, ...]]
"""The rules, as a correction calls them for each command that it replays."""


class Dropped(Frozen):
    """A later command that is refused when replayed: its id, its document, and the refusal."""

    command: str
    document: Document
    refusal: Refusal


class Amended(Frozen):
    """A correction worked out: its events, and the later commands that it drops."""

    events: tuple[Event, ...]
    dropped: tuple[Dropped, ...]

    @property
    def drop(self) -> tuple[str, ...]:
        """The ids of the dropped commands, in order."""
        return tuple(dropped.command for dropped in self.dropped)

    @property
    def given_again(self) -> frozenset[str]:
        """The ids of the replayed commands, including the corrected command."""
        return frozenset(event.command for event in self.events if isinstance(event, CommandGivenAgain))


def check_on(night: Night) -> None:
    """Refuse (``wrong_phase``) a correction if no deal or hand is on."""
    if night.game_on is None:
        raise _not_of_what_is_on()


def _not_of_what_is_on() -> Refusal:
    return Refusal("wrong_phase", "Only the current deal or hand can be corrected.")


def frames_since(night: Night, command: str) -> list[Frame]:
    """The frames of the deal or hand that is on, newest first, down to a command.

    Raises :class:`Refusal`: ``unknown_command`` if the command is not in effect, ``wrong_phase`` if it is older than
    the deal or hand, or none is on.
    """
    found, back = list[Frame](), SnapshotLoader()
    for frame in night.frames if night.game_on else ():
        found.append(frame)
        if frame.command == command:
            return found
        if back.before(frame).game_on is None:
            break
    if command == night.opened_by or any(frame.command == command for frame in night.frames):
        raise _not_of_what_is_on()
    raise Refusal(
        "unknown_command", "This night has no command %(command)s, or it was taken back.", command=command[:64]
    )


def amended(night: Night, command: str, instead: Document | None, context: Context, decide: Decide) -> Amended:
    """Replace a command by ``instead``, or strike it, and replay all later commands.

    Raises :class:`Refusal` as :func:`frames_since` does, as the rules do for ``instead`` in its place, and
    ``not_allowed_here`` for a command that itself takes back or corrects, or that concerns the cage: counts, slips,
    deposits and carried markers stay as they are.
    """
    earlier, again = context.earlier, context.again
    assert earlier is not None, "a correction needs the commands that stand"
    undone = frames_since(night, command)
    if _concerns_cage(undone[-1]):
        raise Refusal("not_allowed_here", "Counts, slips, deposits and old markers cannot be corrected this way.")
    now, events = night_before(undone[-1]), list[Event]()
    if instead is not None:
        if instead.get("do") in (Void.do, Amend.do):
            raise Refusal("not_allowed_here", "Replace a command with a single other command.")
        if instead.get("do") in AT_CAGE | OF_PROGRAM:
            raise Refusal("not_allowed_here", "Counts, slips, deposits and old markers cannot be corrected this way.")
        made = decide(now, read_command(instead, now), context.instead(instead))
        now = evolve_all(now, command, made)
        events += (CommandGivenAgain(command=command, words_of=None), *made)
    dropped: list[Dropped] = []
    for frame in reversed(undone[:-1]):
        document, made = document_of(frame, earlier), _as_they_are(night, now, frame)
        try:
            made = made or decide(now, read_command(document, now), again)
        except Refusal as refusal:
            dropped.append(Dropped(command=frame.command, document=document, refusal=refusal))
            continue
        now = evolve_all(now, frame.command, made)
        events += (CommandGivenAgain(command=frame.command, words_of=frame.words_of or frame.command), *made)
    check_same_cards(night, now)
    first = CommandAmended(
        command=command,
        struck=instead is None,
        undone=tuple(frame.command for frame in undone),
        dropped=tuple(row.command for row in dropped),
        moves=reversed_moves(tuple(move for frame in reversed(undone) for move in frame.moves)),
    )
    return Amended(events=(first, *events), dropped=tuple(dropped))


def _concerns_cage(frame: Frame) -> bool:
    return frame.stays or (bool(frame.events) and isinstance(frame.events[0], DepositDrawn | CarriedPaid))


def _as_they_are(night: Night, now: Night, frame: Frame) -> tuple[Event, ...]:
    """The events of a command that a correction leaves as it is; empty for any other command.

    ``night`` is the night as it stands, ``now`` the night so far with the correction. Raises :class:`Refusal`
    (``not_allowed_here``) if the seat would not be its card's any more, or its checks would not pay the old markers.
    """
    if not _concerns_cage(frame):
        return ()
    for event in frame.events:
        if isinstance(event, CarriedPaid | DepositDrawn):
            seat = now.seats.get(event.player)
            if seat is None or not seat.taken or seat.card != night.seats[event.player].card:
                raise Refusal(
                    "not_allowed_here",
                    "%(player)s has used their deposit or paid old markers since then. Take that back first.",
                    player=Player(event.player),
                )
        if not isinstance(event, CarriedPaid) or event.tender == "cash":
            continue
        if now.ledger.balance(checks(event.player)) < event.amount_cents:
            raise Refusal(
                "not_allowed_here",
                "%(player)s would not have the checks that paid %(amount)s on old markers since then.",
                player=Player(event.player),
                amount=Amount(event.amount_cents),
            )
    return frame.events


def amend(night: Night, command: Amend, context: Context, decide: Decide) -> tuple[Event, ...]:
    """The events of a correction; raises ``not_allowed_here`` unless it names exactly the commands that it drops."""
    found = amended(night, command.command, command.instead, context, decide)
    if set(command.drop) != set(found.drop):
        if not found.drop:
            raise Refusal(
                "not_allowed_here", "The correction would undo other commands than those named: it would undo none."
            )
        raise Refusal(
            "not_allowed_here",
            "The correction would undo other commands than those named: %(commands)s.",
            commands=Listed(found.drop),
        )
    return found.events


def document_of(frame: Frame, earlier: Earlier) -> Document:
    """The document of a command in effect, or of the last correction of it."""
    if not frame.words_of or frame.words_of == frame.command:
        return earlier(frame.command)
    corrected: Document = earlier(frame.words_of)["instead"]
    return corrected
