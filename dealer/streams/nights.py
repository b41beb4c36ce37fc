"""Nights as streams: a night at a head with all of its facts, and the rules by which commands and facts change it."""

from __future__ import annotations

from collections.abc import Sequence

from dealer.commands.commands import Command, Malformed, OpenNight
from dealer.commands.refusal import Refusal
from dealer.night.command_parsing import read_command
from dealer.night.decide import decide, open_night
from dealer.night.evolve import fold
from dealer.night.night import Night
from dealer.streams.runtime import Deciding, Document, StreamRules
from events.effective_facts import NightFacts
from events.facts.fact import Fact
from events.frozen import Frozen
from events.records import Recorded


class NightWithFacts(Frozen, kw_only=False):
    """A night and all of the facts that made it."""

    night: Night
    facts: NightFacts


def no_such_night(night: str) -> Refusal:
    """That the book has no such night."""
    return Refusal("no_such_night", "The book has no night %(night)s.", night=night[:64])


def _read(document: Document, before: NightWithFacts | None) -> Command:
    """A document as a command; where it does not read, the first reason there is to refuse it, and nothing is kept."""
    command = read_command(document, before.night if before else None)
    if isinstance(command, Malformed):
        if before:
            decide(before.night, command)
        raise command.refusal
    return command


def _decide(before: NightWithFacts | None, command: Command, deciding: Deciding) -> tuple[Fact, ...]:
    if before is None:
        assert isinstance(command, OpenNight)
        return (open_night(command),)
    return decide(before.night, command, deciding.document_of)


def _evolve(before: NightWithFacts | None, facts: Sequence[Recorded]) -> NightWithFacts:
    if before is None:
        return NightWithFacts(fold(facts), NightFacts(facts))
    return NightWithFacts(fold(facts, before.night), before.facts.followed_by(facts))


NIGHT_RULES: StreamRules[NightWithFacts] = StreamRules(
    missing=no_such_night,
    read=_read,
    decide=_decide,
    evolve=_evolve,
    is_open=lambda state: not state.night.closed,
    keeps_order=True,
)
