"""Screens in other languages: nothing on them stays English, and each device can have its own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from html import unescape
from urllib.parse import quote

import pytest

from dealer.commands.refusal import CODES, Refusal
from dealer.games import GAMES, game_called
from dealer.house.office import GROUPINGS
from dealer.printings import PrintingsKeeper
from events.common.house import HOUSE, STAFF
from ledger.export import FORMATS
from reports.pdf.seal import seal_of
from reports.printing import paper_style
from reports.render_options import HouseStyle
from reports.rulebooks import rulebooks
from tests.golden.screens import SHOWN, nights
from tests.golden.wording import known
from tests.support.boxes import IN_ANY_LANGUAGE, LETTERS, Boxes, texts_of, written_in_boxes
from tests.support.fixtures import EACH_KIND, soaked
from tests.support.house import STAFF_NAME, Client, House
from tests.web.evenings import busy
from tests.web.test_axe import BACKUP_FAILED, BACKUPS_AT, PAGES, address_of, with_people
from web.app.links import board_link, player_link

TITLES = {
    *("Deutsch", "English", "español", "français", "casekeeper", "Casekeeper"),
    *("PIN", "PDF", "QR", "CSV", "JSON", "localhost"),
}
"""The languages by their own names, the program, and what is the same in every language."""
CODES_OF_THINGS = {"EUR", "Letter", *FORMATS, *CODES}
"""Currencies, sizes of paper, formats of files, and the codes of refusals."""
NOT_READ = re.compile(r"<(script|style|code|kbd|pre|textarea)\b.*?</\1>|<!--.*?-->", re.DOTALL)
LABELS = re.compile(r'\b(?:aria-label|title|placeholder|alt)="([^"]*)"')
TAG = re.compile(r"<[^>]*>")
DEVICE = re.compile(r"\btablet-[0-9a-f]{8}\b")
"""A device that nobody has named."""
HASH = re.compile(r"\b[0-9a-f]{7,64}\b")


@pytest.fixture
def boxes(monkeypatch: pytest.MonkeyPatch) -> Iterator[Boxes]:
    """All pages in boxes and euros."""
    monkeypatch.setattr("web.language.script_texts", lambda _: "")
    with written_in_boxes() as texts:
        yield texts


def words_left(html: str, own: set[str]) -> str:
    """The words of a page that were not translated; ``own`` is what people and games call things."""
    read = NOT_READ.sub(" ", html)
    text = " ".join([*LABELS.findall(read), TAG.sub(" ", read)])
    left = HASH.sub(" ", DEVICE.sub(" ", unescape(unescape(text))))
    return " ".join(LETTERS.findall(_in_any_language(frozenset(own)).sub(" ", left)))


@cache
def _in_any_language(own: frozenset[str]) -> re.Pattern[str]:
    """What may stand on a page in every language; the longest first, as they may be parts of each other."""
    words = sorted(own | TITLES | CODES_OF_THINGS | IN_ANY_LANGUAGE, key=len, reverse=True)
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, words))})(?![^\W_])")


def in_euros(house: House) -> House:
    """A house that writes German and plays in euros."""
    PrintingsKeeper(house.book).choose(paper_style(HouseStyle(language="de", currency="EUR")), house.sender)
    return house


def own_words(house: House) -> set[str]:
    """What the people of a book typed, and call their things."""
    streams = (HOUSE, STAFF, *house.service.nights())
    commands = [command for stream in streams for command in house.book.rows(stream)[1]]
    senders = {sender for command in commands for sender in (command.who, command.device)}
    return texts_of([json.loads(command.body) for command in commands]) | senders


@pytest.mark.usefixtures("boxes")
@pytest.mark.parametrize("page", PAGES)
def test_every_word_of_a_page_is_translated(house: House, page: str) -> None:
    html = house.client().get(address_of(page, in_euros(house)), follow_redirects=True).text
    typed = {*page.partition("?")[2].split("="), BACKUPS_AT, BACKUP_FAILED}
    assert words_left(html, own_words(house) | typed) == ""


@pytest.mark.usefixtures("boxes")
def test_every_word_of_an_auditors_answers_is_translated(house: House) -> None:
    """What a button of the auditor's pages leads to: a verification as it goes on and its end, a printing, a sheet."""
    night = busy(in_euros(house))
    client, own = house.client(), own_words(house)
    headers = {"X-CSRFToken": client.token}
    going_on = client.http.post(f"/nights/{night}/verify", headers={**headers, "Accept": "text/event-stream"}).text
    answers = [part.replace("data: ", "") for part in going_on.split("\n\n")]
    answers.append(client.get(f"/nights/{night}/verify").text)
    form = {"print": "table", "language": "de", "command_id": "print-the-table-sheet"}
    printed = client.http.post(f"/nights/{night}/printings", data=form, headers=headers)
    answers += [client.get(printed.location).text, client.get(f"/nights/{night}/papers").text]
    seal = seal_of(house.service.night(night), house.book.events(night))
    answers += [client.get(f"/sheet?seal={quote(text)}").text for text in (seal.text, seal.text.replace(" 0 ", " 1 "))]
    for answer in answers:
        assert words_left(answer, own) == ""


@pytest.mark.usefixtures("boxes")
@pytest.mark.parametrize("book", [book.name for book in rulebooks()])
def test_every_word_of_the_rules_is_translated(house: House, book: str) -> None:
    assert words_left(in_euros(house).client().get(f"/rules/{book}").text, set()) == ""


@pytest.mark.usefixtures("boxes")
@pytest.mark.parametrize("game", soaked(SHOWN, at_once=EACH_KIND))
def test_every_word_of_the_screens_of_a_night_is_translated(game: str) -> None:
    with known(game):
        for commands in nights(game).values():
            house = in_euros(House())
            with closing(house.book):
                client, night = house.client(), None
                own = texts_of(commands) | {game_called(game).title, STAFF_NAME}
                for command in commands:
                    document = {name: value for name, value in command.items() if name != "id"}
                    try:
                        night = house.service.execute(document, house.sender, night=night).night
                    except Refusal:
                        continue
                    for screen, html in screens_of(house, client, night).items():
                        assert words_left(html, own) == "", (screen, command)


def test_amounts_that_are_always_the_same_are_in_the_language_of_each_page(house: House) -> None:
    night = busy(in_euros(house))
    client = house.client()
    shown = {code: client.get(f"/nights/{night}?lang={code}").text for code in ("de", "en", "de")}
    zeros = {code: set(re.findall(r'class="typed-sum"[^>]*>([^<]*)<', page)) for code, page in shown.items()}
    assert zeros == {"de": {"0\N{NO-BREAK SPACE}€"}, "en": {"€0"}}


@pytest.mark.parametrize(
    ("wanted", "shown"), [("fr-CH, en;q=0.5", "fr"), ("it, es-MX;q=0.5, en;q=0.4", "es"), ("nl", "en"), ("", "en")]
)
def test_a_new_book_speaks_the_browsers_language_until_the_house_chooses_its_own(
    house: House, client: Client, wanted: str, shown: str
) -> None:
    browser = {"headers": {"Accept-Language": wanted}}
    stranger = house.app.test_client()
    assert f'<html lang="{shown}"' in stranger.get("/sign-in", **browser).text
    first_steps = client.get("/", **browser).text
    assert f'<html lang="{shown}"' in first_steps
    assert re.findall(r'<option value="(..)" selected', first_steps) == [shown]
    assert '<html lang="de"' in client.get("/?lang=de", **browser).text
    in_euros(house)
    assert '<html lang="de"' in stranger.get("/sign-in", **browser).text


@pytest.mark.parametrize(
    ("language", "date"), [("en", "Nov 21, 2026"), ("de", "21.11.2026"), ("fr", "21 nov. 2026"), ("es", "21 nov 2026")]
)
def test_dates_are_written_as_the_language_does(house: House, client: Client, language: str, date: str) -> None:
    night = with_people(house)
    seen = ("/", "/people/ada", f"/nights/{night}/papers", f"/nights/{night}/audit")
    pages = {page: client.get(f"{page}?lang={language}").text for page in seen}
    shown = {page: re.sub(r"<[^>]*>", " ", html.partition("<body")[2]) for page, html in pages.items()}
    assert {page for page, text in shown.items() if date not in text} == set()
    assert {page: re.findall(r"2026-11-21(?!-)", text) for page, text in shown.items()} == {page: [] for page in seen}
    assert 'class="night-line' in client.get(f"/?find={quote(date)}").text


def test_programs_hear_of_trouble_in_the_language_they_ask_for(house: House) -> None:
    """The codes stay; the sentences are for people."""
    program, of_program = house.app.test_client(), {"Authorization": "Bearer guessed"}
    turned_away = program.get("/api/nights?lang=fr", headers=of_program).get_json()
    assert turned_away["code"] == "unknown_token"
    assert turned_away["why"].startswith("La maison n’a pas ce jeton")
    manifest = program.get("/manifest.webmanifest?lang=es").get_json()
    assert manifest["lang"] == "es"
    assert program.get_cookie("language") is None, "a page asks for the manifest in its own language"
    assert manifest["description"].startswith("El ayudante del croupier")
    house.book.close()
    assert program.get("/healthz?lang=de").get_json() == {
        "status": "failing",
        "code": "book_closed",
        "why": "Das Buch ist geschlossen.",
    }


OPENED = {"game": "faro", "table": "Tiger", "date": "2026-01-01", "dealer": "M. Earp", "faro.preset": "american"}
NIGHT_FORM = ({"date": "x"}, {"table": ""}, {"game": "x"}, {"faro.preset": "x"}, {"faro.turns": "77"}, {"share_1": "5"})
NOT_WORDS = {"zz", "localhost", "Earp", *FORMATS}
LOOKED_AT = (
    *(f"/office?by={by}&period=all" for by in GROUPINGS),
    *("/office?from=x", "/office?find=ada", "/office?find=zz", "/office?page=9", "/?find=zz", "/?page=5"),
    *("/nothing", "/nights/zz", "/people/ada/statement.pdf?from=x"),
    *("{night}/links?ended=1", "{night}/links?of=red&ended=1"),
)
SENT: dict[str, list[dict[str, str]]] = {
    "/people/ada": [{"do": do} for do in ("bar_player", "change_player", "remove_card", "join_cards", "zz")],
    "/people/ada-2": [{"do": "deposit", "amount": "50"}, {"do": "bar_player", "reason": "zz"}],
    "/people": [{"name": ""}],
    "/nights": [{"show": game, "game": game} for game in GAMES] + [{**OPENED, **typed} for typed in NIGHT_FORM],
    "/staff/engage": [{"name": "zz", "pin": pin, "pin_again": "1"} for pin in ("1", "2")],
    "/staff/lock": [{"minutes": "x"}],
    "/staff/dismiss": [{"name": name} for name in ("M. Earp", "zz")],
    "/staff/session/end-others": [{}],
    "/house": [{"dealers_cut": "200"}],
    "{night}/cash-drawer/count": [{}, {"total": "12", "piece_100": "1"}, {"piece_100": "x"}, {"total": "12"}],
    "{night}/cash-drawer/slips": [{}, {"do": "fill", "usual": "1"}, {"do": "fill", "usual": "20000"}],
    "{night}/cash-drawer/void": [{}, {"kind": "fill", "number": "77", "reason": "zz"}],
}
"""What is sent to addresses of the house by their forms, mostly in vain."""


@pytest.mark.usefixtures("boxes")
@pytest.mark.parametrize("page", soaked(LOOKED_AT, at_once=["/office?by=week&period=all"]))
def test_every_word_of_the_pages_of_the_house_is_translated(house: House, page: str) -> None:
    night = with_people(in_euros(house))
    html = house.client().get(page.format(night=f"/nights/{night}")).text
    assert words_left(html, own_words(house) | NOT_WORDS) == ""


@pytest.mark.usefixtures("boxes")
@pytest.mark.parametrize("path", soaked(SENT, at_once=["/people/ada", "/nights", "/house"]))
def test_every_word_of_the_answer_to_a_form_is_translated(house: House, path: str) -> None:
    night = with_people(in_euros(house))
    client, address = house.client(), path.format(night=f"/nights/{night}")
    for number, form in enumerate(SENT[path]):
        fields = {"csrf_token": client.token, "command_id": f"a-page-of-the-test-{number}", "at": "opening", **form}
        html = client.http.post(address, data=fields, follow_redirects=True).text
        assert words_left(html, own_words(house) | NOT_WORDS) == "", form


def screens_of(house: House, client: Client, night: str) -> dict[str, str]:
    """The tablet, the board and the first player's page of a night."""
    with house.app.test_request_context():
        pages = {"tablet": f"/nights/{night}", "board": board_link(night)}
        pages |= {player: player_link(night, player) for player in [*house.service.night(night).seats][:1]}
    return {screen: client.get(address).text for screen, address in pages.items()}
