"""Simulated deals of Faro, beside NumPy's shuffle of as many packs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from time import process_time

import numpy as np
from numpy.random import PCG64, Generator

from bench.figures import Figure, in_turn
from dealer.game.cards import PACK
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.players import usual_players
from dealer.games.faro.simulation import simulate

TIMES_A_SHUFFLE, HELD_TO_SHUFFLE = 4.0, 5.0
DEALS = 20


def figures(quick: bool) -> Iterator[Figure]:
    """The processor's time of simulated deals with six players, of whose bets about ten lie before each turn."""
    rounds, nights = (4, 5_000) if quick else (10, 20_000)
    house = FaroHouse()
    bettors = usual_players(house)
    assert len(bettors) == 6
    assert simulate(house, bettors, nights=500, deals=1, seed=1).lying >= 10

    def deals_a_second() -> float:
        began = process_time()
        simulate(house, bettors, nights=nights, deals=DEALS, seed=1)
        return nights * DEALS / (process_time() - began)

    simulated, shuffled = in_turn(rounds, deals_a_second, partial(_packs_a_second, nights * DEALS))
    yield Figure(
        what="simulated deals a second on one core, six players and ten bets in each turn",
        beside="packs a second shuffled by numpy.random.Generator.permuted",
        unit="1/s",
        ours=simulated,
        theirs=shuffled,
        at_least=1 / TIMES_A_SHUFFLE,
        held=1 / HELD_TO_SHUFFLE,
    )


def _packs_a_second(packs: int) -> float:
    """Shuffle packs of a byte a card, in parts that the cache holds."""
    random, number = Generator(PCG64(1)), 20_000
    new = np.tile(np.arange(len(PACK), dtype=np.uint8), (number, 1))
    began = process_time()
    for _ in range(packs // number):
        pack = new.copy()
        random.permuted(pack, axis=1, out=pack)
    return packs / (process_time() - began)


if __name__ == "__main__":
    for figure in figures(quick=False):
        low, high = min(figure.ours), max(figure.ours)
        print(f"{figure.what}: {sorted(figure.ours)[len(figure.ours) // 2]:,.0f} ({low:,.0f} to {high:,.0f})")
        print(f"{figure.beside}: {sorted(figure.theirs)[len(figure.theirs) // 2]:,.0f}")
        times = sorted(1 / ratio for ratio in figure.ratios)
        print(f"time beside a shuffle: {times[len(times) // 2]:.2f} ({times[0]:.2f} to {times[-1]:.2f})")
