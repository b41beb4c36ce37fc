"""What points were scored for: every kind of score line that a game writes has its words."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer.games.forty_five import DIFFERENCE, ODD_TRICK
from dealer.games.four_deal_bridge import SLAMS
from events.facts.matches import ScoreLine
from reports.score_pad.play import scored_for

ROOT = Path(__file__).parents[3]

SAID = {
    ("bid_made", 7): "the bid made",
    ("bid_lost", 3): "the bid lost",
    ("slam", 10): "all tricks",
    ("tricks", 1): "1 trick",
    ("tricks", 3): "3 tricks",
    ("odd_trick", 4): "4 tricks",
    ("difference", 1): "being 1 trick ahead",
    ("difference", 3): "being 3 tricks ahead",
    ("bidder_tricks", 2): "2 tricks of the bidder’s",
    ("high_trump", 0): "the highest trump",
    ("out_first", 0): "their side being out first",
    ("trick_score", 4): "4 tricks bid and made",
    ("overtricks", 1): "1 overtrick",
    ("insult", 0): "the insult",
    ("small_slam", 0): "the small slam",
    ("grand_slam", 0): "the grand slam",
    ("game", 0): "the game",
    ("part_score", 0): "the part score",
    ("down", 2): "2 tricks down",
    ("honours", 0): "honours",
}


def written() -> Iterator[str]:
    """What the games score for, as far as their code has it in so many words."""
    for path in (*(ROOT / "dealer" / "games").rglob("*.py"), *(ROOT / "dealer" / "score_pad").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("ScoreLine", "line"):
                given = [one.value for one in node.keywords if one.arg == "why"] or node.args[:1]
                yield from (str(one.value) for one in given if isinstance(one, ast.Constant))
    yield from (ODD_TRICK, DIFFERENCE, "bid_made", "bid_lost", "slam")
    yield from (why for why, _points in SLAMS.values())


@pytest.mark.parametrize(("why", "count", "said"), [(*key, said) for key, said in SAID.items()])
def test_a_line_says_what_it_was_scored_for(why: str, count: int, said: str) -> None:
    assert scored_for(ScoreLine(side=0, why=why, points=10, count=count)) == said


def test_every_kind_of_line_is_said() -> None:
    assert {*written()} == {why for why, _count in SAID}
