"""The story of a stake: every fold and coup in a sentence, each with the rule that decided it."""

from __future__ import annotations

from datetime import UTC

from dealer.games.pharo.state import PHARO
from dealer.night.history import History
from reports.games.pharo.dossier import PharoStakes, PharoStakeStory
from reports.sheets.dossier import rounds_of
from reports.sheets.rulings import ruling_sheet_view
from tests.support.tables import PharoNight


def test_a_stake_is_told_with_the_rule_of_every_coup() -> None:
    table = PharoNight()
    bet = table.bet("Q")
    table.coup("2s", "Qs")
    table("paix", bet=bet)
    table.coup("Qh", "3s")
    table.coup("Qd", "Qc")
    table("void_deal", reason="foul")
    history = History.of(table.recorded)
    lines = PharoStakeStory(history=history, game=PHARO, bet=bet).follow(())
    assert [(line.text, line.reason) for line in lines] == [
        ("Red lays $1 on the Q.", ""),
        ("Red’s bet on the Q wins: $1 in suspense.", "Rule 2.4: a gain is in suspense until it is taken or ventured"),
        ("Red’s bet on the Q makes a paix: paix, with $1 ventured.", ""),
        (
            "Red’s bet on the Q, paix, loses its gain of $1; the stake lies on, plain.",
            "Rule 2.4: under a paix the gain alone is ventured",
        ),
        (
            "Red’s bet on the Q: a doublet, the bank takes 50¢.",
            "Rule 2.3: of a doublet the bank has the bigger half in whole checks",
        ),
        (
            "50¢ goes back to Red.",
            "Rule 2.6: the deal was found foul, and what lies is returned",
        ),
    ]


def test_stakes_are_listed_with_all_their_cards_and_what_came_of_them() -> None:
    table = PharoNight()
    moved, opposed = table.bet("Q"), table.bet("5", player="blue", opposed=True)
    table("move_bet", bet=moved, kind="figure", ranks=["J", "Q", "K"])
    table("press_bet", bet=moved, add=100)
    table.coup("2s", "Ks")
    table("take_win", bet=moved)
    first, second = PharoStakes(History.of(table.recorded), PHARO).all()
    assert (first.place, first.staked_cents, first.paid_cents, first.came_of_it) == (
        "the Q, then the red figure",
        200,
        200,
        "won, paid, $2 lies",
    )
    assert (second.bet, second.title) == (opposed, "Blue’s bet on the 5, opposed")


def test_a_disputed_coup_is_told_with_what_it_did() -> None:
    table = PharoNight()
    bet = table.bet("Q")
    table.coup("2s", "Qs")
    table("raise_dispute", dispute="d1", player="red", about=1, claim="I won")
    table("take_win", bet=bet)
    table("rule_dispute", dispute="d1", ruling="stands", reason="it was paid")
    lines = ruling_sheet_view(History.of(table.recorded), (), "d1", UTC).story
    assert [(line.text, line.reason) for line in lines][:3] == [
        ("Deal 1 begins.", ""),
        ("Coup 1: the bank’s card is 2♠, the punters’ Q♠.", ""),
        ("Red’s bet on the Q wins: $1 in suspense.", "Rule 2.4: a gain is in suspense until it is taken or ventured"),
    ]
    (deal,) = rounds_of(History.of(table.recorded))
    assert (deal.called, deal.turns, deal.came_of_it) == ("deal 1", 1, "Red +$1.00")
