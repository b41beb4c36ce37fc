"""How fast hands of Fan-Tan are decided, proved and kept. Figures, and what they mean, are in README.md."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from dealer.assistant import Assistant
from dealer.commands.commands import OpenNight
from dealer.game.cards import PACK
from dealer.games.fan_tan.layout import Layout
from dealer.games.fan_tan.state import Hand, fan_tan_of
from dealer.games.fan_tan.wrong_passes import wrong_passes
from dealer.night.command_parsing import read_command
from dealer.night.decide import decide, open_night
from dealer.night.evolve import evolve_all
from dealer.night.night import Night, opening
from dealer.streams.runtime import Sender
from events.book.book import Book

DEALER = Sender(who="dealer", device="bench")
OPENING = {
    "do": "open_night",
    "table": "Pot 1",
    "date": "2026-11-21",
    "game": "fan_tan",
    "house": "antes",
    "roll": 0,
    "dealer": "M. Deal",
}
SEATS = ("red", "blue", "white", "black", "yellow", "green")
KEEPS = 0.05
"""How often a player passes with a card that they could lay."""

Commands = Iterator[dict[str, Any]]


def seating() -> Commands:
    """Six players with checks enough for the night."""
    for seat in SEATS:
        yield {"do": "seat_player", "player": seat, "name": seat.title()}
        yield {"do": "buy_checks", "player": seat, "amount": 10_000_000}


def hand(random: Random) -> Commands:
    """A hand dealt at random, from the deal until the pot is paid."""
    pack = random.sample(PACK, len(PACK))
    held = {seat: {card for card, whose in zip(pack, cycle(SEATS), strict=False) if whose == seat} for seat in SEATS}
    layout = Layout()
    yield {"do": "start_hand", "dealer": SEATS[-1]}
    for seat in cycle(SEATS):
        able = [card for card in pack if card in held[seat] and layout.takes(card)]
        if able and random.random() >= KEEPS:
            card = random.choice(able)
            held[seat].remove(card)
            layout = layout.lay(card)
            yield {"do": "lay", "player": seat, "card": card}
        else:
            yield {"do": "pass", "player": seat}
        if not held[seat]:
            break
    for seat in SEATS:
        if held[seat]:
            yield {"do": "show_hand", "player": seat, "cards": sorted(held[seat])}
    yield {"do": "end_hand"}
    yield {"do": "settle_hand"}


def fresh() -> Night:
    """The night before anybody is seated."""
    opened = read_command(OPENING)
    assert isinstance(opened, OpenNight)
    return opening("bench", open_night(opened))


def pure_rate(script: list[dict[str, Any]]) -> tuple[float, list[Hand]]:
    """Commands read, decided and folded a second, with no book; and each hand as it was when all had been shown."""
    night = fresh()
    shown: list[Hand] = []
    begun = perf_counter()
    for number, document in enumerate(script):
        if document["do"] == "end_hand" and (now := fan_tan_of(night).hand):
            shown.append(now)
        command = read_command(document)
        night = evolve_all(night, f"c{number}", decide(night, command))
    return len(script) / (perf_counter() - begun), shown


def milliseconds(act: Callable[[Any], object], those: Sequence[object]) -> list[float]:
    """How long an act took with each of those, the shortest first."""
    took = []
    for one in those:
        begun = perf_counter()
        act(one)
        took.append((perf_counter() - begun) * 1_000)
    return sorted(took)


def said(took: list[float]) -> str:
    """The figures of some acts."""
    cuts = quantiles(took, n=100, method="inclusive")
    return f"p50 {cuts[49]:5.2f}  p99 {cuts[98]:5.2f}  worst {took[-1]:6.2f} ms"


def measure(where: Path, hands: int) -> None:
    """Print one line a figure."""
    random = Random(1)
    script = [*seating(), *(command for _ in range(hands) for command in hand(random))]
    print(f"{hands} hands of six players, {len(script):,} commands")
    rate, shown = pure_rate(script)
    print(f"decided and folded, no book        {rate:9,.0f} commands/s")
    house = fan_tan_of(fresh()).house
    print(f"the proof of a hand                {said(milliseconds(lambda one: wrong_passes(one, house), shown))}")
    with Book.open(where) as book:
        assistant = Assistant(book)
        night = assistant.execute(OPENING, DEALER).night
        took = milliseconds(lambda one: assistant.execute(one, DEALER, night=night), script)
        print(f"whole commands, in a file          {1_000 * len(took) / sum(took):9,.0f} /s   {said(took)}")


def main() -> None:
    """Measure a fresh book."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=40, help="how many hands are played")
    parser.add_argument("--folder", help="where the book's file is made and removed again (a temporary folder)")
    asked = parser.parse_args()
    with TemporaryDirectory(dir=asked.folder) as folder:
        measure(Path(folder, "bench.book"), asked.hands)


if __name__ == "__main__":
    main()
