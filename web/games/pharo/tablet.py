"""The dealer's tablet at a Pharo table: a pure function of a night and its events."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile
from typing import Any, ClassVar

from dealer.commands.fields import RANKS
from dealer.commands.refusal import marked
from dealer.game.cards import rank_of
from dealer.games.pharo.commands import EndDeal
from dealer.games.pharo.game import ACTIONS, FOUL, GAME, MISCOUNTS
from dealer.games.pharo.state import COUPS, PHARO, PharoTable, Phase, pharo_of
from dealer.night.evolve import night_before
from dealer.night.night import Night
from events.common.event import Event
from events.common.play import TurnPlayed
from events.effective_events import EffectiveEvents, effective
from events.frozen import Frozen
from events.games import pharo as pharo_events
from events.records import Head, Recorded
from ledger.statement import bank_line
from reports.words.formatting import brief, card_words
from reports.words.language import gettext as _
from reports.words.language import ngettext, pgettext
from web.bank_tables import BankTabletView, coin_label, pack_count_of
from web.game_screens import Step
from web.games.pharo.livrets import Livret, card_called, livrets_of
from web.hands.tablet import actions_as_json
from web.tablet.routes import moment_of
from web.tablet.steps import step, steps_to_begin
from web.tablet.take_and_pay import Line, Payments, grouped, rulings_since
from web.tablet.view import of_the_night

_TAKES_ON = (
    pharo_events.CoupDealt,
    pharo_events.PackTaken,
    pharo_events.PackDealtOut,
    pharo_events.PackMiscounted,
    pharo_events.PackFoul,
)
_SAYS: dict[type[Event], str] = {
    pharo_events.GainPaid: marked("won, paid"),
    pharo_events.PliWon: marked("pli won, onto the card"),
    pharo_events.ForfeitPaid: marked("forfeited, stake back"),
    pharo_events.CardLost: marked("lost"),
    pharo_events.DoubletDealt: marked("doublet, the bigger half"),
    pharo_events.CardsDrawn: marked("l’une pour l’autre, stays"),
    pharo_events.CardReturned: marked("goes back"),
    pharo_events.CardTakenDown: marked("taken down"),
}


class Sheet(Frozen):
    """The last coup in cards and payments; ``cards`` are those of the coup."""

    title: str
    cards: str
    payments: tuple[Payments, ...]


def sheet_of(night: Night, table: PharoTable, effective: EffectiveEvents) -> Sheet:
    """The sheet of a night; ``effective`` are its effective events."""
    taken_on = effective.up_to_last(*_TAKES_ON)
    if taken_on is None:
        return Sheet(title=_("Take and pay"), cards="", payments=rulings_since(night, list(effective)))
    last, since = taken_on.last, effective.since(taken_on)
    # The payments of a coup or of an ended deal come before it in the same command.
    before = _same_command(taken_on, last)
    events = [recorded.event for recorded in (*before, last, *since)]
    groups = grouped(night, (line for event in events for line in _lines(table, event)))
    payments = (Payments(id=last.command, heading="", groups=groups),) if groups else ()
    title, cards = _heading(last.event)
    return Sheet(title=title, cards=cards, payments=payments + rulings_since(night, since))


def _same_command(upto: EffectiveEvents, last: Recorded) -> list[Recorded]:
    earlier = takewhile(lambda recorded: recorded.command == last.command, islice(reversed(upto), 1, None))
    return [*earlier][::-1]


def _heading(event: Event) -> tuple[str, str]:
    match event:
        case pharo_events.CoupDealt():
            cards = _(
                "bank %(bank)s punters %(punters)s", bank=card_words(event.bank), punters=card_words(event.punters)
            )
            return _("Coup %(coup)s", coup=event.turn), cards
        case pharo_events.PackTaken():
            return _("Deal %(deal)s", deal=event.deal), ""
        case pharo_events.PackMiscounted():
            return _("A miscounted pack"), ngettext("%(num)s card", "%(num)s cards", event.cards)
        case _:
            return _("The deal is over"), ""


def _lines(table: PharoTable, event: Any) -> Iterator[tuple[str, int, Line]]:
    """What an event moves over the table: the player, the cents towards them, and its line."""
    note = ""
    match event:
        case pharo_events.CardPaid():
            kind, cents, towards = "pay", event.paid_cents, event.paid_cents
            if event.paid_cents < event.due_cents:
                note = _("the bank owes %(amount)s", amount=brief(event.due_cents))
        case pharo_events.CardTaken() if event.taken_cents:
            kind, cents, towards = "take", event.taken_cents, -event.taken_cents
        case pharo_events.CardTaken() if event.lost_gain_cents:
            kind, cents, towards, note = "gone", event.lost_gain_cents, 0, _("of the gain")
        case pharo_events.CardsDrawn():
            kind, cents, towards = "drawn", event.stake_cents, 0
        case pharo_events.CardReturned() | pharo_events.CardTakenDown():
            kind, cents, towards = "back", event.stake_cents, event.stake_cents
        case _:
            return
    line = Line(
        hand=_hand(kind),
        kind=kind,
        about=json.dumps(event.bet),
        where=card_called(table, event.bet),
        amount=brief(cents),
        checks="",
        note=note or _(_SAYS[type(event)]),
    )
    yield event.player, towards, line


def _hand(kind: str) -> str:
    """What the dealer's hand does, in a word."""
    words = {
        "pay": _("Pay"),
        "take": _("Take"),
        "gone": pgettext("a stake", "Gone"),
        "drawn": pgettext("a stake", "Drawn"),
        "back": pgettext("a stake", "Back"),
    }
    return words[kind]


_USUAL_CENTS = (25, 100, 500, 1_000, 2_500, 10_000)
_MOST_AMOUNTS = 5


class RankKey(Frozen):
    """The key of a rank, with how many of its cards may still come before the bottom card."""

    rank: str
    left: int


class PharoView(BankTabletView):
    """Everything on the tablet of a Pharo table.

    ``own_acts`` says whether players act by themselves: ``closed``, ``open`` or ``held``.
    """

    game: ClassVar[str] = PHARO

    actions: str = actions_as_json(ACTIONS)
    turn: int
    own_acts: str
    livrets: tuple[Livret, ...]
    ranks: tuple[RankKey, ...]
    opposes: bool
    late: str
    last_coup: str
    sheet: Sheet
    miscounts: tuple[int, ...] = MISCOUNTS

    @property
    def is_on(self) -> bool:
        """Whether a deal is on."""
        return self.phase != Phase.IDLE

    @property
    def waiting(self) -> tuple[Livret, ...]:
        """The livrets with an undecided win."""
        return tuple(livret for livret in self.livrets if livret.waits)


def table_view(night: Night, head: Head, events: Sequence[Recorded]) -> PharoView:
    """The tablet's view of a night, from its state and all of its events."""
    table = pharo_of(night)
    effective_events = effective(events)
    return PharoView(
        foul=tuple(map(_, FOUL)),
        count=pack_count_of(night, GAME, effective_events),
        phase=table.phase,
        turn=table.turn,
        position=_position(night),
        position_before=_position(night_before(night.last_voidable)) if night.last_voidable else "",
        moment=moment_of(effective_events, PHARO, table.round, table.turn, table.phase, made_by=TurnPlayed),
        standing_at=standing_at(table),
        phase_words=phase_words(night, table),
        own_acts=_own_acts(night),
        in_sight=brief(bank_line(night.ledger).in_sight_cents),
        broken=table.broken,
        livrets=livrets_of(night),
        ranks=tuple(RankKey(rank=rank, left=_left(table, rank)) for rank in RANKS),
        amounts=amounts_of(table),
        opposes=table.house.oppose,
        late=late_words(table),
        last_coup=last_coup_words(table),
        sheet=sheet_of(night, table, effective_events),
        steps=_steps(night, table, effective_events),
        **of_the_night(night, head, events),
    )


def _own_acts(night: Night) -> str:
    return "held" if night.own_acts.is_held else "open" if night.own_acts.is_open else "closed"


def _position(night: Night) -> str:
    position = {**GAME.position(pharo_of(night)), "own_acts": _own_acts(night)}
    return json.dumps(position, separators=(",", ":"))


def standing_at(table: PharoTable) -> str:
    """The state of the deal, in words."""
    if not table.round:
        return _("No deal yet")
    if not table.is_on:
        return _("After deal %(deal)s", deal=table.round)
    standing = ngettext(
        "Deal %(deal)s · coup %(coup)s of %(coups)s · %(num)s card left",
        "Deal %(deal)s · coup %(coup)s of %(coups)s · %(num)s cards left",
        table.cards_left,
        deal=table.round,
        coup=table.turn,
        coups=COUPS,
    )
    return _("%(standing)s · late", standing=standing) if _is_late(table) else standing


def phase_words(night: Night, table: PharoTable) -> str:
    """What the table waits for, in words."""
    if table.broken:
        return _("The bank is broken")
    if table.phase is Phase.BETTING and night.own_acts.is_held:
        return _("No more bets")
    return {
        Phase.IDLE: _("No deal"),
        Phase.BOTTOM: _("Show the bottom card"),
        Phase.BETTING: _("Make your game"),
        Phase.DEALT: _("Dealt out"),
    }[table.phase]


def _left(table: PharoTable, rank: str) -> int:
    """The cards of a rank that may come now; the bottom card comes last, by itself."""
    last = table.last_coup_next
    at_bottom = bool(table.pack.bottom) and rank_of(table.pack.bottom) == rank
    return table.pack.left(rank) - (at_bottom and not last)


def amounts_of(table: PharoTable) -> tuple[tuple[int, str], ...]:
    """The amounts to choose by touch, in cents, with their words."""
    check = table.house.check
    larger = [cents for cents in _USUAL_CENTS if cents > check and cents % check == 0]
    return tuple((cents, coin_label(cents)) for cents in (check, *larger)[:_MOST_AMOUNTS])


def _is_late(table: PharoTable) -> bool:
    return table.phase is Phase.BETTING and table.is_late


def late_words(table: PharoTable) -> str:
    """A warning late in the deal."""
    if not _is_late(table):
        return ""
    return _(
        "Late in the deal: no stakes can be taken down. A card can be changed only right after a win, a "
        "loss or a doublet. A masked card stays out of the coups, and its stake goes back."
    )


def last_coup_words(table: PharoTable) -> str:
    """A warning before the last coup, whose second card everybody has seen."""
    if not table.last_coup_next:
        return ""
    bottom = card_words(table.pack.bottom)
    if table.house.hockley:
        return _("The %(card)s comes last, for the punters. A stake laid now can only lose.", card=bottom)
    if table.house.oppose:
        return _(
            "The %(card)s comes last, for the punters. A stake laid now on the %(card)s can only win, any other can "
            "only lose. For opposed stakes the reverse holds.",
            card=bottom,
        )
    return _(
        "The %(card)s comes last, for the punters. A stake laid now on the %(card)s can only win, any other can only "
        "lose.",
        card=bottom,
    )


def _steps(night: Night, table: PharoTable, effective: EffectiveEvents) -> tuple[Step, ...]:
    """The keys for the next step when no card is due."""
    if not table.is_on:
        return steps_to_begin(night, effective)
    return (step(_("End the deal"), EndDeal.do),) if table.phase is Phase.DEALT else ()
