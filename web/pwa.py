"""What makes the pages an installable application: scripts, styles, drawings and fonts that tablets keep (the shell).

The addresses of static files carry a hash of them, the templates and the catalogs, so that they may be kept for a year
and a new start never meets old scripts. An open page loads itself again when its stream names another version. Scripts
import one another by relative addresses and so stay of one version.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Blueprint, Flask, Response, current_app, jsonify, render_template, send_from_directory, url_for

from dealer.games import GAMES
from reports.render_options import CATALOGS, FONTS
from reports.words.formatting import listed
from reports.words.language import gettext as _
from reports.words.language import style
from web.app.authorization import open_to_all
from web.game_screens import rooms

blueprint = Blueprint("pwa", __name__)

A_YEAR_S = 365 * 24 * 60 * 60
STATIC = Path(__file__).parent / "static"
_NOT_IN_THE_SHELL = (".md", ".txt", ".png")


def address_of_static_files() -> str:
    """Where static files lie."""
    return f"/static/{_hash(tuple(rooms().items()))}"


def version(app: Flask) -> str:
    """The version of an application's pages, as the address of its static files has it."""
    return str(app.static_url_path).rpartition("/")[2]


@cache
def _hash(folders: tuple[tuple[str, Path], ...]) -> str:
    digest = sha256()
    for name, file in _files(dict(folders)).items():
        digest.update(name.encode() + b"\0" + file.read_bytes() + b"\0")
    for file in (*sorted(Path(__file__).parent.rglob("*.html")), *sorted(CATALOGS.glob("*.po"))):
        digest.update(file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@blueprint.get("/shell.json")
@open_to_all
def shell() -> Response:
    """What a service worker keeps: the static files, the fonts and the page that says that the line is gone."""
    names = _files(rooms())
    static = [url_for("static", filename=name) for name in names if not name.endswith(_NOT_IN_THE_SHELL)]
    fonts = [url_for("pages.font", name=font.name) for font in sorted(FONTS.glob("*.woff2"))]
    return jsonify({"version": version(current_app), "files": [url_for("pwa.offline"), *static, *fonts]})


@blueprint.get("/service-worker.js")
@open_to_all
def service_worker() -> Response:
    """The service worker, at the top because it may only watch over what lies beneath it."""
    response = send_from_directory(STATIC, "js/service-worker.js", mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


@blueprint.get("/offline")
@open_to_all
def offline() -> str:
    """The page that the shell shows when the server is not to be reached."""
    return render_template("error.html", why=_("Offline."))


@blueprint.get("/manifest.webmanifest")
@open_to_all
def manifest() -> Response:
    """What a tablet needs to know to put the program among its own."""
    games, home = listed([game.title for game in GAMES.values()]), url_for("pages.nights")
    response = jsonify(
        {
            "lang": style().language,
            "name": "casekeeper",
            "short_name": "casekeeper",
            "description": _("The dealer’s assistant for live nights of %(games)s", games=games),
            "id": home,
            "start_url": home,
            "scope": home,
            "display": "standalone",
            "orientation": "landscape",
            "background_color": "#2a1810",
            "theme_color": "#2a1810",
            "icons": [
                _icon("icon.svg", "any", "image/svg+xml"),
                *(_icon(f"icons/{size}.png", f"{size}x{size}") for size in (192, 512)),
                {**_icon("icons/maskable-512.png", "512x512"), "purpose": "maskable"},
            ],
        }
    )
    response.mimetype = "application/manifest+json"
    return response


def _icon(name: str, sizes: str, kind: str = "image/png") -> dict[str, str]:
    return {"src": url_for("static", filename=name), "sizes": sizes, "type": kind}


def _files(of_games: Mapping[str, Path]) -> dict[str, Path]:
    """All static files by their names, those of the games' rooms too."""
    folders = {"": STATIC, **{f"games/{room}/": of_games[room] / "static" for room in sorted(of_games)}}
    return {
        before + file.relative_to(folder).as_posix(): file
        for before, folder in folders.items()
        for file in sorted(path for path in folder.rglob("*") if path.is_file())
    }
