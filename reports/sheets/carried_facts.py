"""Which facts each sheet carries with it: those that its figures are made from, and those that say whose night it is.

The table sheet has all of them; the others have their own, so that the papers of a night together grow with the night
and not with its square. What each can prove alone, and what with the table sheet, is said in ``docs/auditing.md``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

import msgspec

from events.book.fact_types import encode
from events.effective_facts import effective
from events.facts.matches import MatchBegun
from events.facts.night import DisputeRaised, DisputeRuled, PlayerSeated
from events.facts.play import RoundBegun
from events.games import game_of
from events.records import Recorded
from reports.game_papers import papers_of

_encode = msgspec.json.Encoder().encode
_TEXT = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"(:?)')
"""A text in a fact's body, and the colon after it where it is a field's name."""


class CarriedFacts:
    """The versions of the facts that sheets of a night carry, found in one look at all of its facts.

    Every sheet carries the first fact, the last, and the seating of whoever its other facts name.
    """

    def __init__(self, facts: Sequence[Recorded]) -> None:
        self._facts = facts
        self._seatings = _seatings_of(facts)
        self._keys = {_encode(player)[1:-1].decode(): player for player in self._seatings}
        self._named: dict[int, frozenset[str]] = {one.version: self._named_by(one) for one in facts}
        self._of_players: dict[str, set[int]] = defaultdict(set)
        self._of_rounds: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._follow()

    def of_night(self) -> list[int]:
        """Those that every sheet carries: all of a sheet of house rules."""
        return self.of(())

    def of_player(self, player: str) -> list[int]:
        """Those of a settlement: what names the player, by what it was decided, and the whole of their matches."""
        return self.of(self._of_players[player])

    def of_round(self, game: str, sheet: str) -> list[int]:
        """Those of the sheet of a round, or of several: what happened of that game in it, whoever took part."""
        return self.of(self._of_rounds[game, sheet])

    def of(self, versions: Iterable[int]) -> list[int]:
        """Facts by their versions, and with them those that every sheet carries."""
        carried = {1, len(self._facts), *versions}
        named = {player for version in carried for player in self._named[version]}
        return sorted(carried.union(*(self._seatings[player] for player in named)))

    def _follow(self) -> None:
        begun: dict[str, int] = {}
        on: dict[str, list[int]] = defaultdict(list)
        before: dict[str, list[int]] = {}
        matches: dict[str, list[int]] = defaultdict(list)
        played: dict[str, list[list[int]]] = defaultdict(list)
        raised: dict[str, int] = {}
        for _, command in groupby(effective(self._facts), key=lambda one: one.command):
            facts = [(one, self._named[one.version]) for one in command]
            touched = frozenset[str]().union(*(named for _, named in facts))
            for one, named in facts:
                game, version, beside = game_of(one.fact), one.version, set[int]()
                match one.fact:
                    case MatchBegun():
                        # What sheet it is of is known when its first hand begins.
                        on[game] = before[game] = []
                        matches[game] = []
                        for player in named:
                            played[player].append(matches[game])
                    case RoundBegun() as beginning:
                        on[game] = self._of_rounds[game, papers_of(game).sheet_of(beginning)]
                        on[game] += before.pop(game, [])
                        begun[game] = version
                    case DisputeRaised(dispute=dispute):
                        raised[dispute] = version
                    case DisputeRuled(dispute=dispute):
                        beside.add(raised[dispute])
                if game:
                    on[game].append(version)
                    matches[game].append(version)
                if game in begun:
                    beside.add(begun[game])
                for player in named if _is_somebodys(one) else touched:
                    self._of_players[player] |= {version, *beside}
        for player, whole in played.items():
            self._of_players[player].update(*whole)

    def _named_by(self, one: Recorded) -> frozenset[str]:
        """Whom a fact names: by their key, or as whose account its moves concern."""
        said = {text for text, is_name in _TEXT.findall(encode(one.fact)) if not is_name}
        said.update([text.partition(":")[2] for text in said if ":" in text])
        return frozenset([self._keys[key] for key in said & self._keys.keys()])


def _is_somebodys(one: Recorded) -> bool:
    """Whether a fact is of one player or moves money; what does neither is of all whom its command names."""
    return hasattr(one.fact, "player") or bool(one.fact.moves)


def _seatings_of(facts: Sequence[Recorded]) -> Mapping[str, Sequence[int]]:
    """The facts that seated each player: those that stand, and where none does the last that did not."""
    stand, all_of_them = defaultdict[str, list[int]](list), dict[str, list[int]]()
    for one in facts:
        if isinstance(one.fact, PlayerSeated):
            all_of_them[one.fact.player] = [one.version]
    for one in effective(facts):
        if isinstance(one.fact, PlayerSeated):
            stand[one.fact.player].append(one.version)
    return all_of_them | stand
