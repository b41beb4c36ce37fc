"""What is drawn once is kept for the tables drawn last, and not for all that a long night has shown."""

from __future__ import annotations

from tests.support.house import House
from web.app.app_cache import MOST_DRAWN, MOST_TABLES, DrawnLast
from web.board import shown


class Pen:
    """Draws what it is given, and says what it has drawn."""

    def __init__(self, tables: int = 2) -> None:
        self.drawn: list[object] = []
        self.kept = DrawnLast(self._draw, 3, tables)

    def _draw(self, what: object) -> str:
        self.drawn.append(what)
        return f"{what}"


def test_of_one_table_only_the_last_is_kept_however_much_it_draws() -> None:
    pen = Pen()
    for what in (*range(6), 3, 4, 5, 0):
        assert pen.kept.of("a")(what) == str(what)
    assert pen.drawn == [*range(6), 0]


def test_for_each_of_the_tables_drawn_last_as_much_is_kept() -> None:
    pen = Pen()
    for table in "abcd":
        pen.kept.of(table)
    for what in (*range(6), *range(6), 6, 0):
        pen.kept.drawn(what)
    assert pen.drawn == [*range(6), 6, 0]


def test_what_is_alike_and_not_the_same_is_drawn_by_itself() -> None:
    pen = Pen()
    assert [pen.kept.drawn(what) for what in (1, True)] == ["1", "True"]


def test_boards_and_tablets_make_room_for_what_their_templates_draw_once(house: House) -> None:
    once, drawn = house.app.jinja_env.globals["once"], list[int]()
    assert callable(once)

    def draw_all() -> int:
        drawn.clear()
        for number in range(2 * MOST_DRAWN):
            once(drawn.append, number)
        return len(drawn)

    assert [draw_all(), draw_all()] == [2 * MOST_DRAWN] * 2
    client = house.client()
    nights = [house.open_night() for _ in range(2)]
    with house.app.test_request_context():
        shown(house.assistant.night(nights[0]), house.assistant.facts(nights[0]).effective)
    client.http.get(f"/nights/{nights[1]}")
    assert [draw_all(), draw_all()] == [2 * MOST_DRAWN, 0]
    assert len(nights) < MOST_TABLES
