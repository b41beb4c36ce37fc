"""The style of the house: chosen on a page, as a fact, and papers are printed in it."""

from __future__ import annotations

from werkzeug.test import TestResponse

from events.facts.papers import PAPERS
from tests.support.house import STAFF_NAME, Client, House


def choose(client: Client, **fields: str) -> TestResponse:
    return client.http.post("/house-style", data={"csrf_token": client.token, **fields})


def test_a_style_is_chosen_and_stands_on_the_page_and_on_the_papers(house: House, client: Client, night: str) -> None:
    asked = {"language": "de", "currency": " eur", "paper": "Letter", "marks": "cross_and_naught", "slips": "sheet"}
    answer = choose(client, **asked, back=night)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/house-style?saved=1&back={night}")
    saved = client.get(answer.headers["Location"]).text
    assert 'class="saved"' in saved
    assert f'href="/nights/{night}/papers"' in saved
    (fact,) = house.book.facts(PAPERS)
    assert (fact.kind, fact.who) == ("HouseStyleChosen", STAFF_NAME)
    page = client.get("/house-style").get_data(as_text=True)
    assert 'class="saved"' not in page
    for chosen in ('value="de" selected', 'value="EUR"', 'value="Letter" selected', 'value="sheet" selected'):
        assert chosen in page
    papers = client.get(f"/nights/{night}/papers").get_data(as_text=True)
    assert "EUR, Letter" in papers
    assert 'value="de" selected' in papers


def test_what_is_no_style_is_refused_beside_the_form(house: House, client: Client) -> None:
    for wrong, why in (
        ({"currency": "JPY"}, "no currency of two decimals"),
        ({"currency": "xau"}, "no currency of two decimals"),
        ({"currency": "<b>"}, "no currency of two decimals"),
        ({"language": "nl"}, "No papers are written in"),
        ({"paper": "A5"}, "no paper is called"),
        ({"marks": "dots"}, "no marks are called"),
    ):
        answer = choose(client, **wrong)
        assert answer.status_code == 400
        page = answer.get_data(as_text=True)
        assert why in page
        assert 'class="style-form"' in page
        assert 'name="currency"' in page
    assert house.book.head(PAPERS) is None


def test_a_way_back_leads_to_a_night_of_the_book_and_nowhere_else(client: Client, night: str) -> None:
    assert f'href="/nights/{night}/papers"' in client.get(f"/house-style?back={night}").get_data(as_text=True)
    assert "evil" not in client.get("/house-style?back=//evil.example").get_data(as_text=True)
    assert choose(client, language="en", back="//evil.example").headers["Location"] == "/house-style?saved=1"
