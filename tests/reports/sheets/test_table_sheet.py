"""The table sheet of the largest sums: its accounts keep room for their words."""

from __future__ import annotations

from datetime import UTC

import pytest

from dealer.commands.fields import MOST_CENTS
from reports.render_options import HouseStyle, RenderOptions
from reports.sheets.table_sheet import table_sheet_view
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
