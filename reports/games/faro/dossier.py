"""The bets of a night of Faro, and the story of a bet: actions, turns, settlement and refused commands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from msgspec.structs import replace

from dealer.commands.refusal import Amount, Phrase, phrase
from dealer.game.cards import rank_of
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.layout import call_named, named
from dealer.games.faro.reasons import (
    BROKEN_BANK,
    COPPERED_FIRST,
    IN_FULL,
    Reason,
    why_at_hock,
    why_done,
    why_hockelty,
    why_in_turn,
)
from dealer.games.faro.state import FARO, Bet, Call, FaroTable, faro_of
from dealer.night.evolve import History
from dealer.night.night import Night
from events.common.event import Event
from events.common.play import PackCounted, StakeLaid, StakeSettled
from events.effective_events import as_given, effective
from events.games import faro
from events.records import Recorded, RecordedCommand
from reports.games.faro.bet_words import cards_of_turn, covers
from reports.rounds.stakes import Stakes, StakeStory, StakeSummary
from reports.rounds.story import Line, Quiet, Teller, gathered, is_to_lay, named_in, players_in
from reports.rounds.subjects import Subject
from reports.rulebook import reason_for
from reports.words.formatting import brief
from reports.words.game_words import clauses, phrase_text, under
from reports.words.language import gettext as _
from reports.words.naming import turn_of_round
from reports.words.sentences import event_sentence, sentence_of

_SETTLED = (faro.BetPaid, faro.BetLost, faro.BetSplit, faro.BetStoodOff)
_LATE = "bets_closed"
_LIES_BY: dict[type[Event], str] = {
    faro.BetPlaced: "1.3",
    faro.BetMoved: "1.5",
    faro.BetCoppered: "1.4",
    faro.BetUncoppered: "1.4",
}
"""The rules by which a bet lies where it was laid, by the event that laid it so."""


class Bets(Stakes):
    """The bets and calls of a night."""

    moves = (faro.BetMoved,)

    def place(self, event: Any) -> str:
        """The place of a bet, or the order of a call."""
        return phrase_text(call_named(event.order) if isinstance(event, faro.TurnCalled) else named(event.place))

    def title(self, event: StakeLaid, name: str) -> str:
        """The player and place of a bet, or the order of a call."""
        if isinstance(event, faro.TurnCalled):
            return _("%(name)s: %(call)s", name=name, call=self.place(event))
        return super().title(event, name)

    def turn(self, recorded: Recorded, event: StakeLaid) -> int:
        """The turn in which a bet was laid; a call's event does not say it."""
        return (
            faro_of(self.history.at(recorded.version)).turn if isinstance(event, faro.TurnCalled) else event.turn_number
        )

    def lies_cents(self, now: Night, stake: StakeSummary) -> int:
        """How much of a bet still lies."""
        bet = faro_of(now).open_bet(stake.bet)
        return bet.stake_cents if bet else 0

    def change(self, event: Any) -> None:
        """Apply an event about a bet; a sleeper that another player claimed is lost."""
        if isinstance(event, faro.SleeperClaimed) and event.claimant != event.player:
            self.settled(event, as_result="claimed_by_another")
        else:
            super().change(event)


@dataclass
class BetStory(StakeStory):
    """The story of one bet: actions, turns, settlement and refused commands.

    ``lay_at`` are the versions at which the bet lay, ``turns`` those of the winners of the turns that it lay through.
    """

    lay_at: set[int] = field(default_factory=set)
    players: set[str] = field(default_factory=set)
    turns: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.events = as_given(self.history.events)

    def follow(self, commands: Sequence[RecordedCommand]) -> tuple[Line, ...]:
        """All lines, with runs of quiet turns merged."""
        return gathered(super().follow(commands))

    def tell(self, at: int, recorded: Recorded) -> bool:
        """Add the lines of an event about the bet, or of a turn or a count of the pack through which it lay."""
        before, after = (faro_of(self.history.states[at - step]) for step in (1, 0))
        bet = before.open_bet(self.bet)
        if after.open_bet(self.bet):
            self.lay_at.add(recorded.version)
        if getattr(recorded.event, "bet", None) == self.bet:
            self._named(at, recorded, before, after)
        elif isinstance(recorded.event, faro.WinnerDrawn) and isinstance(bet, Bet):
            self._turn(at, recorded, before, bet)
        elif isinstance(recorded.event, PackCounted) and recorded.event.game == FARO and bet:
            then, now = self.history.states[at - 1], self.history.states[at]
            text = event_sentence(then, now, recorded.event)
            self.add(text, recorded, reason=reason_for(FARO, recorded.event, now))
        else:
            return False
        return True

    def about(self, subject: Subject) -> str:
        """The bet, or a turn during which it lay, as the subject of a dispute."""
        if subject.bet != self.bet and subject.played and subject.played.version in self.turns:
            return turn_of_round(FARO, faro_of(self.history.states[-1]), subject.turn, subject.round)
        return super().about(subject)

    def concerns(self, command: RecordedCommand) -> bool:
        """Whether the command names the bet, is its player's while it lay, or is a late bet at that time.

        Commands that name another bet belong to that bet's story, unless they tried to lay a bet.
        """
        if not is_to_lay(command) and named_in(command, "bet", "about") - {self.bet}:
            return False
        while_it_lay = command.version_before in self.lay_at
        of_it = while_it_lay and (command.refused == _LATE or bool(players_in(command) & self.players))
        if not super().concerns(command) and not of_it:
            return False
        self._add_loser(command.version_before)
        return True

    def _add_loser(self, version: int) -> None:
        """Add a line for the loser that had been drawn when a command was refused, once."""
        recorded = self.history.events[version - 1]
        place = (version, 0)
        if isinstance(recorded.event, faro.LoserDrawn) and all(other != place for other, _ in self.lines):
            text = sentence_of(self.history.at(version), recorded.event)
            self.add(_("Turn %(turn)s: %(text)s", turn=recorded.event.turn, text=text), recorded)

    def _named(self, at: int, recorded: Recorded, before: FaroTable, after: FaroTable) -> None:
        event = recorded.event
        if isinstance(event, faro.BetPlaced | faro.TurnCalled):
            self.players.add(event.player)
            self.asked_for = True
        if isinstance(event, _SETTLED):
            self._settled(at, recorded, event)
            return
        text = self._sentence(at, event)
        if isinstance(event, faro.BetReturned):
            text = _(
                "%(amount)s goes back to %(name)s.", amount=brief(event.stake_cents), name=self.names[event.player]
            )
        elif before.open_bet(self.bet) == after.open_bet(self.bet):
            unchanged = _("nothing changes")
            text = f"{clauses(text[:-1], unchanged)}."
        self.add(text, recorded, reason=self._why_done(event, before, after))

    def _sentence(self, at: int, event: Event) -> str:
        return event_sentence(self.history.states[at - 1], self.history.states[at], event)

    def _why_done(self, event: Event, before: FaroTable, after: FaroTable) -> str:
        """The rule of an order, or of the end of the bet outside a turn; when the bet wins where it was laid."""
        if rule := _LIES_BY.get(type(event)):
            bet = after.bets[self.bet]
            return under(rule, covers(bet.place, coppered=bet.coppered))
        reason = why_done(event, before)
        return phrase_text(reason.cited) if reason else ""

    def _turn(self, at: int, recorded: Recorded, before: FaroTable, bet: Bet) -> None:
        """Add a line for a turn without effect on the bet."""
        drawn = recorded.event
        assert isinstance(drawn, faro.WinnerDrawn)
        assert before.loser is not None
        self.turns.add(recorded.version)
        settled = (other.event for other in self._of_command(at) if isinstance(other.event, _SETTLED))
        if any(event.bet == self.bet for event in settled):
            return
        reason = self._why_in_turn(bet, before, drawn)
        cards = cards_of_turn(before.loser, drawn.card)
        quiet = Quiet(drawn.deal, drawn.turn, cards)
        text = _("Turn %(turn)s: %(cards)s.", turn=drawn.turn, cards=cards)
        self.add(text, self._last(faro.LoserDrawn), recorded, reason=phrase_text(reason.cited), gathers=quiet)

    def _settled(self, at: int, recorded: Recorded, event: StakeSettled) -> None:
        """Add a line for the settlement of the bet, with the card that settled it."""
        shown = self._last(*_SHOWN)
        table = faro_of(self.history.at(shown.version - 1))
        bet = table.open_bet(self.bet)
        if bet is None:
            raise AssertionError(f"{self.bet} was settled without lying")
        reason, where = self._why(shown, table, bet)
        if isinstance(event, faro.BetPaid):
            reason = _as_paid(reason, event, bet, table.house, beside_an_equal=self._beside_an_equal(at, table))
        events = (self._last(faro.LoserDrawn), shown) if isinstance(shown.event, faro.WinnerDrawn) else (shown,)
        text = self._sentence(at, event)
        if remains_cents := getattr(event, "remains_cents", 0):
            text = _("%(text)s, %(amount)s stays on", text=text[:-1], amount=brief(remains_cents)) + "."
        self.add(f"{where} {text}", *events, recorded, reason=phrase_text(reason.cited))

    def _why(self, shown: Recorded, table: FaroTable, bet: Bet | Call) -> tuple[Reason, str]:
        """The reason of a settlement, and the card that was shown."""
        where = sentence_of(self.history.at(shown.version), shown.event)
        match shown.event:
            case faro.WinnerDrawn() as drawn if isinstance(bet, Bet):
                cards = cards_of_turn(table.loser or "", drawn.card)
                where = _("Turn %(turn)s: %(cards)s.", turn=drawn.turn, cards=cards)
                return self._why_in_turn(bet, table, drawn), where
            case faro.HockExposed(card=card) if isinstance(bet, Call):
                order = (rank_of(table.loser or ""), rank_of(table.winner or ""), rank_of(card))
                return why_at_hock(bet, order, table.house), where
            case faro.SodaExposed(card=card) | faro.HockExposed(card=card) if isinstance(bet, Bet):
                return why_hockelty(bet, card, table.house), where
            case _:
                raise AssertionError(f"{self.bet} was settled by {shown.kind}")

    def _why_in_turn(self, bet: Bet, table: FaroTable, drawn: faro.WinnerDrawn) -> Reason:
        last = drawn.turn == table.house.turns
        counts = not last or table.house.last_turn_counts
        return why_in_turn(bet, table.loser or "", drawn.card, table.house, counts=counts)

    def _beside_an_equal(self, at: int, table: FaroTable) -> bool:
        """Whether the bank paid an equal single stake beside this one, one of the two coppered (law 5)."""
        paid = self.events[at].event
        own = table.bets.get(self.bet)
        equals = [
            table.bets.get(other.event.bet)
            for other in self._of_command(at)
            if isinstance(other.event, faro.BetPaid)
            and isinstance(paid, faro.BetPaid)
            and other.event.due_cents == paid.due_cents
        ]
        return own is not None and any(
            equal and equal.coppered != own.coppered and equal.place.kind == own.place.kind == "single"
            for equal in equals
        )

    def _of_command(self, at: int) -> list[Recorded]:
        """The events of the same command, before and after this event."""

        def is_of_it(other: Recorded) -> bool:
            return other.command == self.events[at].command

        before = [*takewhile(is_of_it, reversed(self.events[:at]))]
        return [*reversed(before), *takewhile(is_of_it, self.events[at:])]

    def _last(self, *kinds: type[Event]) -> Recorded:
        """The last standing event of these kinds at that time."""
        return next(event for event in reversed(self.stood.events) if isinstance(event.event, kinds))


def turn_story(then: History, commands: Sequence[RecordedCommand], subject: Subject) -> tuple[Line, ...]:
    """Every event of a disputed turn: its cards and settlements."""
    if subject.played is None:
        return ()
    standing = effective(then.events)
    teller, drawn_by = Teller.of(then), _commands_of(standing, subject.played)
    return tuple(
        teller.line(event_sentence(then.at(recorded.version - 1), then.at(recorded.version), recorded.event), recorded)
        for recorded in standing
        if recorded.command in drawn_by
    )


def _commands_of(standing: Sequence[Recorded], played: Recorded) -> set[str]:
    """The commands that drew the cards of a turn, of which ``played`` is the last."""
    commands = {played.command}
    if isinstance(played.event, faro.WinnerDrawn):
        before = (recorded for recorded in reversed(standing) if recorded.version < played.version)
        commands.add(next(recorded.command for recorded in before if isinstance(recorded.event, faro.LoserDrawn)))
    return commands


_SHOWN = (faro.SodaExposed, faro.WinnerDrawn, faro.HockExposed)


def _paid_out_of_paroli(event: faro.BetPaid, bet: Bet | Call) -> int:
    """The part of a paroli's winnings that was paid to its player, in cents; 0 if the bet is no paroli."""
    if isinstance(bet, Call) or not bet.paroli:
        return 0
    return event.paid_cents - (event.remains_cents - bet.stake_cents)


def _as_paid(
    reason: Reason, event: faro.BetPaid, bet: Bet | Call, house: FaroHouse, *, beside_an_equal: bool
) -> Reason:
    """The reason of a win, with the effect of the laws of paying and of the paroli."""
    why, laws = reason.why, reason.laws
    unpaid_cents = reason.amount_cents - event.due_cents
    if unpaid_cents > 0:
        laws += (IN_FULL,)
        limit, rest = Amount(event.due_cents), Amount(unpaid_cents)
        why = phrase(
            "%(why)s; bills are paid to the limit of %(limit)s, and %(rest)s stays with the bank",
            why=why,
            limit=limit,
            rest=rest,
        )
    if event.paid_cents < event.due_cents:
        laws += (BROKEN_BANK,)
        rest = Amount(event.due_cents - event.paid_cents)
        why = phrase("%(why)s; the bank broke and pays what it has: %(rest)s is void", why=why, rest=rest)
    if beside_an_equal:
        laws += (COPPERED_FIRST,)
        why = phrase("%(why)s; of two equal stakes the coppered one is paid first", why=why)
    if isinstance(bet, Bet) and _paid_out_of_paroli(event, bet):
        why = _as_paroli(why, event, bet, house)
    return replace(reason, why=why, laws=laws)


def _as_paroli(why: Phrase, event: faro.BetPaid, bet: Bet, house: FaroHouse) -> Phrase:
    """Why only part of a paroli's winnings lies on (rulebook 1.6)."""
    if house.paroli_times is not None and bet.left_on >= house.paroli_times:
        return phrase(
            "%(why)s; rule 1.6: it was left on as often as this house allows, so its winnings come off",
            why=why,
        )
    return phrase(
        "%(why)s; rule 1.6: %(whole)s would stay on, but a paroli stops at the running limit of %(limit)s",
        why=why,
        whole=Amount(bet.stake_cents + event.paid_cents),
        limit=Amount(house.running_limit_cents),
    )
