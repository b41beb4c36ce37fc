"""Pharo: the bank's gain and the odds now against every order dealt out, and tests of the cards that were dealt."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import permutations
from random import Random

import pytest

from dealer.commands.fields import RANKS
from dealer.game.cards import PACK, rank_of
from dealer.game.odds import Figures, odds_data
from dealer.game.statistics import SkippedTest, StatisticalTest, splits_in
from dealer.games.pharo import playing
from dealer.games.pharo.commands import FIGURES, Coup, PharoHouse
from dealer.games.pharo.fairness import (
    ELSEWHERE,
    Dealt,
    Terms,
    deals_of,
    gain,
    gain_whatever_bottom,
    half_of,
    inspect_pharo,
)
from dealer.games.pharo.odds import bet_odds, odds
from dealer.games.pharo.settlement import Outcome, outcome_of, outcome_of_hockley
from dealer.games.pharo.state import Bet, Pack, PharoTable, Phase, evolve
from events.effective_events import effective
from events.games.pharo import CardLost, CardsDrawn, CardWon, DoubletDealt
from ledger.accounts import checks, layout, move
from tests.support.tables import PharoNight


def dealt_out(cards: tuple[str, ...], ranks: tuple[str, ...], terms: Terms) -> Fraction:
    """What the bank gains of a stake of 1 as the cards come, by the table's own settling of a coup."""
    bet = Bet(key="b", player="red", kind="", ranks=ranks, stake_cents=1, placed=1, opposed=terms.opposed)
    for coup in range(0, len(cards), 2):
        bank, punters = cards[coup : coup + 2]
        last = terms.hockley and coup == len(cards) - 2
        outcome = (outcome_of_hockley if last else outcome_of)(bet, bank, punters)
        worth = {Outcome.LOSS: Fraction(1), Outcome.WIN: Fraction(-1), Outcome.DOUBLET: terms.half}
        if outcome in worth:
            return worth[outcome]
    return Fraction(0)


def mean(result: list[Fraction]) -> Fraction:
    return sum(result, Fraction(0)) / len(result)


@pytest.mark.parametrize("cards", range(4, 54, 2))
def test_the_figures_of_the_rulebook(cards: int) -> None:
    n = Fraction(cards)
    figures = [1 / n, (n / 2 + 1) / (n * (n - 1)), 3 / (4 * (n - 1)), (2 * n - 5) / (2 * (n - 1) * (n - 3))]
    for opposed in (False, True):
        assert [gain_whatever_bottom((k,), cards, Terms(opposed=opposed)) for k in (1, 2, 3, 4)] == figures


@pytest.mark.parametrize("cards", [4, 6, 8])
@pytest.mark.parametrize("hockley", [True, False])
@pytest.mark.parametrize("opposed", [True, False])
@pytest.mark.parametrize("left", [(1,), (2,), (3,), (4,), (1, 2), (2, 2)])
def test_every_order_dealt_out_gives_the_same(cards: int, hockley: bool, opposed: bool, left: tuple[int, ...]) -> None:
    terms = Terms(hockley=hockley, opposed=opposed)
    ranks = ("K", "Q")[: len(left)]
    pack = [rank for rank, number in zip(ranks, left, strict=True) for _ in range(number)]
    pack += ["x"] * (cards - len(pack))
    by_bottom: dict[str, list[Fraction]] = {}
    for order in set(permutations(pack)):
        by_bottom.setdefault(order[-1], []).append(dealt_out(order, ranks, terms))
    for bottom, outcome in by_bottom.items():
        place = ranks.index(bottom) if bottom in ranks else ELSEWHERE
        assert gain(left, cards, terms, place) == mean(outcome)
    assert gain_whatever_bottom(left, cards, terms) == mean(
        [entry for result in by_bottom.values() for entry in result]
    )


def test_a_house_without_hockley_pays_the_last_card_that_everybody_has_seen() -> None:
    terms = Terms(hockley=False)
    assert gain((1,), 52, terms, 0) == -1
    assert gain((1,), 2, terms, ELSEWHERE) == 1
    assert gain((1,), 52, Terms(hockley=False, opposed=True), 0) == 1


def test_one_check_is_lost_whole_to_a_doublet() -> None:
    assert [half_of(checks) for checks in (1, 2, 3)] == [1, Fraction(1, 2), Fraction(2, 3)]
    whole = gain_whatever_bottom((4,), 52, Terms(half=half_of(1)))
    assert whole > gain_whatever_bottom((4,), 52, Terms())


def dealt(table: PharoNight) -> list[Dealt]:
    return deals_of([record.event for record in effective(table.recorded)], PharoTable(house=PharoHouse()))


def test_the_order_of_a_coup_is_worth_what_it_may_win_and_lose() -> None:
    table = PharoNight()
    plain, chain, pli = table.bet("K"), table.bet("J-Q-K", player="blue"), table.bet("9", 200, "white")
    table.coup("2s", "Ks")
    table("paroli", bet=chain)
    table.coup("9s", "9h")
    table("pli", bet=pli)
    table.coup("Qs", "3s")
    table.coup("9d", "4s")
    assert plain in table.table.bets
    (deal,) = dealt(table)
    assert deal.gains_cents == (-400, 0, 400, 200)
    assert (len(deal.coups), splits_in([deal.coups])) == (4, 1)


def test_a_night_without_stakes_has_no_take_but_its_doublets_and_sides() -> None:
    table = PharoNight()
    table.deal_out()
    deals = dealt(table)
    seen = inspect_pharo([deals])
    assert seen
    assert (seen.deals, seen.coups) == (1, 26)
    assert [type(card_test) for card_test in seen.tests] == [StatisticalTest, SkippedTest, StatisticalTest]
    assert inspect_pharo([[]]) is None


def shuffled(seed: int, *, by_the_stakes: bool) -> Dealt:
    """A deal with stakes on the K and the Q all the time, where the bank's card may be chosen to be one of these."""
    random = Random(seed)
    pack = list(PACK)
    random.shuffle(pack)
    coups = [(pack[at], pack[at + 1]) for at in range(0, 52, 2)]
    covered = {"K", "Q"}
    gains = []
    for at, (bank, punters) in enumerate(coups[:-1]):
        if by_the_stakes and rank_of(punters) in covered:
            bank, punters = punters, bank
            coups[at] = (bank, punters)
        loses, wins = rank_of(bank) in covered, rank_of(punters) in covered
        gains.append(200 * (loses - wins))
    return Dealt(coups=tuple(coups), gains_cents=tuple(gains))


def looks_at(deals: list[Dealt]) -> dict[str, StatisticalTest]:
    observation = inspect_pharo([deals])
    assert observation is not None
    return {look.name: look for look in observation.tests if isinstance(look, StatisticalTest)}


def test_a_dealer_who_chooses_by_the_stakes_stands_out_and_a_square_one_does_not() -> None:
    square = looks_at([shuffled(seed, by_the_stakes=False) for seed in range(20)])
    chosen = looks_at([shuffled(seed, by_the_stakes=True) for seed in range(20)])
    for name in ("take", "ranks"):
        assert chosen[name].chance < 0.001 < 0.05 < square[name].chance
    assert square["doublets"].chance > 0.05


def test_doublets_put_up_stand_out() -> None:
    put_up = Dealt(coups=tuple((rank + "s", rank + "h") for rank in "23456789" for _ in range(2)), gains_cents=())
    assert looks_at([put_up])["doublets"].chance < 0.001


STAKE = 120


def lying(house: PharoHouse, ranks: tuple[str, ...], opposed: bool, cards: tuple[str, ...], bottom: str) -> PharoTable:
    """A table with one stake, where these cards are to come before the bottom card."""
    out = tuple(card for card in PACK if card not in {*cards, bottom})
    bet = Bet(key="b", player="red", kind="", ranks=ranks, stake_cents=STAKE, placed=1, opposed=opposed)
    return PharoTable(
        house=house,
        phase=Phase.BETTING,
        round=1,
        turn=len(out) // 2,
        pack=Pack(bottom=bottom).after(*out),
        bets={"b": bet},
    )


BANK = PharoNight(roll=10_000_000).now.ledger.post([move(checks("red"), layout("red"), STAKE)])
ENDS = {CardWon: "win", CardLost: "lose", DoubletDealt: "doublet", CardsDrawn: "drawn"}


def coups(table: PharoTable, cards: tuple[str, ...]) -> list[tuple[tuple[str, ...], str, Fraction, PharoTable]]:
    """Every coup that can come: the cards left after it, its end, the bank's gain of a stake of 1, and the table."""
    dealt = []
    for bank, punters in permutations(cards, 2) if len(cards) > 1 else [(cards[0], table.pack.bottom)]:
        events = playing.coup(table, BANK, Coup(bank=bank, punters=punters))
        ends = [event for event in events if type(event) in ENDS]
        gained = sum(
            -event.gain_cents if isinstance(event, CardWon) else getattr(event, "taken_cents", 0) for event in ends
        )
        left = tuple(card for card in cards if card not in (bank, punters))
        end = ENDS[type(ends[0])] if ends else ""
        dealt.append((left, end, Fraction(gained, STAKE), reduce(evolve, events, table)))
    return dealt


def until_settled(table: PharoTable, cards: tuple[str, ...]) -> Fraction:
    """The bank's gain of a stake that is left alone."""
    return mean(
        [
            until_settled(after, left) if left and end in ("", "drawn") else gained
            for left, end, gained, after in coups(table, cards)
        ]
    )


def assert_pharo_case_agrees(seed: int) -> None:
    """A random stake with some of a few ranks to come: both ways to its figures give the same."""
    random = Random(seed)
    checks_of_stake = random.choice((None, 1, 2, 3, 5))
    house = PharoHouse(hockley=random.random() < 0.5, drawn=random.choice(("punter", "bet")))
    house = replace(house, check=STAKE // (checks_of_stake or STAKE))
    ranks, opposed = random.choice([("Q",), *FIGURES]), random.random() < 0.5
    few = [card for card in PACK if rank_of(card) in (*ranks, "5", "9")]
    bottom, *cards = random.sample(few, random.choice((2, 4, 6)))
    table = lying(house, ranks, opposed, tuple(cards), bottom)
    figures = bet_odds(table, "", ranks, opposed, stake_cents=STAKE if checks_of_stake else None).figures
    dealt = coups(table, tuple(cards))
    ends = Counter(end for _, end, _, _ in dealt)
    edge, decided = mean([gained for _, _, gained, _ in dealt]), len(dealt) - ends[""] - ends["drawn"]
    assert figures == Figures(
        turn={end: Fraction(ends[end], len(dealt)) for end in ENDS.values()},
        edge_turn=edge,
        edge_decided=edge * len(dealt) / decided if decided else None,
        edge_settled=until_settled(table, tuple(cards)),
        variance=mean([gained * gained for _, _, gained, _ in dealt]) - edge * edge,
    ), (seed, house, ranks, opposed, cards, bottom)


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_random_stakes_dealt_in_every_order_have_the_same_figures(first: int) -> None:
    for seed in range(first, first + 20):
        assert_pharo_case_agrees(seed)


def test_the_rows_of_a_livret_leave_out_the_bottom_card_and_have_no_calls() -> None:
    table = PharoNight(bottom="As").table
    data = odds_data("pharo", odds(table))
    assert (data["turn"], data["unseen"], data["left"]["A"], data["calls"]) == (1, 51, 3, [])
    places = [(row["kind"], row["ranks"], row["opposed"]) for row in data["bets"]]
    expected = [*(("single", [rank]) for rank in RANKS), *(("figure", list(ranks)) for ranks in FIGURES)]
    assert places == [(*place, opposed) for place in expected for opposed in (False, True)]
    assert data["bets"][2 * RANKS.index("Q")]["turn"] == {
        "win": "94/1275",
        "lose": "94/1275",
        "doublet": "2/425",
        "drawn": "0",
    }


def test_a_house_without_figures_and_opposed_stakes_has_thirteen_rows() -> None:
    assert len(odds(PharoNight(figures=False, oppose=False).table).bets) == 13


def test_in_the_last_coup_both_cards_are_known() -> None:
    table = lying(PharoHouse(), ("Q",), False, ("Qs",), "Qh")
    figures = bet_odds(table, "single", ("Q",), False).figures
    assert figures.turn == {"win": 0, "lose": 1, "doublet": 0, "drawn": 0}
    assert (figures.edge_turn, figures.edge_decided, figures.edge_settled, figures.variance) == (1, 1, 1, 0)
    plain = lying(PharoHouse(hockley=False), ("Q",), False, ("Qs",), "Qh")
    assert bet_odds(plain, "single", ("Q",), False, stake_cents=75).figures.edge_turn == Fraction(2, 3)
