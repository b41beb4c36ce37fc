"""Faro on paper: marks of the case-keeper, words of the table, and dossiers of bets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC
from io import BytesIO

import pytest
from pypdf import PdfReader

from dealer.games.faro.cards import tabs_of
from dealer.games.faro.settlement import PLACES, take_and_pay
from dealer.games.faro.state import faro_of
from dealer.night.evolve import History
from events.book.book import Book
from events.common.house import CROSS_AND_NAUGHT, MARKS, TABS
from events.common.play import StakeSettled
from events.effective_events import effective
from events.games import faro
from reports.games.faro.layout import SIGNS
from reports.games.faro.papers import TabSheet
from reports.games.faro.words import words_of_hock, words_of_phase, words_of_turn
from reports.pdf.render import to_html
from reports.render_options import HouseStyle, RenderOptions
from reports.sheets.dossier import Dossier, dossier_text, dossier_view, print_dossier, stakes_of
from reports.sheets.round_sheet import sheet_view
from tests.oracle.random_nights import random_night
from tests.reports import nights
from tests.support.disputed import BET, Disputed
from tests.support.pure import PureNight
from tests.support.tables import Table


def said(table: Table, loser: str, winner: str) -> list[str]:
    before = table.table
    settled = [one for one in table("turn", loser=loser, winner=winner) if isinstance(one, StakeSettled)]
    tabs = tabs_of(one.event for one in effective(table.recorded))
    return words_of_turn(before, settled, tabs[-1], table.now.names, tabs[-2] if len(tabs) > 1 else None)


def test_a_turn_taken_back_leaves_no_tab() -> None:
    table = Table()
    table.turn("Ah", "2h")
    table("void")
    assert tabs_of(one.event for one in effective(table.recorded))[0].turns == ()


def test_split_hangmans_turn_and_wash() -> None:
    table = Table()
    assert said(table, "Ah", "As") == ["split", "wash"]
    assert said(table, "Jh", "Kh") == ["hangman’s turn", "wash"]
    table.bet("5")
    assert said(table, "5h", "6h") == []


def test_case_card_dead_and_a_sleeper_by_its_place() -> None:
    table = Table()
    said(table, "Ah", "2h")
    assert "the A is a case card" in said(table, "As", "Ad")
    bet = table.bet("A", 25)
    table("bar_bet", bet=bet)
    words = said(table, "3h", "Ac")
    assert "the A is dead" in words
    assert "sleeper: the A" in words


def test_a_bet_of_which_nothing_lies_is_no_sleeper_and_the_half_that_lies_is_one() -> None:
    """At stuss a split takes all of it; where half goes, the other half lies when the last card of the rank lost."""
    for table, sleeps in ((Table(soda=None, preset="stuss"), []), (Table(), ["sleeper: the A"])):
        said(table, "As", "Ad")
        table.bet("A", 100)
        assert [word for word in said(table, "Ah", "Ac") if "sleeper" in word] == sleeps
    table = Table()
    said(table, "As", "Ad")
    said(table, "Ah", "2s")
    table("half_goes", bet=table.bet("A", 100))
    assert "sleeper: the A" in said(table, "Ac", "2d")


def test_what_goes_back_after_the_last_turn_from_the_hand_is_no_sleeper_and_what_goes_back_before_is() -> None:
    table = Table(soda=None, preset="stuss")
    table.turn("As", "Ad")
    table("bar_bet", bet=table.bet("A", 100))
    assert "sleeper: the A" in said(table, "Ah", "Ac")
    table.deal_until(25)
    loser, winner = table.table.box.ranks_left()
    table("bar_bet", bet=table.bet(winner, 100))
    assert not [word for word in said(table, loser, winner) if "sleeper" in word]


def test_win_out_lose_out() -> None:
    table = Table()
    for at, suit in enumerate("shd"):
        said(table, "A" + suit, "2" + suit)
        assert at < 3
    words = said(table, "Ac", "2c")
    assert "the A loses out" in words
    assert "the 2 wins out" in words


def test_a_rank_repeats_or_reverses_the_last_deal() -> None:
    table = Table(soda="9s")
    for suit in "shdc":
        table.turn("A" + suit, "2" + suit)
    table("void_deal", reason="short")
    table("void")
    table.deal_until(25)
    hock = table.table.box.ranks_left()[0]
    table("expose_hock", card=hock)
    table("end_deal")
    table("start_deal")
    table("expose_soda", card="9s")
    for suit in "shd":
        table.turn("A" + suit, "2" + suit)
    assert "the A repeats" in said(table, "Ac", "2c")


def test_whipsaw_and_whipsawed() -> None:
    table = Table()
    table.bet("A")
    table.bet("2", coppered=True)
    table.bet("3", player="blue")
    table.bet("3-4", kind="split", player="blue")
    assert "whipsaw for Red" in said(table, "2h", "Ah")
    assert "Blue whipsawed" in said(table, "3h", "9h")


def test_a_player_is_called_by_name_whatever_other_seat_keys_and_names_there_are() -> None:
    """A key may be the beginning of another, or a word of what is said, and a name may be another's key."""
    table = Table()
    seats = {"p1": "Ann", "p10": "Bob", "for": "p1", "whipsaw": "whipsawed"}
    for player, name in seats.items():
        table("seat_player", player=player, name=name)
        table("buy_checks", player=player, amount=1_000)
        table.bet("A", player=player)
        table.bet("2", player=player, coppered=True)
    words = [word for word in said(table, "2h", "Ah") if "whip" in word]
    assert words == [f"whipsaw for {name}" for name in seats.values()]


def test_the_last_turn_is_announced_with_its_chances() -> None:
    table = Table(soda="2s")
    table.deal_until(24)
    assert words_of_phase(table.table) == ["three of the K: nothing to call"]
    table.deal_until(25)
    table("expose_hock", card="K")
    assert words_of_hock(tabs_of(one.event for one in table.recorded)[0]) == ["the K in hock"]


def test_take_and_pay_lists_takings_first_with_what_stays() -> None:
    table = Table()
    table.bet("A", 100)
    table.bet("2", 100)
    table.bet("A-2", 50, kind="split", player="blue")
    places = PLACES.of(table.recorded)
    lines = take_and_pay(places, table("turn", loser="2h", winner="Ah"))
    assert [(line.act, str(line.where), line.amount_cents, line.stays_cents) for line in lines] == [
        ("take", "the 2", 100, 0),
        ("leave", "splitting the A-2", 0, 50),
        ("pay", "the A", 100, 100),
    ]


def test_places_are_kept_of_the_deal_begun_last_alone() -> None:
    table = Table()
    table.bet("A", 100)
    table("void_deal", reason="a card was missing")
    assert len(PLACES.of(table.recorded)) == 1
    table("start_deal")
    assert len(PLACES.of(effective(table.recorded))) == 0


def sheet(deal: int, *, closed: bool = True) -> TabSheet:
    night = nights.crowded(closed=closed)
    view: TabSheet = sheet_view("faro", night.now, night.events, deal, UTC).own
    return view


def test_every_card_of_a_whole_deal_makes_its_mark() -> None:
    cards = nights.pack(1)
    marks = ["·", *("O" if at % 2 == 0 else "I" for at in range(50)), "–"]
    when = ["soda", *(str(at // 2 + 1) for at in range(50)), "hock"]
    expected: dict[str, list[tuple[str, str]]] = {}
    for card, mark, at in zip(cards, marks, when, strict=True):
        expected.setdefault(card[:-1], []).append((mark, at))
    view = sheet(1)
    assert {row.rank: [(one.mark, one.when) for one in row.marks] for row in view.ranks} == expected
    tabs = view.played.shown
    assert (tabs.soda, tabs.hock, len(tabs.shown), view.played.turns) == (cards[0], cards[-1], 52, 25)


def test_a_voided_deal_says_so_and_has_only_its_own_cards() -> None:
    view = sheet(2)
    assert view.played.voided == "a fifth nine was found in the box"
    tabs = view.played.shown
    assert (view.played.turns, len(tabs.shown), tabs.hock) == (9, 19, None)
    assert sum(len(row.marks) for row in view.ranks) == 19


def test_splits_and_what_the_bank_won_stand_beside_their_turns() -> None:
    cards = nights.pack(1)
    split = {turn for turn in range(1, 26) if cards[2 * turn - 1][:-1] == cards[2 * turn][:-1]}
    view = sheet(1)
    assert {turn.tab.number for turn in view.turns if turn.remark == "split"} == split
    assert view.splits == len(split)
    assert view.bank_cents == sum(turn.bank_cents for turn in view.turns) == 2250


def test_a_cat_is_said_of_the_last_turn() -> None:
    cards = nights.pack(11)
    last = cards[-3:]
    swap = next(at for at, card in enumerate(cards[:-3]) if card[:-1] == last[0][:-1])
    cards[-1], cards[swap] = cards[swap], cards[-1]
    lines = [nights.opening(), {"do": "start_deal"}, {"do": "expose_soda", "card": cards[0]}]
    lines += [{"do": "turn", "loser": cards[at], "winner": cards[at + 1]} for at in range(1, 51, 2)]
    lines.append({"do": "expose_hock", "card": cards[-1]})
    night = nights.played(lines)
    assert sheet_view("faro", night.now, night.events, 1, UTC).own.turns[-1].remark in ("cat", "hangman’s turn, cat")


def test_the_marks_and_their_key_are_those_of_the_house_s_style() -> None:
    night = nights.crowded()
    view = sheet_view("faro", night.now, night.events, 1, UTC)
    found: dict[str, list[str]] = {}
    for style in MARKS:
        html = to_html("faro/papers.html", "tabs", RenderOptions(style=HouseStyle(marks=style)), view=view)
        found[style] = re.findall(r'<span class="sign[ a-z]*">(.)</span>', html)
        assert f"<b>{SIGNS[style].winner}</b> winner <b>{SIGNS[style].loser}</b> loser" in html
    tabs, older = found[TABS], found[CROSS_AND_NAUGHT]
    assert sorted(tabs) == sorted(["·", "–", *"I" * 25, *"O" * 25])
    assert older == [{"I": "×", "O": "0"}.get(mark, mark) for mark in tabs]


@pytest.fixture(scope="module")
def played() -> Iterator[Disputed]:
    with Book.open() as book:
        yield Disputed(book).play_bet().rule()


@pytest.fixture(scope="module")
def view(played: Disputed) -> Dossier:
    return dossier_view(played.service.history(played.night), played.book.commands(played.night), BET, UTC)


def test_every_line_has_the_numbers_and_hashes_of_what_it_stands_on(played: Disputed, view: Dossier) -> None:
    events = {one.version: one.hash for one in played.book.events(played.night)}
    commands = {one.number: one.hash for one in played.book.commands(played.night) if one.refused}
    for source in view.sources:
        assert source.hash == (commands if source.is_command else events)[source.number]
    numbers = {line.text: line.numbers for line in view.lines}
    assert numbers["Turns 1, 2: loser 2, winner 9; loser 3, winner 9."] == "events 12–15"
    assert numbers["Refused: Ada Lamb’s bet on the Q is coppered."] == "command 21"
    assert sum(line.refused for line in view.lines) == 4


def test_the_paper_and_the_terminal_tell_the_same_lines(view: Dossier) -> None:
    pages = [
        " ".join(page.extract_text().split())
        for page in PdfReader(BytesIO(print_dossier(view, RenderOptions(zone=UTC)))).pages
    ]
    paper, said = " ".join(pages), dossier_text(view, RenderOptions(zone=UTC))
    for line in view.lines:
        for text in filter(None, (line.text, line.reason)):
            assert text in said
            assert text.replace(" ", "") in paper.replace(" ", "")
    for source in view.sources:
        assert source.hash in paper.replace(" ", "")
    assert all(f"page {number} of {len(pages)}" in page for number, page in enumerate(pages, start=1))


@pytest.fixture(scope="module")
def broken_bank() -> History:
    """A bill over the limit and two equal stakes, one coppered, win more than the bank has; a sleeper was claimed."""
    night = PureNight()
    house = {"limit": 1_000, "running_limit": 10_000}
    night("open_night", table="Tiger", date="2026-11-21", game="faro", house=house, roll=2_500, dealer="M. Earp")
    for player in ("red", "blue", "white"):
        night("seat_player", player=player, name=player.title())
        night("buy_checks", player=player, amount=10_000)
    night("start_deal")
    night("expose_soda", card="K")
    night("place_bet", bet="asleep", player="white", kind="single", ranks=["3"], stake=200)
    night("bar_bet", bet="asleep", turns=2)
    night("turn", loser="3", winner="3")
    night("turn", loser="3", winner="3")
    night("claim_sleeper", bet="asleep", player="blue")
    night("place_bet", bet="bill", player="red", kind="single", ranks=["Q"], stake=1_000, form="bills", paroli=True)
    night("turn", loser="5", winner="Q")
    night("place_bet", bet="open", player="blue", kind="single", ranks=["Q"], stake=500)
    night("place_bet", bet="coppered", player="white", kind="single", ranks=["J"], stake=500, coppered=True)
    night("place_bet", bet="lying", player="white", kind="single", ranks=["A"], stake=500)
    night("turn", loser="J", winner="Q")
    return History.of(night.recorded)


def test_a_call_is_listed_with_the_turn_in_which_it_was_made() -> None:
    table = Table()
    table.deal_until(23)
    table("turn", loser="Kh", winner="Ad")
    table("call_turn", bet="c", player="blue", order=["K", "A", "K"], stake=500)
    (call,) = [bet for bet in stakes_of(History.of(table.recorded)) if bet.bet == "c"]
    assert (call.round, call.turn) == (1, 24)


def test_a_sleeper_that_another_claims_is_lost_to_its_player(broken_bank: History) -> None:
    asleep = next(bet for bet in stakes_of(broken_bank) if bet.bet == "asleep")
    assert (asleep.came_of_it, asleep.net_cents) == ("sleeper claimed by another", -200)


@pytest.mark.parametrize("seed", [3, 5, 11])
def test_nothing_of_a_bet_is_left_out_in_random_nights(seed: int) -> None:
    """Every event that names a bet and every turn while it lay stands in its dossier, once, and no other bet's."""
    history = History.of(PureNight().play(random_night(seed)).recorded)
    shown = 0
    for bet in stakes_of(history):
        lines = dossier_view(history, (), bet.bet, UTC).lines
        told = [source.number for line in lines for source in line.sources]
        named = {one.version for one in history.events if getattr(one.event, "bet", None) == bet.bet}
        lay_through = {
            one.version
            for at, one in enumerate(history.events)
            if isinstance(one.event, faro.WinnerDrawn) and bet.bet in faro_of(history.states[at - 1]).bets
        }
        assert named | lay_through <= set(told)
        others = {one.version for one in history.events if getattr(one.event, "bet", bet.bet) != bet.bet}
        assert not others & set(told)
        # A loser is told with its winner, and again with the one drawn for it when that was taken back.
        stand = [source.number for line in lines if not line.struck for source in line.sources]
        assert len(stand) == len(set(stand))
        shown += len(lines)
    assert shown


def test_a_bet_that_the_night_has_not_had_has_no_dossier(played: Disputed) -> None:
    with pytest.raises(LookupError):
        dossier_view(played.service.history(played.night), (), "no such bet")
