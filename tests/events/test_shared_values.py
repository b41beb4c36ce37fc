"""Values that the servers of a book share: the same in memory and in PostgreSQL, between servers only there."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from events.book.book import Book
from events.book.shared_values import SharedValues
from tests.events.conftest import file_shelf, postgresql_shelf, shelf
from tests.events.shelves import Shelf

__all__ = ["file_shelf", "postgresql_shelf", "shelf"]

KEY = b"the key of the house"
LONG_S, OVER_S = 3600.0, -1.0


@pytest.fixture
def values(shelf: Shelf) -> Iterator[SharedValues]:
    with shelf.open() as book:
        yield SharedValues(book, KEY)


@contextmanager
def two_servers(shelf: Shelf, *keys: bytes) -> Iterator[tuple[SharedValues, SharedValues]]:
    with shelf.open() as first, shelf.open() as second:
        yield SharedValues(first, keys[0]), SharedValues(second, keys[-1])


def test_a_value_lasts_for_its_time(values: SharedValues) -> None:
    values.put("sheets", "a", b"first", LONG_S)
    values.put("sheets", "b", b"over", OVER_S)
    values.put("sheets", "a", b"second", LONG_S)
    values.put("others", "c", b"", LONG_S)
    assert {name: value.value for name, value in values.all("sheets").items()} == {"a": b"second"}
    found = values.get("sheets", "a")
    assert found
    assert 0 <= found.age_s < LONG_S / 2 < found.left_s <= LONG_S
    values.drop("sheets", "a")
    assert [values.get("sheets", name) for name in "ab"] == [None, None]


def test_a_claim_is_the_first_ones_until_it_expires(values: SharedValues) -> None:
    assert values.claim("job", "1", b"me", LONG_S) == b"me"
    assert values.claim("job", "1", b"you", LONG_S) == b"me"
    # Extended by who has it, here to its end.
    assert values.claim("job", "1", b"me", OVER_S) == b"me"
    assert values.claim("job", "1", b"you", LONG_S) == b"you"


def test_counts_expire_and_only_the_last_are_kept(values: SharedValues) -> None:
    assert [values.count("wrong", "a", LONG_S, most=2) for _ in range(3)] == [1, 2, 3]
    assert values.count("wrong", "a", OVER_S, most=2) == 4, "the first one's time counts"
    assert values.count("wrong", "a", OVER_S, most=2, extend=True) == 5
    assert values.count("wrong", "a", LONG_S, most=2) == 1
    for name in "bc":
        values.count("wrong", name, LONG_S, most=2)
    assert {name: value.count for name, value in values.all("wrong").items()} == {"b": 1, "c": 1}


@pytest.mark.postgresql
def test_servers_share_values_and_no_count_is_lost(postgresql_shelf: Shelf) -> None:
    with two_servers(postgresql_shelf, KEY) as servers, ThreadPoolExecutor(8) as at_once:
        claims = set(at_once.map(lambda n: servers[n % 2].claim("job", "1", b"%d" % n, LONG_S), range(40)))
        counts = sorted(at_once.map(lambda n: servers[n % 2].count("wrong", "a", LONG_S, most=9), range(40)))
        assert len(claims) == 1
        assert counts == list(range(1, 41))
        servers[0].put("sheet", "a", b"%PDF", LONG_S)
        assert all(server.reach_others for server in servers)
        found = servers[1].get("sheet", "a")
        assert found
        assert found.value == b"%PDF"


@pytest.mark.postgresql
def test_a_value_of_another_key_or_from_nobody_is_none(postgresql_shelf: Shelf) -> None:
    with two_servers(postgresql_shelf, KEY, b"another key") as (ours, theirs):
        assert not ours.has_another_key()
        assert not ours.has_another_key()
        theirs.put("sheet", "a", b"forged", LONG_S)
        assert ours.get("sheet", "a") is None
        assert ours.claim("sheet", "a", b"true", LONG_S) == b"true"
        assert [theirs.has_another_key(), ours.has_another_key(), ours.has_another_key()] == [True, True, False]


@pytest.mark.postgresql
def test_a_server_goes_by_its_own_values_while_the_database_has_none(postgresql_shelf: Shelf) -> None:
    with two_servers(postgresql_shelf, KEY) as (one, other), postgresql_shelf.open() as book:
        assert one.reach_others
        postgresql_shelf.run(book, "DROP TABLE shared_values")
        assert one.claim("job", "1", b"one", LONG_S) == b"one"
        assert other.claim("job", "1", b"other", LONG_S) == b"other"
        assert one.claim("job", "1", b"later", LONG_S) == b"one"
        assert [one.count("wrong", "a", LONG_S, most=9) for _ in range(2)] == [1, 2]
        # An older book is given its table when a server opens it.
        Book.open(postgresql_shelf.where).close()
        assert one.claim("job", "1", b"one", LONG_S) == b"one"
        assert other.claim("job", "1", b"other", LONG_S) == b"one"


@pytest.mark.postgresql
def test_what_was_written_while_the_databases_clock_was_ahead_is_forgotten(postgresql_shelf: Shelf) -> None:
    """A count of wrong PINs held up its address until the clock came to that time again."""
    with two_servers(postgresql_shelf, KEY) as (one, other), postgresql_shelf.open() as book:
        one.put("sheet", "a", b"%PDF", LONG_S)
        one.claim("job", "1", b"one", LONG_S)
        assert [one.count("wrong", "a", LONG_S, most=9, extend=True) for _ in range(2)] == [1, 2]
        ahead = "changed_at = changed_at + interval '10 years', expires_at = expires_at + interval '10 years'"
        postgresql_shelf.run(book, f"UPDATE shared_values SET {ahead}")
        assert other.get("sheet", "a") is None
        assert other.all("wrong") == {}
        assert other.claim("job", "1", b"other", LONG_S) == b"other"
        assert other.count("wrong", "a", LONG_S, most=9, extend=True) == 1
        found = one.get("wrong", "a")
        assert found
        assert found.left_s <= LONG_S


def test_a_book_in_a_file_shares_with_nobody(file_shelf: Shelf) -> None:
    with two_servers(file_shelf, KEY) as (one, other):
        one.put("sheet", "a", b"%PDF", LONG_S)
        assert other.get("sheet", "a") is None
        assert not one.reach_others
