"""A game of scores as one of the games that a night can be of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from dealer.commands.commands import Command
from dealer.game.bidding import Pass
from dealer.game.game import Decider, Deciders, Game, Things, by_type
from dealer.game.hands import HANDS
from dealer.score_pad import commands, matches
from dealer.score_pad.commands import of_game
from dealer.score_pad.demo import demonstration_of
from dealer.score_pad.house import check_stake
from dealer.score_pad.rows import hand_rows, match_rows
from dealer.score_pad.score_game import ScoreGame
from dealer.score_pad.settling import settle_match
from dealer.score_pad.table import MatchTable, with_match
from events.facts.fact import Fact

MATCHES = "matches"
"""The group of a game's matches, by number, among what two courses of a night are compared by."""


def game_of_scores(game: ScoreGame) -> Game:
    """The game that keeps its score by these rules."""
    deciders = _deciders(game)
    rows = partial(hand_rows, game)
    scores = partial(match_rows, game)

    def compared(table: Any, facts: Sequence[Fact]) -> Things:
        hands = {table.in_match(one.row["hand"]): one.row for one in rows(facts)}
        return {MATCHES: {row["match"]: row for row in scores(facts)}, HANDS: hands}

    return Game(
        name=game.name,
        title=game.title,
        round_called="hand",
        house=game.house,
        presets=game.presets,
        check_house=check_stake,
        table=game.table,
        commands=tuple(deciders),
        starts=commands.StartHand.do,
        prepares=commands.StartMatch.do,
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


def _evolve(game: ScoreGame, table: MatchTable, fact: Fact) -> MatchTable:
    rules = game.bidding
    if rules is None:
        return with_match(table, fact, None, None)
    return with_match(table, fact, rules.order, rules.waiting)


def _deciders(game: ScoreGame) -> Deciders:
    """The game's commands, of types of its own, each with what decides it."""

    def decided(by: Callable[..., tuple[Fact, ...]]) -> Decider:
        return partial(by, game)

    bid: dict[type[Command], Decider] = {}
    if game.bidding:
        bid = {
            game.bidding.bid: decided(matches.bid),
            of_game(Pass): decided(matches.pass_bid),
            game.bidding.contract: decided(matches.contract),
        }
    start = of_game(game.start_hand) if game.start_hand is commands.StartHand else game.start_hand
    return {
        of_game(commands.StartMatch): decided(matches.start_match),
        start: decided(matches.start_hand),
        **bid,
        **{kind: decider for kind, (_phases, decider) in game.more.items()},
        game.score_hand: decided(matches.score_hand),
        of_game(commands.VoidHand): decided(matches.void_hand),
        of_game(commands.AbandonMatch): decided(matches.abandon_match),
        of_game(commands.SettleMatch): decided(settle_match),
    }
