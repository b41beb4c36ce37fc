"""Hashes of PINs: peppered, argon2id, one at a time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event, Lock

import pytest
from argon2 import PasswordHasher, Type

from dealer.commands.refusal import Refusal
from tests.support.house import CHEAP
from web.app.authentication import IN_LINE, Pins, default_hasher


def test_a_pin_fits_its_own_hash_alone() -> None:
    pins = Pins(b"pepper", CHEAP)
    made = pins.hash("1871")
    assert pins.fit(made, "1871")
    assert not pins.fit(made, "1872")
    assert not pins.fit("no hash at all", "1871")


def test_a_copied_book_alone_cannot_be_tried_out() -> None:
    """With another key of the house, or with none, the right PIN fits nothing."""
    made = Pins(b"pepper", CHEAP).hash("1871")
    assert not Pins(b"another pepper", CHEAP).fit(made, "1871")
    assert not Pins(b"", CHEAP).fit(made, "1871")
    with pytest.raises(Exception, match="match"):
        CHEAP.verify(made, "1871")


def test_the_same_pin_has_another_hash_each_time() -> None:
    pins = Pins(b"pepper", CHEAP)
    assert pins.hash("1871") != pins.hash("1871")


def test_the_hash_is_argon2id_and_costs_a_thief_memory() -> None:
    hasher = default_hasher()
    assert hasher.type is Type.ID
    assert hasher.memory_cost >= 64 * 1024
    assert hasher.parallelism == 1


class Slow(PasswordHasher):
    """Hashes when it is let, and counts how many do so at once."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.let = Event()
        self.inside = self.most = 0
        self._count = Lock()

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        with self._count:
            self.inside += 1
            self.most = max(self.most, self.inside)
        self.let.wait()
        with self._count:
            self.inside -= 1
        return super().hash(password, salt=salt)


def test_a_crowd_is_hashed_one_after_the_other_and_those_at_its_end_are_sent_away() -> None:
    hasher, crowd = Slow(), IN_LINE + 4
    pins, together = Pins(b"pepper", hasher), Barrier(crowd)
    sent_away: list[str] = []

    def come(_: int) -> bool:
        together.wait()
        try:
            pins.hash("1871")
        except Refusal as refusal:
            sent_away.append(refusal.code)
            if len(sent_away) == crowd - IN_LINE:
                hasher.let.set()
            return False
        return True

    with ThreadPoolExecutor(crowd) as people:
        assert sum(people.map(come, range(crowd))) == IN_LINE
    assert sent_away == ["sign_in_busy"] * (crowd - IN_LINE)
    assert hasher.most == 1
    assert pins.hash("1871")
