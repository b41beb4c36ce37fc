"""The screens of Five in One."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from dealer.commands.fields import RANKS
from dealer.games.five_in_one import (
    COLD_HAND,
    CONSOLATION,
    COUNTED,
    FIVE_IN_ONE,
    PARTS,
    ColdHand,
    FiveInOneTable,
    PartResult,
    five_in_one_of,
)
from dealer.night.amending import Document, Earlier
from dealer.night.night import Night
from events.common.event import Event
from events.effective_events import EffectiveEvents, effective
from events.frozen import Frozen
from events.games import five_in_one as five_in_one_events
from events.games.five_in_one import ColdHandWon, PartPaid, PartSettled
from events.records import Head, Recorded
from reports.games.five_in_one import PART_NAMES as CALLED
from reports.words.formatting import name_of, signed_number
from reports.words.language import gettext as _
from reports.words.sentences import sentence_of
from web.correcting import Asked, Choice, Row, Subject, around, found, struck
from web.game_screens import Board, DisputeWords, GameScreens, HouseWords, unfinished_round
from web.hands.tablet import Hands, HandsView, SeatInHand, dealer_of, hands_tablet, of_hands
from web.hands.views import HandsBoard, PartNow, SeatOnBoard, of_board, player_page
from web.tablet.seats import Mark, marks_of, seats_of, sits_out_text

HANDS = Hands(
    begun=five_in_one_events.FiveRoundBegun,
    ended=(five_in_one_events.FiveRoundOver, five_in_one_events.FiveRoundVoided),
    why=lambda event: None,
)

PAID, DUE, TO_COME = "paid", "due", "to-come"


class Part(Frozen):
    """A part of the round that is on or was last: :data:`PAID`, :data:`DUE` or :data:`TO_COME`, and its outcome."""

    number: int
    name: str
    called: str
    state: str
    outcome: str


def called(part: str) -> str:
    """A part's name at the table."""
    return _(CALLED[part])


def parts_of(night: Night, table: FiveInOneTable, effective: EffectiveEvents) -> tuple[Part, ...]:
    """The five parts of the round that is on or was last; ``effective`` are the night's effective events."""
    outcomes = {
        event.turn: _without_name(sentence_of(night, event), PARTS[event.turn - 1]) for event in paid_parts(effective)
    }
    return tuple(
        Part(
            number=number,
            name=part,
            called=called(part),
            state=PAID if number in outcomes else DUE if table.is_on and number == table.turn + 1 else TO_COME,
            outcome=outcomes.get(number, ""),
        )
        for number, part in enumerate(PARTS, start=1)
    )


def _without_name(sentence: str, part: str) -> str:
    """A sentence without the part's name at its start, because the name stands beside it."""
    rest = sentence.removeprefix(f"{called(part)}: ")
    return rest[:1].upper() + rest[1:]


def paid_parts(effective: EffectiveEvents) -> Iterator[five_in_one_events.PartPaid]:
    """The paid parts of the round that is on or was last, in order."""
    begun = effective.up_to_last(five_in_one_events.FiveRoundBegun)
    events = (recorded.event for recorded in effective.since(begun)) if begun is not None else ()
    return (event for event in events if isinstance(event, five_in_one_events.PartPaid))


_STEPS = (-10, -5, -1, 1, 5, 10)


def correcting(night: Night, stand: Sequence[Recorded], query: Asked, documents: Earlier) -> Subject:
    """Corrections of a part in the round that is on."""
    table, turn = five_in_one_of(night), query.get("turn", "")
    paid = {
        str(event.turn): (recorded.command, event)
        for recorded in stand
        if isinstance(event := recorded.event, ColdHandWon | PartSettled) and event.hand == table.round
    }
    command, event = found((part for number, part in paid.items() if number == turn), f"Part {turn[:9]}")
    instead, rows = _instead(night, table.players, event, query.get("instead"))
    changed = "instead" in query and "strike" not in query
    return Subject(
        title=f"Part {turn}: {called(PARTS[event.turn - 1])}",
        command=command,
        address={"turn": turn},
        rows=rows,
        chosen="instead" in query or "strike" in query,
        instead=instead if changed else None,
        more=(struck("It was not played", query),),
        around=tuple(replace(near, label=near.label.replace("Turn", "Part")) for near in around(turn, len(paid))),
    )


def _instead(
    night: Night, players: Sequence[str], event: ColdHandWon | PartSettled, text: str | None
) -> tuple[Document, tuple[Row, ...]]:
    """The command that the address gives for the part, else as it was recorded, with the choices."""
    if isinstance(event, ColdHandWon):
        winners = event.winners if text is None else tuple(player for player in players if player in text.split())
        return {"do": ColdHand.do, "winners": list(winners)}, (_winners(night, players, winners, event.winners),)
    won = {winner.player: winner.chips for winner in event.won} if text is None else _read(text, players)
    document = {
        "do": PartResult.do,
        "part": event.part,
        "chips": {player: chips for player, chips in won.items() if chips},
    }
    return document, tuple(_chips(night, players, won, player) for player in players)


def _winners(night: Night, players: Sequence[str], winners: Sequence[str], were: Sequence[str]) -> Row:
    return Row(
        title="Who won",
        kind="players",
        choices=tuple(
            Choice(
                label=name_of(night, player),
                changes={"instead": " ".join(other for other in players if (other in winners) != (other == player))},
                was=player in were,
                chosen=player in winners,
                player=player,
            )
            for player in players
        ),
    )


def _chips(night: Night, players: Sequence[str], won: Mapping[str, int], player: str) -> Row:
    name, chips = name_of(night, player), won.get(player, 0)
    return Row(
        title=f"{name}: {signed_number(chips)}",
        kind="ranks",
        choices=tuple(
            Choice(
                label=signed_number(by),
                aloud=f"{name}: {signed_number(by)}",
                changes={"instead": " ".join(str(won.get(other, 0) + by * (other == player)) for other in players)},
            )
            for by in _STEPS
        ),
    )


def _read(text: str, players: Sequence[str]) -> dict[str, int]:
    """The chips from the address, in the order of the players; 0 for what is not a number."""
    numbers = (int(number) if number.removeprefix("-").isdecimal() else 0 for number in text.split())
    return dict(zip(players, numbers, strict=False))


class FiveInOneBoard(HandsBoard):
    """Everything on the board: the outcome of each part, but nobody's money."""

    parts: tuple[Part, ...]


def five_in_one_board(night: Night, effective: EffectiveEvents) -> FiveInOneBoard:
    """The board of a night; ``effective`` are its effective events."""
    table = five_in_one_of(night)
    marks = marks_of(night)
    house = table.house
    paid = {"the cold hand, from each": house.cold_hand_pays, "a hit, from each": house.hit_pays}
    return FiveInOneBoard(
        phase=_phase(night, table),
        standing_at=_standing_at(table, "Nothing dealt yet"),
        pot_called="The five parts",
        parts=parts_of(night, table, effective),
        seats=tuple(
            SeatOnBoard(
                key=player,
                name=name_of(night, player),
                mark=marks[player],
                deals=player == table.dealer,
                note=sits_out_text(night, player),
            )
            for player in table.seated
        ),
        **of_board(night, effective, table, HANDS, game=FIVE_IN_ONE, paid=paid),
    )


def _phase(night: Night, table: FiveInOneTable) -> str:
    if night.closed:
        return "The night is over"
    return called(table.part_due) if table.is_on else "Between rounds"


def _standing_at(table: FiveInOneTable, before_first: str) -> str:
    """Round and part; ``before_first`` until the first round."""
    if table.is_on:
        return f"Round {table.round} · part {table.turn + 1} of {len(PARTS)}"
    return f"After round {table.round}" if table.round else before_first


def part_now(table: FiveInOneTable, player: str) -> PartNow | None:
    """A player's part in the round that is on; ``None`` if they have no part in it."""
    if player not in table.players:
        return None
    figures = (("now", called(table.part_due)), ("chips so far", signed_number(table.won[player])))
    return PartNow(title=f"Round {table.round}", figures=figures, note="you deal" if player == table.dealer else "")


def what_paid(event: Event) -> str:
    """What an event paid for: the part."""
    return called(PARTS[event.turn - 1]) if isinstance(event, PartPaid) else ""


CHIPS, WINNERS, CARDS = "chips", "winners", "cards"
_ENTRIES = {COLD_HAND: WINNERS, CONSOLATION: CARDS}


class Plate(Frozen):
    """A player in the round that is on or was last, with their chips so far, signed."""

    player: str
    name: str
    mark: Mark
    so_far: str


class FiveInOneView(HandsView):
    """Everything on the tablet of a Five in One table.

    ``entry`` is how the part that is due is entered: :data:`CHIPS`, :data:`WINNERS` or :data:`CARDS`.
    """

    dealer: Plate | None
    parts: tuple[Part, ...]
    entry: str
    plates: tuple[Plate, ...]
    counted: int = COUNTED
    ranks: tuple[str, ...] = RANKS
    can_be_voided: bool


def five_in_one_view(night: Night, head: Head, events: Sequence[Recorded]) -> FiveInOneView:
    """The tablet's view of a night whose Five in One table is on or was last, from its state and all of its events."""
    table = five_in_one_of(night)
    parts = parts_of(night, table, effective(events))
    dealer = dealer_of(table, HANDS)
    return FiveInOneView(
        standing_at=_standing_at(table, "No round dealt yet"),
        phase_words=called(table.part_due) if table.is_on else "No round",
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
        entry=_ENTRIES.get(table.part_due, CHIPS) if table.is_on else "",
        plates=_plates(night, table),
        can_be_voided=table.is_on and not table.turn,
        **of_hands(night, head, events, table, HANDS, game=FIVE_IN_ONE, stand_of=stand_of),
    )


def stand_of(table: FiveInOneTable) -> dict[str, Any]:
    """The state of a round for the script: who is in it, how many parts are paid, and how each part is entered."""
    return {
        "on": table.is_on,
        "round": table.round,
        "turn": table.turn,
        "seated": table.sitting_in,
        "players": table.players,
        "dealer": table.dealer,
        "parts": [[part, _ENTRIES.get(part, CHIPS)] for part in PARTS],
        "chip": table.chip_cents,
        "pays": {WINNERS: table.house.cold_hand_pays, CARDS: table.house.hit_pays},
    }


def _plates(night: Night, table: FiveInOneTable) -> tuple[Plate, ...]:
    # In the order of the seats, not of play, so that no plate moves when a round begins.
    shown = table.players or table.seated
    return tuple(_plate(night, table, player) for player in table.seats if player in shown)


def _plate(night: Night, table: FiveInOneTable, player: str) -> Plate:
    mark = marks_of(night)[player]
    return Plate(player=player, name=name_of(night, player), mark=mark, so_far=_so_far(table, player))


def _so_far(table: FiveInOneTable, player: str) -> str:
    chips = table.won.get(player, 0)
    return signed_number(chips) if chips else ""


SCREENS = GameScreens(
    name=FIVE_IN_ONE,
    folder=Path(__file__).with_suffix(""),
    correcting=correcting,
    house=HouseWords(
        presets={"five_in_one": "Five in One: Plus or Minus, Cold Hand, Bango, Put and Take, Consolation"},
        shown=("chip",),
        groups={
            "What is paid": ("cold_hand_pays", "hit_pays"),
            "Markers": ("marker", "marker_limit"),
        },
        smallest="chip",
    ),
    tablet=hands_tablet(
        FIVE_IN_ONE,
        HANDS,
        five_in_one_view,
        DisputeWords(
            claims=(
                "I was paid short",
                "I won more in that part",
                "The cold hand was mine",
                "That was no hit",
                "It was their deal",
            ),
            reasons=(
                "The cards on the table show it",
                "The chips show it",
                "The dealer remembers it",
                "Nobody saw it",
            ),
            about="part",
            nothing="No part played yet.",
        ),
        keys="five_in_one/macros.html",
    ),
    board=Board(
        view_of=five_in_one_board,
        template="five_in_one/macros.html",
        styles=("hands/board.css", "five_in_one/board.css"),
    ),
    player=player_page(part_now, what_paid, "Your part of a pot nobody won", each="round"),
    unfinished=partial(unfinished_round, outcome="what was paid in it stands"),
)
