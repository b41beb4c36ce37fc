"""The odds now of Faro against every order of a few cards dealt by the table itself, and against known figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import chain, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from dealer.commands.fields import RANKS
from dealer.game.cards import NUMBER, PACK, rank_of
from dealer.game.odds import Figures, odds_data
from dealer.games.faro import commands, dealing
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.layout import KINDS
from dealer.games.faro.odds import bet_odds, odds, places_of
from dealer.games.faro.state import FaroTable
from events.common.event import Event
from events.games.faro import BetLost, BetPaid, BetSplit, BetStoodOff, Place
from ledger.accounts import PLAY
from tests.support.dealt_out import BANK, STAKE, draws, gained, open_bet, take_from
from tests.support.tables import Table, faro_house

SINGLE = Place(kind="single", ranks=("Q",))
WORDS = {BetPaid: "win", BetLost: "lose", BetSplit: "split", BetStoodOff: "standoff"}
"""What the table's events say of a turn, in the words of the odds."""


def dealt(place: Place, coppered: bool, house: FaroHouse, cards: tuple[str, ...], checks: int) -> Figures:
    """The figures of a bet by dealing these cards in every order."""
    table = open_bet(place, coppered, house, cards, checks=checks)
    turns = [dealing.turn(table, BANK, commands.Turn(loser=loser, winner=winner)) for loser, winner in draws(cards, 2)]
    outcomes = Counter(chain.from_iterable(map(outcomes_of, turns)))
    gains = [gained(PLAY, events) for events in turns]
    edge = sum(gains, Fraction(0)) / len(turns)
    decided = Fraction(outcomes.total() - outcomes["standoff"], len(turns))
    return Figures(
        turn={word: Fraction(outcomes[word], len(turns)) for word in WORDS.values()},
        edge_turn=edge,
        edge_decided=edge / decided if decided else None,
        edge_settled=take_from(table, cards).play,
        variance=sum((gain * gain for gain in gains), Fraction(0)) / len(turns) - edge * edge,
    )


def outcomes_of(events: Iterable[Event]) -> list[str]:
    return [WORDS[type(event)] for event in events if type(event) in WORDS]


def worked_out(place: Place, coppered: bool, house: FaroHouse, cards: tuple[str, ...], checks: int | None) -> Figures:
    """The figures of a bet of so many smallest checks, or of one that divides at will."""
    table = open_bet(place, coppered, house, cards, checks=checks or STAKE)
    stake_cents = STAKE if checks else None
    return bet_odds(table, place, coppered, stake_cents=stake_cents).figures


ODD_HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"both_ways": "split", "hockelty": True},
    {"combination_pays": "proportional", "hockelty": True},
    {"combination_pays": "proportional", "both_ways": "split", "split_takes": "all"},
    {"split_takes": "all", "both_ways": "split", "high_card_equal": "standoff"},
    {"last_turn_counts": False, "hockelty": True, "king_is_odd": True},
    {"last_turn_counts": False, "sleepers": "dealer", "both_ways": "split", "hockelty": True},
    {"turns": 26, "hockelty": True},
    {"turns": 26, "last_turn_counts": False, "both_ways": "split", "king_is_odd": True},
    {"turns": 26, "split_takes": "all", "sleepers": "returned", "after_hock": "returned"},
)


def random_place(random: Random, house: FaroHouse, near: list[str]) -> Place:
    """A bet of any kind, on these ranks where it can be on any."""
    kind = random.choice(KINDS)
    if kind == "string":
        return Place(kind=kind, ranks=in_order(random.sample(near, random.randint(2, len(near)))))
    if kind == "heeled":
        ranks = random.sample(near, random.randint(2, len(near)))
        at = random.randrange(1, len(ranks))
        return Place(kind=kind, ranks=in_order(ranks[:at]), lose=in_order(ranks[at:]))
    places = [place for place in places_of(house) if place.kind == kind]
    good = [place for place in places if set(near) & {*place.ranks, *place.lose}]
    return random.choice(good or places)


def in_order(ranks: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(ranks, key=NUMBER.__getitem__))


def assert_case_agrees(seed: int) -> None:
    """A random bet in a random house, with some of a few ranks to come: both ways to its figures give the same."""
    random = Random(seed)
    house = faro_house(random.choice(ODD_HOUSES))
    near = random.sample(RANKS, random.randint(2, 5))
    last = random.choice((1, 2, 3))
    few = [card for card in PACK if rank_of(card) in near]
    cards = tuple(random.sample(few, min(len(few) // 2 * 2, 2 * last) + (house.turns == 25)))
    place, coppered = random_place(random, house, near), random.random() < 0.5
    checks = random.choice((None, None, 1, 2, 3, 5, 8))
    expected = dealt(place, coppered, house, cards, checks or STAKE)
    assert worked_out(place, coppered, house, cards, checks) == expected, (seed, place, coppered, house, cards, checks)


FIVE_CARDS = ("As", "Ah", "2s", "2h", "3d")


@pytest.mark.parametrize("rules", ODD_HOUSES, ids=str)
def test_a_bet_of_every_kind_dealt_in_every_order_has_the_same_figures(rules: dict[str, Any]) -> None:
    house = faro_house(rules)
    cards = FIVE_CARDS if house.turns == 25 else FIVE_CARDS[:-1]
    examples = {place.kind: place for place in places_of(house) if place.kind != "parity" and place.ranks[:1] != ("8",)}
    examples |= {f"parity of the {place.card}": place for place in places_of(house) if place.kind == "parity"}
    examples["single"] = Place(kind="single", ranks=("A",))
    examples["split"] = Place(kind="split", ranks=("A", "2"))
    examples["figure"] = Place(kind="figure", ranks=("A", "2", "3"))
    examples["string"] = Place(kind="string", ranks=("A", "2", "K"))
    examples["heeled"] = Place(kind="heeled", ranks=("A", "3"), lose=("2",))
    for place, coppered, checks in product(examples.values(), (False, True), (None, 5)):
        expected = dealt(place, coppered, house, cards, checks or STAKE)
        assert worked_out(place, coppered, house, cards, checks) == expected, (place, coppered, checks)


@pytest.mark.parametrize("first", range(0, 60, 15))
def test_random_bets_dealt_in_every_order_have_the_same_figures(first: int) -> None:
    for seed in range(first, first + 15):
        assert_case_agrees(seed)


@pytest.mark.soak
@pytest.mark.slow
@pytest.mark.parametrize("first", range(1_000, 3_000, 500))
def test_more_random_bets_have_the_same_figures(first: int) -> None:
    for seed in range(first, first + 500):
        assert_case_agrees(seed)


def box(*cards: str) -> FaroTable:
    """A table of the usual house with these cards to come."""
    return open_bet(SINGLE, False, FaroHouse(), cards)


def after_soda(soda: str = "Ks", **house: Any) -> FaroTable:
    return Table(soda=soda, **house).table


def few_of(left: int, cards: int) -> tuple[str, ...]:
    """So many queens among so many cards."""
    own = [card for card in PACK if rank_of(card) == "Q"]
    others = [card for card in PACK if rank_of(card) != "Q"]
    return (*own[:left], *others[: cards - left])


@pytest.mark.parametrize(
    ("cards", "left"), [(cards, left) for cards in (5, 11, 31, 49, 51) for left in range(max(1, cards - 48), 5)]
)
def test_a_single_bet_that_is_decided_has_the_old_formula(cards: int, left: int) -> None:
    figures = bet_odds(box(*few_of(left, cards)), SINGLE, False).figures
    assert figures.edge_decided == Fraction(left - 1, 2 * (2 * cards - left - 1))


def test_the_example_of_the_contract() -> None:
    row = odds_data("faro", odds(after_soda()))["bets"][2 * RANKS.index("Q")]
    assert row == {
        "kind": "single",
        "ranks": ["Q"],
        "coppered": False,
        "turn": {"win": "94/1275", "lose": "94/1275", "split": "2/425", "standoff": "0"},
        "edge": {"turn": "1/425", "decided": "3/194", "settled": "101/4998"},
        "variance": "161069/1083750",
    }


def test_a_single_bet_left_alone_has_another_edge_for_the_rank_of_the_soda() -> None:
    edges = [bet_odds(after_soda(rank + "s"), SINGLE, False).figures.edge_settled or 0 for rank in RANKS]
    assert {*edges} == {Fraction(101, 4998), Fraction(25, 1666)}
    assert edges[RANKS.index("Q")] == Fraction(25, 1666)
    assert sum(edges) / 13 == Fraction(33, 1666)


@pytest.mark.parametrize(
    ("ranks", "decided"), [(2, Fraction(3, 178)), (3, Fraction(1, 54)), (4, Fraction(3, 146)), (1, Fraction(3, 194))]
)
def test_a_string_that_the_first_turn_decides_has_the_edge_of_the_tables(ranks: int, decided: Fraction) -> None:
    assert bet_odds(after_soda(), Place(kind="string", ranks=RANKS[:ranks]), False).figures.edge_decided == decided


@pytest.mark.parametrize(("equal", "edge"), [("split", Fraction(1, 34)), ("standoff", Fraction(0))])
def test_the_high_card_costs_half_of_the_equal_turns_or_nothing(equal: str, edge: Fraction) -> None:
    """Of a whole pack from the hand; the rank of a soda makes it a little less."""
    table = Table(soda=None, turns=26, high_card_equal=equal).table
    figures = bet_odds(table, Place(kind="high_card"), False).figures
    assert (figures.edge_turn, figures.edge_settled) == (edge, edge)
    assert figures.turn == {
        "win": Fraction(8, 17),
        "lose": Fraction(8, 17),
        "split": Fraction(1, 17) if equal == "split" else 0,
        "standoff": 0 if equal == "split" else Fraction(1, 17),
    }


def test_a_smallest_check_is_lost_whole_in_a_split_and_a_share_below_it_moves_nothing() -> None:
    table = after_soda(combination_pays="proportional")
    single = bet_odds(table, SINGLE, False, stake_cents=25).figures
    assert (single.edge_turn, single.edge_decided) == (Fraction(2, 425), Fraction(3, 97))
    string = bet_odds(table, Place(kind="string", ranks=("A", "Q")), False, stake_cents=25).figures
    assert string.turn
    assert string.turn["win"] > 0
    assert (string.edge_turn, string.edge_decided, string.edge_settled, string.variance) == (0, 0, 0, 0)


def test_stuss_takes_all_of_a_split_whatever_the_stake() -> None:
    table = Table(soda=None, preset="stuss").table
    for stake_cents in (None, 25, 100):
        assert bet_odds(table, SINGLE, False, stake_cents=stake_cents).figures.edge_settled == Fraction(33, 833)


def test_a_case_card_is_even_and_a_dead_card_nothing() -> None:
    dead, case = (bet_odds(box(*few_of(left, 21)), SINGLE, False).figures for left in (0, 1))
    assert (case.edge_turn, case.edge_decided, case.edge_settled) == (0, 0, 0)
    assert dead == Figures(
        turn=dict.fromkeys(("win", "lose", "split", "standoff"), Fraction(0)),
        edge_turn=Fraction(0),
        edge_decided=None,
        edge_settled=Fraction(0),
        variance=Fraction(0),
    )


def test_the_rows_are_in_the_order_of_the_contract() -> None:
    rows = odds_data("faro", odds(after_soda()))["bets"]
    kinds = list(dict.fromkeys(row["kind"] for row in rows))
    assert kinds == [kind for kind in KINDS if kind not in ("string", "heeled")]
    assert [row["coppered"] for row in rows] == [False, True] * (len(rows) // 2)
    named = [{name: row[name] for name in row if name not in ("turn", "edge", "variance", "coppered")} for row in rows]
    assert named[::2] == named[1::2]
    by_kind = {kind: [place for place in named[::2] if place["kind"] == kind] for kind in kinds}
    numbers = {
        kind: [[NUMBER[rank] for rank in place["ranks"]] for place in places]
        for kind, places in by_kind.items()
        if "ranks" in places[0]
    }
    assert all(ranks == sorted(map(sorted, ranks)) for ranks in numbers.values())
    assert {kind: len(ranks) for kind, ranks in numbers.items()} == {
        "single": 13,
        "split": 18,
        "diagonal": 10,
        "corner": 10,
        "figure": 8,
        "pot": 1,
        "square": 5,
    }
    assert by_kind["pot"] == [{"kind": "pot", "ranks": ["6", "7", "8"]}]
    assert [place["row"] for place in by_kind["row"]] == ["low", "high"]
    assert [place["parity"] for place in by_kind["parity_string"]] == ["odd", "even"]
    assert [place["win"] for place in by_kind["side"]] == ["low", "high"]
    assert [place["win"] for place in by_kind["colors"]] == ["black", "red"]
    assert [(place["card"], place["parity"]) for place in by_kind["parity"]] == [
        ("winner", "odd"),
        ("winner", "even"),
        ("loser", "odd"),
        ("loser", "even"),
    ]


def test_an_early_bank_has_its_kinds_open_only() -> None:
    rows = odds(after_soda(preset="early_bank")).bets
    kinds = {row.arguments["kind"] for row in rows}
    assert kinds == {"single", "split", "figure", "pot", "square"}
    assert not any(row.arguments["coppered"] for row in rows)


def test_colours_are_unknown_once_a_card_comes_without_its_suit_and_a_drawn_loser_counts_as_not_begun() -> None:
    night = Table(soda="Ks")
    before = odds(night.table)
    night("draw_loser", card="5")
    assert odds(night.table) == before
    night("draw_winner", card="6s")
    after = odds_data("faro", odds(night.table))
    assert (after["turn"], after["unseen"], after["left"]["5"], after["left"]["6"]) == (2, 49, 3, 3)
    for row in after["bets"]:
        unknown = (row["turn"], row["edge"], row["variance"]) == (None, None, None)
        assert unknown == (row["kind"] == "colors")


def calls(table: FaroTable) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = odds_data("faro", odds(table))["calls"]
    return found


def test_calls_have_odds_before_the_last_turn_only() -> None:
    three = calls(box("5s", "Qs", "Ks"))
    assert [call["order"] for call in three][:3] == [["5", "Q", "K"], ["5", "K", "Q"], ["Q", "5", "K"]]
    assert len(three) == 6
    assert {(call["win"], call["edge"]) for call in three} == {("1/6", "1/6")}
    assert calls(box("Qs", "5s", "Qh")) == [
        {"order": order, "win": "1/3", "edge": "0"} for order in (["5", "Q", "Q"], ["Q", "5", "Q"], ["Q", "Q", "5"])
    ]
    assert calls(box("Qs", "Qd", "Qh")) == []
    assert calls(box("Qs", "Qd", "Qh", "5s", "Ks")) == []
    hand = open_bet(SINGLE, False, FaroHouse(turns=26), ("5s", "Qs", "Ks", "2s"))
    assert (odds(hand).turn, odds(hand).calls) == (25, ())


def test_a_last_turn_that_does_not_count_settles_nothing_but_the_hock_may() -> None:
    house = FaroHouse(last_turn_counts=False, hockelty=True)
    table = open_bet(SINGLE, False, house, ("5s", "Qs", "Ks"))
    figures = bet_odds(table, SINGLE, False).figures
    assert figures.turn == dict.fromkeys(("win", "lose", "split", "standoff"), 0)
    assert (figures.edge_turn, figures.edge_decided, figures.edge_settled) == (0, None, Fraction(1, 3))
    assert bet_odds(table, SINGLE, True).figures.edge_settled == 0


def test_a_paroli_is_not_left_alone() -> None:
    table = after_soda(running_limit=10_000)
    row = bet_odds(table, SINGLE, False, paroli=True)
    assert row.arguments == {"kind": "single", "ranks": ["Q"], "coppered": False, "paroli": True}
    assert row.figures == replace(bet_odds(table, SINGLE, False).figures, edge_settled=None)


def whole_decks() -> st.SearchStrategy[tuple[tuple[str, ...], int]]:
    """A shuffled pack, and how many turns of it are dealt."""
    return st.tuples(st.permutations(PACK).map(tuple), st.integers(0, 24))


@settings(max_examples=20)
@given(whole_decks(), st.sampled_from(ODD_HOUSES))
def test_what_holds_of_every_bet_in_every_box(deck: tuple[tuple[str, ...], int], rules: dict[str, Any]) -> None:
    order, turns = deck
    house = faro_house(rules)
    table = open_bet(SINGLE, False, house, order[2 * turns + (house.turns == 25) :])
    now = odds(table)
    assert now.unseen == sum(now.left.values()) == 52 - 2 * turns - (house.turns == 25)
    for row, coppered in zip(now.bets[::2], now.bets[1::2], strict=True):
        assert_sound(row.figures)
        assert_sound(coppered.figures)
        assert mirrored(row.figures) == coppered.figures or house.hockelty


def assert_sound(figures: Figures) -> None:
    assert figures.turn is not None
    assert figures.variance is not None
    assert all(chance >= 0 for chance in figures.turn.values())
    assert sum(figures.turn.values()) <= 1
    assert figures.variance >= 0
    decided = sum(figures.turn.values()) - figures.turn["standoff"]
    assert (figures.edge_decided is None) == (decided == 0)
    assert figures.edge_decided is None or figures.edge_decided * decided == figures.edge_turn


def mirrored(figures: Figures) -> Figures:
    """The figures of the same bet with a copper; what a split or the hock takes it takes of both."""
    assert figures.turn is not None
    assert figures.edge_turn is not None
    turn = {**figures.turn, "win": figures.turn["lose"], "lose": figures.turn["win"]}
    if turn["win"] == turn["lose"]:
        return figures
    edge, settled = -figures.edge_turn, figures.edge_settled
    return Figures(
        turn=turn,
        edge_turn=edge,
        edge_decided=None if figures.edge_decided is None else -figures.edge_decided,
        edge_settled=None if settled is None else -settled,
        variance=figures.variance,
    )
