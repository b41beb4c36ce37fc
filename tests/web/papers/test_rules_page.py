"""The pages of the rules: open to all, with an anchor for whatever is cited; and the links that lead there."""

from __future__ import annotations

import re

import pytest

from reports.rulebook import Rulebook
from reports.rulebooks import rulebooks
from tests.support.disputed import BET, Disputed
from tests.support.house import Client, House
from web.app.links import player_link
from web.papers.rules_page import cited

_LINK = re.compile(r'<a class="cited" href="(/rules/[^"#]+)#([^"]+)"')


def page_of(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.get_data(as_text=True)


@pytest.mark.parametrize("book", rulebooks(), ids=lambda book: book.name)
def test_a_stranger_reads_every_rule_case_and_law_at_its_anchor(stranger: Client, book: Rulebook) -> None:
    page = page_of(stranger, f"/rules/{book.name}")
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(ids) >= {one.anchor for one in book.citations}


def test_the_index_leads_to_every_book_and_other_names_to_none(stranger: Client) -> None:
    page = page_of(stranger, "/rules")
    assert re.findall(r'href="(/rules/[^"#]+)"', page) == [f"/rules/{book.name}" for book in rulebooks()]
    assert stranger.get("/rules/whist").status_code == 404


def test_what_dossiers_stories_and_rulings_cite_leads_to_its_anchor(house: House, client: Client) -> None:
    night = f"/nights/{Disputed(house.book).play_bet().rule().play_hand().night}"
    cites = {
        f"{night}/bets/{BET}": {"rule-1.3", "rule-1.4-case-3", "law-1"},
        f"{night}/hands/1": {"rule-3.1"},
        f"{night}/disputes": {"law-1", "rule-3.1"},
    }
    for path, anchors in cites.items():
        found = _LINK.findall(page_of(client, path))
        assert {anchor for _, anchor in found} >= anchors, path
        for book, anchor in found:
            assert f'id="{anchor}"' in page_of(client, book)


def test_a_player_follows_a_ruling_and_the_way_to_the_rules(house: House, stranger: Client) -> None:
    night = Disputed(house.book).play_bet().rule().night
    with house.app.test_request_context():
        address = player_link(night, "red")
    page = page_of(stranger, address)
    assert ("/rules/faro", "law-1") in _LINK.findall(page)
    assert 'href="/rules"' in page


def test_what_people_wrote_stays_text_and_no_law_is_made_up(house: House) -> None:
    with house.app.test_request_context():
        told = cited("<b>law 4</b> & law 11, rule 9.9: “x”")
    assert told == '&lt;b&gt;<a class="cited" href="/rules/faro#law-4">law 4</a>&lt;/b&gt; &amp; law 11, rule 9.9: “x”'
