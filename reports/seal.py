"""The seal of a sheet: one line of text that ties its figures to the night's log, printed as words and as a QR code.

``casekeeper 2 <night> <version> <head> <players> <nets> <play> <sleepers> <after_hock> <tokes> <player> <net>``: the
version counts the night's facts when the sheet was made, and the head is the hash of the last of them. Then come how
many players sat down, what they won together, what the bank had from play, from sleepers and after the hock, and the
tokes; on a settlement whose it is, and his result. Amounts are cents; both last are ``-`` on a sheet of no player.

Seals of form 1 are read on: ``casekeeper 1 <night> <version> <head> <players> <nets>``, with seat keys and their
results, commas between.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlencode, urlsplit

from dealer.night import Night
from events.records import Recorded
from ledger.statement import bank_line, player_line

FORM = 2
ASKED = "seal"
"""The name under which an address that checks a sheet holds its seal."""

_WORD = "casekeeper"
_NOBODY = "-"
_HEAD_DIGITS = 64
_HEX = re.compile(r"[0-9a-f]+")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")
_CENTS = re.compile(r"0|-?[1-9][0-9]{0,17}")
_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.\-]*")
_MOST_LETTERS = 4_000


class NotASeal(ValueError):
    """A text that is no seal of a sheet; says why in one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """What a night came to: how many players sat down, and amounts in cents."""

    players: int
    nets_cents: int
    play_cents: int
    sleepers_cents: int
    after_hock_cents: int
    tokes_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """What a sheet is sealed with: the night, how many facts it had, the hash of the last, and the figures shown.

    ``totals`` are on every seal but those of form 1. ``nets_cents`` are results by seat key: on a settlement the
    player's own. ``house`` is the address where a house checks sheets, for one that a server prints.
    """

    night: str
    version: int
    head: str
    totals: Totals | None = None
    nets_cents: Mapping[str, int] = field(default_factory=dict)
    house: str = field(default="", compare=False)

    @property
    def text(self) -> str:
        """The seal as one line."""
        players = ",".join(self.nets_cents) or _NOBODY
        nets = ",".join(map(str, self.nets_cents.values())) or _NOBODY
        place = f"{self.night} {self.version} {self.head}"
        if self.totals is None:
            return f"{_WORD} 1 {place} {players} {nets}"
        one = self.totals
        bank = f"{one.play_cents} {one.sleepers_cents} {one.after_hock_cents} {one.tokes_cents}"
        return f"{_WORD} {FORM} {place} {one.players} {one.nets_cents} {bank} {players} {nets}"

    @property
    def code(self) -> str:
        """What the square code holds: the address where this sheet is checked, or the bare text without a house."""
        return f"{self.house}?{urlencode({ASKED: self.text})}" if self.house else self.text


def seal_of(now: Night, facts: Sequence[Recorded], player: str | None = None) -> Seal:
    """The seal of a sheet made from a night and all facts of it so far; of a settlement, with its player."""
    return Seal(
        night=now.id,
        version=facts[-1].version,
        head=facts[-1].hash,
        totals=totals_of(now),
        nets_cents={} if player is None else {player: player_line(now.ledger, player).net_cents},
    )


def totals_of(now: Night) -> Totals:
    """What a night has come to."""
    bank = bank_line(now.ledger)
    return Totals(
        players=len(now.seats),
        nets_cents=sum(player_line(now.ledger, player).net_cents for player in now.seats),
        play_cents=bank.play_cents,
        sleepers_cents=bank.sleepers_cents,
        after_hock_cents=bank.after_hock_cents,
        tokes_cents=bank.tokes_cents,
    )


def read_seal(given: str) -> Seal:
    """The seal that a text is, or that the address in a sheet's square code holds; :class:`NotASeal` otherwise."""
    given = given.strip()
    if len(given) > _MOST_LETTERS:
        raise NotASeal("That is longer than any seal.")
    if "://" not in given:
        return parse_seal(given)
    try:
        held = parse_qs(urlsplit(given).query).get(ASKED, [])
    except ValueError:
        raise NotASeal("That address does not read.") from None
    if len(held) != 1:
        raise NotASeal("That address holds no seal.")
    return parse_seal(held[0])


def parse_seal(text: str) -> Seal:
    """The seal that a text is; :class:`NotASeal` where it is none.

    The head may be typed as it is printed, in groups with spaces between, and all of it in capitals.
    """
    words = text.split()
    if len(words) < 5 or words[0].lower() != _WORD:
        raise NotASeal("A seal begins with the word casekeeper, its form, the night, a number and a hash.")
    _, form, night, version, *rest = words
    if form not in _READERS:
        raise NotASeal(f"This program reads seals of form 1 and {FORM}, not {form[:20]}.")
    if not night.isprintable():
        raise NotASeal("The seal's night cannot be read.")
    head, *rest = _head_joined(rest)
    if not _NUMBER.fullmatch(version) or len(head) != _HEAD_DIGITS:
        raise NotASeal("The seal's version or hash cannot be read.")
    totals, players, nets = _READERS[form](rest)
    return Seal(night=night, version=int(version), head=head, totals=totals, nets_cents=_nets(players, nets))


def _head_joined(words: list[str]) -> list[str]:
    """The words with those of the head joined to one."""
    head = ""
    while words and len(head) < _HEAD_DIGITS and _HEX.fullmatch(words[0].lower()):
        head, words = head + words[0].lower(), words[1:]
    return [head, *words]


def _read_form_1(words: list[str]) -> tuple[None, str, str]:
    if len(words) != 2:
        raise NotASeal("After its hash a seal of form 1 has two words: players and results.")
    return None, words[0], words[1]


def _read_form_2(words: list[str]) -> tuple[Totals, str, str]:
    if len(words) != 8:
        raise NotASeal("After its hash a seal of form 2 has eight words: players, five sums, a player and his result.")
    *figures, player, net = words
    if not _NUMBER.fullmatch(figures[0]) or not all(map(_CENTS.fullmatch, figures)):
        raise NotASeal("The seal's sums cannot be read.")
    if "," in player:
        raise NotASeal("A seal of form 2 names one player at the most.")
    players, nets, play, sleepers, after_hock, tokes = map(int, figures)
    totals = Totals(
        players=players,
        nets_cents=nets,
        play_cents=play,
        sleepers_cents=sleepers,
        after_hock_cents=after_hock,
        tokes_cents=tokes,
    )
    return totals, player, net


_READERS = {"1": _read_form_1, "2": _read_form_2}


def _nets(players: str, nets: str) -> dict[str, int]:
    if (players, nets) == (_NOBODY, _NOBODY):
        return {}
    keys, amounts = players.split(","), nets.split(",")
    if len(keys) != len(amounts) or len(set(keys)) != len(keys):
        raise NotASeal("The seal names not one result for each player.")
    if not all(map(_KEY.fullmatch, keys)) or not all(map(_CENTS.fullmatch, amounts)):
        raise NotASeal("The seal's players or results cannot be read.")
    return dict(zip(keys, map(int, amounts), strict=True))
