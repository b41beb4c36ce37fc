"""What it costs to build what screens show of a night, early in it and after a long time. Figures are in README.md."""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterator
from cProfile import Profile
from pstats import SortKey, Stats
from statistics import mean
from time import thread_time
from typing import Any

from dealer.assistant import Assistant
from dealer.commands.refusal import Refusal
from dealer.demo import PLAYERS, Demo, demos
from dealer.streams.runtime import Sender
from events.book.book import Book
from web.app.request_parsing import Moment
from web.application import create_app
from web.game_screens import screens_of
from web.player.view import player_view

BENCH = Sender(who="bench", device="bench")
EARLY, LATE = 100, 10_000
WINDOW = 400
"""The views are built after every command of so many facts, so that each phase of a deal or a hand is among them."""
FACTS_A_ROUND = 50
"""A deal or a hand of the demonstration makes more than so many facts."""


def night_of(game: str, facts: int, book: Book) -> Iterator[Moment]:
    """An ordinary night as it stands after each turn, with commands taken back and put right between the turns."""
    demo = Demo(demos()[game], book, "2026-11-21", 1, facts // FACTS_A_ROUND + 1)
    assistant = Assistant(book)
    for number, _ in enumerate(demo.turns()):
        player = tuple(PLAYERS)[number % len(PLAYERS)]
        for document in _second_thoughts(number, player):
            try:
                assistant.execute(document, BENCH, night=demo.night, command_id=f"tip-{number}-{document['do']}")
            except Refusal:
                continue
        state, head, known = assistant.with_facts(demo.night)
        yield Moment(night=state, head=head, facts=known, last=head.version)


def _second_thoughts(number: int, player: str) -> Iterator[dict[str, Any]]:
    tip = {"do": "tip", "player": player, "amount": 25}
    if number % 5 == 0:
        yield tip
    if number % 15 == 5:
        yield {"do": "amend", "command": f"tip-{number}-tip", "instead": {**tip, "amount": 50}, "drop": []}
    if number % 15 == 10:
        yield {"do": "void"}


def views_of(then: Moment) -> dict[str, Callable[[], Any]]:
    """What is shown of a night, and how it is made."""
    screens, player = screens_of(then.night.dealing), next(iter(then.night.seats))
    return {
        "tablet": lambda: screens.tablet.view_of(then.night, then.head, then.facts),
        "board": lambda: screens.board.view_of(then.night, then.facts.effective),
        "player": lambda: player_view(then.night, then.facts.effective, player),
    }


def measure(game: str, early: int, late: int, profiled: str) -> None:
    """Print one line a view: milliseconds of CPU, early and late."""
    took: dict[tuple[str, int], list[float]] = defaultdict(list)
    profile = Profile()
    with Book.open() as book, create_app(book).test_request_context():
        for then in night_of(game, late + WINDOW, book):
            at = next((at for at in (early, late) if at <= then.head.version < at + WINDOW), None)
            for name, view in views_of(then).items() if at is not None else ():
                if (name, at) not in took:
                    # As on a night that is followed: each view was made of the facts before.
                    view()
                if name == profiled and at == late:
                    profile.enable()
                begun = thread_time()
                view()
                took[name, at].append((thread_time() - begun) * 1_000)
                profile.disable()
            if then.head.version >= late + WINDOW:
                break
    for name in dict.fromkeys(name for name, _ in took):
        then_ms, now_ms = (mean(took[name, at]) for at in (early, late))
        print(f"{game:8} {name:7} {then_ms:6.2f} ms at {early:,}, {now_ms:6.2f} ms at {late:,}: {now_ms / then_ms:.2f}")
    if profiled:
        Stats(profile).sort_stats(SortKey.CUMULATIVE).print_stats(45)


def main() -> None:
    """Measure both games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="*", default=["faro", "fan_tan"], choices=[*demos()])
    parser.add_argument("--early", type=int, default=EARLY)
    parser.add_argument("--late", type=int, default=LATE)
    parser.add_argument("--profile", default="", help="the view whose late building is profiled")
    asked = parser.parse_args()
    for game in asked.games:
        measure(game, asked.early, asked.late, asked.profile)


if __name__ == "__main__":
    main()
