"""What papers and words ask of a game: a record whose every field but the name has a default."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import tzinfo
from pathlib import Path
from typing import Any

from msgspec import field

from dealer.commands.refusal import Phrase, phrase
from dealer.night.history import History
from dealer.night.night import Night
from events.facts.fact import Fact
from events.facts.night import Setting
from events.facts.play import RoundBegun, StakeLaid
from events.frozen import Frozen
from events.records import Recorded, RecordedCommand
from reports.render_options import PLAIN, RenderOptions
from reports.rounds import play
from reports.rounds.play import GamePlay, PlayerPart, TablePart
from reports.rounds.rounds import RoundStory, RoundSummary, rounds_of
from reports.rounds.stakes import Stakes, StakeStory
from reports.rounds.story import Line
from reports.rounds.subjects import Subject
from reports.rulebook import Rulebook
from reports.words.game_words import WORDS, GameWords
from reports.words.house_rules import Numbered, Sentences
from reports.words.language import gettext as _
from reports.words.language import written_in


class Blank(Frozen):
    """A blank paper: the name of its file without its end, what it is called and is for, and what prints it."""

    name: str
    title: str
    about: str
    make: Callable[[str, RenderOptions], bytes]

    def print(self, options: RenderOptions = PLAIN) -> bytes:
        """The paper as PDF."""
        with written_in(options.style):
            return self.make(_(self.title), options)


class RoundSheet(Frozen):
    """A sheet of one round, or of several: what makes its view, and what prints that.

    The view is made from the night and its facts, the sheet's number, the table's clock and the game's play. ``title``
    is what the pages call it, with a place for the number; without one it is the sheet of its round.

    A sheet of several rounds has a ``kind`` of its own, and ``number_of`` gives its number by what began any of them.
    """

    view: Callable[[Night, Sequence[Recorded], int, tzinfo | None, Any], Any]
    print: Callable[[Any, RenderOptions], bytes]
    title: str = ""
    kind: str = ""
    number_of: Callable[[Any], int] = lambda begun: int(begun.round_number)


class HouseRulesText(Frozen):
    """A game's house rules on their sheet, each from a house as recorded.

    ``sentences`` are the rules by the titles of their groups; ``told_with`` names the settings that have no sentence of
    their own, each with the one in whose sentence it is told. ``banks_part`` says where the chips of a game without a
    bank go; ``percentages`` are figures of the bank that the macro ``of_bank`` of the template ``papers.html`` draws.
    """

    sentences: Callable[[dict[str, Setting]], Mapping[str, Sentences]]
    told_with: Mapping[str, str] = field(default_factory=dict)
    banks_part: Callable[[], tuple[Numbered, ...]] = tuple
    percentages: Callable[[dict[str, Setting]], Any] | None = None


def _follow_places(places: dict[str, Phrase], fact: Fact) -> None:
    """Keep what the places of stakes are called, as of one more fact: by their keys."""
    if isinstance(fact, StakeLaid):
        places[fact.bet] = phrase("the bet %(key)s", key=fact.bet)


class GamePapers(Frozen):
    """One game on paper and in words.

    ``words`` are its own words in sentences. ``whole_title`` stands at the head of papers, where its title is that of
    other games too.

    ``folder`` has its templates, which are called by the game's name and their own (``game/papers.html``), and
    perhaps a style sheet ``papers.css``.

    ``play_of`` folds its play from a night's effective facts; of that ``player_part`` makes a settlement's part, and
    ``table_part`` the table sheet's. ``round_sheet`` is its sheet of one round, or of several.

    ``house_rules`` is its part of the sheet of house rules and ``rulebook`` the book that numbers its rules. ``blanks``
    are the papers that are printed of it to be filled in by hand.

    ``stakes`` lists its stakes and ``stake_story`` tells of one; ``rounds_of`` lists its rounds, ``None`` where they
    have no stories of their own, and ``round_story`` tells of one. ``turn_story`` tells of a disputed turn, without one
    the round's story does; ``turn_done`` adds to how such a turn is called what was done in it, and ``follow_places``
    keeps what the places of stakes are called.
    """

    name: str
    words: GameWords = field(default_factory=GameWords)
    whole_title: str = ""
    folder: Path | None = None
    play_of: Callable[[Sequence[Fact]], GamePlay] | None = None
    player_part: Callable[[Any, str], PlayerPart] = play.player_part
    table_part: Callable[[Any, Night], TablePart] = play.table_part
    round_sheet: RoundSheet | None = None
    house_rules: HouseRulesText | None = None
    rulebook: Rulebook | None = None
    blanks: tuple[Blank, ...] = ()
    stakes: type[Stakes] = Stakes
    stake_story: type[StakeStory] = StakeStory
    rounds_of: Callable[[History, str], tuple[RoundSummary, ...]] | None = rounds_of
    round_story: type[RoundStory] = RoundStory
    turn_story: Callable[[History, Sequence[RecordedCommand], Subject], tuple[Line, ...]] | None = None
    turn_done: Callable[[str, Fact, Night], str] = lambda about, fact, now: about
    follow_places: Callable[[dict[str, Phrase], Fact], None] = _follow_places

    @property
    def sheet_kind(self) -> str:
        """What the sheets of its rounds are called, in names of files and addresses."""
        return (self.round_sheet.kind if self.round_sheet else "") or self.words.round.kind

    def sheet_of(self, begun: RoundBegun) -> str:
        """The name of the sheet of a round, by the fact that began it; "" where the game has none."""
        sheet = self.round_sheet
        return f"{self.sheet_kind}-{sheet.number_of(begun)}" if sheet else ""


GAMES: dict[str, GamePapers] = {}
"""The papers of every game by its name; :mod:`reports.games` registers them."""


def register(papers: Iterable[GamePapers]) -> None:
    """Register the papers of games, and with them their words."""
    for game in papers:
        GAMES[game.name] = game
        WORDS[game.name] = game.words


def papers_of(game: str) -> GamePapers:
    """A game's papers by its name; those of a game that has none of its own are made of the defaults."""
    return GAMES.get(game) or GamePapers(name=game)


def all_papers() -> Sequence[GamePapers]:
    """The papers of every game that has its own."""
    return tuple(GAMES.values())


def all_blanks() -> dict[str, Blank]:
    """The blank papers of every game by their names."""
    return {blank.name: blank for papers in all_papers() for blank in papers.blanks}
