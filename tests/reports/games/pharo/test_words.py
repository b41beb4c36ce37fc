"""What the facts of Pharo say: every fold and chain, what came of it, and a stake laid before the last coup."""

from __future__ import annotations

from typing import Any

import pytest

from reports.games.pharo.words.chains import chain_called
from reports.words.sentences import said_of
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
