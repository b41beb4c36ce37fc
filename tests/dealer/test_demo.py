"""The demonstration nights: each is dealt to its close from its seed alone, is sound, and has what there is to show."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest

from dealer.demo import Demo, demonstrations, demos
from dealer.games import GAMES
from dealer.games.faro.layout import KINDS
from dealer.games.faro.state import faro_of
from dealer.night.night import Night
from dealer.night.result import result_of
from dealer.night_service import NightService
from dealer.score_pad.table import MatchTable
from dealer.verification.streams import verify
from events.book.book import Book
from events.common.event import Event
from events.common.matches import HandPassedOut, MatchHandVoided, PartnersNamed
from events.common.night import CommandVoided, DisputeRuled, MarkerIssued, TokeGiven
from events.common.play import BidDoubled, BidHeld, BidMade, BidPassed, BidRedoubled, ContractNamed
from events.games import faro, pharo
from events.games.fan_tan import HandVoided
from events.games.farmer import FarmHandVoided
from events.games.five_in_one import FiveRoundVoided
from events.games.frog import FrogHandVoided
from events.games.hasenpfeffer import JokerShown
from events.games.spoil_five import SpoilHandVoided

DATE = "2026-11-21"
SCORED = [name for name, game in GAMES.items() if isinstance(game.table, type) and issubclass(game.table, MatchTable)]


@dataclass
class Shown:
    """What a demonstration has shown when it is over."""

    turns: list[tuple[str, int, int]]
    events: list[Event]
    refused: list[tuple[Any, str | None]]
    night: Night
    result: dict[str, Any]

    @property
    def kinds(self) -> Counter[type[Event]]:
        return Counter(map(type, self.events))


def shown(*games: str, rounds: int | None = None, seed: int = 1) -> Shown:
    with Book.open() as book:
        more = {} if rounds is None else {"rounds": rounds}
        show = Demo(games, book, DATE, seed=seed, **more)
        turns = [(turn.what, turn.number, turn.turn) for turn in show.turns()]
        night, recorded = NightService(book).night(show.night), book.events(show.night)
        refused = [(command.document["do"], command.refused) for command in book.commands(show.night)]
        return Shown(turns, [event.event for event in recorded], refused, night, result_of(night, recorded))


@pytest.mark.parametrize("game", demos())
def test_a_night_is_dealt_to_its_close_and_is_sound(game: str) -> None:
    """Those of one kind of game each are dealt twice: the same to the last hash, since all comes from the seed."""
    heads = set()
    for _ in range(2 if game in ("stuss", "fan_tan", "farmer", "five_hundred") else 1):
        with Book.open() as book:
            show = Demo(demos()[game], book, DATE, 5, 1)
            turns = list(show.turns())
            assert turns
            assert NightService(book).night(show.night).closed
            assert verify(book, show.night).finding is None
            heads.add(book.events(show.night)[-1].hash)
    assert len(heads) == 1


@pytest.mark.parametrize(
    ("game", "rounds", "hands", "void", "shows"),
    [
        ("fan_tan", 4, [1, 2, 4], HandVoided, {}),
        ("frog", 12, [1, 2, *range(4, 13)], FrogHandVoided, {"bid": {None, "frog", "chico", "grand"}}),
        ("farmer", 16, [1, 2, *range(4, 17)], FarmHandVoided, {"winner": {True, False}}),
        ("spoil_five", 16, [1, 2, *range(4, 17)], SpoilHandVoided, {"winner": {True, False}}),
        ("five_in_one", 8, [1, 2, *range(4, 9)], FiveRoundVoided, {"winner": {True, False}, "hits": {True, False}}),
    ],
)
def test_a_night_of_hands_has_all_ends_and_a_foul_hand(
    game: str, rounds: int, hands: list[int], void: type[Event], shows: dict[str, set[Any]]
) -> None:
    show = shown(game, rounds=rounds)
    rows = show.result["hands"]
    assert [row["hand"] for row in rows] == hands
    assert show.kinds[void] == 1
    assert sum(line["net"] for line in show.result["players"].values()) + show.result["bank"]["tokes"] == 0
    for column, values in shows.items():
        assert {row[column] if None in values else bool(row[column]) for row in rows} == values
    if game == "fan_tan":
        assert {wrong["taken"] for row in rows for wrong in row["wrong_passes"]} == {True, False}
    if game == "frog":
        assert {row["points"] > 60 for row in rows if row["bid"]} == {True, False}
    assert show.kinds[CommandVoided] == 1


def test_a_night_of_all_games_has_bets_hands_and_matches_in_one_settlement() -> None:
    result = shown(*demos()["both"], rounds=2, seed=2).result
    assert result["game"] == list(demonstrations())
    assert result["bets"]
    hands = Counter(hand.get("game", "fan_tan") for hand in result["hands"])
    assert {hands[game] for game in ("fan_tan", "farmer", "spoil_five", "five_in_one", "frog")} == {2}
    assert Counter(match["game"] for match in result["scores"]) == dict.fromkeys(SCORED, 2)
    assert {match["state"] for match in result["scores"]} == {"settled", "abandoned"}
    bank = sum(result["bank"][name] for name in ("play", "sleepers", "after_hock", "tokes"))
    assert sum(line["net"] for line in result["players"].values()) + bank == 0


def test_a_night_of_faro_has_bets_of_all_kinds_orders_calls_and_sleepers() -> None:
    show = shown("faro", rounds=3)
    assert {event.place.kind for event in show.events if isinstance(event, faro.BetPlaced)} == set(KINDS)
    orders = (faro.BetPressed, faro.BetMoved, faro.BetCoppered, faro.BetBarred, faro.BetHalved, faro.BetTakenDown)
    assert min(show.kinds[kind] for kind in (*orders, faro.BetsLaidAgain, faro.TurnCalled, faro.SleeperClaimed)) > 0
    assert {row["result"] for row in show.result["bets"]} >= {"won", "lost", "split", "claimed"}
    assert show.kinds[DisputeRuled] == 1


def test_a_night_of_stuss_has_splits_that_take_all_sleepers_returned_and_a_turn_taken_back() -> None:
    show = shown("stuss", rounds=2)
    assert {turn[1:] for turn in show.turns} == {(deal, turn) for deal in (1, 2) for turn in range(1, 27)}
    assert {code for _, code in show.refused} == {None}
    assert min(show.kinds[kind] for kind in (faro.BetPressed, faro.BetTakenDown, MarkerIssued, TokeGiven)) > 0
    assert show.kinds[CommandVoided] == 1
    splits = [event for event in show.events if isinstance(event, faro.BetSplit)]
    assert splits
    assert all(event.taken_cents == event.stake_cents for event in splits)
    assert {event.reason for event in show.events if isinstance(event, faro.BetReturned)} >= {"sleeper", "after_hock"}
    assert {row["result"] for row in show.result["bets"]} == {"won", "lost", "split", "returned"}
    several = shown("stuss", "farmer", rounds=1)
    assert list(several.night.tables) == ["faro", "farmer"]
    assert faro_of(several.night).house.preset == "stuss"


def test_a_night_of_pharo_has_chains_paid_and_lost_doublets_plis_masks_and_a_coup_taken_back() -> None:
    show = shown("pharo", rounds=2)
    assert len(set(show.turns)) == 2 * 26
    assert min(show.kinds[kind] for kind in (pharo.ParoliMade, pharo.PaixMade, pharo.PliMade, pharo.CardMasked)) > 0
    assert show.kinds[CommandVoided] == 1
    results = {row["result"] for row in show.result["bets"]}
    assert results >= {"won", "lost", "split", "standoff", "paid", "returned"}
    assert max(len(event.folds) for event in show.events if isinstance(event, pharo.GainPaid)) > 1


CALLS: dict[str, tuple[type[Event], ...]] = {
    "forty_five": (),
    "five_hundred": (PartnersNamed, HandPassedOut),
    "auction_forty_five": (BidHeld, HandPassedOut),
    "hasenpfeffer": (JokerShown,),
    "big_three": (PartnersNamed, HandPassedOut),
    "four_deal_bridge": (BidDoubled, BidRedoubled, HandPassedOut),
}
"""What a bidding and a hand of each game have besides bids, passes and contracts."""


@pytest.mark.parametrize("game", SCORED)
def test_matches_are_bid_scored_won_settled_and_broken_off(game: str) -> None:
    show = shown(game, seed=1 if game == "auction_forty_five" else 3)
    assert [match["state"] for match in show.result["scores"]] == ["settled", "abandoned", "settled", "settled"]
    assert {row["hand"] for row in show.result["hands"]} < {number for _, number, _ in show.turns}
    assert {row["made"] for row in show.result["hands"]} >= ({True, False} if CALLS[game] else {None})
    calls: tuple[type[Event], ...] = (*CALLS[game], BidMade, BidPassed, ContractNamed) if CALLS[game] else ()
    assert [kind for kind in calls if not any(isinstance(event, kind) for event in show.events)] == []
    assert (show.kinds[MatchHandVoided], show.kinds[CommandVoided]) == (1, 1)


def test_five_hundred_is_played_in_all_its_shapes_and_short_players_buy_checks_first() -> None:
    show = shown("five_hundred", rounds=8, seed=7)
    shapes = [(len(match["sides"]), len(match["sides"][0])) for match in show.result["scores"]]
    assert set(shapes) == {(5, 1), (3, 2), (3, 1), (2, 3), (2, 2)}
    commands = [do for do, _ in show.refused]
    bought = [at for at, do in enumerate(commands) if do == "buy_checks" and at > commands.index("start_match")]
    assert bought
    assert {commands[at + 1] for at in bought} <= {"buy_checks", "settle_match"}
