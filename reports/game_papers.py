"""What papers and words need from a game: a record whose fields have defaults, apart from the name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from msgspec import field

from dealer.commands.refusal import Phrase, phrase
from dealer.night.evolve import History
from dealer.night.night import Night
from events.common.event import Event
from events.common.play import RoundBegun, StakeLaid
from events.frozen import Frozen
from events.records import RecordedCommand
from reports.house_rules import PRESETS, SETTINGS, Preset, SettingGroups
from reports.render_options import PLAIN, RenderOptions
from reports.rounds import play
from reports.rounds.play import GamePlay, PlayerPart, TablePart
from reports.rounds.rounds import RoundStory
from reports.rounds.stakes import Stakes, StakeStory
from reports.rounds.story import Line
from reports.rounds.subjects import Subject
from reports.rulebook import BOOKS, Guide, Rulebook
from reports.words.game_words import WORDS, GameWords
from reports.words.language import gettext as _
from reports.words.language import written_in


class Blank(Frozen):
    """A blank paper: file name without suffix, title, purpose, and the function that prints it.

    The title may have a placeholder for the title of the ``game``.
    """

    name: str
    title: str
    about: str
    make: Callable[[str, RenderOptions], bytes]
    game: str = ""

    @property
    def called(self) -> str:
        """Its title in the language in force."""
        return _(self.title, game=self.game)

    def print(self, options: RenderOptions = PLAIN) -> bytes:
        """Print the paper as PDF."""
        with written_in(options.style):
            return self.make(self.called, options)


class RoundSheet(Frozen):
    """A sheet of one round or of several, drawn by ``template``; ``heading`` is its title with its number.

    ``contents`` makes what it shows from the game's play, its number, the night and its effective events.

    ``title`` is its label on pages, with a placeholder for the number; without one it is labelled as the sheet of its
    round. A sheet of several rounds has its own ``kind``, and ``number_of`` gives its number from the event that began
    any of them.
    """

    template: str
    heading: str
    contents: Callable[[Any, int, Night, Sequence[Event]], Any]
    title: str = ""
    kind: str = ""
    number_of: Callable[[Any], int] = lambda begun: int(begun.round_number)


def _follow_places(places: dict[str, Phrase], event: Event) -> None:
    """Update the names of places from an event, by stake key."""
    if isinstance(event, StakeLaid):
        places[event.bet] = phrase("the bet %(key)s", key=event.bet)


class BetEdge(Frozen):
    """What the bank gains on average of a stake laid on a bet at the beginning of a deal; negative: the players do."""

    bet: str
    share: Fraction


class GamePapers(Frozen):
    """The papers and words of one game.

    ``words`` are its own words. ``whole_title`` is used on papers if its title is shared with other games.

    ``folder`` has its templates, which are called by the game's name and their own (``game/papers.html``), and
    perhaps a style sheet ``papers.css``.

    ``play_of`` computes its play from a night's effective events; ``player_part`` makes the section of a settlement
    from it, and ``table_part`` that of the table sheet. ``round_sheet`` is its sheet of one round or of several.

    ``settings`` are its house rules by group, and ``presets`` its presets by name. ``form`` has the groups that the
    form that opens a night arranges differently, each with the fields of its settings. ``percentages`` makes the
    figures of the bank from a house; the macro ``of_bank`` of the template ``papers.html`` draws them. ``edges`` are
    the same by bet in short, while the rules are chosen. ``guide`` tells how it is played. ``rulebook`` is its
    rulebook, and ``money`` another book that says where the chips go. ``blanks`` are its blank papers.

    ``stakes`` lists its stakes and ``stake_story`` makes a stake's story. ``tells_rounds`` says whether its
    rounds have stories, and ``round_story`` makes a round's story. ``turn_story`` makes the story of a disputed
    turn; its default is a part of the round's story. ``tells_turns`` adds the sentence of a disputed turn to
    its name, and ``follow_places`` collects the names of the places of stakes.
    """

    name: str
    words: GameWords = field(default_factory=GameWords)
    whole_title: str = ""
    folder: Path | None = None
    play_of: Callable[[Sequence[Event]], GamePlay] | None = None
    player_part: Callable[[Any, str], PlayerPart] = play.player_part
    table_part: Callable[[Any, Night], TablePart] = play.table_part
    round_sheet: RoundSheet | None = None
    settings: SettingGroups = field(default_factory=dict)
    form: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    presets: Mapping[str, Preset] = field(default_factory=dict)
    percentages: Callable[[Any], Any] | None = None
    edges: Callable[[Any], Iterable[BetEdge]] | None = None
    guide: Guide | None = None
    rulebook: Rulebook | None = None
    money: Rulebook | None = None
    blanks: tuple[Blank, ...] = ()
    stakes: type[Stakes] = Stakes
    stake_story: type[StakeStory] = StakeStory
    tells_rounds: bool = True
    round_story: type[RoundStory] = RoundStory
    turn_story: Callable[[History, Sequence[RecordedCommand], Subject], tuple[Line, ...]] | None = None
    tells_turns: bool = True
    follow_places: Callable[[dict[str, Phrase], Event], None] = _follow_places

    @property
    def sheet_kind(self) -> str:
        """The kind of its round sheets, in file names and addresses."""
        return (self.round_sheet.kind if self.round_sheet else "") or self.words.round.kind

    def sheet_of(self, begun: RoundBegun) -> str:
        """The name of a round's sheet, from the event that began the round; "" if the game has none."""
        sheet = self.round_sheet
        return f"{self.sheet_kind}-{sheet.number_of(begun)}" if sheet else ""


GAMES: dict[str, GamePapers] = {}
"""The papers of every game by name; filled by :mod:`reports.games`."""


def register(papers: Iterable[GamePapers]) -> None:
    """Register the papers, words and rules of games."""
    for game in papers:
        GAMES[game.name] = game
        WORDS[game.name] = game.words
        SETTINGS[game.name] = game.settings
        PRESETS[game.name] = game.presets
        if game.rulebook:
            BOOKS[game.name] = game.rulebook


def papers_of(game: str) -> GamePapers:
    """The papers of a game; defaults for a game without its own."""
    assert GAMES, "no games are registered: import reports.games"
    return GAMES.get(game) or GamePapers(name=game)


def all_papers() -> Sequence[GamePapers]:
    """The papers of every game that has its own."""
    assert GAMES, "no games are registered: import reports.games"
    return tuple(GAMES.values())


def all_blanks() -> dict[str, Blank]:
    """The blank papers of all games by name."""
    return {blank.name: blank for papers in all_papers() for blank in papers.blanks}
