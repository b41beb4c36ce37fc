"""The whole of the dealer's tablet at a Spoil Five table as one view: a pure function of a night and its facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dealer.commands.phrases import counted
from dealer.games.spoil_five.commands import ScoreHand
from dealer.games.spoil_five.scoring import ALL_FIVE
from dealer.games.spoil_five.state import LIVE_HANDS, SPOIL_FIVE, SpoilFiveTable, spoil_five_of
from dealer.night.night import Night
from events.effective_facts import EffectiveFacts, effective
from events.frozen import Frozen
from events.games.spoil_five import HandKilled
from events.records import Head, Recorded
from reports.words.formatting import chips_words
from reports.words.players import name_of
from web.games.spoil_five.hands import HANDS, OFFENCES, last_tricks, offence_words, told_of_hands
from web.hands.course import turns_of
from web.hands.view import HandsView, SeatInHand, dealer_of, hand_standing, of_hands
from web.tablet.marks import Mark, marks_of
from web.tablet.seats import seats_of
from web.tablet.steps import Shortage, dry_run, shortages


class Plate(Frozen):
    """A player as a key for the tricks they take: ``told`` says why their hand is dead, or why they have no cards.

    ``tricks`` are those of the hand scored last, while none is on.
    """

    player: str
    name: str
    mark: Mark
    told: str
    tricks: int


class Outcome(Frozen):
    """One way in which the hand can end: its key for the script, what it is called, and what it pays."""

    key: str
    words: str
    pays: str


class Killed(Frozen):
    """A hand that died in this one: the turn, whose, and for what."""

    turn: int
    player: str
    name: str
    mark: Mark
    why: str


class SpoilFiveView(HandsView):
    """Everything that the tablet shows of a Spoil Five table.

    ``offences`` are what a hand can be dead for, with their words; ``lacks`` is who could not pay for all five tricks.
    """

    plates: tuple[Plate, ...]
    offences: tuple[tuple[str, str], ...]
    outcomes: tuple[Outcome, ...]
    killed: tuple[Killed, ...]
    lacks: tuple[Shortage, ...]


def spoil_five_view(night: Night, head: Head, facts: Sequence[Recorded]) -> SpoilFiveView:
    """The tablet's view of a night whose Spoil Five table is on or was last, from its state and all of its facts."""
    table = spoil_five_of(night)
    kept = effective(facts)
    told = told_of_hands(table, kept)
    return SpoilFiveView(
        standing_at=hand_standing(table),
        phase_words="A hand is on" if table.is_on else "No hand is on",
        places=tuple(
            SeatInHand(seat=seat, deals=seat.player == dealer_of(table, HANDS), told=told.get(seat.player, ""))
            for seat in seats_of(night)
        ),
        plates=_plates(night, table, kept, told),
        offences=tuple((why, offence_words(why)) for why in OFFENCES),
        outcomes=_outcomes(table) if table.is_on else (),
        killed=_killed(night, kept) if table.is_on else (),
        lacks=_lacks(night, table),
        **of_hands(night, head, facts, table, HANDS, game=SPOIL_FIVE, stand_of=stand_of),
    )


def stand_of(table: SpoilFiveTable) -> dict[str, Any]:
    """Where a hand stands, for the script: who is in it, whose hand is dead, and who has no cards."""
    return {
        "on": table.is_on,
        "round": table.round,
        "seated": table.sitting_in,
        "players": table.players if table.is_on else (),
        "dead": list(table.dead),
        "out": sorted(table.out),
        "fewest": LIVE_HANDS,
    }


def _plates(night: Night, table: SpoilFiveTable, kept: EffectiveFacts, told: Mapping[str, str]) -> tuple[Plate, ...]:
    marks, tricks = marks_of(night), last_tricks(table, kept)
    # In the order of the seats, not of play: no plate moves from under the dealer's finger when a hand begins.
    shown = table.players if table.is_on else table.seated
    return tuple(
        Plate(
            player=player,
            name=name_of(night, player),
            mark=marks[player],
            told=told.get(player, ""),
            tricks=tricks.get(player, 0),
        )
        for player in table.seats
        if player in shown
    )


def _outcomes(table: SpoilFiveTable) -> tuple[Outcome, ...]:
    """What each way of ending the hand pays."""
    pool, chip = table.pot_chips, table.chip_cents
    each = table.house.all_five
    besides = each * (len(table.players) - 1)
    all_five = chips_words(pool + besides, chip)
    if besides:
        all_five += f": the pool, and {counted(each, 'chip')} from each other player"
    stays = f"{chips_words(pool, chip)} stay in the pool"
    return (
        Outcome(key="pool", words="Three tricks take the pool", pays=chips_words(pool, chip)),
        Outcome(key="all_five", words="Gone on, and all five", pays=all_five),
        Outcome(key="spoilt", words="Spoilt", pays=stays),
    )


def _killed(night: Night, kept: EffectiveFacts) -> tuple[Killed, ...]:
    marks = marks_of(night)
    return tuple(
        Killed(
            turn=fact.turn,
            player=fact.player,
            name=name_of(night, fact.player),
            mark=marks[fact.player],
            why=offence_words(fact.why),
        )
        for fact in turns_of(kept, HANDS)
        if isinstance(fact, HandKilled)
    )


def _lacks(night: Night, table: SpoilFiveTable) -> tuple[Shortage, ...]:
    """Who could not pay for all five tricks, whoever of the others took them."""
    short: dict[str, Shortage] = {}
    for winner in table.live[:2] if table.is_on else ():
        paid = dry_run(night, ScoreHand(tricks={winner: ALL_FIVE}, went_on=True))
        short.update({one.player: one for one in shortages(night, paid)})
    return tuple(short[player] for player in table.players if player in short)
