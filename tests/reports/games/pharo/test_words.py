"""What the facts of Pharo say: every fold and chain, what came of it, and a stake laid before the last coup."""

from __future__ import annotations

from typing import Any

import pytest

from reports.games.pharo.words import chain_called
from reports.words.naming import bet_of, where_play_stands
from reports.words.sentences import said_of, sentence
from tests.support.livret import PharoNight


@pytest.mark.parametrize(
    ("folds", "called"),
    [
        ("", "plain stake"),
        ("l", "paroli"),
        ("ll", "sept et le va"),
        ("lll", "quinze et le va"),
        ("llll", "trente et le va"),
        ("lllll", "soixante et le va"),
        ("llllll", "127 et le va"),
        ("x", "paix"),
        ("xx", "double paix"),
        ("xxx", "treble paix"),
        ("xxxx", "4-fold paix"),
        ("lx", "paix-paroli"),
        ("lxx", "double paix-paroli"),
        ("llx", "paix on the sept et le va"),
        ("llllxx", "double paix on the trente et le va"),
        ("xl", "paix, then paroli"),
        ("lxll", "paroli, then paix, then sept et le va"),
    ],
)
def test_a_chain_has_the_name_that_the_table_gives_it(folds: str, called: str) -> None:
    assert chain_called([{"l": "paroli", "x": "paix"}[fold] for fold in folds]) == called


def told(table: PharoNight, do: str, **arguments: Any) -> list[str]:
    """What each fact of a command says."""
    before = table.now
    return [said_of(before, fact) for fact in table(do, **arguments)]


def test_a_sept_et_le_va_is_told_from_the_stake_to_its_pay() -> None:
    table = PharoNight()
    facts = table("place_bet", bet="b", player="red", kind="single", ranks=["Q"], stake=100)
    assert sentence(table.now, facts) == "Red lays $1 on the Q."
    coup = {"bank": "2s", "punters": "Qs"}
    assert told(table, "coup", **coup)[1:] == ["Red’s bet on the Q wins: $1 in suspense."]
    assert told(table, "paroli", bet="b") == ["Red’s bet on the Q makes a paroli: paroli, with $2 ventured."]
    assert told(table, "coup", bank="2h", punters="Qh")[1:] == ["Red’s bet on the Q, paroli, wins: $3 in suspense."]
    assert told(table, "paroli", bet="b") == ["Red’s bet on the Q makes a paroli: sept et le va, with $4 ventured."]
    assert told(table, "coup", bank="2d", punters="Qd")[1:] == [
        "Red’s bet on the Q, sept et le va, wins: $7 in suspense."
    ]
    assert told(table, "take_win", bet="b") == ["Red’s bet on the Q, sept et le va, is paid $7."]


def test_losses_and_doublets_say_what_is_gone_and_what_lies_on() -> None:
    table = PharoNight()
    plain, paix, paroli = (table.bet("J-Q-K", player=player) for player in ("red", "blue", "white"))
    table.coup("2s", "Ks")
    table("paix", bet=paix)
    table("paroli", bet=paroli)
    assert told(table, "coup", bank="Qs", punters="Qh") == [
        "Red’s bet on the red figure is paid $1.",
        "Coup 2: the bank’s card is Q♠, the punters’ Q♥.",
        "Red’s bet on the red figure: a doublet, the bank takes 50¢.",
        "Blue’s bet on the red figure, paix: a doublet takes 50¢ of the gain.",
        "White’s bet on the red figure, paroli: a doublet takes $1 of the gain, and leaves a plain stake.",
    ]
    assert told(table, "pli", bet=plain) == [
        "Red’s bet on the red figure makes a pli: 50¢ are ventured to win 50¢ back."
    ]
    assert told(table, "coup", bank="3s", punters="Kh")[1:] == [
        "Red’s bet on the red figure wins its pli: 50¢ come back onto the card.",
        "Blue’s bet on the red figure, paix, wins: $1 in suspense.",
        "White’s bet on the red figure wins: $1 in suspense.",
    ]
    table("paix", bet=paix)
    table("paroli", bet=paroli)
    assert told(table, "coup", bank="Kd", punters="4s")[1:] == [
        "Red’s bet on the red figure loses $1.",
        "Blue’s bet on the red figure, double paix, loses its gain of $1; the stake lies on, plain.",
        "White’s bet on the red figure, paroli, loses $1, and its gain of $1 with it.",
    ]


def test_a_coup_is_told_with_how_many_bets_it_settled() -> None:
    table = PharoNight()
    table.bet("K")
    facts = table("coup", bank="2s", punters="Ks")
    assert sentence(table.now, facts) == ("Coup 1: the bank’s card is 2♠, the punters’ K♠; 1 bet settled.")
    assert where_play_stands(table.now) == "deal 1, before coup 2"


def test_a_soixante_that_is_carried_is_told_at_the_end_of_the_deal() -> None:
    table = PharoNight()
    bet = table.bet("J-Q-K")
    for bank, punters in zip(["2s", "2h", "2d", "2c", "3s"], ["Ks", "Kh", "Kd", "Kc", "Qs"], strict=True):
        table.coup(bank, punters)
        table("paroli", bet=bet)
    table("mask_bet", bet=bet)
    table.deal_out()
    assert sentence(table.now, table("end_deal")) == "Deal 1 is over; 1 bet is carried into the next."
    assert bet_of(table.now, bet) == "Red’s bet on the red figure"


@pytest.mark.parametrize(
    ("hockley", "ranks", "opposed", "may"),
    [
        (True, "K", False, "lose"),
        (True, "5", True, "lose"),
        (False, "K", False, "win"),
        (False, "5", False, "lose"),
        (False, "K", True, "lose"),
        (False, "Q", True, "win"),
    ],
)
def test_a_stake_laid_before_the_last_coup_is_warned_of(hockley: bool, ranks: str, opposed: bool, may: str) -> None:
    table = PharoNight(hockley=hockley, bottom="Ks")
    table.deal_to(25, leaving="5s" if ranks == "5" else "Qs")
    said = told(table, "place_bet", bet="b", player="red", kind="single", ranks=[ranks], stake=100, opposed=opposed)
    warning = f"; only the last coup is left, in which it can only {may}."
    assert said == [f"Red lays $1 on the {ranks}{', opposed' if opposed else ''}{warning}"]


def test_a_miscounted_pack_and_a_broken_bank_are_told() -> None:
    table = PharoNight(roll=100)
    bet = table.bet("K", 300)
    table.coup("2s", "Ks")
    table("paroli", bet=bet)
    assert told(table, "miscount", cards=51) == [
        "Red’s bet on the K is paid $1 of $9 for the miscounted pack.",
        "The bank is broken: $8 stay unpaid.",
        "The pack has 51 cards: the dealer forfeits, and deal 1 is over.",
    ]
