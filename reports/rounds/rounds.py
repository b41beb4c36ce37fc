"""Summaries of a night's rounds, and the story of a round: a sentence for each event, with refused commands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dealer.games import game_called
from dealer.night.dealers import dealers_of_round, dealers_of_turns
from dealer.night.evolve import History
from dealer.night.night import Night
from events.common.event import Event
from events.common.play import InRound, InTurn, RoundBegun, RoundEnded
from events.effective_events import effective
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded, RecordedCommand
from reports.rounds.play import Round, rounds_play_of
from reports.rounds.story import Line, Story, named_in
from reports.rounds.subjects import Subject, disputed_in
from reports.rulebook import reason_for
from reports.words.formatting import name_of, signed
from reports.words.game_words import words_of
from reports.words.language import gettext as _
from reports.words.naming import position_at, round_called, turn_of_round
from reports.words.sentences import event_sentence, sentence_of
from reports.words.spoken import words_of_event

_NEAR = 2
"""Turns told before and after the disputed turn."""


class RoundSummary(Frozen):
    """One round of a night: its turns, result and disputes.

    ``dealer`` is the player who dealt it, if known, and ``dealers`` are the dealers of the house who did, if the night
    had several. ``counted`` has further counts as (singular, plural, number). A round in a match has the number of the
    ``match`` and its own number ``in_match``.
    """

    game: str
    number: int
    turns: int
    came_of_it: str
    dealer: str = ""
    dealers: tuple[str, ...] = ()
    counted: tuple[tuple[str, str, int], ...] = ()
    match: int = 0
    in_match: int = 0
    disputes: tuple[str, ...] = ()
    open_disputes: tuple[str, ...] = ()

    @property
    def called(self) -> str:
        """The round by its number."""
        return round_called(self.game, self.in_match or self.number, match=self.match)


def rounds_of(history: History, game: str) -> tuple[RoundSummary, ...]:
    """The standing rounds of a game in order, each with its result."""
    now, stand = history.states[-1], [recorded.event for recorded in effective(history.events)]
    disputed, dealt = disputed_in(history.events), dealers_of_turns(stand)
    by_round: dict[int, list[InRound]] = {}
    for event in stand:
        if isinstance(event, InRound) and game_of(event) == game:
            by_round.setdefault(event.round_number, []).append(event)

    def summary(played: Round) -> RoundSummary:
        events = by_round[played.number]
        match, in_match = words_of(game).in_match(now.tables[game], played.number)
        disputes = tuple(disputed.get((game, played.number), ()))
        return RoundSummary(
            game=game,
            number=played.number,
            turns=len({event.turn_number for event in events if isinstance(event, InTurn)}),
            came_of_it=_came_of(played, now, events),
            dealer=_dealer(events[0], now),
            dealers=dealers_of_round(dealt, game, played.number) if len(set(dealt.values())) > 1 else (),
            counted=tuple(
                (_(title), in_words(number), number)
                for title, in_words, count in words_of(game).round.counted
                for number in [sum(map(count, events))]
            ),
            match=match,
            in_match=in_match,
            disputes=disputes,
            open_disputes=tuple(key for key in disputes if now.disputes[key].ruling is None),
        )

    return tuple(summary(played) for played in rounds_play_of(stand, game).rounds if played.number)


def _dealer(begun: InRound, now: Night) -> str:
    dealer = getattr(begun, "dealer", "")
    return name_of(now, dealer) if dealer else ""


def _came_of(played: Round, now: Night, events: Sequence[InRound]) -> str:
    """The sentence of the event that ended a round if it sums the round up, else the players' results."""
    if played.voided is not None:
        return _("voided")
    ended = next((event for event in reversed(events) if isinstance(event, RoundEnded)), None)
    if ended is None:
        return _("broken off at the close") if now.closed else _("still on")
    if words_of_event(ended)[0].sums_up:
        return sentence_of(now, ended)
    won = {player: played.net_cents(player) for player in now.seats if played.net_cents(player)}
    points = {player: number for player, number in played.points.items() if number}
    results = [f"{name_of(now, player)} {number}" for player, number in points.items()]
    return ", ".join(results + [f"{name_of(now, player)} {signed(cents)}" for player, cents in won.items()])


@dataclass
class RoundStory(Story):
    """The story of one round. ``on_at`` are the versions at which it was in progress."""

    game: str = field(kw_only=True)
    number: int = field(kw_only=True)
    on_at: set[int] = field(default_factory=set)

    def tell(self, at: int, recorded: Recorded) -> bool:
        """Add the lines of an event of the round."""
        before, now = self.history.states[at - 1], self.history.states[at]
        position = position_at(self.game, now.tables[self.game])
        if position.is_on and position.number == self.number:
            self.on_at.add(recorded.version)
        if not self._is_its_own(recorded.event, recorded.version):
            return False
        text = self.sentence(recorded.event, before, now)
        if isinstance(recorded.event, InTurn):
            text = self.in_turn(recorded.event, text)
        self.add(text, recorded, reason=self.why(recorded.event, now))
        return True

    def _is_its_own(self, event: Event, version: int) -> bool:
        if game_of(event) != self.game:
            return False
        return event.round_number == self.number if isinstance(event, InRound) else version in self.on_at

    def sentence(self, event: Event, before: Night, now: Night) -> str:
        """The sentence of an event of the round."""
        return event_sentence(before, now, event)

    def in_turn(self, event: InTurn, text: str) -> str:
        """The sentence of a turn, with its number."""
        return _("Turn %(turn)s: %(text)s", turn=event.turn_number, text=text)

    def why(self, event: Event, now: Night) -> str:
        """The rules that applied; "" if none is cited."""
        return reason_for(self.game, event, now)

    def about(self, subject: Subject) -> str:
        """A turn of the round as the subject of a dispute."""
        if subject.bet or (subject.game, subject.round) != (self.game, self.number):
            return ""
        return turn_of_round(self.game, self.history.states[-1].tables[self.game], subject.turn, self.number)

    def concerns(self, command: RecordedCommand) -> bool:
        """Whether the command is of the game during the round, or about a dispute."""
        of_play = command.version_before in self.on_at and command.document.get("do") in game_called(self.game).words
        return of_play or (self.is_of_a_dispute(command) and not named_in(command, "about"))


def turns_near(
    history: History, commands: Sequence[RecordedCommand], subject: Subject, story: Sequence[Line]
) -> tuple[Line, ...]:
    """The part of a round's story around a disputed turn: the beginning, the turns nearby, and lines about that turn.

    Refused commands are included if they fall between these turns.
    """
    stood_at = {command.number: command.version_before for command in commands}
    near = [
        recorded.version
        for recorded in history.events
        if isinstance(recorded.event, InTurn)
        and (game_of(recorded.event), recorded.event.round_number) == (subject.game, subject.round)
        and abs(recorded.event.turn_number - subject.turn) <= _NEAR
    ]

    def belongs(line: Line) -> bool:
        last = line.sources[-1]
        if last.is_command:
            return bool(near) and near[0] <= stood_at[last.number] <= near[-1]
        event = history.events[last.number - 1].event
        if isinstance(event, InTurn) or not isinstance(event, InRound):
            return last.number in near
        return isinstance(event, RoundBegun) or getattr(event, event.turn_field, None) == subject.turn

    return tuple(line for line in story if belongs(line))
