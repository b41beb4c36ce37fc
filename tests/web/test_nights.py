"""The list of nights, the pages of a night, a closed night, damaged nights, house rules and players' links."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from shutil import copy
from typing import Any

import pytest
from marshmallow.fields import List
from pypdf import PdfReader

from dealer.games import GAMES
from dealer.night.result import outstanding
from events.book.book import Book
from events.records import BookError
from reports.house_rules import PRESETS, SETTINGS
from reports.pdf.qr_codes import code_on_screen
from tests.support.forger import Forger, exchange, told_to_sqlite
from tests.support.house import PIN, STAFF_NAME, Client, House
from tests.support.tables import PotTable
from tests.web.geometry import measure, overlaps, written
from tests.web.tablet_in_browser import Tablets, resize
from web.app.addresses import Entrance
from web.app.certificate import make_certificate
from web.app.links import ENTRANCE, board_link, player_link
from web.nights.closed_night import ClosedNight, closed_night
from web.nights.house_form import houses
from web.nights.night_list import NightLines, kept_lines, matching, night_lines
from web.nights.pages import OF_TABLET
from web.papers.papers import papers_by_name
from web.tablet.settling import open_lines


@pytest.mark.parametrize(("loser", "winner", "money"), [("Q", "2", "bank +$5"), ("2", "Q", "bank −$5")])
def test_a_night_of_both_games_tells_the_banks_result(house: House, loser: str, winner: str, money: str) -> None:
    night = house.open_night(game=["faro", "fan_tan"])
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", white="J. Oakes")
    house.deal(night)
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500)
    house.do(night, "turn", loser=loser, winner=winner)
    (line,) = night_lines(house.service)
    assert (line.game, line.dealt) == ("Faro and Fan-Tan (Sevens, Parliament)", "1 deal")
    assert line.money == money


def test_a_night_says_what_is_still_owed_in_it(house: House) -> None:
    night = house.open_night()
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    assert night_lines(house.service)[0].debts == ()
    house.do(night, "issue_marker", player="red", amount=50_000)
    house.do(night, "lend_stake", lender="red", borrower="blue", amount=2_500)
    house.do(night, "take_pledge", player="blue", amount=1_000, item="watch")
    state = house.service.night(night)
    (line,) = night_lines(house.service)
    assert [(debt.name, debt.words) for debt in open_lines(state, outstanding(state, state.ledger))] == [
        tuple(debt.split(": ", 1)) for debt in line.debts
    ]
    assert [[amount in debt for amount in ("$500", "$25", "$10")].index(True) for debt in line.debts] == [0, 2, 1]
    house.do(night, "redeem_marker", player="red", amount=50_000, **{"with": "checks"})
    assert len(night_lines(house.service)[0].debts) == 2


def test_what_is_paid_or_written_off_later_is_owed_no_more(house: House, client: Client) -> None:
    """On the list and on the page of the night; a seat without a card owes what is printed."""
    night = house.open_night()
    house.service.execute_for_house({"do": "register_player", "card": "ada", "name": "Ada Lamb"}, house.sender)
    house.service.execute_for_house({"do": "register_player", "card": "ada-2", "name": "Ada Lamb"}, house.sender)
    for player, who in {"red": {"card": "ada"}, "blue": {"card": "ada-2"}, "white": {"name": "Wm. Hart"}}.items():
        house.do(night, "seat_player", player=player, **who)
        house.do(night, "issue_marker", player=player, amount=10_000)
        house.do(night, "tip", player=player, amount=10_000)
    house.do(night, "close_night")
    kept = NightLines()

    def owed() -> list[str]:
        (line,) = kept.all(house.service)
        page = client.get(f"/nights/{night}").text
        assert all(debt.split(": ")[1] in page for debt in line.debts)
        return [f"{debt.split(' ')[0]} {debt.split(' ')[-3]}" for debt in line.debts]

    at_the_close = client.get(f"/nights/{night}").text
    assert owed() == ["Ada $100", "Ada $100", "Wm. $100"]
    assert client.get(f"/nights/{night}").text == at_the_close
    at_the_cage = {"card": "ada", "reason": "agreed"}
    house.service.execute_for_house({"do": "join_cards", "card": "ada", "other": "ada-2"}, house.sender)
    house.service.execute_for_house({"do": "redeem_carried", "card": "ada", "amount": 6_000}, house.sender)
    assert owed() == ["Ada $100", "Ada $40", "Wm. $100"]
    house.service.execute_for_house({"do": "write_off", "amount": 14_000, **at_the_cage}, house.sender)
    assert owed() == ["Wm. $100"]
    assert "$200 of the markers" in client.get(f"/nights/{night}").text
    last = house.service.at(night)[1].version
    assert "$200 of the markers" not in client.get(f"/nights/{night}?at={last}").text


def test_all_who_dealt_are_named_in_order(house: House, client: Client) -> None:
    night = house.open_night()
    for dealer in ("Doc Holliday", "M. Earp", "Wyatt"):
        house.do(night, "relieve_dealer", dealer=dealer)
    house.do(night, "void")
    (line,) = night_lines(house.service)
    assert (line.dealer, line.dealing) == ("M. Earp, then Doc Holliday", "M. Earp")
    house.do(night, "close_night")
    assert night_lines(house.service)[0].dealing == ""
    for page in ("/", f"/nights/{night}", f"/nights/{night}/papers", f"/nights/{night}/audit"):
        assert line.dealer in client.get(page).text, page


@pytest.mark.parametrize(
    ("wanted", "tables"),
    [
        ("ada", ["Old Lion", "Tiger Nº 1"]),
        ("HART old", ["Old Lion"]),
        ("2026-11-21", ["Tiger Nº 1"]),
        ("nov 21,", ["Tiger Nº 1"]),
        ("21 november", ["Tiger Nº 1"]),
        ("fan-tan", ["Old Lion"]),
        ("  ", ["Old Lion", "Tiger Nº 1"]),
        ("nobody", []),
    ],
)
def test_nights_are_found_by_player_table_date_and_game(house: House, wanted: str, tables: list[str]) -> None:
    house.seat(house.open_night(), red="Ada Lamb")
    house.seat(
        house.open_night(table="Old Lion", date="2026-12-01", game="fan_tan", house="antes"),
        red="Ada Lamb",
        blue="Wm. Hart",
    )
    assert [line.table for line in matching(night_lines(house.service), wanted)] == tables


def test_the_key_to_the_auditors_room_lies_on_no_word(tablets: Tablets, house: House) -> None:
    """Of a night with one line of players and a long line of games, with a dispute and without."""
    for disputed in (False, True):
        night = house.open_night(game=["faro", "fan_tan"])
        house.seat(night, red="Ada Lamb")
        house.do(night, "issue_marker", player="red", amount=50_000)
        house.deal(night)
        house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500)
        house.do(night, "turn", loser="Q", winner="2")
        if disputed:
            house.do(night, "raise_dispute", dispute="d1", player="red", about=1, claim="It was the king")
    tablet = tablets.new()
    tablet.go("/")
    tablet.page.evaluate("document.fonts.ready")
    for size in ((1024, 768), (1280, 800), (820, 1180), (360, 740)):
        resize(tablet.page, size)
        words = written(tablet.page, ".night-line span")
        assert overlaps(words, measure(tablet.page, ".to-room")) == [], size


def asked_of(book: Book, call: Callable[[], object]) -> int:
    """How many queries a call makes of a book."""
    with told_to_sqlite(book._reading) as made:
        call()
    return sum(statement.startswith("SELECT") for statement in made)


def test_a_list_costs_the_book_what_has_moved_however_long_it_is(house: House) -> None:
    kept = NightLines()
    nights = [house.open_night()]

    def queries() -> tuple[int, int]:
        """After nothing has moved, and after one night has."""
        kept.all(house.service)
        at_rest = asked_of(house.book, lambda: kept.all(house.service))
        house.seat(nights[0], **{f"p{len(nights)}": f"Player {len(nights)}"})
        return at_rest, asked_of(house.book, lambda: kept.all(house.service))

    of_one_night = queries()
    nights += [house.open_night() for _ in range(30)]
    assert queries() == of_one_night
    assert of_one_night[0] == 1
    assert [line.night for line in kept.all(house.service)] == nights[::-1]
    assert "Player 31" in kept.all(house.service)[-1].players


def test_the_list_reads_the_nights_that_it_shows_and_the_open_ones(
    house: House, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.nights.pages.A_PAGE", 3)
    nights = [house.open_night(table=f"Table {number}") for number in range(9)]
    for night in nights[1:]:
        house.do(night, "close_night")
    read, lines = set[str](), kept_of(house)
    original = lines._of
    monkeypatch.setattr(lines, "_of", lambda service, night, *now: (read.add(night), original(service, night, *now))[1])
    first, last = client.get("/").text, client.get("/?page=3").text
    assert read == {nights[0], *nights[-3:], *nights[1:3]}
    assert [text.count('class="night-line') for text in (first, last)] == [3, 3]
    assert [words in first for words in ("Earlier nights", "Later nights")] == [True, False]
    assert [words in last for words in ("Earlier nights", "Later nights")] == [False, True]
    assert "There are no more nights." in client.get("/?page=4").text
    found = client.get("/?find=table&page=2").text
    assert 'href="/?find=table&amp;page=3#nights"' in found


def kept_of(house: House) -> NightLines:
    """The lines that an application keeps."""
    with house.app.test_request_context():
        return kept_lines()


def test_the_lines_kept_are_limited(house: House) -> None:
    kept = NightLines(most=3)
    for _ in range(5):
        house.open_night()
    assert len(list(kept.all(house.service))) == 5
    assert len(kept._kept) == 3
    assert [line.night for line in kept.all(house.service)] == house.service.nights()[::-1]


def test_the_list_names_every_night_the_last_one_first_or_says_that_there_is_none(client: Client, house: House) -> None:
    assert "The book is empty" in client.get("/").text
    first, second = house.open_night(table="Old Lion"), house.open_night(table="Tiger Nº 2")
    house.seat(second, red="Ada Lamb")
    text = client.get("/").text
    assert text.index("Tiger Nº 2") < text.index("Old Lion")
    assert f'href="/nights/{first}"' in text
    assert "Ada Lamb" in text


def test_an_error_inside_shows_no_traceback(house: House, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    night = house.open_night()

    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("secret plans")

    monkeypatch.setattr("web.nights.pages.render_table", fails)
    for accept in ("text/html", "application/json"):
        answer = client.get(f"/nights/{night}", headers={"Accept": accept})
        assert answer.status_code == 500
        assert "secret plans" not in answer.text
        assert "Traceback" not in answer.text


def test_a_book_out_of_reach_is_said_as_busy(house: House, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def out_of_reach(*_: object) -> None:
        raise BookError("book_unreachable", "The book cannot be read just now.")

    monkeypatch.setattr(house.book, "nights", out_of_reach)
    answer = client.get("/api/nights")
    assert (answer.status_code, answer.get_json()["code"]) == (503, "book_unreachable")


def test_a_closed_night_shows_everybodys_settlement_and_prints_it(client: Client, house: House) -> None:
    night = house.open_night()
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.deal(night)
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=5_000)
    house.do(night, "turn", loser="Q", winner="2")
    house.do(night, "close_night")
    text = client.get(f"/nights/{night}").text
    assert "−$50" in text
    assert "the night is closed" in text
    links = re.findall(r'href="(/nights/[^"]+\.pdf)"', text)
    assert f"/nights/{night}/papers/settlement-1-red.pdf" in links
    assert [link.rpartition("/")[2] for link in links[2:]] == ["table.pdf", "rules.pdf", "deal-1.pdf"]
    assert f'href="/nights/{night}/papers"' in text
    paper = client.get(f"/nights/{night}/papers/settlement-2-blue.pdf")
    assert (paper.mimetype, paper.data[:5]) == ("application/pdf", b"%PDF-")
    assert client.get(f"/nights/{night}/papers/settlement-9-red.pdf").status_code == 404


def house_night(house: House) -> str:
    """A closed night of a player with a long name who drew from a deposit, paid old markers, and owes some again."""
    name = "Maria-Theresia von Hohenlohe-Bartenstein"
    for line in ({"do": "register_player", "name": name}, {"do": "deposit", "amount": 30_000}):
        house.service.execute_for_house({**line, "card": "ada"}, house.sender)
    plays: list[list[tuple[str, dict[str, Any]]]] = [
        [("issue_marker", {"amount": 10_000})],
        [
            ("draw_deposit", {"amount": 20_000}),
            ("redeem_carried", {"amount": 4_000, "with": "cash"}),
            ("redeem_carried", {"amount": 1_000, "with": "checks"}),
            ("issue_marker", {"amount": 5_000}),
        ],
    ]
    for play in plays:
        night = house.open_night()
        house.do(night, "seat_player", player="red", card="ada")
        for do, arguments in play:
            house.do(night, do, player="red", **arguments)
        house.do(night, "tip", player="red", amount=house.service.night(night).ledger.balance("checks:red"))
        house.do(night, "close_night")
    return night


def test_a_closed_night_names_deposits_and_old_markers(house: House, client: Client) -> None:
    night = house_night(house)
    state, _, events = house.service.with_events(night)
    (line,) = closed_night(state, events, papers_by_name(state, events)).players
    assert re.findall(r"\$\d+", line.with_house) == ["$200", "$40", "$10"]
    assert '<li data-player="red">' in client.get(f"/nights/{night}").text
    assert re.findall(r"\$\d+", "".join(re.findall(r'class="night-debts">.*', client.get("/").text))) == ["$50", "$50"]


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_long_names_fit_on_the_pages_of_the_house(tablets: Tablets, house: House, size: tuple[int, int]) -> None:
    night = house_night(house)
    page = tablets.new(size).page
    for path in (
        "/",
        "/people",
        "/people/ada",
        "/office?period=all&by=player",
        f"/nights/{night}",
        f"/nights/{night}/papers",
    ):
        page.goto(f"{tablets.address}{path}")
        page.evaluate("document.fonts.ready")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        assert overlaps(written(page, ".chart p span")) == [], path


def test_a_touch_on_a_closed_night_is_refused(client: Client, house: House) -> None:
    night = house.open_night()
    house.do(night, "close_night")
    answer = client.post(f"/nights/{night}/commands", {"do": "start_deal"}, Accept="application/json")
    assert (answer.status_code, answer.get_json()["code"]) == (422, "wrong_phase")


def closed(table: PotTable, *papers: str) -> ClosedNight:
    table("close_night")
    there = papers_by_name(table.now, table.recorded)
    return closed_night(table.now, table.recorded, {name: there[name] for name in papers})


SOUND, DAMAGED = "2026-11-21-1", "2026-11-21-2"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with a night of one table, and a closed one in which a bet was paid."""
    path = tmp_path_factory.mktemp("damaged") / "book.db"
    with Book.open(path) as book:
        house = House(book)
        house.open_night()
        night = house.open_night(table="The Lynx")
        house.seat(night, red="Ada Lamb")
        house.deal(night)
        house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500)
        house.do(night, "turn", loser="2", winner="Q")
        house.do(night, "close_night")
    return path


@pytest.fixture
def forged(played: Path, tmp_path: Path) -> Iterator[Callable[[str], House]]:
    """The house on that book after somebody changed it."""
    path = tmp_path / "book.db"
    path.write_bytes(played.read_bytes())
    houses = []

    def change(statement: str) -> House:
        forger = Forger(path)
        forger(statement)
        forger.raw.commit()
        forger.raw.close()
        houses.append(House(Book.open(path), staff=False))
        return houses[-1]

    yield change
    for house in houses:
        house.book.close()


EMPTIED = f"UPDATE facts SET body = '{{}}' WHERE kind = 'PlayerSeated' AND night = '{DAMAGED}'"
OVERDRAWN = (
    f"UPDATE facts SET body = replace(body, '20000', '-20000') WHERE kind = 'ChecksBought' AND night = '{DAMAGED}'"
)
OTHER_PAY = "UPDATE facts SET body = replace(body, '\"paid_cents\":500', '\"paid_cents\":700') WHERE kind = 'BetPaid'"


@pytest.mark.parametrize("change", [EMPTIED, OVERDRAWN])
def test_the_list_shows_a_damaged_night_as_what_it_is(forged: Callable[[str], House], change: str) -> None:
    client = forged(change).client()
    answer = client.get("/")
    page = answer.text
    assert answer.status_code == 200
    assert f'href="/nights/{SOUND}"' in page
    assert f'href="/nights/{DAMAGED}"' not in page
    assert f'href="/nights/{DAMAGED}/verify"' in page
    assert "cannot be read" in page
    assert "The program failed" not in page
    assert client.get(f"/nights/{SOUND}").status_code == 200


def test_the_list_of_nights_blames_the_program_for_its_own_faults(
    house: House, client: Client, night: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fall_over(*_: object) -> None:
        raise KeyError("red")

    monkeypatch.setattr("web.nights.night_list.games_in_words", fall_over)
    page = client.get("/").text
    assert "cannot be read" in page
    assert "The program failed; the night is not at fault: " in page
    assert "no longer make a night" not in page


@pytest.mark.parametrize("change", [EMPTIED, OTHER_PAY])
def test_its_pages_say_that_it_is_damaged_and_how_to_verify(forged: Callable[[str], House], change: str) -> None:
    house = forged(change)
    client = house.client()
    for page in ("", "/papers/table.pdf", "/audit", "/bets"):
        answer = client.get(f"/nights/{DAMAGED}{page}")
        if change == OTHER_PAY and answer.status_code == 200:
            # Its events still read; what does not reckon with that one shows it as it is.
            assert page in ("/audit", "/bets")
            continue
        text = answer.text
        assert answer.status_code == 503, (page, answer.status_code)
        assert f'href="/nights/{DAMAGED}/verify"' in text
        assert 'href="/"' in text
    answer = client.get(f"/nights/{DAMAGED}", headers={"Accept": "application/json"})
    assert answer.get_json()["code"] == "book_damaged"
    assert "event " in answer.get_json()["why"].lower()
    assert client.get(f"/nights/{DAMAGED}/verify").status_code == 200
    with house.app.test_request_context():
        board = board_link(DAMAGED)
    words = house.app.test_client().get(board)
    assert "/verify" not in words.text


@pytest.mark.parametrize("error", [StopIteration(), RuntimeError("generator raised StopIteration")], ids=type)
def test_a_page_that_finds_nothing_where_there_must_be_something_blames_the_night(
    forged: Callable[[str], House], error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fall_over(*_: object) -> None:
        raise error

    monkeypatch.setattr("web.audit.disputes._views", fall_over)
    answer = forged(OTHER_PAY).client().get(f"/nights/{DAMAGED}/disputes", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.get_json()["code"]) == (503, "book_damaged")


def asked_for_board(path: Path, night: str) -> tuple[int, str]:
    """What a night's board is answered with, its status and code."""
    with Book.open(path) as book:
        app = House(book, staff=False).app
        with app.test_request_context():
            board = board_link(night)
        answer = app.test_client().get(board, headers={"Accept": "application/json"})
    return answer.status_code, answer.get_json()["code"]


def test_a_page_that_falls_over_a_bent_index_blames_the_book(played: Path, tmp_path: Path) -> None:
    """Its night is sound by the tables; by the index a bet is laid before its checks are bought."""
    bent = Path(copy(played, tmp_path))
    exchange(bent, DAMAGED, 3, 6)
    assert asked_for_board(bent, DAMAGED) == (503, "book_damaged")


def test_a_page_that_falls_over_a_sound_night_is_a_fault_of_the_program(
    house: House, client: Client, night: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fall_over(*_: object) -> None:
        raise KeyError("red")

    monkeypatch.setattr("web.nights.pages.render_table", fall_over)
    for _ in range(2):
        answer = client.get(f"/nights/{night}", headers={"Accept": "application/json"})
        assert (answer.status_code, answer.get_json()["code"]) == (500, "internal")
        # Whoever tries again at once has the night not verified anew.
        monkeypatch.setattr("web.nights.verifications.Verifications.begin", fall_over)


def test_a_fault_beside_a_bent_index_is_told(played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is wrong with the book keeps no night from being read but the one that its index has otherwise."""

    def fall_over(*_: object) -> None:
        raise KeyError("red")

    bent = Path(copy(played, tmp_path))
    exchange(bent, DAMAGED, 3, 6)
    monkeypatch.setattr("web.board._told", fall_over)
    assert asked_for_board(bent, SOUND) == (500, "internal")


HOUSES = houses()


def test_every_game_is_offered_under_a_title_of_its_own() -> None:
    assert set(HOUSES) == set(GAMES)
    assert len({game.title for game in HOUSES.values()}) == len(GAMES)
    shown = [setting.field for setting in HOUSES["fan_tan"].shown]
    assert shown == ["chip", "ante", "ante_extra"], "what a long hand pays stands by the ante"


@pytest.mark.parametrize("name", HOUSES)
def test_every_preset_has_words_and_every_setting_stands_in_one_place(name: str) -> None:
    entry, game = HOUSES[name], GAMES[name]
    assert next(iter(entry.presets)) == next(iter(game.presets))
    assert set(entry.presets) == set(game.presets) == set(PRESETS[name])
    for preset in entry.presets:
        assert sorted((*entry.settings, "preset")) == sorted(entry.usual(preset))
    assert entry.smallest in entry.settings
    assert all(setting.label for group in SETTINGS[name].values() for setting in group)
    assert {setting.field for group in SETTINGS[name].values() for setting in group} == set(entry.settings)
    assert {found for found, value in entry.schema.fields.items() if isinstance(value, List)} == set(entry.lists)


@pytest.fixture
def linked_night(house: House) -> str:
    linked_night = house.open_night()
    house.seat(linked_night, red="Ada Lamb", blue="Wm. Hart")
    return linked_night


def page_at(house: House, host: str, path: str) -> str:
    """A page as a browser sees it in which one of the staff signed in under this name of the house."""
    http, base = house.app.test_client(), f"http://{host}"
    token = http.get("/api/token", base_url=base).get_json()["token"]
    http.post("/api/sign-in", json={"name": STAFF_NAME, "pin": PIN}, headers={"X-CSRFToken": token}, base_url=base)
    return http.get(path, base_url=base).text


def test_a_code_is_the_address_as_the_browser_sees_it(house: House, linked_night: str) -> None:
    with house.app.test_request_context(base_url="http://cage.lan:8321"):
        addresses = {
            "": board_link(linked_night, external=True),
            "red": player_link(linked_night, "red", external=True),
        }
    for of, address in addresses.items():
        assert address.startswith("http://cage.lan:8321/")
        shown = page_at(house, "cage.lan:8321", f"/nights/{linked_night}/links?of={of}")
        assert str(code_on_screen(address)) in shown
        assert 'class="warning"' not in shown


def test_it_warns_where_no_telephone_can_reach_the_house(house: House, linked_night: str) -> None:
    for host in ("localhost", "127.0.0.1:8321", "[::1]:8321"):
        assert 'class="warning"' in page_at(house, host, f"/nights/{linked_night}/links"), host


@pytest.mark.parametrize(
    ("bound_to", "opened_at", "address"),
    [
        ("192.168.1.5", "localhost:8321", "http://192.168.1.5:8321/"),
        ("192.168.1.5", "cage.lan:8321", "http://cage.lan:8321/"),
        ("127.0.0.1", "localhost:8321", "http://localhost:8321/"),
    ],
)
def test_another_tablet_gets_in_by_the_houses_address_and_its_code(
    house: House, linked_night: str, bound_to: str, opened_at: str, address: str
) -> None:
    house.app.extensions[ENTRANCE] = Entrance(scheme="http", host=bound_to, port=8321)
    shown = page_at(house, opened_at, f"/nights/{linked_night}/links?of={OF_TABLET}")
    assert f'<p class="address">{address}</p>' in shown
    assert str(code_on_screen(address)) in shown
    assert ('class="warning"' in shown) == ("--host 0.0.0.0" in shown) == (bound_to == "127.0.0.1")


def test_a_closed_night_prints_every_players_code(house: House, client: Client, linked_night: str) -> None:
    house.do(linked_night, "close_night")
    page = client.get(f"/nights/{linked_night}").text
    with house.app.test_request_context():
        for player in ("red", "blue"):
            assert str(code_on_screen(player_link(linked_night, player, external=True))) in page
    paper = PdfReader(BytesIO(client.get(f"/nights/{linked_night}/papers/settlement-1-red.pdf").data))
    assert "Your night, bet by bet" in " ".join(paper.pages[0].extract_text().split())


def steps_of(client: Client) -> list[str]:
    """The first steps that are shown, each "done" or ""."""
    page = client.get("/").text.partition('id="steps-title"')[2].partition("</ol>")[0]
    return re.findall(r'<li(?: class="(done)")?>', page)


def test_a_new_house_is_shown_its_first_steps_until_they_are_done(house: House, client: Client) -> None:
    assert steps_of(client) == ["", "", ""]
    style = {"language": "de", "currency": "EUR", "first_steps": "1"}
    answer = client.http.post("/house-style", data={"csrf_token": client.token, **style})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert steps_of(client) == ["done", "", ""]
    night = house.open_night()
    assert steps_of(client) == ["done", "", "done"]
    other = house.client()
    assert steps_of(client) == steps_of(other) == []
    house.do(night, "close_night")
    assert steps_of(client) == []


def test_first_steps_are_put_away_in_this_browser_and_gone_once_a_night_is_closed(house: House, client: Client) -> None:
    other = house.client()
    assert client.http.post("/first-steps/put-away", data={"csrf_token": client.token}).status_code == 303
    assert (steps_of(client), steps_of(other)) == ([], ["", "done", ""])
    house.do(house.open_night(), "close_night")
    assert steps_of(other) == []


def test_the_first_steps_show_the_address_that_a_tablet_opens(house: House, client: Client) -> None:
    assert "--host 0.0.0.0" in client.get("/").text
    house.app.extensions[ENTRANCE] = Entrance(scheme="http", host="10.0.0.7", port=8321)
    page = client.get("/").text
    assert code_on_screen("http://10.0.0.7:8321/") in page
    assert "--host 0.0.0.0" not in page


@pytest.mark.parametrize("status", [404, 200])
def test_the_way_in_leads_to_the_authority_if_the_house_has_one(
    house: House, client: Client, stranger: Client, tmp_path: Path, status: int
) -> None:
    authority = make_certificate(["cage.lan"], tmp_path, datetime.now(UTC)).authority.read_text()
    entrance = Entrance(scheme="https", host="10.0.0.7", port=8321, authority=authority if status == 200 else "")
    house.app.extensions[ENTRANCE] = entrance
    assert ("Trust this house" in client.get("/").text) == (status == 200)
    assert ('href="/authority"' in stranger.get("/sign-in").text) == (status == 200)
    for path in ("/authority", "/authority/casekeeper.crt"):
        answer = stranger.get(path)
        assert answer.status_code == status
    assert (answer.text == authority) == (status == 200)
