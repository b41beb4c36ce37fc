"""The geometry of the layout (rulebook 1.2, 1.3), with the dissertation's own examples."""

from __future__ import annotations

import pytest

from dealer.commands.refusal import Refusal
from dealer.games.faro.bets import place_of
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.layout import PLACES, coverage, is_dead, name_of, parity_ranks
from events.games.faro import Place
from tests.dealer.games.faro.test_settling import asked

COUNTS = {"single": 13, "split": 18, "diagonal": 10, "corner": 10, "figure": 8, "pot": 1, "square": 5, "row": 2}


def place(kind: str, *ranks: str) -> Place:
    return place_of(asked(kind, {"ranks": list(ranks)}), FaroHouse())


@pytest.mark.parametrize(("kind", "count"), COUNTS.items())
def test_the_layout_has_as_many_places_of_a_kind_as_can_be_counted_on_it(kind: str, count: int) -> None:
    assert len(PLACES[kind]) == count


@pytest.mark.parametrize(
    ("kind", "ranks"),
    [
        ("split", "A-2"),
        ("split", "A-K"),
        ("split", "6-8"),
        ("split", "7-6"),
        ("split", "7-8"),
        ("diagonal", "3-10"),
        ("diagonal", "9-6"),
        ("diagonal", "4-J"),
        ("corner", "K-J"),
        ("corner", "A-3"),
        ("corner", "5-7"),
        ("corner", "9-7"),
        ("figure", "A-2-3"),
        ("figure", "J-Q-K"),
        ("figure", "8-9-10"),
        ("pot", "6-7-8"),
        ("square", "A-2-Q-K"),
        ("square", "3-4-10-J"),
        ("square", "5-6-8-9"),
    ],
)
def test_the_examples_of_the_rulebook_are_places(kind: str, ranks: str) -> None:
    assert place(kind, *ranks.split("-")).kind == kind


@pytest.mark.parametrize(
    ("kind", "ranks"),
    [
        ("single", "A-2"),
        ("split", "A-3"),
        ("split", "7-5"),
        ("split", "A-A"),
        ("diagonal", "7-9"),
        ("diagonal", "A-K"),
        ("corner", "6-8"),
        ("corner", "7-6"),
        ("figure", "6-7-8"),
        ("figure", "5-6-7"),
        ("pot", "5-6-7"),
        ("square", "A-2-3-4"),
        ("square", "6-7-8-9"),
        ("string", "A"),
        ("string", "A-A"),
    ],
)
def test_what_is_no_such_place_is_refused(kind: str, ranks: str) -> None:
    with pytest.raises(Refusal) as refused:
        place(kind, *ranks.split("-"))
    assert refused.value.code == "bad_placement"


def test_the_seven_is_in_no_figure_square_or_diagonal() -> None:
    for kind in ("figure", "square", "diagonal", "row"):
        assert not any("7" in covered for covered in PLACES[kind])


def test_the_king_has_no_parity_unless_the_house_says_so() -> None:
    assert parity_ranks("odd", king_is_odd=False) == ("A", "3", "5", "7", "9", "J")
    assert parity_ranks("even", king_is_odd=False) == ("2", "4", "6", "8", "10", "Q")
    assert parity_ranks("odd", king_is_odd=True) == ("A", "3", "5", "7", "9", "J", "K")


def test_an_open_bet_wins_by_the_winner_and_loses_by_the_loser() -> None:
    covered = coverage(place("split", "A", "2"))
    assert covered.winner_for == covered.loser_against
    assert (covered.winner_against, covered.loser_for, covered.shares) == (0, 0, 2)


def test_a_bet_is_dead_when_every_one_of_its_ranks_is() -> None:
    pair = place("split", "A", "2")
    assert not is_dead(pair, 1 << 1)
    assert is_dead(pair, 1 << 1 | 1 << 2)


@pytest.mark.parametrize(
    ("kind", "ranks", "said"),
    [
        ("single", "Q", "the Q"),
        ("split", "A-K", "splitting the A-K"),
        ("corner", "K-J", "J-K, the Q barred"),
        ("square", "A-2-Q-K", "the grand square"),
        ("figure", "A-2-3", "the little figure"),
        ("pot", "6-7-8", "the pot"),
    ],
)
def test_the_table_has_a_name_for_a_place(kind: str, ranks: str, said: str) -> None:
    assert name_of(place(kind, *ranks.split("-"))) == said
