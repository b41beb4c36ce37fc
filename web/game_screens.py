"""What the web asks of a game: how its table, its board and a player's part of it are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask import Flask, Response, current_app, send_from_directory
from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader
from werkzeug.exceptions import NotFound

from dealer.night import Night
from events.records import Head, Recorded
from web.guard import open_to_all

EXTENSION = "casekeeper.screens"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tablet:
    """How the dealer's tablet shows a table.

    ``view_of`` makes the view; ``template`` is of its parts, which draws with that and ``drawn_with``. ``styles`` and
    ``script`` are files of the game's own, ``past`` is the script of a table looked back at. There may be templates of
    the ``drawings`` that the others draw with, and of the game's own ``keys`` among the drawer's for the night.
    """

    view_of: Callable[[Night, Head, Sequence[Recorded]], Any]
    template: str
    styles: tuple[str, ...]
    script: str
    past: str
    drawn_with: Mapping[str, Any] = field(default_factory=dict)
    drawings: str = ""
    keys: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """How the board on the wall shows a table; ``view_of`` is given the night's standing facts."""

    view_of: Callable[[Night, Sequence[Recorded]], Any]
    template: str
    styles: tuple[str, ...] = ()
    drawings: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terminal:
    """How the command line shows a table: its data as JSON has them, and the lines of these.

    ``data_of`` is given all facts of the night until then, ``lines_of`` what the players are called by their keys.
    """

    data_of: Callable[[Night, Sequence[Recorded]], dict[str, Any]]
    lines_of: Callable[[dict[str, Any], Mapping[str, str]], Iterable[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameScreens:
    """A game's screens, by its ``name``; ``folder`` has its templates, and its scripts and styles in ``static``."""

    name: str
    folder: Path
    tablet: Tablet
    board: Board
    terminal: Terminal | None = None


def register(app: Flask, games: Mapping[str, GameScreens]) -> None:
    """Have the screens of some games in an application."""
    app.extensions[EXTENSION] = games
    rooms = {game.name: FileSystemLoader(game.folder) for game in games.values()}
    app.jinja_env.loader = ChoiceLoader([FileSystemLoader(Path(__file__).parent / "templates"), PrefixLoader(rooms)])
    app.add_url_rule(f"{app.static_url_path}/games/<game>/<path:filename>", view_func=game_file)


@open_to_all
def game_file(game: str, filename: str) -> Response:
    """A script or a style of a game's own."""
    found = all_screens().get(game)
    if found is None:
        raise NotFound
    return send_from_directory(found.folder / "static", filename, max_age=current_app.get_send_file_max_age(filename))


def screens_of(game: str) -> GameScreens:
    """The screens of a game by its name."""
    found: GameScreens = current_app.extensions[EXTENSION][game]
    return found


def all_screens() -> Mapping[str, GameScreens]:
    """The screens of every game, by its name."""
    found: Mapping[str, GameScreens] = current_app.extensions[EXTENSION]
    return found
