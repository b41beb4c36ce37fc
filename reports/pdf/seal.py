"""The seal of a sheet: one line of text that ties its figures to the night's log, printed as words and as a QR code.

``casekeeper 3 <night> <version> <head> <players> <nets> <play> <sleepers> <after_hock> <tokes> <seat> <net>``: the
version counts the night's facts when the sheet was made, and the head is the hash of the last of them. Then come how
many players sat down, what they won together, what the bank had from play, from sleepers and after the hock, and the
tokes; on a settlement the number of the player's seat, as it stands on the sheet, and their result. Amounts are cents;
both last are ``-`` on a sheet of no player. A seat goes by its number, so a seal is short, means the same in capitals,
and does not depend on which characters a seat's key has.

Seals of two earlier forms are read on. Form 2 has the seat's key in place of its number. Form 1 is ``casekeeper 1
<night> <version> <head> <players> <nets>``, with seat keys and their results, commas between.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from urllib.parse import parse_qs, urlencode, urlsplit

from msgspec import field

from dealer.night.night import Night
from events.frozen import Frozen
from events.records import Recorded
from ledger.statement import bank_line, player_line

FORM = 3
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
_LONGEST_KEY = 64


class NotASeal(ValueError):
    """A text that is no seal of a sheet; says why in one sentence."""


class Totals(Frozen):
    """What a night came to: how many players sat down, and amounts in cents."""

    players: int
    nets_cents: int
    play_cents: int
    sleepers_cents: int
    after_hock_cents: int
    tokes_cents: int


class Seal(Frozen):
    """What a sheet is sealed with: the night, how many facts it had, the hash of the last, and the figures shown.

    ``totals`` are on every seal but those of form 1. ``nets_cents`` are results, on a settlement the player's own: by
    the number of the seat, from 1 in the order in which seats were first taken, or by its key on forms 1 and 2.
    ``house`` is the address where a house checks sheets, for one that a server prints.
    """

    night: str
    version: int
    head: str
    totals: Totals | None = None
    nets_cents: Mapping[int | str, int] = field(default_factory=dict)
    house: str = ""

    @property
    def text(self) -> str:
        """The seal as one line, of the form that holds what it says."""
        players = ",".join(map(str, self.nets_cents)) or _NOBODY
        nets = ",".join(map(str, self.nets_cents.values())) or _NOBODY
        place = f"{self.night} {self.version} {self.head}"
        if self.totals is None:
            return f"{_WORD} 1 {place} {players} {nets}"
        totals = self.totals
        bank = f"{totals.play_cents} {totals.sleepers_cents} {totals.after_hock_cents} {totals.tokes_cents}"
        form = 2 if any(isinstance(player, str) for player in self.nets_cents) else FORM
        return f"{_WORD} {form} {place} {totals.players} {totals.nets_cents} {bank} {players} {nets}"

    @property
    def code(self) -> str:
        """What the square code holds: the address where this sheet is checked, or the bare text without a house.

        The text is in capitals, of which a QR code holds half as many again as of small letters.
        """
        capitals = self.text.upper()
        return f"{self.house}?{urlencode({ASKED: capitals})}" if self.house else capitals


def seal_of(now: Night, facts: Sequence[Recorded], player: str | None = None) -> Seal:
    """The seal of a sheet made from a night and all facts of it so far; of a settlement, with its player."""
    nets: dict[int | str, int] = {}
    if player is not None:
        nets[list(now.seats).index(player) + 1] = player_line(now.ledger, player).net_cents
    return Seal(
        night=now.id,
        version=facts[-1].version,
        head=facts[-1].hash,
        totals=totals_of(now),
        nets_cents=nets,
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
        raise NotASeal(f"This program reads seals of forms 1 to {FORM}, not {form[:20]}.")
    if not night.isprintable():
        raise NotASeal("The seal's night cannot be read.")
    head, *rest = _head_joined(rest)
    if not _NUMBER.fullmatch(version) or len(head) != _HEAD_DIGITS:
        raise NotASeal("The seal's version or hash cannot be read.")
    totals, nets = _READERS[form](rest)
    return Seal(night=night, version=int(version), head=head, totals=totals, nets_cents=nets)


def _head_joined(words: list[str]) -> list[str]:
    """The words with those of the head joined to one."""
    head = ""
    while words and len(head) < _HEAD_DIGITS and _HEX.fullmatch(words[0].lower()):
        head, words = head + words[0].lower(), words[1:]
    return [head, *words]


def _read_form_1(words: list[str]) -> tuple[None, dict[int | str, int]]:
    if len(words) != 2:
        raise NotASeal("After its hash a seal of form 1 has two words: players and results.")
    if words == [_NOBODY, _NOBODY]:
        return None, {}
    keys, amounts = words[0].split(","), words[1].split(",")
    if len(keys) != len(amounts) or len(set(keys)) != len(keys):
        raise NotASeal("The seal names not one result for each player.")
    if not all(map(_KEY.fullmatch, keys)):
        raise NotASeal("The seal's players cannot be read.")
    return None, dict(zip(keys, map(_cents, amounts), strict=True))


def _read_form_2(words: list[str]) -> tuple[Totals, dict[int | str, int]]:
    """Sums, then a seat's key, which may have had spaces in it, and a result."""
    totals, (*parts, net) = _totals(words)
    key = " ".join(parts)
    if (key, net) == (_NOBODY, _NOBODY):
        return totals, {}
    if len(key) > _LONGEST_KEY or not key.isprintable():
        raise NotASeal("The seal's player cannot be read.")
    return totals, {key: _cents(net)}


def _read_form_3(words: list[str]) -> tuple[Totals, dict[int | str, int]]:
    """Sums, then a seat's number and a result."""
    totals, (seat, *more, net) = _totals(words)
    if more:
        raise NotASeal(f"After its hash a seal of form {FORM} has eight words: {_LAST_WORDS}.")
    if (seat, net) == (_NOBODY, _NOBODY):
        return totals, {}
    if seat == "0" or not _NUMBER.fullmatch(seat):
        raise NotASeal("The number of the seal's seat cannot be read.")
    return totals, {int(seat): _cents(net)}


_LAST_WORDS = "players, five sums, a player and a result"


def _totals(words: list[str]) -> tuple[Totals, list[str]]:
    """What the night came to, and the words after it, two at least."""
    figures, rest = words[:6], words[6:]
    if len(rest) < 2:
        raise NotASeal(f"After its hash a seal has eight words: {_LAST_WORDS}.")
    if not _NUMBER.fullmatch(figures[0]):
        raise NotASeal("The seal's number of players cannot be read.")
    nets, play, sleepers, after_hock, tokes = map(_cents, figures[1:])
    totals = Totals(
        players=int(figures[0]),
        nets_cents=nets,
        play_cents=play,
        sleepers_cents=sleepers,
        after_hock_cents=after_hock,
        tokes_cents=tokes,
    )
    return totals, rest


def _cents(word: str) -> int:
    if not _CENTS.fullmatch(word):
        raise NotASeal("The seal's amounts cannot be read.")
    return int(word)


_READERS: dict[str, Callable[[list[str]], tuple[Totals | None, dict[int | str, int]]]] = {
    "1": _read_form_1,
    "2": _read_form_2,
    "3": _read_form_3,
}
