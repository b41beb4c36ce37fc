"""The pages of a house with a thousand nights and 300 people, beside the same pages after ten nights."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from functools import partial

from bench.figures import Figure, in_turn
from bench.house_in_process import HERE, TableHere, house_in_process
from bench.process_time import time_of

PEOPLE = 300
FEW, MANY, QUICK_MANY = 10, 1_000, 50
ROUNDS, QUICK_ROUNDS = 9, 3
AGAIN = 5
MOST, HELD = 2, 2.5

PAGES = {
    "the list of nights": "/",
    "a search for a night": "/?find=november",
    "people": "/people",
    "a person": "/people/card1",
    "the floor": "/floor",
    **{f"the office by {by}": f"/office?by={by}&period=all" for by in ("night", "week", "month", "table", "game")},
    **{f"the office by {by}": f"/office?by={by}&period=all" for by in ("dealer", "player")},
    "a search in the office": "/office?find=front+november",
}


def figures(quick: bool) -> Iterator[Figure]:
    """The processor's time of each page, in process, when it was shown before."""
    nights = QUICK_MANY if quick else MANY
    with house_in_process(1) as (few,), house_in_process(1) as (many,):
        _play(few, FEW)
        _play(many, nights)
        for what, address in PAGES.items():
            ours, theirs = in_turn(
                QUICK_ROUNDS if quick else ROUNDS, partial(_shown, many, address), partial(_shown, few, address)
            )
            yield Figure(
                what=f"{what}, {nights:,} nights",
                beside=f"{FEW} nights",
                unit="s",
                ours=ours,
                theirs=theirs,
                at_most=MOST,
                held=HELD,
            )


def _shown(house: TableHere, address: str) -> float:
    def show() -> list[int]:
        answers = [house.client.get(address) for _ in range(AGAIN)]
        assert all(answer.status_code == 200 for answer in answers), address
        return [len(answer.data) for answer in answers]

    return time_of(show) / AGAIN


def _play(house: TableHere, nights: int) -> None:
    """Short nights at three tables, three a day, with four people of 300 each; the cage takes a deposit after each."""
    give = partial(house.service.execute_for_house, sender=HERE)
    for number in range(PEOPLE):
        give({"do": "register_player", "card": f"card{number}", "name": f"Player {number}"})
    for number in range(nights):
        day = date(2025, 12, 1) + timedelta(days=number // 3)
        table = ("Front Room", "Back Room", "Upstairs")[number % 3]
        opening = {"do": "open_night", "table": table, "date": f"{day}", "game": "faro", "roll": 500_000}
        night = house.service.execute({**opening, "dealer": HERE.who}, HERE).night
        do = partial(house.service.execute, sender=HERE, night=night)
        cards = [f"card{(number * 7 + seat) % PEOPLE}" for seat in range(4)]
        for seat, card in enumerate(cards):
            do({"do": "seat_player", "player": f"p{seat}", "card": card})
            do({"do": "issue_marker", "player": f"p{seat}", "amount": 5_000})
        do({"do": "tip", "player": "p0", "amount": 1_000})
        do({"do": "fill", "amount": 20_000})
        do({"do": "close_night"})
        give({"do": "deposit", "card": cards[0], "amount": 1_000})
