"""A player's page of a Fan-Tan night: every hand to the chip, their wrong passes with their proof, nobody else's."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from typing import Any

import pytest
from flask import render_template

from dealer.assistant import Assistant
from dealer.demo import Demo
from dealer.game.demonstration import DEMO_PLAYERS
from dealer.games.fan_tan.game import hand_rows_of
from dealer.night.night import Night
from events.book.book import Book
from events.effective_facts import EffectiveFacts, effective
from events.games.fan_tan import HandStarted
from events.games.faro import DealStarted
from events.records import Recorded
from ledger.accounts import checks
from ledger.statement import player_line
from reports.words.formatting import signed
from tests.support.house import House
from tests.support.tables import PotTable
from web.app.links import player_link
from web.games.fan_tan.player import PlayedHand
from web.games.faro.player import PlayedDeal
from web.player_view import NEWEST_ROUNDS, PlayerView, player_view


@cache
def demo(seed: int) -> tuple[Night, EffectiveFacts]:
    """A closed night of Fan-Tan, and its effective facts."""
    return _played(lambda book: Demo(("fan_tan",), book, "2026-11-21", seed=seed))


@cache
def demo_of_both() -> tuple[Night, EffectiveFacts]:
    """A closed night of both games in turn, and its effective facts."""
    return _played(lambda book: Demo(("faro", "fan_tan"), book, "2026-11-21", seed=2))


def _played(make: Any) -> tuple[Night, EffectiveFacts]:
    with Book.open() as book:
        show = make(book)
        for _ in show.turns():
            pass
        return Assistant(book).night(show.night), effective(book.facts(show.night))


def hands_of(view: PlayerView) -> list[PlayedHand]:
    """Their hands, the newest first."""
    return [one.round for one in view.course if isinstance(one.round, PlayedHand)]


def now_of(view: PlayerView) -> Any:
    """Their part in the hand that is on."""
    return next(one.part.now for one in view.games if one.game == "fan_tan")


def view_of(table: PotTable, player: str = "red") -> PlayerView:
    return player_view(table.now, effective(table.recorded), player)


def lines_of(table: PotTable, player: str) -> list[tuple[str, int]]:
    """The lines of a player's last hand."""
    return [(line.what, line.chips) for line in hands_of(view_of(table, player))[0].lines]


@pytest.mark.parametrize("player", list(DEMO_PLAYERS))
@pytest.mark.parametrize("seed", [3, 8])
def test_a_players_hands_are_what_their_checks_did(house: House, seed: int, player: str) -> None:
    night, kept = demo(seed)
    view = player_view(night, kept, player)
    assert view.net_cents == player_line(night.ledger, player).net_cents == sum(part.cents for part in view.parts)
    in_order = list(reversed(hands_of(view)))
    assert [hand.hand for hand in in_order] == [one.fact.hand for one in kept if isinstance(one.fact, HandStarted)]
    for hand in in_order:
        moved_cents = sum(_gained_cents(one, player) for one in kept if getattr(one.fact, "hand", 0) == hand.hand)
        assert hand.net_cents == moved_cents
    with house.app.test_request_context("/player/key"):
        html = render_template("player/player.html", view=view)
    assert f">{signed(view.net_cents)}</b>" in html
    assert "Fan-Tan (Sevens, Parliament)" in html
    assert "style=" not in html
    assert [name for name in DEMO_PLAYERS.values() if name in html] == [DEMO_PLAYERS[player]]


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
    for asked in ("", f"?at={then}"):
        page = client.get(path + asked).text
        assert [hand for hand in hands if f'id="hand-{hand}"' in page] == [*hands][2:]
        assert "The 2 hands before these" in page
        (every,) = re.findall(r'id="every-round" href="([^"]+)"', page)
        whole = client.get(unescape(every)).text
        assert [hand for hand in hands if f'id="hand-{hand}"' in whole] == [*hands]
        assert "every-round" not in whole
        assert ("after fact" in whole) == bool(asked)
    assert f"{path}/stream?rounds=all" in client.get(f"{path}?rounds=all").text


@pytest.mark.parametrize("player", list(DEMO_PLAYERS))
@pytest.mark.parametrize("shown", [1, 3])
def test_what_came_before_the_rounds_shown_is_a_part_of_their_result(player: str, shown: int) -> None:
    night, kept = demo_of_both()
    whole, view = player_view(night, kept, player, None), player_view(night, kept, player, shown)
    assert [one.round for one in view.course] == [one.round for one in whole.course][:shown]
    before, *_ = view.parts
    assert before.what == f"{len(whole.course) - shown} rounds before"
    assert before.cents == sum(one.played.net_cents for one in whole.course[shown:])
    assert sum(part.cents for part in view.parts) == whole.net_cents


@pytest.mark.parametrize("player", list(DEMO_PLAYERS))
def test_the_running_sum_counts_deals_and_hands(house: House, player: str) -> None:
    view = player_view(*demo_of_both(), player)
    running_cents = 0
    for one in reversed([one.round for one in view.course]):
        if isinstance(one, PlayedHand):
            running_cents += one.net_cents
            assert one.running_cents == running_cents
            continue
        assert isinstance(one, PlayedDeal)
        for settled in reversed(one.settled):
            running_cents += settled.gained_cents
            assert settled.running_cents == running_cents
    last, *before = [one.round for one in view.course]
    assert isinstance(last, PlayedHand), "else no running sum would have to count a hand"
    assert any(isinstance(one, PlayedDeal) for one in before)
    with house.app.test_request_context("/player/key"):
        html = render_template("player/player.html", view=view)
    assert f'<th scope="row">Running</th><td></td><td>{signed(last.running_cents)}</td>' in html


def _gained_cents(one: Recorded, player: str) -> int:
    """What a fact's moves brought a player's checks."""
    own = checks(player)
    return sum(move.amount_cents * ((move.credit == own) - (move.debit == own)) for move in one.fact.moves)


@pytest.mark.parametrize("seed", [3, 8])
def test_every_proved_wrong_pass_is_on_its_players_page_and_on_no_other(seed: int) -> None:
    night, kept = demo(seed)
    rows = hand_rows_of(one.fact for one in kept)
    assert any(row.wrong_passes for row in rows)
    views = {player: player_view(night, kept, player) for player in night.seats}
    for row in rows:
        for player, view in views.items():
            (hand,) = [one for one in hands_of(view) if one.hand == row.hand]
            own = [wrong for wrong in row.wrong_passes if wrong.player == player]
            assert len(hand.wrong) == len(own)
            for said, wrong in zip(hand.wrong, own, strict=True):
                assert said.startswith(f"At turn {wrong.turn} you passed and held ")
                assert said.endswith("; the penalty is waived.") == (not wrong.taken)
                assert ((f"Penalty for turn {wrong.turn}", -wrong.penalty) in _lines(hand)) == wrong.taken


def _lines(hand: Any) -> list[tuple[str, int]]:
    return [(line.what, line.chips) for line in hand.lines]


def test_each_thing_that_they_paid_and_got_has_its_line() -> None:
    """Red keeps the 7♦ back at turn 1; Blue held the 6♦ and Green the 8♦, and each gets five chips for it."""
    table = PotTable(4, preset="antes", pass_pays=1)
    table.deal(seed=3, given={"red": "7d 7s", "blue": "6d", "green": "8d"})
    kept = iter([None, "7d"])
    table.play_out(lambda player, able: next(kept, able[0]) if player == "red" and able else next(iter(able), None))
    table.show_all()
    table("end_hand")
    table("take_penalty", player="red", turn=1)
    passes = {player: table.hand.passes(player) for player in table.players}
    left = {player: table.hand.left(player) for player in table.players}
    winner = table.hand.winner or ""
    table("settle_hand")
    assert ("Penalty for turn 1", -13) not in lines_of(table, "blue")
    assert ("From a penalty, for your 6♦", 5) in lines_of(table, "blue")
    assert ("From a penalty, for your 8♦", 5) in lines_of(table, "green")
    assert any(what == "Penalty for turn 1" and chips <= -13 for what, chips in lines_of(table, "red"))
    for player in table.players:
        lines = dict(lines_of(table, player))
        assert lines["Ante"] == -1
        if passes[player]:
            assert lines["1 pass" if passes[player] == 1 else f"{passes[player]} passes"] == -passes[player]
        cards = "1 card left in hand" if left[player] == 1 else f"{left[player]} cards left in hand"
        assert lines.get(cards, 0) == -left[player]
        assert lines.get("The pot", 0) == (table.row()["pot"] if player == winner else 0)
        said = "You went out first." if player == winner else "Another went out first."
        assert hands_of(view_of(table, player))[0].ending == said
    assert hands_of(view_of(table))[0].wrong[0].startswith("At turn 1 you passed and held ")


def test_the_hand_that_is_on_shows_their_cards_passes_and_chips_in_it() -> None:
    table = PotTable(3, preset="antes", pass_pays=2)
    assert (now_of(view_of(table)), view_of(table).standing_at) == (None, "No hand yet")
    table.deal(given={"red": "7s"})
    table.lay("7s")
    table.pass_on()
    red, blue = now_of(view_of(table)), now_of(view_of(table, "blue"))
    assert red
    assert blue
    assert (red.left, red.passes, red.put_in, red.on_turn) == (17, 0, 2, False)
    assert (blue.left, blue.passes, blue.put_in) == (17, 1, 3)
    assert view_of(table).standing_at == "Hand 1 · before turn 3"
    assert view_of(table, "blue").net_cents == -75
    assert hands_of(view_of(table, "blue"))[0].ending == "It is on."


def test_what_a_foul_hand_took_is_given_back() -> None:
    table = PotTable(3, preset="antes")
    table.deal()
    table("void_hand", reason="misdealt")
    (hand,) = hands_of(view_of(table))
    assert (hand.ending, hand.net_cents) == ("Broken off: misdealt.", 0)
    assert [line.what for line in hand.lines] == ["Ante", "Given back"]


@pytest.mark.parametrize(("preset", "opener"), [("antes", "seven"), ("five_or_nine", "five or a nine")])
def test_a_dead_hand_is_said_to_come_of_a_wrong_pass_or_a_short_pack(preset: str, opener: str) -> None:
    table = PotTable(3, preset=preset)
    table.deal()
    for _ in range(3):
        table.pass_on()
    table("end_hand")
    table("settle_hand")
    (hand,) = hands_of(view_of(table))
    assert hand.ending == (f"A dead hand: nobody laid a {opener}, though somebody held one, unless the pack was short.")


def test_a_players_part_of_a_pot_that_nobody_won_is_a_part_of_their_result() -> None:
    table = PotTable(3, preset="antes")
    table.deal()
    for _ in range(3):
        table.pass_on()
    table("end_hand")
    table("settle_hand")
    assert lines_of(table, "red") == [("Ante", -2), ("1 pass", 0), ("The hand was dead", -1)]
    assert view_of(table).net_cents == -75
    table("close_night")
    played, divided = view_of(table).parts
    assert (played.what, played.cents) == ("Hand 1", -75)
    assert (divided.what, divided.cents) == ("Your part of a pot nobody won", 75)
    assert sum(view_of(table, player).net_cents for player in table.players) == 0


def test_a_night_of_both_games_shows_deals_and_hands_in_the_order_in_which_they_were_begun(house: House) -> None:
    night, kept = demo_of_both()
    begun = [one.fact for one in kept if isinstance(one.fact, HandStarted | DealStarted)]
    titles = [f"Hand {fact.hand}" if isinstance(fact, HandStarted) else f"Play in deal {fact.deal}" for fact in begun]
    assert {title.split()[0] for title in titles} == {"Hand", "Play"}
    for player in night.seats:
        view = player_view(night, kept, player)
        own = [one.round.title for one in reversed(view.course)]
        assert own == [title for title in titles if title in own]
        assert len(hands_of(view)) == sum(isinstance(fact, HandStarted) for fact in begun)
        assert len(hands_of(view)) < len(view.course)
        assert sum(part.cents for part in view.parts) == player_line(night.ledger, player).net_cents
        with house.app.test_request_context("/player/key"):
            html = render_template("player/player.html", view=view)
        assert "Every deal, every hand" in html
        assert html.count("<details") == len(view.course)
