"""The screens of Frog."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from dealer.commands.refusal import counted, dollars
from dealer.games import game_called
from dealer.games.frog import BIDS, CHICO, FROG, GRAND, HEARTS, PLAYERS, POINTS, SUITS, FrogTable, frog_of
from dealer.night.night import Night
from events.common.event import Event
from events.effective_events import EffectiveEvents, effective
from events.frozen import Frozen
from events.games import frog as frog_events
from events.games.frog import FrogHandSettled
from events.records import Head, Recorded
from reports.score_pad.words import bid_text
from reports.words.formatting import SUIT_NAMES, SYMBOLS, name_of
from web.game_screens import Board, DisputeWords, GameScreens, HouseWords, Step, unfinished_round
from web.hands.tablet import (
    Hands,
    HandsView,
    SeatInHand,
    call_text,
    calls_of,
    dealer_of,
    hand_standing,
    hands_tablet,
    last_words,
    of_hands,
    stand_of_bidding,
    starting,
)
from web.hands.views import HandsBoard, PartNow, SeatOnBoard, of_board, phase_of, player_page
from web.tablet.seats import Mark, marks_of, seats_of, sits_out_text


def who_plays(table: FrogTable) -> tuple[str, ...]:
    """The players of the next hand: all who sit in; of more than four, those of the last hand or the first four."""
    fewest, most = PLAYERS
    sitting_in = table.sitting_in
    if len(sitting_in) <= most:
        return sitting_in
    again = tuple(player for player in sitting_in if player in table.players)
    return again if len(again) >= fewest else sitting_in[:most]


HANDS = Hands(
    begun=frog_events.FrogHandBegun,
    ended=(frog_events.FrogHandPassedOut, frog_events.FrogHandSettled, frog_events.FrogHandVoided),
    why=lambda event: None,
    plays=who_plays,
)

_MEANS = {
    FROG: "hearts, with the widow",
    CHICO: "any trump but hearts",
    GRAND: "hearts, without the widow",
}


def means(bid: str) -> str:
    """What a bid is played with."""
    return _MEANS[bid]


def pays(table: FrogTable, bid: str) -> str:
    """What a bid pays per point."""
    return f"{counted(getattr(table.house, bid), 'chip')} a point"


def contract_text(night: Night, table: FrogTable) -> str:
    """The contract and who plays it; "" during the bidding."""
    if not table.is_on or table.is_bid or not table.bidding:
        return ""
    return f"{name_of(night, str(table.bidding.bidder))} plays {bid_text(str(table.bidding.bid))}"


def part_text(table: FrogTable, player: str) -> str:
    """A player's part in the hand that is on, in a few words, or ""."""
    if not table.is_on or not table.bidding:
        return ""
    if player not in table.active:
        return "deals, sits out" if player == table.dealer else "sits out"
    if not table.is_bid:
        return f"plays {bid_text(str(table.bidding.bid))}" if player == table.bidding.bidder else "plays against"
    return "speaks" if player == table.bidding.turn else last_words(table.bidding).get(player, "")


class Speaker(Frozen):
    """A player with cards: their last call, and whether it is their turn to bid or they play the hand."""

    name: str
    mark: Mark
    call: str
    bids_now: bool
    plays: bool


class FrogBoard(HandsBoard):
    """Everything on the board, without anybody's money. ``bids`` are all bids with their meaning and pay.

    ``speakers`` have cards in the hand that is on, and ``contract`` is the hand's contract, or "".
    """

    bids: tuple[tuple[str, str, str], ...]
    speakers: tuple[Speaker, ...]
    contract: str
    trumps: str


def frog_board(night: Night, effective: EffectiveEvents) -> FrogBoard:
    """The board of a night; ``effective`` are its effective events."""
    table = frog_of(night)
    marks = marks_of(night)
    contract, bid = contract_text(night, table), table.bidding and table.bidding.bid
    return FrogBoard(
        phase=phase_of(night, table, "In play" if contract else "The bidding"),
        standing_at=_standing_at(night, table),
        pot_called="The bidding",
        bids=tuple((bid_text(bid), means(bid), pays(table, bid)) for bid in BIDS),
        speakers=_speakers(night, table) if table.is_on else (),
        contract=contract,
        trumps=means(str(bid)) if contract and bid else "",
        seats=tuple(
            SeatOnBoard(
                key=player,
                name=name_of(night, player),
                mark=marks[player],
                deals=player == table.dealer,
                note=part_text(table, player) or sits_out_text(night, player),
                stands_out=bool(contract) and table.bidding is not None and player == table.bidding.bidder,
                is_out=table.is_on and player not in table.active,
            )
            for player in table.seated
        ),
        **of_board(night, effective, table, HANDS, game=FROG, paid={}),
    )


def _speakers(night: Night, table: FrogTable) -> tuple[Speaker, ...]:
    bidding = table.bidding
    assert bidding, "a hand that is on is bid"
    marks, calls = marks_of(night), last_words(bidding)
    return tuple(
        Speaker(
            name=name_of(night, player),
            mark=marks[player],
            call=calls.get(player, ""),
            bids_now=player == bidding.turn,
            plays=not bidding.waiting and player == bidding.bidder,
        )
        for player in table.active
    )


def _standing_at(night: Night, table: FrogTable) -> str:
    if not table.round:
        return "Nothing dealt yet"
    if table.is_on:
        return f"Hand {table.round} · {name_of(night, table.dealer)} deals"
    return f"After hand {table.round}"


def part_now(table: FrogTable, player: str) -> PartNow | None:
    """A player's part in the hand that is on; ``None`` if they have no part in it."""
    if player not in table.players or not table.bidding:
        return None
    bid = table.bidding.bid
    figures = (
        ("your part", part_text(table, player) or "yet to speak"),
        ("the bid", "none yet" if bid is None else bid_text(bid)),
    )
    return PartNow(title=f"Hand {table.round}", figures=figures, note="you deal" if player == table.dealer else "")


def what_paid(event: Event) -> str:
    """What an event paid for, in a few words, or ""."""
    return f"{bid_text(event.bid).capitalize()}, {event.points} points" if isinstance(event, FrogHandSettled) else ""


class Plate(Frozen):
    """A player as a key, and the key that starts the next hand with their deal."""

    player: str
    name: str
    mark: Mark
    start: Step
    may_deal: bool


class BidKey(Frozen):
    """A bid as a key: its name, its trumps and its pay per point."""

    bid: str
    words: str
    means: str
    pays: str


class Call(Frozen):
    """A call of the hand that is on: its turn, player and words."""

    turn: int
    player: str
    name: str
    mark: Mark
    words: str


class FrogView(HandsView):
    """Everything on the tablet of a Frog table.

    ``plates`` are the seated players, ``tens`` the keys for the bidder's points in steps of ten, ``suits`` the possible
    trumps at chico with their signs and names. ``bid`` is the highest bid, with its ``bidder``'s name, or "";
    ``chip`` is the value of a chip. ``was`` is what each player won, in chips, if the last command scored a hand, which
    can then be scored again.
    """

    plates: tuple[Plate, ...]
    bids: tuple[BidKey, ...]
    calls: tuple[Call, ...]
    bid: str
    bidder: str
    chip: str
    was: Mapping[str, int]
    tens: tuple[int, ...] = tuple(range(0, POINTS + 1, 10))
    suits: tuple[tuple[str, str, str], ...] = tuple(
        (suit, SYMBOLS[suit], SUIT_NAMES[suit]) for suit in SUITS if suit != HEARTS
    )


def frog_view(night: Night, head: Head, events: Sequence[Recorded]) -> FrogView:
    """The tablet's view of a night whose Frog table is on or was last, from its state and all of its events."""
    table = frog_of(night)
    effective_events, bidding = effective(events), table.bidding if table.is_on else None
    shared = of_hands(night, head, events, table, HANDS, game=FROG, stand_of=stand_of)
    deals = {deal.dealer for deal in shared["next_hand"].deals} if shared["next_hand"] else set()
    return FrogView(
        standing_at=hand_standing(table),
        phase_words=contract_text(night, table) or ("Bidding" if table.is_on else "No hand"),
        places=tuple(
            SeatInHand(seat=seat, deals=seat.player == dealer_of(table, HANDS), note=part_text(table, seat.player))
            for seat in seats_of(night)
        ),
        plates=_plates(night, table, deals),
        bids=tuple(BidKey(bid=bid, words=bid_text(bid), means=means(bid), pays=pays(table, bid)) for bid in BIDS),
        calls=_calls(night, effective_events) if table.is_on else (),
        bid=bid_text(bidding.bid) if bidding and bidding.bid else "",
        bidder=name_of(night, bidding.bidder) if bidding and bidding.bidder else "",
        chip=dollars(table.chip_cents),
        was=_scored_last(night, effective_events),
        **shared,
    )


def stand_of(table: FrogTable) -> dict[str, Any]:
    """The state of a hand for the script: who plays, the bidding, and what each bid pays; chips, ``chip`` in cents."""
    return {
        "on": table.is_on,
        "round": table.round,
        "seats": table.seats,
        "seated": table.seated,
        "in": table.sitting_in,
        "plays": who_plays(table),
        "dealer": table.dealer,
        "again": table.deals_again,
        "players": table.players,
        "bidding": stand_of_bidding(table.bidding) if table.is_on and table.bidding else None,
        "pays": {bid: getattr(table.house, bid) for bid in BIDS},
        "suits": CHICO,
        "chip": table.chip_cents,
    }


def _scored_last(night: Night, effective: EffectiveEvents) -> Mapping[str, int]:
    last = effective.last if effective else None
    if not last or not night.top or night.top.command != last.command or not isinstance(last.event, FrogHandSettled):
        return {}
    return {winner.player: winner.chips for winner in last.event.won}


def _plates(night: Night, table: FrogTable, deals: set[str]) -> tuple[Plate, ...]:
    marks, game = marks_of(night), game_called(FROG)
    return tuple(
        Plate(
            player=player,
            name=name_of(night, player),
            mark=marks[player],
            start=starting(night, game, player),
            may_deal=player in deals,
        )
        for player in table.seated
    )


def _calls(night: Night, effective: EffectiveEvents) -> tuple[Call, ...]:
    marks = marks_of(night)
    return tuple(
        Call(
            turn=event.turn,
            player=event.player,
            name=name_of(night, event.player),
            mark=marks[event.player],
            words=call_text(event),
        )
        for event in calls_of(effective, HANDS)
    )


SCREENS = GameScreens(
    name=FROG,
    folder=Path(__file__).with_suffix(""),
    house=HouseWords(
        presets={FROG: "Frog: a chip a point, two for chico, three for grand"},
        shown=("chip",),
        groups={
            "What is paid": BIDS,
            "Markers": ("marker", "marker_limit"),
        },
        smallest="chip",
    ),
    tablet=hands_tablet(
        FROG,
        HANDS,
        frog_view,
        DisputeWords(
            claims=(
                "I have bid higher",
                "I did not pass",
                "The points were miscounted",
                "I was paid short",
                "It was their deal",
            ),
            reasons=(
                "The tricks show it",
                "The points were counted again",
                "The dealer remembers it",
                "Nobody saw it",
            ),
            about="turn",
            nothing="No hand recorded yet.",
        ),
        keys="frog/macros.html",
    ),
    board=Board(
        view_of=frog_board,
        template="frog/macros.html",
        styles=("hands/board.css", "frog/board.css"),
    ),
    player=player_page(part_now, what_paid, "Your part of a pot nobody won"),
    unfinished=partial(unfinished_round, outcome="pays nothing"),
)
