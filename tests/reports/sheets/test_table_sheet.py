"""The table sheet of the largest sums: its accounts keep room for their words."""

from __future__ import annotations

from datetime import UTC

import pytest

from dealer.commands.fields import MOST_CENTS
from ledger.statement import box_cents
from reports.render_options import HouseStyle, RenderOptions
from reports.sheets.table_sheet import table_sheet_view
from reports.words.formatting import money
from reports.words.language import gettext
from tests.reports import nights
from tests.reports.hands import seated
from tests.reports.sheets.test_papers import words
from tests.support.geometry import faults_of

SPANISH = RenderOptions(style=HouseStyle(language="es", currency="EUR", paper="Letter"), zone=UTC)


@pytest.mark.parametrize(("cents", "beside"), [(MOST_CENTS, 2), (MOST_CENTS // 10**6, 4)])
def test_accounts_of_the_largest_sums_break_no_word(cents: int, beside: int) -> None:
    made = nights.played([nights.opening(roll=cents), *seated(("red", "blue"), checks=cents), {"do": "close_night"}])
    assert table_sheet_view(made.now, made.facts, UTC).accounts_beside == beside
    sheet = made.sheet("table", SPANISH)
    assert faults_of(sheet) == []
    said = words(sheet)
    for one in ("E. Clark", "B. Thompson", "Recompradas"):
        assert said.count(one) >= 1, one
    assert said.count("B. Thompson") == 2, "in the account of the roll, and among the backers"


@pytest.mark.parametrize("paid_cents", [1_000, 1_900])
def test_a_box_that_is_short_is_said_in_words_and_is_not_found_right(paid_cents: int) -> None:
    lines = [{"do": "issue_marker", "player": "red", "amount": 5_000}]
    lines += [{"do": "cash_in", "player": "red", "amount": paid_cents}, {"do": "tip", "player": "red", "amount": 3_100}]
    made = nights.played(
        [
            nights.opening(roll=1_000, backers=[]),
            {"do": "seat_player", "player": "red", "name": "Ada Lamb"},
            *lines,
            {"do": "close_night"},
        ]
    )
    view = table_sheet_view(made.now, made.facts, UTC)
    short_cents = paid_cents - 1_000
    assert (view.short_cents, box_cents(made.now.ledger)) == (short_cents, -short_cents)
    said = words(made.sheet("table", RenderOptions(zone=UTC)))
    right = gettext("Counted, and found right.")
    short = gettext("The box is short %(amount)s: more was paid out than came in.", amount=money(short_cents))
    assert (right in said, short in said) == (not short_cents, bool(short_cents))
    assert f"−{money(short_cents)}" not in said
