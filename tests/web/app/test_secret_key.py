"""The key of the house: made once, its owner's alone, and told apart from anything else in a file."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from web.app.secret_key import KEY_BYTES, SecretKeyError, derived, key_file_of, make_key, read_key


def test_a_key_is_made_once_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "night.db.key"
    made = make_key(path)
    assert len(made) == KEY_BYTES
    assert make_key(path) == read_key(path) == made
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert make_key(tmp_path / "other.key") != made


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"", "not_a_key"), (b"00" * 31, "not_a_key"), (b"zz" * 32, "not_a_key"), (b"\xff\xfe" * 32, "not_a_key")],
)
def test_what_is_no_key_is_not_taken_for_one(tmp_path: Path, content: bytes, code: str) -> None:
    path = tmp_path / "key"
    path.write_bytes(content)
    with pytest.raises(SecretKeyError) as trouble:
        read_key(path)
    assert trouble.value.code == code
    assert path.read_bytes() == content


def test_a_key_that_is_missing_or_out_of_reach(tmp_path: Path) -> None:
    for path, code in ((tmp_path / "none", "no_such_key"), (tmp_path, "key_unreadable")):
        with pytest.raises(SecretKeyError) as trouble:
            read_key(path)
        assert trouble.value.code == code
    with pytest.raises(SecretKeyError) as trouble:
        make_key(tmp_path / "no folder" / "key")
    assert trouble.value.code == "key_unreadable"


def test_each_purpose_has_a_key_of_its_own() -> None:
    assert len({derived(b"k" * 32, "pins"), derived(b"k" * 32, "sessions"), derived(b"l" * 32, "pins"), b"k" * 32}) == 4


def test_the_key_lies_beside_the_book() -> None:
    assert key_file_of("books/night.db") == Path("books/night.db.key")
    assert key_file_of("postgresql+psycopg://u@h/n") == Path("casekeeper.key")
