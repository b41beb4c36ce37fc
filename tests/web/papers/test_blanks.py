"""The page of blank papers, and the papers themselves in the style of the house."""

from __future__ import annotations

from io import BytesIO

from pypdf import PdfReader

from reports.game_papers import all_blanks
from tests.support.house import Client


def size_of(content: bytes) -> list[int]:
    box = PdfReader(BytesIO(content)).pages[0].mediabox
    return [round(float(box.width)), round(float(box.height))]


def test_the_list_of_nights_leads_to_every_blank_on_every_sheet(client: Client) -> None:
    assert 'href="/papers"' in client.get("/").text
    page = client.get("/papers").text
    for name, one in all_blanks().items():
        assert one.title in page
        for paper in ("A4", "Letter"):
            assert f'href="/papers/{name}.pdf?paper={paper}"' in page


def test_a_blank_comes_on_the_sheet_that_is_asked_for(client: Client) -> None:
    usual = client.get("/papers/cue-cards.pdf")
    assert usual.mimetype == "application/pdf"
    assert usual.headers["Content-Disposition"] == 'inline; filename="cue-cards.pdf"'
    assert size_of(usual.data) == [595, 842]
    asked = client.get("/papers/cue-cards.pdf?paper=Letter&marks=cross_and_naught")
    assert size_of(asked.data) == [612, 792]
    assert "×" in PdfReader(BytesIO(asked.data)).pages[0].extract_text()


def test_a_style_that_there_is_not_is_refused_in_one_sentence(client: Client) -> None:
    for wrong in ("paper=A3", "marks=crosses", "language=la"):
        answer = client.get(f"/papers/layout.pdf?{wrong}", headers={"Accept": "application/json"})
        assert answer.status_code == 400
        assert answer.json is not None
        assert answer.json["code"] == "bad_input"
        assert wrong.partition("=")[2] in answer.json["why"]


def test_there_is_no_other_blank_and_none_for_strangers(client: Client, stranger: Client) -> None:
    assert client.get("/papers/nothing.pdf").status_code == 404
    assert stranger.get("/papers/layout.pdf").status_code == 303
    assert stranger.get("/papers").status_code == 303
