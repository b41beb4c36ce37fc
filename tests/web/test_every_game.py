"""What the screens of every game keep to: nobody's money on the board, and a player's page that adds up."""

from __future__ import annotations

import re
from itertools import islice

import pytest
from flask import render_template

from dealer.commands.refusal import dollars
from dealer.demo import AtTheTable, offered
from ledger.statement import player_line
from reports.words.formatting import money, signed
from tests.support.house import House
from web.board import shown
from web.player_view import player_view

FREE_OF_SUMS = {
    "faro": r'<dl class="limits">.*?</dl>',
    "fan_tan": r'<div class="pot">.*?</div>|<dl class="paid">.*?</dl>|<p class="result">.*?</p>',
}
"""The boards that show no sum of money but in these places: the limits and rules of the house, the pot, the result."""


def at_the_table(house: House, name: str) -> AtTheTable:
    evening = AtTheTable(house.book, "2026-11-21", 3)
    game, demonstration = offered()[name]
    evening.open(game=game, **demonstration.opening)
    return evening


@pytest.mark.parametrize("name", offered())
def test_no_money_of_a_person_is_on_the_board_through_a_whole_round(house: House, name: str) -> None:
    evening = at_the_table(house, name)
    demonstration = offered()[name][1]
    looked_at = 0
    for _ in islice(demonstration.play(evening).round(1), 0, None, 3):
        night = evening.state
        with house.app.test_request_context():
            board = shown(night, house.service.events(evening.night).effective)
        texts = set(re.findall(r">\s*([^<>]+?)\s*<", board))
        for player in night.seats:
            line = player_line(night.ledger, player)
            assert not texts & {dollars(line.checks_cents), dollars(line.bought_cents)}, (player, looked_at)
        if night.dealing in FREE_OF_SUMS:
            free = re.sub(FREE_OF_SUMS[night.dealing], "", board, flags=re.DOTALL)
            assert len(free) < len(board)
            assert not re.search(r"[$¢]|\d\.\d\d<", free)
        assert "style=" not in board
        looked_at += 1
    assert looked_at


@pytest.mark.parametrize("name", offered())
def test_a_players_page_comes_to_what_the_ledger_has(house: House, name: str) -> None:
    """At Faro and Fan-Tan it names nobody else; in other games players pay each other."""
    evening = at_the_table(house, name)
    list(offered()[name][1].play(evening).round(1))
    evening.close()
    night, events = evening.state, house.service.events(evening.night).effective
    for player, own_name in night.names.items():
        view, line = player_view(night, events, player), player_line(night.ledger, player)
        assert view.account.line == line
        assert view.net_cents == line.net_cents == sum(part.cents for part in view.parts)
        assert sum(marker.amount_cents for marker in view.markers) == line.markers_issued_cents
        with house.app.test_request_context("/player/key"):
            page = render_template("player/player.html", view=view)
        assert f">{signed(line.net_cents)}</b>" in page
        assert money(line.cashed_cents) in page
        assert "style=" not in page
        names = [other for other in night.names.values() if other in page]
        assert night.dealing not in FREE_OF_SUMS or names == [own_name]
