"""The office: its pages, what they draw, search and give as files."""

from __future__ import annotations

import csv
import re
from datetime import date

import pytest

from dealer.demo import Demo
from dealer.house.office import GROUPINGS, Period, evolve, totals
from dealer.house.state import fold
from events.common.house import PlayerRegistered
from tests.dealer.test_office import EVER, many_nights, recorded
from tests.support.house import EARP, Client, House
from tests.web.axe import found
from tests.web.tablet_in_browser import Tablets
from web.house.office import A_PAGE, asked_for, found_in, period_of, table_of, view_of


@pytest.fixture
def office(house: House) -> House:
    """Ada loses $50 to the bank in October and owes $30 of a tip; November has an open night, and $40 deposited."""
    house.service.execute_for_house(
        {"do": "register_player", "card": "ada", "name": "Ada Lamb", "known_as": "Addie", "note": "Likes the queen"},
        EARP,
    )
    night = house.open_night(table="Old Lion", date="2026-10-30")
    house.do(night, "seat_player", player="red", card="ada")
    house.do(night, "buy_checks", player="red", amount=5_000)
    house.deal(night)
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=5_000)
    house.do(night, "turn", loser="Q", winner="2")
    house.do(night, "issue_marker", player="red", amount=3_000)
    house.do(night, "tip", player="red", amount=3_000)
    house.do(night, "close_night")
    house.open_night(table="=Back Room", date="2026-11-14")
    house.service.execute_for_house({"do": "deposit", "card": "ada", "amount": 4_000}, EARP)
    return house


def cells(html: str, row: str) -> list[str]:
    """The cells of a row of the table, by the words that it begins with."""
    (line,) = (part for part in re.findall(r"<tr>.*?</tr>", html, re.S) if re.sub("<.*?>", "", part).startswith(row))
    return re.findall(r"<td>(.*?)</td>", line)


@pytest.mark.parametrize(
    ("by", "row", "shown"),
    [
        ("night", "Old Lion, Oct 30, 2026 Faro", ["+$50", "–", "$30", "−$80", "$30", "–", "–", "–", "–", "–"]),
        ("month", "October 2026", ["1", "+$50", "–", "$30", "−$80", "$30", "–", "–", "–", "–", "–", "–", "–", "–"]),
        ("week", "Oct 26, 2026 to Nov 1, 2026 week 44", ["1", "+$50", "–", "$30", "−$80", "$30", *"––––––––"]),
        ("table", "Old Lion", ["1", "+$50", "–", "$30", "−$80", "$30", "–", "–", "–", "–", "–"]),
        ("game", "Faro", ["1", "+$50", "–", "$30", "−$80", "$30", "–", "–", "–", "–", "–"]),
        ("dealer", "M. Earp", ["1", "1", "$30", "–"]),
        ("player", "Addie Ada Lamb", ["1", "−$80", "$30", "–", "–", "$40", "–", "–"]),
    ],
)
def test_each_grouping_shows_draws_and_exports_the_same(
    office: House, client: Client, by: str, row: str, shown: list[str]
) -> None:
    page = client.get(f"/office?by={by}&period=all")
    assert cells(page.text, row) == shown
    assert "1 night is open. It counts when it closes." in page.text
    chart = re.search(r"<figure.*</figure>", page.text, re.S)
    assert chart
    drawn = {"dealer": "$30", "player": "−$80"}.get(by, "+$50")
    assert f"<span>{drawn}</span></p>" in chart[0]
    head, *lines = csv.reader(client.get(f"/office/table.csv?by={by}&period=all").text.splitlines())
    assert tuple(head[3:]) == GROUPINGS[by].columns
    line = next(line for line in lines if line[1].startswith(row[:5].strip()) or by == "game")
    in_words = [{"0": "–", "0.00": "–"}.get(value, value) for value in line[3:]]
    assert [re.sub(r"[+$]", "", cell).replace("−", "-") for cell in shown] == [
        value.removesuffix(".00") for value in in_words
    ]


def test_results_in_time_are_added_up_in_a_curve(client: Client, house: House) -> None:
    """The bank wins $50 in October and loses $20 in November; groupings whose rows are no times have no curve."""
    for on, loser, stake in (("2026-10-30", "Q", 5_000), ("2026-11-14", "2", 2_000)):
        night = house.open_night(date=on)
        house.seat(night, red="Ada Lamb")
        house.deal(night)
        house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=stake)
        house.do(night, "turn", loser=loser, winner="2" if loser == "Q" else "Q")
        house.do(night, "close_night")
    for by, every in {"night": "night by night", "week": "week by week", "month": "month by month"}.items():
        page = client.get(f"/office?by={by}&period=all").text
        assert f"<title>The bank’s result added up, {every}</title>" in page
        assert "between $0.00 and +$50.00, at the end +$30.00" in page
    for by in ("table", "game", "dealer", "player"):
        assert 'class="curve"' not in client.get(f"/office?by={by}&period=all").text


def test_a_period_and_a_search_are_in_words_on_the_page(office: House, client: Client) -> None:
    for query, words in (
        ("from=2026-11-01&to=2026-11-30", "Nothing in this period."),
        ("from=2026-10-30&to=2026-10-30", "Old Lion, Oct 30, 2026"),
        ("find=lion+october+earp", 'href="/nights/2026-10-30-1">Old Lion'),
        ("find=QUEEN", 'href="/people/ada">Addie</a> <small>Ada Lamb'),
        ("find=nobody", "No night or person matches."),
    ):
        answer = client.get(f"/office?{query}")
        assert (answer.status_code, words in answer.text) == (200, True), query
    for query, words in (
        ("from=2026-11-30&to=2026-11-01", "The period cannot begin after it ends."),
        ("from=soon", "Write the dates as 2026-11-21."),
        ("page=2", "There are pages 1 to 1 and no page 2."),
    ):
        answer = client.get(f"/office?{query}")
        assert (answer.status_code, words in answer.text) == (400, True), query


def test_a_night_with_two_cards_of_one_person_counts_once(office: House, client: Client) -> None:
    office.service.execute_for_house({"do": "register_player", "card": "lamb", "name": "A. Lamb"}, EARP)
    night = office.open_night(date="2026-11-15")
    for player, card in (("red", "ada"), ("blue", "lamb")):
        office.do(night, "seat_player", player=player, card=card)
        office.do(night, "buy_checks", player=player, amount=100)
        office.do(night, "tip", player=player, amount=100)
    office.do(night, "close_night")
    office.service.execute_for_house({"do": "join_cards", "card": "ada", "other": "lamb"}, EARP)
    for period, shown in (("period=all", ["2", "−$82"]), ("from=2026-11-15", ["1", "−$2"])):
        assert cells(client.get(f"/office?by=player&{period}").text, "Addie Ada Lamb")[:2] == shown
    assert office.service.house().card("ada").nights == 2
    assert client.get("/people/ada").text.count("/nights/2026-11-15-1") == 1


def test_demonstrations_are_left_out_of_totals_and_files(office: House, client: Client) -> None:
    addresses = [f"/office?by={by}&period=all" for by in GROUPINGS]
    pages = [main_of(client.get(address).text) for address in addresses]
    files = [client.get(f"/office/export/{kind}?period=all").text for kind in ("csv", "hledger")]
    for number in (1, 2):
        demo = Demo(("faro",), office.service.book, "2026-11-14", number, rounds=1)
        assert list(demo.turns())
    assert len(office.service.office().demonstrations) == 2
    note = "<p>2 demonstration nights are left out.</p>"
    for address, page in zip(addresses, pages, strict=True):
        shown = main_of(client.get(address).text)
        assert (note in shown, "".join(shown.replace(note, "").split())) == (True, "".join(page.split())), address
    assert [client.get(f"/office/export/{kind}?period=all").text for kind in ("csv", "hledger")] == files
    assert demo.night not in client.get("/office/export/jsonl?from=2026-11-14").text
    assert demo.night in client.get("/office?find=faro").text


def main_of(html: str) -> str:
    """The main part of a page."""
    return html.partition("<main")[2].partition("</main>")[0]


def test_files_have_the_period(office: House, client: Client) -> None:
    for query, streams in (
        ("from=2026-10-01&to=2026-10-31", {"2026-10-30-1"}),
        ("period=all", {"house", "2026-10-30-1", "2026-11-14-1"}),
    ):
        rows = csv.DictReader(client.get(f"/office/export/csv?{query}").text.splitlines())
        assert {row["night"] for row in rows} == streams
    assert client.get("/office/export/pdf").status_code == 404


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [
        ("this-month", "2026-01-01", "2026-01-31"),
        ("last-month", "2025-12-01", "2025-12-31"),
        ("this-year", "2026-01-01", "2026-12-31"),
    ],
)
def test_the_usual_periods(name: str, first: str, last: str) -> None:
    assert period_of(name, date(2026, 1, 31)) == Period(first=first, last=last)
    assert asked_for({"period": name}, date(2026, 1, 31)).period == Period(first=first, last=last)


def test_a_page_of_a_thousand_nights_has_no_more_rows_than_a_page_of_a_hundred() -> None:
    """And every row is on some page, once, the last night first."""
    events = list(many_nights(1_000))
    registered = [
        PlayerRegistered(
            card=f"card{number}",
            name=f"Player {number:03}",
            known_as="",
            color="",
            language="",
            credit_limit_cents=None,
            note="",
        )
        for number in range(300)
    ]
    office = evolve(None, recorded(events))
    house = fold([*registered, *(event for event in events if type(event).__name__ != "NightBalanced")])
    for name, count in {"night": 1_000, "week": 49, "month": 12, "table": 3, "dealer": 1, "player": 300}.items():
        grouping = GROUPINGS[name]
        table = table_of(office, house, grouping, EVER, totals(office, grouping, EVER))
        pages = [view_of(office, house, grouping, table, page + 1) for page in range(-(-count // A_PAGE))]
        assert {view.count for view in pages} == {count}
        assert all(len(view.rows) <= A_PAGE for view in pages)
        assert len({row.label for view in pages for row in view.rows}) == count
        for view in pages:
            assert view.chart
            assert [bar.label for bar in view.chart.bars] == [row.label.text for row in view.rows]
    assert (
        table_of(office, house, GROUPINGS["night"], EVER, totals(office, GROUPINGS["night"], EVER)).rows[0][0]
        == "2024-11-29-1"
    )
    found_nights = found_in(office, house, "table november")
    assert (len(found_nights.nights), found_nights.more_nights) == (A_PAGE, 85 - A_PAGE)


def test_nothing_is_found_in_the_office(tablets: Tablets, office: House) -> None:
    tablet = tablets.new()
    for address in ("/office?by=month&period=all&find=ada", "/office?from=2026-11-30&to=2026-11-01"):
        tablet.go(address)
        assert found(tablet.page, "html") == [], address
