"""What screens show costs the same late in a night as early: counted in calls of functions, whatever the machine."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from statistics import mean
from typing import Any

import pytest
from flask import render_template

from dealer.demo import Demo
from dealer.night_service import NightService
from events.book.book import Book
from web.app.request_parsing import Moment
from web.application import create_app
from web.game_screens import screens_of
from web.player_view import player_view

EARLY, LATE, WINDOW = 150, 1_000, 250
"""The views are built after turns of so many events: a whole deal or hand is among them."""


def moments(game: str, book: Book) -> Iterator[Moment]:
    demo, service = Demo((game,), book, "2026-11-21", 1, LATE), NightService(book)
    for _ in demo.turns():
        state, head, events = service.with_events(demo.night)
        yield Moment(night=state, head=head, events=events, last=head.version)
        if head.version >= LATE + WINDOW:
            return


def views_of(then: Moment) -> dict[str, Callable[[], Any]]:
    screens = screens_of(then.night.dealing)
    kept = then.events.effective
    return {
        "tablet": lambda: screens.tablet.view_of(then.night, then.head, then.events),
        "board": lambda: screens.board.view_of(then.night, kept),
        "player": lambda: player_view(then.night, kept, "red"),
    }


def calls_of(view: Callable[[], Any]) -> int:
    """How many calls of functions a view costs, those of the interpreter's own too."""
    count = 0

    def called(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        view()
    finally:
        sys.setprofile(before)
    return count


def page_of(then: Moment) -> str:
    """A player's page as it is drawn, with as many rounds early as late."""
    return render_template("player/player.html", view=player_view(then.night, then.events.effective, "red", rounds=2))


@pytest.mark.parametrize("game", ["faro", "fan_tan"])
def test_a_view_costs_the_same_early_and_late(game: str) -> None:
    counted: dict[tuple[str, int], list[int]] = defaultdict(list)
    with Book.open() as book, create_app(book).test_request_context():
        # Turns of a hand are many and alike: a few of each hand are enough, other ones each time.
        for then in islice(moments(game, book), 0, None, 5 if game == "fan_tan" else 1):
            at = next((at for at in (EARLY, LATE) if at <= then.head.version < at + WINDOW), None)
            views = views_of(then)
            if game == "fan_tan":
                # A deal of Faro has a line for every bet, and in this night ever more of them.
                views["page"] = partial(page_of, then)
            if at is None:
                continue
            for name, view in views.items():
                if (name, at) not in counted:
                    # As on a night that is followed: each view was made of the events before.
                    view()
                counted[name, at].append(calls_of(view))
    for name in dict.fromkeys(name for name, _ in counted):
        early, late = mean(counted[name, EARLY]), mean(counted[name, LATE])
        assert late <= 1.2 * early, f"{name}: {early:.0f} calls early, {late:.0f} late"
