"""Places for streams: a newcomer is let in, and whoever holds most gives way; the staff count for themselves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from web.live import stream_quota as places
from web.live.stream_quota import Holder, Kind, Place, Places


class Hall:
    """Places that a test takes, by a short name of the link and of the address."""

    def __init__(self, stack: ExitStack) -> None:
        self.places = Places()
        self.taken: list[Place] = []
        self.ended = 0
        self._stack = stack

    def take(self, key: str, address: str = "home", kind: Kind = "player") -> Place:
        self.taken.append(self._stack.enter_context(self.places.hold(Holder(kind, key, address), self._end)))
        return self.taken[-1]

    def gone(self) -> list[Place]:
        return [one for one in self.taken if one.taken_away]

    def _end(self) -> None:
        self.ended += 1


@pytest.fixture
def hall() -> Iterator[Hall]:
    with ExitStack() as stack:
        made = Hall(stack)
        yield made
    assert len(made.places) == 0
    assert made.ended == len(made.gone())


def test_a_link_keeps_the_newest_of_its_streams(hall: Hall) -> None:
    first = [hall.take("red") for _ in range(places.MOST_OF_A_PLAYER)]
    assert hall.gone() == []
    for _ in range(2):
        hall.take("red")
    assert hall.gone() == first[:2]
    assert len(hall.places) == places.MOST_OF_A_PLAYER


def test_a_board_hangs_on_more_walls_and_sixty_telephones_follow_it(hall: Hall) -> None:
    assert places.MOST_OF_A_BOARD > 60
    for _ in range(places.MOST_OF_A_BOARD):
        hall.take("board n", kind="board")
    assert hall.gone() == []
    hall.take("board n", kind="board")
    assert hall.gone() == hall.taken[:1]


def test_who_takes_hundreds_by_a_link_takes_them_from_themselves(hall: Hall) -> None:
    """Its honest holder, at another address, keeps their stream, and gets in when they come again."""
    honest = hall.take("red", "telephone")
    for _ in range(200):
        hall.take("red", "attacker")
    again = hall.take("red", "telephone")
    for _ in range(200):
        hall.take("red", "attacker")
    assert not honest.taken_away
    assert not again.taken_away
    assert len(hall.places) == places.MOST_OF_A_PLAYER


def test_an_address_beyond_its_limit_loses_the_greediest_link_s_oldest(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "MOST_OF_AN_ADDRESS", 4)
    hall.take("blue")
    greedy = [hall.take("red") for _ in range(3)]
    elsewhere = hall.take("red", "away")
    hall.take("green")
    assert hall.gone() == greedy[:1]
    assert not elsewhere.taken_away


def test_a_full_house_takes_from_the_greediest_address(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "MOST_OF_LINKS", 5)
    hall.take("blue", "one")
    greedy = [hall.take(key, "two") for key in ("a", "b", "c", "d")]
    hall.take("green", "three")
    assert hall.gone() == greedy[:1]


def test_the_staff_lose_no_place_to_others_and_take_none_from_them(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "MOST_OF_LINKS", 3)
    monkeypatch.setattr(places, "MOST_OF_AN_ADDRESS", 3)
    links = [hall.take(key) for key in ("a", "b", "c")]
    dealer = [hall.take("Earp tablet-1", kind="staff") for _ in range(places.MOST_OF_A_STAFF_DEVICE)]
    other = hall.take("Earp tablet-2", kind="staff")
    assert hall.gone() == []
    hall.take("d")
    assert hall.gone() == links[:1]
    hall.take("Earp tablet-1", kind="staff")
    assert hall.gone() == [links[0], dealer[0]]
    assert not other.taken_away
