"""Stories of parts of a night: lines with a sentence, an author, a time and the events that they cite.

A line cites events or a refused command. The stories of stakes and rounds derive from :class:`Story`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from msgspec.structs import replace

from dealer.commands.commands import PLAYER_FIELDS
from dealer.commands.refusal import refusal_of
from dealer.night.command_parsing import command_type
from dealer.night.disputes import laws
from dealer.night.evolve import History
from dealer.night.night import Night
from events.common import night
from events.common.night import CommandAmended, CommandVoided, CommandVoidedForReason
from events.effective_events import EffectiveFold
from events.frozen import Frozen
from events.records import Recorded, RecordedCommand
from reports.rounds.subjects import Subject, subjects_of
from reports.words import night_words
from reports.words.formatting import cards_in_words, names_of
from reports.words.game_words import clauses, refusal_text
from reports.words.language import gettext as _
from reports.words.language import ngettext
from reports.words.sentences import asked_for, sentence_of, taken_back_text

SHORT_HASH = 8
"""Digits of a hash on a line; the list of sources has the whole hash."""


class Source(Frozen):
    """The source of a line: an event or a refused command, with its number and hash."""

    number: int
    what: str
    hash: str
    is_command: bool = False

    @property
    def numbered(self) -> str:
        """Its kind and number."""
        if self.is_command:
            return _("command %(number)s", number=self.number)
        return _("event %(number)s", number=self.number)


class Line(Frozen):
    """One line of a story. ``reason`` cites the rulebook; ``struck`` means that it was taken back later.

    ``gathers`` is a turn without effect; several in a row with the same ``reason`` become one line. ``dealer`` is
    whoever dealt then, "" if nobody was relieved all night.
    """

    text: str
    at: str
    until: str
    who: str
    device: str
    sources: tuple[Source, ...]
    reason: str = ""
    struck: bool = False
    refused: bool = False
    gathers: Quiet | None = None
    dealer: str = ""

    @property
    def numbers(self) -> str:
        """The numbers of its sources: ``events 41–43, 46``, ``command 17``."""
        numbers = runs_of([source.number for source in self.sources])
        if self.refused:
            return ngettext("command %(numbers)s", "commands %(numbers)s", len(self.sources), numbers=numbers)
        return ngettext("event %(numbers)s", "events %(numbers)s", len(self.sources), numbers=numbers)

    @property
    def short_hash(self) -> str:
        """The beginning of the hash of its last source."""
        return self.sources[-1].hash[:SHORT_HASH]


def events_of(lines: Iterable[Line]) -> tuple[int, ...]:
    """The versions of the events that the lines cite."""
    return tuple(source.number for line in lines for source in line.sources if not source.is_command)


class Quiet(Frozen, kw_only=False):
    """A turn without effect on a bet: its deal and number, and its cards in words."""

    deal: int
    turn: int
    cards: str


class Teller(Frozen, kw_only=False):
    """Makes lines from a night's events, and marks those that were taken back."""

    history: History
    taken_back: frozenset[int]
    has_reliefs: bool

    @classmethod
    def of(cls, history: History) -> Teller:
        """A teller for all events of a night."""
        has_reliefs = any(isinstance(recorded.event, night.DealerRelieved) for recorded in history.events)
        return cls(history, frozenset(EffectiveFold.of(history.events).taken_back_by), has_reliefs)

    def line(self, text: str, *events: Recorded, reason: str = "", gathers: Quiet | None = None) -> Line:
        """A line about events; the last one gives the time and the author."""
        last = events[-1]
        return Line(
            text=text,
            at=last.at,
            until=last.at,
            who=last.who,
            device=last.device,
            sources=tuple(source_of(recorded) for recorded in events),
            reason=reason,
            struck=self.is_struck(last),
            gathers=gathers,
            dealer=self.history.at(last.version).dealer if self.has_reliefs else "",
        )

    def is_struck(self, recorded: Recorded) -> bool:
        """Whether an event was taken back; a taking back is never struck itself."""
        return recorded.version in self.taken_back


def source_of(recorded: Recorded) -> Source:
    """An event as the source of a line."""
    return Source(number=recorded.version, what=recorded.kind, hash=recorded.hash)


def refused_line(text: str, command: RecordedCommand, names: Mapping[str, str]) -> Line:
    """A line about a refused command; ``names`` are the players' names by seat key."""
    word = command.document.get("do")
    source = Source(number=command.number, what=str(word)[:40], hash=command.hash, is_command=True)
    return Line(
        text=text,
        at=command.at,
        until=command.at,
        who=command.who,
        device=command.device,
        sources=(source,),
        reason=f"{refusal_text(refusal_of(command.refused or '', command.why), names)} [{command.refused}]",
        refused=True,
    )


def undo_text(event: CommandVoided | CommandAmended, taken: Sequence[Recorded], before: Night) -> tuple[str, str]:
    """The sentence of a taking back or correction in the state ``before`` it, and the reason."""
    if isinstance(event, CommandAmended):
        return sentence_of(before, event), ""
    reason = event.reason if isinstance(event, CommandVoidedForReason) else ""
    return taken_back_text(before, [recorded.event for recorded in taken]), reason


def gathered(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines, with runs of quiet turns of the same reason merged."""
    merged: list[Line] = []
    for key, group in groupby(lines, key=_kind_of_quiet):
        several = list(group)
        merged += [_as_one(several)] if key is not None else several
    return tuple(merged)


def _kind_of_quiet(line: Line) -> tuple[object, ...] | None:
    same = line.reason, line.struck, line.who, line.device, line.dealer
    return (line.gathers.deal, *same) if line.gathers else None


def _as_one(lines: Sequence[Line]) -> Line:
    quiet = [line.gathers for line in lines if line.gathers]
    text = ngettext(
        "Turn %(turns)s: %(cards)s.",
        "Turns %(turns)s: %(cards)s.",
        len(quiet),
        turns=runs_of([line.turn for line in quiet]),
        cards=clauses(*(line.cards for line in quiet)),
    )
    return replace(
        lines[0],
        text=text,
        until=lines[-1].until,
        sources=tuple(source for line in lines for source in line.sources),
    )


def runs_of(numbers: Sequence[int]) -> str:
    """Numbers with runs shortened.

    >>> runs_of([41, 42, 43, 46]), runs_of([7]), runs_of([8, 9])
    ('41–43, 46', '7', '8, 9')
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


@dataclass
class Story(ABC):
    """Collects the lines of a story from a night's events and refused commands, each with its place in the order.

    The place of a line is the event it follows, and the number of the command there. ``covered`` are the versions of
    the events that the story cites, ``disputes`` the claims of the disputes about it, by key.
    """

    history: History
    lines: list[tuple[tuple[int, int], Line]] = field(default_factory=list)
    covered: set[int] = field(default_factory=set)
    disputes: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.stood = EffectiveFold.of(self.history.events[:1])
        self.teller = Teller.of(self.history)
        self.names = names_of(self.history.events)
        self.subjects = subjects_of(self.history.events)

    @abstractmethod
    def tell(self, at: int, recorded: Recorded) -> bool:
        """Add the lines of the event at index ``at``; false if the event does not belong to the story."""

    @abstractmethod
    def about(self, subject: Subject) -> str:
        """The subject of a dispute in words; "" for a dispute that does not belong to the story."""

    @abstractmethod
    def concerns(self, command: RecordedCommand) -> bool:
        """Whether a refused command belongs to the story."""

    def follow(self, commands: Sequence[RecordedCommand]) -> tuple[Line, ...]:
        """All lines: events, disputes and rulings, what was taken back, and refused commands."""
        for at in range(1, len(self.history.events)):
            recorded = self.stood.follow(self.history.events[at])
            if not self.tell(at, recorded):
                self._around(at, recorded)
        for command in commands:
            if command.refused and command.version_before <= self.history.version and self.concerns(command):
                line = refusal_line(command, self.history)
                self.lines.append(((command.version_before, command.number), line))
        return tuple(line for _, line in sorted(self.lines, key=lambda placed: placed[0]))

    def add(self, text: str, *events: Recorded, reason: str = "", gathers: Quiet | None = None) -> None:
        """Add a line about events."""
        line = self.teller.line(text, *events, reason=reason, gathers=gathers)
        self.lines.append(((events[-1].version, 0), line))
        self.covered.update(recorded.version for recorded in events)

    def is_of_a_dispute(self, command: RecordedCommand) -> bool:
        """Whether a command names a dispute of the story."""
        return bool(named_in(command, "dispute") & self.disputes.keys())

    def _around(self, at: int, recorded: Recorded) -> None:
        """Add disputes, rulings, and takings back that belong to the story."""
        match recorded.event:
            case night.DisputeRaised() as raised if about := self.about(self.subjects[recorded.version]):
                self.disputes[raised.dispute] = raised.claim
                self.add(raised_text(raised, self.names, about), recorded)
            case night.DisputeRuled() as ruled if ruled.dispute in self.disputes:
                text, reason = ruled_text(ruled, self.names, self.disputes[ruled.dispute])
                self.add(text, recorded, reason=reason)
            case night.CommandVoided() | night.CommandAmended() as undoing:
                taken = self.stood.took_back[recorded.version]
                if any(other.version in self.covered for other in taken):
                    text, reason = undo_text(undoing, taken, self.history.states[at - 1])
                    self.add(text, recorded, reason=reason)
            case _:
                pass


def named_in(command: RecordedCommand, *fields: str) -> set[str]:
    """The text arguments of a command in some of its fields."""
    return {value for field in fields if isinstance(value := command.document.get(field), str)}


def players_in(command: RecordedCommand) -> set[str]:
    """The players that a command names."""
    return named_in(command, *PLAYER_FIELDS)


def refusal_line(command: RecordedCommand, history: History) -> Line:
    """A refused command as a line: the command in words, and the sentence of the refusal."""
    stood = history.at(max(command.version_before, 1))
    wanted = asked_for(stood, command.document, cards_in_words)
    return refused_line(_("Refused: %(command)s", command=wanted), command, stood.names)


def raised_text(event: night.DisputeRaised, names: Mapping[str, str], about: str) -> str:
    """The sentence of a raised dispute; ``about`` is its subject in words."""
    return night_words.raised(names[event.player], about, event.claim)


def ruled_text(event: night.DisputeRuled, names: Mapping[str, str], claim: str = "") -> tuple[str, str]:
    """The sentence of a ruling with its corrections, and the law and reason cited; ``claim`` names the dispute."""
    reason = _("Ruled: %(reason)s", reason=event.reason)
    if event.law:
        title = _(laws()[event.law - 1])
        reason = _("Law %(law)s, %(title)s: %(reason)s", law=event.law, title=title, reason=event.reason)
    return night_words.ruled(event, names, with_law=False, claim=claim), reason


def is_to_lay(command: RecordedCommand) -> bool:
    """Whether a command is one that lays a stake."""
    kind = command_type(str(command.document.get("do")))
    return kind is not None and "stake" in kind.__struct_fields__
