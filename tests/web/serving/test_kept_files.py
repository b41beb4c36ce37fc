"""Which answers are kept to be given again, and to whom."""

from __future__ import annotations

from typing import Any

import pytest

from web.serving.file_cache import HOSTS, KEPT, KEPT_BYTES, KeptFiles

PUBLIC = [(b"cache-control", b"public, max-age=86400"), (b"content-type", b"text/css")]


def scope(path: str = "/static/a.css", *, host: str = "cage", query: bytes = b"", **headers: str) -> dict[str, Any]:
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {
        "method": "GET",
        "path": path,
        "query_string": query,
        "server": ("10.0.0.1", 8321),
        "headers": [(b"host", host.encode()), *named],
    }


@pytest.fixture
def files() -> KeptFiles:
    made = KeptFiles()
    made.keep(scope(accept_encoding="gzip, br"), 200, PUBLIC, b"packed")
    return made


def test_what_is_public_is_given_again_whole(files: KeptFiles) -> None:
    kept = files.find(scope(accept_encoding="br,  gzip, zstd", cookie="of=anybody"))
    assert kept
    assert kept.body == b"packed"
    assert kept.headers == [*PUBLIC, (b"content-length", b"6")]


@pytest.mark.parametrize(
    "other",
    [
        scope(accept_encoding="gzip"),
        scope(),
        scope(accept_encoding="gzip, br;q=0"),
        scope(accept_encoding="*"),
        scope("/static/b.css", accept_encoding="gzip, br"),
        scope(query=b"v=1", accept_encoding="gzip, br"),
        scope(host="rebound.example", accept_encoding="gzip, br"),
        scope(accept_encoding="gzip, br", range="bytes=0-1"),
        scope(accept_encoding="gzip, br", if_none_match='"tag"'),
        {**scope(accept_encoding="gzip, br"), "method": "HEAD"},
        {**scope(accept_encoding="gzip, br"), "server": ("10.0.0.2", 8321)},
    ],
)
def test_anything_else_is_the_applications(files: KeptFiles, other: dict[str, Any]) -> None:
    assert files.find(other) is None


@pytest.mark.parametrize(
    ("status", "headers", "body"),
    [
        (404, PUBLIC, b"x"),
        (200, [(b"cache-control", b"no-store")], b"x"),
        (200, [(b"content-type", b"text/css")], b"x"),
        (200, [*PUBLIC, (b"set-cookie", b"casekeeper=x")], b"x"),
        (200, PUBLIC, b"x" * (KEPT_BYTES + 1)),
    ],
)
def test_what_is_for_one_alone_or_too_large_is_not_kept(
    status: int, headers: list[tuple[bytes, bytes]], body: bytes
) -> None:
    files = KeptFiles()
    files.keep(scope(), status, headers, body)
    assert files.find(scope()) is None


@pytest.mark.parametrize("path", ["/static/x/../a.css", "/static/./a.css", "//static/a.css"])
def test_a_file_is_kept_under_its_plain_path_alone(path: str) -> None:
    files = KeptFiles()
    files.keep(scope(path), 200, PUBLIC, b"x")
    assert files.find(scope(path)) is None


def test_neither_files_nor_names_are_kept_without_an_end(files: KeptFiles) -> None:
    for number in range(KEPT):
        files.keep(scope(f"/static/{number}.css"), 200, PUBLIC, b"x")
    assert files.find(scope(accept_encoding="gzip, br")) is None
    for number in range(HOSTS):
        files.keep(scope(host=f"cage:{number}"), 200, PUBLIC, b"x")
    assert files.find(scope("/static/9.css")) is None
    assert files.find(scope("/static/9.css", host="cage:9"))
