"""Fragments of a table: what is drawn once, what differs between two drawings, and what a page shows after it."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from itertools import islice, pairwise
from random import Random
from statistics import median
from typing import Any

import pytest
from jinja2 import DictLoader, Environment
from jinja2.runtime import Context
from werkzeug.test import TestResponse

from dealer.commands.refusal import Refusal
from dealer.demo import Demo, demos
from events.book.book import Book
from tests.support.fixtures import EACH_KIND, soaked
from tests.support.house import Client, House
from tests.web.tablet_in_browser import Tablets, new_page
from web.game_screens import screens_of
from web.tablet import fragments as drawings
from web.tablet.fragments import (
    AT_HAND,
    DRAWN,
    MOST_DRAWINGS,
    MOST_PIECES,
    SHOWN,
    SINCE,
    Drawing,
    changes,
    drawing,
    piece,
    pieces,
)
from web.tablet.routes import COMMAND_VERSION, ENTERED_BEFORE


def element(html: str, name: str) -> tuple[int, int]:
    """Where the element of an id begins and ends."""
    begins = html.rindex("<", 0, html.index(f' id="{name}"'))
    tag = re.compile(r"\w+").match(html, begins + 1)
    assert tag is not None
    depth = 0
    for found in re.compile(rf"<(/?){tag[0]}\b[^>]*?(/?)>").finditer(html, begins):
        depth += -1 if found[1] else 0 if found[2] else 1
        if not depth:
            return begins, found.end()
    raise AssertionError(f"{name} does not end")


def parts(html: str) -> dict[str, str]:
    """The parts of a page, wherever they stand, to be compared."""
    names = re.findall(r'<\w+ id="([^"]+)" class="part\b', html)
    assert names
    return {name: html[slice(*element(html, name))] for name in names}


_TEMPLATE = re.compile(r"<template>(<svg>)?(.*?)(?(1)</svg>)</template>", re.DOTALL)
_SAME = re.compile(r'<(\w+) id="([^"]+)" data-same></\1>')


def _as_before(old: str, same: re.Match[str]) -> str:
    return old[slice(*element(old, same[2]))]


def bring_on(page: str, html: str) -> str:
    """The page with what differs in its place; what came without its content stays as it was."""
    assert not _TEMPLATE.sub("", html).strip()
    for _, fresh in _TEMPLATE.findall(html):
        begins, ends = element(page, fresh[fresh.index(' id="') :].split('"')[1])
        old = page[begins:ends]
        whole = _SAME.sub(partial(_as_before, old), fresh)
        assert "data-same" not in whole
        page = page[:begins] + whole + page[ends:]
    return page


TEMPLATES = {
    "macros": """
{% macro row(one) %}{% do said(one) %}<li id="row-{{ one }}"><b>{{ one }}</b></li>{% endmacro %}
{% macro dot(at) %}<circle id="dot-{{ at }}" r="{{ at }}"/>{% endmacro %}
{% macro several(one) %}<i id="i-{{ one }}"></i> and more{% endmacro %}
{% macro nameless(one) %}<i>{{ one }}</i>{% endmacro %}
""",
    "table": """{% from "macros" import dot, row %}
<section id="part-list" class="part list"><section>in it</section>
<ul id="rows" data-piece class="{{ kind }}">{{ pieces(row, rows) }}</ul>
<tr id="line" data-piece><td>{{ line }}</td></tr></section>
<p>beside</p>
<div id="part-drawing" class="part"><svg>
<g id="dots" data-piece class="{{ kind }}">{{ pieces(dot, dots) }}</g></svg></div>
""",
}


class Table:
    """A table of a list and a drawing."""

    def __init__(self) -> None:
        self.said: list[object] = []
        self._jinja = Environment(loader=DictLoader(TEMPLATES), autoescape=True, extensions=["jinja2.ext.do"])
        self._jinja.globals |= {"piece": piece, "pieces": pieces, "said": self.said.append}

    def drawn(
        self,
        rows: tuple[object, ...] = (1, 2),
        line: str = "",
        dots: tuple[int, ...] = (),
        kind: str = "",
        table: str = "1",
    ) -> Drawing:
        template = self._jinja.get_template("table")
        return drawing(table, lambda: template.render(rows=rows, line=line, dots=dots, kind=kind))

    def macro(self, name: str) -> Callable[..., str]:
        found: Any = getattr(self._jinja.get_template("macros").module, name)
        assert callable(found)
        return found


@pytest.fixture
def table(house: House) -> Iterator[Table]:
    with house.app.app_context():
        yield Table()


def differs(before: Drawing, after: Drawing) -> str:
    found = changes(before.parts, after.parts)
    assert found is not None
    return found


def test_the_same_piece_is_drawn_once(table: Table) -> None:
    table.drawn((1, 2))
    table.drawn((2, 1, 3))
    assert table.said == [1, 2, 3]


def test_a_second_table_makes_room_for_its_pieces(table: Table) -> None:
    table.drawn((), table="2")
    for _ in range(2):
        for number in range(2 * MOST_PIECES):
            table.drawn((number,))
    assert table.said == [*range(2 * MOST_PIECES)]


def test_all_of_a_drawing_is_what_its_template_says(table: Table) -> None:
    html = table.drawn((1,), "a", (5,)).html
    assert '<ul id="rows" data-piece class=""><li id="row-1"><b>1</b></li></ul>' in html
    assert '<circle id="dot-5" r="5"/></g></svg></div>' in html
    assert "<p>beside</p>" in html


def test_nothing_differs_from_itself(table: Table) -> None:
    assert differs(table.drawn(), table.drawn()) == ""


def test_what_differs_comes_alone_and_what_is_the_same_in_it_without_its_content(table: Table) -> None:
    assert differs(table.drawn(line="a"), table.drawn(line="b")) == (
        '<template><tr id="line" data-piece><td>b</td></tr></template>'
    )
    assert differs(table.drawn((1, 2)), table.drawn((3, 1))) == (
        '<template><ul id="rows" data-piece class=""><li id="row-3"><b>3</b></li>'
        '<li id="row-1" data-same></li></ul></template>'
    )


def test_part_of_a_drawing_comes_in_a_drawing(table: Table) -> None:
    assert differs(table.drawn(dots=(1, 2)), table.drawn(dots=(2,))) == (
        '<template><svg><g id="dots" data-piece class=""><circle id="dot-2" data-same></circle></g></svg></template>'
    )


def test_a_piece_and_what_lies_in_it_may_both_differ(table: Table) -> None:
    before, after = table.drawn((1, 2), "a", (1,), "x"), table.drawn((2, 4), "b", (1, 3), "y")
    html = differs(before, after)
    assert html.count("<template>") == 3
    assert bring_on(before.html, html) == after.html


def test_what_is_entered_stands_for_no_piece(table: Table) -> None:
    html = table.drawn((), "<pieces 0 1>").html
    assert "&lt;pieces 0 1&gt;" in html


@pytest.mark.parametrize("name", ["several", "nameless"])
def test_a_piece_is_one_element_with_an_id(table: Table, name: str) -> None:
    with pytest.raises(ValueError, match="one element with an id"):
        drawing("1", lambda: piece(table.macro(name), 1))


MOST_TOUCHES = 60
COMPARED_EVERY = 5
MOST_BYTES = 20_000
"""What the answer to an ordinary touch weighs at the most, before it is compressed."""


@cache
def evening(names: tuple[str, ...], most: int = MOST_TOUCHES) -> list[dict[str, Any]]:
    """The first commands of a demonstration night, at least so many, without its close."""
    with Book.open() as book:
        demo = Demo(names, book, "2026-11-21", 3, 1)
        for _ in demo.turns():
            commands = [command.document for command in book.commands(demo.night) if command.refused is None]
            if len(commands) >= most:
                break
        return commands


def with_second_thoughts(documents: list[dict[str, Any]], seed: int) -> Iterator[dict[str, Any]]:
    """An evening in which touches are taken back and made again, tips are given and a dispute is raised."""
    random = Random(seed)
    for number, document in enumerate(documents):
        yield document
        if number < 20:
            continue
        if random.random() < 0.08:
            yield {"do": "void"}
            yield document
        elif random.random() < 0.04:
            yield {"do": "tip", "player": "red", "amount": 25}
        elif random.random() < 0.03:
            yield {"do": "raise_dispute", "dispute": f"d{number}", "player": "blue", "about": 1, "claim": "No"}


SHOWN_THERE = """() => {
    const said = (node) => {
        if (node.nodeType === Node.TEXT_NODE) return node.nodeValue.trim().replace(/\\s+/g, " ");
        if (node.nodeType !== Node.ELEMENT_NODE) return "";
        const told = [...node.attributes].filter(({ name, value }) => name !== "class" || value);
        const attributes = told.map(({ name, value }) => `${name}=${value}`).sort();
        return [node.localName, attributes.join(" "), [...node.childNodes].map(said).filter(Boolean)];
    };
    return JSON.stringify([...document.querySelectorAll("#table .part")].map(said));
}"""
"""All that a page shows of its table, with what its script made of it; no class is as good as an empty one."""


class Page:
    """A page of a tablet: what it shows, and the name of the drawing that this is."""

    def __init__(self, client: Client, night: str) -> None:
        self._client = client
        self._path = f"/nights/{night}"
        self.shows: str
        self.load()

    def load(self) -> None:
        self.shows = self._client.http.get(self._path).text
        self.drawn = self.shows.split(' data-drawn="')[1].split('"')[0]

    def touch(self, document: dict[str, Any]) -> TestResponse:
        answer = self._client.post(f"{self._path}/commands", document, Table_Shown=self.drawn)
        if answer.status_code == 200:
            self.take(answer)
        return answer

    def catch_up(self) -> None:
        self.take(self._client.http.get(f"{self._path}/table", headers={SHOWN: self.drawn}))

    def take(self, answer: TestResponse) -> None:
        shown = self.shows
        self.shows = answer.text
        if answer.headers.get(SINCE):
            assert answer.headers[SINCE] == self.drawn
            self.shows = bring_on(shown, answer.text)
        self.drawn = answer.headers[DRAWN]

    def is_as_loaded_afresh(self) -> bool:
        # With no piece at hand: one that does not say all that it depends on would be what it was before.
        app = self._client.http.application
        at_hand, names = app.extensions.pop(f"{AT_HAND} en USD"), app.jinja_env.globals
        once, names["once"] = names["once"], lambda macro, *arguments: macro(*arguments)
        afresh = self._client.http.get(f"{self._path}/table").text
        app.extensions[f"{AT_HAND} en USD"], names["once"] = at_hand, once
        return parts(self.shows) == parts(afresh)


@pytest.mark.parametrize("name", soaked(demos(), at_once=(*EACH_KIND, "both")))
def test_a_page_that_is_brought_on_shows_what_one_shows_that_is_loaded_afresh(name: str, house: House) -> None:
    client = house.client()
    opens, *others = evening(demos()[name])
    night = house.service.execute(opens, house.sender).night
    page, other = Page(client, night), Page(client, night)
    came = []
    for number, document in enumerate(islice(with_second_thoughts(others, 5), MOST_TOUCHES)):
        answer = page.touch(document)
        if answer.status_code == 200:
            came.append(bool(answer.headers.get(SINCE)))
        if number % COMPARED_EVERY == 0:
            assert page.is_as_loaded_afresh(), document
        if number % 7 == 0:
            # Another tablet has several touches to catch up with.
            other.catch_up()
            assert other.is_as_loaded_afresh(), document
    assert sum(came) > len(came) * 0.9


@pytest.mark.parametrize("name", demos())
def test_what_a_table_was_drawn_from_is_let_go_of_when_it_is_drawn(name: str, house: House) -> None:
    """A macro of a template that is drawn anew each time holds its view till all of memory is looked through."""
    client = house.client()
    opens, *others = evening(demos()[name])
    night = house.service.execute(opens, house.sender).night
    for document in others[:40]:
        house.service.execute(document, house.sender, night=night)
    client.http.get(f"/nights/{night}")
    gc.collect()
    gc.disable()
    try:
        client.http.get(f"/nights/{night}")
        left = [
            get_object
            for get_object in gc.get_objects()
            if isinstance(get_object, Context) and "view" in get_object.parent
        ]
    finally:
        gc.enable()
    assert left == []


def test_a_touch_at_a_full_table_is_answered_with_what_differs_alone(house: House) -> None:
    opens, *others = evening(("faro",))
    night = house.service.execute(opens, house.sender).night
    page = Page(house.client(), night)
    answers = [page.touch(document) for document in others]
    assert all(answer.headers.get(SINCE) for answer in answers)
    assert median(len(entry.data) for entry in answers[20:]) <= MOST_BYTES


def test_a_drawing_that_nobody_knows_is_answered_whole(client: Client, night: str) -> None:
    whole = client.http.get(f"/nights/{night}/table")
    query = client.http.get(f"/nights/{night}/table", headers={SHOWN: "of another start-1"})
    assert SINCE not in query.headers
    assert parts(query.text) == parts(whole.text)


def test_the_last_drawings_of_a_table_are_at_hand_and_older_ones_are_not(client: Client, night: str) -> None:
    def drawn(shown: str = "") -> TestResponse:
        return client.http.get(f"/nights/{night}/table", headers={SHOWN: shown})

    first, second = drawn().headers[DRAWN], drawn().headers[DRAWN]
    for _ in range(MOST_DRAWINGS - 2):
        drawn()
    # Each answer is a drawing too, and pushes the oldest out.
    assert SINCE in drawn(second).headers
    assert SINCE not in drawn(first).headers


def test_drawings_of_one_table_do_not_push_out_those_of_another(client: Client, night: str, house: House) -> None:
    opens = evening(("faro",))[0]
    other = house.service.execute(opens, house.sender).night
    shown = client.http.get(f"/nights/{night}/table").headers[DRAWN]
    for _ in range(2 * MOST_DRAWINGS):
        client.http.get(f"/nights/{other}/table")
    assert SINCE in client.http.get(f"/nights/{night}/table", headers={SHOWN: shown}).headers


def test_a_page_that_shows_the_newest_is_answered_with_nothing(client: Client, night: str) -> None:
    shown = client.http.get(f"/nights/{night}/table").headers[DRAWN]
    answer = client.http.get(f"/nights/{night}/table", headers={SHOWN: shown})
    assert answer.headers[SINCE] == shown
    assert answer.data == b""


def test_a_table_of_the_past_is_answered_whole_and_is_no_drawing(client: Client, night: str) -> None:
    shown = client.http.get(f"/nights/{night}/table").headers[DRAWN]
    answer = client.http.get(f"/nights/{night}/table?at=5", headers={SHOWN: shown})
    assert SINCE not in answer.headers
    assert DRAWN not in answer.headers
    assert b'id="part-layout"' in answer.data


def test_a_table_of_another_game_is_answered_whole(client: Client, house: House) -> None:
    opens = evening(demos()["both"])[0]
    night = house.service.execute(opens, house.sender).night
    shown = client.http.get(f"/nights/{night}/table?game=faro").headers[DRAWN]
    answer = client.http.get(f"/nights/{night}/table?game=fan_tan", headers={SHOWN: shown})
    assert SINCE not in answer.headers


@pytest.mark.browser
def test_a_page_that_follows_an_evening_shows_what_a_reload_shows(tablets: Tablets, house: House) -> None:
    opens, *others = evening(("faro",), 80)
    night = house.service.execute(opens, house.sender).night
    for document in others[:14]:
        house.service.execute(document, house.sender, night=night)
    whole = []
    tablet = tablets.at(night)
    tablet.page.on(
        "response",
        lambda answer: whole.append(SINCE.lower() not in answer.headers) if answer.url.endswith("/table") else None,
    )
    for number, document in enumerate(others[14:74]):
        version = house.service.execute(document, house.sender, night=night).version
        if number % 2 == 0:
            tablet.settle_down(version)
        if number % 20 == 0:
            followed = tablet.page.evaluate(SHOWN_THERE)
            tablet.page.reload()
            tablet.follows()
            assert tablet.page.evaluate(SHOWN_THERE) == followed, document
    assert len(whole) >= 25
    assert not any(whole)


SWAPPED = """async ([screen, drawings, pairs]) => {
    const { swap } = await import(screen);
    const tableOf = (html) => Object.assign(document.createElement("main"), { id: "table", innerHTML: html });
    const wrong = [];
    for (const [from, to, differences] of pairs) {
        for (const answer of [{ html: drawings[to] }, { html: differences, since: "from" }]) {
            const [table, afresh] = [tableOf(drawings[from]), tableOf(drawings[to])];
            document.body.replaceChildren(table);
            const swapped = swap(answer);
            for (const name of ["data-drawn", "data-house"]) table.removeAttribute(name);
            for (const key of [...table.querySelectorAll("[tabindex]"), ...afresh.querySelectorAll("[tabindex]")])
                key.removeAttribute("tabindex");
            if (!swapped || !table.isEqualNode(afresh)) wrong.push([from, to, answer.since ?? "whole"]);
        }
    }
    return wrong;
}"""
"""Swaps pairs of drawings, whole and by what differs; gives those after which the page shows another table.

The page keeps its own ``tabindex``.
"""
SWAPPED_GAMES = [" ".join(games) for games in (*demos().values(), ("farmer", "five_hundred"))]
SWAPPED_AT_ONCE = ("faro", "fan_tan", "pharo", "farmer five_hundred")
SWAPPED_COMMANDS = 160
FIRST_STATES = 14
LATER_STATES = 8
PAIRS = 40


@pytest.mark.browser
@pytest.mark.parametrize("games", soaked(SWAPPED_GAMES, at_once=SWAPPED_AT_ONCE))
def test_a_swap_between_any_two_states_shows_what_a_fresh_page_shows(
    tablets: Tablets, house: House, games: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a night of two games the drawer lost its links and printed "null"."""
    random = Random(1)
    states: list[Drawing] = []
    answer = drawings.answer
    monkeypatch.setattr(drawings, "answer", lambda table, now, name: states.append(now) or answer(table, now, name))
    client = house.client()
    opens, *others = evening(tuple(games.split()), SWAPPED_COMMANDS)
    night = house.service.execute(opens, house.sender).night
    documents = list(with_second_thoughts(others, 5))
    drawn = {*range(FIRST_STATES), *random.sample(range(len(documents)), LATER_STATES)}
    for number, document in enumerate(documents):
        with suppress(Refusal):
            house.service.execute(document, house.sender, night=night)
        if number in drawn:
            client.http.get(f"/nights/{night}/table")
    played = [game_shown(state) for state in states]
    swaps = [(before, after) for before, after in pairwise(range(len(states))) if played[before] == played[after]]
    while len(swaps) < PAIRS:
        before, after = random.randrange(len(states)), random.randrange(len(states))
        if played[before] == played[after]:
            swaps.append((before, after))
    differences = [changes(states[before].parts, states[after].parts) for before, after in swaps]
    page = new_page(tablets.browser)
    page.goto(f"{tablets.address}/sign-in")
    pairs = [(*swap, html) for swap, html in zip(swaps, differences, strict=True)]
    script = f"{house.app.static_url_path}/js/screen.js"
    assert page.evaluate(SWAPPED, [script, [entry.html for entry in states], pairs]) == []
    page.context.close()


def game_shown(drawing: Drawing) -> str:
    found = re.search(r'id="part-state"[^>]* data-game="(\w+)"', drawing.html)
    assert found
    return found[1]


SEATS = {"red": "Ada Lamb", "blue": "Wm. Hart", "white": "C. Moss"}


def moment_of(house: House, night: str) -> str:
    state, head = house.service.at(night)
    view = screens_of(state.dealing).tablet.view_of(state, head, house.service.events(night))
    assert isinstance(view.moment, str)
    return view.moment


STARTED: dict[str, list[dict[str, Any]]] = {
    "five_hundred": [
        {"do": "start_match", "sides": [["red"], ["blue"], ["white"]]},
        {"do": "start_hand", "dealer": "red"},
    ],
    "frog": [{"do": "start_hand", "dealer": "white"}],
    "farmer": [{"do": "start_hand", "dealer": "white"}],
    "faro": [{"do": "start_deal"}, {"do": "expose_soda", "card": "Q"}],
    "pharo": [{"do": "start_deal"}, {"do": "show_bottom", "card": "Q"}],
}

ENTERED: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "five_hundred": (
        {"do": "contract", "player": "blue", "bid": "7s"},
        {"do": "contract", "player": "white", "bid": "8h"},
    ),
    "frog": ({"do": "contract", "player": "red", "bid": "frog"}, {"do": "contract", "player": "blue", "bid": "grand"}),
    "farmer": (
        {"do": "show_hand", "player": "red", "cards": ["9", "7"]},
        {"do": "show_hand", "player": "red", "cards": ["6", "10"]},
    ),
    "faro": ({"do": "turn", "loser": "6", "winner": "8"}, {"do": "turn", "loser": "8", "winner": "6"}),
    "pharo": ({"do": "coup", "bank": "6", "punters": "8"}, {"do": "coup", "bank": "8", "punters": "6"}),
}


def begun(house: House, game: str) -> str:
    """A night of a game whose first hand, deal or match has begun, with three players."""
    night = house.open_night(game=game, house={}, roll=500_000 if game in ("faro", "pharo") else 0)
    house.seat(night, **SEATS)
    for document in STARTED[game]:
        house.do(night, **document)
    return night


@pytest.mark.parametrize("game", STARTED)
def test_a_command_that_another_tablet_entered_at_that_moment_is_done_once(house: House, game: str) -> None:
    night, client = begun(house, game), house.client()
    command, other = ENTERED[game]
    seen, touched_at = house.service.at(night)[1].version, moment_of(house, night)

    def post(document: dict[str, Any], at: str = touched_at) -> TestResponse:
        return client.post(f"/nights/{night}/commands", document, If_Match=f'"{seen}"', Touched_At=at)

    house.do(night, "buy_checks", player="blue", amount=1_000)
    entered = house.do(night, **command)
    last = house.do(night, "buy_checks", player="blue", amount=1_000)
    answer = post(command)
    assert answer.status_code == 200
    assert answer.headers[COMMAND_VERSION] == str(entered)
    assert ENTERED_BEFORE in answer.headers
    money = {"do": "buy_checks", "player": "blue", "amount": 1_000}
    assert [post(entry).status_code for entry in (other, money)] == [412, 412]
    assert post(command, "another moment").status_code == 412
    assert house.service.at(night)[1].version == last
    house.do(night, "void")
    house.do(night, "void")
    assert post(command).status_code == 412


@pytest.mark.parametrize("game", STARTED)
def test_what_was_entered_in_place_of_another_is_another_moment(house: House, game: str) -> None:
    """A score that waited was scored on another contract than its dealer saw: all counts were the same."""
    night = begun(house, game)
    first, instead = ENTERED[game]
    before = moment_of(house, night)
    house.do(night, **first)
    seen = moment_of(house, night)
    house.do(night, "buy_checks", player="blue", amount=1_000)
    assert moment_of(house, night) == seen != before
    house.do(night, "void")
    house.do(night, "void")
    assert moment_of(house, night) == before
    house.do(night, **instead)
    assert moment_of(house, night) not in (before, seen)
