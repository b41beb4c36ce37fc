"""Compression on the way to the tablet: pages, fragments, scripts and drawings, never a stream of events."""

from __future__ import annotations

from flask import Flask, Response
from flask_compress import Compress

COMPRESSED = (
    "text/html",
    "text/css",
    "text/javascript",
    "application/javascript",
    "application/json",
    "application/manifest+json",
    "image/svg+xml",
)
"""A stream of events is none of these: it would wait in the compressor for more to come."""


BROTLI_LEVEL = 2
"""The answer to a touch has a fifteenth more bytes than by the usual level 4, in half the processor's time."""


def register(app: Flask) -> None:
    """Compress what the application answers."""
    app.config.update(
        COMPRESS_MIMETYPES=list(COMPRESSED), COMPRESS_ALGORITHM=["br", "gzip"], COMPRESS_BR_LEVEL=BROTLI_LEVEL
    )
    # What is registered first has its turn last.
    app.after_request(_weaken_tag)
    Compress(app)
    app.after_request(_take_file_in)


def _take_file_in(response: Response) -> Response:
    """Read a file that will be compressed: handed on in pieces it would be compressed worse, and not be closed."""
    if response.direct_passthrough and response.mimetype in COMPRESSED:
        response.direct_passthrough = False
        response.make_sequence()
    return response


def _weaken_tag(response: Response) -> Response:
    """Give a compressed answer the tag of its content: a night's version, by which a command says what it saw."""
    tag, _ = response.get_etag()
    if tag and response.content_encoding:
        response.set_etag(tag.removesuffix(f":{response.content_encoding}"), weak=True)
    return response
