"""The dossier of a bet: its whole story, each line with what it stands on, and nothing of it left out."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC
from io import BytesIO

import pytest
from pypdf import PdfReader

from dealer.games.faro.state import faro_of
from dealer.night.history import History
from events.book.book import Book
from events.games import faro
from reports.render_options import RenderOptions
from reports.sheets.dossier import Dossier, dossier_text, dossier_view, print_dossier, stakes_of
from tests.oracle.random_nights import random_night
from tests.support.disputed import BET, Disputed
from tests.support.pure import PureNight
from tests.support.table import Table


@pytest.fixture(scope="module")
def played() -> Iterator[Disputed]:
    with Book.open() as book:
        yield Disputed(book).play_bet().rule()


@pytest.fixture(scope="module")
def view(played: Disputed) -> Dossier:
    return dossier_view(played.assistant.history(played.night), played.book.commands(played.night), BET, UTC)


def test_every_line_has_the_numbers_and_hashes_of_what_it_stands_on(played: Disputed, view: Dossier) -> None:
    facts = {one.version: one.hash for one in played.book.facts(played.night)}
    commands = {one.number: one.hash for one in played.book.commands(played.night) if one.refused}
    for source in view.sources:
        assert source.hash == (commands if source.is_command else facts)[source.number]
    numbers = {line.said: line.numbers for line in view.lines}
    assert numbers["Turns 1, 2: loser 2, winner 9; loser 3, winner 9."] == "facts 12–15"
    assert numbers["Refused: Ada Lamb’s bet on the Q is coppered."] == "command 21"
    assert sum(line.refused for line in view.lines) == 4


def test_the_paper_and_the_terminal_tell_the_same_lines(view: Dossier) -> None:
    pages = [
        " ".join(page.extract_text().split())
        for page in PdfReader(BytesIO(print_dossier(view, RenderOptions(zone=UTC)))).pages
    ]
    paper, said = " ".join(pages), dossier_text(view, RenderOptions(zone=UTC))
    for line in view.lines:
        for text in filter(None, (line.said, line.reason)):
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
    """Every fact that names a bet and every turn while it lay stands in its dossier, once, and no other bet's."""
    history = History.of(PureNight().play(random_night(seed)).recorded)
    shown = 0
    for bet in stakes_of(history):
        lines = dossier_view(history, (), bet.bet, UTC).lines
        told = [source.number for line in lines for source in line.sources]
        named = {one.version for one in history.facts if getattr(one.fact, "bet", None) == bet.bet}
        lay_through = {
            one.version
            for at, one in enumerate(history.facts)
            if isinstance(one.fact, faro.WinnerDrawn) and bet.bet in faro_of(history.states[at - 1]).bets
        }
        assert named | lay_through <= set(told)
        others = {one.version for one in history.facts if getattr(one.fact, "bet", bet.bet) != bet.bet}
        assert not others & set(told)
        # A loser is told with its winner, and again with the one drawn for it when that was taken back.
        stand = [source.number for line in lines if not line.struck for source in line.sources]
        assert len(stand) == len(set(stand))
        shown += len(lines)
    assert shown


def test_a_bet_that_the_night_has_not_had_has_no_dossier(played: Disputed) -> None:
    with pytest.raises(LookupError):
        dossier_view(played.assistant.history(played.night), (), "no such bet")
