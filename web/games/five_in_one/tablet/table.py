"""The whole of the dealer's tablet at a Five in One table as one view: a pure function of a night and its facts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dealer.commands.fields import RANKS
from dealer.games.five_in_one.parts import COLD_HAND, CONSOLATION, PARTS
from dealer.games.five_in_one.playing import COUNTED
from dealer.games.five_in_one.state import FIVE_IN_ONE, FiveInOneTable, five_in_one_of
from dealer.night.night import Night
from events.effective_facts import effective
from events.frozen import Frozen
from events.records import Head, Recorded
from reports.words.formatting import signed_number
from reports.words.players import name_of
from web.games.five_in_one.parts import HANDS, Part, called, parts_of
from web.hands.view import HandsView, SeatInHand, dealer_of, of_hands
from web.tablet.marks import Mark, marks_of
from web.tablet.seats import seats_of

CHIPS, WINNERS, CARDS = "chips", "winners", "cards"
_ASKED = {COLD_HAND: WINNERS, CONSOLATION: CARDS}


class Plate(Frozen):
    """A player in the round that is on or was last, with what it has brought them so far, signed."""

    player: str
    name: str
    mark: Mark
    so_far: str


class FiveInOneView(HandsView):
    """Everything that the tablet shows of a Five in One table.

    ``asked`` is what the part that is due is told by: :data:`CHIPS`, :data:`WINNERS` or :data:`CARDS`.
    """

    dealer: Plate | None
    parts: tuple[Part, ...]
    asked: str
    plates: tuple[Plate, ...]
    counted: int = COUNTED
    ranks: tuple[str, ...] = RANKS
    can_be_voided: bool


def five_in_one_view(night: Night, head: Head, facts: Sequence[Recorded]) -> FiveInOneView:
    """The tablet's view of a night whose Five in One table is on or was last, from its state and all of its facts."""
    table = five_in_one_of(night)
    parts = parts_of(night, table, effective(facts))
    dealer = dealer_of(table, HANDS)
    return FiveInOneView(
        standing_at=_standing_at(table),
        phase_words=called(table.part_due) if table.is_on else "No round is on",
        places=tuple(
            SeatInHand(
                seat=seat,
                deals=seat.player == dealer,
                tally=_so_far(table, seat.player) if table.is_on else "",
            )
            for seat in seats_of(night)
        ),
        dealer=_plate(night, table, dealer) if dealer else None,
        parts=parts,
        asked=_ASKED.get(table.part_due, CHIPS) if table.is_on else "",
        plates=_plates(night, table),
        can_be_voided=table.is_on and not table.turn,
        **of_hands(night, head, facts, table, HANDS, game=FIVE_IN_ONE, stand_of=stand_of),
    )


def stand_of(table: FiveInOneTable) -> dict[str, Any]:
    """Where a round stands, for the script: who is in it, how many parts are paid, what each part is told by."""
    return {
        "on": table.is_on,
        "round": table.round,
        "turn": table.turn,
        "seated": table.sitting_in,
        "players": table.players,
        "dealer": table.dealer,
        "parts": [[part, _ASKED.get(part, CHIPS)] for part in PARTS],
        "chip": table.chip_cents,
        "pays": {WINNERS: table.house.cold_hand_pays, CARDS: table.house.hit_pays},
    }


def _plates(night: Night, table: FiveInOneTable) -> tuple[Plate, ...]:
    # In the order of the seats, not of play: no plate moves from under the dealer's finger when a round begins.
    shown = table.players or table.seated
    return tuple(_plate(night, table, player) for player in table.seats if player in shown)


def _plate(night: Night, table: FiveInOneTable, player: str) -> Plate:
    mark = marks_of(night)[player]
    return Plate(player=player, name=name_of(night, player), mark=mark, so_far=_so_far(table, player))


def _so_far(table: FiveInOneTable, player: str) -> str:
    chips = table.won.get(player, 0)
    return signed_number(chips) if chips else ""


def _standing_at(table: FiveInOneTable) -> str:
    if table.is_on:
        return f"Round {table.round} · part {table.turn + 1} of {len(PARTS)}"
    return f"After round {table.round}" if table.round else "No round dealt yet"
