"""Whoever looks through a whole night gives way to the tables: one at a time, and with rests."""

from __future__ import annotations

from threading import Thread
from typing import Any

import pytest

from tests.support.house import House
from web.app.background_work import REST_S, SPELL_S, Touches, kind_to_others, turn_of

PATIENCE_S = 300.0


def test_after_a_spell_of_work_there_is_a_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    now, told, rests = [0.0], list[int](), list[tuple[int, float]]()
    monkeypatch.setattr("web.app.background_work.sleep", lambda seconds: rests.append((len(told), seconds)))
    tell = kind_to_others(told.append, clock=lambda: now[0])
    for step in range(1, 7):
        now[0] += SPELL_S * 0.4
        tell(step)
    assert told == [1, 2, 3, 4, 5, 6]
    assert rests == [(3, REST_S), (6, REST_S)]


def test_a_night_is_decided_again_in_its_turn_and_with_rests(
    house: House, night: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What if, somebody asks: every command decided again is a chance to rest, and the turn is theirs to the end."""
    turn: Any = turn_of(house.app)
    held: list[bool] = []
    monkeypatch.setattr("web.audit.what_if.kind_to_others", lambda _: lambda more: held.extend([turn.locked()] * more))
    answer = house.client().get(f"/nights/{night}/what-if?command=3&how=strike")
    assert answer.status_code == 200
    assert held == [True] * (len(house.book.commands(night)) - 2)
    assert not turn.locked()


def test_what_can_wait_gives_way_to_touches_and_not_for_ever() -> None:
    touches = Touches()
    touches.give_way(PATIENCE_S)
    with touches:
        touches.give_way(0.0)
        with touches:
            pass
        waiting = Thread(target=touches.give_way, args=(PATIENCE_S,))
        waiting.start()
        waiting.join(0.05)
        assert waiting.is_alive()
    waiting.join(PATIENCE_S)
    assert not waiting.is_alive()
