"""Who keeps their connections, and whose give way."""

from __future__ import annotations

from msgspec.structs import replace

from tests.attacks.servers import LIMITS
from web.app.callers import Caller
from web.serving.connections import Connections, Place

SMALL = replace(LIMITS, connections_a_stranger=3, connections_a_link=2, connections_a_member=4)
MEMBER, LINK = Caller("staff", "M. Earp"), Caller("link", "board 2026-11-21-1")


class Hall:
    """Connections by name, in the order in which they came; ``cut`` are the names of those that were ended."""

    def __init__(self, most: int = 100) -> None:
        self.known = Connections(SMALL, most)
        self.cut: list[str] = []

    def come(self, name: str, address: str = "10.0.0.7") -> Place | None:
        return self.known.enter(address, lambda: self.cut.append(name))

    def come_in(self, name: str, caller: Caller | None = None, address: str = "10.0.0.7") -> Place:
        place = self.come(name, address)
        assert place is not None
        if caller:
            self.known.known(place, caller)
        return place


def test_a_stranger_beyond_their_limit_loses_their_own_oldest() -> None:
    hall = Hall()
    for name in "abcde":
        hall.come(name)
    hall.come("other", "10.0.0.8")
    assert hall.cut == ["a", "b"]
    assert len(hall.known) == 4


def test_whoever_is_known_counts_no_more_as_a_stranger_of_their_address() -> None:
    hall = Hall()
    hall.come_in("tablet", MEMBER)
    hall.come_in("board", LINK)
    for name in "abcdef":
        hall.come(name)
    assert hall.cut == ["a", "b", "c"]


def test_one_network_of_ipv6_is_one_stranger() -> None:
    hall = Hall()
    for number in range(5):
        hall.come(str(number), f"2001:db8::{number}")
    hall.come("other", "2001:db8:0:1::1")
    assert hall.cut == ["0", "1"]


def test_a_member_and_a_link_have_limits_of_their_own() -> None:
    hall = Hall()
    for number in range(6):
        hall.come_in(f"tablet {number}", MEMBER)
    for number in range(3):
        hall.come_in(f"board {number}", LINK)
    assert hall.cut == ["tablet 0", "tablet 1", "board 0"]


def test_a_full_server_lets_go_of_strangers_first_then_of_links_and_never_of_staff() -> None:
    hall = Hall(most=5)
    hall.come_in("tablet", MEMBER)
    hall.come_in("board", LINK, "10.0.0.8")
    hall.come("few", "10.0.0.9")
    hall.come("many 1")
    hall.come("many 2")
    hall.come_in("new 1", MEMBER)
    assert hall.cut == ["many 1"]
    hall.come_in("new 2", MEMBER)
    hall.come_in("new 3", MEMBER)
    assert sorted(hall.cut) == ["few", "many 1", "many 2"]
    hall.come_in("one more", Caller("staff", "Doc"))
    assert hall.cut[-1] == "board"
    assert hall.come("late") is None
    assert len(hall.known) == 5


def test_a_place_is_given_back_once() -> None:
    hall = Hall()
    place = hall.come_in("tablet", MEMBER)
    hall.known.leave(place)
    hall.known.leave(place)
    hall.known.known(place, LINK)
    assert len(hall.known) == 0
    assert hall.cut == []


def test_whoever_signs_out_is_a_stranger_again() -> None:
    hall = Hall()
    place = hall.come_in("tablet", MEMBER)
    for name in "abc":
        hall.come(name)
    hall.known.known(place, Caller("stranger", "10.0.0.7"))
    assert hall.cut == ["a"]
    hall.come("d")
    hall.come("e")
    hall.come("f")
    assert "tablet" in hall.cut


def test_by_one_link_or_sign_in_the_address_that_holds_most_gives_way() -> None:
    """Whoever was given a copy of a link, and opens as many connections as they can, takes their own places."""
    for caller in (LINK, MEMBER):
        hall = Hall()
        hall.come_in("honest", caller, "10.0.0.8")
        for number in range(9):
            hall.come_in(f"greedy {number}", caller)
        assert hall.cut
        assert all(name.startswith("greedy") for name in hall.cut)
