"""The whole of the dealer's tablet at a Farmer table as one view model: a pure function of a night and its facts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dealer.commands.fields import RANKS
from dealer.game.cards import rank_of
from dealer.games.farmer.cards import PACK, SIXTEEN, points_of
from dealer.games.farmer.commands import SettleHand
from dealer.games.farmer.state import FARMER, FarmerTable, farmer_of
from dealer.night.evolve import night_before
from dealer.night.night import Night
from events.effective_facts import EffectiveFacts, effective
from events.frozen import Frozen
from events.games.farmer import FarmHandShown
from events.records import Head, Recorded
from web.games.farmer.hands import HANDS, counted_as, face_of
from web.hands.course import turns_of
from web.hands.payment import Payment, payment_of
from web.hands.view import HandsView, SeatInHand, hand_standing, of_hands
from web.tablet.marks import Mark, marks_of
from web.tablet.seats import SeatView, seats_of
from web.tablet.steps import dry_run, shortages, step


class RankKey(Frozen):
    """A rank of the pack: how many cards it has there, and what each counts."""

    rank: str
    cards: int
    points: int

    @property
    def name(self) -> str:
        """The rank as it is read out."""
        return _NAMES.get(self.rank, self.rank)


_NAMES = {"A": "ace", "6": "the six", "J": "jack", "Q": "queen", "K": "king"}

PACK_KEYS = tuple(
    RankKey(rank=rank, cards=cards, points=points_of([rank]))
    for rank in RANKS
    if (cards := sum(rank_of(card) == rank for card in PACK))
)
"""The pack of 45 cards by ranks, from the ace up."""


class HandShown(Frozen):
    """A hand: its cards as they are shown, none before, what it counts, and the ``turn`` in which it was shown.

    ``told`` says what is to be said of the count.
    """

    turn: int
    player: str
    name: str
    mark: Mark
    cards: tuple[str, ...]
    points: int
    told: str
    is_over: bool
    is_sixteen: bool


class FarmerView(HandsView):
    """Everything that the tablet shows of a Farmer table; ``due`` is what settling the hand would pay."""

    pack: tuple[RankKey, ...] = PACK_KEYS
    hands: tuple[HandShown, ...]
    due: Payment | None


def farmer_view(night: Night, head: Head, facts: Sequence[Recorded]) -> FarmerView:
    """The tablet's view of a night whose Farmer table is on or was last, from its state and all of its facts."""
    table = farmer_of(night)
    due = _payment_due(night, facts)
    steps = (step("Settle the hand", SettleHand.do),) if due else ()
    return FarmerView(
        standing_at=hand_standing(table),
        phase_words=_phase_words(table, night.names),
        places=tuple(_place(table, seat) for seat in seats_of(night)),
        hands=hands_of(night, table, effective(facts)),
        due=due,
        **of_hands(
            night,
            head,
            facts,
            table,
            HANDS,
            game=FARMER,
            stand_of=stand_of,
            steps=steps,
            lacking=(({"do": SettleHand.do}, due.short),) if due else (),
        ),
    )


def _payment_due(night: Night, recorded: Sequence[Recorded]) -> Payment | None:
    """What settling the hand would pay; nothing while it cannot be settled.

    Among the facts of the payment itself, the last of the night's, it is what it was to pay before the first.
    """
    paying = night.top is not None and HANDS.why(recorded[-1].fact) is not None
    night = night_before(night.top) if night.top and paying else night
    facts = dry_run(night, SettleHand())
    return payment_of(night, facts, HANDS, {one.player: one for one in shortages(night, facts)})


def stand_of(table: FarmerTable) -> dict[str, Any]:
    """Where a hand stands, for the script: who sits, who holds a hand, and what each has shown."""
    return {
        "on": table.is_on,
        "round": table.round,
        "seated": table.sitting_in,
        "players": table.players,
        "shown": dict(table.shown),
        "plays": table.house.farmer_plays,
    }


def hands_of(night: Night, table: FarmerTable, kept: EffectiveFacts) -> tuple[HandShown, ...]:
    """The hands of the one that is on or was last, from the farmer's left."""
    marks = marks_of(night)
    turns = {fact.player: fact.turn for fact in turns_of(kept, HANDS) if isinstance(fact, FarmHandShown)}
    return tuple(
        HandShown(
            turn=turns.get(player, 0),
            player=player,
            name=night.seats[player].name,
            mark=marks[player],
            cards=tuple(face_of(card) for card in table.shown.get(player, ())),
            points=points,
            told=counted_as(table.shown.get(player, ())),
            is_over=points > SIXTEEN,
            is_sixteen=points == SIXTEEN,
        )
        for player in table.players
        for points in (points_of(table.shown.get(player, ())),)
    )


def _place(table: FarmerTable, seat: SeatView) -> SeatInHand:
    shown = table.shown.get(seat.player, ()) if table.is_on else ()
    return SeatInHand(
        seat=seat,
        deals=seat.player == (table.dealer if table.is_on else table.farmer_due),
        tally=str(points_of(shown)) if shown else "",
        told=counted_as(shown),
    )


def _phase_words(table: FarmerTable, names: dict[str, str]) -> str:
    if not table.is_on:
        return "No hand is on"
    return f"{names[table.to_show[0]]} shows" if table.to_show else "All have shown"
