"""How long the worst turn of a crowded layout and the odds of a whole board take. Figures are in README.md."""

from __future__ import annotations

from random import Random
from statistics import quantiles
from time import perf_counter, process_time

from msgspec.structs import replace

from dealer.game.cards import NUMBER, PACK
from dealer.games.faro.cards import Box
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.layout import PLACES
from dealer.games.faro.odds import odds
from dealer.games.faro.state import Bet, FaroTable, Phase
from dealer.games.faro.worst_case import worst_turn
from events.games.faro import Place

BETS = 30


def crowded(random: Random, colours: int) -> FaroTable:
    """A table with thirty bets of all geometrical kinds, some of them on colours instead, a third coppered."""
    places = [
        Place(kind=kind, ranks=tuple(sorted(ranks, key=NUMBER.__getitem__)))
        for kind, sets in PLACES.items()
        for ranks in sets
    ]
    laid = [Place(kind="colors", choice="red")] * colours + random.sample(places, BETS - colours)
    bets = {
        f"b{number}": Bet(
            key=f"b{number}",
            player="red",
            place=place,
            stake_cents=25 * random.randint(1, 40),
            placed=number,
            coppered=random.random() < 1 / 3,
        )
        for number, place in enumerate(laid, start=1)
    }
    return replace(FaroTable(house=FaroHouse()), phase=Phase.BETTING, bets=bets)


def dealt(random: Random) -> list[FaroTable]:
    """The table before every turn of a deal, from the soda on."""
    pack, tables, box = random.sample(PACK, len(PACK)), [], Box()
    for number, card in enumerate(pack[:-2]):
        box = box.expose(card)
        if number % 2 == 0:
            tables.append(replace(FaroTable(house=FaroHouse()), phase=Phase.BETTING, turn=number // 2, box=box))
    return tables


def main() -> None:
    """Print milliseconds a look, for tables seen for the first time and for one looked at again."""
    _worst_turns()
    _odds()


def _odds() -> None:
    """The first board of the process, then those of each turn of twenty deals."""
    random = Random(1)
    first, *later = [_odds_milliseconds(table) for _ in range(20) for table in dealt(random)]
    cuts = quantiles(later, n=100)
    print(f"odds, first {first:.1f} ms, each turn: p50 {cuts[49]:.2f} ms, p99 {cuts[98]:.2f} ms of processor")


def _odds_milliseconds(table: FaroTable) -> float:
    began = process_time()
    odds(table)
    return (process_time() - began) * 1_000


def _worst_turns() -> None:
    random = Random(1)
    for colours in (0, 2):
        again = crowded(random, colours)
        for what, tables in (
            ("new tables", [crowded(random, colours) for _ in range(500)]),
            ("one table", [again] * 500),
        ):
            taken = sorted(_milliseconds(table) for table in tables)
            cuts = quantiles(taken, n=100)
            worst = f"worst {taken[-1]:.2f} ms"
            print(f"{colours} on colours, {what}: p50 {cuts[49]:.2f} ms, p99 {cuts[98]:.2f} ms, {worst}")


def _milliseconds(table: FaroTable) -> float:
    began = perf_counter()
    worst_turn(table)
    return (perf_counter() - began) * 1_000


if __name__ == "__main__":
    main()
