"""How the houses of each game are offered on a form: presets in words, and every setting of its schema in a group."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from marshmallow.fields import List
from marshmallow.schema import Schema

from dealer.game.game import Game
from dealer.games import GAMES
from dealer.night.night import Night
from events.facts.night import Setting
from events.frozen import Frozen
from events.schema import schema_for
from reports.words.formatting import listed
from web.app.schema_fields import allowed_in, plain_words
from web.game_screens import HouseWords, screens_of

_OTHERS = "Rules"
"""The group of the settings that a game puts in none."""


class Houses(Frozen):
    """The houses of one game, with its words for them."""

    game: Game
    words: HouseWords

    @property
    def title(self) -> str:
        """The game's whole title."""
        return title_of(self.game)

    @property
    def presets(self) -> dict[str, str]:
        """The presets, the usual one first, each in words."""
        plain = {name: plain_words(name).capitalize() for name in self.game.presets}
        said = self.words.presets
        return {**said, **{name: words for name, words in plain.items() if name not in said}}

    @property
    def shown(self) -> tuple[str, ...]:
        """The settings that most openings touch."""
        return self.words.shown

    @property
    def groups(self) -> dict[str, tuple[str, ...]]:
        """The other settings by the titles of their groups."""
        placed = {*self.shown, *(name for names in self.words.groups.values() for name in names), "preset"}
        others = tuple(name for name in self.schema.fields if name not in placed)
        return {**({_OTHERS: others} if others else {}), **self.words.groups}

    @property
    def settings(self) -> tuple[str, ...]:
        """Every setting on the form."""
        return (*self.shown, *(name for names in self.groups.values() for name in names))

    @property
    def schema(self) -> Schema:
        """The schema of the settings."""
        return schema_for(self.game.house)

    @property
    def lists(self) -> dict[str, tuple[str, ...]]:
        """What may stand in each setting that is a list."""
        found = {name: field.inner for name, field in self.schema.fields.items() if isinstance(field, List)}
        return {name: tuple(map(str, allowed_in(inner))) for name, inner in found.items()}

    def usual(self, preset: str) -> Mapping[str, Setting]:
        """The settings of a preset."""
        return _usual(self.game.read_house, preset)

    def differing(self, recorded: Mapping[str, Setting]) -> dict[str, Setting]:
        """The settings in which a house, as a night recorded it, differs from its preset."""
        usual = self.usual(str(recorded["preset"]))
        return {name: recorded[name] for name in usual if recorded.get(name, usual[name]) != usual[name]}


@cache
def _usual(read_house: Callable[[object], dict[str, Setting]], preset: str) -> dict[str, Setting]:
    """The settings of a preset, read once: a form asks for each of them."""
    return read_house(preset)


def houses() -> dict[str, Houses]:
    """The houses of every game, by its name."""
    return {name: Houses(game=game, words=screens_of(name).house) for name, game in GAMES.items()}


def games_in_words(night: Night) -> str:
    """The games of a night by their whole titles."""
    return listed([title_of(game) for game in night.games])


def title_of(game: Game) -> str:
    """A game's whole title."""
    return screens_of(game.name).house.title or game.title


def has_bank(night: Night) -> bool:
    """Whether a night has a game that is played against a bank."""
    return any(game.against_bank for game in night.games)
