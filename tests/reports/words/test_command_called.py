"""What the commands are called: each of the contract's by words of the table, no two alike."""

from __future__ import annotations

from dealer.night.command_parsing import words
from reports.words.asked import command_called


def test_every_command_has_a_name_of_its_own_that_is_not_its_word() -> None:
    called = {word: command_called(word) for word in words()}
    for word, name in called.items():
        assert "_" not in name
        assert name[0].isupper() or name[0] == "“", word
    assert len(set(called.values())) == len(called)
    assert command_called("no_such_word") == "no such word"
