"""The lines beside the players' names: one scale for all, and what they show also in words."""

from __future__ import annotations

import re
from itertools import pairwise

from events.effective_facts import effective
from reports.pdf.drawings import SPARK_HEIGHT, SPARK_WIDTH, chart, span_of, sparkline
from reports.rounds.statement import Course, Point, Stretch
from reports.sheets.table_sheet import player_rows_of
from tests.reports import nights


def course(*ahead_cents: int, put_in_cents: int = 20_000) -> Course:
    points = [
        Point(at=at, checks_cents=put_in_cents + cents, put_in_cents=put_in_cents)
        for at, cents in enumerate(ahead_cents)
    ]
    return Course(points=tuple(points), stretches=(Stretch(game="faro", number=1, start=0, end=len(points) - 1),))


def drawn(svg: str) -> list[tuple[float, float]]:
    """The points of the line."""
    *_, line = re.findall(r'<path d="M([^"]*)"', svg)
    numbers = list(map(float, line.split()))
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def even(svg: str) -> float:
    """The height of the dotted line."""
    return float(re.findall(r'd="M0 ([\d.]+)H', svg)[0])


def test_the_span_has_the_level_at_which_a_player_is_even() -> None:
    assert span_of([]) == (0, 0)
    assert span_of([course(0, 500), course(0, -1_250, 300)]) == (-1_250, 500)
    assert span_of([course(200, 500)]) == (0, 500)
    assert span_of([course(-200, -500)]) == (-500, 0)


def test_all_are_drawn_on_one_scale_within_their_frame() -> None:
    one, other = course(0, 1_000, 500), course(0, -1_000, -250)
    span = span_of([one, other])
    lines = [sparkline(each, span) for each in (one, other)]
    assert even(lines[0]) == even(lines[1]) == SPARK_HEIGHT / 2
    (_, high, later), (_, low, _) = (drawn(line) for line in lines)
    assert even(lines[0]) - high[1] == low[1] - even(lines[0])
    assert even(lines[0]) - later[1] == (even(lines[0]) - high[1]) / 2
    for x, y in [*drawn(lines[0]), *drawn(lines[1])]:
        assert 0 < x < SPARK_WIDTH
        assert 0 < y < SPARK_HEIGHT


def test_it_says_in_words_what_it_shows() -> None:
    said = "<title>between −$10.00 and +$3.00, at the end −$2.50</title>"
    assert said in sparkline(course(0, -1_000, 300, -250), (-1_000, 300))
    # Nobody was ahead or behind: a level line, and no division by nothing.
    assert "<title>between $0.00 and $0.00, at the end $0.00</title>" in sparkline(course(0, 0), (0, 0))


def test_who_neither_won_nor_lost_has_a_level_line_from_the_first_turn_to_the_last() -> None:
    span = (-1_000, 500)
    night = course(0, 0, 0).stretches
    never, joined = Course(points=(), stretches=night), Course(points=course(250).points, stretches=night)
    for one, ahead in ((course(0, 0, 0), 0), (never, 0), (joined, 250)):
        svg = sparkline(one, span)
        assert (drawn(svg)[0][0], drawn(svg)[-1][0]) == (3, SPARK_WIDTH - 3)
        assert {y for _, y in drawn(svg)} == {even(svg) - ahead * (SPARK_HEIGHT - 6) / 1_500}


def test_a_single_hand_goes_from_edge_to_edge_and_its_result_is_seen_from_afar() -> None:
    svg = sparkline(course(0, -300), (-300, 0))
    assert drawn(svg) == [(3, 3), (SPARK_WIDTH - 3, SPARK_HEIGHT - 3)]
    # What is won or lost is a field, closed along the level at which a player is even.
    assert f"{SPARK_WIDTH - 3:.1f} {even(svg)}Z" in svg


def test_a_line_ends_at_the_result_of_the_night() -> None:
    night = nights.crowded()
    rows = [row for row in player_rows_of(night.now, effective(night.facts)) if row.course.is_drawn]
    assert [row.player for row in rows] == ["red", "blue", "white", "black", "yellow"]
    for row in rows:
        last = row.course.points[-1]
        assert last.checks_cents - last.put_in_cents == row.line.net_cents


def test_the_numbers_of_many_rounds_stand_clear_of_each_other() -> None:
    for rounds, named in ((12, 12), (120, 30)):
        points = tuple(Point(at=at, checks_cents=at, put_in_cents=0) for at in range(rounds + 1))
        stretches = tuple(Stretch(game="farmer", number=at + 1, start=at, end=at + 1) for at in range(rounds))
        whole = Course(points=points, stretches=stretches)
        labels = re.findall(r'x="([\d.]+)" y="114" text-anchor="middle"[^>]*>([^<]+)<', chart(whole))
        assert len(labels) >= named
        ends = [(float(x) - 2.3 * len(said), float(x) + 2.3 * len(said)) for x, said in labels]
        assert all(end < begin for (_, end), (begin, _) in pairwise(ends)), rounds
