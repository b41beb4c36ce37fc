"""The sheet beside the layout: the take-and-pay list, the calls of the last turn, and warnings."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from dealer.commands.refusal import marked
from dealer.games.faro.cards import LAST_TABS, DealTabs
from dealer.games.faro.settlement import PLACES, TakeAndPayLine, take_and_pay
from dealer.games.faro.state import FARO, FaroTable, Phase, faro_of
from dealer.night.evolve import night_before
from dealer.night.night import Night
from events.cache import Cache
from events.common.event import Event
from events.common.play import StakeSettled
from events.effective_events import EffectiveEvents
from events.frozen import Frozen
from events.games import faro
from events.records import Recorded
from reports.games.faro.words import words_of_hock, words_of_phase, words_of_turn
from reports.words.formatting import brief, card_words
from reports.words.game_words import phrase_text
from reports.words.language import gettext as _
from reports.words.language import pgettext, style
from reports.words.naming import result_of
from web.games.faro.stacks import in_checks
from web.games.faro.warnings import BetsWarning, Dues, WorstTurnView, hock_warning, limit_warning, worst_turn_view
from web.tablet.take_and_pay import Line, Payments, grouped, rulings_since

_CALLED: Cache[tuple[str, ...], tuple[str, ...]] = Cache(1_024)
"""The key is the hash of a turn's last event, which covers all events before it, the language and the names."""


def called_at(
    night: Night, loser: str | None, events: Sequence[Recorded], tabs: DealTabs, last_deal: DealTabs | None
) -> tuple[str, ...]:
    """The words called after the last turn of ``tabs``; none if the table before it is gone, as after a close.

    ``loser`` is the command that drew the turn's loser, ``events`` are those of the command that drew its winner.
    """
    if night.closed:
        # Otherwise the result would depend on the cache.
        return ()
    key = (events[-1].hash, style().language, *night.names.values())
    called = _CALLED.get(key)
    if called is None:
        before = _before(night, loser)
        settled = [recorded.event for recorded in events if isinstance(recorded.event, StakeSettled)]
        called = tuple(words_of_turn(before, settled, tabs, night.names, last_deal)) if before else ()
        # An event that is not in a book has no hash.
        if before and events[-1].hash:
            _CALLED.put(key, called)
    return called


def _before(night: Night, command: str | None) -> FaroTable | None:
    """The table before a command, from the commands that can be undone."""
    return next((faro_of(night_before(frame)) for frame in night.frames if frame.command == command), None)


_SHOWN = (faro.SodaExposed, faro.WinnerDrawn, faro.HockExposed)
_TAKES_ON = (*_SHOWN, faro.DealStarted, faro.LoserDrawn, faro.DealEnded, faro.DealVoided)
_LAYS = (faro.BetPlaced, faro.BetPressed, faro.BetMoved, faro.TurnCalled)
_LONG = 6


class PhaseWords(Frozen, kw_only=False):
    """A phase in words: as data, on the tablet and on the board, the card that is due, what follows it, what to do."""

    data: str
    tablet: str
    board: str
    card: str = ""
    after: str = ""
    hint: str = ""


PHASES = {
    Phase.NO_DEAL: PhaseWords(
        data=marked("no deal"),
        tablet=marked("No deal"),
        board=marked("Between deals"),
        hint=marked("Count the pack, shuffle it, put it in the box and start the deal."),
    ),
    Phase.BEFORE_SODA: PhaseWords(
        data=marked("before the soda"),
        tablet=marked("Show the soda"),
        board=marked("The soda comes next"),
        card=marked("Soda"),
        after=marked("the top card"),
        hint=marked("Show the soda: touch its rank below."),
    ),
    Phase.BETTING: PhaseWords(
        data=marked("bets are open"),
        tablet=marked("Bets are open"),
        board=marked("Bets are open"),
        card=marked("Loser"),
        after=marked("then winner"),
        hint=marked("Lay bets, then touch the loser’s rank below."),
    ),
    Phase.LOSER_DRAWN: PhaseWords(
        data=marked("the loser is drawn"),
        tablet=marked("Bets are closed"),
        board=marked("Bets are closed"),
        card=marked("Winner"),
        after=marked("the loser is out"),
        hint=marked("Touch the winner’s rank below."),
    ),
    Phase.BEFORE_HOCK: PhaseWords(
        data=marked("before the hock"),
        tablet=marked("Show the hock"),
        board=marked("The hock comes next"),
        card=marked("Hock"),
        after=marked("the last card"),
        hint=marked("Touch the hock’s rank below."),
    ),
    Phase.DEALT_OUT: PhaseWords(
        data=marked("dealt out"),
        tablet=marked("Dealt out"),
        board=marked("The deal is over"),
        hint=marked("The deal is dealt out: clear the layout and end it."),
    ),
}


class Sheet(Frozen):
    """The sheet: what to take and pay after the last card, and what the next turn may cost.

    ``words`` are called out, ``warnings`` name bets in danger.
    """

    title: str
    cards: str
    words: tuple[str, ...]
    payments: tuple[Payments, ...]
    worst_turn: WorstTurnView | None
    warnings: tuple[BetsWarning, ...]
    hint: str

    @property
    def paying(self) -> bool:
        """Whether there is something to take or pay, and no bet was laid since."""
        return any(not payment.passed for payment in self.payments)

    @property
    def is_long(self) -> bool:
        """Whether the take-and-pay list is so long that the rest of the sheet comes after it."""
        return len(self.lines) > _LONG

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines to take and pay, in order."""
        return tuple(line for payment in self.payments for group in payment.groups for line in group.lines)


def sheet_of(night: Night, table: FaroTable, events: EffectiveEvents, dues: Dues) -> Sheet:
    """The sheet of a night, from its effective events and the cost of the next turns."""
    # Up to the last card shown, or the deal's beginning or end.
    taken_on = events.up_to_last(*_TAKES_ON)
    since = events.since(taken_on) if taken_on is not None else list(events)
    is_card = taken_on is not None and table.deal_is_on and isinstance(taken_on.last.event, _SHOWN)
    shown = taken_on if is_card else None
    settled = _settled(night, table, shown, since) if shown is not None else ()
    ruled = rulings_since(night, since, in_checks=lambda cents: in_checks(cents, table.house), passed=_are_laid)
    title, cards, hint = _heading(table, shown.last.event if shown is not None else None, bool(settled))
    return Sheet(
        title=title,
        cards=cards,
        words=tuple(_words(night, table, shown, since)) if shown is not None else (),
        payments=settled + ruled,
        worst_turn=worst_turn_view(table, dues),
        warnings=_warnings(night, table),
        hint=hint,
    )


def _settled(night: Night, table: FaroTable, shown: EffectiveEvents, since: Sequence[Recorded]) -> tuple[Payments, ...]:
    """What the dealer takes and pays after the last card; ``shown`` are the events up to that card."""
    lines = take_and_pay(PLACES.of(shown), [recorded.event for recorded in _of_command(shown.last, since)])
    if not lines:
        return ()
    groups = grouped(night, ((line.player, line.towards_cents, _line(table, line)) for line in lines))
    return (Payments(id=shown.last.command, heading="", groups=groups, passed=_are_laid(since)),)


def _of_command(card: Recorded, since: Sequence[Recorded]) -> list[Recorded]:
    """The events of the command that showed a card, from that card on."""
    return [recorded for recorded in (card, *since) if recorded.command == card.command]


_PAYS = {"to_one": marked("pays %(times)s to one"), "for_one": marked("pays %(times)s for one")}


class Calls(Frozen):
    """The orders of the last three cards that can be called, and what they pay."""

    orders: tuple[tuple[str, ...], ...]
    pays: str
    lying: tuple[str, ...]


def calls_of(night: Night, table: FaroTable) -> Calls | None:
    """The orders that can be called now; ``None`` if none can."""
    if not table.orders:
        return None
    house = table.house
    times = house.cat_pays if len(set(table.orders[0])) == 2 else house.call_pays
    return Calls(
        orders=tuple(table.orders),
        pays=_(_PAYS[house.call_quote], times=times),
        lying=tuple(
            f"{night.seats[call.player].name} {'-'.join(call.order)} {brief(call.stake_cents)}"
            for call in table.calls.values()
        ),
    )


def _are_laid(later: Iterable[Recorded]) -> bool:
    """Whether bets are laid in later events."""
    return any(isinstance(recorded.event, _LAYS) for recorded in later)


def _heading(table: FaroTable, shown: Event | None, any_lines: bool) -> tuple[str, str, str]:
    """The sheet's title, the cards beside it, and what to do next."""
    match shown:
        case faro.WinnerDrawn():
            loser, winner = card_words(table.loser), card_words(table.winner)
            cards = _("loser %(loser)s · winner %(winner)s", loser=loser, winner=winner)
            return _("Turn %(turn)s", turn=shown.turn), cards, _hint(table, any_lines)
        case faro.HockExposed():
            return _("Hock"), _("hock %(card)s", card=card_words(shown.card)), _hint(table, any_lines)
        case faro.SodaExposed():
            cards = _("soda %(card)s", card=card_words(shown.card))
            return _("Deal %(deal)s", deal=table.deal), cards, _hint(table, any_lines)
    hint = _(PHASES[table.phase].hint)
    if not table.deal_is_on:
        return _("No deal"), "", hint
    if table.phase is Phase.LOSER_DRAWN:
        return _("Turn %(turn)s", turn=table.turn), _("loser %(card)s", card=card_words(table.loser)), hint
    return _("Deal %(deal)s", deal=table.deal), "", hint


def _words(night: Night, table: FaroTable, shown: EffectiveEvents, since: Sequence[Recorded]) -> list[str]:
    *before, tabs = LAST_TABS.of(shown)
    if isinstance(shown.last.event, faro.HockExposed):
        return words_of_hock(tabs)
    called: tuple[str, ...] = ()
    if isinstance(shown.last.event, faro.WinnerDrawn):
        loser = shown.up_to_last(faro.LoserDrawn)
        of_turn = _of_command(shown.last, since)
        called = called_at(night, loser.last.command if loser else None, of_turn, tabs, next(iter(before), None))
    return [*called, *words_of_phase(table)]


def _hand(act: str) -> str:
    """What the dealer's hand does, in a word or two."""
    words = {
        "take": _("Take"),
        "pay": _("Pay"),
        "give back": pgettext("a stake", "Give back"),
        "leave": pgettext("a stake", "Leave"),
    }
    return words[act]


def _line(table: FaroTable, line: TakeAndPayLine) -> Line:
    note = "" if line.result in ("won", "lost") else result_of(line.result, FARO)
    if line.stays_cents and line.result in ("won", "split", "lost") and not line.stands_as_it_was:
        amount = brief(line.stays_cents)
        note = (
            _("%(result)s, stays %(amount)s", result=note, amount=amount)
            if note
            else _("stays %(amount)s", amount=amount)
        )
    return Line(
        hand=_hand(line.act),
        kind=line.act.replace(" ", "-"),
        about=json.dumps(line.bet),
        where=phrase_text(line.where),
        amount=brief(line.amount_cents) if line.amount_cents else "–",
        checks=in_checks(line.amount_cents, table.house) if line.amount_cents else "",
        note=note,
    )


def _warnings(night: Night, table: FaroTable) -> tuple[BetsWarning, ...]:
    return tuple(filter(None, (hock_warning(night, table), limit_warning(night, table))))


def _hint(table: FaroTable, any_lines: bool) -> str:
    if table.phase in (Phase.BEFORE_HOCK, Phase.DEALT_OUT):
        return _(PHASES[table.phase].hint)
    if not any_lines and table.turn:
        return _("Nothing to take or pay.")
    return "" if table.bets else _(PHASES[Phase.BETTING].hint)
