"""The papers of a night: the set by one button, printings that keep their address, reprints, proofs, the zip."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from zipfile import ZipFile

import pytest
from msgspec.structs import replace
from pypdf import PdfReader
from werkzeug.test import TestResponse

from dealer.printings.keeper import PrintingsKeeper
from dealer.streams.runtime import Sender
from events.facts.papers import PAPERS, PapersPrinted
from reports.printing.printings import order_of, paper_style
from reports.printing.workers import print_sheet
from reports.render_options import HouseStyle
from tests.support.house import EARP, STAFF_NAME, Client, House, buy, clock, marker, small_night
from web.papers.print_jobs import KEPT, PrintJobs


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    made = House()
    yield made
    made.book.close()


@pytest.fixture(scope="module")
def client(house: House) -> Client:
    return house.client()


def fresh_night(house: House, *names: str) -> str:
    return small_night(house.book, *(names or ("Ada Lamb",)), close=False)


def room_of(house: House) -> PrintJobs:
    room = house.app.extensions["casekeeper print jobs"]
    assert isinstance(room, PrintJobs)
    return room


def send(client: Client, night: str, **fields: str) -> TestResponse:
    return client.http.post(f"/nights/{night}/printings", data={"csrf_token": client.token, **fields})


def words(answer: TestResponse) -> str:
    assert answer.mimetype == "application/pdf", answer.get_data(as_text=True)
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(answer.data)).pages).split())


def test_one_button_prints_the_set_with_the_slips_of_the_roll_apart_and_its_zip_is_the_same_each_time(
    house: House, client: Client
) -> None:
    night = fresh_night(house, "Ada <b> Lamb")
    marker(house.book, night)
    page = client.get(f"/nights/{night}/papers").get_data(as_text=True)
    assert "Settlement of Ada &lt;b&gt; Lamb" in page
    assert "3 sheets, 1 marker" in page
    answer = send(client, night, print="set", language="")
    where = answer.headers["Location"]
    assert (answer.status_code, where) == (303, f"/nights/{night}/printings/1")
    first = client.get(f"{where}/papers.zip")
    assert first.mimetype == "application/zip"
    with ZipFile(BytesIO(first.data)) as archive:
        names = archive.namelist()
    for sheet in ("table", "settlement-1-red", "marker-1"):
        assert f"{night}-{sheet}.pdf" in names
    shown = client.get(where).get_data(as_text=True)
    assert f"All {len(names)} sheets are ready." in shown
    assert f'href="{where}/all.pdf"' in shown
    assert f'href="{where}/slips.pdf"' in shown
    assert "hx-get" not in shown
    assert client.get(f"{where}/papers.zip").data == first.data
    printed = 0
    for name, wide_mm in (("all", 210), ("slips", 80)):
        pages = PdfReader(BytesIO(client.get(f"{where}/{name}.pdf").data)).pages
        assert {round(float(page.mediabox.width) / 72 * 25.4) for page in pages} == {wide_mm}
        printed += len(pages)
    assert printed >= len(names)
    (fact,) = (one for one in house.book.facts(PAPERS) if getattr(one.fact, "night", "") == night)
    assert isinstance(fact.fact, PapersPrinted)
    assert (fact.who, fact.fact.version) == (STAFF_NAME, house.book.extent(night)[0])
    assert client.get(f"{send(client, night, print='table').headers['Location']}/slips.pdf").status_code == 404


def test_a_night_that_was_printed_stays_in_its_currency_when_the_house_chooses_another(
    house: House, client: Client
) -> None:
    night, chosen = fresh_night(house), room_of(house).keeper.printings().style
    send(client, night, print="table")
    dollars = paper_style(HouseStyle())
    room_of(house).keeper.choose(replace(dollars, currency="EUR"), Sender(who=STAFF_NAME, device="test"))
    try:
        where = send(client, night, print="table").headers["Location"]
        assert "$200.00" in words(client.get(f"{where}/table.pdf"))
        assert "$200.00" in words(client.get(f"/nights/{night}/papers/table.pdf"))
        assert "€200.00" in words(client.get(f"/nights/{fresh_night(house)}/papers/table.pdf"))
    finally:
        room_of(house).keeper.choose(chosen or dollars, Sender(who=STAFF_NAME, device="test"))


def test_a_reprint_says_so_and_the_first_printing_stays_as_it_was_after_the_room_forgot_it(
    house: House, client: Client
) -> None:
    night = fresh_night(house)
    sheet = {"print": "settlement-1-red"}
    first = send(client, night, **sheet).headers["Location"]
    before = client.get(f"{first}/settlement-1-red.pdf")
    buy(house.book, night)
    second = send(client, night, **sheet).headers["Location"]
    assert (first, second) == (f"/nights/{night}/printings/1", f"/nights/{night}/printings/2")
    assert "printing 2 of this sheet, made" in words(client.get(f"{second}/settlement-1-red.pdf"))
    assert f"by {STAFF_NAME}." in words(client.get(f"{second}/settlement-1-red.pdf"))
    room_of(house)._jobs.clear()
    again = client.get(f"{first}/settlement-1-red.pdf")
    assert "first printing" in words(again)
    assert again.data == before.data
    page = client.get(f"/nights/{night}/papers").get_data(as_text=True)
    assert "2 times" in page
    assert "1 reprint" in page


def test_to_look_at_a_sheet_prints_nothing_and_the_sheet_says_so(house: House, client: Client) -> None:
    night = fresh_night(house)
    before = house.book.head(PAPERS)
    assert "Proof, not printed." in words(client.get(f"/nights/{night}/papers/settlement-1-red.pdf"))
    assert client.get(f"/nights/{night}/papers/settlement-2-red.pdf").status_code == 404
    assert house.book.head(PAPERS) == before


def test_a_printing_may_be_in_another_language_than_the_house_has(house: House, client: Client) -> None:
    night = fresh_night(house)
    where = send(client, night, print="settlement-1-red", language="fr").headers["Location"]
    sheet = PdfReader(BytesIO(client.get(f"{where}/settlement-1-red.pdf").data))
    assert sheet.root_object["/Lang"] == "fr"
    assert "français" in client.get(where).get_data(as_text=True)


def test_a_button_pressed_twice_prints_once(house: House, client: Client) -> None:
    night = fresh_night(house)
    answers = [send(client, night, print="settlement-1-red", command_id="button-0001") for _ in "12"]
    assert [one.headers["Location"] for one in answers] == [f"/nights/{night}/printings/1"] * 2


def test_another_button_of_the_same_page_prints_too_and_each_once_though_the_night_went_on(
    house: House, client: Client
) -> None:
    """As a page brought back by the browser has it: its buttons send what they sent before."""
    night = fresh_night(house)
    page = {"command_id": "page-0001"}
    assert send(client, night, print="set", **page).headers["Location"].endswith("/printings/1")
    assert send(client, night, print="table", **page).headers["Location"].endswith("/printings/2")
    house.do(night, "seat_player", player="blue", name="Wm. Hart")
    client.http.post("/house-style", data={"csrf_token": client.token, "paper": "Letter"})
    assert send(client, night, print="set", **page).headers["Location"].endswith("/printings/1")
    assert send(client, night, print="table", language="de", **page).headers["Location"].endswith("/printings/3")
    client.http.post("/house-style", data={"csrf_token": client.token, "paper": "A4"})


def test_what_was_printed_and_taken_back_goes_by_its_name_and_is_no_printing_of_what_came_after(
    house: House, client: Client
) -> None:
    night = fresh_night(house)
    house.do(night, "seat_player", player="blue", name="Wm. Hart")
    sheet = {"print": "settlement-2-blue"}
    first = send(client, night, **sheet).headers["Location"]
    before = client.get(f"{first}/settlement-2-blue.pdf").data
    assert "Settlement of Wm. Hart, English" in client.get(f"/nights/{night}/papers").get_data(as_text=True)
    house.do(night, "void")
    for path in (f"/nights/{night}/papers", first, f"{first}/progress"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert "settlement-2-blue, taken back since" in answer.get_data(as_text=True)
    room_of(house)._jobs.clear()
    assert client.get(f"{first}/settlement-2-blue.pdf").data == before
    house.do(night, "seat_player", player="blue", name="Doc")
    second = send(client, night, **sheet).headers["Location"]
    page = client.get(f"/nights/{night}/papers").get_data(as_text=True)
    assert "Settlement of Doc, English" in page
    assert "settlement-2-blue, taken back since" in page
    assert "reprint ·" not in page
    assert "Doc" in words(client.get(f"{second}/settlement-2-blue.pdf"))
    assert "first printing" in words(client.get(f"{second}/settlement-2-blue.pdf"))
    assert room_of(house).keeper.printing(night, 2).fact.sheets[0].begun == house.book.extent(night)[0]


def test_a_deal_dealt_anew_after_a_void_is_printed_for_the_first_time(house: House, client: Client) -> None:
    night = fresh_night(house)
    house.deal(night)
    for _ in "12":
        send(client, night, print="deal-1")
    for _ in "12":
        house.do(night, "void")
    house.deal(night)
    send(client, night, print="deal-1")
    printings = room_of(house).keeper.printings().of(night)
    assert [one.number_of("deal-1") for one in printings] == [1, 2, 1]


def test_a_printing_entered_at_the_terminal_has_the_same_bytes_here(house: House, client: Client) -> None:
    night = fresh_night(house)
    head = house.assistant.at(night)[1]
    terminal, style = Sender(who="the terminal", device="the server"), paper_style(HouseStyle())
    printed = room_of(house).keeper.print(night, head, {"settlement-1-red": 2}, style, terminal, zone="UTC")
    there = print_sheet(order_of(house.book, printed).packed(), "settlement-1-red")
    assert client.get(f"/nights/{night}/printings/1/settlement-1-red.pdf").data == there


def test_printings_are_listed_by_the_clock_of_their_sheets(house: House, client: Client) -> None:
    night = fresh_night(house)
    head = house.assistant.at(night)[1]
    keeper = PrintingsKeeper(house.book, clock("2026-12-01T05:05:00.000Z", "2026-12-01T05:06:00.000Z"))
    for zone in ("America/Denver", "Mars/Olympus"):
        keeper.print(night, head, {"table": 0}, paper_style(HouseStyle()), EARP, zone=zone)
    page = client.get(f"/nights/{night}/papers").get_data(as_text=True)
    assert '<time datetime="2026-12-01T05:05:00.000Z">Monday 30 November 2026, 10:05 pm</time> by M. Earp' in page
    assert "Tuesday 1 December 2026, 5:06 am UTC</time> by M. Earp" in page
    assert "10:05 pm</time> by M. Earp" in client.get(f"/nights/{night}/printings/1").get_data(as_text=True)


def test_odd_keys_are_titles_as_they_are_and_plain_in_addresses_and_names(house: House, client: Client) -> None:
    night = fresh_night(house)
    house.do(night, "seat_player", player='ж"..', name="Жанна")
    house.deal(night)
    house.do(night, "place_bet", bet="B7", player="red", kind="single", ranks=["Q"], stake=500)
    house.do(night, "raise_dispute", dispute="D 1", player="red", about="B7", claim="It was mine.")
    page = client.get(f"/nights/{night}/papers").get_data(as_text=True)
    for title in ("Settlement of Жанна", "Ruling of dispute D 1", "Dossier of bet B7"):
        assert title in page
    (name,) = re.findall(r'data-sheet="(settlement-2-[^"]*)"', page)
    assert re.fullmatch(r"settlement-2-[A-Za-z0-9_.-]+", name)
    where = send(client, night, print=name).headers["Location"]
    for answer in (client.get(f"{where}/{name}.pdf"), client.get(f"/nights/{night}/papers/{name}.pdf")):
        assert "Жанна" in words(answer)
        assert answer.headers["Content-Disposition"] == f'inline; filename="{night}-{name}.pdf"'


@pytest.mark.parametrize(
    ("fields", "why"),
    [({"print": "settlement-9-red"}, "no paper called"), ({"print": "slips"}, "no paper"), ({"language": "nl"}, "nl")],
)
def test_what_there_is_not_is_not_printed(house: House, client: Client, fields: dict[str, str], why: str) -> None:
    night = fresh_night(house)
    answer = send(client, night, **fields)
    assert answer.status_code == 400
    assert why in answer.get_data(as_text=True)
    assert client.get(f"/nights/{night}/printings/1").status_code == 404


def test_what_a_printing_has_not_is_not_found(house: House, client: Client) -> None:
    night = fresh_night(house)
    where = send(client, night, print="settlement-1-red").headers["Location"]
    assert client.get(f"{where}/table.pdf").status_code == 404
    for path in ("2", "0", "2/papers.zip", "2/table.pdf", "2/progress"):
        assert client.get(f"/nights/{night}/printings/{path}").status_code == 404


def test_strangers_are_turned_away(house: House) -> None:
    night = fresh_night(house)
    stranger = Client(house.app.test_client())
    for path in ("papers", "printings/1", "printings/1/papers.zip", "printings/1/table.pdf"):
        assert stranger.get(f"/nights/{night}/{path}").status_code == 303
    assert send(stranger, night, print="set").status_code == 303
    assert room_of(house).keeper.printings().of(night) == ()


def test_a_press_that_fails_is_told_of_and_the_next_look_makes_it_anew(
    house: House, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = fresh_night(house)
    with monkeypatch.context() as broken:
        broken.setattr("reports.printing.workers._sheets", lambda packed: {})
        where = send(client, night, print="settlement-1-red").headers["Location"]
        answer = client.get(f"{where}/settlement-1-red.pdf")
        assert answer.status_code == 503
        shown = client.get(f"{where}/progress").get_data(as_text=True)
        assert "The press failed at Settlement of Ada Lamb." in shown
        assert "hx-get" not in shown
    assert "first printing" in words(client.get(f"{where}/settlement-1-red.pdf"))


def test_progress_names_the_sheet_in_hand_and_asks_for_itself_until_all_are_ready(
    house: House, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = fresh_night(house)
    told: list[str] = []

    def shown() -> str:
        page = client_progress(house, night)
        (says,) = re.findall(r"</progress> ([^<]*)<", page) if "hx-get" in page else ["over"]
        return says

    def look(packed: bytes, name: str) -> bytes:
        # A sheet is begun before whoever follows has heard that the one before it is ready.
        while told[-1:] == [says := shown()]:
            pass
        told.append(says)
        return name.encode()

    monkeypatch.setattr("reports.printing.workers.print_sheet", look)
    where = send(client, night, print="set").headers["Location"]
    client.get(f"{where}/papers.zip")
    assert [one.partition(",")[0] for one in told] == [f"{at} of {len(told)}" for at in range(1, len(told) + 1)]
    assert [one.partition(", ")[2] for one in told][::2] == ["Table sheet", "Settlement of Ada Lamb"]
    room_of(house)._jobs.clear()


def client_progress(house: House, night: str) -> str:
    """How far the first printing is, as another tablet sees it."""
    return house.client().get(f"/nights/{night}/printings/1/progress").get_data(as_text=True)


def test_no_more_printings_are_kept_than_there_is_room_for(
    house: House, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reports.printing.workers.print_sheet", lambda packed, name: name.encode())
    night = fresh_night(house)
    for _ in range(KEPT + 2):
        where = send(client, night, print="settlement-1-red").headers["Location"]
        client.get(f"{where}/settlement-1-red.pdf")
    assert list(room_of(house)._jobs) == [(night, number) for number in range(3, KEPT + 3)]
