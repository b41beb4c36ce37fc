"""The whole of the dealer's tablet at a Frog table as one view: a pure function of a night and its facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dealer.commands.phrases import dollars
from dealer.games import game_called
from dealer.games.frog.commands import HEARTS, SUITS
from dealer.games.frog.house import BIDS, CHICO, FROG
from dealer.games.frog.state import POINTS, FrogTable, frog_of
from dealer.night.night import Night
from events.effective_facts import EffectiveFacts, effective
from events.frozen import Frozen
from events.games.frog import FrogHandSettled
from events.records import Head, Recorded
from reports.score_pad.words import bid_said
from reports.words.cards import SUIT_NAMES, SYMBOLS
from reports.words.players import name_of
from web.game_screens import Step
from web.games.frog.hands import HANDS, contract_said, means, part_said, pays, who_plays
from web.hands.bidding import call_said, calls_of, last_words, stand_of_bidding
from web.hands.dealing import starting
from web.hands.view import HandsView, SeatInHand, dealer_of, hand_standing, of_hands
from web.tablet.marks import Mark, marks_of
from web.tablet.seats import seats_of


class Plate(Frozen):
    """A player as a key: what they said last in the bidding, and the key that starts the next hand with their deal."""

    player: str
    name: str
    mark: Mark
    said: str
    start: Step
    may_deal: bool


class BidKey(Frozen):
    """A bid as a key: what it is called, what it is played with, and what it pays for a point."""

    bid: str
    words: str
    means: str
    pays: str


class Call(Frozen):
    """A call of the hand that is on: the turn, whose, and what they said."""

    turn: int
    player: str
    name: str
    mark: Mark
    said: str


class FrogView(HandsView):
    """Everything that the tablet shows of a Frog table.

    ``plates`` are the seated, ``tens`` the keys of the bidder's points in steps of ten, ``suits`` what may be trumps at
    chico, with their signs and names. ``bid`` is the one that stands, with its ``bidder``'s name, "" where there is
    none; ``chip`` is what a chip is worth. ``was`` is what each won, in chips, where the command done last has scored a
    hand, which can be scored again then.
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


def frog_view(night: Night, head: Head, facts: Sequence[Recorded]) -> FrogView:
    """The tablet's view of a night whose Frog table is on or was last, from its state and all of its facts."""
    table = frog_of(night)
    kept, bidding = effective(facts), table.bidding if table.is_on else None
    shared = of_hands(night, head, facts, table, HANDS, game=FROG, stand_of=stand_of)
    deals = {deal.dealer for deal in shared["next_hand"].deals} if shared["next_hand"] else set()
    return FrogView(
        standing_at=hand_standing(table),
        phase_words=contract_said(night, table) or ("The bidding is on" if table.is_on else "No hand is on"),
        places=tuple(
            SeatInHand(seat=seat, deals=seat.player == dealer_of(table, HANDS), told=part_said(table, seat.player))
            for seat in seats_of(night)
        ),
        plates=_plates(night, table, deals),
        bids=tuple(BidKey(bid=bid, words=bid_said(bid), means=means(bid), pays=pays(table, bid)) for bid in BIDS),
        calls=_calls(night, kept) if table.is_on else (),
        bid=bid_said(bidding.bid) if bidding and bidding.bid else "",
        bidder=name_of(night, bidding.bidder) if bidding and bidding.bidder else "",
        chip=dollars(table.chip_cents),
        was=_scored_last(night, kept),
        **shared,
    )


def stand_of(table: FrogTable) -> dict[str, Any]:
    """Where a hand stands, for the script: who plays, the bidding, and what each bid pays; chips, ``chip`` in cents."""
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


def _scored_last(night: Night, kept: EffectiveFacts) -> Mapping[str, int]:
    last = kept.last if kept else None
    if not last or not night.top or night.top.command != last.command or not isinstance(last.fact, FrogHandSettled):
        return {}
    return {one.player: one.chips for one in last.fact.won}


def _plates(night: Night, table: FrogTable, deals: set[str]) -> tuple[Plate, ...]:
    marks, game = marks_of(night), game_called(FROG)
    said = last_words(table.bidding) if table.is_on and table.bidding else {}
    return tuple(
        Plate(
            player=player,
            name=name_of(night, player),
            mark=marks[player],
            said=said.get(player, ""),
            start=starting(night, game, player),
            may_deal=player in deals,
        )
        for player in table.seated
    )


def _calls(night: Night, kept: EffectiveFacts) -> tuple[Call, ...]:
    marks = marks_of(night)
    return tuple(
        Call(
            turn=fact.turn,
            player=fact.player,
            name=name_of(night, fact.player),
            mark=marks[fact.player],
            said=call_said(fact),
        )
        for fact in calls_of(kept, HANDS)
    )
