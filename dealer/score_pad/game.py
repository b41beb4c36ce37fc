"""A game played for points: its record, the actions that follow from it, and its rows (rule 10)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from dealer.commands.commands import of_game
from dealer.commands.refusal import Refusal
from dealer.game.actions import Action, Actions, Bid, Choice, Seat, Sides, Words
from dealer.game.bidding import BEGUN, CONTRACT, NEXT, ONCE, SPEAKER, Pass, bid_made, bid_passed
from dealer.game.demonstration import Demonstration, LegalPlay
from dealer.game.forecast import (
    Expression,
    Forecast,
    Position,
    argument,
    either,
    equal,
    items,
    left_of,
    plus,
    size,
    the,
    within,
)
from dealer.game.game import RoundRow, Things, ended_rounds
from dealer.game.hands import FOUL, HANDS, next_dealers
from dealer.score_pad import matches, score_game
from dealer.score_pad.matches import settle_match
from dealer.score_pad.score_game import BiddingRules, ScoreRules, check_stake
from dealer.score_pad.table import HAND_ON, MatchTable, Phase, with_match
from events.common.event import Event
from events.common.matches import (
    HandOver,
    InMatch,
    MatchAbandoned,
    MatchBegun,
    MatchDrawn,
    MatchSettled,
    MatchWon,
)
from events.games import game_of
from ledger.ledger import Ledger

CALLED_AWAY = ("Somebody was called away",)
"""Usual reasons to break off a match."""

RULES_KNOW: Forecast = dict.fromkeys(
    ("phase", "sides", "in_match", "side_of", "dealer", "again", "partners", "score", "order", *BEGUN)
)
"""What the beginning of a match changes: the keys wait for the rules."""


_STATES: dict[type[Event], str] = {
    MatchWon: "won",
    MatchSettled: "settled",
    MatchDrawn: "drawn",
    MatchAbandoned: "abandoned",
}


def hand_rows(game: ScoreGame, events: Sequence[Event]) -> Iterator[RoundRow]:
    """The rows of the hands that these events end."""
    for at, event in enumerate(events):
        if isinstance(event, HandOver) and game_of(event) == game.name:
            row = {
                "hand": event.hand,
                "game": game.name,
                "match": event.match,
                game.begins_with: event.dealer,
                "bid": event.bid,
                "bidder": event.bidder,
                "made": event.made,
                "points": list(event.points),
                **{name: _as_json(getattr(event, name)) for name in game.row},
            }
            yield RoundRow(at=at, row=row)


def _as_json(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def match_rows(game: ScoreGame, events: Sequence[Event]) -> Iterator[dict[str, Any]]:
    """The rows of the matches that these events scored, in the order they began."""
    rows: dict[int, dict[str, Any]] = {}
    for event in events:
        if game_of(event) != game.name:
            continue
        if isinstance(event, MatchBegun):
            sides = [list(side) for side in event.sides]
            rows[event.match] = {
                "game": game.name,
                "match": event.match,
                "sides": sides,
                "points": [0] * len(sides),
                "hands": 0,
                "winner": None,
                "state": "on",
            }
        elif isinstance(event, HandOver):
            row = rows[event.match]
            row["hands"] += 1
            row["points"] = [had + more for had, more in zip(row["points"], event.points, strict=True)]
        elif isinstance(event, InMatch):
            rows[event.match]["state"] = _STATES[type(event)]
            if isinstance(event, MatchWon):
                rows[event.match]["winner"] = event.winner
    yield from rows.values()


MATCHES = "matches"
"""The group of a game's matches, by number, in comparisons of two courses of a night."""


@dataclass(frozen=True, kw_only=True, eq=False)
class ScoreGame(ScoreRules):
    """A game played for points, with its matches, its actions and its demonstration."""

    round_called: str = "hand"
    check_house: Callable[[Any], object] = check_stake
    starts: str = score_game.StartHand.do
    prepares: str = score_game.StartMatch.do
    not_now: Callable[[Any, str], Refusal] = matches.not_now
    closing: Callable[[Any, Ledger], tuple[Event, ...]] = matches.closing
    check_leave: Callable[[Any, str], object] = matches.check_leave

    def __post_init__(self) -> None:
        """Set the fields that follow from the others."""
        made = {
            "actions": _actions(self),
            "evolve": self._evolve,
            "round_rows": partial(hand_rows, self),
            "scores": partial(match_rows, self),
            "compared": self._compared,
            "demonstration": Demonstration(
                opening={"table": "Card Room", "roll": 0}, house_among_others="usual", play=partial(LegalPlay, self)
            ),
        }
        for name, value in made.items():
            object.__setattr__(self, name, value)
        super().__post_init__()

    def position(self, table: Any) -> Position:
        """What the tablet's keys depend on, with all bids from the lowest."""
        return {**table.position, "bids": list(self.bidding.bids(table.house)) if self.bidding else []}

    def _evolve(self, table: MatchTable, event: Event) -> MatchTable:
        rules = self.bidding
        return with_match(table, event, rules.order, rules.turns) if rules else with_match(table, event, None, ONCE)

    def _compared(self, table: MatchTable, events: Sequence[Event]) -> Things:
        ended = ended_rounds(hand_rows(self, events), events)
        hands = {table.in_match(number): hand for number, hand in ended.items()}
        return {MATCHES: {row["match"]: row for row in match_rows(self, events)}, HANDS: hands}


def _actions(game: ScoreGame) -> Actions:
    """The actions of a game of matches."""
    start = of_game(game.start_hand) if game.start_hand is score_game.StartHand else game.start_hand
    return {
        of_game(score_game.StartMatch): Action(
            partial(matches.start_match, game),
            phases=(Phase.NO_MATCH,),
            takes={"sides": Sides(among=the("sitting_in"), shapes=sorted(game.shapes))},
            then=RULES_KNOW,
        ),
        start: Action(
            partial(matches.start_hand, game),
            phases=(Phase.BETWEEN,),
            takes={game.begins_with: Seat(among=_dealers(game), often=0)},
            then=_begins(game),
        ),
        **(_bidding(game, game.bidding) if game.bidding else {}),
        **game.more,
        game.score_hand: Action(
            partial(matches.score_hand, game),
            phases=(Phase.PLAYING,),
            takes=game.scored_by,
            then={"phase": None, "score": None},
        ),
        of_game(score_game.VoidHand): Action(
            partial(matches.void_hand, game),
            phases=HAND_ON,
            takes={"reason": Words(suggested=FOUL)},
            then={"phase": Phase.BETWEEN, "again": True},
            often=0,
        ),
        of_game(score_game.AbandonMatch): Action(
            partial(matches.abandon_match, game),
            phases=(Phase.BETWEEN, *HAND_ON),
            takes={"reason": Words(suggested=CALLED_AWAY)},
            then={"again": either(equal(the("phase"), Phase.BETWEEN), the("again"), True), "phase": Phase.NO_MATCH},
            often=0,
        ),
        of_game(score_game.SettleMatch): Action(
            partial(settle_match, game), phases=(Phase.WON,), then={"phase": Phase.NO_MATCH}
        ),
    }


def _dealers(game: ScoreGame) -> Expression:
    """Who may begin a hand."""
    return next_dealers(the("in_match")) if game.deals else the("in_match")


def _begins(game: ScoreGame) -> Forecast:
    """What the beginning of a hand changes."""
    begins = argument(game.begins_with)
    hand = {
        "round": plus(the("round"), 1),
        "dealer": begins,
        "again": False,
        "players": within(left_of(begins, the("seats")), the("in_match")),
        "partners": items(),
        "phase": Phase.BIDDING if game.bidding else Phase.PLAYING,
    }
    return {**hand, "order": game.bidding.order, **BEGUN} if game.bidding else hand


def _bidding(game: ScoreGame, rules: BiddingRules) -> Actions:
    """The calls of a bidding, and its outcome entered instead."""
    is_on = size(the("waiting"))
    doubled = {"doubled": Choice(values=items(1, 2), optional=True, often=0.4)}
    return {
        rules.bid: Action(
            partial(matches.bid, game),
            phases=(Phase.BIDDING,),
            takes={
                "player": Seat(among=NEXT),
                "bid": Bid(bids=the("bids"), over=the("bid"), least=rules.least(SPEAKER)),
            },
            then={**bid_made(rules.turns, rules.bidder), "phase": either(is_on, Phase.BIDDING, rules.after_bids)},
        ),
        of_game(Pass): Action(
            partial(matches.pass_bid, game),
            phases=(Phase.BIDDING,),
            takes={"player": Seat(among=either(rules.may_pass(SPEAKER), NEXT, items()))},
            then={
                **bid_passed(rules.turns),
                "phase": either(is_on, Phase.BIDDING, either(the("bid"), rules.after_bids, rules.after_passes)),
                "again": either(equal(the("phase"), Phase.BETWEEN), rules.again, False),
            },
            often=2,
        ),
        rules.contract: Action(
            partial(matches.contract, game),
            phases=(Phase.BIDDING,),
            takes={
                "player": Seat(among=either(the("spoken"), items(), the("order")), often=0),
                "bid": Bid(bids=the("bids"), least=rules.least(argument("player"))),
                **(doubled if "doubled" in rules.contract.__struct_fields__ else {}),
            },
            then={**CONTRACT, "phase": rules.after_bids},
            check=matches.check_no_calls,
            often=0.6,
        ),
    }
