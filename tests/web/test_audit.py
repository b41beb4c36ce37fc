"""The auditor's pages: the register, its search, dossiers, the export and what the chances say."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from dealer.commands.commands import HOUSE_COMMANDS
from dealer.commands.refusal import Refusal, refusal_of
from dealer.demo import Demo
from dealer.fairness import as_document, inspect, read_cards
from dealer.games.fan_tan.game import GAME as FAN_TAN
from dealer.games.faro.game import GAME as FARO
from dealer.night_service import NightService
from dealer.printings import PrintingsKeeper
from events.book.book import Book
from ledger.export import FORMATS, Commodities, Commodity
from reports.printing import commodities_for, paper_style
from reports.render_options import HouseStyle
from tests.ledger.export.nights import HOSTILE, everything
from tests.oracle.random_fan_tan import random_night_of_both
from tests.oracle.random_nights import random_night
from tests.support.disputed import BET, Disputed
from tests.support.forger import Forger, make_hashes_good
from tests.support.house import Client, House, night_of_two_offsets
from tests.support.packs import with_splits_put_up
from tests.support.pure import AskedNight, asked, bet, faro, turn
from tests.support.tables import match_night
from tests.web.evenings import short_night
from web.app.links import player_link
from web.app.schema_fields import FieldRefused
from web.audit.command_form import ARGUMENT, CommandForm, document_of
from web.audit.register import Search
from web.command_line.commands import commands
from web.time_travel import Step, Steps

LINE = re.compile(r'<tr id="command-(\d+)".*?</tr>', re.DOTALL)


@pytest.fixture(scope="module")
def audited_house() -> Iterator[House]:
    made = House()
    yield made
    made.book.close()


@pytest.fixture(scope="module")
def audited_night(audited_house: House) -> str:
    return short_night(audited_house)


@pytest.fixture(scope="module")
def auditor(audited_house: House) -> Client:
    return audited_house.client()


def lines(auditor: Client, address: str) -> dict[int, str]:
    """The lines of a page by their command's number, as text without marks."""
    page = auditor.get(address)
    assert page.status_code == 200
    found = LINE.finditer(page.text)
    return {int(entry[1]): " ".join(re.sub(r"<[^>]+>", " ", entry[0]).split()) for entry in found}


@pytest.mark.usefixtures("new_york")
def test_pages_name_the_offset_of_an_hour_that_is_not_the_one_of_the_opening() -> None:
    with Book.open() as book:
        house = House(book)
        night = night_of_two_offsets(book)
        here = f"/nights/{night}"
        with house.app.test_request_context():
            phone = player_link(night, "red")
        shown = {
            here: ["1:20 am UTC−05:00", "1:30 am–1:15 am UTC−05:00"],
            f"{here}?at={len(book.events(night))}": ["01:25:00 UTC−05:00"],
            f"{here}/audit": ["01:05:00 UTC−05:00"],
            f"{here}/what-if": ["01:05:00 UTC−05:00"],
            f"{here}/bets/b1": ["1:05 am UTC−05:00"],
            f"{here}/disputes": ["1:25 am UTC−05:00"],
            f"{here}/cash-drawer": ["1:10 am UTC−05:00"],
            "/floor": ["1:15 am UTC−05:00"],
            phone: ["1:18 am UTC−05:00"],
        }
        client = house.client()
        for address, words in shown.items():
            text = client.get(address).text
            assert [word for word in words if word not in text] == [], address
            assert "1:40 am UTC" not in text
            assert "01:40:00 UTC" not in text


def test_every_command_is_listed_with_its_events(audited_house: House, auditor: Client, audited_night: str) -> None:
    found = lines(auditor, f"/nights/{audited_night}/audit")
    commands = audited_house.book.commands(audited_night)
    assert list(found) == [entry.number for entry in commands] == list(range(1, 38))
    events = audited_house.book.events(audited_night)
    for command in commands:
        line = found[command.number]
        made = events[command.version_before : command.version_after]
        assert command.who in line
        assert command.device in line
        for event in made:
            assert event.hash[:10] in line
            assert event.kind not in line
        assert not command.refused or refusal_of(command.refused, command.why).why in line
    assert "Wm. Hart lays $10 on splitting the A-K." in found[9]
    assert "9 $10.00" in found[9]
    assert "Wm. Hart’s bet on splitting the A-K loses $10." in found[11]
    assert "deal 1, turn 1 · " in found[11]
    assert not any(
        re.search(r"[a-z]_[a-z]", line) for number, line in found.items() if commands[number - 1].refused is None
    )
    assert "4 events, 11–14 · $15.00" in found[11]
    assert "Turn 1: loser Q♦, winner A♠; 2 bets settled." in found[11]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("outcome=refused", {14, 15}),
        ("outcome=taken_back", {16}),
        ("kind=turn", {11}),
        ("player=white", {23, 24, 25, 27, 28, 29, 31, 34, 35, 37}),
        ("words=hart+MARKER", {5, 36}),
        ("words=bets_closed", {14}),
        ("words=drawn", {14}),
        ("player=red&kind=place_bet&outcome=stands", {8, 12}),
        ("kind=nothing", set()),
    ],
)
def test_the_form_finds_what_it_is_asked_for(auditor: Client, audited_night: str, asked: str, found: set[int]) -> None:
    assert set(lines(auditor, f"/nights/{audited_night}/audit?{asked}")) == found
    if not found:
        assert "No command matches." in auditor.get(f"/nights/{audited_night}/audit?{asked}").text


@pytest.mark.parametrize(
    "asked", ["page=0", "page=2", "page=x", "command=-1", "page=99999999999", "page=%D9%A3", "command=%D9%A3"]
)
def test_a_page_that_is_not_there_is_refused(auditor: Client, audited_night: str, asked: str) -> None:
    assert auditor.get(f"/nights/{audited_night}/audit?{asked}").status_code == 400


def test_a_long_night_has_200_commands_a_page_and_any_command_its_page(audited_house: House, auditor: Client) -> None:
    audited_night = audited_house.open_night()
    audited_house.seat(audited_night, red="Ada Lamb")
    for _ in range(205):
        with suppress(Refusal):
            audited_house.do(audited_night, "buy_checks", player="red", amount=-1)
    address = f"/nights/{audited_night}/audit"
    assert list(lines(auditor, address)) == list(range(1, 201))
    assert list(lines(auditor, f"{address}?page=2")) == list(range(201, 209))
    page = auditor.get(f"{address}?command=203").text
    assert 'id="command-203" class="refused-row sought"' in page
    assert 'id="command-200"' not in page
    # What is asked for stays asked for on the next page.
    assert f'href="{address}?page=2&amp;outcome=refused"' in auditor.get(f"{address}?outcome=refused").text


def test_the_room_is_reached_from_the_list_the_drawer_and_a_closed_night(audited_house: House, auditor: Client) -> None:
    audited_night = audited_house.open_night()
    address = f'href="/nights/{audited_night}/audit"'
    assert address in auditor.get("/").text
    assert address in auditor.get(f"/nights/{audited_night}").text
    audited_house.do(audited_night, "close_night")
    assert address in auditor.get(f"/nights/{audited_night}").text


DEVICES = {"tablet-7": "Behind the bar"}
NAMES = {"red": "Ada Lamb", "blue": "Straße"}


@pytest.fixture(scope="module")
def steps() -> tuple[Step, ...]:
    """Commands 1 to 7 open the night; two bets, one of them too late, a card taken back, and another deal."""
    night: AskedNight = faro(
        bet("a", "Q"),
        {"do": "draw_loser", "card": "Qd"},
        bet("late", "J", player="blue"),
        {"do": "draw_winner", "card": "Jd"},
        {"do": "void"},
        {"do": "draw_winner", "card": "9d"},
        bet("b", "9", player="blue"),
        turn("9s", "8s"),
        {"do": "void_deal", "reason": "A card is missing"},
        {"do": "start_deal"},
    )
    commands = [*night.commands[:-1], replace(night.commands[-1], who="M. Earp", device="tablet-7")]
    return Steps().continued(night.history, commands).made


@pytest.mark.parametrize(
    ("sought", "found"),
    [
        ({}, list(range(1, 18))),
        ({"player": "blue"}, [4, 5, 10, 14, 15]),
        ({"kind": "place_bet"}, [8, 10, 14]),
        ({"kind": "place_bet", "player": "blue", "outcome": "stands"}, [14]),
        ({"outcome": "refused"}, [10]),
        ({"outcome": "taken_back"}, [11]),
        ({"part": "deal 1", "turn": "2"}, [14, 15]),
        ({"part": "after deal 1"}, [16]),
        ({"turn": "9"}, []),
        ({"words": "bets_closed"}, [10]),
        ({"words": "REFUSED"}, [10]),
        ({"words": "taken back"}, [11, 12]),
        ({"words": "9♠"}, [15]),
        ({"words": "deal 1,"}, [6, 7, 8, 9, 10, 11, 12, 13, 14, 15]),
        ({"words": "17"}, [17]),
        ({"words": "earp"}, [17]),
        ({"words": "tablet-7"}, [17]),
        ({"words": "the bar"}, [17]),
        ({"words": "  place_bet   strasse "}, [10, 14]),
        ({"words": "lamb", "kind": "buy_checks"}, [3]),
        ({"words": "missing"}, [16]),
    ],
)
def test_the_commands_found_are_those_sought(steps: tuple[Step, ...], sought: dict[str, str], found: list[int]) -> None:
    assert [step.number for step in Search(**sought).among(steps, NAMES, DEVICES)] == found


DOCUMENTS: list[tuple[str, dict[str, Any], str, str]] = [
    ("five_hundred", {"do": "score_hand", "tricks": {"red": 9, "blue": 1}}, "tricks", "red 9, blue 1"),
    ("five_hundred", {"do": "name_partner", "partners": ["red", "blue"]}, "partners", "red, blue"),
    ("forty_five", {"do": "start_match", "sides": [["red", "M. E."], ["blue"]]}, "sides", "red, M. E. / blue"),
    ("five_in_one", {"do": "part_result", "part": "bango", "chips": {"red": -3, "blue": 3}}, "chips", "red -3, blue 3"),
    ("frog", {"do": "start_hand", "dealer": "red"}, "players", ""),
]  # fmt: skip


def form_of(game: str, document: dict[str, Any], **typed: str) -> CommandForm:
    night = match_night(game, "red blue white").now
    form = CommandForm.of(night, document)
    sent = {ARGUMENT + argument.name: argument.typed for argument in form.arguments}
    return CommandForm.read(night, document, {**sent, **{ARGUMENT + name: text for name, text in typed.items()}})


@pytest.mark.parametrize(("game", "document", "name", "text"), DOCUMENTS)
def test_untouched_values_stay_as_they_were(game: str, document: dict[str, Any], name: str, text: str) -> None:
    form = form_of(game, document)
    [argument] = [entry for entry in form.arguments if entry.name == name]
    assert (argument.typed, argument.choices) == (text, ())
    assert form.asked() == document


@pytest.mark.parametrize(("game", "document", "name", "text"), DOCUMENTS)
def test_what_is_typed_is_read_as_it_was_written(game: str, document: dict[str, Any], name: str, text: str) -> None:
    other = {key: value for key, value in document.items() if key != name}
    assert form_of(game, other, **{name: text}).document() == document


def test_what_names_no_number_is_refused_with_the_field() -> None:
    form = form_of("five_hundred", DOCUMENTS[0][1], tricks="red nine")
    with pytest.raises(FieldRefused) as refused:
        form.document()
    assert (refused.value.field, refused.value.why) == ("tricks", "Tricks: “red nine” is not a player with a number.")


PLACE = {"do": "place_bet", "bet": "a", "player": "red", "kind": "single", "ranks": ["Q"], "stake": 550}


@pytest.fixture(scope="module")
def form_night() -> AskedNight:
    return asked(random_night(4, most_lines=60))


def sent(form: CommandForm, **typed: str) -> dict[str, str]:
    """What a browser sends of a form: everything that stands in it, but ticks that are off."""
    found = {argument.name: argument.typed or ("on" if argument.ticked else "") for argument in form.arguments}
    return {ARGUMENT + name: text for name, text in {**found, **typed}.items() if text}


def read(form_night: AskedNight, document: dict[str, Any], **typed: str) -> dict[str, Any]:
    form = CommandForm.of(form_night.now, document)
    return CommandForm.read(form_night.now, document, sent(form, **typed)).document()


def test_a_form_that_nobody_touched_makes_the_same_document() -> None:
    words_seen = set()
    for lines in (random_night(9, most_lines=300), random_night_of_both(5, most_lines=300)):
        form_night = asked(lines)
        for command in form_night.commands:
            form = CommandForm.of(form_night.now, command.document)
            assert CommandForm.read(form_night.now, command.document, sent(form)).asked() == command.document
            words_seen.add(command.document["do"])
    assert len(words_seen) > 25


def test_every_command_has_a_form_with_what_it_must_be_told_in_sight(form_night: AskedNight) -> None:
    for do in (*HOUSE_COMMANDS, *FARO.words, *FAN_TAN.words):
        form = CommandForm.of(form_night.now, {"do": do})
        assert form.document() == {"do": do}
        assert all(entry.label for entry in form.arguments)
    assert [part.name for part in CommandForm.of(form_night.now, PLACE).arguments][:4] == [
        "coppered",
        "paroli",
        "stake",
        "player",
    ]
    folded = {argument.name for argument in CommandForm.of(form_night.now, PLACE).arguments if argument.folded}
    assert folded == {"win", "lose", "row", "parity", "card", "form"}


def test_what_is_typed_is_read_as_the_contract_has_it(form_night: AskedNight) -> None:
    assert read(form_night, PLACE, coppered="on", stake="$1,000.25") == {**PLACE, "coppered": True, "stake": 100_025}
    assert read(form_night, PLACE, kind="split", ranks="q, j") == {**PLACE, "kind": "split", "ranks": ["Q", "J"]}
    assert read(form_night, PLACE, kind="heeled", ranks="", win="A-2", lose="K") == {
        "do": "place_bet",
        "bet": "a",
        "player": "red",
        "kind": "heeled",
        "win": ["A", "2"],
        "lose": ["K"],
        "stake": 550,
    }
    assert read(form_night, {**PLACE, "coppered": True}, coppered="")["coppered"] is False
    assert read(form_night, {"do": "place_bet"}, win="high")["win"] == "high"
    assert read(form_night, {"do": "turn", "loser": "Q", "winner": "K"}, loser="q♠", winner="10H") == {
        "do": "turn",
        "loser": "Qs",
        "winner": "10h",
    }
    assert read(form_night, {"do": "raise_dispute"}, about="7")["about"] == 7
    assert read(form_night, {"do": "raise_dispute"}, about="b7")["about"] == "b7"
    assert read(form_night, {"do": "lend_stake"}, profit_share="0.25")["profit_share"] == 0.25
    assert read(form_night, {"do": "bar_bet", "bet": "a"}, turns="2") == {"do": "bar_bet", "bet": "a", "turns": 2}


def test_what_does_not_read_names_its_field(form_night: AskedNight) -> None:
    for document, name, text in (
        (PLACE, "stake", "lots"),
        ({"do": "bar_bet", "bet": "a"}, "turns", "two"),
        ({"do": "lend_stake"}, "profit_share", "half"),
    ):
        with pytest.raises(FieldRefused) as refused:
            read(form_night, document, **{name: text})
        assert refused.value.field == name
    for document, typed, why in (
        ({**PLACE, "kind": ""}, {"kind": ""}, "Kind: choose one."),
        (PLACE, {"stake": ""}, "Stake: fill this in."),
        (PLACE, {"ranks": "Q, Z"}, "Ranks: a rank must be one of A 2 3 4 5 6 7 8 9 10 J Q K."),
        (
            {"do": "lend_stake", "lender": "red", "borrower": "blue", "amount": 5},
            {"profit_share": "2"},
            "Share of profit ",
        ),
    ):
        form = CommandForm.of(form_night.now, document)
        with pytest.raises(FieldRefused, match=f"^{re.escape(why)}"):
            CommandForm.read(form_night.now, document, sent(form, **typed)).asked()
    for text in ("{", "[]", "7", '{"do": NaN}', '{"do": "\\ud800"}', "[" * 10_000):
        with pytest.raises(FieldRefused):
            document_of(text)
    with pytest.raises(Refusal):
        CommandForm.of(form_night.now, {"do": "dance"})


@pytest.fixture(scope="module")
def room() -> Iterator[tuple[Client, str]]:
    """A client of the staff, and a night with a ruled bet and a disputed turn of a hand."""
    house = House()
    entry = Disputed(house.book).play_bet().rule().play_hand()
    entry.refused("raise_dispute", dispute="d9", player="red", about="disputed", claim="I laid it")
    night = entry.night
    yield house.client(), f"/nights/{night}"
    house.book.close()


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    return " ".join(answer.text.split())


def test_all_bets_and_hands_are_listed_with_what_is_disputed(room: tuple[Client, str]) -> None:
    client, night = room
    page = text(client, f"{night}/bets")
    assert f'href="{night}/bets/{BET}">the Q</a>' in page
    assert f'href="{night}/bets/other">splitting the Q-K</a>' in page
    assert f'href="{night}/hands/1">Hand 1</a>' in page
    assert f'class="dispute-mark" href="{night}/disputes#d1"' in page
    assert f'class="dispute-mark open" href="{night}/disputes#d2"' in page
    of_blue = text(client, f"{night}/bets?player=blue")
    assert f'href="{night}/bets/other"' in of_blue
    assert f'href="{night}/bets/{BET}"' not in of_blue


def test_many_bets_are_shown_a_page_at_a_time(room: tuple[Client, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.audit.pages.A_PAGE", 1)
    client, night = room
    first, second = (text(client, f"{night}/bets?page={page}&at=26") for page in (1, 2))
    for page, has, lacks in ((first, BET, "other"), (second, "other", BET)):
        assert f'href="{night}/bets/{has}?at=26"' in page
        assert f'href="{night}/bets/{lacks}?at=26"' not in page
    assert f'href="{night}/bets?at=26&amp;page=2" aria-current="page">2–2 <small>deal 1</small></a>' in second
    # Of one player's bets there is one page, and no way to others.
    assert 'class="pagination"' not in text(client, f"{night}/bets?player=blue")
    assert [client.get(f"{night}/bets?page={page}").status_code for page in ("0", "3", "x")] == [400] * 3


def test_a_dossier_is_a_page_and_a_paper(room: tuple[Client, str]) -> None:
    client, night = room
    page = text(client, f"{night}/bets/{BET}")
    assert "Ada Lamb’s bet on the Q" in page
    assert page.count('class="was-refused') == 4
    words = re.sub("<[^>]*>", "", page)
    assert "Rule 1.4 case 3, law 1: the Q as loser is against it: lost" in words
    paper = client.get(f"{night}/bets/{BET}.pdf")
    assert paper.mimetype == "application/pdf"
    assert paper.data.startswith(b"%PDF-")


def test_a_dossier_as_of_an_event_knows_nothing_later(room: tuple[Client, str]) -> None:
    client, night = room
    assert "is barred for 1 turn" in text(client, f"{night}/bets/{BET}?at=16")
    earlier = text(client, f"{night}/bets/{BET}?at=15")
    assert "is barred" not in earlier
    assert "disputes it" not in earlier
    assert f'href="{night}/bets/{BET}.pdf?at=15"' in earlier
    assert "refused" in earlier


def test_a_bet_that_came_too_late_has_a_page_too(room: tuple[Client, str]) -> None:
    client, night = room
    page = text(client, f"{night}/bets/late")
    assert "A refused bet" in page
    assert "Turn 4: The loser is Q; bets are closed." in page
    assert "Refused: Wm. Hart lays $5 on the J." in page
    assert client.get(f"{night}/bets/late.pdf").status_code == 404


def test_what_the_night_has_not_had_is_not_found(room: tuple[Client, str]) -> None:
    client, night = room
    for path in ("bets/none", "bets/disputed", "bets/none.pdf", "hands/7", "hands/x", f"bets/{BET}?at=8"):
        assert client.get(f"{night}/{path}").status_code == 404
    assert client.get(f"{night}/bets?at=9999").status_code == 400


KINDS = {
    "hledger": ("text/x-hledger; charset=utf-8", "hledger"),
    "ledger": ("text/x-ledger; charset=utf-8", "ledger"),
    "beancount": ("text/x-beancount; charset=utf-8", "beancount"),
    "csv": ("text/csv; charset=utf-8; header=present", "csv"),
    "jsonl": ("application/jsonl; charset=utf-8", "jsonl"),
}


def casekeeper(*arguments: object) -> Result:
    return CliRunner().invoke(commands, ["export", *map(str, arguments)])


def pieces_of(book: Book, to: str, *nights: str, commodity: str = "USD") -> bytes:
    return b"".join(FORMATS[to].pieces(book, nights, Commodities(usual=Commodity(code=commodity))))


@pytest.mark.parametrize(("currency", "digits"), [("EUR", 2), ("JPY", 0), ("KWD", 3)])
def test_exports_are_in_the_currency_of_the_night_else_of_the_house(
    house: House, client: Client, night: str, currency: str, digits: int
) -> None:
    printed, commodity = house.open_night(), Commodity(code=currency, digits=digits)
    keeper = PrintingsKeeper(house.book)
    keeper.print(printed, house.service.at(printed)[1], {"a": 1}, paper_style(HouseStyle()), house.sender, zone="UTC")
    keeper.choose(paper_style(HouseStyle(currency=currency)), house.sender)
    for to in FORMATS:
        assert client.get(f"/nights/{printed}/export/{to}").data == pieces_of(house.book, to, printed)
        ours = b"".join(FORMATS[to].pieces(house.book, [night], Commodities(usual=commodity)))
        assert client.get(f"/nights/{night}/export/{to}").data == ours
    both = Commodities(usual=commodity, of_nights={printed: Commodity(code="USD")})
    assert commodities_for(keeper.printings(), ["house", night, printed]) == both


def damaged_copy(where: Path, folder: Path) -> Path:
    """A copy of a book in which the last night has moves on accounts that there are not."""
    damaged = folder / "damaged.db"
    damaged.write_bytes(where.read_bytes())
    forger = Forger(damaged)
    forger("UPDATE facts SET body = replace(body, 'checks:', 'purse:') WHERE night = '2026-11-21-2'")
    make_hashes_good(forger)
    forger.raw.commit()
    forger.raw.close()
    return damaged


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with three nights; the one opened last has the earliest date."""
    where = tmp_path_factory.mktemp("export") / "book.db"
    with Book.open(where) as book:
        service = NightService(book)
        for date in ("2026-11-21", "2026-11-21", "2026-11-20"):
            opening, *lines = everything()[:12]
            night = service.execute({**opening, "date": date}, HOSTILE).night
            for line in lines:
                service.execute(line, HOSTILE, night=night)
    return where


def test_all_nights_of_a_book_go_into_one_file_by_their_dates(where: Path) -> None:
    with Book.open(where) as book:
        for to in FORMATS:
            ran = casekeeper("--book", where, "--format", to)
            assert (ran.exit_code, ran.stderr) == (0, "")
            assert ran.stdout_bytes == pieces_of(book, to, "house", "2026-11-20-1", "2026-11-21-1", "2026-11-21-2")


def test_named_nights_are_written_once_each_into_the_file_named(where: Path, tmp_path: Path) -> None:
    out = tmp_path / "two.beancount"
    out.write_text("what was there before")
    nights = ("2026-11-21-2", "2026-11-20-1", "2026-11-21-2")
    ran = casekeeper(*nights, "--book", where, "--format", "beancount", "--out", out, "--commodity", "EUR")
    assert (ran.exit_code, ran.stdout) == (0, f"{out}\n")
    with Book.open(where) as book:
        assert out.read_bytes() == pieces_of(book, "beancount", "2026-11-20-1", "2026-11-21-2", commodity="EUR")
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["2026-11-21-9"], "The book has no night 2026-11-21-9. [no_such_night]"),
        (["staff"], "The book has no night staff. [no_such_night]"),
        (["--commodity", "dollars"], "A commodity must be three capital letters, such as USD. [bad_input]"),
        (["--book", "nowhere.db"], "There is no book at nowhere.db. [no_such_book]"),
    ],
)
def test_a_refusal_leaves_the_file_as_it_was(where: Path, tmp_path: Path, arguments: list[str], said: str) -> None:
    out = tmp_path / "out.hledger"
    out.write_text("what was there before")
    ran = casekeeper("--book", where, "--format", "hledger", "--out", out, *arguments)
    assert (ran.exit_code, ran.stdout, ran.stderr) == (1, "", f"casekeeper: {said}\n")
    assert out.read_text() == "what was there before"


def test_a_damaged_book_is_said_and_leaves_no_half_of_a_file(tmp_path: Path, where: Path) -> None:
    damaged, out = damaged_copy(where, tmp_path), tmp_path / "out.csv"
    ran = casekeeper("--book", damaged, "--format", "csv", "--out", out)
    assert ran.exit_code == 1
    assert ran.stderr == (
        "casekeeper: Night 2026-11-21-2 has moves on purse:red, which is not in the chart of accounts. [book_damaged]\n"
    )
    assert sorted(tmp_path.iterdir()) == [damaged]


def test_a_night_is_downloaded_as_a_file_of_its_format(house: House, client: Client, night: str) -> None:
    for to, (kind, suffix) in KINDS.items():
        answer = client.get(f"/nights/{night}/export/{to}")
        assert answer.status_code == 200
        assert answer.headers["Content-Type"] == kind
        assert answer.headers["Content-Disposition"] == f'attachment; filename="{night}.{suffix}"'
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.data == pieces_of(house.book, to, night)
    assert list(KINDS) == list(FORMATS)
    rows = list(csv.reader(io.StringIO(client.get(f"/nights/{night}/export/csv").text)))
    assert len(rows) == 1 + 2 * 3
    euros = client.get(f"/nights/{night}/export/ledger?commodity=EUR").data
    assert euros == pieces_of(house.book, "ledger", night, commodity="EUR")


def test_a_download_says_how_long_it_is_and_is_sent_in_pieces(house: House, client: Client, night: str) -> None:
    for _ in range(90):
        house.do(night, "seat_player", player="white", name="N" * 60)
        house.do(night, "leave_table", player="white")
    answer = client.http.get(f"/nights/{night}/export/jsonl")
    assert answer.is_streamed
    pieces = list(answer.iter_encoded())
    assert len(pieces) > 1
    assert answer.content_length == sum(map(len, pieces))
    assert b"".join(pieces) == pieces_of(house.book, "jsonl", night)
    answer.close()


def test_a_download_that_fails_at_its_end_is_a_sentence_and_no_half_of_a_file(house: House, client: Client) -> None:
    """Also where thousands of its bytes could be written: the day after is asked for last."""
    night = house.open_night(date="9999-12-31")
    house.seat(night, red="Ada Lamb")
    for _ in range(100):
        house.do(night, "buy_checks", player="red", amount=500)
    answer = client.get(f"/nights/{night}/export/beancount")
    assert answer.status_code == 503
    assert "beancount asserts balances on the next day, and there is no day after 9999-12-31." in answer.text
    assert "Content-Disposition" not in answer.headers
    assert client.get(f"/nights/{night}/export/hledger").status_code == 200


def test_a_damaged_book_is_downloaded_only_as_its_rows(where: Path, tmp_path: Path) -> None:
    with Book.open(damaged_copy(where, tmp_path)) as book:
        client = House(book).client()
        for to in FORMATS:
            answer = client.get(f"/nights/2026-11-21-2/export/{to}")
            assert answer.status_code == (200 if to == "jsonl" else 503)
            assert ("purse:red, which is not in the chart of accounts." in answer.text) == (to != "jsonl")


def test_what_is_not_there_is_not_downloaded(client: Client, stranger: Client, night: str) -> None:
    assert client.get(f"/nights/{night}/export/xlsx").status_code == 404
    assert client.get("/nights/2026-11-21-9/export/csv").status_code == 404
    assert client.get("/nights/staff/export/csv").status_code == 404
    assert client.get(f"/nights/{night}/export/csv?commodity=dollars").status_code == 400
    assert stranger.get(f"/nights/{night}/export/csv").status_code in (303, 401)


@pytest.fixture(scope="module")
def dealt() -> Iterator[tuple[House, Client, str, str]]:
    """A house with a demonstration night of two deals, and a night on which splits were put up; the latter by hand."""
    house = House()
    demo = Demo(("faro",), house.book, "2026-11-21", 7, rounds=2)
    for _ in demo.turns():
        pass
    night, random = house.open_night(), Random(1)
    for _ in range(2):
        pack = with_splits_put_up(random, 9)
        house.deal(night, pack[0])
        for at in range(1, 51, 2):
            house.do(night, "turn", loser=pack[at], winner=pack[at + 1])
        client = house.client()
        assert client.post(f"/api/nights/{night}/commands", {"do": "expose_hock", "card": pack[7]}).status_code == 422
        house.do(night, "expose_hock", card=pack[51])
        house.do(night, "end_deal")
    yield house, house.client(), demo.night, night
    house.book.close()


def test_a_square_night_is_said_to_be_one(dealt: tuple[House, Client, str, str]) -> None:
    house, client, night, _ = dealt
    found = as_document(inspect([read_cards(house.book, night)]))
    page = client.get(f"/nights/{night}/square").text
    main = page[page.index("<main") :]
    assert found["verdict"].startswith("Nothing here that a square pack would not do ")
    assert main.index(found["verdict"]) < main.index("<table")
    for look in found["looks"]:
        assert f'<th scope="row">{look["title"]}</th>' in main
        assert look["p_said"].replace("<", "&lt;") in main
    assert "style=" not in main
    assert 'aria-current="page">The cards' in page
    assert main.count("<svg") == 2
    assert "No odd card was refused" in main


def test_a_put_up_night_stands_out_and_its_odd_cards_are_listed(dealt: tuple[House, Client, str, str]) -> None:
    _, client, _, night = dealt
    main = client.get(f"/nights/{night}/square").text.partition("<main")[2]
    assert re.search(
        r'<p class="verdict stands-out">(One test stands|\d+ tests stand) out. Splits: 2\d in 50 turns', main
    )
    assert re.search(r'<tr class="refused-row"><th scope="row">Splits</th>', main)
    assert main.count("It would mean that splits were put up") == 2
    assert main.count("before the hock</td>") == 2
    assert "2 odd cards refused" in main


def test_the_page_sums_up_the_late_bets_of_each_player() -> None:
    house = House()
    night, client = house.open_night(), house.client()
    house.seat(night, red="Doc", blue="Kate")
    house.deal(night)
    house.do(night, "place_bet", bet="b1", player="blue", kind="single", ranks=["Q"], stake=500)
    house.do(night, "draw_loser", card="9s")
    single = {"kind": "single", "ranks": ["J"], "stake": 500}
    for late in (
        {"do": "place_bet", "bet": "b2", "player": "red", **single},
        {"do": "place_bet", "bet": "b3", "player": "red", **single},
        {"do": "copper_bet", "bet": "b1"},
    ):
        answer = client.post(f"/api/nights/{night}/commands", late)
        assert (answer.status_code, '"bets_closed"' in answer.text) == (422, True)
    house.do(night, "draw_winner", card="4s")
    main = client.get(f"/nights/{night}/square").text.partition("<main")[2]
    assert "<p>3 late bets refused: Doc 2, Kate 1. This is a count, not a test: " in main
    house.book.close()


def test_the_page_shows_the_night_as_of_an_event(dealt: tuple[House, Client, str, str]) -> None:
    house, client, _, night = dealt
    half = next(event.version for event in house.book.events(night) if event.kind == "DealEnded")
    head, _, main = client.get(f"/nights/{night}/square?at={half}").text.partition("<main")
    assert f"as of event {half}</span>" in head
    assert f'href="/nights/{night}/bets?at={half}"' in head
    assert f'href="/nights/{night}/audit"' in head
    assert f'<a class="button quiet" href="/nights/{night}/square">To now</a>' in head
    assert "in 25 turns of 1 deal" in main
    assert "1 odd card refused" in main
    assert client.get(f"/nights/{night}/square?at=9999").status_code == 400


def test_all_nights_together_have_a_page_that_the_list_links(dealt: tuple[House, Client, str, str]) -> None:
    house, client, night, put_up = dealt
    assert 'href="/square"' in client.get("/").text
    main = client.get("/square").text.partition("<main")[2]
    assert "in 100 turns of 4 deals" in main
    assert f'<th scope="row">{put_up}</th>' in main
    house.do(put_up, "start_deal")
    house.do(put_up, "expose_soda", card="K")
    assert "209 cards of Faro" in client.get("/square").text
    assert client.get("/nights/2026-11-21-9/square").status_code == 404
    assert night != put_up


def test_where_nothing_was_dealt_the_page_says_so(client: Client, house: House) -> None:
    assert "There is nothing to test" in client.get("/square").text
    main = client.get(f"/nights/{house.open_night()}/square").text.partition("<main")[2]
    assert "There is nothing to test" in main
    assert "<table" not in main
    assert "<svg" not in main
