"""An acknowledged command survives ``kill -9``, and nothing is ever half in the book."""

from __future__ import annotations

from random import SystemRandom
from signal import SIGKILL

import pytest

from dealer.assistant import Assistant
from tests.events.by_hand import accept, ask, assert_whole, bought
from tests.events.dealing import checks_of, send
from tests.events.family import lines, start
from tests.events.shelves import Shelf


@pytest.mark.parametrize("least", [1, 20, 100, 400])
def test_an_acknowledged_command_survives_kill_9(file_shelf: Shelf, least: int) -> None:
    """Killed in the middle of its work, at a moment that is another one every time."""
    count = least + SystemRandom().randrange(least)
    with start("until_killed", file_shelf.where) as child:
        said = "".join(child.stdout.readline() for _ in range(count))
        child.send_signal(SIGKILL)
        said += child.stdout.read()
    whole = said[: said.rindex("\n") + 1]
    acknowledged = [ident for (ident,) in lines(whole)]
    assert child.returncode == -SIGKILL
    assert len(acknowledged) >= count
    with file_shelf.open(create=False) as book:
        assert_whole(book)
        kept = {one.id: one for night in book.spans().streams for one in book.commands(night)}
        assert set(acknowledged) <= set(kept), f"lost after {count} answers"
        for ident, one in kept.items():
            assert one.version_after - one.version_before == (3 if ident[0] in "ab" and "-" in ident else 1)
        night = "2026-11-21-1"
        bought_at_table = sum(ident.startswith(("c-", "d-")) for ident in kept)
        assistant = Assistant(book)
        assert checks_of(assistant, night, "red") == 25_000 + 25 * bought_at_table
        send(assistant, night, "tip", player="red", amount=25)
        accept(book, ask("a-next", "a"), [bought()])
        assert_whole(book)
