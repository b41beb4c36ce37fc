"""The press: the same bytes from a process of its own as from this one, and no order lost with a process."""

from __future__ import annotations

import os
import signal
from multiprocessing import active_children

import pytest

from events.book import Book
from reports.edition import Edition
from reports.press import Order, Press, print_sheet
from reports.zones import zone_called
from tests.support.small_nights import small_night


@pytest.fixture
def packed() -> bytes:
    with Book.open() as book:
        night = small_night(book, "Ada Lamb")
        return Order.of(book, night, 4, Edition(zone=zone_called("UTC"))).packed()


def test_a_process_prints_what_this_one_does_and_when_it_is_killed_the_next_one_does(packed: bytes) -> None:
    here = print_sheet(packed, "settlement-1-red")
    before = set(active_children())
    with Press(niceness=0) as press:
        assert press.print(packed, "settlement-1-red") == here
        (process,) = set(active_children()) - before
        assert process.pid
        os.kill(process.pid, signal.SIGKILL)
        assert press.print(packed, "settlement-1-red") == here
    assert set(active_children()) <= before


def test_a_sheet_that_the_night_has_not_is_an_error_and_the_press_goes_on(packed: bytes) -> None:
    with pytest.raises(LookupError):
        print_sheet(packed, "hand-7")
