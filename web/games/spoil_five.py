"""The screens of Spoil Five."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dealer.commands.refusal import counted, dollars
from dealer.games.spoil_five import ALL_FIVE, LIVE_HANDS, SPOIL_FIVE, KillHand, ScoreHand, SpoilFiveTable, spoil_five_of
from dealer.night.night import Night
from events.common.event import Event
from events.effective_events import EffectiveEvents, effective
from events.frozen import Frozen
from events.games import spoil_five as spoil_five_events
from events.games.spoil_five import HandKilled, PoolWon
from events.records import Head, Recorded
from events.schema import schema_for
from reports.games.spoil_five import WHY
from reports.words.formatting import chips_words, name_of
from reports.words.language import gettext as _
from web.app.schema_fields import allowed_in
from web.game_screens import Board, DisputeWords, GameScreens, HouseWords
from web.hands.tablet import Hands, HandsView, SeatInHand, dealer_of, hand_standing, hands_tablet, of_hands, turns_of
from web.hands.views import HandsBoard, PartNow, SeatOnBoard, of_board, phase_of, player_page
from web.tablet.seats import Mark, marks_of, seats_of, sits_out_text
from web.tablet.steps import Shortage, dry_run, shortages


def _why(event: Event) -> str | None:
    return "for all five tricks" if isinstance(event, spoil_five_events.AllFivePaid) else None


HANDS = Hands(
    begun=spoil_five_events.SpoilHandBegun,
    ended=(spoil_five_events.PoolWon, spoil_five_events.PoolSpoilt, spoil_five_events.SpoilHandVoided),
    why=_why,
)

OFFENCES = tuple(allowed_in(schema_for(KillHand).fields["why"]))
"""The offences that kill a hand, in the contract's words."""


def offence_words(why: str) -> str:
    """The name of an offence at the table: ``a revoke``."""
    return _(WHY[why])


def notes_of_hands(table: SpoilFiveTable, effective: EffectiveEvents) -> Mapping[str, str]:
    """Notes on players, by player: why their hand is dead, or why they have no cards."""
    offences = _offences(effective)
    dead = {player: f"dead: {offence_words(why)}" for player, why in table.dead.items()}
    return {**{player: _without_cards(offences.get(player, "")) for player in table.out}, **dead}


def _without_cards(why: str) -> str:
    return f"no cards: {offence_words(why)}" if why else "no cards"


def _offences(effective: EffectiveEvents) -> dict[str, str]:
    """The offence of each player without cards, since the pool was last won."""
    offences: dict[str, str] = {}
    for recorded in reversed(effective):
        if isinstance(recorded.event, spoil_five_events.PoolWon):
            break
        if isinstance(recorded.event, spoil_five_events.HandKilled):
            offences.setdefault(recorded.event.player, recorded.event.why)
    return offences


def last_tricks(table: SpoilFiveTable, effective: EffectiveEvents) -> dict[str, int]:
    """The tricks of the last scored hand, by player; none while a hand is on."""
    scored = None if table.is_on else effective.up_to_last(spoil_five_events.TricksTaken)
    if (
        scored is None
        or not isinstance(scored.last.event, spoil_five_events.TricksTaken)
        or scored.last.event.hand != table.round
    ):
        return {}
    return {trick.player: trick.tricks for trick in scored.last.event.tricks}


_WINS = 3


def spoil_five_board(night: Night, effective: EffectiveEvents) -> HandsBoard:
    """The board of a night; ``effective`` are its effective events."""
    table = spoil_five_of(night)
    marks, notes, tricks = marks_of(night), notes_of_hands(table, effective), last_tricks(table, effective)
    house = table.house
    paid = {"ante": house.ante, "all five tricks, from each": house.all_five}
    return HandsBoard(
        phase=phase_of(night, table, "Hand in play"),
        standing_at=_standing_at(night, table),
        pot_called="The pool",
        seats=tuple(
            SeatOnBoard(
                key=player,
                name=name_of(night, player),
                mark=marks[player],
                deals=player == table.dealer,
                tally=str(tricks[player]) if player in tricks else "",
                note=notes.get(player, "")
                or (counted(tricks[player], "trick") if player in tricks else sits_out_text(night, player)),
                stands_out=tricks.get(player, 0) >= _WINS,
                is_out=player in notes,
            )
            for player in table.seated
        ),
        **of_board(night, effective, table, HANDS, game=SPOIL_FIVE, paid=paid),
    )


def _standing_at(night: Night, table: SpoilFiveTable) -> str:
    if not table.round:
        return "Nothing dealt yet"
    if table.is_on:
        return f"Hand {table.round} · {name_of(night, table.dealer)} deals"
    return f"After hand {table.round}"


def part_now(table: SpoilFiveTable, player: str) -> PartNow | None:
    """A player's part in the hand that is on; ``None`` if they have no part in it."""
    if player not in table.players:
        return None
    text = "you deal" if player == table.dealer else ""
    figures = (("your hand", _hand(table, player)), ("in the pool", dollars(table.pot_cents)))
    return PartNow(title=f"Hand {table.round}", figures=figures, note=text)


def _hand(table: SpoilFiveTable, player: str) -> str:
    if player in table.out:
        return "no cards until the pool is won"
    return f"dead: {offence_words(table.dead[player])}" if player in table.dead else "five cards"


def what_paid(event: Event) -> str:
    """What an event paid for, in two words, or ""."""
    return "The pool" if isinstance(event, PoolWon) else ""


class Plate(Frozen):
    """A player as a key for the tricks they take: ``note`` says why their hand is dead, or why they have no cards.

    Between hands ``tricks`` are those of the last scored hand.
    """

    player: str
    name: str
    mark: Mark
    note: str
    tricks: int


class Outcome(Frozen):
    """A way in which the hand can end: its key for the script, its words and its pay."""

    key: str
    words: str
    pays: str


class Killed(Frozen):
    """A hand that died in this round: its turn, its player and why."""

    turn: int
    player: str
    name: str
    mark: Mark
    why: str


class SpoilFiveView(HandsView):
    """Everything on the tablet of a Spoil Five table.

    ``offences`` are the offences that kill a hand, with words; ``lacks`` are players who could not pay for all five.
    """

    plates: tuple[Plate, ...]
    offences: tuple[tuple[str, str], ...]
    outcomes: tuple[Outcome, ...]
    killed: tuple[Killed, ...]
    lacks: tuple[Shortage, ...]


def spoil_five_view(night: Night, head: Head, events: Sequence[Recorded]) -> SpoilFiveView:
    """The tablet's view of a night whose Spoil Five table is on or was last, from its state and all of its events."""
    table = spoil_five_of(night)
    effective_events = effective(events)
    notes = notes_of_hands(table, effective_events)
    return SpoilFiveView(
        standing_at=hand_standing(table),
        phase_words="Hand in play" if table.is_on else "No hand",
        places=tuple(
            SeatInHand(seat=seat, deals=seat.player == dealer_of(table, HANDS), note=notes.get(seat.player, ""))
            for seat in seats_of(night)
        ),
        plates=_plates(night, table, effective_events, notes),
        offences=tuple((why, offence_words(why)) for why in OFFENCES),
        outcomes=_outcomes(table) if table.is_on else (),
        killed=_killed(night, effective_events) if table.is_on else (),
        lacks=_lacks(night, table),
        **of_hands(night, head, events, table, HANDS, game=SPOIL_FIVE, stand_of=stand_of),
    )


def stand_of(table: SpoilFiveTable) -> dict[str, Any]:
    """The state of a hand for the script: who is in it, whose hand is dead, and who has no cards."""
    return {
        "on": table.is_on,
        "round": table.round,
        "seated": table.sitting_in,
        "players": table.players if table.is_on else (),
        "dead": list(table.dead),
        "out": sorted(table.out),
        "fewest": LIVE_HANDS,
    }


def _plates(
    night: Night, table: SpoilFiveTable, effective: EffectiveEvents, notes: Mapping[str, str]
) -> tuple[Plate, ...]:
    marks, tricks = marks_of(night), last_tricks(table, effective)
    # In the order of the seats, not of play, so that no plate moves when a hand begins.
    shown = table.players if table.is_on else table.seated
    return tuple(
        Plate(
            player=player,
            name=name_of(night, player),
            mark=marks[player],
            note=notes.get(player, ""),
            tricks=tricks.get(player, 0),
        )
        for player in table.seats
        if player in shown
    )


def _outcomes(table: SpoilFiveTable) -> tuple[Outcome, ...]:
    """The ways in which the hand can end, with what each pays."""
    pool, chip = table.pot_chips, table.chip_cents
    each = table.house.all_five
    from_others = each * (len(table.players) - 1)
    all_five = chips_words(pool + from_others, chip)
    if from_others:
        all_five += f": the pool, and {counted(each, 'chip')} from each other player"
    stays = f"{chips_words(pool, chip)} stay in the pool"
    return (
        Outcome(key="pool", words="Three tricks take the pool", pays=chips_words(pool, chip)),
        Outcome(key="all_five", words="All five tricks", pays=all_five),
        Outcome(key="spoilt", words="Spoilt", pays=stays),
    )


def _killed(night: Night, effective: EffectiveEvents) -> tuple[Killed, ...]:
    marks = marks_of(night)
    return tuple(
        Killed(
            turn=event.turn,
            player=event.player,
            name=name_of(night, event.player),
            mark=marks[event.player],
            why=offence_words(event.why),
        )
        for event in turns_of(effective, HANDS)
        if isinstance(event, HandKilled)
    )


def _lacks(night: Night, table: SpoilFiveTable) -> tuple[Shortage, ...]:
    """The players who could not pay if another player took all five tricks."""
    short: dict[str, Shortage] = {}
    for winner in table.live[:2] if table.is_on else ():
        paid = dry_run(night, ScoreHand(tricks={winner: ALL_FIVE}, went_on=True))
        short.update({shortage.player: shortage for shortage in shortages(night, paid)})
    return tuple(short[player] for player in table.players if player in short)


SCREENS = GameScreens(
    name=SPOIL_FIVE,
    folder=Path(__file__).with_suffix(""),
    house=HouseWords(
        presets={"spoil_five": "Spoil Five: an ante a hand, a chip from each for all five"},
        shown=("chip", "ante"),
        groups={
            "What is paid": ("all_five",),
            "Markers": ("marker", "marker_limit"),
        },
        smallest="chip",
    ),
    tablet=hands_tablet(
        SPOIL_FIVE,
        HANDS,
        spoil_five_view,
        DisputeWords(
            claims=(
                "That trick was mine",
                "I did not revoke",
                "I did not go on",
                "I was paid short",
                "It was their deal",
            ),
            reasons=(
                "The tricks show it",
                "The dealer remembers it",
                "The cards on the table show it",
                "Nobody saw it",
            ),
            about="turn",
            nothing="No hand recorded yet.",
        ),
    ),
    board=Board(view_of=spoil_five_board, template="hands/macros.html", styles=("hands/board.css",)),
    player=player_page(part_now, what_paid, "Your part of a pool nobody won"),
)
