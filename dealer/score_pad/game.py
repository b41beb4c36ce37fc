"""A score game as a game of a night: its record, made from its scoring, and its demonstration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

from dealer.commands.commands import Command, of_game
from dealer.game.actions import Decider
from dealer.game.bidding import PASS, Pass, higher_than
from dealer.game.demonstration import DEMO_PLAYERS, Demonstration, Evening, Shown, pay
from dealer.game.game import Deciders, Game, RoundRow, Things, by_type, ended_rounds
from dealer.game.hands import HANDS
from dealer.score_pad import matches, score_game
from dealer.score_pad.matches import nets_of, payments, settle_match
from dealer.score_pad.score_game import BiddingRules, ScoreGame, check_stake
from dealer.score_pad.table import MatchTable, Phase, with_match
from events.common.event import Event
from events.common.matches import HandOver, InMatch, MatchAbandoned, MatchBegun, MatchDrawn, MatchSettled, MatchWon
from events.common.play import Bid
from events.games import game_of

CONTRACT_ALONE = 0.25
"""How often only the outcome of a bidding is entered."""
BIDS, AGAIN = 0.6, 0.7
"""How often a player makes the first bid, and the factor for every later bid."""
SAYS_MORE = 0.2
"""How often a player doubles, holds, or makes the game's other calls."""
NEAR = (-2, -1, 0, 0, 0, 1, 1, 2)
"""How many more tricks than needed a bidding side takes."""
ALL_PASS = 2
"""The hand of every match in which everybody passes."""
MISHAPS = (1, 1)
"""The match and hand that is first foul, and then scored wrongly."""
BROKEN_OFF = (2, 3)
"""The match that is broken off, and the hand before which that happens."""


def demonstration_of(game: ScoreGame) -> Demonstration:
    """The demonstration of a game."""
    return Demonstration(
        opening={"table": "Card Room", "roll": 0},
        house_among_others="usual",
        play=partial(MatchPlay, game),
    )


def tricks_taken(table: MatchTable, random: Random, in_all: int, needed: int = 0) -> dict[str, int]:
    """A possible distribution of a hand's tricks: the bidding sides take about as many as they need."""
    bidding = [player for side in table.bidding_sides for player in table.sides[side]]
    others = [player for player in table.match_players if player not in bidding]
    of_bid = min(max(needed + random.choice(NEAR), 0), in_all) if bidding else 0
    takers = (*random.choices(bidding, k=of_bid), *random.choices(others, k=in_all - of_bid))
    return dict(Counter(takers))


class MatchPlay:
    """A game of scores as played in a demonstration: a round is a match."""

    def __init__(self, game: ScoreGame, evening: Evening) -> None:
        self._game = game
        self._evening = evening
        self._random = evening.random

    def round(self, number: int) -> Iterator[Shown]:
        """Play one match and settle it if it is won; yields after each recorded step of a hand."""
        self._tell({"do": "start_match", "sides": self._sides(number)})
        while self._table.goes_on and self._table.phase is not Phase.WON:
            hand = len(self._table.hands) + 1
            if (number, hand) == BROKEN_OFF:
                self._tell({"do": "abandon_match", "reason": "one of them was called away"})
                return
            yield from self._hand(hand, mishaps=(number, hand) == MISHAPS)
        if self._table.goes_on:
            self._settle()

    def finish(self) -> None:
        """Nothing is left to do."""

    @property
    def _table(self) -> MatchTable:
        table: MatchTable = self._evening.state.tables[self._game.name]
        return table

    def _do(self, command: dict[str, Any]) -> object:
        return self._evening.do({**command, "game": self._game.name})

    def _first_allowed(self, wanted: Iterable[dict[str, Any]]) -> None:
        """Carry out the first of some commands that the rules allow."""
        if not any(self._do(command) for command in wanted):
            raise AssertionError(f"the demonstration cannot go on in {self._game.title}")

    def _tell(self, command: dict[str, Any]) -> None:
        """Carry out a command; if it must name the first at the goal, name the first who is possible."""
        came_first = ({"first": player} for player in self._table.match_players)
        self._first_allowed({**command, **first} for first in ({}, *came_first))

    def _sides(self, number: int) -> list[list[str]]:
        """The sides of a match from the first seats, alternating."""
        shapes = sorted(self._game.shapes, reverse=True)
        sides, size = shapes[(number - 1) % len(shapes)]
        playing = list(DEMO_PLAYERS)[: sides * size]
        return [playing[side::sides] for side in range(sides)]

    def _hand(self, hand: int, *, mishaps: bool) -> Iterator[Shown]:
        """Play a hand from its beginning to its score."""
        self._begin()
        if mishaps:
            self._tell({"do": "void_hand", "reason": "a card was dealt face up"})
            self._begin()
        if self._game.bidding:
            yield from self._bid(self._game.bidding, all_pass=hand == ALL_PASS)
        else:
            yield self._shown()
        while self._table.is_on:
            command = self._next()
            self._tell(command)
            yield self._shown()
            if mishaps and command["do"] == self._game.score_hand.do:
                self._evening.do({"do": "void", "reason": "the hand was counted again"})
                mishaps = False

    def _begin(self) -> None:
        table = self._table
        due = table.dealer_due(table.match_players) if self._game.deals else ""
        self._tell({"do": "start_hand", self._game.begins_with: due or self._random.choice(table.match_players)})

    def _next(self) -> dict[str, Any]:
        assert self._game.demonstrated, "a game that is demonstrated says how its hands go"
        return self._game.demonstrated(self._table, self._random)

    def _bid(self, rules: BiddingRules, *, all_pass: bool) -> Iterator[Shown]:
        """Play a bidding call by call, or sometimes only its outcome."""
        if not all_pass and self._random.random() < CONTRACT_ALONE:
            player, doubled = self._random.choice(self._table.match_players), self._random.choice((0, 0, 0, 1, 2))
            contract = {"do": "contract", "player": player, "doubled": doubled}
            self._first_allowed({**contract, "bid": bid} for bid in self._wanted(rules))
            yield self._shown()
        while self._table.phase is Phase.BIDDING:
            self._first_allowed(self._calls(rules, all_pass=all_pass))
            yield self._shown()

    def _calls(self, rules: BiddingRules, *, all_pass: bool) -> Iterator[dict[str, Any]]:
        """The calls that the player on turn would try, in order."""
        bidding = self._table.bidding
        assert bidding, "a bidding is on"
        bid = {"do": "bid", "player": bidding.turn}
        if not all_pass and self._random.random() < SAYS_MORE:
            for kind, (phases, _decide) in self._game.more.items():
                if Phase.BIDDING in phases:
                    yield {"do": kind.do, "player": bidding.turn}
        bids = sum(call.bid != PASS for call in bidding.calls)
        if not all_pass and self._random.random() < BIDS * AGAIN**bids:
            yield from ({**bid, "bid": wanted} for wanted in self._wanted(rules))
        yield {"do": "pass", "player": bidding.turn}
        yield from ({**bid, "bid": higher} for higher in self._higher(rules))

    def _higher(self, rules: BiddingRules) -> tuple[Bid, ...]:
        assert self._table.bidding, "a bidding is on"
        return higher_than(self._table.bidding, rules.bids(self._table.house))

    def _wanted(self, rules: BiddingRules) -> tuple[Bid, ...]:
        """A bid from the lower half of the higher bids, more often a low one, then those above it."""
        higher = self._higher(rules)
        return higher[int((len(higher) + 1) // 2 * self._random.random() ** 3) :]

    def _settle(self) -> None:
        """Pay the match; losers without enough checks buy some first."""
        owed = {player: -net for player, net in nets_of(tuple(payments(self._table))).items() if net < 0}
        settled = {"do": "settle_match", "game": self._game.name}
        pay(self._evening, settled, owed, max(owed.values(), default=0))

    def _shown(self) -> Shown:
        table, bidding = self._table, self._table.bidding
        if not table.is_on or bidding is None:
            text = " to ".join(map(str, table.score))
        elif bidding.waiting:
            text = "{0.player}: {0.bid}".format(bidding.calls[-1])
        else:
            text = f"{bidding.bidder or 'nobody'} plays at {bidding.bid}"
        return Shown("hand", table.round, table.turn, text)


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
        hands = {table.in_match(number): hand for number, hand in ended_rounds(rows(events), events).items()}
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
