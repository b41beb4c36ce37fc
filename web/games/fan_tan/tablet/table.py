"""The whole of the dealer's tablet at a Fan-Tan table as one view model: a pure function of a night and its facts.

While a hand is played it says nothing that a player at the table could not know.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import ClassVar

from dealer.commands.phrases import counted, dollars
from dealer.games.fan_tan.commands import Pass, SettleHand
from dealer.games.fan_tan.layout import Layout
from dealer.games.fan_tan.state import FAN_TAN, FanTanTable, Phase, fan_tan_of
from dealer.night.evolve import night_before
from dealer.night.night import Night
from events.effective_facts import EffectiveFacts, effective
from events.frozen import Frozen
from events.games.fan_tan import HandPaid
from events.records import Head, Recorded
from reports.games.fan_tan.words import in_hand
from reports.words.cards import card_words
from web.game_screens import Step
from web.games.fan_tan.tablet.course import TurnLine, course_of
from web.games.fan_tan.tablet.dealing import NextHand, next_hand
from web.games.fan_tan.tablet.payment import Payment, last_payment, payment_due, rulings_due
from web.games.fan_tan.tablet.places import Place, rows_of
from web.games.fan_tan.tablet.wrong_passes import Showing, WrongPass, law_of, showing_of, wrong_passes_of
from web.tablet.marks import marks_of
from web.tablet.moments import moment_of
from web.tablet.seats import SeatView
from web.tablet.steps import Lacking, short_for, shortage, step, steps_to_begin
from web.tablet.take_and_pay import Payments
from web.tablet.view import TabletView, of_the_night


class SeatAtHand(Frozen):
    """A player at the table and in the hand: cards left (``None`` where they are in no hand), passes."""

    seat: SeatView
    left: int | None
    passes: int
    deals: bool
    plays: bool
    is_out: bool


class FanTanView(TabletView):
    """Everything that the tablet shows of a Fan-Tan table; ``several`` is what may go down together, if anything."""

    game: ClassVar[str] = FAN_TAN
    foul: ClassVar[str] = "A wrong card was laid long ago"

    phase: str
    stand: str
    stand_before: str
    short: str
    phase_words: str
    is_playing: bool
    places: tuple[SeatAtHand, ...]
    rows: tuple[tuple[Place, ...], ...]
    pot_chips: str
    pot_amount: str
    pass_costs: str
    several: str
    first_card: str
    course: tuple[TurnLine, ...]
    next_hand: NextHand | None
    showing: Showing | None
    wrong_passes: tuple[WrongPass, ...]
    law: str
    payment: Payment | None
    last: Payment | None
    rulings: tuple[Payments, ...]
    steps: tuple[Step, ...]
    is_on: bool


def fan_tan_view(night: Night, head: Head, facts: Sequence[Recorded]) -> FanTanView:
    """The tablet's view of a night whose Fan-Tan table is on or was last, from its state and all of its facts."""
    table = fan_tan_of(night)
    kept = effective(facts)
    hand = table.hand
    names = night.names
    marks = marks_of(night)
    shared = of_the_night(night, head, facts)
    upcoming = None if hand or night.closed else next_hand(night, table)
    wrong_passes = wrong_passes_of(night, table)
    steps = _steps(night, table, kept)
    return FanTanView(
        phase=table.phase.name.lower(),
        moment=moment_of(kept, FAN_TAN, *_counted(table)),
        stand=stand_of(table),
        stand_before=_stand_before(night),
        short=_short(night, table, wrong_passes, upcoming),
        standing_at=_standing_at(table),
        phase_words=_phase_words(table, names),
        is_playing=table.phase is Phase.PLAYING,
        places=tuple(_place(table, seat) for seat in shared["seats"]),
        rows=rows_of(table, marks),
        pot_chips=counted(table.pot, "chip") if table.pot else "no chips",
        pot_amount=dollars(table.pot * table.house.chip) if table.pot else "",
        pass_costs=counted(table.house.pass_pays, "chip") if table.house.pass_pays else "free",
        several="card" if table.house.several_cards else "opener" if table.house.several_openers else "",
        first_card=card_words(hand.layout.first) if hand and hand.layout.is_empty and hand.layout.first else "",
        course=course_of(table, names, marks),
        next_hand=upcoming,
        showing=showing_of(hand, names, marks) if hand else None,
        wrong_passes=wrong_passes,
        law=law_of(table.house),
        payment=_payment(night, facts) if hand and hand.ended else None,
        last=None if hand else last_payment(night, kept),
        rulings=rulings_due(night, kept),
        steps=steps,
        is_on=hand is not None,
        **shared,
    )


def _payment(night: Night, facts: Sequence[Recorded]) -> Payment | None:
    """What settling the hand pays; among the facts of the payment itself, what it was to pay before the first."""
    if night.top and isinstance(facts[-1].fact, HandPaid):
        return payment_due(night_before(night.top))
    return payment_due(night)


def stand_of(table: FanTanTable) -> str:
    """Where a hand stands, as JSON: players in the order of play, the cards they hold, the suits' runs, the openers.

    The tablet's script reckons with it, and counts in what waits to be saved. It holds nothing that does not lie open.
    ``several`` says what may go down together, ``fresh`` is the layout with which the next hand begins; without a hand
    ``players`` are those who play the next one, clockwise.
    """
    hand = table.hand
    fresh = Layout(table.house.openers, first=table.house.first_card)
    layout = hand.layout if hand else fresh
    stand = {
        "phase": table.phase.name.lower(),
        "players": hand.players if hand else table.sitting_in,
        "left": [hand.left(player) for player in hand.players] if hand else [],
        "next": hand.next if hand else 0,
        "turns": len(hand.turns) if hand else 0,
        "runs": layout.runs,
        "openers": layout.openers,
        "first": layout.first,
        "several": {"openers": table.house.several_openers, "cards": table.house.several_cards},
        "fresh": {"openers": fresh.openers, "first": fresh.first},
    }
    return json.dumps(stand, separators=(",", ":"))


def _counted(table: FanTanTable) -> tuple[object, ...]:
    """What makes a hand's moment: a lay or a pass touched at one is never made at another."""
    hand = table.hand
    shown, taken = (len(hand.shown), len(hand.taken)) if hand else (0, 0)
    turns = len(hand.turns) if hand else 0
    return table.hand_number, turns, table.phase.name.lower(), shown, taken


def _place(table: FanTanTable, seat: SeatView) -> SeatAtHand:
    hand = table.hand
    player = seat.player
    if hand is None or player not in hand.players:
        deals = hand is None and player == table.dealer
        return SeatAtHand(seat=seat, left=None, passes=0, deals=deals, plays=False, is_out=False)
    return SeatAtHand(
        seat=seat,
        left=hand.left(player),
        passes=hand.passes(player),
        deals=player == hand.dealer,
        plays=table.phase is Phase.PLAYING and not _awaits_first(table) and player == hand.on_turn,
        is_out=player == hand.winner,
    )


def _awaits_first(table: FanTanTable) -> bool:
    """Whether the holder of a certain card begins, so that nobody knows whose turn it is."""
    hand = table.hand
    return bool(hand and hand.layout.first and hand.layout.is_empty)


def _stand_before(night: Night) -> str:
    """Where the hand stood before the last command that stands, for a taking back that waits to be saved."""
    return stand_of(fan_tan_of(night_before(night.top))) if night.top else ""


def _short(
    night: Night,
    table: FanTanTable,
    wrong_passes: Iterable[WrongPass],
    upcoming: NextHand | None,
) -> str:
    """Who lacks what for each thing that may be touched next."""
    hand = table.hand
    if hand and table.phase is Phase.PLAYING:
        return shortage(short_for(night, (step("", Pass.do, player=hand.on_turn),)))
    if hand and hand.ended:
        lacking: list[Lacking] = [(one.take.document, (one.short,)) for one in wrong_passes if one.take and one.short]
        due = payment_due(night)
        lacking.append(({"do": SettleHand.do}, [line.short for line in due.lines if line.short] if due else ()))
        return shortage(lacking)
    deals = upcoming.deals if upcoming else ()
    own = [(deal.step.document, [line.short for line in deal.lines if line.short]) for deal in deals]
    return shortage(own)


def _standing_at(table: FanTanTable) -> str:
    hand = table.hand
    if hand is None:
        return f"{counted(table.hand_number, 'hand')} dealt" if table.hand_number else "No hand dealt yet"
    return f"Hand {hand.number} · {in_hand(table)}"


def _phase_words(table: FanTanTable, names: dict[str, str]) -> str:
    hand = table.hand
    if hand is None:
        return "No hand is on"
    if hand.ended:
        return "The hand is over"
    if hand.winner:
        return f"{names[hand.winner]} is out"
    if hand.is_dead:
        return "Nobody has laid a card"
    if _awaits_first(table):
        return f"The {card_words(hand.layout.first)} comes first"
    return f"{names[hand.on_turn]}’s turn"


def _steps(night: Night, table: FanTanTable, kept: EffectiveFacts) -> tuple[Step, ...]:
    """The keys that take the night on when no card and no pass does."""
    hand = table.hand
    if hand is None:
        return steps_to_begin(night, kept)
    if hand.ended:
        words = "Pay the pot" if hand.winner else "Settle the dead hand"
        return (step(words, SettleHand.do),)
    if hand.winner and not hand.to_show:
        return (step("End the hand", "end_hand"),)
    return (step("End the dead hand", "end_hand"),) if hand.is_dead else ()
