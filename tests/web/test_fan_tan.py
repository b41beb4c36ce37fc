"""Fan-Tan on the tablet, the board and a player's page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from html import unescape
from typing import Any

import pytest
from flask import render_template

from dealer.demo import Demo
from dealer.game.cards import PACK
from dealer.game.demonstration import DEMO_PLAYERS
from dealer.games.fan_tan.game import round_rows
from dealer.night.night import Night
from dealer.night_service import NightService
from events.book.book import Book
from events.effective_events import EffectiveEvents, effective
from events.games.fan_tan import HandStarted
from events.games.faro import DealStarted
from events.records import Head
from ledger.accounts import POT, checks
from ledger.statement import player_line
from reports.words.formatting import signed
from tests.support.house import Client, House
from tests.support.pure import PureNight
from tests.support.tables import PotTable
from web.app.links import board_link, player_link
from web.bank_tables import PlayedDeal
from web.board import html_of as board_html
from web.board import shown
from web.game_screens import screens_of
from web.games.fan_tan.tablet import FanTanView, fan_tan_view
from web.games.fan_tan.views import (
    LETTERS_A_LINE,
    LINES,
    FanTanBoard,
    PlayedHand,
    fan_tan_board,
)
from web.player_view import NEWEST_ROUNDS, PlayerView, player_view
from web.tablet.steps import steps_to_begin


def view(table: PotTable) -> FanTanView:
    head = Head(version=len(table.recorded), hash="0" * 64)
    return fan_tan_view(table.now, head, table.recorded)


def in_state(shown: FanTanView, state: str) -> list[str]:
    return [place.card for row in shown.rows for place in row if place.state == state]


def passing_once(table: PotTable, wanted: Callable[[list[str]], bool]) -> Callable[[str, list[str]], str | None]:
    """Lay what can be laid, but pass once where the cards that could be are such."""
    kept: list[str] = []

    def choose(player: str, able: list[str]) -> str | None:
        if not kept and wanted(able):
            kept.append(player)
            return None
        return able[0] if able else None

    return choose


def played_out(*, wrong: bool = False, **house: Any) -> PotTable:
    table = PotTable(4, **house)
    table.deal("red", seed=5)
    if wrong:
        table.play_out(passing_once(table, lambda able: "7" in {card[0] for card in able} and bool(table.hand.turns)))
    else:
        table.play_out()
    return table


@pytest.mark.parametrize("preset", ["encyclopedia", "antes", "five_or_nine"])
def test_only_the_cards_that_can_be_laid_are_touchable_at_every_turn(preset: str) -> None:
    table = PotTable(4, preset=preset)
    table.deal("red", seed=2)
    while not table.hand.winner:
        shown = view(table)
        assert in_state(shown, "able") == list(table.hand.layout.playable())
        assert in_state(shown, "laid") == [card for card in PACK if table.hand.layout.holds(card)]
        able = table.able(table.hand.on_turn)
        if able:
            table.lay(able[0])
        else:
            table.pass_on()
    assert in_state(view(table), "able") == []


def lacking(shown: FanTanView, **document: Any) -> list[dict[str, Any]]:
    """Who lacks how much for a command, as the script is told."""
    (found,) = (load["short"] for load in json.loads(shown.short) if load["command"] == document)
    return found


def test_nothing_is_said_of_a_hand_while_it_is_played() -> None:
    """Two packs dealt otherwise, and the same cards laid: the tablet shows the same, wrong pass or not."""
    words = []
    for seed in (1, 2):
        table = PotTable(4, preset="antes")
        table.deal("red", seed=seed, given={"blue": "7s 8s", "green": "7h" if seed == 1 else "6s"})
        table.lay("7s")
        table.pass_on()
        table.pass_on()
        table.pass_on()
        table.lay("8s")
        shown = view(table)
        assert (shown.wrong_passes, shown.due, shown.showing) == ((), None, None)
        words.append((shown.rows, shown.position, shown.places, shown.timeline, shown.short, shown.drawer.accounts))
    assert words[0] == words[1]


def words(table: PotTable) -> list[str]:
    """What the keys say that take the table on."""
    return [step.words for step in view(table).steps]


def test_what_settling_pays_is_said_before_and_after_alike_and_is_what_the_ledger_does() -> None:
    table = played_out(preset="antes", wrong=True)
    table.show_all()
    table("end_hand")
    due = view(table).due
    winner = table.hand.winner
    assert due
    assert winner
    held, pot = table.chips(winner), table.now.ledger.balance(POT)
    owed = sum(len(table.held[player]) * 25 for player in table.players if player != winner)
    table("settle_hand")
    after = view(table).last
    assert after == due
    assert table.chips(winner) == held + pot + owed
    assert due.sentence == f"{winner.title()} takes {(pot + owed) // 25} chips (${(pot + owed) / 100:.2f})"


def test_who_cannot_pay_for_their_cards_is_named_with_a_sum_that_covers_it() -> None:
    table = played_out(preset="antes", card_pays=20)
    loser = max((player for player in table.players if player != table.hand.winner), key=table.hand.left)
    due = table.hand.left(loser) * 20 * 25
    table("cash_in", player=loser, amount=table.chips(loser) - 25)
    table.show_all()
    table("end_hand")
    short = lacking(view(table), do="settle_hand")[0]
    assert (short["player"], short["cents"]) == (loser, due - 25)
    assert short["offer"] >= due - 25
    assert table.refusal("settle_hand") == "not_enough_checks"
    table("buy_checks", player=loser, amount=short["offer"])
    table("settle_hand")
    assert table.now.ledger.balance(checks(loser)) == 25 + short["offer"] - due


def test_a_night_of_both_games_offers_to_begin_the_one_dealt_last() -> None:
    opening = {"do": "open_night", "table": "T", "date": "2026-11-21", "game": ["faro", "fan_tan"], "roll": 500_000}
    night = PureNight()
    night.do({**opening, "dealer": "D"})
    for player in ("red", "blue", "green"):
        night.do({"do": "seat_player", "player": player, "name": player.title()})
    words = ["Start the deal"]
    assert [entry.words for entry in steps_to_begin(night.now, effective(night.recorded))] == words
    night.do({"do": "start_hand", "dealer": "red"})
    assert steps_to_begin(night.now, effective(night.recorded)) == ()
    night.do({"do": "void_hand", "reason": "The hand was misdealt"})
    words = ["Start hand 2, Red deals"]
    assert [part.words for part in steps_to_begin(night.now, effective(night.recorded))] == words


def board_of(table: PotTable) -> FanTanBoard:
    return fan_tan_board(table.now, effective(table.recorded))


def html_of(house: House, view: FanTanBoard) -> str:
    with house.app.test_request_context():
        return board_html(screens_of("fan_tan").board, view)


def test_a_wrong_pass_is_not_known_before_the_end_of_the_hand(house: House) -> None:
    """Red lays the 7♦ at turn 5: anybody who thinks back may know then, and the board still says nothing."""
    table = PotTable(4, preset="antes")
    table.deal(seed=3, given={"red": "7d 7s", "blue": "6d", "green": "8d"})
    kept = iter([None, "7d"])
    while not table.hand.winner:
        player = table.hand.on_turn
        able = table.able(player)
        card = next(kept, able[0] if able else None) if player == "red" else next(iter(able), None)
        table.lay(card) if card else table.pass_on()
        assert "held" not in html_of(house, board_of(table))
    table.show_all()
    assert "held" not in html_of(house, board_of(table))
    table("end_hand")
    outcome = board_of(table).outcome
    assert outcome
    assert any(entry.startswith("Turn 1: Red passed and held 7♦ (laid at turn 5)") for entry in outcome.wrong)
    assert "Turn 1: Red passed and held 7♦ (laid at turn 5)" in html_of(house, board_of(table))


def test_wrong_passes_without_room_are_counted() -> None:
    table = PotTable(3)
    table.deal(given={"red": "7s 7h 7d 7c"})
    for _ in range(3 * 12):
        table.pass_on()
    table.play_out()
    table.show_all()
    table("end_hand")
    outcome = board_of(table).outcome
    assert outcome
    assert outcome.more > 0
    assert len(outcome.wrong) + outcome.more == len(table.hand.proved) == 12
    assert sum(-(-len(entry) // LETTERS_A_LINE) for entry in outcome.wrong) <= LINES


def test_a_night_of_both_games_shows_the_one_that_is_on_or_was_last(house: House, stranger: Client) -> None:
    night = house.open_night(game=["faro", "fan_tan"], house={"fan_tan": "antes"})
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", white="J. Oakes")

    def board() -> str:
        with house.app.test_request_context():
            path = board_link(night)
        page = stranger.get(path).text
        with house.app.test_request_context():
            assert shown(house.service.night(night), effective(house.book.events(night))) in page
        return page

    assert 'id="spindles"' in board()
    house.do(night, "start_hand", dealer="red")
    assert 'id="spindles"' not in board()
    assert "Fan-Tan (Sevens, Parliament)" in board()
    house.do(night, "void_hand", reason="misdealt")
    assert 'id="suits"' in board()
    house.do(night, "start_deal")
    assert 'id="spindles"' in board()
    house.do(night, "close_night")
    assert "Good night" in board()


@cache
def demo(seed: int) -> tuple[Night, EffectiveEvents]:
    """A closed night of Fan-Tan, and its effective events."""
    return _played(lambda book: Demo(("fan_tan",), book, "2026-11-21", seed=seed))


@cache
def demo_of_both() -> tuple[Night, EffectiveEvents]:
    """A closed night of both games in turn, and its effective events."""
    return _played(lambda book: Demo(("faro", "fan_tan"), book, "2026-11-21", seed=2))


def _played(make: Any) -> tuple[Night, EffectiveEvents]:
    with Book.open() as book:
        show = make(book)
        for _ in show.turns():
            pass
        return NightService(book).night(show.night), effective(book.events(show.night))


def hands_of(view: PlayerView) -> list[PlayedHand]:
    """Their hands, the newest first."""
    return [entry.round for entry in view.timeline if isinstance(entry.round, PlayedHand)]


def test_the_first_hands_of_a_long_night_are_a_touch_away(house: House) -> None:
    night = house.open_night(game="fan_tan", house="antes")
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", white="J. Oakes")
    for _ in range(NEWEST_ROUNDS + 2):
        house.do(night, "start_hand", dealer="red")
        house.do(night, "void_hand", reason="misdealt")
    hands = range(1, NEWEST_ROUNDS + 3)
    client, then = house.client(), house.result(night)["events"]
    with house.app.test_request_context():
        path = player_link(night, "red")
    for query in ("", f"?at={then}"):
        page = client.get(path + query).text
        assert [hand for hand in hands if f'id="hand-{hand}"' in page] == [*hands][2:]
        assert "The 2 hands before these" in page
        (every,) = re.findall(r'id="every-round" href="([^"]+)"', page)
        whole = client.get(unescape(every)).text
        assert [hand for hand in hands if f'id="hand-{hand}"' in whole] == [*hands]
        assert "every-round" not in whole
        assert ("after event" in whole) == bool(query)
    assert f"{path}/stream?rounds=all" in client.get(f"{path}?rounds=all").text


@pytest.mark.parametrize("player", list(DEMO_PLAYERS))
@pytest.mark.parametrize("shown", [1, 3])
def test_what_came_before_the_rounds_shown_is_a_part_of_their_result(player: str, shown: int) -> None:
    night, kept = demo_of_both()
    whole, view = player_view(night, kept, player, None), player_view(night, kept, player, shown)
    assert [entry.round for entry in view.timeline] == [item.round for item in whole.timeline][:shown]
    before, *_ = view.parts
    assert before.what == f"The {len(whole.timeline) - shown} rounds before these"
    assert before.cents == sum(one.played.net_cents for one in whole.timeline[shown:])
    assert sum(part.cents for part in view.parts) == whole.net_cents


@pytest.mark.parametrize("player", list(DEMO_PLAYERS))
def test_the_running_sum_counts_deals_and_hands(house: House, player: str) -> None:
    view = player_view(*demo_of_both(), player)
    running_cents = 0
    for part in reversed(view.timeline):
        entry = part.round
        if isinstance(entry, PlayedHand):
            running_cents += entry.net_cents
            assert entry.running_cents == running_cents
        else:
            assert isinstance(entry, PlayedDeal)
            for settled in reversed(entry.settled):
                running_cents += settled.gained_cents
                assert settled.running_cents == running_cents
        running_cents += part.ruled_cents
    last, *before = [part.round for part in view.timeline]
    assert isinstance(last, PlayedHand), "else no running sum would have to count a hand"
    assert any(isinstance(one, PlayedDeal) for one in before)
    with house.app.test_request_context("/player/key"):
        html = render_template("player/player.html", view=view)
    assert f'<th scope="row">Running</th><td></td><td>{signed(last.running_cents)}</td>' in html


@pytest.mark.parametrize("seed", [3, 8])
def test_every_proved_wrong_pass_is_on_its_players_page_and_on_no_other(seed: int) -> None:
    night, kept = demo(seed)
    rows = [ended.row for ended in round_rows([entry.event for entry in kept])]
    assert any(row["wrong_passes"] for row in rows)
    views = {player: player_view(night, kept, player) for player in night.seats}
    for row in rows:
        for player, view in views.items():
            (hand,) = [part for part in hands_of(view) if part.hand == row["hand"]]
            own = [wrong for wrong in row["wrong_passes"] if wrong["player"] == player]
            assert len(hand.wrong) == len(own)
            for words, wrong in zip(hand.wrong, own, strict=True):
                assert words.startswith(f"At turn {wrong['turn']} you passed and held ")
                assert words.endswith("; the penalty is waived.") == (not wrong["taken"])
                assert ((f"Penalty for turn {wrong['turn']}", -wrong["penalty"]) in _lines(hand)) == wrong["taken"]


def _lines(hand: Any) -> list[tuple[str, int]]:
    return [(line.what, line.chips) for line in hand.lines]


def test_a_night_of_both_games_shows_deals_and_hands_in_the_order_in_which_they_were_begun(house: House) -> None:
    night, kept = demo_of_both()
    begun = [entry.event for entry in kept if isinstance(entry.event, HandStarted | DealStarted)]
    titles = [
        f"Hand {event.hand}" if isinstance(event, HandStarted) else f"Play in deal {event.deal}" for event in begun
    ]
    assert {title.split()[0] for title in titles} == {"Hand", "Play"}
    for player in night.seats:
        view = player_view(night, kept, player)
        own = [item.round.title for item in reversed(view.timeline)]
        assert own == [title for title in titles if title in own]
        assert len(hands_of(view)) == sum(isinstance(event, HandStarted) for event in begun)
        assert len(hands_of(view)) < len(view.timeline)
        assert sum(part.cents for part in view.parts) == player_line(night.ledger, player).net_cents
        with house.app.test_request_context("/player/key"):
            html = render_template("player/player.html", view=view)
        assert "Every round" in html
        assert html.count("<details") == len(view.timeline)
