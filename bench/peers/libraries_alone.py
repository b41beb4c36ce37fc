"""Flask's hello world served by a process that has loaded the libraries that casekeeper serves with, and none of it."""

from __future__ import annotations

import sys
from importlib import import_module

from bench.peers.flask_hello import hello_world

LIBRARIES = ("argon2", "babel", "flask_wtf.csrf", "marshmallow", "msgspec", "pysqlite3", "rpds", "sqlmodel", "uvicorn")

if __name__ == "__main__":
    for library in LIBRARIES:
        import_module(library)
    hello_world().run(port=int(sys.argv[1]))
