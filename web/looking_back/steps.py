"""The steps of a night: each of its commands, refused ones too, with what it says, where play stood, and its facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import field
from msgspec.structs import replace

from dealer.commands.commands import PLAYER_FIELDS
from dealer.commands.refusal import refusal_of
from dealer.night.history import History
from events.cache import NewestVersions
from events.facts.night import CommandVoided
from events.facts.play import InTurn, StakeSettled
from events.frozen import Frozen
from events.records import Recorded, RecordedCommand
from reports.rounds.story import is_to_lay
from reports.words.commands import asked_for
from reports.words.formatting import at_the_table
from reports.words.naming import bet_of, in_turn, is_laid, part_of, turn_of, where_play_stands, within
from reports.words.sentences import fact_sentence, sentence, taken_back_said
from web.app.kept import kept_under
from web.app.request_parsing import assistant

STEPS_AT_HAND = 4
"""Of how many nights the steps are kept; of any other they are made again when they are asked for."""


class FactLine(Frozen):
    """One fact of a command; ``moved_cents`` is all the money that changed accounts by it."""

    version: int
    hash: str
    moved_cents: int
    said: str


class BetNamed(Frozen, kw_only=False):
    """A bet by its key, and what it is called."""

    key: str
    called: str


class Step(Frozen):
    """One command: its facts are those after ``before`` up to ``after``, none where it was refused (a code).

    ``time`` is by the table's clock. ``bets`` are those that it names or settles, ``players`` the keys of whom it
    names. ``taken_back_by`` is the number of the command that took it back, ``takes_back`` that of the one it took
    back; 0 for none.

    ``turn`` is the number of the turn that it dealt or played, else of the one that was on or came next; ``place`` is
    that with its deal or hand: ``deal 2, turn 7``, ``deal 2, before turn 8``, ``after hand 1``.
    """

    number: int
    time: str
    who: str
    device: str
    word: str
    before: int
    after: int
    said: str
    part: str
    turn: int
    place: str
    refused: str
    why: str
    facts: tuple[FactLine, ...]
    bets: tuple[BetNamed, ...]
    players: frozenset[str]
    taken_back_by: int = 0
    takes_back: int = 0

    @property
    def moved_cents(self) -> int:
        """All the money that changed accounts by this command."""
        return sum(line.moved_cents for line in self.facts)


class Steps(Frozen, kw_only=False):
    """The steps of a night so far; ``places`` are theirs by the ids of their commands, ``hash`` is the last one's."""

    made: tuple[Step, ...] = ()
    places: Mapping[str, int] = field(default_factory=dict)
    hash: str = ""

    def continued(self, history: History, later: Sequence[RecordedCommand]) -> Steps:
        """With the steps of the commands that came since; ``history`` has all that these made."""
        made, places = list(self.made), dict(self.places)
        for one in later:
            voided = _voided(history.facts[one.version_before : one.version_after])
            undone = made[places[voided]] if voided in places else None
            places[one.id] = len(made)
            made.append(_step(history, one, undone))
            if undone:
                made[places[voided]] = replace(undone, taken_back_by=one.number)
        return Steps(tuple(made), places, later[-1].hash) if later else self


def steps_of(night: str) -> tuple[Step, ...]:
    """The steps of a night by now; those that were made before are gone on from.

    Raises :class:`Refusal` (``no_such_night``) where there is no such night.
    """
    head = assistant().book.command_head(night)
    kept: NewestVersions[str] = kept_under("casekeeper steps", lambda: NewestVersions(STEPS_AT_HAND))
    return kept.going_on(night, head, lambda known: _by_now(night, known or Steps())).made


def _by_now(night: str, known: Steps) -> Steps:
    """The steps of a night gone on from those known, as long as the book has the last of these as it was."""
    book = assistant().book
    since = book.commands(night, after=known.made[-1].number - 1) if known.made else []
    if since and since[0].hash == known.hash:
        later = since[1:]
    else:
        known, later = Steps(), book.commands(night)
    # Read after the commands: what they made is there by then.
    return known.continued(assistant().history(night), later)


def step_to(steps: Iterable[Step], version: int) -> Step:
    """The command that made a fact."""
    return next(step for step in steps if step.before < version <= step.after)


def time_of(at: str) -> str:
    """A recorded moment by the clock of the table, to the second."""
    return f"{at_the_table(at, None):%H:%M:%S}"


def _voided(facts: Iterable[Recorded]) -> str:
    """The id of the command that these facts take back; "" where they take none back."""
    return next((one.fact.command for one in facts if isinstance(one.fact, CommandVoided)), "")


def _step(history: History, command: RecordedCommand, undone: Step | None) -> Step:
    """A command as a step; ``undone`` is the one that it takes back."""
    before, after = command.version_before, command.version_after
    facts = history.facts[before:after]
    stood = history.at(after or 1)
    played = _played(facts)
    return Step(
        number=command.number,
        time=time_of(command.at),
        who=command.who,
        device=command.device,
        word=str(command.document.get("do", "")),
        before=before,
        after=after,
        said=_said(history, command, facts, undone),
        part=part_of(stood),
        turn=played or turn_of(stood),
        place=within(part_of(stood), in_turn(played)) if played else where_play_stands(stood),
        refused=command.refused or "",
        why=refusal_of(command.refused, command.why).among(stood.names) if command.refused else "",
        facts=_lines(history, facts),
        bets=tuple(BetNamed(key, _bet_called(history, command, key)) for key in _bets(command.document, facts)),
        players=_players(command.document, facts),
        takes_back=undone.number if undone else 0,
    )


def _played(facts: Iterable[Recorded]) -> int:
    """The turn that these facts dealt or played; 0 where they are of none."""
    return next((one.fact.turn_number for one in facts if isinstance(one.fact, InTurn)), 0)


def _said(history: History, command: RecordedCommand, facts: Sequence[Recorded], undone: Step | None) -> str:
    if not facts:
        return asked_for(history.at(max(command.version_before, 1)), command.document)
    if undone:
        # The command taken back is the last that stood, and its bets still lay before.
        taken = [one.fact for one in history.facts[undone.before : undone.after]]
        return taken_back_said(history.at(command.version_before), taken)
    return sentence(history.at(command.version_after), [one.fact for one in facts])


def _lines(history: History, facts: Sequence[Recorded]) -> tuple[FactLine, ...]:
    return tuple(
        FactLine(
            version=one.version,
            hash=one.hash,
            moved_cents=sum(move.amount_cents for move in one.fact.moves),
            said=fact_sentence(history.at(max(one.version - 1, 1)), history.at(one.version), one.fact),
        )
        for one in facts
    )


def _bets(document: Mapping[str, Any], facts: Iterable[Recorded]) -> tuple[str, ...]:
    named = document.get("bet")
    settled = (one.fact.bet for one in facts if isinstance(one.fact, StakeSettled))
    return tuple(dict.fromkeys((*([named] if isinstance(named, str) and named else []), *settled)))


def _bet_called(history: History, command: RecordedCommand, key: str) -> str:
    """A bet as the command found it, or as it left it where the command laid it; one that was refused has no place."""
    before, after = (history.at(max(version, 1)) for version in (command.version_before, command.version_after))
    if command.refused and is_to_lay(command):
        return "The bet that was asked for"
    return bet_of(before if is_laid(before, key) else after, key)


def _players(document: Mapping[str, Any], facts: Iterable[Recorded]) -> frozenset[str]:
    named = {document.get(name) for name in PLAYER_FIELDS}
    told = {getattr(one.fact, name, None) for one in facts for name in PLAYER_FIELDS}
    return frozenset(one for one in named | told if isinstance(one, str))
