"""The story of a hand of Fan-Tan: every fact in a sentence, wrong passes with their proof, the refusals around."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dealer.fan_tan.commands import EndHand, Lay, Pass, SettleHand, ShowHand, StartHand, TakePenalty, VoidHand
from dealer.fan_tan.game import FAN_TAN
from dealer.fan_tan.house import FanTanHouse
from dealer.history import History
from dealer.night import Night
from dealer.refusal import dollars
from dealer.standing import standing
from dealer.tables import fan_tan_of
from dealer.wording import counted
from events import fan_tan, night
from events.fact import Fact
from events.records import Recorded, RecordedCommand
from reports.dossier.disputes import raised_told, ruled_told
from reports.dossier.line import Line, Teller
from reports.dossier.refusals import named_in, refusal_told
from reports.hands import Ending, HandRecord
from reports.names import names_of
from reports.pips import card_in_words
from reports.pot_play import pot_play_of

_WORDS = frozenset(one.do for one in (EndHand, Lay, Pass, SettleHand, ShowHand, StartHand, TakePenalty, VoidHand))


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSummary:
    """One hand of a night: who dealt, what came of it, how many passes were proved wrong, and what is disputed."""

    hand: int
    dealer: str
    turns: int
    came_of_it: str
    wrong_passes: int
    disputes: tuple[str, ...]
    open_disputes: tuple[str, ...]


def hands_of(history: History) -> tuple[HandSummary, ...]:
    """The hands of a night that stand, the first one first."""
    now = history.states[-1]
    if FAN_TAN not in now.tables:
        return ()
    names = names_of(history.facts)
    play = pot_play_of(one.fact for one in standing(history.facts))
    disputed = _disputed(history)
    return tuple(
        HandSummary(
            hand=one.hand,
            dealer=names[one.dealer],
            turns=len(one.turns),
            came_of_it=_came_of(one, names, play.chip_cents),
            wrong_passes=len(one.proved),
            disputes=tuple(disputed.get(one.hand, ())),
            open_disputes=tuple(key for key in disputed.get(one.hand, ()) if now.disputes[key].ruling is None),
        )
        for one in play.hands
    )


def hand_story(history: History, commands: Sequence[RecordedCommand], hand: int) -> tuple[Line, ...]:
    """The story of a hand; nothing where the night has had none of that number."""
    if FAN_TAN not in history.states[0].tables or hand < 1:
        return ()
    story = _Story(history, hand)
    for at in range(1, len(history.facts)):
        story.follow(at)
    if not story.lines:
        return ()
    story.add_refusals(commands)
    return tuple(line for _, line in sorted(story.lines, key=lambda one: one[0]))


@dataclass
class _Story:
    """The lines of a hand as they come, each with its place in the order; at ``open_at`` it was going on."""

    history: History
    hand: int
    lines: list[tuple[tuple[int, int], Line]] = field(default_factory=list)
    open_at: set[int] = field(default_factory=set)
    commands: set[str] = field(default_factory=set)
    disputes: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.teller = Teller.of(self.history.facts)
        self.names = names_of(self.history.facts)

    def follow(self, at: int) -> None:
        """One more fact of the night, by its place among them."""
        one, now = self.history.facts[at], self.history.states[at]
        table = fan_tan_of(now)
        if table.hand and table.hand.number == self.hand:
            self.open_at.add(one.version)
        tell = _SENTENCES.get(type(one.fact))
        if tell and getattr(one.fact, "hand", None) == self.hand:
            said, reason = tell(one.fact, _Told(self.names, table.house))
            self._add(said, one, reason=reason)
        else:
            self._around(one, now)

    def add_refusals(self, commands: Sequence[RecordedCommand]) -> None:
        """The refused commands of the play while the hand went on, and those about its disputes."""
        for command in commands:
            if command.refused is None or command.version_before > self.history.version:
                continue
            of_play = command.version_before in self.open_at and command.document.get("do") in _WORDS
            if of_play or named_in(command, "dispute") & self.disputes:
                line = refusal_told(command, self.names, None)
                self.lines.append(((command.version_before, command.number), line))

    def _add(self, said: str, one: Recorded, *, reason: str = "") -> None:
        self.lines.append(((one.version, 0), self.teller.line(said, one, reason=reason)))
        self.commands.add(one.command)

    def _around(self, one: Recorded, now: Night) -> None:
        match one.fact:
            case night.DisputeRaised() as raised if hand_disputed(raised, now) == self.hand:
                self.disputes.add(raised.dispute)
                self._add(raised_told(raised, self.names, f"turn {raised.about}"), one)
            case night.DisputeRuled() as ruled if ruled.dispute in self.disputes:
                said, reason = ruled_told(ruled, self.names)
                self._add(said, one, reason=reason)
            case night.CommandVoided(command=command) if command in self.commands:
                facts = ", ".join(str(other.version) for other in self.history.facts if other.command == command)
                self._add(f"Taken back: {'facts' if ',' in facts else 'fact'} {facts}.", one)
            case _:
                pass


def hand_disputed(raised: night.DisputeRaised, now: Night) -> int:
    """The hand that a dispute about a turn is about: the one dealt last; 0 where it is about none."""
    if FAN_TAN not in now.tables or now.dealing != FAN_TAN or not raised.about.isdigit():
        return 0
    return fan_tan_of(now).hand_number


def _disputed(history: History) -> dict[int, list[str]]:
    """The keys of the disputes that stand, by the hand that each is about."""
    found: dict[int, list[str]] = {}
    for one in standing(history.facts):
        if isinstance(one.fact, night.DisputeRaised):
            hand = hand_disputed(one.fact, history.at(one.version))
            found.setdefault(hand, []).append(one.fact.dispute)
    return found


def _came_of(record: HandRecord, names: Mapping[str, str], chip_cents: int) -> str:
    if record.ending is Ending.WON and record.winner:
        pot = f"{counted(record.pot_chips, 'chip')}, {dollars(record.pot_chips * chip_cents)}"
        return f"{names[record.winner]} took the pot of {pot}"
    return record.ending.value


@dataclass(frozen=True, slots=True)
class _Told:
    """What sentences about a hand are said with: the players' names, and the house."""

    names: Mapping[str, str]
    house: FanTanHouse

    def chips(self, chips: int) -> str:
        """Chips, with what they are worth."""
        return f"{counted(chips, 'chip')} ({dollars(chips * self.house.chip)})"


Sentence = tuple[str, str]


def _started(fact: fan_tan.HandStarted, by: _Told) -> Sentence:
    dealt = ", ".join(f"{by.names[who]} {count}" for who, count in zip(fact.players, fact.dealt, strict=True))
    return f"{by.names[fact.dealer]} deals hand {fact.hand}: {dealt}.", "Rule 3: one at a time, from the dealer’s left"


def _laid(fact: fan_tan.CardsLaid, by: _Told) -> Sentence:
    cards = " and the ".join(card_in_words(card) for card in fact.cards)
    return f"Turn {fact.turn}: {by.names[fact.player]} lays the {cards}.", ""


def _passed(fact: fan_tan.TurnPassed, by: _Told) -> Sentence:
    pays = f" and pays {by.chips(fact.chips)} to the pot" if fact.chips else ""
    return f"Turn {fact.turn}: {by.names[fact.player]} passes{pays}.", ""


def _shown(fact: fan_tan.HandShown, by: _Told) -> Sentence:
    cards = ", ".join(card_in_words(card) for card in fact.cards)
    return f"{by.names[fact.player]} shows the {cards}.", ""


def _proved(fact: fan_tan.WrongPassProved, by: _Told) -> Sentence:
    held = ", and the ".join(
        f"{card_in_words(one.card)}, {f'laid at turn {one.laid_at}' if one.laid_at else 'shown at the end'}"
        for one in fact.held
    )
    gifts = "".join(
        f" and {counted(one.chips, 'chip')} to {by.names[one.player]} for the {card_in_words(one.card)}"
        for one in fact.besides
    )
    said = f"The pass of {by.names[fact.player]} at turn {fact.turn} is proved wrong: he held the {held}."
    costs = (
        f"the penalty is {counted(fact.chips, 'chip')} to the pot{gifts}" if fact.penalty else "it costs nothing here"
    )
    return said, f"Rule 3, wrong pass: nobody draws a card, so what he had later he had then; {costs}"


def _ended(fact: fan_tan.HandEnded, by: _Told) -> Sentence:
    if fact.winner is None:
        return (
            f"Hand {fact.hand} is dead.",
            "Rule 3: nobody laid a card, which only a wrong pass or a short pack explains",
        )
    return f"{by.names[fact.winner]} is out, and hand {fact.hand} is over.", "Rule 3: the first to go out wins"


def _paid(fact: fan_tan.HandPaid, by: _Told) -> Sentence:
    pips = "pips" if by.house.counted == "pips" else "cards"
    why = f"for {fact.cards} {'card' if fact.cards == 1 else 'cards'} left" if fact.cards else "for the dead hand"
    reason = f"Rule 3: what is left in hand is paid for, counted by {pips}" if fact.cards else "Rule 3: a dead hand"
    return f"{by.names[fact.player]} pays {by.chips(fact.chips)} {why}.", reason


_SENTENCES: dict[type[Fact], Callable[[Any, _Told], Sentence]] = {
    fan_tan.HandStarted: _started,
    fan_tan.AntePaid: lambda fact, by: (f"{by.names[fact.player]} antes {by.chips(fact.chips)}.", ""),
    fan_tan.CardsLaid: _laid,
    fan_tan.TurnPassed: _passed,
    fan_tan.HandShown: _shown,
    fan_tan.WrongPassProved: _proved,
    fan_tan.HandEnded: _ended,
    fan_tan.PenaltyTaken: lambda fact, by: (
        f"{by.names[fact.player]} pays {by.chips(fact.chips)} for his wrong pass at turn {fact.turn}.",
        "Rule 3, wrong pass: the penalty is the dealer’s to take or to waive",
    ),
    fan_tan.HandVoided: lambda fact, by: (f"Hand {fact.hand} is void: {fact.reason.rstrip('.')}.", ""),
    fan_tan.HandPaid: _paid,
    fan_tan.PotWon: lambda fact, by: (
        f"{by.names[fact.player]} takes the pot: {by.chips(fact.chips)}.",
        "Rule 3: the pot is his who went out first",
    ),
    fan_tan.PotLeft: lambda fact, by: (f"{by.chips(fact.chips)} are left in the pot for the next hand.", ""),
    fan_tan.PotReturned: lambda fact, by: (f"{by.names[fact.player]} has {by.chips(fact.chips)} back.", ""),
}
