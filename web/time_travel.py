"""A night as of an earlier event: its steps, and the scrubber that moves between them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from flask import request, url_for
from msgspec import field
from msgspec.structs import replace

from dealer.commands.commands import PLAYER_FIELDS
from dealer.commands.refusal import refusal_of
from dealer.games import game_called
from dealer.night.evolve import History
from dealer.night.night import Night
from events.cache import NewestVersions
from events.common.night import CommandVoided
from events.common.play import InTurn, RoundBegun, RoundDealt, StakeSettled, TurnPlayed
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded, RecordedCommand
from reports.rounds.story import is_to_lay
from reports.words.formatting import at_the_table, changed_offset
from reports.words.game_words import refusal_text, words_of
from reports.words.language import gettext as _
from reports.words.language import pgettext
from reports.words.naming import bet_of, in_turn, is_laid, part_of, turn_of, where_play_stands, within
from reports.words.sentences import asked_for, event_sentence, sentence, taken_back_text
from web.app.app_cache import kept_in_language
from web.app.authorization import LOOKS_BACK
from web.app.links import board_link, player_link
from web.app.request_parsing import Moment, newest_versions, service
from web.game_screens import screens_of

STEPS_AT_HAND = 4
"""Of how many nights the steps are kept; of any other they are made again when they are asked for."""


class EventLine(Frozen):
    """One event of a command; ``moved_cents`` is all the money that changed accounts by it."""

    version: int
    hash: str
    moved_cents: int
    sentence: str


class BetNamed(Frozen, kw_only=False):
    """A bet by its key, and what it is called."""

    key: str
    called: str


class Step(Frozen):
    """One command: its events are those after ``before`` up to ``after``, none where it was refused (a code).

    ``time`` is by the table's clock. ``bets`` are those that it names or settles, ``players`` the keys of whom it
    names. ``taken_back_by`` is the number of the command that took it back, ``takes_back`` that of the one it took
    back; 0 for none.

    ``turn`` is the number of the turn that it dealt or played, else of the one that was on or came next; ``place`` is
    that with its deal or hand: ``deal 2, turn 7``, ``deal 2, before turn 8``, ``after hand 1``. ``dealer`` is whoever
    dealt what it dealt or played; "" for nothing.
    """

    number: int
    time: str
    who: str
    device: str
    word: str
    before: int
    after: int
    sentence: str
    part: str
    turn: int
    place: str
    dealer: str
    refused: str
    why: str
    events: tuple[EventLine, ...]
    bets: tuple[BetNamed, ...]
    players: frozenset[str]
    taken_back_by: int = 0
    takes_back: int = 0

    @property
    def moved_cents(self) -> int:
        """All the money that changed accounts by this command."""
        return sum(line.moved_cents for line in self.events)


class Steps(Frozen, kw_only=False):
    """The steps of a night so far; ``places`` are theirs by the ids of their commands, ``hash`` is the last one's."""

    made: tuple[Step, ...] = ()
    places: Mapping[str, int] = field(default_factory=dict)
    hash: str = ""

    def continued(self, history: History, later: Sequence[RecordedCommand]) -> Steps:
        """With the steps of the commands that came since; ``history`` has all that these made."""
        made, places = list(self.made), dict(self.places)
        for recorded_command in later:
            voided = _voided(history.events[recorded_command.version_before : recorded_command.version_after])
            undone = made[places[voided]] if voided in places else None
            places[recorded_command.id] = len(made)
            made.append(_step(history, recorded_command, undone))
            if undone:
                made[places[voided]] = replace(undone, taken_back_by=recorded_command.number)
        return Steps(tuple(made), places, later[-1].hash) if later else self


def steps_of(night: str) -> tuple[Step, ...]:
    """The steps of a night by now; those that were made before are gone on from.

    Raises :class:`Refusal` (``no_such_night``) where there is no such night.
    """
    head = service().book.command_head(night)
    newest_versions: NewestVersions[str] = kept_in_language("casekeeper steps", lambda: NewestVersions(STEPS_AT_HAND))
    return newest_versions.going_on(night, head, lambda known: _by_now(night, known or Steps())).made


def _by_now(night: str, known: Steps) -> Steps:
    """The steps of a night gone on from those known, as long as the book has the last of these as it was."""
    book = service().book
    since = book.commands(night, after=known.made[-1].number - 1) if known.made else []
    if since and since[0].hash == known.hash:
        later = since[1:]
    else:
        known, later = Steps(), book.commands(night)
    # Read after the commands: what they made is there by then.
    return known.continued(service().history(night), later)


def step_to(steps: Iterable[Step], version: int) -> Step:
    """The command that made an event."""
    return next(step for step in steps if step.before < version <= step.after)


def time_of(at: str, opened: str) -> str:
    """A recorded moment by the machine's clock, to the second; with its offset if the clock has changed since."""
    return f"{at_the_table(at, None):%H:%M:%S}{changed_offset(at, opened)}"


def _voided(events: Iterable[Recorded]) -> str:
    """The id of the command that these events take back; "" where they take none back."""
    return next((event.event.command for event in events if isinstance(event.event, CommandVoided)), "")


def _step(history: History, command: RecordedCommand, undone: Step | None) -> Step:
    """A command as a step; ``undone`` is the one that it takes back."""
    before, after = command.version_before, command.version_after
    events = history.events[before:after]
    stood = history.at(after or 1)
    played = next((event.event.turn_number for event in events if isinstance(event.event, InTurn)), 0)
    return Step(
        number=command.number,
        time=time_of(command.at, history.events[0].at),
        who=command.who,
        device=command.device,
        word=str(command.document.get("do", "")),
        before=before,
        after=after,
        sentence=_sentence(history, command, events, undone),
        part=part_of(stood),
        turn=played or turn_of(stood),
        place=within(part_of(stood), in_turn(played)) if played else where_play_stands(stood),
        dealer=stood.dealer if any(isinstance(recorded.event, InTurn | RoundDealt) for recorded in events) else "",
        refused=command.refused or "",
        why=refusal_text(refusal_of(command.refused, command.why), stood.names) if command.refused else "",
        events=_lines(history, events),
        bets=tuple(BetNamed(key, _bet_called(history, command, key)) for key in _bets(command.document, events)),
        players=_players(command.document, events),
        takes_back=undone.number if undone else 0,
    )


def _sentence(history: History, command: RecordedCommand, events: Sequence[Recorded], undone: Step | None) -> str:
    if not events:
        return asked_for(history.at(max(command.version_before, 1)), command.document)
    if undone:
        # The command taken back is the last that stood, and its bets still lay before.
        taken = [recorded.event for recorded in history.events[undone.before : undone.after]]
        return taken_back_text(history.at(command.version_before), taken)
    return sentence(history.at(command.version_after), [event.event for event in events])


def _lines(history: History, events: Sequence[Recorded]) -> tuple[EventLine, ...]:
    return tuple(
        EventLine(
            version=recorded.version,
            hash=recorded.hash,
            moved_cents=sum(move.amount_cents for move in recorded.event.moves),
            sentence=event_sentence(
                history.at(max(recorded.version - 1, 1)), history.at(recorded.version), recorded.event
            ),
        )
        for recorded in events
    )


def _bets(document: Mapping[str, Any], events: Iterable[Recorded]) -> tuple[str, ...]:
    named = document.get("bet")
    settled = (event.event.bet for event in events if isinstance(event.event, StakeSettled))
    return tuple(dict.fromkeys((*([named] if isinstance(named, str) and named else []), *settled)))


def _bet_called(history: History, command: RecordedCommand, key: str) -> str:
    """A bet as the command found it, or as it left it where the command laid it; one that was refused has no place."""
    before, after = (history.at(max(version, 1)) for version in (command.version_before, command.version_after))
    if command.refused and is_to_lay(command):
        return _("The bet that was asked for")
    return bet_of(before if is_laid(before, key) else after, key)


def _players(document: Mapping[str, Any], events: Iterable[Recorded]) -> frozenset[str]:
    named = {document.get(name) for name in PLAYER_FIELDS}
    of_events = {getattr(recorded.event, name, None) for recorded in events for name in PLAYER_FIELDS}
    return frozenset(player for player in named | of_events if isinstance(player, str))


_LEAST_APART, _LEAST_APART_ON_A_PHONE = 0.075, 0.17
"""Labels that would lie closer than this, as a part of the whole track, leave the later one out."""


class Part(Frozen):
    """Where a round begins on the track: after which event, how far along (0 to 1), its label or none.

    ``on_phone`` is whether there is room for the label on a narrow screen too.
    """

    at: int
    along: float
    label: str
    on_phone: bool = False


class Track(Frozen):
    """The track of a night, to scrub along: its rounds, and the events with which a turn or a command ends."""

    last: int
    parts: tuple[Part, ...]
    turns: tuple[int, ...]
    commands: tuple[int, ...]


class Way(Frozen):
    """A step of the scrubber: its name, what it does in words, and the event it leads to (0 for none)."""

    name: str
    words: str
    at: int

    @property
    def address(self) -> str:
        """The same page as of that event."""
        return address_at(self.at)


class Screen(Frozen):
    """Another page of the night as of the same event."""

    title: str
    address: str
    is_shown: bool


class Scrubber(Frozen):
    """The time travel bar of a page: ``sentence`` tells what the command did, ``event_sentence`` one event of it."""

    night: str
    at: int
    time: str
    place: str
    track: Track
    command: int
    sentence: str
    event_sentence: str
    refused: tuple[Step, ...]
    ways: tuple[Way, ...]
    screens: tuple[Screen, ...]
    players: tuple[Screen, ...]

    @property
    def last(self) -> int:
        """How many events the night has by now."""
        return self.track.last

    @property
    def now(self) -> str:
        """The same page as it stands."""
        return address_at(0)

    @property
    def kept(self) -> tuple[tuple[str, str], ...]:
        """What the address names besides the event."""
        return tuple((name, value) for name, value in request.args.items() if name != LOOKS_BACK)

    @property
    def aloud(self) -> str:
        """The event in one line, for who hears the page."""
        return _(
            "event %(at)s of %(last)s, %(place)s: %(sentence)s",
            at=self.at,
            last=self.last,
            place=self.place,
            sentence=self.sentence,
        )


def address_at(at: int) -> str:
    """The page of this request as of an event; as it stands for 0."""
    named: dict[str, Any] = {**request.args.to_dict(), **(request.view_args or {})}
    named[LOOKS_BACK] = at or None
    return url_for(request.endpoint or "", **named)


def scrubber_of(moment: Moment) -> Scrubber:
    """The scrubber of the page of this request, which shows a night as of an event."""
    night = moment.night.id
    steps = steps_of(night)

    def drawn() -> Track:
        return track_of(moment.night, service().history(night).until(moment.last), steps)

    track = newest_versions().of((night, "track"), moment.last, drawn)
    at = moment.head.version
    made_it = step_to(steps, at)
    return Scrubber(
        night=night,
        at=at,
        time=time_of(moment.events[-1].at, moment.events[0].at),
        place=where_play_stands(moment.night),
        track=track,
        command=made_it.number,
        sentence=made_it.sentence,
        event_sentence=_event_sentence(made_it, at),
        refused=tuple(step for step in steps if step.refused and step.before == at),
        ways=_ways(track, at),
        screens=_screens(moment.night, at),
        players=tuple(
            _screen(seat.name, f"{player_link(night, player)}?at={at}") for player, seat in moment.night.seats.items()
        ),
    )


def _event_sentence(step: Step, at: int) -> str:
    """What an event says besides its command; nothing where that made no other."""
    if len(step.events) == 1:
        return ""
    place = at - step.before
    text = step.events[place - 1].sentence
    if text == step.sentence:
        return _("Event %(place)s of %(number)s.", place=place, number=len(step.events))
    return _("Event %(place)s of %(number)s: %(text)s", place=place, number=len(step.events), text=text)


def _label(kind: str, number: int) -> str:
    """The label of a round on the track."""
    match kind:
        case "deal":
            return pgettext("track", "Deal %(number)s", number=number)
        case "hand":
            return pgettext("track", "Hand %(number)s", number=number)
        case _:
            return pgettext("track", "Round %(number)s", number=number)


def track_of(night: Night, events: Sequence[Recorded], steps: Sequence[Step]) -> Track:
    """The track of a night from its events and its steps; rounds and turns are marked where their command ends."""
    last = len(events)
    ends = tuple(step.after for step in steps if step.before < step.after <= last)

    def end(version: int) -> int:
        return ends[bisect_left(ends, version)]

    def called(begun: RoundBegun) -> str:
        game = game_of(begun)
        number = words_of(game).in_match(night.tables[game], begun.round_number)[1]
        return _label(game_called(game).round_called, number)

    begun = [(end(event.version), called(event.event)) for event in events if isinstance(event.event, RoundBegun)]
    turns = (recorded.version for recorded in events if isinstance(recorded.event, TurnPlayed))
    return Track(last=last, parts=_parts(begun, last), turns=tuple(map(end, turns)), commands=ends)


def _parts(begun: Sequence[tuple[int, str]], last: int) -> tuple[Part, ...]:
    parts: list[Part] = []
    labelled = on_phone = -1.0
    for at, label in begun:
        along = (at - 1) / max(last - 1, 1)
        if along - labelled < _LEAST_APART:
            label = ""
        else:
            labelled = along
            if along - on_phone >= _LEAST_APART_ON_A_PHONE:
                on_phone = along
        parts.append(Part(at=at, along=along, label=label, on_phone=on_phone == along))
    return tuple(parts)


def _ways(track: Track, at: int) -> tuple[Way, ...]:
    return (
        Way(name="first", words=_("To the first event"), at=1 if at > 1 else 0),
        Way(name="turn-back", words=_("Back a turn"), at=_before(track.turns, at)),
        Way(name="back", words=_("Back a command"), at=_before(track.commands, at)),
        Way(name="on", words=_("On a command"), at=_after(track.commands, at)),
        Way(name="turn-on", words=_("On a turn"), at=_after(track.turns, at)),
        Way(name="last", words=_("To the last event"), at=track.last if at < track.last else 0),
    )


def _before(marks: Sequence[int], at: int) -> int:
    place = bisect_left(marks, at)
    return marks[place - 1] if place else 0


def _after(marks: Sequence[int], at: int) -> int:
    place = bisect_right(marks, at)
    return marks[place] if place < len(marks) else 0


def _screens(night: Night, at: int) -> tuple[Screen, ...]:
    has_odds = bool(screens_of(night.dealing).odds)
    return (
        _screen(pgettext("screen", "Table"), url_for("pages.night", night=night.id, at=at)),
        _screen(pgettext("screen", "Board"), f"{board_link(night.id)}&at={at}"),
        *((_screen(_("Odds"), url_for("odds.page", night=night.id, at=at)),) if has_odds else ()),
    )


def _screen(title: str, address: str) -> Screen:
    return Screen(title=title, address=address, is_shown=address.partition("?")[0] == request.root_path + request.path)
