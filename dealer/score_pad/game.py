"""Makes the game record of a score game, with the rows of hands and matches in a night's result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from dealer.commands.commands import Command
from dealer.game.bidding import Pass
from dealer.game.game import Decider, Deciders, Game, RoundRow, Things, by_type
from dealer.game.hands import HANDS
from dealer.score_pad import matches, score_game
from dealer.score_pad.demo import demonstration_of
from dealer.score_pad.matches import settle_match
from dealer.score_pad.score_game import ScoreGame, check_stake, of_game
from dealer.score_pad.table import MatchTable, with_match
from events.common.event import Event
from events.common.matches import HandOver, InMatch, MatchAbandoned, MatchBegun, MatchDrawn, MatchSettled, MatchWon
from events.games import game_of

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


def game_of_scores(game: ScoreGame) -> Game:
    """The game record for these rules of scoring."""
    deciders = _deciders(game)
    rows = partial(hand_rows, game)
    scores = partial(match_rows, game)

    def compared(table: Any, events: Sequence[Event]) -> Things:
        hands = {table.in_match(hand.row["hand"]): hand.row for hand in rows(events)}
        return {MATCHES: {row["match"]: row for row in scores(events)}, HANDS: hands}

    return Game(
        name=game.name,
        title=game.title,
        round_called="hand",
        house=game.house,
        presets=game.presets,
        check_house=check_stake,
        table=game.table,
        commands=tuple(deciders),
        starts=score_game.StartHand.do,
        prepares=score_game.StartMatch.do,
        check_time=partial(matches.check_time, game),
        decide=by_type(deciders),
        evolve=partial(_evolve, game),
        closing=matches.closing,
        check_leave=matches.check_leave,
        round_rows=rows,
        scores=scores,
        compared=compared,
        demonstration=demonstration_of(game) if game.demonstrated else None,
    )


def _evolve(game: ScoreGame, table: MatchTable, event: Event) -> MatchTable:
    rules = game.bidding
    if rules is None:
        return with_match(table, event, None, None)
    return with_match(table, event, rules.order, rules.waiting)


def _deciders(game: ScoreGame) -> Deciders:
    """The game's commands, each of its own type with its decider."""

    def decided(by: Callable[..., tuple[Event, ...]]) -> Decider:
        return partial(by, game)

    bid: dict[type[Command], Decider] = {}
    if game.bidding:
        bid = {
            game.bidding.bid: decided(matches.bid),
            of_game(Pass): decided(matches.pass_bid),
            game.bidding.contract: decided(matches.contract),
        }
    start = of_game(game.start_hand) if game.start_hand is score_game.StartHand else game.start_hand
    return {
        of_game(score_game.StartMatch): decided(matches.start_match),
        start: decided(matches.start_hand),
        **bid,
        **{kind: decider for kind, (_phases, decider) in game.more.items()},
        game.score_hand: decided(matches.score_hand),
        of_game(score_game.VoidHand): decided(matches.void_hand),
        of_game(score_game.AbandonMatch): decided(matches.abandon_match),
        of_game(score_game.SettleMatch): decided(settle_match),
    }
