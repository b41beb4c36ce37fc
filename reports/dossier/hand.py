"""The story of a hand of Fan-Tan: every fact in a sentence, wrong passes with their proof, the refusals around."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dealer.games.fan_tan.commands import EndHand, Lay, Pass, SettleHand, ShowHand, StartHand, TakePenalty, VoidHand
from dealer.games.fan_tan.game import FAN_TAN
from dealer.games.fan_tan.house import FanTanHouse
from dealer.games.fan_tan.state import fan_tan_of
from dealer.history import History
from dealer.night import Night
from events import night
from events.fact import Fact
from events.games import fan_tan
from events.records import Recorded, RecordedCommand
from events.standing import Standing, standing
from reports.dossier.disputes import raised_told, ruled_told
from reports.dossier.line import Line, Teller, taken_back_told
from reports.dossier.refusals import named_in, refusal_told
from reports.games.fan_tan.hands import Ending, HandRecord
from reports.games.fan_tan.play import pot_play_of
from reports.subjects import disputed_in, subjects_of
from reports.words.cards import card_in_words, cards_in_words
from reports.words.formatting import brief
from reports.words.language import gettext as _
from reports.words.language import ngettext
from reports.words.phrases import under
from reports.words.players import names_of
from reports.words.position import turn_of_round
from reports.words.sentences import fact_sentence

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
    disputed = disputed_in(history.facts)
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
    """The lines of a hand as they come, each with its place in the order; at ``open_at`` it was going on.

    ``disputes`` are the claims of the disputes about it, by their keys.
    """

    history: History
    hand: int
    lines: list[tuple[tuple[int, int], Line]] = field(default_factory=list)
    open_at: set[int] = field(default_factory=set)
    told: set[int] = field(default_factory=set)
    disputes: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.stood = Standing.of(self.history.facts[:1])
        self.teller = Teller.of(self.history.facts)
        self.names = names_of(self.history.facts)
        self.subjects = subjects_of(self.history.facts)

    def follow(self, at: int) -> None:
        """One more fact of the night, by its place among them."""
        one, now = self.stood.follow(self.history.facts[at]), self.history.states[at]
        table = fan_tan_of(now)
        if table.hand and table.hand.number == self.hand:
            self.open_at.add(one.version)
        if getattr(one.fact, "hand", None) == self.hand:
            said = _told(one.fact, self.history.states[at - 1], now, self.names)
            self._add(said, one, reason=_why(one.fact, self.names, table.house))
        else:
            self._around(at, one)

    def add_refusals(self, commands: Sequence[RecordedCommand]) -> None:
        """The refused commands of the play while the hand went on, and those about its disputes."""
        for command in commands:
            if command.refused is None or command.version_before > self.history.version:
                continue
            of_play = command.version_before in self.open_at and command.document.get("do") in _WORDS
            if of_play or (named_in(command, "dispute") & self.disputes.keys() and not named_in(command, "about")):
                line = refusal_told(command, self.history)
                self.lines.append(((command.version_before, command.number), line))

    def _add(self, said: str, one: Recorded, *, reason: str = "") -> None:
        self.lines.append(((one.version, 0), self.teller.line(said, one, reason=reason)))
        self.told.add(one.version)

    def _around(self, at: int, one: Recorded) -> None:
        match one.fact:
            case night.DisputeRaised() as raised if self.subjects[one.version].hand == self.hand:
                self.disputes[raised.dispute] = raised.claim
                about = turn_of_round(FAN_TAN, self.subjects[one.version].turn, self.hand)
                self._add(raised_told(raised, self.names, about), one)
            case night.DisputeRuled() as ruled if ruled.dispute in self.disputes:
                said, reason = ruled_told(ruled, self.names, self.disputes[ruled.dispute])
                self._add(said, one, reason=reason)
            case night.CommandVoided() | night.CommandAmended() as undoing:
                taken = self.stood.took_back[one.version]
                if any(other.version in self.told for other in taken):
                    said, reason = taken_back_told(undoing, taken, self.history.states[at - 1])
                    self._add(said, one, reason=reason)
            case _:
                pass


def _came_of(record: HandRecord, names: Mapping[str, str], chip_cents: int) -> str:
    if record.ending is Ending.WON and record.winner:
        return ngettext(
            "%(name)s took the pot of %(num)s chip, %(worth)s",
            "%(name)s took the pot of %(num)s chips, %(worth)s",
            record.pot_chips,
            name=names[record.winner],
            worth=brief(record.pot_chips * chip_cents),
        )
    return _(record.ending.value)


def _started(fact: fan_tan.HandStarted, names: Mapping[str, str]) -> str:
    dealt = ", ".join(f"{names[who]} {count}" for who, count in zip(fact.players, fact.dealt, strict=True))
    return _("%(name)s deals hand %(hand)s: %(dealt)s.", name=names[fact.dealer], hand=fact.hand, dealt=dealt)


def _laid(fact: fan_tan.CardsLaid, names: Mapping[str, str]) -> str:
    return _("%(name)s lays %(cards)s.", name=names[fact.player], cards=cards_in_words(fact.cards))


def _shown(fact: fan_tan.HandShown, names: Mapping[str, str]) -> str:
    cards = cards_in_words(fact.cards) or _("no card")
    return _("%(name)s shows %(cards)s.", name=names[fact.player], cards=cards)


def _proved(fact: fan_tan.WrongPassProved, names: Mapping[str, str]) -> str:
    return _(
        "The pass of %(name)s at turn %(turn)s is proved wrong: they held %(cards)s.",
        name=names[fact.player],
        turn=fact.turn,
        cards=_held(fact.held),
    )


def _held(cards: Sequence[fan_tan.HeldCard]) -> str:
    """Cards that a player held when they passed, each with when that came out."""
    told, *more = (_came_out(one) for one in cards)
    for one in more:
        told = _("%(cards)s, and %(card)s", cards=told, card=one)
    return told


def _came_out(held: fan_tan.HeldCard) -> str:
    card = card_in_words(held.card)
    if held.laid_at:
        return _("the %(card)s, laid at turn %(turn)s", card=card, turn=held.laid_at)
    return _("the %(card)s, shown at the end", card=card)


_TELLING_MORE: dict[type[Fact], Callable[[Any, Mapping[str, str]], str]] = {
    fan_tan.HandStarted: _started,
    fan_tan.CardsLaid: _laid,
    fan_tan.HandShown: _shown,
    fan_tan.WrongPassProved: _proved,
}
"""Facts of which a dossier tells more than a table has room for, with their cards written out."""


def _told(fact: Fact, before: Night, now: Night, names: Mapping[str, str]) -> str:
    tell = _TELLING_MORE.get(type(fact))
    said = tell(fact, names) if tell else fact_sentence(before, now, fact)
    if isinstance(fact, fan_tan.CardsLaid | fan_tan.TurnPassed):
        return _("Turn %(turn)s: %(said)s", turn=fact.turn, said=said)
    return said


def _why_proved(fact: fan_tan.WrongPassProved, names: Mapping[str, str], house: FanTanHouse) -> str:
    costs = _("it costs nothing here")
    if fact.penalty:
        costs = ngettext(
            "the penalty is %(num)s chip to the pot", "the penalty is %(num)s chips to the pot", fact.chips
        )
        for one in fact.besides:
            costs = _gift(costs, one, names)
    proved = _("wrong pass: nobody draws a card, so what was in the hand later was in it then; %(costs)s", costs=costs)
    return under("3.5", proved)


def _gift(costs: str, to: fan_tan.ChipsTo, names: Mapping[str, str]) -> str:
    """A penalty, with what goes to a player for a card that he could not lay."""
    return ngettext(
        "%(costs)s and %(num)s chip to %(name)s for the %(card)s",
        "%(costs)s and %(num)s chips to %(name)s for the %(card)s",
        to.chips,
        costs=costs,
        name=names[to.player],
        card=card_in_words(to.card),
    )


def _why_ended(fact: fan_tan.HandEnded, names: Mapping[str, str], house: FanTanHouse) -> str:
    if fact.winner:
        return under("3.4", _("the first to go out wins"))
    return under("3.6", _("nobody laid a card, which only a wrong pass or a short pack explains"))


def _why_paid(fact: fan_tan.HandPaid, names: Mapping[str, str], house: FanTanHouse) -> str:
    if not fact.cards:
        return under("3.6", _("a dead hand"))
    if house.counted == "pips":
        return under("3.4", _("what is left in hand is paid for, counted by pips"))
    return under("3.4", _("what is left in hand is paid for, counted by cards"))


_REASONS: dict[type[Fact], Callable[[Any, Mapping[str, str], FanTanHouse], str]] = {
    fan_tan.HandStarted: lambda fact, names, house: under("3.1", _("one at a time, from the dealer’s left")),
    fan_tan.WrongPassProved: _why_proved,
    fan_tan.HandEnded: _why_ended,
    fan_tan.PenaltyTaken: lambda fact, names, house: under(
        "3.5", _("wrong pass: the penalty is the dealer’s to take or to waive")
    ),
    fan_tan.HandPaid: _why_paid,
    fan_tan.PotWon: lambda fact, names, house: under("3.4", _("the pot goes to whoever went out first")),
}


def _why(fact: Fact, names: Mapping[str, str], house: FanTanHouse) -> str:
    why = _REASONS.get(type(fact))
    return why(fact, names, house) if why else ""
