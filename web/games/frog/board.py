"""What the board shows of Frog: a pure function of a night and its effective facts."""

from __future__ import annotations

from dealer.games.frog.house import BIDS, FROG
from dealer.games.frog.state import FrogTable, frog_of
from dealer.night.night import Night
from events.effective_facts import EffectiveFacts
from events.frozen import Frozen
from reports.score_pad.words import bid_said
from reports.words.players import name_of
from web.games.frog.hands import HANDS, contract_said, means, part_said, pays
from web.hands.bidding import last_words
from web.hands.board.view import HandsBoard, SeatOnBoard, of_board, phase_of
from web.tablet.marks import Mark, marks_of
from web.tablet.seats import sits_out_said


class Speaker(Frozen):
    """One who has cards: what they said last, and whether they are asked now or play the hand."""

    name: str
    mark: Mark
    said: str
    is_asked: bool
    plays: bool


class FrogBoard(HandsBoard):
    """Everything on the board; nobody's purse. ``bids`` are all, each with what it means and pays.

    ``speakers`` have cards in the hand that is on, and ``contract`` is what is played, "" while there is none.
    """

    bids: tuple[tuple[str, str, str], ...]
    speakers: tuple[Speaker, ...]
    contract: str
    trumps: str


def frog_board(night: Night, kept: EffectiveFacts) -> FrogBoard:
    """The board of a night; ``kept`` are its effective facts."""
    table = frog_of(night)
    marks = marks_of(night)
    contract, bid = contract_said(night, table), table.bidding and table.bidding.bid
    return FrogBoard(
        phase=phase_of(night, table, "In play" if contract else "The bidding"),
        standing_at=_standing_at(night, table),
        pot_called="The bidding",
        bids=tuple((bid_said(bid), means(bid), pays(table, bid)) for bid in BIDS),
        speakers=_speakers(night, table) if table.is_on else (),
        contract=contract,
        trumps=means(str(bid)) if contract and bid else "",
        seats=tuple(
            SeatOnBoard(
                key=player,
                name=name_of(night, player),
                mark=marks[player],
                deals=player == table.dealer,
                told=part_said(table, player) or sits_out_said(night, player),
                stands_out=bool(contract) and table.bidding is not None and player == table.bidding.bidder,
                is_out=table.is_on and player not in table.active,
            )
            for player in table.seated
        ),
        **of_board(night, kept, table, HANDS, game=FROG, paid={}),
    )


def _speakers(night: Night, table: FrogTable) -> tuple[Speaker, ...]:
    bidding = table.bidding
    assert bidding, "a hand that is on is bid"
    marks, said = marks_of(night), last_words(bidding)
    return tuple(
        Speaker(
            name=name_of(night, player),
            mark=marks[player],
            said=said.get(player, ""),
            is_asked=player == bidding.turn,
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
