"""The office: totals by night, week, month, table, game, dealer and player, and a search over nights and people."""

from __future__ import annotations

import csv
from collections.abc import Hashable, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from io import StringIO
from itertools import islice
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request, url_for
from msgspec.structs import asdict, replace

from dealer.commands.refusal import Refusal, marked
from dealer.game.demonstration import DEMO_DEVICE
from dealer.games import game_called
from dealer.house.office import GROUPINGS, Amounts, Grouping, Office, Period, Totals, totals
from dealer.house.state import Card, HouseState
from events.cache import NewestVersions
from events.common.house import HOUSE, NightListed
from events.frozen import Frozen
from ledger.export import FORMATS, no_formula
from ledger.journal import in_units
from reports.words.formatting import NOTHING, brief, listed
from reports.words.language import currency_digits, month, number, pgettext, short_day
from reports.words.language import gettext as _
from web.app.app_cache import kept_in_language
from web.app.request_parsing import number_asked, service
from web.audit.pages import exported
from web.curves import Bar, Curve, bars, sum_curve
from web.nights.night_list import kept_lines
from web.tablet.take_and_pay import with_sign

blueprint = Blueprint("office", __name__, url_prefix="/office")

A_PAGE = 20
"""How many rows a page has, and how many nights and people a search lists."""

TOTALS_KEPT = 64
"""How many totals are kept: of each grouping in the usual periods, and some others."""

_LONGEST_SEARCH = 100
_EVER = Period(first="0001-01-01", last="9999-12-31")


class Column(Frozen):
    """A column: its name and title, and whether its values are ``signed`` amounts or a ``count``, else amounts."""

    name: str
    title: str
    signed: bool = False
    count: bool = False

    def text_of(self, row: Amounts) -> str:
        """The value of a row, as people read it."""
        value = row.get(self.name, 0)
        if not value:
            return NOTHING
        if self.count:
            return number(value)
        return with_sign(value) if self.signed else brief(value)

    def in_file(self, row: Amounts) -> str | int:
        """The value of a row in a file: an amount with the decimals of the currency."""
        value = row.get(self.name, 0)
        return value if self.count else in_units(value, currency_digits())


_COLUMNS = {
    column.name: column
    for column in (
        Column(name="nights", title=marked("Nights"), count=True),
        Column(name="dealt", title=marked("Nights"), count=True),
        Column(name="played", title=marked("Nights"), count=True),
        Column(name="rounds", title=marked("Rounds"), count=True),
        Column(name="bank", title=marked("Bank"), signed=True),
        Column(name="cut", title=marked("Dealers’ cut")),
        Column(name="tokes", title=marked("Tokes")),
        Column(name="net", title=marked("Players"), signed=True),
        Column(name="carried", title=marked("Carried")),
        Column(name="redeemed", title=marked("Redeemed")),
        Column(name="written_off", title=marked("Written off")),
        Column(name="fills", title=marked("Fills")),
        Column(name="credits", title=marked("Credits")),
        Column(name="drops", title=marked("Drops")),
        Column(name="deposited", title=marked("Deposited")),
        Column(name="withdrawn", title=marked("Withdrawn")),
        Column(name="drawn", title=marked("Drawn at tables")),
    )
}
_TITLES_IN = {("dealer", "cut"): marked("Cut"), ("player", "net"): marked("Result")}
"""The titles of columns that have another one in a grouping."""

_NOT_ADDED = frozenset({"dealt", "played"})
"""Columns without a sum: a night has several dealers and players."""

_DRAWN = {"dealer": ("tokes", marked("Tokes")), "player": ("net", marked("Players’ results"))}
_BANK = ("bank", marked("The bank’s result"))
"""The column that the chart of a grouping draws, with the chart's title; the bank's result for the others."""


_IN_TIME = {
    "night": marked("The bank’s result added up, night by night"),
    "week": marked("The bank’s result added up, week by week"),
    "month": marked("The bank’s result added up, month by month"),
}
"""The groupings whose rows follow each other in time, with the title of their curve."""


def columns_of(grouping: Grouping) -> tuple[Column, ...]:
    """The columns of a grouping with their titles there."""
    columns = [_COLUMNS[name] for name in grouping.columns]
    return tuple(
        replace(column, title=_(_TITLES_IN.get((grouping.name, column.name), column.title))) for column in columns
    )


class Label(Frozen):
    """What a row is about: its words, more words beside them, and the night or card to go to."""

    text: str
    more: str = ""
    night: str = ""
    card: str = ""


class Row(Frozen):
    """A row of the table."""

    label: Label
    cells: tuple[str, ...]


class LabelledBar(Bar):
    """A bar with its row's label and the amount in words."""

    label: str
    amount: str


class Chart(Frozen):
    """A bar for each row that is shown."""

    title: str
    bars: tuple[LabelledBar, ...]


class OfficeView(Frozen):
    """The table of a grouping and its chart: rows ``first`` to ``last`` of ``count``, and the sums of all of them.

    ``curve`` is the running sum of the bank's result over all rows, where they are nights, weeks or months.
    """

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    sums: tuple[str, ...]
    chart: Chart | None
    curve: Curve | None
    first: int
    last: int
    count: int


class Table(Frozen):
    """The rows of a grouping in order, each with its key, and the sums of all."""

    rows: tuple[tuple[str, Amounts], ...]
    sums: Amounts


def table_of(office: Office, house: HouseState, grouping: Grouping, period: Period, added: Totals) -> Table:
    """The totals in the order of the page: nights, weeks and months from the last, the others by name.

    Rows of cards that were joined are added together; a night at which both had a seat counts once.
    """
    rows = added.rows
    match grouping.name:
        case "night":
            # Ids begin with the date and end with a number.
            keys = sorted(rows, key=lambda night: (night[: len("2026-11-21")], len(night), night), reverse=True)
        case "week" | "month":
            keys = sorted(rows, reverse=True)
        case "player":
            rows = _joined(office, house, rows, period)
            keys = sorted(rows, key=lambda card: (house.cards[card].screen_name.casefold(), card))
        case _:
            keys = sorted(rows, key=str.casefold)
    return Table(rows=tuple((key, rows[key]) for key in keys), sums=added.sums)


def _joined(office: Office, house: HouseState, rows: Mapping[str, Amounts], period: Period) -> dict[str, Amounts]:
    by_card: dict[str, Amounts] = {}
    for key, row in rows.items():
        card = house.card(key)
        before = by_card.get(card.key)
        if before:
            row = {name: row.get(name, 0) + before.get(name, 0) for name in row | before}
            nights = {result.night for result in card.results} - office.demonstrations
            row["played"] = sum(period.first <= office.nights[night].date <= period.last for night in nights)
        by_card[card.key] = row
    return by_card


def view_of(office: Office, house: HouseState, grouping: Grouping, table: Table, page: int) -> OfficeView:
    """A page of a table; raises :class:`Refusal` (``bad_input``) for a page that it does not have."""
    columns, count = columns_of(grouping), len(table.rows)
    pages = max(1, -(-count // A_PAGE))
    if not 1 <= page <= pages:
        raise Refusal("bad_input", "There are pages 1 to %(pages)s and no page %(number)s.", pages=pages, number=page)
    first = (page - 1) * A_PAGE
    shown = table.rows[first : first + A_PAGE]
    labels = [label_of(office, house, grouping.name, key) for key, _ in shown]
    return OfficeView(
        columns=columns,
        rows=tuple(
            Row(label=label, cells=tuple(column.text_of(row) for column in columns))
            for label, (_, row) in zip(labels, shown, strict=True)
        ),
        sums=tuple("" if column.name in _NOT_ADDED else column.text_of(table.sums) for column in columns),
        chart=_chart(grouping, columns, labels, [row for _, row in shown]),
        curve=_curve(grouping, table),
        first=first + 1,
        last=first + len(shown),
        count=count,
    )


def label_of(office: Office, house: HouseState, grouping: str, key: str) -> Label:
    """What the row of a key is about."""
    match grouping:
        case "night":
            return night_label(office.nights[key])
        case "week":
            monday = date.fromisoformat(f"{key}-1")
            return Label(
                text=_("%(first)s to %(last)s", first=short_day(monday), last=short_day(monday + timedelta(days=6))),
                more=_("week %(number)s", number=int(key[-2:])),
            )
        case "month":
            return Label(text=month(date.fromisoformat(f"{key}-01")))
        case "game":
            return Label(text=_games(key.split()))
        case "player":
            return card_label(house.cards[key])
        case _:
            return Label(text=key)


def night_label(night: NightListed) -> Label:
    """A night by its table and date, with its games."""
    text = _("%(table)s, %(date)s", table=night.table, date=short_day(date.fromisoformat(night.date)))
    return Label(text=text, more=_games(night.games), night=night.night)


def card_label(card: Card) -> Label:
    """A person as screens call them, with the name that papers have if it is another."""
    return Label(text=card.screen_name, more=card.name if card.name != card.screen_name else "", card=card.key)


def _games(games: Sequence[str]) -> str:
    return listed([game_called(game).title for game in games])


def _chart(
    grouping: Grouping, columns: Iterable[Column], labels: Sequence[Label], rows: Sequence[Amounts]
) -> Chart | None:
    """The chart of the rows that are shown; ``None`` if there is nothing to draw."""
    name, title = _DRAWN.get(grouping.name, _BANK)
    drawn = next(column for column in columns if column.name == name)
    shapes = bars([row.get(name, 0) for row in rows])
    labelled = tuple(
        LabelledBar(label=label.text, amount=drawn.text_of(row), **asdict(bar))
        for label, row, bar in zip(labels, rows, shapes, strict=False)
    )
    return Chart(title=_(title), bars=labelled) if labelled else None


def _curve(grouping: Grouping, table: Table) -> Curve | None:
    """The bank's result added up from the first row to the last in time."""
    if grouping.name not in _IN_TIME:
        return None
    return sum_curve(_(_IN_TIME[grouping.name]), (row.get("bank", 0) for _, row in reversed(table.rows)))


class Found(Frozen):
    """What a search finds: the first nights and people, and how many more there are of each."""

    nights: tuple[Label, ...]
    more_nights: int
    people: tuple[Label, ...]
    more_people: int


def found_in(office: Office, house: HouseState, wanted: str) -> Found:
    """The nights and people in which every word of a search stands.

    Nights are found by date, table, game and dealer, and people by name, by what they like to be called, and by note.
    """
    words = wanted.casefold().split()
    cards = [
        card
        for card in house.open_cards
        for text in (f"{card.name} {card.known_as} {card.note}".casefold(),)
        if all(word in text for word in words)
    ]
    cards.sort(key=lambda card: card.screen_name.casefold())
    nights = office.found(wanted, house)
    return Found(
        nights=tuple(night_label(night) for night in islice(nights, A_PAGE)),
        more_nights=sum(1 for _ in nights),
        people=tuple(card_label(card) for card in cards[:A_PAGE]),
        more_people=max(0, len(cards) - A_PAGE),
    )


TABS = {
    "night": marked("Nights"),
    "week": marked("Weeks"),
    "month": marked("Months"),
    "table": marked("Tables"),
    "game": marked("Games"),
    "dealer": marked("Dealers"),
    "player": marked("Players"),
}
"""The groupings, each with its tab."""

PERIODS = ("this-month", "last-month", "this-year", "all")
"""The usual periods; the first is the one of an address that names none."""


def _period_links() -> dict[str, str]:
    """The usual periods, each with its link."""
    titles = (_("This month"), _("Last month"), _("This year"), pgettext("period", "All"))
    return dict(zip(PERIODS, titles, strict=True))


_OWN = "own"
"""The period from one day to another, as typed."""


class Query(Frozen):
    """What an address asks for: a grouping, and a period by its name, with its days."""

    grouping: Grouping
    name: str
    period: Period
    wrong: str = ""

    @property
    def arguments(self) -> dict[str, str]:
        """The same for an address."""
        days = {"from": self.period.first, "to": self.period.last} if self.name == _OWN else {}
        return {"by": self.grouping.name, **(days or {"period": self.name})}

    @property
    def file_name(self) -> str:
        """The name of a file with it, without its ending."""
        days = "all" if self.name == "all" else f"{self.period.first}-to-{self.period.last}"
        return f"office-by-{self.grouping.name}-{days}"


def asked_for(arguments: Mapping[str, str], today: date) -> Query:
    """What an address asks for; this month by night if it names nothing, or nothing that the office knows.

    ``wrong`` says what is wrong with dates that were typed.
    """
    grouping = GROUPINGS.get(arguments.get("by", ""), GROUPINGS["night"])
    name = arguments.get("period", "")
    name = name if name in PERIODS else PERIODS[0]
    usual = Query(grouping=grouping, name=name, period=period_of(name, today))
    first, last = arguments.get("from", ""), arguments.get("to", "")
    if not (first or last):
        return usual
    try:
        days = [date.fromisoformat(day) if day else None for day in (first, last)]
    except ValueError:
        return replace(usual, wrong=_("Write the dates as 2026-11-21."))
    begins, ends = days[0] or date.min, days[1] or date.max
    if begins > ends:
        return replace(usual, wrong=_("The period cannot begin after it ends."))
    return Query(grouping=grouping, name=_OWN, period=Period(first=begins.isoformat(), last=ends.isoformat()))


def period_of(name: str, today: date) -> Period:
    """A usual period, as of a day."""
    month = today.replace(day=1)
    match name:
        case "this-month":
            first, after = month, (month + timedelta(days=31)).replace(day=1)
        case "last-month":
            first, after = (month - timedelta(days=1)).replace(day=1), month
        case "this-year":
            first, after = today.replace(month=1, day=1), date(today.year + 1, 1, 1)
        case _:
            return _EVER
    return Period(first=first.isoformat(), last=(after - timedelta(days=1)).isoformat())


@blueprint.get("")
def page() -> Response:
    """Totals (``?by=``) of a period (``?period=``, ``?from=``, ``?to=``) and their chart, and a search (``?find=``)."""
    office, house = service().office(), service().house()
    query = asked_for(request.args, _today())
    wanted = request.args.get("find", "").strip()[:_LONGEST_SEARCH]
    number = number_asked("page")
    view = view_of(office, house, query.grouping, _table(office, house, query), 1 if number is None else number)
    lines = kept_lines().count(service().book)
    html = render_template(
        "house/office.html",
        view=view,
        query=query,
        typed=request.args,
        tabs={name: _(title) for name, title in TABS.items()},
        periods=_period_links(),
        wanted=wanted,
        found=found_in(office, house, wanted) if wanted else None,
        still_open=office.still_open,
        demonstrations=len(office.demonstrations),
        older=max(0, lines - len(office.nights)),
        formats=FORMATS.values(),
        person_address=person_address,
        page_before=_page_link(query, wanted, view.first - 1) if view.first > 1 else "",
        page_after=_page_link(query, wanted, view.last + 1) if view.last < view.count else "",
    )
    return make_response(html, 400 if query.wrong else 200)


@blueprint.get("/table.csv")
def as_csv() -> Response:
    """The table that the page shows, with the rows of all its pages, as a CSV file, amounts in the currency's units."""
    office, house = service().office(), service().house()
    query = asked_for(request.args, _today())
    columns, file = columns_of(query.grouping), StringIO()
    writer = csv.writer(file)
    writer.writerow((query.grouping.name, "name", "games", *(column.name for column in columns)))
    for key, row in _table(office, house, query).rows:
        label = label_of(office, house, query.grouping.name, key)
        words = (no_formula(text) for text in (key, label.text, label.more if label.night else ""))
        writer.writerow((*words, *(column.in_file(row) for column in columns)))
    response = Response(file.getvalue(), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{query.file_name}.csv"'
    return response


@blueprint.get("/export/<kind>")
def export(kind: str) -> Response:
    """The nights of a period in a format, as a file; of all time also the house with its cage. ``?commodity=`` too.

    Demonstrations are left out, also those that the house has not listed.
    """
    query = asked_for(request.args, _today())
    period = query.period
    nights = service().book.nights(without_device=DEMO_DEVICE)
    nights = [night for night in nights if period.first <= night[: len(period.first)] <= period.last]
    nights.sort(key=lambda night: night[: len(period.first)])
    return exported(
        [HOUSE, *nights] if query.name == "all" else nights, kind, query.file_name.replace("office-", "", 1)
    )


def _table(office: Office, house: HouseState, query: Query) -> Table:
    """The table that is query for; its totals are kept, and only new entries are added."""
    kept: NewestVersions[Hashable] = kept_in_language("casekeeper office", lambda: NewestVersions(TOTALS_KEPT))
    added = kept.going_on(
        (query.grouping.name, query.period),
        (office.count, office.newest),
        lambda before: totals(office, query.grouping, query.period, before),
    )
    return table_of(office, house, query.grouping, query.period, added)


def _page_link(query: Query, wanted: str, row: int) -> str:
    address: dict[str, Any] = {**query.arguments, "page": (row - 1) // A_PAGE + 1}
    if wanted:
        address["find"] = wanted
    return url_for("office.page", **address)


def person_address(card: str) -> str:
    """The page of a person."""
    return url_for("people.person", card=card)


def _today() -> date:
    return datetime.now().astimezone().date()
