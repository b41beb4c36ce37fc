"""What if: decides a night again with a command removed, changed or added. The book does not change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from typing import Any

from msgspec.structs import replace

from dealer.commands.commands import Amend, Command, CorrectionAsked, InvalidCommand, OpenNight, RuleDispute, Void
from dealer.commands.refusal import Refusal, refusal_of
from dealer.night.amending import Amended, Document, amended
from dealer.night.command_parsing import read_command
from dealer.night.decide import as_recorded, decide, open_again, taken_back
from dealer.night.evolve import History, evolve, evolve_all
from dealer.night.house import Context, HouseAt
from dealer.night.night import Dispute, Frame, Night, opening
from dealer.night_differences import Differences, corrections_to, differences_of
from events.common.event import Event
from events.common.night import CommandVoided, Correction
from events.frozen import Frozen
from events.records import Recorded, RecordedCommand


class Struck(Frozen, kw_only=False):
    """Command ``number`` is removed."""

    number: int


class Put(Frozen, kw_only=False):
    """Command ``number`` has another document."""

    number: int
    document: dict[str, Any]


class Inserted(Frozen, kw_only=False):
    """Another command is added right after command ``number``."""

    number: int
    document: dict[str, Any]


Change = Struck | Put | Inserted


class Fate(Enum):
    """What happens to a command in the other night, if it differs from the table."""

    STRUCK = "struck"
    CHANGED = "changed"
    INSERTED = "added"
    REFUSED = "now refused"
    TAKEN = "now taken"
    EMPTY = "takes nothing back"
    KEPT = "no longer drops out"


class Otherwise(Frozen):
    """A command with a different result. ``refusal`` is the new one, or the one at the table if it is accepted now."""

    number: int
    command: str
    document: dict[str, Any]
    fate: Fate
    refusal: Refusal | None = None


class Alternative(Frozen):
    """The other night: its state, its events (without hashes, as they are in no book), and the differences."""

    night: Night
    events: tuple[Recorded, ...]
    otherwise: tuple[Otherwise, ...]
    differences: Differences

    @property
    def corrections(self) -> tuple[Correction, ...]:
        """The moves that turn every player's net of the book into that of the other night."""
        return corrections_to(self.differences)


def what_if(
    history: History,
    commands: Sequence[RecordedCommand],
    changes: Sequence[Change],
    house_at: HouseAt,
    tell: Callable[[int], None] = lambda _: None,
) -> Alternative:
    """Decide a night again with some changes; ``commands`` are all of its commands, including refused ones.

    ``house_at`` gives the house that a command was decided with. ``tell`` is called with each command that is decided
    again. Raises :class:`Refusal`: ``bad_input`` for an unknown
    command, a command changed twice, and the removal of the opening; and the rules' own refusals of changed documents.
    """
    commands = [command for command in commands if command.version_after <= history.version]
    _check(changes, len(commands))
    first = min((change.number + isinstance(change, Inserted) for change in changes), default=len(commands) + 1)
    before = commands[first - 2].version_after if first > 1 else 0
    other = _OtherNight(
        history, house_at, before, [_asked(recorded_command) for recorded_command in commands[: first - 1]]
    )
    for recorded in commands[max(first - 2, 0) :]:
        for given in _asked_instead(recorded, changes):
            if given.number >= first or given.fate is Fate.INSERTED:
                other.carry_out(given)
                tell(1)
    assert other.night is not None
    return Alternative(
        night=other.night,
        events=tuple(other.events),
        otherwise=tuple(other.otherwise),
        differences=differences_of(history.at(history.version), history.events, other.night, other.events),
    )


def ruling_refused(night: Night, corrections: Iterable[Correction]) -> Refusal | None:
    """Why a ruling with these corrections would be refused now: a closed night, or a player who left or cannot pay."""
    dispute = "what if"
    command = RuleDispute(
        dispute=dispute,
        ruling="corrected",
        reason=dispute,
        corrections=tuple(
            CorrectionAsked(source=correction.source, target=correction.target, amount=correction.amount_cents)
            for correction in corrections
        ),
    )
    asks = Dispute(player="", about="", claim="", dealing=night.dealing, table=night.tables[night.dealing])
    raised = replace(night, disputes={**night.disputes, dispute: asks})
    try:
        decide(raised, command)
    except Refusal as refusal:
        return refusal
    return None


def _check(changes: Sequence[Change], last: int) -> None:
    seen: set[int] = set()
    for change in changes:
        if not 1 <= change.number <= last:
            raise Refusal(
                "bad_input",
                "The night has commands 1 to %(last)s and no command %(number)s.",
                last=last,
                number=change.number,
            )
        if change == Struck(1):
            raise Refusal("bad_input", "The command that opens the night cannot be struck.")
        if not isinstance(change, Inserted) and change.number in seen:
            raise Refusal("bad_input", "Command %(number)s is changed twice.", number=change.number)
        if not isinstance(change, Inserted):
            seen.add(change.number)


class _Asked(Frozen):
    """A command in the other night; ``refused`` is its refusal at the table, ``fate`` that of a change."""

    number: int
    recorded: RecordedCommand
    command: str
    document: dict[str, Any]
    refused: Refusal | None = None
    fate: Fate | None = None

    def fared(self, fate: Fate, refusal: Refusal | None = None) -> Otherwise:
        """The command with its different result."""
        return Otherwise(number=self.number, command=self.command, document=self.document, fate=fate, refusal=refusal)


def _asked(recorded: RecordedCommand) -> _Asked:
    return _Asked(
        number=recorded.number,
        recorded=recorded,
        command=recorded.id,
        document=recorded.document,
        refused=refusal_of(recorded.refused, recorded.why) if recorded.refused else None,
    )


def _asked_instead(recorded: RecordedCommand, changes: Sequence[Change]) -> Iterator[_Asked]:
    """A recorded command as changed or removed, followed by the commands added after it."""
    given, inserted = _asked(recorded), 0
    for edit in changes:
        match edit:
            case Struck(number=recorded.number):
                given = replace(given, fate=Fate.STRUCK)
            case Put(number=recorded.number, document=document) if document != recorded.document:
                given = replace(given, document=document, refused=None, fate=Fate.CHANGED)
            case _:
                pass
    yield given
    for change in changes:
        if isinstance(change, Inserted) and change.number == recorded.number:
            inserted += 1
            # No sender can give an id with a plus.
            ident = f"{recorded.id}+{inserted}"
            yield replace(given, command=ident, document=change.document, refused=None, fate=Fate.INSERTED)


class _OtherNight:
    """The other night while it is decided: its state, its events, and the commands with other results.

    It starts from the history's night as of the event ``before``; ``known`` are the commands until then.
    """

    def __init__(self, history: History, house_at: HouseAt, before: int, known: Iterable[_Asked]) -> None:
        self._house_at = house_at
        self.night = history.at(before) if before else None
        self._recorded = history.at(1).opened
        self.events = list(history.until(before)) if before else []
        self.otherwise: list[Otherwise] = []
        self._asked = {given.command: given for given in known}
        self._meant = {
            event.command: event.event.command for event in history.events if isinstance(event.event, CommandVoided)
        }

    def carry_out(self, given: _Asked) -> None:
        """Decide a command, and record it if its result differs from the table."""
        self._asked[given.command] = given
        if given.fate is Fate.STRUCK:
            self.otherwise.append(given.fared(Fate.STRUCK))
            return
        if given.fate is None and given.document.get("do") == Void.do:
            self._take_back_as_meant(given)
            return
        try:
            self._record(given, self._decide(given))
        except Refusal as refusal:
            if given.fate:
                raise
            if given.refused is None:
                self.otherwise.append(given.fared(Fate.REFUSED, refusal))
            return
        if given.fate:
            self.otherwise.append(given.fared(given.fate))
        elif given.refused:
            self.otherwise.append(given.fared(Fate.TAKEN, given.refused))

    def _decide(self, given: _Asked) -> tuple[Event, ...]:
        """Decide a command and fold its events into the night; returns the events."""
        command = read_command(given.document, self.night)
        if self.night is not None:
            events = self._events_of(given, command)
            self.night = evolve_all(self.night, given.command, events)
            return events
        if isinstance(command, InvalidCommand):
            raise command.refusal
        if not isinstance(command, OpenNight):
            raise Refusal("bad_input", "Open a night with 'open_night'.")
        opened = open_again(command, self._recorded, *as_recorded(self._recorded))
        self.night = opening(given.recorded.stream, opened, given.command)
        return (opened,)

    def _events_of(self, given: _Asked, command: Command) -> tuple[Event, ...]:
        """The events of a command; a correction from the table works out again which commands it drops."""
        assert self.night is not None
        # Whoever may not give a command at the table does not matter in what might have been.
        context = Context.recorded(given.recorded.document, self._document_of, self._house_at).again
        if given.fate or given.refused or not isinstance(command, Amend):
            return decide(self.night, command, context)
        found = amended(self.night, command.command, command.instead, context, decide)
        for dropped in found.dropped:
            if dropped.command not in command.drop:
                self.otherwise.append(self._asked[dropped.command].fared(Fate.REFUSED, dropped.refusal))
        for kept in found.given_again & frozenset(command.drop):
            self.otherwise.append(self._asked[kept].fared(Fate.KEPT))
        return found.events

    def _document_of(self, command: str) -> dict[str, Any]:
        return self._asked[command].document

    def _take_back_as_meant(self, given: _Asked) -> None:
        """Take back what a ``void`` took back at the table, and decide again the commands above it."""
        meant = self._meant.get(given.command)
        if meant is None:
            return
        assert self.night is not None
        try:
            decide(self.night, Void())
        except Refusal as refusal:
            self.otherwise.append(given.fared(Fate.REFUSED, refusal))
            return
        frames = self._frames_down_to(meant)
        if not frames:
            self.otherwise.append(given.fared(Fate.EMPTY))
            return
        for frame in frames:
            voided = taken_back(frame, given.document.get("reason") if frame.command == meant else None)
            self.night = evolve(self.night, given.command, voided)
            self._record(given, (voided,))
        for frame in frames[-2::-1]:
            above = self._asked[frame.command]
            try:
                self._record(above, self._decide(above))
            except Refusal as refusal:
                self.otherwise.append(above.fared(Fate.REFUSED, refusal))

    def _frames_down_to(self, command: str) -> list[Frame]:
        """The frames from the top down to a command; empty if it is not in effect."""
        frames: list[Frame] = []
        frame = self.night.top if self.night else None
        while frame:
            frames.append(frame)
            if frame.command == command:
                return frames
            frame = frame.previous
        return []

    def _record(self, given: _Asked, events: Iterable[Event]) -> None:
        row = given.recorded
        for version, event in enumerate(events, start=len(self.events) + 1):
            recorded = Recorded.in_no_book(event, stream=row.stream, version=version, command=given.command, at=row.at)
            self.events.append(replace(recorded, who=row.who, device=row.device))


_NOT_GIVEN = "+correction"
"""The id of a correction that is only proposed: no sender can give an id with a plus."""


class Proposed(Frozen):
    """A proposed correction; in its differences the ``other`` course is the night after it."""

    amended: Amended
    night: Night
    differences: Differences


def proposed(
    night: Night, events: Sequence[Recorded], command: str, instead: Document | None, context: Context
) -> Proposed:
    """Work out a correction of a night with all of its events, without recording it.

    Raises :class:`Refusal` as the correction itself would, whatever commands it says it drops.
    """
    if night.closed:
        raise Refusal("wrong_phase", "The night is closed.")
    found = amended(night, command, instead, context, decide)
    after = evolve_all(night, _NOT_GIVEN, found.events)
    others = (*events, *_recorded_after(events, found))
    return Proposed(amended=found, night=after, differences=differences_of(night, events, after, others))


def _recorded_after(events: Sequence[Recorded], found: Amended) -> list[Recorded]:
    """The events of a correction as they would follow these in the book, without position and hash."""
    last = events[-1]
    return [
        Recorded.in_no_book(event, stream=last.stream, version=version, command=_NOT_GIVEN, at=last.at)
        for version, event in enumerate(found.events, start=last.version + 1)
    ]
