"""The bid tables of Five Hundred as the rules print them: every value, as the sources have it."""

from __future__ import annotations

from reports.games.five_hundred import FIVE_HUNDRED_RULES
from reports.rulebook import Table

AVONDALE = "40 60 80 100 120 / 140 160 180 200 220 / 240 260 280 300 320 / 340 360 380 400 420 / 440 460 480 500 520"
ORIGINAL = "40 60 80 100 120 / 80 120 160 200 240 / 120 180 240 300 360 / 160 240 320 400 480 / 200 300 400 500 600"


def test_both_bid_tables_are_in_the_rules_whole() -> None:
    tables = [block for rule in FIVE_HUNDRED_RULES.rules for block in rule.says if isinstance(block, Table)]
    printed = {one.heads[0]: " / ".join(" ".join(row[1:]) for row in one.rows) for one in tables}
    assert printed["`avondale`"] == AVONDALE
    assert printed["`original`"] == ORIGINAL
    assert {one.heads[1:] for one in tables if "`" in one.heads[0]} == {("♠", "♣", "♦", "♥", "no trump")}
