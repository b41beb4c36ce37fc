"""Summaries of a night's stakes (owner, place, result, disputes), and the story of a stake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from msgspec.structs import replace

from dealer.games import game_called
from dealer.night.evolve import History
from dealer.night.night import Night
from events.common.event import Event
from events.common.play import StakeLaid, StakeSettled, StakeTakenDown
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded, RecordedCommand
from reports.rounds.story import Line, Story, Teller, is_to_lay, named_in
from reports.rounds.subjects import Subject, disputed_in
from reports.rulebook import reason_for
from reports.words.formatting import brief
from reports.words.language import gettext as _
from reports.words.language import pgettext
from reports.words.naming import result_of, round_called
from reports.words.sentences import event_sentence


class StakeSummary(Frozen):
    """One stake of a night. ``staked_cents`` is the total laid on it, ``lies_cents`` what still lies.

    ``place`` has all its places in order: ``the Q, then 6-8``; ``title`` adds the player.

    ``disputes`` are the keys of the disputes about it, ``open_disputes`` those without a ruling; ``struck`` means that
    it was taken back as a whole.
    """

    bet: str
    player: str
    name: str
    seat: int
    place: str
    title: str
    game: str
    round: int
    turn: int
    staked_cents: int
    paid_cents: int = 0
    taken_cents: int = 0
    lies_cents: int = 0
    results: tuple[str, ...] = ()
    disputes: tuple[str, ...] = ()
    open_disputes: tuple[str, ...] = ()
    struck: bool = False

    @property
    def round_called(self) -> str:
        """The round in which it was laid."""
        return round_called(self.game, self.round)

    @property
    def net_cents(self) -> int:
        """The player's result from it."""
        return self.paid_cents - self.taken_cents

    @property
    def came_of_it(self) -> str:
        """Its result in a few words."""
        if self.struck:
            return _("taken back")
        words = [result_of(result, self.game) for result in self.results]
        runs: list[tuple[str, int]] = []
        for word in words:
            runs = [*runs[:-1], (word, runs[-1][1] + 1)] if runs and runs[-1][0] == word else [*runs, (word, 1)]
        words = [word if times == 1 else f"{word} ×{times}" for word, times in runs]
        if self.lies_cents:
            words.append(_("%(amount)s is on the layout", amount=brief(self.lies_cents)))
        return ", ".join(words)


@dataclass(slots=True)
class Stakes:
    """Collects the stakes of a game in a night, event by event; ``moves`` are the events that move a stake.

    ``lies_on`` is the place of each stake, as it lies or last lay.
    """

    moves: ClassVar[tuple[type[Event], ...]] = ()

    history: History
    game: str
    summaries: dict[str, StakeSummary] = field(default_factory=dict)
    lies_on: dict[str, str] = field(default_factory=dict)

    def all(self) -> tuple[StakeSummary, ...]:
        """Every stake in the order of laying, including those taken back."""
        now = self.history.states[-1]
        teller, disputed = Teller.of(self.history), disputed_in(self.history.events)
        for recorded in self.history.events:
            if game_of(recorded.event) == self.game:
                self.follow(recorded, struck=teller.is_struck(recorded))
        for stake in self.summaries.values():
            about = tuple(disputed.get(stake.bet, ()))
            self.now(
                stake.bet,
                lies_cents=0 if stake.struck else self.lies_cents(now, stake),
                disputes=about,
                open_disputes=tuple(key for key in about if now.disputes[key].ruling is None),
            )
        return tuple(self.summaries.values())

    def place(self, event: Any) -> str:
        """The place of a stake in words, from the event that laid or moved it."""
        return str(event.bet)

    def title(self, event: StakeLaid, name: str) -> str:
        """The player and place of a stake."""
        return _("%(name)s’s bet on %(place)s", name=name, place=self.place(event))

    def turn(self, recorded: Recorded, event: StakeLaid) -> int:
        """The turn in which a stake was laid."""
        return event.turn_number

    def lies_cents(self, now: Night, stake: StakeSummary) -> int:
        """How much of a stake still lies."""
        return 0 if stake.results else stake.staked_cents

    def follow(self, recorded: Recorded, *, struck: bool) -> None:
        """Apply an event of the game. Events that were taken back only register a stake."""
        event = recorded.event
        if isinstance(event, StakeLaid):
            self._laid(recorded, event, struck=struck)
        elif not struck and getattr(event, "bet", None) in self.summaries:
            self.change(event)

    def change(self, event: Any) -> None:
        """Apply an event about a stake that was laid: it was added to, moved, taken down or settled."""
        key: str = event.bet
        stake = self.summaries[key]
        if isinstance(event, StakeTakenDown):
            self.now(key, results=(*stake.results, "taken_down"))
        elif isinstance(event, self.moves) and self.place(event) != self.lies_on[key]:
            self.lies_on[key] = self.place(event)
            place = _("%(places)s, then %(place)s", places=stake.place, place=self.place(event))
            self.now(key, place=place, title=_("%(name)s’s bet on %(place)s", name=stake.name, place=place))
        elif added_cents := getattr(event, "add_cents", 0):
            self.now(key, staked_cents=stake.staked_cents + added_cents)
        else:
            self.settled(event)

    def settled(self, event: Event, *, as_result: str = "") -> None:
        """Apply a settlement, if the event is one; ``as_result`` names the result of a stake lost as a whole."""
        if not isinstance(event, StakeSettled):
            return
        stake = self.summaries[event.bet]
        self.now(
            event.bet,
            paid_cents=stake.paid_cents + event.bank_paid_cents,
            taken_cents=stake.taken_cents + (event.stake_cents if as_result else event.bank_took_cents),
            results=(*stake.results, as_result or event.result),
        )

    def now(self, key: str, **changes: Any) -> None:
        """Change fields of a stake's summary."""
        self.summaries[key] = replace(self.summaries[key], **changes)

    def _laid(self, recorded: Recorded, event: StakeLaid, *, struck: bool) -> None:
        if struck and event.bet in self.summaries and not self.summaries[event.bet].struck:
            return
        now = self.history.at(recorded.version)
        name = now.seats[event.player].name
        self.lies_on[event.bet] = self.place(event)
        self.summaries[event.bet] = StakeSummary(
            bet=event.bet,
            player=event.player,
            name=name,
            seat=1 + list(now.seats).index(event.player),
            place=self.place(event),
            title=self.title(event, name),
            game=self.game,
            round=event.round_number,
            turn=self.turn(recorded, event),
            staked_cents=event.stake_cents,
            struck=struck,
        )


@dataclass
class StakeStory(Story):
    """The story of one stake: the events about it, and the refused commands that name it.

    A stake that was never accepted has refused commands only. A stake that no command asked for (``asked_for``) has no
    lines.
    """

    game: str = field(kw_only=True)
    bet: str = field(kw_only=True)
    asked_for: bool = False

    def follow(self, commands: Sequence[RecordedCommand]) -> tuple[Line, ...]:
        """All lines; none for a stake that no command asked for."""
        lines = super().follow(commands)
        return lines if self.asked_for else ()

    def tell(self, at: int, recorded: Recorded) -> bool:
        """Add the lines of an event that names the stake."""
        if game_of(recorded.event) != self.game or getattr(recorded.event, "bet", None) != self.bet:
            return False
        self.asked_for = True
        before, now = self.history.states[at - 1], self.history.states[at]
        text = self.sentence(recorded.event, before, now)
        self.add(text, recorded, reason=reason_for(self.game, recorded.event, now))
        return True

    def sentence(self, event: Event, before: Night, now: Night) -> str:
        """The sentence of an event that names the stake."""
        return event_sentence(before, now, event)

    def about(self, subject: Subject) -> str:
        """The stake as the subject of a dispute."""
        return pgettext("what is disputed", "it") if subject.bet == self.bet else ""

    def concerns(self, command: RecordedCommand) -> bool:
        """Whether the command names the stake or a dispute about it."""
        lays = is_to_lay(command) and command.document["do"] in game_called(self.game).words
        self.asked_for |= lays and self.bet in named_in(command, "bet")
        return self.bet in named_in(command, "bet", "about") or self.is_of_a_dispute(command)
