"""PgBouncer before a PostgreSQL server: a pooler that lends a session to each transaction."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep

import psycopg
from psycopg.conninfo import conninfo_to_dict

from tests.support.free_port import free_port

SESSIONS = 2
"""Fewer than two books use, so that sessions change hands."""

PATIENCE_S = 15

_SETTINGS = """
[databases]
* = host={host} user={user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = {sessions}
"""


@contextmanager
def pgbouncer(url: str, database: str) -> Iterator[str]:
    """The URL of a database of the server at ``url``, through a PgBouncer in transaction mode."""
    server = conninfo_to_dict(url)
    port = free_port()
    with TemporaryDirectory(prefix="casekeeper-pgbouncer-") as folder:
        # It refuses to run as root, and must reach the server's socket and read its settings.
        Path(folder).chmod(0o755)
        settings = Path(folder) / "settings.ini"
        host, user = str(server["host"]), str(server["user"])
        settings.write_text(_SETTINGS.format(host=host, user=user, port=port, sessions=SESSIONS))
        owner = pwd.getpwuid(Path(host).stat().st_uid).pw_name
        program = shutil.which("pgbouncer", path=f"{Path(sys.prefix) / 'debian/usr/sbin'}:/usr/sbin") or "pgbouncer"
        as_user = ["-u", owner] if os.geteuid() == 0 else []
        started = subprocess.Popen([program, "--quiet", *as_user, str(settings)], stderr=subprocess.DEVNULL)
        try:
            pooled = f"postgresql://{user}@127.0.0.1:{port}/{database}"
            _wait_for(pooled)
            yield pooled
        finally:
            started.terminate()
            started.wait()


def _wait_for(url: str) -> None:
    give_up = monotonic() + PATIENCE_S
    while monotonic() < give_up:
        with suppress(psycopg.OperationalError):
            psycopg.connect(url, connect_timeout=5).close()
            return
        sleep(0.05)
    raise TimeoutError(url)
