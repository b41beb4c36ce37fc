"""The bodies of commands are read as they were written, by an earlier program too, and nothing else is."""

from __future__ import annotations

import msgspec
import pytest

from events.book.reading import canonical, document_in


def test_a_number_that_an_earlier_program_kept_is_read() -> None:
    document = {"amount": 10**400, "do": "tip"}
    assert document_in(canonical(document)) == document


@pytest.mark.parametrize("value", ['"\\ud800"', "NaN", "Infinity", "1e999", f"{10**400}, ", '"\n"', "{"])
def test_what_no_program_can_have_written_does_not_read(value: str) -> None:
    """Half a surrogate pair was read, and whoever wrote it again to compare it broke."""
    with pytest.raises(msgspec.MsgspecError):
        document_in(f'{{"amount":{value}}}')
