"""A page that answers bring on shows what one shows that is loaded afresh, after every touch of an evening."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from random import Random
from statistics import median
from typing import Any

import pytest
from jinja2.runtime import Context
from playwright.sync_api import Browser
from werkzeug.test import TestResponse

from dealer.commands.refusal import Refusal
from dealer.demo import Demo, demos
from events.book.book import Book
from tests.support.house import Client, House
from tests.web.tablet.patched_page import Element, bring_on, parsed, parts
from tests.web.tablet_in_browser import at_table, new_page
from web.tablet import fragments as drawings
from web.tablet.fragments import AT_HAND, DRAWN, MOST_DRAWINGS, SHOWN, SINCE, Drawing, changes

MOST_TOUCHES = 60
MOST_BYTES = 15_000
"""What the answer to an ordinary touch weighs at the most, before it is compressed."""


def evening(names: tuple[str, ...], seed: int) -> list[dict[str, Any]]:
    """What a demonstration night was told."""
    with Book.open() as book:
        demo = Demo(names, book, "2026-11-21", seed, 1)
        for _ in demo.turns():
            pass
        return [one.document for one in book.commands(demo.night) if one.refused is None]


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
        self.shows: Element
        self.load()

    def load(self) -> None:
        html = self._client.http.get(self._path).get_data(as_text=True)
        main = parsed(html[html.index("<main") : html.index("</main>") + len("</main>")]).elements[0]
        self.shows, self.drawn = main, main.attributes["data-drawn"] or ""

    def touch(self, document: dict[str, Any]) -> TestResponse:
        answer = self._client.post(f"{self._path}/commands", document, Table_Shown=self.drawn)
        if answer.status_code == 200:
            self.take(answer)
        return answer

    def catch_up(self) -> None:
        self.take(self._client.http.get(f"{self._path}/table", headers={SHOWN: self.drawn}))

    def take(self, answer: TestResponse) -> None:
        html = answer.get_data(as_text=True)
        if answer.headers.get(SINCE):
            assert answer.headers[SINCE] == self.drawn
            bring_on(self.shows, html)
        else:
            self.shows = parsed(html)
        self.drawn = answer.headers[DRAWN]

    def is_as_loaded_afresh(self) -> bool:
        # With no piece at hand: one that does not say all that it depends on would be what it was before.
        app = self._client.http.application
        at_hand, names = app.extensions.pop(AT_HAND), app.jinja_env.globals
        once, names["once"] = names["once"], lambda macro, *arguments: macro(*arguments)
        afresh = parsed(self._client.http.get(f"{self._path}/table").get_data(as_text=True))
        app.extensions[AT_HAND], names["once"] = at_hand, once
        return parts(self.shows) == parts(afresh)


@pytest.mark.parametrize("name", demos())
def test_a_page_that_is_brought_on_shows_what_one_shows_that_is_loaded_afresh(name: str, house: House) -> None:
    client = house.client()
    opens, *others = evening(demos()[name], 3)
    night = house.assistant.execute(opens, house.sender).night
    page, other = Page(client, night), Page(client, night)
    came = []
    for number, document in enumerate(with_second_thoughts(others, 5)):
        if document["do"] == "close_night" or number == MOST_TOUCHES:
            break
        answer = page.touch(document)
        if answer.status_code == 200:
            came.append(bool(answer.headers.get(SINCE)))
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
    opens, *others = evening(demos()[name], 3)
    night = house.assistant.execute(opens, house.sender).night
    for document in others[:40]:
        house.assistant.execute(document, house.sender, night=night)
        client.http.get(f"/nights/{night}")
    gc.collect()
    gc.disable()
    try:
        client.http.get(f"/nights/{night}")
        left = [one for one in gc.get_objects() if isinstance(one, Context) and "view" in one.parent]
    finally:
        gc.enable()
    assert left == []


def test_a_touch_at_a_full_table_is_answered_with_what_differs_alone(house: House) -> None:
    opens, *others = evening(("faro",), 1)
    night = house.assistant.execute(opens, house.sender).night
    page = Page(house.client(), night)
    answers = [page.touch(document) for document in others[:120]]
    assert all(one.headers.get(SINCE) for one in answers)
    assert median(len(one.data) for one in answers[20:]) <= MOST_BYTES


def test_a_drawing_that_nobody_knows_is_answered_whole(client: Client, night: str) -> None:
    whole = client.http.get(f"/nights/{night}/table")
    asked = client.http.get(f"/nights/{night}/table", headers={SHOWN: "of another start-1"})
    assert SINCE not in asked.headers
    assert parts(parsed(asked.get_data(as_text=True))) == parts(parsed(whole.get_data(as_text=True)))


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
    opens = evening(("faro",), 1)[0]
    other = house.assistant.execute(opens, house.sender).night
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
    opens = evening(demos()["both"], 1)[0]
    night = house.assistant.execute(opens, house.sender).night
    shown = client.http.get(f"/nights/{night}/table?game=faro").headers[DRAWN]
    answer = client.http.get(f"/nights/{night}/table?game=fan_tan", headers={SHOWN: shown})
    assert SINCE not in answer.headers


@pytest.mark.browser
def test_a_page_in_a_browser_that_follows_an_evening_shows_what_it_shows_once_it_is_loaded_again(
    browser: Browser, address: str, house: House
) -> None:
    opens, *others = evening(("faro",), 4)
    night = house.assistant.execute(opens, house.sender).night
    for document in others[:14]:
        house.assistant.execute(document, house.sender, night=night)
    whole = []
    with at_table(browser, address, night) as tablet:
        tablet.page.on(
            "response",
            lambda answer: whole.append(SINCE.lower() not in answer.headers) if answer.url.endswith("/table") else None,
        )
        for number, document in enumerate(others[14:134]):
            version = house.assistant.execute(document, house.sender, night=night).version
            if number % 2 == 0:
                tablet.settle_down(version)
            if number % 20 == 0:
                followed = tablet.page.evaluate(SHOWN_THERE)
                tablet.page.reload()
                tablet.follows()
                assert tablet.page.evaluate(SHOWN_THERE) == followed, document
    assert len(whole) >= 50
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
            table.removeAttribute("data-drawn");
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
FIRST_STATES = 14
LATER_STATES = 8
PAIRS = 40


@pytest.mark.browser
@pytest.mark.parametrize("games", [*demos().values(), ("farmer", "five_hundred")], ids="-".join)
def test_a_swap_between_any_two_states_shows_what_a_fresh_page_shows(
    browser: Browser, address: str, house: House, games: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a night of two games the drawer lost its links and printed "null"."""
    random = Random(1)
    states: list[Drawing] = []
    answer = drawings.answer
    monkeypatch.setattr(drawings, "answer", lambda table, now, name: states.append(now) or answer(table, now, name))
    client = house.client()
    opens, *others = evening(games, 3)
    night = house.assistant.execute(opens, house.sender).night
    documents = [one for one in with_second_thoughts(others, 5) if one["do"] != "close_night"]
    drawn = {*range(FIRST_STATES), *random.sample(range(len(documents)), LATER_STATES)}
    for number, document in enumerate(documents):
        with suppress(Refusal):
            house.assistant.execute(document, house.sender, night=night)
        if number in drawn:
            client.http.get(f"/nights/{night}/table")
    played = [game_shown(one) for one in states]
    swaps = [(before, after) for before, after in pairwise(range(len(states))) if played[before] == played[after]]
    while len(swaps) < PAIRS:
        before, after = random.randrange(len(states)), random.randrange(len(states))
        if played[before] == played[after]:
            swaps.append((before, after))
    differences = [changes(states[before].parts, states[after].parts) for before, after in swaps]
    page = new_page(browser)
    page.goto(f"{address}/sign-in")
    pairs = [(*swap, html) for swap, html in zip(swaps, differences, strict=True)]
    script = f"{house.app.static_url_path}/js/screen.js"
    assert page.evaluate(SWAPPED, [script, [one.html for one in states], pairs]) == []
    page.context.close()


def game_shown(drawing: Drawing) -> str:
    found = re.search(r'id="part-state"[^>]* data-game="(\w+)"', drawing.html)
    assert found
    return found[1]
