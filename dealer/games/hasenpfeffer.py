"""Hasenpfeffer: six tricks a hand, one bid each; if all pass, the holder of the joker must bid (rule 15)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from dealer.commands.commands import Command, command
from dealer.commands.fields import Key, MaybeKey, one_of, whole
from dealer.game.actions import Action, Choice
from dealer.game.bidding import ONCE
from dealer.game.cards import PACK, number_of, rank_of
from dealer.game.forecast import argument, either, the
from dealer.game.house import Presets
from dealer.score_pad import matches
from dealer.score_pad.game import ScoreGame
from dealer.score_pad.score_game import (
    TRUMP,
    BiddingRules,
    Scored,
    ScoreHand,
    ScoreHouse,
    Tricks,
    TrumpSuit,
    a_trick,
    check_in_match,
    first_at_goal,
    setting,
    tricks_of,
    tricks_of_sides,
)
from dealer.score_pad.table import MatchTable, Phase
from events.common.event import Event
from events.common.matches import ScoreLine
from events.games.hasenpfeffer import JokerShown
from ledger.ledger import Ledger

HASENPFEFFER = "hasenpfeffer"
TRICKS = 6
LOWEST = 9
BIDS = tuple(range(1, TRICKS + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class HasenpfefferHouse(ScoreHouse):
    """The rules of one house: ``forced_bid`` is the bid in tricks of the joker's holder if everybody passes."""

    preset: Annotated[str, one_of(HASENPFEFFER)] = HASENPFEFFER
    goal: Annotated[int, whole(1, 10_000)] = 10
    forced_bid: Annotated[int, whole(1, TRICKS)] = 3


PRESETS: Presets = {HASENPFEFFER: {}}


class HasenpfefferTable(MatchTable):
    """A Hasenpfeffer table; the joker is shown if everybody passes."""

    @property
    def phase(self) -> Phase:
        """What is due now."""
        phase = super().phase
        return Phase.JOKER if phase is Phase.PLAYING and self.bidder is None else phase


@command("bid")
class BidTricks(Command):
    """Bid tricks."""

    player: Key
    bid: Annotated[int, whole(1, TRICKS)]


@command("contract")
class ContractTricks(BidTricks):
    """Enter the outcome of the bidding."""


@command("show_joker")
class ShowJoker(Command):
    """Name the player who shows the joker, or nobody."""

    player: MaybeKey = None


@command("score_hand", seats=("tricks",))
class ScoreHasenpfeffer(ScoreHand):
    """Enter the tricks."""

    tricks: Tricks
    trump: TrumpSuit | None = None


def show_joker(table: MatchTable, ledger: Ledger, command: ShowJoker) -> tuple[Event, ...]:
    """The player who shows the joker is the bidder; if nobody holds it, the hand is dead."""
    if command.player is None:
        return (matches.passed_out(GAME, table, turn=table.turn + 1),)
    check_in_match(table, (command.player,))
    return (JokerShown(**matches.call_fields(GAME, table, command.player), bid=table.house.forced_bid),)


def score(table: MatchTable, score_hasenpfeffer: ScoreHasenpfeffer) -> Scored:
    """The score of a hand: the bidding side's tricks, or minus its bid; the others' tricks in any case."""
    check_in_match(table, score_hasenpfeffer.tricks)
    tricks = tricks_of_sides(table, score_hasenpfeffer.tricks, TRICKS)
    assert table.bidding, "somebody has bid"
    bidding, bid = table.bidding_sides[0], int(table.bidding.bid or 0)
    made = tricks[bidding] >= bid
    lost = () if made else (ScoreLine(side=bidding, why="bid_lost", points=-bid, count=tricks[bidding]),)
    taken = a_trick(tricks, 1) if made else a_trick(tricks, 1, bidding)
    return Scored(lines=(*lost, *taken), made=made, tricks=tricks)


def won_by(table: MatchTable, points: tuple[int, ...], scored: Scored) -> int | None:
    """The side that reaches the goal; if both do in one hand, the bidding side."""
    return first_at_goal(points, table.house.goal, table.bidding_sides, scored)


GAME = ScoreGame(
    name=HASENPFEFFER,
    title="Hasenpfeffer",
    house=HasenpfefferHouse,
    presets=PRESETS,
    shapes=frozenset({(2, 2)}),
    table=HasenpfefferTable,
    score_hand=ScoreHasenpfeffer,
    scored_by={"tricks": tricks_of(TRICKS, needed=the("bid")), "trump": TRUMP},
    score=score,
    won_by=won_by,
    bidding=BiddingRules(
        bid=BidTricks,
        contract=ContractTricks,
        bids=lambda house: BIDS,
        turns=ONCE,
        after_passes=Phase.JOKER,
        again=True,
    ),
    more={
        ShowJoker: Action(
            show_joker,
            phases=(Phase.JOKER,),
            takes={"player": Choice(values=the("in_match"), optional=True, often=0.8)},
            then={
                "bidder": argument("player"),
                "bid": either(the("bidder"), setting("forced_bid"), None),
                "again": either(the("bidder"), False, True),
                "phase": either(the("bidder"), Phase.PLAYING, Phase.BETWEEN),
            },
        )
    },
    pack=lambda begun: (*(card for card in PACK if number_of(card) >= LOWEST or rank_of(card) == "A"), "joker"),
    hands=lambda begun: (begun.players, TRICKS),
)
