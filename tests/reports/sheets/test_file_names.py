"""Keys in the names of files: no folder is left, and no two keys have one name."""

from __future__ import annotations

from reports.sheets.file_names import in_file_name

ODD = [
    "../../etc",
    "a/b",
    "a_b",
    "a b",
    "B7",
    "b7",
    "12.3fa9",
    "q?#%",
    "ß",
    "é" * 64,
    "-",
    "..",
    "x-0123abcd",
    "\\",
    "a:b",
]


def test_names_are_plain_short_and_each_their_own() -> None:
    names = [in_file_name(key) for key in [*ODD, *(in_file_name(key) for key in ODD if in_file_name(key) != key)]]
    assert len({name.lower() for name in names}) == len(names)
    for name in names:
        assert not set(name) & set("/\\:?#% ")
        assert name.isascii()
        assert len(name) <= 64 + 9


def test_keys_as_tablets_make_them_stay_as_they_are() -> None:
    assert [in_file_name(key) for key in ("d1", "b7", "12.3fa9")] == ["d1", "b7", "12.3fa9"]
