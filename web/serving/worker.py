"""The process that serves: it holds the one writer of the book, and ends when its parent does."""

from __future__ import annotations

import gc
import os
import signal
import socket
import ssl
import sys
from pathlib import Path
from threading import Thread
from time import sleep

from dealer.clock_watch import seconds_passed
from dealer.commands.refusal import Refusal
from events.book.book import Book
from events.book.lock import FileLock
from events.records import BookError
from reports.pdf.render import assert_can_print
from reports.printing import PdfWorkers
from web.app import log
from web.app.authentication import Authentication
from web.app.backups import Backups
from web.app.secret_key import read_key
from web.application import MOST_BYTES, create_app
from web.demonstration import demonstration_of
from web.papers.papers import print_jobs
from web.serving.asgi_app import Bridge
from web.serving.limits import Limits
from web.serving.server import Server
from web.serving.supervisor import TROUBLE_SAID, Settings
from web.start import SetupError, held_back, loading

YOUNG_OBJECTS = 20_000
"""How many objects are made before the garbage collector looks through the young ones."""

SWITCH_S = 0.0005
"""After how long a thread that computes lets another one have the interpreter.

A touch waits for it several times, each time that it comes back from the database or another thread.
"""

PRESS_S = 1.0
"""How long the printing processes may take to end."""

LAST_MOMENT_S = 5.0
"""How long a worker whose parent is gone may take to stop."""


def work(settings: Settings, listening: socket.socket, parent: int, lock: FileLock | None) -> int:
    """Serve the book that the parent has locked, until a signal or the parent's end; returns the exit status.

    ``parent`` is a pipe: nothing holds its other end once the parent is gone.
    """
    _end_with_the_parent(parent)
    log.to_standard_error()
    try:
        with Book.open(settings.book, lock=lock, heads=settings.heads, program=settings.owner) as book:
            workers = _serve(settings, book, listening)
    except (BookError, SetupError) as error:
        print(f"casekeeper: {error.why} [{error.code}]", file=sys.stderr, flush=True)
        return TROUBLE_SAID
    # The book is closed, so what is still being printed may be cut off.
    closing = Thread(target=workers.close, daemon=True)
    closing.start()
    closing.join(PRESS_S)
    return 0


def _serve(settings: Settings, book: Book, listening: socket.socket) -> PdfWorkers:
    """Serve a book; returns the PDF workers that must be closed. Warns if it cannot print."""
    try:
        assert_can_print()
    except Refusal as refusal:
        print(f"casekeeper: warning: {refusal.why} [{refusal.code}]", file=sys.stderr, flush=True)
    secret_key = read_key(Path(settings.key_file))
    certificate, key = settings.tls_certificate, settings.tls_key
    tls = server_context(certificate, key) if certificate and key else None
    auth = Authentication(book, secret_key, first_code=settings.first_code, passed=seconds_passed)
    backups = Backups(book, settings.book, settings.backup_to) if settings.backup_to else None
    with loading():
        app = create_app(
            book,
            secret_key=secret_key,
            auth=auth,
            known_as=settings.known_as,
            entrance=settings.entrance,
            backups=backups,
            servers=settings.workers,
            warnings=settings.warnings,
        )
    # A night's history lives as long as the night and has no cycles. Collecting it would delay a touch by 50 ms.
    gc.set_threshold(YOUNG_OBJECTS, 20, 1_000)
    sys.setswitchinterval(SWITCH_S)
    limits = Limits(body_bytes=MOST_BYTES).divided_by(settings.workers)
    bridge = Bridge(app, limits)
    server = Server(bridge, limits, listening, tls, settings.trusted_proxies, settings.known_as)
    signal.signal(signal.SIGTERM, lambda *_: server.stop())
    if backups:
        backups.start()
    server.run()
    if backups:
        backups.stop()
    bridge.close()
    demonstration_of(app).close()
    with app.app_context():
        return print_jobs().workers


def server_context(certificate: Path, key: Path) -> ssl.SSLContext:
    """The context for a certificate and its key; a caller may not have the handshake done again."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_RENEGOTIATION
    context.set_alpn_protocols(["http/1.1"])
    context.load_cert_chain(certificate, key)
    return context


def _end_with_the_parent(parent: int) -> None:
    """Stop when the parent is gone."""

    def watch() -> None:
        while os.read(parent, 1):
            pass
        os.kill(os.getpid(), signal.SIGTERM)
        sleep(LAST_MOMENT_S)
        os._exit(1)

    # A thread that took a signal would have its handler called while modules are loaded.
    with held_back():
        Thread(target=watch, name="parent", daemon=True).start()
