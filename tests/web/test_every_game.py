"""What the screens of every game keep to: nobody's money on the board, a player's page and a result that add up."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from flask import render_template

from dealer.commands.refusal import dollars
from dealer.demo import AtTheTable, offered
from dealer.games import GAMES
from dealer.night.night import Night
from events.common.night import TokeGiven
from events.effective_events import NightEvents
from ledger.accounts import BANK
from ledger.statement import bank_line, player_line
from reports.words.formatting import money, signed
from tests.support.house import House
from web.board import shown
from web.curves import player_curve
from web.nights.closed_night import night_curves
from web.player_view import player_view
from web.tablet.take_and_pay import round_result, with_sign

FREE_OF_SUMS = {
    "faro": r'<dl class="limits">.*?</dl>',
    "fan_tan": r'<div class="pot">.*?</div>|<dl class="house">.*?</dl>|<p class="result">.*?</p>',
}
"""The boards that show no sum of money but in these places: the limits and rules of the house, the pot, the result."""


class Round:
    """A round of a game: the night before it, at each turn of it, at its end and closed; and its table at the end."""

    def __init__(self, name: str) -> None:
        self.house = House()
        self.game, demonstration = offered()[name]
        evening = AtTheTable(self.house.book, "2026-11-21", 4)
        evening.open(game=self.game, **demonstration.opening)

        def now() -> tuple[Night, NightEvents]:
            night, _, events = self.house.service.with_events(evening.night)
            return night, events

        self.before = now()
        self.turns = [now() for _ in demonstration.play(evening).round(1)]
        self.after = now()
        self.table = self.house.client().get(f"/nights/{evening.night}/table").text
        evening.close()
        self.closed = now()


@pytest.fixture(scope="module", params=offered())
def dealt(request: pytest.FixtureRequest) -> Iterator[Round]:
    dealt = Round(request.param)
    yield dealt
    dealt.house.book.close()


def test_no_money_of_a_person_is_on_the_board_through_a_whole_round(dealt: Round) -> None:
    for night, events in (*dealt.turns[::3], dealt.after, dealt.closed):
        with dealt.house.app.test_request_context():
            board = shown(night, events.effective)
        free = re.sub(FREE_OF_SUMS.get(night.dealing, "$^"), "", board, flags=re.DOTALL)
        texts = set(re.findall(r">\s*([^<>]+?)\s*<", free))
        for player in night.seats:
            line = player_line(night.ledger, player)
            assert not texts & {dollars(line.checks_cents), dollars(line.bought_cents)}, (player, len(events))
        if night.dealing in FREE_OF_SUMS:
            assert len(free) < len(board)
            assert not re.search(r"[$¢]|\d\.\d\d<", free)
        assert "style=" not in board


def test_a_players_page_comes_to_what_the_ledger_has(dealt: Round) -> None:
    """At Faro and Fan-Tan it names nobody else; in other games players pay each other."""
    night, events = dealt.closed
    for player, own_name in night.names.items():
        view, line = player_view(night, events.effective, player), player_line(night.ledger, player)
        assert view.account.line == line
        assert view.net_cents == line.net_cents == sum(part.cents for part in view.parts)
        assert sum(marker.amount_cents for marker in view.markers) == line.markers_issued_cents
        assert view.curve is not None
        assert view.curve.result_cents == line.net_cents
        with dealt.house.app.test_request_context("/player/key"):
            page = render_template("player/player.html", view=view)
        assert f">{signed(line.net_cents)}</b>" in page
        assert money(line.cashed_cents) in page
        assert "style=" not in page
        names = [other for other in night.names.values() if other in page]
        assert night.dealing not in FREE_OF_SUMS or names == [own_name]


def test_the_closed_night_draws_the_bank_and_everybody_through_the_night(dealt: Round) -> None:
    """The charts end at the results of the ledger; the figures have a row for the round, whose last sums are these."""
    night, events = dealt.closed
    drawn = night_curves(night, events.effective)
    assert drawn is not None
    results = [player_line(night.ledger, player).net_cents for player in night.seats]
    if drawn.has_bank:
        results.insert(0, bank_line(night.ledger).result_cents)
    assert drawn.has_bank == GAMES[dealt.game].against_bank
    assert [curve.result_cents for curve, _ in drawn.curves] == results
    assert [row for _, row in drawn.rounds] == [tuple(results)]
    page = dealt.house.client().get(f"/nights/{night.id}").text
    assert page.count('<svg class="curve"') == len(results)
    for curve, _ in drawn.curves:
        assert f"<title>{curve.title}</title>" in page
        assert curve.sentence in page
    assert "style=" not in page


def test_before_the_first_turn_there_is_nothing_to_draw(dealt: Round) -> None:
    night, events = dealt.before
    assert night_curves(night, events.effective) is None
    assert player_curve(night, events.effective, "red") is None


def test_the_end_of_a_round_has_its_result_player_by_player(dealt: Round) -> None:
    """Held against what everybody's account gained from before it, tokes aside; nothing is told while a round is on."""
    for night, events in dealt.turns:
        if night.game_on:
            assert round_result(night, events.effective) is None
    night, events = dealt.after
    result = round_result(night, events.effective)
    assert result is not None
    tokes = Counter[str]()
    for event in events.effective[len(dealt.before[1]) :]:
        if isinstance(event.event, TokeGiven):
            tokes[event.event.player] += event.event.amount_cents
    for line in result.lines:
        gained = [
            bank_line(state.ledger).result_cents
            if line.player == BANK
            else player_line(state.ledger, line.player).net_cents
            for state in (dealt.before[0], night)
        ]
        assert line.net == with_sign(gained[1] - gained[0] + tokes[line.player]), line.name
    assert (BANK in [line.player for line in result.lines]) == GAMES[dealt.game].against_bank


def test_the_table_shows_the_result_of_the_round_that_ended(dealt: Round) -> None:
    night, events = dealt.after
    result = round_result(night, events.effective)
    assert result is not None
    assert [line.player for line in result.lines] == re.findall('data-result="([^"]+)"', dealt.table)
