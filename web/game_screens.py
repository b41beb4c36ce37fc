"""What the web asks of a game: how its table, its board and a player's part of it are shown.

Everything but the name has a default, and a game without a record gets a record of nothing but defaults.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from flask import Flask, Response, current_app, send_from_directory
from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader
from msgspec import field
from msgspec.structs import replace
from werkzeug.exceptions import NotFound

from dealer.commands.refusal import marked
from dealer.game.game import Game
from dealer.games import game_called
from dealer.night.house import Earlier
from dealer.night.night import Night
from dealer.projections import RoundEvents
from events.effective_events import EffectiveEvents
from events.frozen import Frozen
from events.records import Head, Recorded
from reports.rounds.subjects import Worth, taken_cents
from reports.words.language import gettext as _
from web.app.authorization import open_to_all

TEMPLATES = Path(__file__).parent / "templates"

_SHARED = {room: Path(__file__).parent / room for room in ("hands", "score_pad")}
"""Rooms of what several games' screens are made with: of hands for chips, and of matches."""


class Step(Frozen):
    """A key that takes the table on: what it says, and the document of the command that it sends."""

    words: str
    document: Mapping[str, Any]

    @property
    def command(self) -> str:
        """The document as JSON."""
        return json.dumps(self.document, separators=(",", ":"))


MOST_BETS = 6
"""So many bets of a player are offered to be disputed, the newest."""


class Disputable(Frozen):
    """What can be disputed of a game, in words, the newest last: each player's bets by their keys, and turns.

    Bets are those that lie or were settled, turns those of the round that is on or was last.
    """

    bets: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    turns: Mapping[int, str] = field(default_factory=dict)


class DisputeWords(Frozen):
    """What the drawer has for a dispute, so that nobody types it: what players claim, and why it is ruled so.

    ``about`` says what can be disputed, and ``nothing`` that there is nothing yet. ``worth`` says what some of the
    claims come to if they are right. Texts are English; the tablet shows them, and the book gets them, in the language
    of the device.
    """

    claims: tuple[str, ...] = (
        marked("I was paid short"),
        marked("My stake was moved"),
        marked("That was not mine"),
    )
    reasons: tuple[str, ...] = (
        marked("The dealer remembers it"),
        marked("The table shows it"),
        marked("Nobody saw it"),
    )
    about: str = "bet or a turn"
    nothing: str = marked("They have no bet yet, and no turn has been played.")
    worth: Mapping[str, Worth] = field(default_factory=lambda: {"That was not mine": taken_cents})

    @property
    def translated(self) -> DisputeWords:
        """The words in the language in force."""
        return replace(
            self,
            claims=tuple(map(_, self.claims)),
            reasons=tuple(map(_, self.reasons)),
            nothing=_(self.nothing) if self.nothing else "",
        )


class Help(Frozen, kw_only=False):
    """What the elements that a CSS selector fits are and do, as a text to be translated.

    A ``note`` stands beside the table when help is opened; the other texts are shown when an element is touched then,
    or held.
    """

    on: str
    says: str
    note: bool = False


class PracticeStep(Frozen, kw_only=False):
    """A step of a practice deal: what to do, the selector of the key for it, and of what the table shows once done.

    In ``says``, ``%(amount)s`` is the practice's ``stake_cents``. With ``plays`` the key is :data:`PLAY_ON`, which has
    these commands carried out.
    """

    says: str
    key: str
    done: str
    plays: tuple[Mapping[str, Any], ...] = ()


PLAY_ON = "#practice-on"
"""The key of a step that ``plays``."""


class Practice(Frozen):
    """A practice deal on a table of its own: how its night is opened, who sits there, and with how many checks."""

    opening: Mapping[str, Any]
    players: Mapping[str, str]
    checks_cents: int
    stake_cents: int
    steps: tuple[PracticeStep, ...]


class Tablet(Frozen):
    """How the dealer's tablet shows a table.

    ``view_of`` makes the view; ``template`` is of its parts, which draws with that and ``drawn_with``. ``styles`` and
    ``script`` are files of a game's own, named after its room (``game/tablet.js``). There may be a template with a
    macro of the ``drawings`` that the others draw with, and of ``keys``: its macros ``keys(view)`` and ``tasks(view)``
    draw what the drawer's page of the night has of the game, and what opens of that.

    ``help`` says what the game's own places and keys are and do; the first that fits counts. ``practice`` is its
    practice deal, if it has one.

    ``begins`` gives the key that begins a round, if one can be begun, and ``disputable`` what can be disputed, both
    from a night and its effective events. ``preview`` says what a document's command would do, instead of the last
    command if the request says so; its template has a macro ``preview(view)``. Without them the key is made of the
    command that begins a round, if that names nothing, and what can be disputed of the events that every game has.
    """

    view_of: Callable[[Night, Head, Sequence[Recorded]], Any]
    template: str
    styles: tuple[str, ...]
    script: str
    drawn_with: Mapping[str, Any] = field(default_factory=dict)
    drawings: str = ""
    keys: str = ""
    begins: Callable[[Night, EffectiveEvents], Step | None] | None = None
    disputable: Callable[[Night, EffectiveEvents], Disputable] | None = None
    disputes: DisputeWords = DisputeWords()
    preview: Callable[[Night, Mapping[str, Any], bool], Drawn] | None = None
    help: tuple[Help, ...] = ()
    practice: Practice | None = None


class Board(Frozen):
    """How the board on the wall shows a table.

    ``view_of`` is given the night and its effective events; ``template`` has a macro ``board(view)`` that draws it.
    """

    view_of: Callable[[Night, EffectiveEvents], Any]
    template: str
    styles: tuple[str, ...] = ()
    drawings: str = ""


class PlayedRound(Protocol):
    """A round that a player played."""

    @property
    def title(self) -> str:
        """What it is called in their result."""

    @property
    def net_cents(self) -> int:
        """What it came to."""

    def going_on_from(self, before_cents: int) -> PlayedRound:
        """The round with running sums that go on from what the play had come to before it."""


class PlayerPart(Frozen):
    """A player's part in a game: what they have in it ``now``, if anything.

    ``beside`` is what came to them beside the rounds, each in words and cents.
    """

    now: Any = None
    beside: tuple[tuple[str, int], ...] = ()


class PlayerPage(Frozen):
    """How a player's page shows their part in a game.

    ``part_of`` is given the night, the game's name, the night's effective events and the player's key, ``round_of`` the
    night, the events of one of the game's rounds and the key; it gives nothing where they had no part in it, and is
    asked once for all who look. ``template`` has two macros that draw the part: ``now(part)``, and
    ``round(one, first)``, of which the first is open. ``standing_at`` says where the game stands in a night, ``each``
    what a round is called, and ``heading`` what is over the rounds where the night is of no other game.
    """

    part_of: Callable[[Night, str, Sequence[Recorded], str], PlayerPart]
    round_of: Callable[[Night, RoundEvents, str], PlayedRound | None]
    template: str
    standing_at: Callable[[Night, str], str]
    each: str = marked("round")
    heading: str = marked("Every round")


class OwnHand(Frozen):
    """How a player's phone shows what they do by themselves in a game.

    ``view_of`` is given the night and the player's key; it gives nothing while they can do nothing there. The view's
    ``stands`` says why no bets are taken now, and is empty where they are. ``template`` has a macro ``hand(view)``
    that draws it. ``script`` and ``styles`` are files of a game's own; the script sends commands with ``act`` of
    ``own-hand.js``.
    """

    view_of: Callable[[Night, str], Any]
    template: str
    script: str
    styles: tuple[str, ...] = ()


class Drawn(Frozen):
    """What a page shows of a game, and the template that draws it."""

    template: str
    view: Any


class FairnessPictures(Frozen):
    """The pictures of a game's cards on the page about fairness.

    ``view_of`` is given what was seen of the cards; ``template`` has a macro ``pictures(view)`` that draws them.
    """

    view_of: Callable[[Any], Any]
    template: str


class OddsScreen(Frozen):
    """How the odds of a game are shown.

    ``view_of`` gives the page's view of a night of which the game is on; raises :class:`Refusal` where there are no
    odds. ``strip_of`` gives what the board has of it, or nothing: only what everybody at the table can see. The macros
    ``odds(view)`` and ``strip(view)`` of the template draw them.
    """

    view_of: Callable[[Night], Any]
    strip_of: Callable[[Night], Any]
    template: str


class LessonPicture(Frozen):
    """The picture of a table in the school.

    ``view_of`` is given the night of an exercise; ``template`` has a macro ``lesson(view)`` that draws it.
    """

    view_of: Callable[[Night], Any]
    template: str
    styles: tuple[str, ...] = ()


class ClosedNight(Frozen):
    """What the page of a closed night shows of a game instead of the list of its rounds.

    ``view_of`` is given the night, its effective events and the names of the papers that can be printed, among which it
    links the sheets of its rounds; ``template`` has a macro ``rounds(view, night)`` that draws what it made.
    """

    view_of: Callable[[Night, Sequence[Recorded], Collection[str]], Any]
    template: str


class Unfinished(Frozen):
    """A round or match that is on when the night is closed: what it is called, and what the close does with it."""

    called: str
    outcome: str


_ROUNDS = {
    "deal": marked("%(game)s, deal %(number)s"),
    "hand": marked("%(game)s, hand %(number)s"),
    "round": marked("%(game)s, round %(number)s"),
}


def round_title(game: Game, number: int) -> str:
    """A round of a game with the game's title."""
    return _(_ROUNDS[game.round_called], game=game.title, number=number)


def unfinished_round(night: Night, game: str, outcome: str = "") -> Unfinished | None:
    """The round of a game that is on, if any; ``outcome`` where the usual words do not fit its game."""
    record, table = game_called(game), night.tables[game]
    if not record.is_on(table):
        return None
    usual = _("stakes go back") if record.against_bank else _("what was put in goes back")
    return Unfinished(called=round_title(record, record.rounds(table)), outcome=outcome or usual)


class CommandExample(Frozen, kw_only=False):
    """A command in the documentation of the API: what it does, the command, and its id where another names it."""

    title: str
    command: dict[str, Any]
    id: str = ""


class GameScreens(Frozen):
    """A game's screens, by its ``name``; ``title`` is its whole title on screens, if it is longer than on papers.

    ``folder`` is its package, if it has any, with its templates, and its scripts and styles in ``static``. Both are
    named after the game: ``game/tablet.html``, ``game/tablet.js``.

    ``unfinished`` gives what is on when the night is closed, from the night and the game's name.

    ``correcting`` says what a command that is to be put right could have been, a
    :class:`web.correcting.choices.Subject`: it is given the night, its effective events, what the address asks, and the
    way to a command's document. Without it that is made of the command's schema.

    ``table_data`` makes the data of its table for ``casekeeper show``, from the night and all events until then, and
    ``table_lines`` the lines of these for the terminal, with the players' names by seat key. Without them both are made
    from the fields of the table's state.

    ``examples`` are commands of a round in the documentation of the API, in the order in which they work.

    ``lesson`` draws the table of an exercise of the school from its night.
    """

    name: str
    tablet: Tablet
    board: Board
    player: PlayerPage
    folder: Path | None = None
    title: str = ""
    correcting: Callable[[Night, Sequence[Recorded], Mapping[str, str], Earlier], Any] | None = None
    own_hand: OwnHand | None = None
    closed: ClosedNight | None = None
    unfinished: Callable[[Night, str], Unfinished | None] = unfinished_round
    fairness: FairnessPictures | None = None
    odds: OddsScreen | None = None
    table_data: Callable[[Night, Sequence[Recorded]], dict[str, Any]] | None = None
    table_lines: Callable[[dict[str, Any], Mapping[str, str]], Iterable[str]] | None = None
    examples: tuple[CommandExample, ...] = ()
    lesson: LessonPicture | None = None


GAMES: dict[str, GameScreens] = {}
"""The screens of every game by its name, registered by :mod:`web.games`; under "" the default ones."""


def register(screens: Iterable[GameScreens], default: GameScreens) -> None:
    """Register the screens of games, and the default ones of a game that has none."""
    GAMES[""] = default
    GAMES.update({game.name: game for game in screens})


def all_screens() -> list[GameScreens]:
    """All screens, the default ones first."""
    return list(GAMES.values())


def screens_of(game: str) -> GameScreens:
    """The screens of a game by its name, or the default ones where it has none."""
    return GAMES.get(game) or GAMES[""]


def practised() -> dict[str, Practice]:
    """The practice deals, by the names of their games."""
    return {name: screens.tablet.practice for name, screens in GAMES.items() if screens.tablet.practice}


def rooms() -> dict[str, Path]:
    """The folders that screens have, by the names of their games, and those of what several of them share."""
    return {**_SHARED, **{screens.name: screens.folder for screens in all_screens() if screens.folder}}


def serve_files(app: Flask) -> None:
    """Have the templates, scripts and styles of all screens in an application."""
    of_games = {name: FileSystemLoader(folder) for name, folder in rooms().items()}
    app.jinja_env.loader = ChoiceLoader([FileSystemLoader(TEMPLATES), PrefixLoader(of_games)])
    app.add_url_rule(f"{app.static_url_path}/games/<room>/<path:filename>", view_func=game_file)


@open_to_all
def game_file(room: str, filename: str) -> Response:
    """A script or a style of a game's own."""
    folder = rooms().get(room)
    if folder is None:
        raise NotFound
    return send_from_directory(folder / "static", filename, max_age=current_app.get_send_file_max_age(filename))
