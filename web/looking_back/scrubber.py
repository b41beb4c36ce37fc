"""The scrubber of a page that shows a night as of a fact: what that fact was, and the ways to the others."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Any

from flask import request, url_for

from dealer.games import game_called
from dealer.night.night import Night
from events.facts.play import RoundBegun, TurnPlayed
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded
from reports.words.game_words import words_of
from reports.words.naming import where_play_stands
from web.app.authorization import LOOKS_BACK
from web.app.links import board_link, player_link
from web.app.request_parsing import Moment, assistant, newest_versions
from web.looking_back.steps import Step, step_to, steps_of, time_of

_LEAST_APART, _LEAST_APART_ON_A_PHONE = 0.075, 0.17
"""Labels that would lie closer than this, as a part of the whole track, leave the later one out."""


class Part(Frozen):
    """Where a round begins on the track: after which fact, how far along (0 to 1), its label or none.

    ``on_phone`` is whether there is room for the label on a narrow screen too.
    """

    at: int
    along: float
    label: str
    on_phone: bool = False


class Track(Frozen):
    """The track of a night, to scrub along: its rounds, and the facts with which a turn or a command ends."""

    last: int
    parts: tuple[Part, ...]
    turns: tuple[int, ...]
    commands: tuple[int, ...]


class Way(Frozen):
    """A step of the scrubber: its name, what it does in words, and the fact it leads to (0 for none)."""

    name: str
    words: str
    at: int

    @property
    def address(self) -> str:
        """The same page as of that fact."""
        return address_at(self.at)


class Screen(Frozen):
    """Another page of the night as of the same fact."""

    title: str
    address: str
    is_shown: bool


class Scrubber(Frozen):
    """A page's look back. ``said`` is what the command did, ``fact_said`` what its fact says where it made several."""

    night: str
    at: int
    time: str
    place: str
    track: Track
    command: int
    said: str
    fact_said: str
    refused: tuple[Step, ...]
    ways: tuple[Way, ...]
    screens: tuple[Screen, ...]
    players: tuple[Screen, ...]

    @property
    def last(self) -> int:
        """How many facts the night has by now."""
        return self.track.last

    @property
    def now(self) -> str:
        """The same page as it stands."""
        return address_at(0)

    @property
    def kept(self) -> tuple[tuple[str, str], ...]:
        """What the address names besides the fact."""
        return tuple((name, value) for name, value in request.args.items() if name != LOOKS_BACK)

    @property
    def aloud(self) -> str:
        """The fact in one line, for who hears the page."""
        return f"fact {self.at} of {self.last}, {self.place}: {self.said}"


def address_at(at: int) -> str:
    """The page of this request as of a fact; as it stands for 0."""
    named: dict[str, Any] = {**request.args.to_dict(), **(request.view_args or {})}
    named[LOOKS_BACK] = at or None
    return url_for(request.endpoint or "", **named)


def scrubber_of(moment: Moment) -> Scrubber:
    """The scrubber of the page of this request, which shows a night as of a fact."""
    night = moment.night.id
    steps = steps_of(night)

    def drawn() -> Track:
        return track_of(moment.night, assistant().history(night).until(moment.last), steps)

    track = newest_versions().of((night, "track"), moment.last, drawn)
    at = moment.head.version
    made_it = step_to(steps, at)
    return Scrubber(
        night=night,
        at=at,
        time=time_of(moment.facts[-1].at),
        place=where_play_stands(moment.night),
        track=track,
        command=made_it.number,
        said=made_it.said,
        fact_said=_fact_said(made_it, at),
        refused=tuple(step for step in steps if step.refused and step.before == at),
        ways=_ways(track, at),
        screens=_screens(moment.night, at),
        players=tuple(
            _screen(seat.name, f"{player_link(night, player)}?at={at}") for player, seat in moment.night.seats.items()
        ),
    )


def _fact_said(step: Step, at: int) -> str:
    """What a fact says besides its command; nothing where that made no other."""
    if len(step.facts) == 1:
        return ""
    place = at - step.before
    said = step.facts[place - 1].said
    return f"Fact {place} of {len(step.facts)}" + (f": {said}" if said != step.said else ".")


def track_of(night: Night, facts: Sequence[Recorded], steps: Sequence[Step]) -> Track:
    """The track of a night from its facts and its steps; rounds and turns are marked where their command ends."""
    last = len(facts)
    ends = tuple(step.after for step in steps if step.before < step.after <= last)

    def end(version: int) -> int:
        return ends[bisect_left(ends, version)]

    def called(begun: RoundBegun) -> str:
        game = game_of(begun)
        _, number = words_of(game).in_match(night.tables[game], begun.round_number)
        return f"{game_called(game).round_called.capitalize()} {number}"

    begun = [(end(one.version), called(one.fact)) for one in facts if isinstance(one.fact, RoundBegun)]
    turns = (one.version for one in facts if isinstance(one.fact, TurnPlayed))
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
        Way(name="first", words="To the first fact", at=1 if at > 1 else 0),
        Way(name="turn-back", words="Back a turn", at=_before(track.turns, at)),
        Way(name="back", words="Back a command", at=_before(track.commands, at)),
        Way(name="on", words="On a command", at=_after(track.commands, at)),
        Way(name="turn-on", words="On a turn", at=_after(track.turns, at)),
        Way(name="last", words="To the last fact", at=track.last if at < track.last else 0),
    )


def _before(marks: Sequence[int], at: int) -> int:
    place = bisect_left(marks, at)
    return marks[place - 1] if place else 0


def _after(marks: Sequence[int], at: int) -> int:
    place = bisect_right(marks, at)
    return marks[place] if place < len(marks) else 0


def _screens(night: Night, at: int) -> tuple[Screen, ...]:
    return (
        _screen("Table", url_for("pages.night", night=night.id, at=at)),
        _screen("Board", f"{board_link(night.id)}&at={at}"),
    )


def _screen(title: str, address: str) -> Screen:
    return Screen(title=title, address=address, is_shown=address.partition("?")[0] == request.path)
