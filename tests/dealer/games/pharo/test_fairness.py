"""The looks at Pharo's cards: what they count, and that a dealer who chooses the bank's cards stands out."""

from __future__ import annotations

from random import Random

from dealer.game.cards import PACK, rank_of
from dealer.games.pharo.fairness import Dealt, deals_of, inspect_pharo, look_at_doublets, look_at_ranks, look_at_take
from dealer.games.pharo.house import PharoHouse
from dealer.games.pharo.state import PharoTable
from dealer.statistics.looks import Look, NoLook
from events.effective_facts import effective
from tests.support.tables import PharoNight


def dealt(table: PharoNight) -> list[Dealt]:
    return deals_of([one.fact for one in effective(table.recorded)], PharoTable(house=PharoHouse()))


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
    assert (len(deal.coups), deal.doublets) == (4, 1)


def test_a_night_without_stakes_has_no_take_but_its_doublets_and_sides() -> None:
    table = PharoNight()
    table.deal_out()
    deals = dealt(table)
    seen = inspect_pharo([deals])
    assert seen
    assert (seen.deals, seen.coups) == (1, 26)
    assert [type(look) for look in seen.looks] == [Look, NoLook, Look]
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


def test_a_dealer_who_chooses_by_the_stakes_stands_out_and_a_square_one_does_not() -> None:
    square = [shuffled(seed, by_the_stakes=False) for seed in range(20)]
    chosen = [shuffled(seed, by_the_stakes=True) for seed in range(20)]
    for look in (look_at_take, look_at_ranks):
        honest, crooked = look(square), look(chosen)
        assert isinstance(honest, Look)
        assert isinstance(crooked, Look)
        assert crooked.chance < 0.001 < 0.05 < honest.chance
    assert look_at_doublets(square).chance > 0.05


def test_doublets_put_up_stand_out() -> None:
    put_up = Dealt(coups=tuple((rank + "s", rank + "h") for rank in "23456789" for _ in range(2)), gains_cents=())
    assert look_at_doublets([put_up]).chance < 0.001
