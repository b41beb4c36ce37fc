"""Words of all papers: commands, amounts, languages, numbers, names of players and bets."""

from __future__ import annotations

import doctest
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pypdfium2
import pytest
from babel.numbers import list_currencies
from fontTools.ttLib import TTFont
from msgspec import structs
from msgspec.structs import replace

from dealer.games import GAMES
from dealer.night.command_parsing import words
from events.common.house import LANGUAGE_CODES
from reports import render_options
from reports.game_papers import GamePapers, papers_of
from reports.games.faro.bet_words import where_lies
from reports.pdf.render import to_html, to_pdf
from reports.render_options import FONTS, HouseStyle, RenderOptions, machine_zone, zone_called
from reports.sheets import markers as slips
from reports.sheets.table_sheet import table_sheet_view
from reports.words import formatting, language, number_words
from reports.words import formatting as cards
from reports.words.formatting import as_on_paper, cards_in_words, density, names_of, side_of, widest
from reports.words.game_words import words_of
from reports.words.language import LANGUAGES, assert_known, currency_code, written_in
from reports.words.naming import about_of, bet_of, result_of
from reports.words.number_words import MOST, in_words
from reports.words.sentences import asked_for, command_called, last_sentence_of, waiting_words
from tests.reports import nights
from tests.reports.nights import Played, deal_lines, seated
from tests.reports.nights import bet as nights_bet
from tests.reports.nights_of_games import hand_lines, match_lines
from tests.reports.test_papers import words_of_html
from tests.support.pdf import faults_of
from tests.support.pure import PureNight, bet, faro
from tests.support.tables import Table


@pytest.fixture(scope="module")
def table() -> PureNight:
    """A Faro night with a coppered bet and two players."""
    made = PureNight()
    made("open_night", table="T", date="2026-11-21", game="faro", house="american", roll=500_000, dealer="D")
    for player, name in (("red", "Ada Lamb"), ("blue", "Wm. Hart")):
        made("seat_player", player=player, name=name)
        made("buy_checks", player=player, amount=20_000)
    made("start_deal")
    made("expose_soda", card="5s")
    made("place_bet", bet="a", player="red", kind="split", ranks=["Q", "K"], stake=500)
    return made


@pytest.mark.parametrize(
    ("document", "text"),
    [
        (
            {"do": "move_bet", "bet": "a", "kind": "high_card"},
            "Ada Lamb’s bet on splitting the Q-K is moved to high card.",
        ),
        ({"do": "lay", "player": "red"}, "Ada Lamb lays nothing."),
        ({"do": "buy_checks", "player": "nobody", "amount": 500}, "nobody buys checks for $5."),
        ({"do": "dance\n"}, "An unknown command: “dance\\n”."),
        ({"do": "x" * 90}, f"An unknown command: “{'x' * 60}…”."),
        ({}, "An unknown command: “None”."),
    ],
)
def test_commands_that_no_script_has_are_put_into_words(table: PureNight, document: dict[str, Any], text: str) -> None:
    assert asked_for(table.now, document) == text


def test_cards_can_be_written_out(table: PureNight) -> None:
    laid = {"do": "lay", "player": "red", "cards": ["7d", "7s"]}
    assert asked_for(table.now, laid, cards_in_words) == "Ada Lamb lays the 7 of diamonds and the 7 of spades."


def test_every_command_has_a_name_of_its_own_that_is_not_its_word() -> None:
    called = {word: command_called(word) for word in words()}
    for word, name in called.items():
        assert "_" not in name
        assert name[0].isupper() or name[0] == "“", word
    assert len(set(called.values())) == len(called)
    assert command_called("no_such_word") == "no such word"


def test_a_command_that_waits_goes_by_its_own_words_else_by_what_it_names() -> None:
    texts = waiting_words([*GAMES.values()])
    told = ("place_bet", "copper_bet", "take_down_all", "draw_loser", "start_hand", "lay", "settle_hand", "end_deal")
    assert {word: texts[word] for word in told} == {
        "place_bet": "%(name)s %(amount)s on %(place)s",
        "copper_bet": "%(bet)s: copper",
        "take_down_all": "%(name)s: take down all",
        "draw_loser": "loser %(card)s",
        "start_hand": "start the hand, %(name)s deals",
        "lay": "%(name)s lays %(cards)s",
        "settle_hand": "Pay the pot",
        "end_deal": "End the deal",
    }
    of_money = ("buy_checks", "raise_roll", "lend_stake", "leave_table", "void", "close_night")
    assert [texts[word] for word in of_money] == [
        "%(name)s: buy checks %(amount)s",
        "raise roll %(amount)s",
        "lend stake %(amount)s",
        "%(name)s: leave table",
        "take back",
        "close the night",
    ]


def test_of_what_waits_only_what_the_night_takes_is_told() -> None:
    assert "lay" not in waiting_words([GAMES["faro"]])


def test_the_examples_hold() -> None:
    for module in (formatting, cards, number_words, slips):
        ran = doctest.testmod(module)
        assert ran.attempted
        assert not ran.failed


def test_nothing_is_a_dash_where_a_dash_is_asked_for() -> None:
    assert [formatting.or_dash(0), formatting.signed_or_dash(0)] == ["–", "–"]
    assert [formatting.or_dash(-25), formatting.signed_or_dash(25)] == ["−$0.25", "+$0.25"]


def test_letters_are_counted_side_by_side_as_they_are_written() -> None:
    assert density([100, 0, 25], at_ease=11, most=20) == ""
    assert density([100, 10, 25], at_ease=11, most=15) == "wide"
    assert density([100, 10, 25], at_ease=11, most=14) == "wider"
    with written_in(HouseStyle(language="de", currency="EUR")):
        # "1,00 €" has a letter more than "$1.00".
        assert density([100, 0, 25], at_ease=11, most=20) == "wide"


def test_a_column_is_as_wide_as_the_longest_word_above_it() -> None:
    assert density([100, 100], at_ease=12, most=20, heads=("Won", "Lost")) == ""
    assert density([100, 100], at_ease=12, most=20, heads=("Won", "swept after hocks")) == ""
    assert density([100, 100], at_ease=12, most=20, heads=("Won", "eingezogen")) == "wide"


def test_a_minus_counts_too() -> None:
    assert widest([900, -900, 100]) == -900
    assert widest([]) == 0


def test_every_figure_of_a_player_stands_on_the_sheet_however_it_is_set() -> None:
    night = nights.crowded(closed=False)
    view = table_sheet_view(night.now, night.events, UTC)
    assert view.players_density == ""
    rich = replace(view, sums=structs.replace(view.sums, cash_in_cents=98_765_432_100, held_cents=12_345_678_900))
    assert rich.players_density == "wide"
    usual, spread = (to_html("table_sheet.html", "", RenderOptions(zone=UTC), view=one) for one in (view, rich))
    assert usual.count("of-the-name") == 0
    assert spread.count("of-the-name") == len(view.players) + 2
    for row in view.players:
        for html in (usual, spread):
            assert f">{row.name}</" in html
    assert "$987,654,321.00" in spread
    assert usual.count('class="sparkline"') == spread.count('class="sparkline"') == 6


NIGHT = datetime(2026, 11, 21, 20, 5, tzinfo=UTC)


def test_amounts_days_and_hours_are_written_as_the_language_writes_them() -> None:
    written = {}
    for code in LANGUAGES:
        with written_in(HouseStyle(language=code, currency="EUR")):
            amounts = (language.currency_amount(-105_025), language.currency_amount(500, whole=True))
            written[code] = (*amounts, language.day(NIGHT), language.time_of_day(NIGHT))
    assert {
        code: tuple(text.replace("\N{NO-BREAK SPACE}", "~") for text in all_) for code, all_ in written.items()
    } == {
        "en": ("−€1,050.25", "€5", "Saturday 21 November 2026", "8:05 pm"),
        "de": ("−1.050,25~€", "5~€", "Samstag, 21. November 2026", "20:05"),
        "fr": ("−1~050,25~€", "5~€", "samedi 21 novembre 2026", "20:05"),
        "es": ("−1.050,25~€", "5~€", "sábado, 21 de noviembre de 2026", "20:05"),
    }


def test_every_language_of_a_style_has_its_forms_and_there_are_no_others() -> None:
    assert tuple(LANGUAGES) == LANGUAGE_CODES


def is_taken(currency: str) -> bool:
    try:
        assert_known(HouseStyle(currency=currency))
    except ValueError:
        return False
    return True


def test_codes_in_x_are_currencies_only_where_a_country_pays_with_them() -> None:
    in_x = {code for code in list_currencies() if code.startswith("X")}
    assert {"XXX", "XTS", "XAU", "XDR", "XEU", "XOF"} < in_x
    assert set(filter(is_taken, in_x)) == {"XAF", "XCD", "XCG", "XOF", "XPF"}
    assert all(map(is_taken, ("USD", "EUR", "CHF", "MXN", "DEM")))


def test_a_currency_is_taken_as_it_is_typed() -> None:
    assert [currency_code(typed) for typed in ("eur", " Usd ", "CHF")] == ["EUR", "USD", "CHF"]


def test_every_currency_can_be_set_in_the_bundled_fonts() -> None:
    glyphs = {sign for path in FONTS.glob("alegreya-sans-*-700-*.woff2") for sign in TTFont(path).getBestCmap()}
    for currency in filter(is_taken, list_currencies()):
        for code in LANGUAGES:
            with written_in(HouseStyle(language=code, currency=currency)):
                lacking = {sign for sign in language.currency_amount(-105_025) if ord(sign) not in glyphs}
            assert not lacking, (code, currency, lacking)


@pytest.mark.parametrize(
    ("style", "why"),
    [
        (HouseStyle(language="la"), "there are en, de, fr, es"),
        (HouseStyle(currency="usd"), "'usd' is not the code of a currency"),
        (HouseStyle(currency="XXX"), "'XXX' is not the code of a currency"),
    ],
)
def test_another_language_or_currency_is_told_in_a_sentence_and_nothing_is_written(style: HouseStyle, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        assert_known(style)
    with pytest.raises(ValueError, match=why), written_in(style):
        pass
    assert language.is_plain()


def test_a_bet_a_call_and_one_that_lies_no_more() -> None:
    night = faro(bet("a", "Q")).now
    assert bet_of(night, "a") == about_of(night, "a") == "Red’s bet on the Q"
    assert bet_of(night, "z") == "A bet that is not there"
    assert (about_of(night, "z"), about_of(night, "7")) == ("a bet that is not there", "turn 7 of deal 1")
    assert [side_of(side, night.names) for side in ("bank", "red", "nobody")] == ["the bank", "Red", "nobody"]
    assert [result_of(one, "faro") for one in ("won", "standoff", "after_hock")] == [
        "won",
        "stand-off",
        "swept after the hock",
    ]
    table = Table()
    table.deal_until(23)
    table("turn", loser="Kh", winner="Ad")
    table("call_turn", bet="c", player="blue", order=["K", "A", "K"], stake=500)
    table("raise_dispute", dispute="d", player="blue", about="c", claim="I said A-K-K")
    assert (bet_of(table.now, "c"), where_lies(table.table.calls["c"])) == ("Blue’s call", "the turn called K-A-K")
    assert last_sentence_of(table.now, table.recorded) == "Blue disputes Blue’s call: “I said A-K-K”."


def test_names_are_known_of_a_seat_that_was_taken_back() -> None:
    night = faro({"do": "seat_player", "player": "white", "name": "White"}, {"do": "void"})
    assert "white" not in night.now.names
    assert names_of(night.recorded)["white"] == "White"


def test_a_bet_that_is_gone_keeps_its_name_until_the_next_deal_begins() -> None:
    night = faro(bet("7", "Q"))
    night.do({"do": "turn", "loser": "Qs", "winner": "3s"})
    assert bet_of(night.now, "7") == about_of(night.now, "7") == "Red’s bet on the Q"
    night.do({"do": "void_deal", "reason": "foul"})
    assert bet_of(night.now, "7") == "Red’s bet on the Q"
    night.do({"do": "start_deal"})
    assert bet_of(night.now, "7") == "A bet of an earlier deal"
    assert about_of(night.now, "7") == "a bet of an earlier deal"


IN_WORDS = {
    "en": {
        0: "zero",
        13: "thirteen",
        40: "forty",
        99: "ninety-nine",
        100: "one hundred",
        2_306: "two thousand three hundred six",
        1_000_001: "one million one",
        10_000_000_000: "ten billion",
    },
    "de": {
        0: "null",
        1: "eins",
        16: "sechzehn",
        21: "einundzwanzig",
        30: "dreißig",
        101: "einhunderteins",
        1_000: "eintausend",
        21_001: "einundzwanzigtausendeins",
        101_517: "einhunderteintausendfünfhundertsiebzehn",
        1_000_000: "eine Million",
        2_000_077: "zwei Millionen siebenundsiebzig",
        1_000_000_000: "eine Milliarde",
    },
    "fr": {
        0: "zéro",
        21: "vingt et un",
        70: "soixante-dix",
        71: "soixante et onze",
        80: "quatre-vingts",
        81: "quatre-vingt-un",
        91: "quatre-vingt-onze",
        200: "deux cents",
        203: "deux cent trois",
        1_000: "mille",
        80_000: "quatre-vingt mille",
        200_000: "deux cent mille",
        80_000_000: "quatre-vingts millions",
        1_000_000_000: "un milliard",
    },
    "es": {
        0: "cero",
        16: "dieciséis",
        22: "veintidós",
        31: "treinta y uno",
        100: "cien",
        101: "ciento uno",
        500: "quinientos",
        1_000: "mil",
        21_021: "veintiún mil veintiuno",
        31_000: "treinta y un mil",
        1_000_000: "un millón",
        21_000_000: "veintiún millones",
        1_001_000_000: "mil un millones",
    },
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_are_spelt_as_the_language_has_them(language: str) -> None:
    assert {number: in_words(number, language) for number in IN_WORDS[language]} == IN_WORDS[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_numbers_are_spelt_alike(language: str) -> None:
    numbers = {*range(2_200), *range(0, 2_000_000, 977), *range(0, MOST + 1, 314_159_265)}
    assert len({in_words(number, language) for number in numbers}) == len(numbers)


@pytest.mark.parametrize("number", [-1, MOST + 1])
def test_what_is_not_spelt_out_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="not spelt out"):
        in_words(number, "en")


NAMES = {"red": "Ada Lamb", "blue": "Bo", "white": "ada lamb"}


def _night(names: dict[str, str]) -> Played:
    lines: list[dict[str, Any]] = [nights.opening()]
    for player, name in names.items():
        lines.append({"do": "seat_player", "player": player, "name": name})
        lines.append({"do": "issue_marker", "player": player, "amount": 50_000})
    moved = [{"from": "red", "to": "white", "amount": 500}]
    lines += [
        {"do": "lend_stake", "lender": "red", "borrower": "white", "amount": 10_000},
        *deal_lines(1, [nights_bet("b", "red")]),
        {"do": "raise_dispute", "dispute": "d1", "player": "white", "about": "b", "claim": "it was mine"},
        {"do": "rule_dispute", "dispute": "d1", "ruling": "corrected", "reason": "it was", "corrections": moved},
        {"do": "tip", "player": "white", "amount": 60_500},
        {"do": "close_night"},
    ]
    made = nights.played(lines)
    assert made.result["refused"] == []
    return made


@pytest.mark.usefixtures("unprinted")
@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        ("settlement-1-red", "ada lamb (seat 3) still owes you $100.00 of the stake"),
        ("settlement-3-white", "You still owe Ada Lamb (seat 1) $100.00 of the stake"),
        ("table", "3 ada lamb (seat 3) "),
        ("table", "2 Bo 1:"),
        ("table", "raised by ada lamb (seat 3)"),
        ("marker-1", "Ada Lamb (seat 1) red checks"),
        ("ruling-d1", "Ada Lamb (seat 1) ada lamb (seat 3) $5.00"),
        ("bet-b", "Ada Lamb (seat 1) lays $5"),
        ("settlement-2-blue", "Bo blue checks"),
    ],
)
def test_who_owes_whom_is_clear_between_players_of_one_name(sheet: str, said: str) -> None:
    assert said in words_of_html(_night(NAMES).sheet(sheet, RenderOptions(zone=UTC)))


@pytest.mark.usefixtures("unprinted")
def test_the_seat_is_said_in_the_language_of_the_paper() -> None:
    paper = _night(NAMES).sheet("settlement-1-red", RenderOptions(style=HouseStyle(language="de"), zone=UTC))
    assert "Ada Lamb (Platz 1)" in paper.decode()


def test_a_night_without_namesakes_is_left_as_it_is_and_what_events_are_hashed_as_is_too() -> None:
    night = _night(NAMES | {"white": "Adam"})
    now, events = as_on_paper(night.now, night.events)
    assert now is night.now
    assert events is night.events
    night = _night(NAMES)
    now, events = as_on_paper(night.now, night.events)
    assert [one.hash for one in events] == [one.hash for one in night.events]
    assert sum(one.event != before.event for one, before in zip(events, night.events, strict=True)) == 2
    assert now.ledger == night.now.ledger


def test_two_names_that_differ_only_where_they_are_cut_have_their_seats() -> None:
    night = _night(NAMES | {"red": "W" * 130 + "a", "white": "W" * 130 + "b"})
    now, _ = as_on_paper(night.now, night.events)
    assert now.names["red"] == "W" * 119 + "… (seat 1)"
    assert now.names["white"] == "W" * 119 + "… (seat 3)"


@pytest.mark.usefixtures("unprinted")
def test_an_amount_stands_after_a_name_that_is_written_to_the_left() -> None:
    night = _night(NAMES | {"blue": "שרה כהן"})
    paper = night.sheet("table", RenderOptions(zone=UTC)).decode()
    assert paper.count("שרה כהן\u200e") == paper.count("שרה כהן") > 0


def test_the_mark_after_such_a_name_leaves_amounts_with_their_names() -> None:
    page = "<!doctype html><html><head><title>t</title></head><body><p>{0} +8, {0} −1, Bo +2</p></body></html>"
    order = [_from_the_left(page.format(name)) for name in ("שרה כהן", "שרה כהן\u200e")]
    assert order == [["1", "8", "2"], ["8", "1", "2"]]


def _from_the_left(html: str) -> list[str]:
    document = pypdfium2.PdfDocument(to_pdf(html))
    try:
        text = document[0].get_textpage()
        digits = [(text.get_charbox(at)[0], text.get_text_range(at, 1)) for at in range(text.count_chars())]
        return [one for _, one in sorted(digits) if one.isdecimal()]
    finally:
        document.close()


def test_a_name_of_as_many_letters_as_the_book_takes_is_cut_and_its_sheet_is_printed() -> None:
    names = ("W" * 500, "The Featherstonehaugh " * 22 + "x", "ÅÉ-" * 160)
    loan = {"do": "lend_stake", "lender": "red", "borrower": "blue", "amount": 100, "profit_share": 0.5}
    night = nights.played(
        [
            nights.opening(game="five_hundred", house={"point": 25}, roll=0, backers=[]),
            *seated(("red", "blue", "white"), names=names),
            loan,
            match_lines("five_hundred", "red", "blue", "white"),
            *hand_lines("five_hundred", "red", "blue", "10nt", tricks={"blue": 10}),
        ]
    )
    now, _ = as_on_paper(night.now, night.events)
    assert now.names["red"] == "W" * 119 + "…"
    style = HouseStyle(language="fr", currency="EUR", paper="Letter")
    assert faults_of(night.sheet("settlement-2-blue", RenderOptions(style=style, zone=UTC))) == []


def test_every_game_has_papers_of_its_own() -> None:
    assert all(papers_of(game).words.events and papers_of(game).rulebook for game in GAMES)


def test_the_sheets_and_addresses_of_no_two_games_have_the_same_name() -> None:
    kinds = [words_of(game).round.kind for game in GAMES]
    assert len(set(kinds)) == len(kinds)


def test_a_game_without_papers_has_those_of_the_defaults() -> None:
    assert papers_of("snap") == GamePapers(name="snap")


@pytest.mark.parametrize("named", ["America/Denver", ":America/Denver"])
def test_the_zone_that_the_environment_names_is_the_machines(named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", named)
    assert machine_zone() == "America/Denver"
    assert zone_called(machine_zone()) == ZoneInfo("America/Denver")


def test_without_one_it_is_where_the_machines_link_leads(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("TZ", raising=False)
    link = tmp_path / "localtime"
    link.symlink_to("/somewhere/share/zoneinfo/Europe/Vienna")
    monkeypatch.setattr(render_options, "_LINK", link)
    assert machine_zone() == "Europe/Vienna"


def test_a_machine_whose_zone_has_no_name_gives_its_offset(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TZ", "")
    monkeypatch.setattr(render_options, "_LINK", tmp_path / "localtime")
    here = datetime.now().astimezone()
    assert zone_called(machine_zone()).utcoffset(None) == here.utcoffset()


def test_an_offset_is_a_clock_and_what_is_none_is_refused() -> None:
    assert zone_called("-07:00") == timezone(timedelta(hours=-7))
    for name in ("Mars/Olympus", "../etc/passwd", "+nine"):
        with pytest.raises(ValueError, match="has no time zone"):
            zone_called(name)
