"""Square packs are found square, each old trick by the look that is meant for it; splits are counted in other ways."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise, permutations
from math import comb, exp, perm, sqrt
from pathlib import Path
from random import Random

import pytest

from dealer.game.cards import NUMBER
from dealer.game.statistics import (
    Backers,
    PlayersTurn,
    SkippedTest,
    StatisticalTest,
    most_held,
    splits_of,
    splits_of_deals,
    weighed,
    wins_less_losses,
)
from dealer.games.faro import card_order as order
from dealer.games.faro.card_order import CAT, COLOURS, Dealt, look_at_calls, look_at_cats, look_at_runs, right_calls
from dealer.games.faro.fairness import (
    inspect_faro,
    look_at_case_cards,
    looks_at_players,
    put_up_to_be_noticed,
)
from tests.support.packs import FRIEND, PACK, dealt, dealt_to_players, shuffled, with_splits_put_up


def looks_of(nights: list[list[Dealt]]) -> dict[str, StatisticalTest]:
    seen = inspect_faro(nights)
    assert seen is not None
    return {card_test.name: card_test for card_test in seen.tests if isinstance(card_test, StatisticalTest)}


def standing_out(nights: list[list[Dealt]]) -> list[str]:
    result = [card_test for card_test in weighed(list(looks_of(nights).values())) if card_test.stands_out]
    return [entry.test.name for entry in sorted(result, key=lambda entry: entry.test.chance)]


def most_of(trials: int, chance: float) -> int:
    """More than this does not happen in so many trials: the mean and five times the deviation."""
    return int(trials * chance + 5 * sqrt(trials * chance * (1 - chance)))


def square_night(random: Random, deals: int) -> list[Dealt]:
    """A night from square packs; the last deal is broken off, and bets lie by which the order of a turn tells."""
    night = []
    for deal in range(deals):
        pack = shuffled(random)
        turns = 25 if deal < deals - 1 else random.randrange(1, 25)
        gains = [random.choice((-1, 1)) * random.choice((0, 100, 500)) for _ in range(turns)]
        ranks = [card[:-1] for card in pack[-3:]]
        night.append(dealt(pack, turns, gains, ["-".join(random.sample(ranks, 3))]))
    return night


def test_square_packs_make_no_look_rare_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(order, "MOST_SHUFFLES", 79)
    monkeypatch.setattr(order, "FEWEST_SHUFFLES", 79)
    random, nights = Random(1), 100
    rare = {level: dict[str, int]() for level in (0.3, 0.1, 0.02)}
    stood_out = 0
    for _ in range(nights):
        card_tests = looks_of([square_night(random, 3), square_night(random, 2)])
        assert len(card_tests) == 16
        stood_out += any(entry.stands_out for entry in weighed(list(card_tests.values())))
        for level, counts in rare.items():
            for name, card_test in card_tests.items():
                counts[name] = counts.get(name, 0) + (card_test.chance <= level)
    for level, counts in rare.items():
        assert max(counts.values()) <= most_of(nights, level), (level, counts)
    assert stood_out <= most_of(nights, 0.05)
    # The looks are no mere cautions either: together they are rare about as often as they may be.
    assert sum(rare[0.3].values()) > 0.15 * nights * 16


def test_splits_put_up_stand_out_and_nothing_else() -> None:
    random = Random(2)
    night = [dealt(with_splits_put_up(random, 5)) for _ in range(4)]
    assert standing_out([night]) == ["splits"]


def test_a_pack_laid_again_stands_out_by_its_places() -> None:
    random = Random(3)
    pack = shuffled(random)
    assert standing_out([[dealt(pack), dealt(pack)]])[0] == "places"


def test_a_pack_that_was_only_cut_stands_out_by_its_neighbours() -> None:
    random = Random(4)
    pack = shuffled(random)
    night = [dealt(pack), dealt(pack[21:] + pack[:21]), dealt(pack[30:] + pack[:30])]
    assert standing_out([night]) == ["neighbours"]
    card_test = looks_of([night])["neighbours"]
    assert (str(card_test.way), card_test.chance) == ("999 shuffles", 1 / 1_000)
    # Of the 51 pairs that follow each other a cut parts one, but for those that come twice.
    assert card_test.figures["pairs"] == sum(len(_pairs(entry) & _pairs(two)) for entry, two in pairwise(night))


def _pairs(deal: Dealt) -> set[tuple[int, int]]:
    return set(pairwise(deal.ranks))


def test_a_rank_put_up_to_lose_stands_out() -> None:
    """All four queens lose in each of five deals."""
    random, night = Random(5), []
    for _ in range(5):
        pack = [card for card in shuffled(random) if card[0] != "Q"]
        for card, place in zip(("Qs", "Qh", "Qd", "Qc"), sorted(random.sample(range(1, 51, 2), 4)), strict=True):
            pack.insert(place, card)
        night.append(dealt(pack))
    card_test = looks_of([night])["ranks"]
    assert str(card_test.means) == "that the Q was put up to lose"
    assert (card_test.figures["lost"], card_test.figures["won"]) == (20, 0)
    assert standing_out([night])[0] == "ranks"


def test_a_sorted_pack_stands_out_by_its_runs() -> None:
    random, night = Random(6), []
    for _ in range(3):
        red, black = ([card for card in shuffled(random) if card[-1] in suits] for suits in ("hd", "sc"))
        night.append(dealt([card for both in zip(red, black, strict=True) for card in both]))
    assert standing_out([night])[0] == "colour_runs"


def test_a_box_that_picks_the_higher_card_to_lose_stands_out() -> None:
    random, night = Random(7), []
    for _ in range(3):
        pack = shuffled(random)
        for at in range(1, 51, 2):
            pack[at : at + 2] = sorted(pack[at : at + 2], key=lambda card: -NUMBER[card[:-1]])
        night.append(dealt(pack))
    assert standing_out([night])[0] == "high_card"


def test_case_cards_put_up_to_lose_stand_out() -> None:
    """A tie-up: whenever one card of a turn is the last of its rank, it loses."""
    random, night = Random(14), []
    for _ in range(4):
        pack = shuffled(random)
        for at in range(1, 51, 2):
            last = [not any(card[:-1] == other[:-1] for other in pack[at + 2 :]) for card in pack[at : at + 2]]
            if last == [False, True] and pack[at][:-1] != pack[at + 1][:-1]:
                pack[at : at + 2] = [pack[at + 1], pack[at]]
        night.append(dealt(pack))
    assert standing_out([night]) == ["case_cards"]
    (deal,) = night[:1]
    by_hand = 0
    for number, (loser, winner) in enumerate(deal.turns, start=1):
        after = [card[:-1] for card in deal.cards[1 + 2 * number :]]
        by_hand += loser[:-1] != winner[:-1] and (loser[:-1] in after) != (winner[:-1] in after)
    card_test = look_at_case_cards([deal])
    assert isinstance(card_test, StatisticalTest)
    assert (card_test.figures["times"], card_test.figures["turns"]) == (0, by_hand)


def test_a_box_that_chooses_its_losers_by_the_bets_stands_out() -> None:
    """In three of four turns that matter the box brings the order that the bank wants."""
    random, night = Random(8), []
    for _ in range(5):
        gains = [random.choice((100, 200, 500)) * (1 if random.random() < 0.75 else -1) for _ in range(25)]
        night.append(dealt(shuffled(random), gains=gains))
    assert standing_out([night]) == ["take"]
    card_test = looks_of([night])["take"]
    assert isinstance(card_test, StatisticalTest)
    assert str(card_test.means) == "that the box chose its losers by the bets on the layout"
    against = looks_of([[dealt(shuffled(random), gains=[-100] * 20)]])["take"]
    assert isinstance(against, StatisticalTest)
    assert str(against.means) == "that the bets were laid by somebody who knew the cards"
    assert against.chance < 0.001


@pytest.mark.parametrize(
    ("trick", "deals", "name"),
    [({"thrown_off": 0.8}, 6, "players"), ({"put_up": 1.0}, 9, "first_turns"), ({"known": 1.0}, 6, "last_turns")],
)
def test_a_player_whom_the_dealer_lets_win_is_named(trick: dict[str, float], deals: int, name: str) -> None:
    random = Random(15)
    night = [dealt_to_players(random, **trick) for _ in range(deals)]
    assert standing_out([night])[0] == name
    means = str(looks_of([night])[name].means)
    assert means == f"that cards were put up for {FRIEND} to win, or that {FRIEND} knew them"


def test_honest_players_are_seldom_suspected() -> None:
    random, nights, looks = Random(16), 40, ("players", "first_turns", "last_turns")
    rare = dict.fromkeys(looks, 0)
    for _ in range(nights):
        for card_test in looks_at_players([dealt_to_players(random) for _ in range(3)]):
            assert isinstance(card_test, StatisticalTest)
            rare[card_test.name] += card_test.chance <= 0.1
    assert max(rare.values()) <= most_of(nights, 0.1), rare


def test_parts_of_a_deal_are_tested_from_three_deals_on() -> None:
    random = Random(17)
    night = [dealt_to_players(random) for _ in range(3)]
    for deals, number in ((2, 1), (3, 3)):
        tested = [isinstance(card_test, StatisticalTest) for card_test in looks_at_players(night[:deals])]
        assert sum(tested) == number


def test_a_dollar_on_a_player_is_at_fair_odds() -> None:
    """Over all turns that the cards left allow, the dollar is worth a dollar on average; one win is worth most."""
    ways = {200: 3, -200: 3, -100: 1, 0: 5}
    worth = {net: exp(_held([PlayersTurn(name="Ada", turn=1, to_come=24, net_cents=net, ways=ways)])) for net in ways}
    assert sum(worth[net] * number for net, number in ways.items()) == pytest.approx(sum(ways.values()))
    assert max(worth, key=worth.__getitem__) == 200
    assert min(worth, key=worth.__getitem__) == -200


def _held(turns: list[PlayersTurn]) -> float:
    backers = Backers()
    for turn in turns:
        backers.follow(turn)
    return backers.held


def test_the_bettors_dollar_by_hand() -> None:
    """After one turn half the dollar has won what the other half lost; after two alike the parts squared are ahead."""
    parts = [tenths / 10 for tenths in range(1, 10)]
    assert most_held([500]) == pytest.approx(0.0)
    two = sum((1 + part) ** 2 + (1 - part) ** 2 for part in parts) / 18
    assert exp(most_held([500, 500])) == pytest.approx(two)
    weighed_less = sum((1 + part) * (1 + part / 5) + (1 - part) * (1 - part / 5) for part in parts) / 18
    assert exp(most_held([500, 100])) == pytest.approx((two + weighed_less) / 2)
    # What later turns are worth is not known yet when the first is bet on.
    assert exp(most_held([100, 500])) == pytest.approx(two)
    assert most_held([-100] * 2000) == pytest.approx(most_held([700] * 2000))
    assert most_held([700] * 2000) > 1_000


def test_wins_less_losses_of_a_rank_by_hand() -> None:
    """One turn: a rank wins with 4/52, unless it loses too, with 4/52 · 3/51."""
    both = Fraction(4 * 3, 52 * 51)
    first = wins_less_losses(1)
    assert (first.chance(1), first.chance(-1)) == (Fraction(4, 52) - both,) * 2
    assert (first.mean, wins_less_losses(25).mean, wins_less_losses(25).at_least(-4)) == (0, 0, 1)
    assert wins_less_losses(25).chance(4) == Fraction(comb(25, 4), comb(52, 4))


def test_cats_and_calls_by_hand() -> None:
    assert Fraction(13 * 12 * 11 * 4**3, 6) / 22_100 + CAT + Fraction(13 * 4, 22_100) == 1
    open_turn = right_calls(("5", "6", "7"), (("5", "6", "7"), ("5", "6", "7"), ("7", "6", "5")))
    assert [open_turn.chance(count) for count in range(3)] == [Fraction(4, 6), Fraction(1, 6), Fraction(1, 6)]
    assert right_calls(("10", "K", "K"), (("K", "10", "K"),)).chance(1) == Fraction(1, 3)
    pack = [*shuffled(Random(10))]
    last = "-".join(card[:-1] for card in pack[-3:])
    card_test = look_at_calls([dealt(pack, calls=[last, last])])
    assert isinstance(card_test, StatisticalTest)
    assert card_test.figures["right"] == 2
    assert isinstance(look_at_calls([dealt(pack)]), SkippedTest)
    assert isinstance(look_at_cats([dealt(pack, turns=20, calls=[last])]), SkippedTest)


def test_cards_without_suits_are_passed_over_where_colours_are_looked_at() -> None:
    pack = [card[:-1] for card in shuffled(Random(11))]
    seen = inspect_faro([[dealt(pack)]])
    assert seen is not None
    assert seen.without_suit == 52
    assert {entry.name for entry in seen.tests if isinstance(entry, SkippedTest)} >= {
        "colour_runs",
        "winning_colour",
        "take",
    }
    half = [card if at % 2 else card[:-1] for at, card in enumerate(shuffled(Random(12)))]
    card_test = look_at_runs([dealt(half)], COLOURS)
    assert isinstance(card_test, StatisticalTest)
    assert str(card_test.observed).endswith("among 26 cards")


def test_nothing_dealt_is_nothing_to_look_at() -> None:
    assert inspect_faro([[]]) is None
    assert inspect_faro([[dealt(shuffled(Random(13)), turns=0)]]) is None


DOCUMENT = Path(__file__).parents[2] / "docs" / "is-the-game-square.md"


def turn_by_turn(turns: int, put_up: int = 0) -> dict[int, Fraction]:
    """The number of splits by drawing two cards at a time: how many ranks have 4, 3, 2 and 1 cards left, and so far."""
    ways: dict[tuple[tuple[int, ...], int], int] = {((13 - put_up, 0, put_up, 0), put_up): 1}
    for _ in range(turns - put_up):
        after: Counter[tuple[tuple[int, ...], int]] = Counter()
        for (left, splits), number in ways.items():
            for first in range(4):
                ranks = list(left)
                loser = ranks[first] * (4 - first)
                if not loser:
                    continue
                ranks[first] -= 1
                if first < 3:
                    same = list(ranks)
                    if first < 2:
                        same[first + 2] += 1
                    after[tuple(same), splits + 1] += number * loser * (3 - first)
                    ranks[first + 1] += 1
                for second in range(4):
                    others = ranks[second] - (second == first + 1)
                    if others <= 0:
                        continue
                    drawn = list(ranks)
                    drawn[second] -= 1
                    if second < 3:
                        drawn[second + 1] += 1
                    after[tuple(drawn), splits] += number * loser * others * (4 - second)
        ways = dict(after)
    cards = 52 - 2 * put_up
    total: Counter[int] = Counter()
    for (_, splits), number in ways.items():
        total[splits] += number
    return {splits: Fraction(number, perm(cards, 2 * (turns - put_up))) for splits, number in total.items()}


def chances(turns: int, put_up: int = 0, ranks: int = 13) -> dict[int, Fraction]:
    distribution = splits_of(turns, put_up, ranks)
    return {count: distribution.chance(count) for count in range(distribution.most + 1) if distribution.chance(count)}


def test_a_tiny_pack_by_every_order() -> None:
    orders = list(permutations("aaaabbbb"))
    for turns in range(5):
        counts = Counter(sum(order[at] == order[at + 1] for at in range(0, 2 * turns, 2)) for order in orders)
        assert chances(turns, ranks=2) == {splits: Fraction(n, len(orders)) for splits, n in counts.items()}


def test_a_whole_pack_by_drawing_turn_by_turn() -> None:
    for turns, put_up in ((1, 0), (2, 0), (7, 0), (25, 0), (26, 0), (25, 4)):
        assert chances(turns, put_up) == turn_by_turn(turns, put_up)


def test_it_adds_up_and_its_mean_is_a_seventeenth_of_the_turns() -> None:
    for turns in range(27):
        distribution = splits_of(turns)
        assert distribution.mean == Fraction(turns, 17)
        assert distribution.at_least(0) == 1
    assert splits_of(25).mean == Fraction(25, 17)
    assert splits_of_deals([25, 25, 9]).mean == Fraction(59, 17)
    assert splits_of_deals([25] * 40).mean == pytest.approx(1000 / 17)


def test_the_smallest_noticeable_number_of_splits_is_noticed_nine_times_in_ten() -> None:
    level = Fraction(1, 240)
    needed = put_up_to_be_noticed(1, 25, level)
    assert needed is not None
    square = turn_by_turn(25)
    rare = min(count for count in range(26) if 2 * sum(square.get(more, 0) for more in range(count, 26)) <= level)
    for put_up, enough in ((needed, True), (needed - 1, False)):
        noticed = sum(chance for splits, chance in turn_by_turn(25, put_up).items() if splits >= rare)
        assert (noticed >= Fraction(9, 10)) is enough
    assert put_up_to_be_noticed(1, 25, Fraction(1, 10**30)) is None
    four = put_up_to_be_noticed(4, 25, level)
    assert four is not None
    assert needed < four < 4 * needed


def test_the_look_counts_what_was_dealt() -> None:
    card_test = looks_of([[dealt(PACK), dealt(PACK, turns=3)]])["splits"]
    # A to K, the four of each rank together and the first ace the soda: every other turn is a split, from the first on.
    assert card_test.figures["splits"] == 13 + 2
    assert card_test.figures["turns"] == 28
    assert card_test.chance == pytest.approx(
        float(2 * splits_of_deals([25, 3]).at_least(int(card_test.figures["splits"])))
    )


def test_the_worked_figure_of_the_document() -> None:
    """What docs/is-the-game-square.md works out is what the program counts."""
    text = DOCUMENT.read_text(encoding="utf-8")
    deal, evening = splits_of(25), splits_of_deals([25] * 6)
    for number in (
        f"{float(deal.chance(0)):.4f}",
        f"{float(deal.at_least(6)):.4f}",
        f"{float(evening.either_way(18)):.4f}",
        f"{float(evening.mean):.2f}",
        f"{put_up_to_be_noticed(6, 25, Fraction(1, 20) / 19)} splits",
    ):
        assert number in text, number


def test_doubling_and_leaving_do_not_deceive_the_bettors_dollar() -> None:
    """Players who go on only until a count of the coins looks rare are believed by the count, and not by the dollar."""
    random, nights = Random(9), 400
    counted = believed = 0
    for _ in range(nights):
        gains: list[int] = []
        stake, wins = 100, 0
        for turn in range(1, 81):
            won = random.random() < 0.5
            gains.append(stake if won else -stake)
            stake = min(12_800, 2 * stake) if won else 100
            wins += won
            if turn >= 8 and _coins_at_least(turn, max(wins, turn - wins)) <= 0.025:
                counted += 1
                break
        believed += exp(-most_held(gains)) <= 0.05
    assert believed <= most_of(nights, 0.05)
    assert counted > 3 * most_of(nights, 0.05) / 2


def _coins_at_least(number: int, heads: int) -> float:
    return sum(comb(number, count) for count in range(heads, number + 1)) / 2**number
