"""Forty-Five: five tricks a hand, no bidding; sides of one, two or three, or everybody alone (rulebook G8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Annotated, Any

from dealer.commands.commands import command
from dealer.commands.fields import MaybeKey, one_of, whole
from dealer.game.house import Presets
from dealer.score_pad.commands import ScoreHand, Tricks
from dealer.score_pad.demo import tricks_taken
from dealer.score_pad.house import ScoreHouse
from dealer.score_pad.making import game_of_scores
from dealer.score_pad.score_game import Scored, ScoreGame
from dealer.score_pad.table import MatchTable
from dealer.score_pad.tricks import a_trick, check_in_match, first_at_goal, side_told_first, tricks_of_sides
from events.facts.matches import ScoreLine

TRICKS = 5
A_TRICK = 5
ODD_TRICK, DIFFERENCE = "odd_trick", "difference"


@dataclass(frozen=True, slots=True, kw_only=True)
class FortyFiveHouse(ScoreHouse):
    """The rules of one house. ``scoring`` is that of two sides: by the odd trick, or by the difference in tricks."""

    preset: Annotated[str, one_of("forty_five", "difference", "twenty_five")] = "forty_five"
    goal: Annotated[int, whole(1, 10_000)] = 45
    scoring: Annotated[str, one_of(ODD_TRICK, DIFFERENCE)] = ODD_TRICK


PRESETS: Presets = {"forty_five": {}, "difference": {"scoring": DIFFERENCE}, "twenty_five": {"goal": 25}}


@command("score_hand", seats=("tricks", "first"))
class ScoreFortyFive(ScoreHand):
    """Say who took the tricks, and who came to the goal first where several did."""

    tricks: Tricks
    first: MaybeKey = None


def score(table: MatchTable, asked: ScoreFortyFive) -> Scored:
    """What a hand comes to by its tricks."""
    check_in_match(table, (*asked.tricks, asked.first))
    tricks = tricks_of_sides(table, asked.tricks, TRICKS)
    lines = _of_two(table, tricks) if len(table.sides) == 2 else a_trick(tricks, A_TRICK)
    return Scored(lines=tuple(lines), tricks=tricks, first=side_told_first(table, asked.first))


def _of_two(table: MatchTable, tricks: tuple[int, ...]) -> Iterator[ScoreLine]:
    """Of two sides the one that took most scores: by the odd trick 5, or 10 for all five; or by the difference."""
    most = max(tricks)
    ahead = most - min(tricks)
    by_difference = table.house.scoring == DIFFERENCE
    points = A_TRICK * (ahead if by_difference else 2 if most == TRICKS else 1)
    count = ahead if by_difference else most
    yield ScoreLine(side=tricks.index(most), why=table.house.scoring, points=points, count=count)


def won_by(table: MatchTable, points: tuple[int, ...], scored: Scored) -> int | None:
    """Who comes to the goal; of several in one hand whoever got there first."""
    return first_at_goal(points, table.house.goal, (), scored)


def demonstrated(table: MatchTable, random: Random) -> dict[str, Any]:
    """What a demonstration tells of a hand."""
    return {"do": ScoreFortyFive.do, "tricks": tricks_taken(table, random, TRICKS)}


SCORING = ScoreGame(
    name="forty_five",
    title="Forty-Five",
    house=FortyFiveHouse,
    presets=PRESETS,
    shapes=frozenset({(2, 1), (2, 2), (2, 3), (3, 1), (4, 1), (5, 1)}),
    score_hand=ScoreFortyFive,
    score=score,
    won_by=won_by,
    demonstrated=demonstrated,
)

GAME = game_of_scores(SCORING)
