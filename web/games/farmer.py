"""The screens of Farmer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dealer.commands.fields import RANKS
from dealer.commands.refusal import dollars
from dealer.game.cards import rank_of
from dealer.games.farmer import (
    FARMER,
    PACK,
    SIX,
    SIXTEEN,
    FarmerTable,
    SettleHand,
    ShowHand,
    farmer_of,
    has_six,
    points_of,
)
from dealer.night.amending import Document, Earlier
from dealer.night.evolve import night_before
from dealer.night.night import Night
from events.common.event import Event
from events.effective_events import EffectiveEvents, effective
from events.frozen import Frozen
from events.games import farmer as farmer_events
from events.games.farmer import FarmHandShown
from events.records import Head, Recorded
from reports.words.formatting import card_words, name_of
from web.correcting import Asked, Choice, Row, Subject, around, found, struck
from web.game_screens import Board, DisputeWords, GameScreens, HouseWords
from web.hands.tablet import (
    Hands,
    HandsView,
    Payment,
    SeatInHand,
    hand_standing,
    hands_tablet,
    of_hands,
    payment_of,
    turns_of,
)
from web.hands.views import HandsBoard, PartNow, SeatOnBoard, of_board, phase_of, player_page
from web.tablet.seats import Mark, SeatView, marks_of, seats_of, sits_out_text
from web.tablet.steps import dry_run, shortages, step


def _why(event: Event) -> str | None:
    match event:
        case farmer_events.NearestPaid():
            return "to the nearest"
        case farmer_events.OverdrawnPaid():
            return f"{event.over} over, to the farmer"
        case _:
            return None


HANDS = Hands(
    begun=farmer_events.FarmHandBegun,
    ended=(farmer_events.FarmWon, farmer_events.FarmStayed, farmer_events.FarmHandVoided),
    why=_why,
)


def counted_as(cards: Sequence[str]) -> str:
    """A note on a hand's count: ``with the six``, ``2 over``; "" below sixteen."""
    points = points_of(cards)
    if points == SIXTEEN:
        return "with the six" if has_six(cards) else "sixteen"
    return f"{points - SIXTEEN} over" if points > SIXTEEN else ""


def faces_of(cards: Sequence[str]) -> str:
    """Cards in a row as they are shown; "" without cards."""
    return "\u2002".join(map(face_of, cards))


def face_of(card: str) -> str:
    """A card as it is shown: the six is the six of hearts, even if its suit was not noted."""
    return card_words(SIX if card == "6" else card)


_RANKS = tuple(rank for rank in RANKS if rank in set(map(rank_of, PACK)))


def correcting(night: Night, stand: Sequence[Recorded], query: Asked, documents: Earlier) -> Subject:
    """Corrections of the cards that a player showed in a turn of the hand that is on."""
    turn = query.get("turn", "")
    hand = farmer_of(night).round
    turns = {
        str(event.turn): (recorded.command, event)
        for recorded in stand
        if isinstance(event := recorded.event, FarmHandShown) and event.hand == hand
    }
    command, event = found((shown for number, shown in turns.items() if number == turn), f"Turn {turn[:9]}")
    cards = tuple(query["cards"].split()) if query.get("cards") else event.cards
    instead: Document | None = {"do": ShowHand.do, "player": event.player, "cards": list(cards)}
    name = name_of(night, event.player)
    return Subject(
        title=f"Turn {turn}: {name} shows {' '.join(map(face_of, event.cards))}",
        command=command,
        address={"turn": turn},
        rows=(
            Row(title="Take one off", kind="ranks", choices=tuple(_without(cards, at) for at in range(len(cards)))),
            Row(title="Add one", kind="ranks", choices=tuple(_with(cards, rank) for rank in _RANKS)),
        ),
        chosen="cards" in query or "strike" in query,
        instead=None if "strike" in query or "cards" not in query else instead,
        more=(struck("They did not show this hand", query),),
        around=around(turn, len(turns)),
    )


def _without(cards: Sequence[str], at: int) -> Choice:
    rest = [*cards[:at], *cards[at + 1 :]]
    return Choice(
        label=face_of(cards[at]), aloud=f"Take the {face_of(cards[at])} off", changes={"cards": " ".join(rest)}
    )


def _with(cards: Sequence[str], rank: str) -> Choice:
    return Choice(label=face_of(rank), aloud=f"Add the {face_of(rank)}", changes={"cards": " ".join((*cards, rank))})


def farmer_board(night: Night, effective: EffectiveEvents) -> HandsBoard:
    """The board of a night; ``effective`` are its effective events."""
    table = farmer_of(night)
    marks = marks_of(night)
    house = table.house
    paid = {"ante": house.ante, "to the nearest, each": house.nearest_pays, "a point over sixteen": house.over_pays}
    return HandsBoard(
        phase=phase_of(night, table, "Hands are shown" if table.shown else "The cards are dealt"),
        standing_at=standing_at(night, table),
        pot_called="The farm",
        seats=tuple(_seat(night, table, player, marks[player]) for player in table.seated),
        **of_board(night, effective, table, HANDS, game=FARMER, paid=paid),
    )


def standing_at(night: Night, table: FarmerTable) -> str:
    """The hand, and who is the farmer."""
    if not table.round:
        return "Nothing dealt yet"
    where = f"Hand {table.round}" if table.is_on else f"After hand {table.round}"
    farmer = table.dealer if table.is_on else table.farmer
    return f"{where} · {name_of(night, farmer)} is the farmer"


def _seat(night: Night, table: FarmerTable, player: str, mark: Mark) -> SeatOnBoard:
    cards = table.shown.get(player, ())
    waits = table.is_on and player in table.players and not cards
    return SeatOnBoard(
        key=player,
        name=night.seats[player].name,
        mark=mark,
        deals=player == (table.dealer if table.is_on else table.farmer),
        tally=str(points_of(cards)) if cards else "",
        note="holds a hand" if waits else counted_as(cards) or sits_out_text(night, player),
        cards=tuple(face_of(card) for card in cards),
        stands_out=bool(cards) and counted_as(cards) in ("sixteen", "with the six"),
    )


def part_now(table: FarmerTable, player: str) -> PartNow | None:
    """A player's part in the hand that is on; ``None`` if they have no part in it."""
    if player not in (*table.players, table.dealer):
        return None
    cards = table.shown.get(player, ())
    figures = [("your cards", faces_of(cards) or "not shown yet")] if player in table.players else []
    if cards:
        figures.append(("they count", ", ".join(filter(None, (str(points_of(cards)), counted_as(cards))))))
    figures.append(("in the farm", dollars(table.pot_cents)))
    text = "you are the farmer" if player == table.dealer else ""
    return PartNow(title=f"Hand {table.round}", figures=tuple(figures), note=text)


def what_paid(event: Event) -> str:
    """What an event paid for, in two words, or ""."""
    return "The farm" if isinstance(event, farmer_events.FarmWon) else ""


class RankKey(Frozen):
    """A rank of the pack: how many cards it has, and how many points each counts."""

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
    """A player's hand: its cards once shown, its points, and the ``turn`` in which it was shown.

    ``note`` describes the count.
    """

    turn: int
    player: str
    name: str
    mark: Mark
    cards: tuple[str, ...]
    points: int
    note: str
    is_over: bool
    is_sixteen: bool


class FarmerView(HandsView):
    """Everything on the tablet of a Farmer table; ``due`` is what settling the hand would pay."""

    pack: tuple[RankKey, ...] = PACK_KEYS
    hands: tuple[HandShown, ...]
    due: Payment | None


def farmer_view(night: Night, head: Head, events: Sequence[Recorded]) -> FarmerView:
    """The tablet's view of a night whose Farmer table is on or was last, from its state and all of its events."""
    table = farmer_of(night)
    due = _payment_due(night, events)
    steps = (step("Settle the hand", SettleHand.do),) if due else ()
    return FarmerView(
        standing_at=hand_standing(table),
        phase_words=_phase_words(table, night.names),
        places=tuple(_place(table, seat) for seat in seats_of(night)),
        hands=hands_of(night, table, effective(events)),
        due=due,
        **of_hands(
            night,
            head,
            events,
            table,
            HANDS,
            game=FARMER,
            stand_of=stand_of,
            steps=steps,
            lacking=(({"do": SettleHand.do}, due.short),) if due else (),
        ),
    )


def _payment_due(night: Night, recorded: Sequence[Recorded]) -> Payment | None:
    """What settling the hand would pay; ``None`` while it cannot be settled.

    During the payment itself it is the amount due before its first event.
    """
    paying = night.top is not None and HANDS.why(recorded[-1].event) is not None
    night = night_before(night.top) if night.top and paying else night
    events = dry_run(night, SettleHand())
    return payment_of(night, events, HANDS, {shortage.player: shortage for shortage in shortages(night, events)})


def stand_of(table: FarmerTable) -> dict[str, Any]:
    """The state of a hand for the script: who is seated, who holds a hand, and what each has shown."""
    return {
        "on": table.is_on,
        "round": table.round,
        "seated": table.sitting_in,
        "players": table.players,
        "shown": dict(table.shown),
        "plays": table.house.farmer_plays,
    }


def hands_of(night: Night, table: FarmerTable, effective: EffectiveEvents) -> tuple[HandShown, ...]:
    """The hands of the round that is on or was last, from the farmer's left."""
    marks = marks_of(night)
    turns = {event.player: event.turn for event in turns_of(effective, HANDS) if isinstance(event, FarmHandShown)}
    return tuple(
        HandShown(
            turn=turns.get(player, 0),
            player=player,
            name=night.seats[player].name,
            mark=marks[player],
            cards=tuple(face_of(card) for card in table.shown.get(player, ())),
            points=points,
            note=counted_as(table.shown.get(player, ())),
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
        note=counted_as(shown),
    )


def _phase_words(table: FarmerTable, names: dict[str, str]) -> str:
    if not table.is_on:
        return "No hand"
    return f"{names[table.to_show[0]]} shows" if table.to_show else "All have shown"


SCREENS = GameScreens(
    name=FARMER,
    folder=Path(__file__).with_suffix(""),
    correcting=correcting,
    house=HouseWords(
        title="Farmer, or Farm",
        presets={
            "farm": "Farm: the farmer plays too",
            "banker": "Banker: the farmer only deals, pays and is paid",
        },
        shown=("chip", "ante"),
        groups={
            "What is paid": ("farmer_plays", "nearest_pays", "over_pays"),
            "Markers": ("marker", "marker_limit"),
        },
        smallest="chip",
    ),
    tablet=hands_tablet(
        FARMER,
        HANDS,
        farmer_view,
        DisputeWords(
            claims=(
                "I was paid short",
                "My count is wrong",
                "That card is not mine",
                "The farm is mine",
                "It was their deal",
            ),
            reasons=(
                "The cards on the table show it",
                "The dealer remembers it",
                "The hands show it",
                "Nobody saw it",
            ),
            about="turn",
            nothing="No hand has been shown yet.",
        ),
    ),
    board=Board(view_of=farmer_board, template="hands/macros.html", styles=("hands/board.css",)),
    player=player_page(part_now, what_paid, "Your part of a farm nobody won"),
)
