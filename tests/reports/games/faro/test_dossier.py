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
from tests.support.tables import Table


@pytest.fixture(scope="module")
def played() -> Iterator[Disputed]:
    with Book.open() as book:
        yield Disputed(book).play_bet().rule()


@pytest.fixture(scope="module")
def view(played: Disputed) -> Dossier:
    return dossier_view(played.assistant.history(played.night), played.book.commands(played.night), BET, UTC)


STORY = [
    ("Refused: Ada Lamb lays $100,000 on the Q.", "The limit here is $100. [over_limit]"),
    ("Ada Lamb lays $5 on the Q.", "Rule 1.3: it wins where the winner is Q, and loses where the loser is Q"),
    ("Turns 1, 2: loser 2, winner 9; loser 3, winner 9.", "Rule 1.4 case 1: no card of it came, and it lies"),
    ("It is barred for 1 turn.", "Rule 1.5, law 2: it neither wins nor loses for 1 turn"),
    ("Turn 3: loser 4, winner Q.", "Rule 1.5, law 2: it is barred, and neither wins nor loses"),
    ("Half of it goes: $2.50 of $5.", "Rule 1.5, law 3: half goes until the end of the deal, or until revoked"),
    ("Taken back: Ada Lamb’s bet on the Q: half goes.", ""),
    ("Refused: Ada Lamb has a marker for 33¢.", "33¢ is not a whole number of 25¢ checks. [not_a_multiple]"),
    ("Turn 4: the loser is the Q; bets are closed.", ""),
    (
        "Refused: Ada Lamb’s bet on the Q is coppered.",
        "The loser is drawn: bets are closed until the winner is out. [bets_closed]",
    ),
    (
        "Refused: Wm. Hart lays $5 on the J.",
        "The loser is drawn: bets are closed until the winner is out. [bets_closed]",
    ),
    (
        "Turn 4: loser Q, winner 8. Lost: the bank takes $5.",
        "Rule 1.4 case 3, law 1: the Q as loser is against it: lost",
    ),
    ("Ada Lamb disputes it: “It was coppered”.", ""),
    (
        "The dispute “It was coppered” is ruled: what was done is corrected; $10 from the bank to Ada Lamb.",
        "Law 1, bets are taken or paid as they lie: The copper was laid before the loser",
    ),
]


def test_the_story_is_told_in_order_with_rules_laws_and_refusals(view: Dossier) -> None:
    assert [(line.text, line.reason) for line in view.lines] == STORY
    assert [line.text for line in view.lines if line.struck] == ["Half of it goes: $2.50 of $5."]
    assert all((line.who, line.device) == ("M. Earp", "tablet-1") for line in view.lines)
    assert view.bet.came_of_it == "lost"
    assert view.bet.net_cents == -500


def test_every_line_has_the_numbers_and_hashes_of_what_it_stands_on(played: Disputed, view: Dossier) -> None:
    facts = {one.version: one.hash for one in played.book.facts(played.night)}
    commands = {one.number: one.hash for one in played.book.commands(played.night) if one.refused}
    for source in view.sources:
        assert source.hash == (commands if source.is_command else facts)[source.number]
    numbers = {line.text: line.numbers for line in view.lines}
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


BROKEN = {
    "bill": (
        "Turn 4: loser J, winner Q. Won: $10 of $20 due is paid, $30 lies on.",
        "Rule 1.4 case 2, laws 1 and 6: the Q as winner is for it: won, even money; "
        "bills are paid to the limit of $10, and $10 stays with the bank",
    ),
    "open": (
        "Turn 4: loser J, winner Q. Won: $0 of $5 due is paid, $5 lies on.",
        "Rule 1.4 case 2, laws 1, 5 and 8: the Q as winner is for it: won, even money; "
        "the bank was broken and pays as far as it goes: $5 is void; "
        "of two equal stakes the coppered one is paid first",
    ),
    "coppered": (
        "Turn 4: loser J, winner Q. Won: $5 is paid, $5 lies on.",
        "Rule 1.4 case 2, laws 1 and 5: the J as loser is for it, coppered as it lies: won, even money; "
        "of two equal stakes the coppered one is paid first",
    ),
    "lying": ("Turn 4: loser J, winner Q.", "Rule 1.4 case 1: no card of it came, and it lies"),
}


def test_the_laws_of_paying_are_cited(broken_bank: History) -> None:
    for bet, told in BROKEN.items():
        *_, line, back = dossier_view(broken_bank, (), bet, UTC).lines
        assert (line.text, line.reason) == told
        assert back.reason == "Rule 1.9, law 8: the bank was broken, and what lies is returned"


ORDERS = [
    ("It is barred for 2 turns.", "Rule 1.5, law 2: it neither wins nor loses for 2 turns"),
    ("It is barred again, as it was already, and nothing changes.", None),
    ("It is barred. This bar replaces one for 2 turns more.", None),
    ("It is barred for 1 turn. This bar replaces one until it goes.", None),
    ("“It goes”: the bar is off.", "Rule 1.5, law 2: a bar holds until it goes"),
    ("“It goes”: it was not barred, and nothing changes.", "Rule 1.5, law 2: a bar holds until it goes"),
    ("The whole of it goes, as it did already, and nothing changes.", None),
    ("Half of it goes: $2.50 of $5.", None),
    ("Half of it goes, as it did already, and nothing changes.", None),
    ("The whole of it goes again.", None),
    ("The copper is taken off; it had none, and nothing changes.", None),
    ("It stands pat, as it did already, and nothing changes.", None),
    ("It is made a paroli.", None),
    ("It is a paroli already, and nothing changes.", None),
    ("It is moved to the Q, where it lay already, and nothing changes.", None),
]


def test_an_order_that_changed_nothing_says_so_and_one_that_replaced_another_says_what() -> None:
    table = Table(running_limit=10_000)
    bet = table.bet("Q", 500)
    table("bar_bet", bet=bet, turns=2)
    table("bar_bet", bet=bet, turns=2)
    table("bar_bet", bet=bet)
    table("bar_bet", bet=bet, turns=1)
    for word in ("release_bet", "release_bet", "whole_goes", "half_goes", "half_goes", "whole_goes", "uncopper_bet"):
        table(word, bet=bet)
    for word in ("stand_pat", "paroli_bet", "paroli_bet"):
        table(word, bet=bet)
    table("move_bet", bet=bet, kind="single", ranks=["Q"])
    _, *orders = dossier_view(History.of(table.recorded), (), bet, UTC).lines
    assert [line.text for line in orders] == [told for told, _ in ORDERS]
    for line, (_, why) in zip(orders, ORDERS, strict=True):
        assert why in (None, line.reason)


def test_a_paroli_that_is_cut_names_the_sum_the_rule_and_who_has_the_rest() -> None:
    table = Table(running_limit=1_500, paroli_times=2)
    bet = table.bet("Q", 500, paroli=True)
    for loser in "234":
        table.turn(loser, "Q")
    *_, first, second, third = dossier_view(History.of(table.recorded), (), bet, UTC).lines
    assert first.text == "Turn 1: loser 2, winner Q. Won: $5 is paid, $10 lies on."
    assert second.text == "Turn 2: loser 3, winner Q. Won: $10 is paid, of it $5 to Red, $15 lies on."
    assert second.reason == (
        "Rule 1.4 case 2, law 1: the Q as winner is for it: won, even money; "
        "rule 1.6: $20 would lie on, and a paroli stays at the running limit of $15"
    )
    assert third.text == "Turn 3: loser 4, winner Q. Won: $15 is paid, of it $15 to Red, $15 lies on."
    assert third.reason.endswith(
        "rule 1.6: it was left on as often as this house lets a paroli lie, and its winnings come off"
    )


def test_high_card_names_both_cards() -> None:
    table = Table()
    plain, coppered = (table.bet("", kind="high_card", coppered=coppered) for coppered in (False, True))
    table.turn("9", "Q")
    history = History.of(table.recorded)
    assert dossier_view(history, (), plain, UTC).lines[-1].reason == (
        "Rule 1.4 case 2, law 1: the Q as winner is higher than the 9 as loser: won, even money"
    )
    assert dossier_view(history, (), coppered, UTC).lines[-1].reason == (
        "Rule 1.4 case 3, law 1: the Q as winner is higher than the 9 as loser, coppered as it lies: lost"
    )


def test_a_moved_bet_is_headed_by_every_place_it_had() -> None:
    table = Table()
    bet = table.bet("Q", 500)
    table("move_bet", bet=bet, kind="single", ranks=["Q"])
    table("move_bet", bet=bet, kind="split", ranks=["6", "8"])
    table("move_bet", bet=bet, kind="single", ranks=["J"])
    table("void")
    view = dossier_view(History.of(table.recorded), (), bet, UTC)
    assert view.bet.title == "Red’s bet on the Q, then splitting the 6-8"
    assert dossier_text(view).startswith(view.bet.title)
    paper = " ".join(PdfReader(BytesIO(print_dossier(view, RenderOptions(zone=UTC)))).pages[0].extract_text().split())
    assert "the Q, then splitting the 6-8" in paper


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


def test_a_bet_that_was_taken_back_for_a_reason_says_it() -> None:
    table = Table()
    bet = table.bet("Q", 500)
    table("void", reason="He meant the J.")
    *_, back = dossier_view(History.of(table.recorded), (), bet, UTC).lines
    assert (back.text, back.reason) == ("Taken back: Red lays $5 on the Q.", "He meant the J.")


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
