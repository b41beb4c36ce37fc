"""The steps of a night: each of its commands, refused ones too, with what it says, where play stood, and its facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from dealer.commands import PLAYER_FIELDS
from dealer.fan_tan.game import FAN_TAN
from dealer.faro.game import FARO
from dealer.history import History
from dealer.night import Night
from dealer.tables import fan_tan_of, faro_of
from events.faro import BetSettled
from events.night import CommandVoided
from events.records import Recorded, RecordedCommand
from reports.wording import at_the_table
from web.asking import assistant
from web.audit.asked import asked_for
from web.latest import latest
from web.tablet.sentences import fact_sentence, sentence

TAKEN_BACK = "Taken back: "


@dataclass(frozen=True, slots=True, kw_only=True)
class FactLine:
    """One fact of a command; ``moved_cents`` is all the money that changed accounts by it."""

    version: int
    kind: str
    hash: str
    moved_cents: int
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One command: its facts are those after ``before`` up to ``after``, none where it was refused (a code).

    ``time`` is by the table's clock. ``bets`` and ``players`` are the keys that it names or settles. ``taken_back_by``
    is the number of the command that took it back, ``takes_back`` that of the one it took back; 0 for none.
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
    refused: str
    why: str
    facts: tuple[FactLine, ...]
    bets: tuple[str, ...]
    players: frozenset[str]
    taken_back_by: int = 0
    takes_back: int = 0

    @property
    def place(self) -> str:
        """Where the play stood after it: ``deal 2, turn 7``, ``after hand 1``."""
        return _place(self.part, self.turn)

    @property
    def moved_cents(self) -> int:
        """All the money that changed accounts by this command."""
        return sum(line.moved_cents for line in self.facts)


def steps_of(night: str) -> tuple[Step, ...]:
    """The steps of a night by now, made once for as many commands as it has.

    Raises :class:`Refusal` (``no_such_night``) where there is no such night.
    """
    book = assistant().book
    head = book.command_head(night)

    def make() -> tuple[Step, ...]:
        commands = book.commands(night)
        # Read after the commands: what they made is there by then.
        return made_of(assistant().history(night), commands)

    return latest().of((night, "steps"), head.version if head else 0, make)


def made_of(history: History, commands: Sequence[RecordedCommand]) -> tuple[Step, ...]:
    """The steps that these commands are."""
    numbers = {one.id: one.number for one in commands}
    steps = [_step(history, one, numbers) for one in commands]
    taken_back = {step.takes_back: step.number for step in steps if step.takes_back}
    return tuple(replace(step, taken_back_by=taken_back.get(step.number, 0)) for step in steps)


def time_of(at: str) -> str:
    """A recorded moment by the clock of the table, to the second."""
    return f"{at_the_table(at, None):%H:%M:%S}"


def place_of(night: Night) -> str:
    """Where the play stands: ``deal 2, turn 7``, ``after hand 1``."""
    return _place(_part(night), _turn(night))


def _place(part: str, turn: int) -> str:
    return f"{part}, turn {turn}" if turn else part


def _part(night: Night) -> str:
    """The deal or hand that is on, or was last."""
    if night.dealing == FARO:
        deal = faro_of(night)
        word, number, is_on = "deal", deal.deal, deal.deal_is_on
    else:
        hands = fan_tan_of(night)
        word, number, is_on = "hand", hands.hand_number, hands.hand is not None
    if not number:
        return f"before the first {word}"
    return f"{word} {number}" if is_on else f"after {word} {number}"


def _turn(night: Night) -> int:
    """How many turns of the deal or hand that is on have begun."""
    if night.dealing == FAN_TAN:
        hand = fan_tan_of(night).hand
        return len(hand.turns) if hand else 0
    deal = faro_of(night)
    return deal.turn if deal.deal_is_on else 0


def _step(history: History, command: RecordedCommand, numbers: Mapping[str, int]) -> Step:
    before, after = command.version_before, command.version_after
    facts = history.facts[before:after]
    stood = history.at(after or 1)
    voided = next((one.fact.command for one in facts if isinstance(one.fact, CommandVoided)), "")
    return Step(
        number=command.number,
        time=time_of(command.at),
        who=command.who,
        device=command.device,
        word=str(command.document.get("do", "")),
        before=before,
        after=after,
        said=_said(history, command, facts, voided),
        part=_part(stood),
        turn=_turn(stood),
        refused=command.refused or "",
        why=command.why or "",
        facts=_lines(history, facts),
        bets=_bets(command.document, facts),
        players=_players(command.document, facts),
        takes_back=numbers.get(voided, 0),
    )


def _said(history: History, command: RecordedCommand, facts: Sequence[Recorded], voided: str) -> str:
    if not facts:
        return asked_for(history.at(max(command.version_before, 1)), command.document)
    if voided:
        # The command taken back is the last that stood, and its bets still lay before.
        taken = [one.fact for one in history.facts if one.command == voided]
        return TAKEN_BACK + sentence(history.at(command.version_before), taken)
    return sentence(history.at(command.version_after), [one.fact for one in facts])


def _lines(history: History, facts: Sequence[Recorded]) -> tuple[FactLine, ...]:
    return tuple(
        FactLine(
            version=one.version,
            kind=one.kind,
            hash=one.hash,
            moved_cents=sum(move.amount_cents for move in one.fact.moves),
            said=fact_sentence(history.at(max(one.version - 1, 1)), history.at(one.version), one.fact),
        )
        for one in facts
    )


def _bets(document: Mapping[str, Any], facts: Iterable[Recorded]) -> tuple[str, ...]:
    named = document.get("bet")
    settled = (one.fact.bet for one in facts if isinstance(one.fact, BetSettled))
    return tuple(dict.fromkeys((*([named] if isinstance(named, str) and named else []), *settled)))


def _players(document: Mapping[str, Any], facts: Iterable[Recorded]) -> frozenset[str]:
    named = {document.get(name) for name in PLAYER_FIELDS}
    told = {getattr(one.fact, name, None) for one in facts for name in PLAYER_FIELDS}
    return frozenset(one for one in named | told if isinstance(one, str))
