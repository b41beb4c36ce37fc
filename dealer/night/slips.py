"""The numbers on the slips of markers: each is given once in a night, and paper that was signed is not written again.

A marker taken back keeps its number, though void. One that a correction gives again as it was has its slip still; one
in another name, where the name at a seat was put right, has another slip.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import field
from msgspec.structs import replace
from rpds import HashTrieMap

from events.effective_facts import MARKS, EffectiveFold
from events.facts.money import MarkerIssued
from events.facts.night import PlayerSeated
from events.frozen import Frozen
from events.records import Recorded

Issue = tuple[str, str, int, str]
"""A marker as it was issued: by which command, to which player, for how many cents, and in whose name."""


class Slips(Frozen, kw_only=False, gc=False):
    """The numbers given in a night; ``of`` has those of the markers that stand, by their place among these.

    It has the numbers of markers just taken back too, so that it can be said which they were.
    """

    given: HashTrieMap[Issue, int] = field(default_factory=HashTrieMap)
    of: HashTrieMap[int, int] = field(default_factory=HashTrieMap)

    def issued(self, marker: int, issue: Issue) -> Slips:
        """With the slip of one more marker, a new one unless it was issued just so before."""
        given = self.given if issue in self.given else self.given.insert(issue, len(self.given) + 1)
        return Slips(given, self.of.insert(marker, given[issue]))

    def back_to(self, before: Slips, markers: int) -> Slips:
        """With so many markers standing as they stood before; no number that was given since is given again."""
        taken_back = {marker: self.of[marker] for marker in range(markers + 1, len(self.of) + 1)}
        return replace(self, of=before.of.update(taken_back))


def issues_of(facts: Iterable[Recorded]) -> dict[Issue, list[Recorded]]:
    """Every marker that was ever issued, in the order of the numbers of their slips, with the facts that issued it.

    ``facts`` are all of a night, taken back or not; those given come with the command as whose fact they came. A marker
    that a correction gave again as it was has several.
    """
    found: dict[Issue, list[Recorded]] = {}
    stood, names = EffectiveFold(), dict[str, str]()
    for one in map(stood.follow, facts):
        fact = one.fact
        if isinstance(fact, MarkerIssued):
            # Who is seated is worked out once after each correction at the most.
            names = names or _names(stood.facts)
            found.setdefault((one.command, fact.player, fact.amount_cents, names[fact.player]), []).append(one)
        elif isinstance(fact, PlayerSeated) and names:
            names[fact.player] = fact.name
        elif type(fact) in MARKS:
            names = {}
    return found


def _names(facts: Iterable[Recorded]) -> dict[str, str]:
    """The names of all who were seated by facts that stand, by their seats' keys."""
    return {one.fact.player: one.fact.name for one in facts if isinstance(one.fact, PlayerSeated)}
