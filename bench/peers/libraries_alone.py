"""Flask's hello world served by a process that has loaded the libraries that casekeeper serves with, and none of it."""

from __future__ import annotations

import sys

import argon2  # noqa: F401
import babel  # noqa: F401
import flask_wtf.csrf  # noqa: F401
import marshmallow  # noqa: F401
import msgspec  # noqa: F401
import pysqlite3  # noqa: F401
import rpds  # noqa: F401
import sqlmodel  # noqa: F401
import uvicorn  # noqa: F401

from bench.peers.flask_hello import hello_world

if __name__ == "__main__":
    hello_world().run(port=int(sys.argv[1]))
