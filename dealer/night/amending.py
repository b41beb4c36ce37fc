"""Putting a command right in its place: the deal or hand decided again as if it had been given so then.

Only commands of the deal or hand that is on can be corrected: the one that began it, and those given since. Everything
later is given again in its order; what is refused now falls out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dealer.commands.commands import Amend, Command, Void
from dealer.commands.refusal import Listed, Refusal
from dealer.night.command_parsing import read_command
from dealer.night.evolve import LookingBack, evolve_all, night_before
from dealer.night.night import Frame, Night
from events.facts.fact import Fact
from events.facts.night import CommandAmended, CommandGivenAgain
from events.frozen import Frozen
from ledger.accounts import reversed_moves

Document = dict[str, Any]
Decide = Callable[[Night, Command], tuple[Fact, ...]]
"""The rules as a correction asks them of each command that it gives again."""

Earlier = Callable[[str], Document]
"""The document of a command that was taken earlier, by its id."""


class Dropped(Frozen):
    """A later command that could not be given any more: its id, what it asked, and why not."""

    command: str
    document: Document
    refusal: Refusal


class Amended(Frozen):
    """A correction worked out: the facts it makes, and the later commands that fall out of it."""

    facts: tuple[Fact, ...]
    dropped: tuple[Dropped, ...]

    @property
    def drop(self) -> tuple[str, ...]:
        """The ids of the commands that fall out, in their order."""
        return tuple(dropped.command for dropped in self.dropped)

    @property
    def given_again(self) -> frozenset[str]:
        """The ids of the commands that are given again, the corrected one among them."""
        return frozenset(fact.command for fact in self.facts if isinstance(fact, CommandGivenAgain))


def check_on(night: Night) -> None:
    """Refuse (``wrong_phase``) where no deal or hand is on: nothing can be put right then."""
    if night.game_on is None:
        raise _not_of_what_is_on()


def _not_of_what_is_on() -> Refusal:
    return Refusal("wrong_phase", "Only the deal or hand that is on can be corrected, from its start.")


def frames_since(night: Night, command: str) -> list[Frame]:
    """What stands of the deal or hand that is on, the last first, down to one of its commands.

    Raises :class:`Refusal`: ``unknown_command`` where no such command stands, ``wrong_phase`` where it was given
    before the deal or hand that is on, or none is on.
    """
    found, back = list[Frame](), LookingBack()
    for frame in night.course if night.game_on else ():
        found.append(frame)
        if frame.command == command:
            return found
        if back.before(frame).game_on is None:
            break
    if command == night.opened_by or any(frame.command == command for frame in night.course):
        raise _not_of_what_is_on()
    raise Refusal("unknown_command", "No command %(command)s stands in this night.", command=command[:64])


def amended(night: Night, command: str, instead: Document | None, earlier: Earlier, decide: Decide) -> Amended:
    """A command put right by ``instead``, or struck, and all later ones given again.

    Raises :class:`Refusal` as :func:`frames_since` does, what the rules say to ``instead`` at its place, and
    ``not_allowed_here`` for one that takes back or corrects itself.
    """
    undone = frames_since(night, command)
    now, facts = night_before(undone[-1]), list[Fact]()
    if instead is not None:
        if instead.get("do") in (Void.do, Amend.do):
            raise Refusal("not_allowed_here", "A command is put right by one that stands by itself.")
        made = decide(now, read_command(instead, now))
        now = evolve_all(now, command, made)
        facts += (CommandGivenAgain(command=command, words_of=None), *made)
    dropped: list[Dropped] = []
    for frame in reversed(undone[:-1]):
        document = document_of(frame, earlier)
        try:
            made = decide(now, read_command(document, now))
        except Refusal as refusal:
            dropped.append(Dropped(command=frame.command, document=document, refusal=refusal))
            continue
        now = evolve_all(now, frame.command, made)
        facts += (CommandGivenAgain(command=frame.command, words_of=frame.words_of or frame.command), *made)
    first = CommandAmended(
        command=command,
        struck=instead is None,
        undone=tuple(frame.command for frame in undone),
        dropped=tuple(one.command for one in dropped),
        moves=reversed_moves(tuple(move for frame in reversed(undone) for move in frame.moves)),
    )
    return Amended(facts=(first, *facts), dropped=tuple(dropped))


def amend(night: Night, command: Amend, earlier: Earlier, decide: Decide) -> tuple[Fact, ...]:
    """The facts of a correction that says itself what falls out; ``not_allowed_here`` where that is not so."""
    found = amended(night, command.command, command.instead, earlier, decide)
    if set(command.drop) != set(found.drop):
        if not found.drop:
            raise Refusal(
                "not_allowed_here", "Other commands than those named could not be given any more; none would."
            )
        raise Refusal(
            "not_allowed_here",
            "Other commands than those named could not be given any more; these would: %(commands)s.",
            commands=Listed(found.drop),
        )
    return found.facts


def document_of(frame: Frame, earlier: Earlier) -> Document:
    """What a command that stands asked, in the words of the last correction that put it right, if one did."""
    if not frame.words_of or frame.words_of == frame.command:
        return earlier(frame.command)
    corrected: Document = earlier(frame.words_of)["instead"]
    return corrected
