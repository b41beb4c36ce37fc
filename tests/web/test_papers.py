"""The page of papers, printing, blanks, rule books, the house style, and the check of a sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from html import unescape
from io import BytesIO
from threading import Event
from urllib.parse import urlencode
from zipfile import ZipFile

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect
from pypdf import PdfReader, PdfWriter
from werkzeug.test import TestResponse

from dealer.printings import PrintingsKeeper
from dealer.streams import Sender
from events.book.book import Book
from events.book.shared_values import SharedValues
from events.common.house import PAPERS, PapersPrinted
from reports.game_papers import all_blanks
from reports.pdf.render import to_pdf
from reports.pdf.seal import Seal, read_seal, seal_of
from reports.printing import order_of, paper_style, print_sheet
from reports.render_options import HouseStyle
from reports.rulebook import Rulebook
from reports.rulebooks import rulebooks
from reports.sheets.papers import settlement_name
from tests.reports.test_papers import words_of_html
from tests.support.disputed import BET, Disputed
from tests.support.house import EARP, STAFF_NAME, Client, House, buy, clock, marker, night_of_two_offsets, small_night
from tests.web.tablet_in_browser import Tablets
from web.app.background_work import turn_of
from web.app.links import board_link, player_link
from web.papers import papers
from web.papers.pages import FOR_S, MOST_AT_ONCE, MOST_WRONG, Desk, cited
from web.papers.papers import KEPT, PrintJobs


@pytest.fixture(scope="module")
def papers_house() -> Iterator[House]:
    """A house whose sheets are the HTML that would be printed, also those that are printed after a test is over."""
    made = House()
    with pytest.MonkeyPatch.context() as instead:
        instead.setattr("reports.pdf.render.to_pdf", lambda html, *_, **__: html.encode())
        instead.setattr("reports.pdf.render._height_on_the_roll", lambda _: 0)
        yield made
        made.book.close()


@pytest.fixture(scope="module")
def papers_client(papers_house: House) -> Client:
    return papers_house.client()


def send(client: Client, night: str, /, **fields: str) -> TestResponse:
    return client.http.post(f"/nights/{night}/printings", data={"csrf_token": client.token, **fields})


class Press:
    """A night in a house whose papers are printed, and a client of its staff."""

    def __init__(self, house: House, client: Client) -> None:
        self.house = house
        self.client = client
        self.night = self.fresh_night()

    def fresh_night(self, *names: str) -> str:
        return small_night(self.house.book, *(names or ("Ada Lamb",)), close=False)

    @property
    def room(self) -> PrintJobs:
        room = self.house.app.extensions["casekeeper print jobs"]
        assert isinstance(room, PrintJobs)
        return room

    @property
    def keeper(self) -> PrintingsKeeper:
        return PrintingsKeeper(self.house.book)

    def print(self, **fields: str) -> TestResponse:
        """Press a button of the night's papers."""
        return send(self.client, self.night, **fields)


@pytest.fixture
def press(papers_house: House, papers_client: Client) -> Press:
    return Press(papers_house, papers_client)


def words(answer: TestResponse) -> str:
    assert answer.mimetype == "application/pdf", answer.text
    return words_of_html(answer.data)


def sheet_of_its_size(_: bytes, name: str) -> bytes:
    """An empty sheet of A4, or a slip of the roll."""
    writer, made = PdfWriter(), BytesIO()
    writer.add_blank_page(*(size / 25.4 * 72 for size in ((80, 200) if name.startswith("marker") else (210, 297))))
    writer.write(made)
    return made.getvalue()


def test_one_button_prints_the_set_and_a_zip_that_stays_the_same(press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.printing.print_sheet", sheet_of_its_size)
    press.night = press.fresh_night("Ada <b> Lamb")
    marker(press.house.book, press.night)
    page = press.client.get(f"/nights/{press.night}/papers").text
    assert "Settlement of Ada &lt;b&gt; Lamb" in page
    assert "3 sheets, 1 slip" in page
    answer = press.print(print="set", language="")
    where = answer.headers["Location"]
    assert (answer.status_code, where) == (303, f"/nights/{press.night}/printings/1")
    first = press.client.get(f"{where}/papers.zip")
    assert first.mimetype == "application/zip"
    with ZipFile(BytesIO(first.data)) as archive:
        names = archive.namelist()
    for sheet in ("table", "settlement-1-red", "marker-1"):
        assert f"{press.night}-{sheet}.pdf" in names
    shown = press.client.get(where).text
    assert f"All {len(names)} sheets are ready." in shown
    assert f'href="{where}/all.pdf"' in shown
    assert f'href="{where}/slips.pdf"' in shown
    assert "hx-get" not in shown
    assert press.client.get(f"{where}/papers.zip").data == first.data
    printed = 0
    for name, wide_mm in (("all", 210), ("slips", 80)):
        pages = PdfReader(BytesIO(press.client.get(f"{where}/{name}.pdf").data)).pages
        assert {round(float(page.mediabox.width) / 72 * 25.4) for page in pages} == {wide_mm}
        printed += len(pages)
    assert printed >= len(names)
    (event,) = (entry for entry in press.house.book.events(PAPERS) if getattr(entry.event, "night", "") == press.night)
    assert isinstance(event.event, PapersPrinted)
    assert (event.who, event.event.version) == (STAFF_NAME, press.house.book.extent(press.night)[0])
    assert press.client.get(f"{press.print(print='table').headers['Location']}/slips.pdf").status_code == 404


def test_all_sheets_have_their_title_in_the_language_of_the_printing(
    press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reports.printing.print_sheet", sheet_of_its_size)
    where = press.print(print="table", language="fr").headers["Location"]
    device = press.house.client()
    for language in ("de", "es"):
        metadata = PdfReader(BytesIO(device.get(f"{where}/all.pdf?lang={language}").data)).metadata
        assert metadata is not None
        assert metadata.title == f"Soirée {press.night}, tirage 1"


def test_papers_of_one_player_are_in_the_language_of_their_card(press: Press) -> None:
    """A settlement is kept and a marker signed by the player; what the house and others read is in the house's."""
    house, night = press.house, press.house.open_night()
    person = {"card": f"zoe-{night}", "name": "Zoé Roux", "language": "fr"}
    house.service.execute_for_house({"do": "register_player", **person}, EARP)
    house.do(night, "seat_player", player="red", card=person["card"])
    house.do(night, "seat_player", player="blue", name="Wm. Hart")
    marker(house.book, night)
    press.night = night
    page = press.client.get(f"/nights/{night}/papers").text
    assert '<option value="">English, and players’ papers in their language</option>' in page
    where = press.print(print="set", language="").headers["Location"]
    sheets = {"settlement-1-red": "fr", "marker-1": "fr", "settlement-2-blue": "en", "table": "en", "rules": "en"}
    first = {name: press.client.get(f"{where}/{name}.pdf").data for name in sheets}
    assert {name: re.findall(rb'<html lang="(..)"', html) for name, html in first.items()} == {
        name: [language.encode()] for name, language in sheets.items()
    }
    assert "5 sheets, English, français" in press.client.get(f"/nights/{night}/papers").text
    house.service.execute_for_house({"do": "change_player", "card": person["card"], "language": "es"}, EARP)
    press.room._jobs.clear()
    assert {name: press.client.get(f"{where}/{name}.pdf").data for name in sheets} == first
    looked_at = press.client.get(f"/nights/{night}/papers/settlement-1-red.pdf").data
    assert b'<html lang="es"' in looked_at
    chosen = press.print(print="settlement-1-red", language="de").headers["Location"]
    reprint = press.client.get(f"{chosen}/settlement-1-red.pdf")
    assert b'<html lang="de"' in reprint.data
    assert "2. Druck dieses Blatts" in words(reprint)


def test_a_reprint_says_so_and_the_first_stays_as_it_was(press: Press) -> None:
    sheet = {"print": "settlement-1-red"}
    first = press.print(**sheet).headers["Location"]
    before = press.client.get(f"{first}/settlement-1-red.pdf")
    buy(press.house.book, press.night)
    second = press.print(**sheet).headers["Location"]
    assert (first, second) == (f"/nights/{press.night}/printings/1", f"/nights/{press.night}/printings/2")
    assert '<html lang="en"' in press.client.get(second).text
    assert "printing 2 of this sheet, made" in words(press.client.get(f"{second}/settlement-1-red.pdf"))
    assert f"by {STAFF_NAME}." in words(press.client.get(f"{second}/settlement-1-red.pdf"))
    press.room._jobs.clear()
    again = press.client.get(f"{first}/settlement-1-red.pdf")
    assert "first printing" in words(again)
    assert again.data == before.data
    page = press.client.get(f"/nights/{press.night}/papers").text
    assert "2 times" in page
    assert "1 reprint" in page


def test_to_look_at_a_sheet_prints_nothing_and_the_sheet_says_so(press: Press) -> None:
    before = press.house.book.head(PAPERS)
    assert "Proof, not printed." in words(press.client.get(f"/nights/{press.night}/papers/settlement-1-red.pdf"))
    assert press.client.get(f"/nights/{press.night}/papers/settlement-2-red.pdf").status_code == 404
    assert press.house.book.head(PAPERS) == before


def test_a_button_pressed_twice_prints_once(press: Press) -> None:
    answers = [press.print(print="settlement-1-red", command_id="button-0001") for _ in "12"]
    assert [answer.headers["Location"] for answer in answers] == [f"/nights/{press.night}/printings/1"] * 2


def test_each_button_of_a_page_prints_once(press: Press) -> None:
    """As a page brought back by the browser has it: its buttons send what they sent before."""
    page = {"command_id": "page-0001"}
    assert press.print(print="set", **page).headers["Location"].endswith("/printings/1")
    assert press.print(print="table", **page).headers["Location"].endswith("/printings/2")
    press.house.do(press.night, "seat_player", player="blue", name="Wm. Hart")
    press.client.http.post("/house-style", data={"csrf_token": press.client.token, "paper": "Letter"})
    assert press.print(print="set", **page).headers["Location"].endswith("/printings/1")
    assert press.print(print="table", language="de", **page).headers["Location"].endswith("/printings/3")
    press.client.http.post("/house-style", data={"csrf_token": press.client.token, "paper": "A4"})


def test_what_was_printed_and_taken_back_keeps_its_name(press: Press) -> None:
    press.house.do(press.night, "seat_player", player="blue", name="Wm. Hart")
    sheet = {"print": "settlement-2-blue"}
    first = press.print(**sheet).headers["Location"]
    before = press.client.get(f"{first}/settlement-2-blue.pdf").data
    assert "Settlement of Wm. Hart, English" in press.client.get(f"/nights/{press.night}/papers").text
    press.house.do(press.night, "void")
    for path in (f"/nights/{press.night}/papers", first, f"{first}/progress"):
        answer = press.client.get(path)
        assert answer.status_code == 200
        assert "settlement-2-blue, now taken back" in answer.text
    press.room._jobs.clear()
    assert press.client.get(f"{first}/settlement-2-blue.pdf").data == before
    press.house.do(press.night, "seat_player", player="blue", name="Doc")
    second = press.print(**sheet).headers["Location"]
    page = press.client.get(f"/nights/{press.night}/papers").text
    assert "Settlement of Doc, English" in page
    assert "settlement-2-blue, now taken back" in page
    assert "reprint ·" not in page
    assert "Doc" in words(press.client.get(f"{second}/settlement-2-blue.pdf"))
    assert "first printing" in words(press.client.get(f"{second}/settlement-2-blue.pdf"))
    assert press.keeper.printing(press.night, 2).event.sheets[0].begun == press.house.book.extent(press.night)[0]


def test_a_printing_entered_at_the_terminal_has_the_same_bytes_here(press: Press) -> None:
    head = press.house.service.at(press.night)[1]
    terminal, style = Sender(who="the terminal", device="the server"), paper_style(HouseStyle())
    printed = press.keeper.print(press.night, head, {"settlement-1-red": 2}, style, terminal, zone="UTC")
    there = print_sheet(order_of(press.house.book, printed).packed(), "settlement-1-red")
    assert press.client.get(f"/nights/{press.night}/printings/1/settlement-1-red.pdf").data == there


@pytest.mark.usefixtures("new_york")
def test_papers_have_the_offset_of_the_opening(press: Press) -> None:
    press.night = night_of_two_offsets(press.house.book)
    press.print(print="marker-1", language="")
    assert press.keeper.printings().of(press.night)[-1].event.zone == "America/New_York-04:00"
    for look in ("printings/1/marker-1.pdf", "papers/marker-1.pdf", "bets/b1.pdf"):
        assert "times in UTC−04:00" in words(press.client.get(f"/nights/{press.night}/{look}"))


@pytest.mark.usefixtures("new_york")
def test_printings_are_listed_by_the_clock_of_their_sheets(press: Press) -> None:
    head = press.house.service.at(press.night)[1]
    keeper = PrintingsKeeper(press.house.book, clock("2026-12-01T05:05:00.000Z", "2026-12-01T05:06:00.000Z"))
    for zone in ("America/Denver", "Mars/Olympus"):
        keeper.print(press.night, head, {"table": 0}, paper_style(HouseStyle()), EARP, zone=zone)
    page = press.client.get(f"/nights/{press.night}/papers").text
    assert "Monday 30 November 2026, 10:05 pm UTC−07:00</time> by M. Earp" in page
    assert "Tuesday 1 December 2026, 5:06 am UTC</time> by M. Earp" in page
    assert "10:05 pm UTC−07:00</time> by M. Earp" in press.client.get(f"/nights/{press.night}/printings/1").text


def test_odd_keys_are_plain_in_addresses_and_names(press: Press) -> None:
    press.house.do(press.night, "seat_player", player='ж"..', name="Жанна")
    press.house.deal(press.night)
    press.house.do(press.night, "place_bet", bet="B7", player="red", kind="single", ranks=["Q"], stake=500)
    press.house.do(press.night, "raise_dispute", dispute="D 1", player="red", about="B7", claim="It was mine.")
    page = press.client.get(f"/nights/{press.night}/papers").text
    for title in ("Settlement of Жанна", "Ruling of dispute D 1", "Dossier of bet B7"):
        assert title in page
    (name,) = re.findall(r'data-sheet="(settlement-2-[^"]*)"', page)
    assert re.fullmatch(r"settlement-2-[A-Za-z0-9_.-]+", name)
    where = press.print(print=name).headers["Location"]
    for answer in (
        press.client.get(f"{where}/{name}.pdf"),
        press.client.get(f"/nights/{press.night}/papers/{name}.pdf"),
    ):
        assert "Жанна" in words(answer)
        assert answer.headers["Content-Disposition"] == f'inline; filename="{press.night}-{name}.pdf"'


@pytest.mark.parametrize(
    ("fields", "why"),
    [({"print": "settlement-9-red"}, "no paper called"), ({"print": "slips"}, "no paper"), ({"language": "nl"}, "nl")],
)
def test_what_there_is_not_is_not_printed(press: Press, fields: dict[str, str], why: str) -> None:
    answer = press.print(**fields)
    assert answer.status_code == 400
    assert why in answer.text
    assert press.client.get(f"/nights/{press.night}/printings/1").status_code == 404


def test_what_a_printing_has_not_is_not_found(press: Press) -> None:
    where = press.print(print="settlement-1-red").headers["Location"]
    assert press.client.get(f"{where}/table.pdf").status_code == 404
    for path in ("2", "0", "2/papers.zip", "2/table.pdf", "2/progress"):
        assert press.client.get(f"/nights/{press.night}/printings/{path}").status_code == 404


def test_a_failed_print_is_redone(press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        broken.setattr("reports.printing._sheets", lambda packed: {})
        where = press.print(print="settlement-1-red").headers["Location"]
        answer = press.client.get(f"{where}/settlement-1-red.pdf")
        assert answer.status_code == 503
        shown = press.client.get(f"{where}/progress").text
        assert "Printing stopped at Settlement of Ada Lamb." in shown
        assert "hx-get" not in shown
    assert "first printing" in words(press.client.get(f"{where}/settlement-1-red.pdf"))


def test_printings_are_bounded(press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.printing.print_sheet", lambda packed, name: name.encode())
    for _ in range(KEPT + 2):
        where = press.print(print="settlement-1-red").headers["Location"]
        press.client.get(f"{where}/settlement-1-red.pdf")
    assert list(press.room._jobs) == [(press.night, number) for number in range(3, KEPT + 3)]


def size_of(content: bytes) -> list[int]:
    box = PdfReader(BytesIO(content)).pages[0].mediabox
    return [round(float(box.width)), round(float(box.height))]


def test_the_list_of_nights_leads_to_every_blank_on_every_sheet(client: Client) -> None:
    assert 'href="/papers"' in client.get("/").text
    page = client.get("/papers").text
    for name, all_blank in all_blanks().items():
        assert all_blank.called in page
        for paper in ("A4", "Letter"):
            assert f'href="/papers/{name}.pdf?paper={paper}"' in page


def test_a_blank_comes_on_the_sheet_that_is_asked_for(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.pdf.render.to_pdf", to_pdf)
    usual = client.get("/papers/cue-cards.pdf")
    assert usual.mimetype == "application/pdf"
    assert usual.headers["Content-Disposition"] == 'inline; filename="cue-cards.pdf"'
    assert size_of(usual.data) == [595, 842]
    query = client.get("/papers/cue-cards.pdf?paper=Letter&marks=cross_and_naught")
    assert size_of(query.data) == [612, 792]
    assert "×" in PdfReader(BytesIO(query.data)).pages[0].extract_text()


def choose(client: Client, **fields: str) -> TestResponse:
    return client.http.post("/house-style", data={"csrf_token": client.token, **fields})


def test_a_style_is_chosen_and_stands_on_the_page_and_on_the_papers(house: House, client: Client, night: str) -> None:
    query = {"language": "de", "currency": " eur", "paper": "Letter", "marks": "cross_and_naught", "slips": "sheet"}
    answer = choose(client, **query, back=night)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/house-style?saved=1&back={night}")
    saved = client.get(answer.headers["Location"]).text
    assert 'class="saved"' in saved
    assert f'href="/nights/{night}/papers"' in saved
    (event,) = house.book.events(PAPERS)
    assert (event.kind, event.who) == ("HouseStyleChosen", STAFF_NAME)
    page = client.get("/house-style").text
    assert 'class="saved"' not in page
    for chosen in ('value="de" selected', 'value="EUR"', 'value="Letter" selected', 'value="sheet" selected'):
        assert chosen in page
    papers = client.get(f"/nights/{night}/papers").text
    assert "EUR, Letter" in papers
    assert 'value="de" selected' in papers


@pytest.mark.usefixtures("unprinted")
def test_the_name_of_a_house_heads_its_papers_and_pages(
    house: House, client: Client, stranger: Client, night: str
) -> None:
    marker(house.book, night)
    with house.app.test_request_context():
        pages = {"/": client, "/sign-in": stranger, board_link(night): stranger}

    def heads() -> list[bool]:
        read = [who.get(page).text for page, who in pages.items()]
        for paper in ("settlement-1-red", "marker-1"):
            read.append(words(client.get(f"/nights/{night}/papers/{paper}.pdf")))
        return ["Tiger & Lamb" in unescape(text) for text in read]

    assert heads() == [False] * 5
    choose(client, name=" Tiger & Lamb ")
    assert 'name="name" value="Tiger &amp; Lamb"' in client.get("/house-style").text
    assert heads() == [True] * 5


def test_what_is_no_style_is_refused_beside_the_form(house: House, client: Client) -> None:
    for wrong, why in (
        ({"currency": "XXX"}, "not the code of a currency"),
        ({"currency": "xau"}, "not the code of a currency"),
        ({"currency": "<b>"}, "not the code of a currency"),
        ({"language": "nl"}, "No papers are written in"),
        ({"paper": "A5"}, "there is no paper"),
        ({"marks": "dots"}, "there are no marks"),
        ({"name": "x" * 61}, "up to 60 printable characters"),
    ):
        answer = choose(client, **wrong)
        assert answer.status_code == 400
        page = answer.text
        assert why in page
        assert 'class="style-form"' in page
        assert 'name="currency"' in page
    assert house.book.head(PAPERS) is None


def test_a_way_back_leads_to_a_night_of_the_book_and_nowhere_else(client: Client, night: str) -> None:
    assert f'href="/nights/{night}/papers"' in client.get(f"/house-style?back={night}").text
    assert "evil" not in client.get("/house-style?back=//evil.example").text
    assert choose(client, language="en", back="//evil.example").headers["Location"] == "/house-style?saved=1"


_LINK = re.compile(r'<a class="cited" href="(/rules/[^"#]+)#([^"]+)"')


def page_of(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.text


@pytest.mark.parametrize("book", rulebooks(), ids=lambda book: book.name)
def test_a_stranger_reads_every_rule_case_and_law_at_its_anchor(stranger: Client, book: Rulebook) -> None:
    page = page_of(stranger, f"/rules/{book.name}")
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(ids) >= {citation.anchor for citation in book.citations}


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
        text = cited("<b>law 4</b> & law 11, rule 9.9: “x”")
    assert text == '&lt;b&gt;<a class="cited" href="/rules/faro#law-4">law 4</a>&lt;/b&gt; &amp; law 11, rule 9.9: “x”'


AGREES, DOES_NOT = "<b>It agrees.</b>", "<b>It does not agree.</b>"


def sealed(house: House, night: str, player: str | None = None) -> Seal:
    return seal_of(house.service.night(night), house.book.events(night), player)


def asked(client: Client, seal: Seal | str) -> str:
    text = seal if isinstance(seal, str) else seal.text
    return client.get(f"/sheet?{urlencode({'seal': text})}").text


def test_a_sheet_agrees_also_when_the_night_has_gone_on(house: House, stranger: Client, night: str) -> None:
    seal = sealed(house, night, "red")
    page = asked(stranger, seal)
    assert AGREES in page
    assert "Nothing came since." in page
    assert "<dt>result of seat 1 (red)</dt>" in page
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500)
    house.do(night, "turn", loser="2", winner="Q")
    page = asked(stranger, seal)
    assert AGREES in page
    assert f"{house.result(night)['events'] - seal.version} events came since." in page


def test_what_does_not_agree_shows_no_figure(house: House, client: Client, stranger: Client, night: str) -> None:
    seal = replace(sealed(house, night, "red"), nets_cents={1: 123_400})
    page = asked(stranger, seal)
    assert DOES_NOT in page
    assert "figures differ from the book" in page
    assert "in the book.</p>" not in page
    assert "Result of red: $1,234 on the sheet, $0 in the book." in asked(client, seal)


def test_which_nights_there_are_and_how_long_is_said_to_the_staff_alone(
    house: House, client: Client, stranger: Client, night: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stranger is told one thing of every hash that is not in the book, and no night is read for it."""
    true = sealed(house, night, "red")
    others = {
        "The book has no night": replace(true, night="1882-01-01-1"),
        "and has fewer now": replace(true, version=true.version + 60),
        "is not the hash of event": replace(true, head="0" * 64),
    }
    for words, seal in others.items():
        page = asked(client, seal)
        assert DOES_NOT in page
        assert words in page
    monkeypatch.delattr(Book, "rows")
    text = {re.findall("<p>(.*?)</p>", asked(stranger, seal))[1] for seal in others.values()}
    assert len(text) == 1
    assert text.pop().startswith("The hash on the sheet is not in the book.")


def test_what_is_no_seal_is_said_beside_the_form(stranger: Client) -> None:
    assert '<textarea id="seal"' in stranger.get("/sheet").text
    for seal in ("<b>nothing</b>", "http://["):
        answer = stranger.get(f"/sheet?seal={seal}")
        assert answer.status_code == 400
        page = answer.text
        assert "This is not the seal of a sheet." in page
        assert "<b>nothing" not in page


def test_the_staffs_register_is_no_night(house: House, client: Client, stranger: Client, night: str) -> None:
    first = house.book.events("staff")[0]
    for version in (1, 10**6):
        seal = replace(sealed(house, night), night="staff", version=version, head=first.hash)
        assert "The book has no night staff" in asked(client, seal)
        assert "The hash on the sheet is not in the book" in asked(stranger, seal)


def test_the_printed_address_agrees(
    house: House, stranger: Client, night: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes: list[str] = []
    monkeypatch.setattr("reports.pdf.render.to_pdf", to_pdf)
    monkeypatch.setattr("reports.pdf.render.code_on_paper", lambda text: codes.append(text) or "")
    with house.app.test_request_context(base_url="http://cage.lan:8321"):
        state, events = house.service.night(night), house.book.events(night)
        paper = papers.print_paper(state, events, settlement_name(state, "red"))
    assert len(PdfReader(BytesIO(paper)).pages) == 1
    address = next(code for code in codes if "/sheet" in code)
    assert address.startswith("http://cage.lan:8321/sheet?seal=CASEKEEPER+3+2026-11-21-1+")
    assert read_seal(address) == sealed(house, night, "red")
    assert AGREES in stranger.get(address.removeprefix("http://cage.lan:8321")).text


def test_guessing_at_somebodys_result_is_soon_turned_away(house: House, client: Client, night: str) -> None:
    """Who holds a sheet knows a hash; by trying figures with it they would learn the others' results."""
    now = [0.0]
    desk = Desk(SharedValues(clock=lambda: now[0]))
    house.app.extensions["casekeeper sheets"] = desk
    holder = Client(house.app.test_client())
    true = sealed(house, night, "red")
    other = house.open_night()
    house.seat(other, red="Ada Lamb")
    for guess in range(MOST_WRONG):
        assert DOES_NOT in asked(holder, replace(true, nets_cents={2: 25 * (guess + 1)}))
    assert "Too many wrong sheets were checked. Try again in 10 minutes." in asked(holder, true)
    assert AGREES in asked(client, true), "the staff were turned away"
    assert AGREES in asked(holder, sealed(house, other, "red")), "the sheets of another night were turned away"
    now[0] += FOR_S
    assert AGREES in asked(holder, true)


def test_a_crowd_waits_no_longer_than_a_few(house: House, night: str) -> None:
    """As long as somebody else has the turn, so many wait for it, and who comes then is sent away at once."""
    seal = sealed(house, night)
    clients = [Client(house.app.test_client()) for _ in range(MOST_AT_ONCE + 1)]
    with ThreadPoolExecutor(len(clients)) as crowd:
        with turn_of(house.app):
            answers = [crowd.submit(asked, client, seal) for client in clients]
            done, waiting = wait(answers, timeout=20, return_when=FIRST_COMPLETED)
            assert [len(done), len(waiting)] == [1, MOST_AT_ONCE]
        assert "Other sheets are being checked. Try again in a moment." in done.pop().result()
        assert all(AGREES in answer.result() for answer in waiting)


def test_the_set_is_followed_and_downloaded(tablets: Tablets, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    night, gone_on = small_night(house.book, "Ada Lamb"), {name: Event() for name in ("table", "rules")}

    def printed(_: bytes, name: str) -> bytes:
        """A sheet, as soon as the test has seen the page that waits for it."""
        assert name not in gone_on or gone_on[name].wait(30)
        return name.encode()

    monkeypatch.setattr("reports.printing.print_sheet", printed)
    tablet = tablets.new()
    tablet.go(f"/nights/{night}")
    tablet.page.get_by_role("link", name="Papers to print").click()
    tablet.page.get_by_role("button", name="Print the set").click()
    expect(tablet.page.locator("#sheets")).to_contain_text("1 of 3, Table sheet")
    gone_on["table"].set()
    expect(tablet.page.locator("#sheets")).to_contain_text("2 of 3, House rules in force")
    expect(tablet.page.get_by_role("link", name="Table sheet")).to_be_visible()
    tablet.page.reload()
    expect(tablet.page.locator("#sheets")).to_contain_text("2 of 3, House rules in force")
    with tablet.page.expect_event("requestfailed", lambda asked: asked.url.endswith("/progress")):
        tablet.context.set_offline(True)
    tablet.context.set_offline(False)
    gone_on["rules"].set()
    expect(tablet.page.get_by_role("status")).to_have_text("All 3 sheets are ready.")
    with tablet.page.expect_download() as download:
        tablet.page.get_by_role("link", name="Download the zip").click()
    with ZipFile(download.value.path()) as archive:
        assert archive.read(f"{night}-settlement-1-red.pdf") == b"settlement-1-red"
    tablet.page.get_by_role("link", name="All papers of the night").click()
    expect(tablet.page.get_by_role("list", name="Printings")).to_have_text(re.compile("3 sheets, English"))
