"""The drawer as a function of a night: accounts, receipts, disputes, and what leaving and closing would do."""

from __future__ import annotations

from typing import Any

import pytest

from dealer.demo import AtTheTable, offered
from dealer.games import GAMES
from dealer.games.fan_tan.state import FAN_TAN
from dealer.night.result import result_of
from events.book.book import Book
from events.common.event import Event
from events.effective_events import effective
from reports.score_pad.words import side_text
from reports.words.formatting import MINUS
from tests.support.pure import PureNight
from web.nights.closed_night import closed_night
from web.score_pad.score_state import written
from web.tablet.drawer import Account, DrawerView, drawer_view
from web.tablet.settling import box_expected, box_short, unfinished_of
from web.tablet.take_and_pay import with_sign


class Evening(PureNight):
    """A night with red and blue seated, $200 in checks each."""

    def __init__(self, game: Any = "faro", **house: Any) -> None:
        super().__init__()
        self("open_night", table="T", date="2026-11-21", game=game, house=house, roll=500_000, dealer="D")
        for player, name in (("red", "Ada Lamb"), ("blue", "Wm. Hart")):
            self("seat_player", player=player, name=name)
            self("buy_checks", player=player, amount=20_000)

    def __call__(self, do: str, **arguments: Any) -> tuple[Event, ...]:
        return self.do({"do": do, **arguments}, line=len(self.recorded) + 1)

    @property
    def drawer(self) -> DrawerView:
        return drawer_view(self.now, effective(self.recorded))

    def account(self, player: str) -> Account:
        return next(entry for entry in self.drawer.accounts if entry.player == player)

    def deal(self) -> None:
        self("start_deal")
        self("expose_soda", card="5")

    def said(self) -> list[str]:
        """The receipts, the newest first, without their hours."""
        return [receipt.text for receipt in self.drawer.receipts]


def test_what_was_taken_back_leaves_no_receipt_and_only_the_last_command_can_be_taken_back() -> None:
    evening = Evening()
    evening("issue_marker", player="red", amount=50_000)
    evening("issue_marker", player="red", amount=50_000)
    evening("void")
    assert evening.said()[0] == "Marker Nº 1 · Ada Lamb · $500 · open $500"
    assert evening.drawer.receipts[0].last
    evening.deal()
    evening("place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500)
    assert [receipt.last for receipt in evening.drawer.receipts] == [False] * 4


def test_leaving_is_said_before_it_is_done_and_comes_true() -> None:
    evening = Evening()
    evening("issue_marker", player="blue", amount=50_000)
    evening("lend_stake", lender="red", borrower="blue", amount=5_000)
    assert evening.account("blue").leaving.sentences == (
        "Wm. Hart redeems $500 of their markers with checks.",
        "Wm. Hart repays $50 of stake money.",
        "Wm. Hart is paid $200 in cash.",
    )
    evening.deal()
    evening("place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500)
    assert evening.account("red").lying == "$5"
    assert evening.account("red").leaving.sentences == (
        "Ada Lamb takes $5 from the table.",
        "Ada Lamb is paid $150 in cash.",
    )
    evening("draw_loser", card="9h")
    assert evening.account("red").leaving.refused
    evening("draw_winner", card="9s")
    evening("leave_table", player="blue")
    assert result_of(evening.now, evening.recorded)["players"]["blue"]["cashed"] == 20_000
    assert [(entry.player, entry.name) for entry in evening.drawer.away] == [("blue", "Wm. Hart")]


def test_who_may_not_leave_is_told_why_and_whose_checks_do_not_cover_their_markers_leaves_owing() -> None:
    evening = Evening(["faro", "fan_tan"])
    evening("issue_marker", player="blue", amount=50_000)
    evening("cash_in", player="blue", amount=60_000)
    assert evening.account("blue").leaving.sentences == (
        "Wm. Hart redeems $100 of their markers with checks.",
        "Wm. Hart has no checks to cash in.",
        "Wm. Hart still owes $400 on markers, carried over in their name.",
    )
    assert evening.account("blue").redeemable_cents == 10_000
    evening("seat_player", player="white", name="J. Oakes")
    evening("buy_checks", player="white", amount=5_000)
    evening("start_hand", dealer="red")
    assert evening.account("blue").leaving.refused == "Wm. Hart is in hand 1 and can leave when it is settled."


@pytest.mark.parametrize(("loser", "winner", "sign"), [("7", "2", "+"), ("2", "7", MINUS)])
def test_closing_is_said_in_the_figures_that_it_then_has(loser: str, winner: str, sign: str) -> None:
    evening = Evening()
    evening("issue_marker", player="blue", amount=50_000)
    evening.deal()
    evening("place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500)
    evening("place_bet", bet="b", player="red", kind="single", ranks=["7"], stake=2_500)
    evening("turn", loser=loser, winner=winner)
    closing = evening.drawer.closing
    lines = {line.name: line for line in closing.lines}
    red = ("$5", "$175") if loser == "7" else ("$30", "$225")
    assert (lines["Ada Lamb"].returned, lines["Ada Lamb"].cashed, lines["Ada Lamb"].markers) == (*red, "–")
    assert (lines["Wm. Hart"].redeemed, lines["Wm. Hart"].cashed) == ("$500", "$200")
    assert closing.result == f"{sign}$25"
    evening("close_night")
    players = result_of(evening.now, evening.recorded)["players"]
    assert [f"${players[player]['cashed'] // 100}" for player in ("red", "blue")] == [red[1], "$200"]
    assert evening.drawer.closing.lines == ()


def test_a_win_that_waits_is_in_what_leaving_and_closing_pay_and_in_the_bank_s_result() -> None:
    """Pharo, $5 on the K: the bank pays the waiting win when the player leaves or the night closes."""
    evening = Evening("pharo")
    evening("start_deal")
    evening("show_bottom", card="9")
    evening("place_bet", bet="a", player="red", kind="single", ranks=["K"], stake=500)
    evening("coup", bank="2", punters="K")
    drawer = evening.drawer
    assert drawer.closing.result == with_sign(-500) != drawer.result
    assert evening.account("red").leaving.sentences == (
        "Ada Lamb takes $10 from the table.",
        "Ada Lamb is paid $205 in cash.",
    )
    assert (drawer.closing.lines[0].returned, drawer.closing.lines[0].cashed) == ("$10", "$205")
    evening("close_night")
    assert drawer.closing.result == evening.drawer.result


def test_what_outlives_the_night_is_said_before_it_is_closed_and_so_it_comes() -> None:
    """Goods held, markers and loans open, also of who left and of who has nothing else to settle."""
    evening = Evening()
    for player, item, cents in (("red", "watch", 5_000), ("blue", "ring", 25_000)):
        evening("take_pledge", player=player, item=item, amount=cents)
    evening("issue_marker", player="blue", amount=50_000)
    evening("lend_stake", lender="red", borrower="blue", amount=5_000)
    evening("tip", player="blue", amount=100_000)
    evening("cash_in", player="red", amount=20_000)
    assert evening.account("blue").leaving.sentences == (
        "Wm. Hart has no checks to cash in.",
        "Wm. Hart leaves ring pledged for $250.",
        "Wm. Hart still owes $500 on markers, carried over in their name.",
        "Wm. Hart still owes Ada Lamb $50 of the stake lent.",
    )
    closing = evening.drawer.closing
    assert [(entry.name, entry.words, entry.item, entry.checks) for entry in closing.left_open] == [
        ("Ada Lamb", "watch, pledged for $50", "watch", False),
        ("Wm. Hart", "ring, pledged for $250", "ring", False),
        ("Wm. Hart", "owes $500 on markers", "", False),
        ("Wm. Hart", "owes Ada Lamb $50 of the stake lent", "", False),
    ]
    assert [(line.name, line.cashed, line.markers, line.pledges) for line in closing.lines] == [
        ("Ada Lamb", "–", "–", "$50"),
        ("Wm. Hart", "–", "$500", "$250"),
    ]
    evening("leave_table", player="blue")
    left = evening.drawer.closing.left_open
    assert [part.item for part in left] == ["watch", "", "", ""], "goods go back to nobody who is not there"
    evening("buy_checks", player="red", amount=5_000)
    assert evening.drawer.closing.left_open[0].checks
    evening("return_pledge", player="red", item="watch", **{"with": "checks"})
    words = evening.drawer.closing
    assert "watch" not in [one.item for one in words.left_open]
    evening("close_night")
    players = result_of(evening.now, evening.recorded)["players"]
    assert [(one["markers_open"], one["pledges_open"], one["stakes_owed"]) for one in players.values()] == [
        (0, 0, 0),
        (50_000, 25_000, 5_000),
    ]
    after = closed_night(evening.now, evening.recorded, {})
    assert [(one.name, one.words) for one in after.left_open] == [(one.name, one.words) for one in words.left_open]
    assert [one.sums[3] for one in after.players] == ["–", "$250"]


def test_what_is_paid_beyond_the_box_is_said_before_and_on_the_receipt() -> None:
    """Leaving, the close and cashing in; nothing is said while the cash drawer has what is paid."""
    evening = Evening()
    assert evening.drawer.box_cents == 540_000
    evening("issue_marker", player="red", amount=600_000)
    evening("cash_in", player="red", amount=521_000)
    assert (evening.drawer.box_cents, box_short(19_000)) == (19_000, "")
    short = box_short(-1_000)
    assert evening.account("blue").leaving.short == "Then the drawer is short by $10."
    evening("leave_table", player="blue")
    assert evening.said()[0].endswith(f" · {short}")
    evening("cash_in", player="red", amount=4_000)
    assert evening.said()[0].endswith(f" · {box_short(-5_000)}")
    evening("tip", player="red", amount=500)
    assert short not in evening.said()[0]
    closing = evening.drawer.closing
    evening("close_night")
    assert (closing.is_short, closing.box) == (True, box_expected(evening.now, evening.now.ledger))
    after = closed_night(evening.now, evening.recorded, {})
    assert (after.is_short, after.box) == (closing.is_short, closing.box)


@pytest.mark.parametrize("name", offered())
def test_whatever_is_on_is_listed_before_the_close_and_on_the_closed_page(name: str) -> None:
    """Every game, broken off within a round; a match with its score, which pays nothing."""
    evening = AtTheTable(Book.open(), "2026-11-21", 3)
    game, demonstration = offered()[name]
    evening.open(game=game, **demonstration.opening)
    assert unfinished_of(evening.state) == ()
    for _ in demonstration.play(evening).round(1):
        if evening.state.game_on:
            break
    else:
        # Its demonstration is at a hand's end before anybody can look.
        evening.do({"do": "start_hand", "dealer": "blue"})
    table = evening.state.tables[game]
    (listed,) = unfinished_of(evening.state)
    assert listed.called.startswith(GAMES[game].title)
    for side, points in zip(getattr(table, "sides", ()), getattr(table, "score", ()), strict=True):
        assert f"{side_text(side, evening.state.names)} {written(points)}" in listed.called
    evening.close()
    # A hand of Fan-Tan is ended by the close, and stands as such among the hands of the page.
    assert unfinished_of(evening.state) == (() if game == FAN_TAN else (listed,))
