"""The seal of a sheet: one line of text that ties its figures to the night's log, printed as words and as a QR code.

``casekeeper 1 <night> <version> <head> <players> <nets>``: the version counts the night's facts when it was made, and
the head is the hash of the last of them. ``players`` are seat keys with commas between, ``nets`` their results in
cents in the same order; both are ``-`` on a sheet that names no player.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from events.records import Recorded

FORM = 1
_WORD = "casekeeper"
_NOBODY = "-"
_HEAD = re.compile(r"[0-9a-f]{64}")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")
_NET = re.compile(r"0|-?[1-9][0-9]{0,17}")
_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.\-]*")


class NotASeal(ValueError):
    """A text that is no seal of a sheet; says why in one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """What a sheet is sealed with: the night, how many facts it had, the hash of the last, and the results shown."""

    night: str
    version: int
    head: str
    nets_cents: Mapping[str, int] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The seal as one line."""
        players = ",".join(self.nets_cents) or _NOBODY
        nets = ",".join(map(str, self.nets_cents.values())) or _NOBODY
        return f"{_WORD} {FORM} {self.night} {self.version} {self.head} {players} {nets}"


def seal_of(night: str, facts: Sequence[Recorded], nets_cents: Mapping[str, int] | None = None) -> Seal:
    """The seal of a sheet made from all facts of a night, with the players' results that stand on it."""
    return Seal(night=night, version=facts[-1].version, head=facts[-1].hash, nets_cents=dict(nets_cents or {}))


def parse_seal(text: str) -> Seal:
    """The seal that a text is; :class:`NotASeal` where it is none."""
    words = text.split()
    if len(words) != 7 or words[0] != _WORD:
        raise NotASeal("A seal is seven words, the first of them casekeeper.")
    _, form, night, version, head, players, nets = words
    if form != str(FORM):
        raise NotASeal(f"This program reads seals of form {FORM}, not {form[:20]}.")
    if not _NUMBER.fullmatch(version) or not _HEAD.fullmatch(head):
        raise NotASeal("The seal's version or hash cannot be read.")
    return Seal(night=night, version=int(version), head=head, nets_cents=_nets(players, nets))


def _nets(players: str, nets: str) -> dict[str, int]:
    if (players, nets) == (_NOBODY, _NOBODY):
        return {}
    keys, amounts = players.split(","), nets.split(",")
    if len(keys) != len(amounts) or len(set(keys)) != len(keys):
        raise NotASeal("The seal names not one result for each player.")
    if not all(map(_KEY.fullmatch, keys)) or not all(map(_NET.fullmatch, amounts)):
        raise NotASeal("The seal's players or results cannot be read.")
    return dict(zip(keys, map(int, amounts), strict=True))
