"""Flask's hello world: ``python -m bench.peers.flask_hello`` makes it and ends, with a port it is served there."""

from __future__ import annotations

import sys

from flask import Flask


def hello_world() -> Flask:
    """An application with one page."""
    app = Flask(__name__)

    @app.get("/")
    def page() -> str:
        return "<p>Hello, World!</p>"

    return app


if __name__ == "__main__":
    made = hello_world()
    if sys.argv[1:]:
        made.run(port=int(sys.argv[1]))
