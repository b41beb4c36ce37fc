"""How amounts, hours, dates and cards are written, and how closely tables of amounts are set for that."""

from __future__ import annotations

import doctest
from datetime import UTC

from msgspec import structs
from msgspec.structs import replace

from reports.pdf.render import to_html
from reports.render_options import HouseStyle, RenderOptions
from reports.sheets import markers as slips
from reports.sheets.table_sheet import table_sheet_view
from reports.words import formatting, number_words
from reports.words import formatting as cards
from reports.words.formatting import density, widest
from reports.words.language import written_in
from tests.reports import nights


def test_the_examples_hold() -> None:
    for module in (formatting, cards, number_words, slips):
        ran = doctest.testmod(module)
        assert ran.attempted
        assert not ran.failed


def test_nothing_is_a_dash_where_a_dash_is_asked_for() -> None:
    assert [formatting.or_dash(0), formatting.signed_or_dash(0)] == ["–", "–"]
    assert [formatting.or_dash(-25), formatting.signed_or_dash(25)] == ["−$0.25", "+$0.25"]


def test_letters_are_counted_side_by_side_as_they_are_written() -> None:
    assert density([100, 0, 25], at_ease=11, most=20) == ""
    assert density([100, 10, 25], at_ease=11, most=15) == "wide"
    assert density([100, 10, 25], at_ease=11, most=14) == "wider"
    with written_in(HouseStyle(language="de", currency="EUR")):
        # "1,00 €" has a letter more than "$1.00".
        assert density([100, 0, 25], at_ease=11, most=20) == "wide"


def test_a_column_is_as_wide_as_the_longest_word_above_it() -> None:
    assert density([100, 100], at_ease=12, most=20, heads=("Won", "Lost")) == ""
    assert density([100, 100], at_ease=12, most=20, heads=("Won", "swept after hocks")) == ""
    assert density([100, 100], at_ease=12, most=20, heads=("Won", "eingezogen")) == "wide"


def test_a_minus_counts_too() -> None:
    assert widest([900, -900, 100]) == -900
    assert widest([]) == 0


def test_every_figure_of_a_player_stands_on_the_sheet_however_it_is_set() -> None:
    night = nights.crowded(closed=False)
    view = table_sheet_view(night.now, night.facts, UTC)
    assert view.players_density == ""
    rich = replace(view, sums=structs.replace(view.sums, cash_in_cents=98_765_432_100, held_cents=12_345_678_900))
    assert rich.players_density == "wide"
    usual, spread = (to_html("table_sheet.html", "", RenderOptions(zone=UTC), view=one) for one in (view, rich))
    assert usual.count("of-the-name") == 0
    assert spread.count("of-the-name") == len(view.players) + 2
    for row in view.players:
        for html in (usual, spread):
            assert f">{row.name}</" in html
    assert "$987,654,321.00" in spread
    assert usual.count('class="sparkline"') == spread.count('class="sparkline"') == 6
