"""What may lie on a place is what a bet there is admitted up to (rulebook 1.6)."""

from __future__ import annotations

from random import Random

import pytest

from dealer.commands.refusal import Refusal
from dealer.games.faro.state import faro_of
from events.games.faro import Place
from tests.oracle.basics import PLACES, RANKS
from tests.oracle.random_nights import random_night
from tests.support.pure import PureNight
from tests.support.tables import Table


@pytest.mark.parametrize("seed", range(12))
def test_a_bet_at_the_limit_is_taken_and_one_check_more_is_over_it(seed: int) -> None:
    """Tried on every single card that is alive and on a split, wherever a random night lets bets be made."""
    random = Random(seed)
    played = PureNight()
    tried = 0
    for number, line in enumerate(random_night(seed, mischief=0, roll=10**9), start=1):
        try:
            played.do(line, number)
        except Refusal:
            continue
        looks = not tried or random.random() < 0.3
        if line["do"] in ("turn", "expose_soda") and looks and not played.now.closed:
            tried += _try_every_place(played, number)
    assert tried


def _try_every_place(played: PureNight, number: int) -> int:
    before, tried = played.now, 0
    house, check = faro_of(before).house, faro_of(before).house.check
    player = next((key for key in before.seats if before.is_seated(key)), None)
    if player is None or faro_of(before).broken:
        return 0
    played.do({"do": "buy_checks", "player": player, "amount": 10**9 // check * check}, number)
    rich = played.now
    split = sorted(min(PLACES["split"], key=sorted))
    for kind, ranks in [*(("single", [rank]) for rank in RANKS), ("split", split)]:
        most = faro_of(rich).limit_on(Place(kind=kind, ranks=tuple(ranks)))
        bet = {"do": "place_bet", "bet": f"try-{number}", "player": player, "kind": kind, "ranks": ranks}
        at_most = most // check * check
        codes = []
        for stake in (at_most, at_most + check):
            played.night = rich
            try:
                played.do({**bet, "stake": stake}, number)
                codes.append("taken")
            except Refusal as refusal:
                codes.append(refusal.code)
        if codes[0] in ("dead_card", "wrong_phase", "not_allowed_here", "under_minimum"):
            continue
        assert codes == ["taken", "over_limit"], (kind, ranks, most, house)
        tried += 1
    played.night = before
    return tried


def test_a_single_bet_on_a_case_card_has_a_limit_of_its_own_and_a_split_on_it_has_not() -> None:
    table = Table(limit=10_000, case_limit=3_000)
    single, split = Place(kind="single", ranks=("A",)), Place(kind="split", ranks=("A", "2"))
    assert table.table.limit_on(single) == 10_000
    table.turn("As", "Ah")
    table.turn("Ad", "2h")
    assert (table.table.limit_on(single), table.table.limit_on(split)) == (3_000, 10_000)
