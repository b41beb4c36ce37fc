"""The seal of a sheet: a line of text that ties its figures to the night's log, printed as text and as a QR code.

``casekeeper 3 <night> <version> <head> <players> <nets> <play> <sleepers> <after_hock> <tokes> <seat> <net>``: the
version is the number of events in the night when the sheet was made, and the head is the hash of the last. Then follow
the number of players, their total result, the bank's result from play, from sleepers and after the hock, and the tokes.
On a settlement the seat number and the player's result come last; on other sheets both are ``-``. Amounts are in cents.
Seat numbers keep a seal short, readable in capitals, and independent of the characters of seat keys.

Seals of two earlier forms are still read. Form 2 has the seat's key in place of its number. Form 1 is ``casekeeper 1
<night> <version> <head> <players> <nets>``, with seat keys and results separated by commas.
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
from reports.words.language import gettext as _

FORM = 3
ASKED = "seal"
"""Name of the query parameter with the seal in the address of a check."""

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
    """A text is not a seal; the message says why in one sentence."""


class Totals(Frozen):
    """The totals of a night: the number of players, and amounts in cents."""

    players: int
    nets_cents: int
    play_cents: int
    sleepers_cents: int
    after_hock_cents: int
    tokes_cents: int


class Seal(Frozen):
    """A seal: the night, its number of events, the hash of the last, and the figures on the sheet.

    Form 1 has no ``totals``. ``nets_cents`` are results, on a settlement only the player's, by seat number from 1 in
    the order in which seats were first taken, or by seat key on forms 1 and 2. ``house`` is the address where a house
    checks sheets, if a server printed the sheet.
    """

    night: str
    version: int
    head: str
    totals: Totals | None = None
    nets_cents: Mapping[int | str, int] = field(default_factory=dict)
    house: str = ""

    @property
    def text(self) -> str:
        """The seal as one line, in the form that fits its contents."""
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
        """The contents of the QR code: the address where the sheet is checked, or the bare text without a house.

        The text is in capitals, which a QR code stores in two thirds of the space.
        """
        capitals = self.text.upper()
        return f"{self.house}?{urlencode({ASKED: capitals})}" if self.house else capitals


def seal_of(now: Night, events: Sequence[Recorded], player: str | None = None) -> Seal:
    """The seal of a sheet made from a night and all of its events so far; with the player of a settlement."""
    nets: dict[int | str, int] = {}
    if player is not None:
        nets[list(now.seats).index(player) + 1] = player_line(now.ledger, player).net_cents
    return Seal(
        night=now.id,
        version=events[-1].version,
        head=events[-1].hash,
        totals=totals_of(now),
        nets_cents=nets,
    )


def totals_of(now: Night) -> Totals:
    """The totals of a night."""
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
    """Read a seal from a text, or from the address in a sheet's QR code; :class:`NotASeal` otherwise."""
    given = given.strip()
    if len(given) > _MOST_LETTERS:
        raise NotASeal(_("That is too long for a seal."))
    if "://" not in given:
        return parse_seal(given)
    try:
        held = parse_qs(urlsplit(given).query).get(ASKED, [])
    except ValueError:
        raise NotASeal(_("That address is invalid.")) from None
    if len(held) != 1:
        raise NotASeal(_("That address has no seal."))
    return parse_seal(held[0])


def parse_seal(text: str) -> Seal:
    """Parse a seal; :class:`NotASeal` if the text is none.

    The head may have the spaces of its printed groups, and may be in capitals.
    """
    words = text.split()
    if len(words) < 5 or words[0].lower() != _WORD:
        raise NotASeal(_("A seal begins with the word casekeeper, its form, the night, a number and a hash."))
    form, night, version, *rest = words[1:]
    if form not in _READERS:
        raise NotASeal(_("This program reads seals of forms 1 to %(last)s, not %(form)s.", last=FORM, form=form[:20]))
    if not night.isprintable():
        raise NotASeal(_("The seal's night cannot be read."))
    head, *rest = _head_joined(rest)
    if not _NUMBER.fullmatch(version) or len(head) != _HEAD_DIGITS:
        raise NotASeal(_("The seal's version or hash cannot be read."))
    totals, nets = _READERS[form](rest)
    return Seal(night=night, version=int(version), head=head, totals=totals, nets_cents=nets)


def _head_joined(words: list[str]) -> list[str]:
    """The words of a seal, with the groups of the head joined."""
    head = ""
    while words and len(head) < _HEAD_DIGITS and _HEX.fullmatch(words[0].lower()):
        head, words = head + words[0].lower(), words[1:]
    return [head, *words]


def _read_form_1(words: list[str]) -> tuple[None, dict[int | str, int]]:
    if len(words) != 2:
        raise NotASeal(_("After its hash a seal of form 1 has two words: players and results."))
    if words == [_NOBODY, _NOBODY]:
        return None, {}
    keys, amounts = words[0].split(","), words[1].split(",")
    if len(keys) != len(amounts) or len(set(keys)) != len(keys):
        raise NotASeal(_("The seal does not have one result for each player."))
    if not all(map(_KEY.fullmatch, keys)):
        raise NotASeal(_("The seal's players cannot be read."))
    return None, dict(zip(keys, map(_cents, amounts), strict=True))


def _read_form_2(words: list[str]) -> tuple[Totals, dict[int | str, int]]:
    """Totals, then a seat key, which may contain spaces, and a result."""
    totals, (*parts, net) = _totals(words)
    key = " ".join(parts)
    if (key, net) == (_NOBODY, _NOBODY):
        return totals, {}
    if len(key) > _LONGEST_KEY or not key.isprintable():
        raise NotASeal(_("The seal's player cannot be read."))
    return totals, {key: _cents(net)}


def _read_form_3(words: list[str]) -> tuple[Totals, dict[int | str, int]]:
    """Totals, then a seat number and a result."""
    totals, (seat, *more, net) = _totals(words)
    if more:
        raise NotASeal(_("After its hash a seal has eight words: players, five sums, a player and a result."))
    if (seat, net) == (_NOBODY, _NOBODY):
        return totals, {}
    if seat == "0" or not _NUMBER.fullmatch(seat):
        raise NotASeal(_("The number of the seal's seat cannot be read."))
    return totals, {int(seat): _cents(net)}


def _totals(words: list[str]) -> tuple[Totals, list[str]]:
    """The totals of the night, and the remaining words, at least two."""
    figures, rest = words[:6], words[6:]
    if len(rest) < 2:
        raise NotASeal(_("After its hash a seal has eight words: players, five sums, a player and a result."))
    if not _NUMBER.fullmatch(figures[0]):
        raise NotASeal(_("The seal's number of players cannot be read."))
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
        raise NotASeal(_("The seal's amounts cannot be read."))
    return int(word)


_READERS: dict[str, Callable[[list[str]], tuple[Totals | None, dict[int | str, int]]]] = {
    "1": _read_form_1,
    "2": _read_form_2,
    "3": _read_form_3,
}
