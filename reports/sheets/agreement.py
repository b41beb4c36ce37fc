"""Checks whether a sheet on paper agrees with the book, from its seal and the events attached to it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import groupby

import msgspec
from msgspec import field

from dealer.commands.refusal import marked
from dealer.night.night import Night
from dealer.verification.inspection import Finding, Rows, Watch, hash_of
from dealer.verification.streams import rows_of_night, verify_rows
from events.book.book import Book
from events.book.event_types import encode
from events.book.reading import NOT_NIGHTS
from events.common.matches import MatchBegun
from events.common.night import DisputeRaised, DisputeRuled, PlayerSeated
from events.common.play import RoundBegun
from events.effective_events import effective
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded
from ledger.statement import player_line
from reports.game_papers import papers_of
from reports.pdf.seal import Seal, totals_of
from reports.words.formatting import brief
from reports.words.game_words import phrase_text
from reports.words.language import gettext as _
from reports.words.language import ngettext, number

_encode = msgspec.json.Encoder().encode
_TEXT = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"(:?)')
"""A text in the body of an event, and the colon after it if it is a field name."""


class AttachedEvents:
    """The versions of the events that the sheets of a night carry, collected in one pass over all events.

    Every sheet carries the first event, the last, and the seatings of the players that its other events name.
    """

    def __init__(self, events: Sequence[Recorded]) -> None:
        self._events = events
        self._seatings = _seatings_of(events)
        self._keys = {_encode(player)[1:-1].decode(): player for player in self._seatings}
        self._named: dict[int, frozenset[str]] = {event.version: self._named_by(event) for event in events}
        self._of_players: dict[str, set[int]] = defaultdict(set)
        self._of_rounds: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._follow()

    def of_night(self) -> list[int]:
        """The events that every sheet carries, which are all for a sheet of house rules."""
        return self.of(())

    def of_player(self, player: str) -> list[int]:
        """The events of a settlement: those that name the player, rulings about them, and all of their matches."""
        return self.of(self._of_players[player])

    def of_round(self, game: str, sheet: str) -> list[int]:
        """The events of the sheet of a round, or of several: everything in the game during the round."""
        return self.of(self._of_rounds[game, sheet])

    def of(self, versions: Iterable[int]) -> list[int]:
        """Events by their versions, together with those that every sheet carries."""
        attached = {1, len(self._events), *versions}
        named = {player for version in attached for player in self._named[version]}
        return sorted(attached.union(*(self._seatings[player] for player in named)))

    def _follow(self) -> None:
        begun: dict[str, int] = {}
        on: dict[str, list[int]] = defaultdict(list)
        before: dict[str, list[int]] = {}
        matches: dict[str, list[int]] = defaultdict(list)
        played: dict[str, list[list[int]]] = defaultdict(list)
        raised: dict[str, int] = {}
        for command in groupby(effective(self._events), key=lambda recorded: recorded.command):
            events = [(recorded, self._named[recorded.version]) for recorded in command[1]]
            touched = frozenset[str]().union(*(named for recorded, named in events))
            for recorded, named in events:
                game, version, beside = game_of(recorded.event), recorded.version, set[int]()
                match recorded.event:
                    case MatchBegun():
                        # Its sheet is known when its first hand begins.
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
                for player in named if _is_somebodys(recorded) else touched:
                    self._of_players[player] |= {version, *beside}
        for player, whole in played.items():
            self._of_players[player].update(*whole)

    def _named_by(self, recorded: Recorded) -> frozenset[str]:
        """The players that an event names: by seat key, or through the accounts in its moves."""
        texts = {text for text, is_name in _TEXT.findall(encode(recorded.event)) if not is_name}
        texts.update([text.partition(":")[2] for text in texts if ":" in text])
        return frozenset([self._keys[key] for key in texts & self._keys.keys()])


def _is_somebodys(recorded: Recorded) -> bool:
    """Whether an event belongs to one player or moves money; others belong to all players their command names."""
    return hasattr(recorded.event, "player") or bool(recorded.event.moves)


def _seatings_of(events: Sequence[Recorded]) -> Mapping[str, Sequence[int]]:
    """The events that seated each player: the effective ones, else the last that was taken back."""
    stand, all_of_them = defaultdict[str, list[int]](list), dict[str, list[int]]()
    for event in events:
        if isinstance(event.event, PlayerSeated):
            all_of_them[event.event.player] = [event.version]
    for recorded in effective(events):
        if isinstance(recorded.event, PlayerSeated):
            stand[recorded.event.player].append(recorded.version)
    return all_of_them | stand


class Outcome(Enum):
    """The result of checking a sheet. Strangers see the last value in place of the three before it."""

    AGREES = "agrees"
    NOT_SOUND = "not_sound"
    OTHER_FIGURES = "other_figures"
    NO_SUCH_NIGHT = "no_such_night"
    CUT_OFF = "cut_off"
    ANOTHER_HISTORY = "another_history"
    NOT_IN_BOOK = "not_in_book"


class Agreement(Frozen):
    """Whether a sheet agrees with the book; if not, a sentence with the reason.

    ``since`` is how many events followed after the sheet. ``differences`` list figures of the book, and ``finding``
    what is wrong with the book; both are for the house only. If the sheet agrees, ``seats`` has the keys of the seats
    in the seal.
    """

    seal: Seal
    outcome: Outcome
    why: str
    since: int = 0
    differences: tuple[str, ...] = ()
    finding: Finding | None = None
    seats: Mapping[int, str] = field(default_factory=dict)

    @property
    def agrees(self) -> bool:
        """Whether the sheet agrees."""
        return self.outcome is Outcome.AGREES


def is_in_book(book: Book, seal: Seal) -> bool:
    """Whether the hash on a sheet is in the book; reads a single row."""
    return seal.night not in NOT_NIGHTS and book.hash_at(seal.night, seal.version) == seal.head


def not_in_book(seal: Seal) -> Agreement:
    """The answer for a sheet whose hash is not in the book. It reveals nothing about the nights in it.

    The house learns more from :func:`agreement_with`.
    """
    why = _(
        "The hash on the sheet is not in the book. The sheet belongs to another book, its night or the end "
        "of its night was deleted from this book, the book was rewritten since, or the seal was misread."
    )
    return Agreement(seal=seal, outcome=Outcome.NOT_IN_BOOK, why=why)


def agreement_with(book: Book, seal: Seal, watch: Watch | None = None) -> Agreement:
    """Check a seal against a book: the hash first, then the whole book up to there, then every figure."""
    if is_in_book(book, seal):
        return agreement_with_rows(rows_of_night(book, seal.night), seal, watch)
    events, commands = (0, 0) if seal.night in NOT_NIGHTS else book.extent(seal.night)
    return _none_of_this_book(seal, events) if events or commands else _no_such_night(seal)


def agreement_with_rows(rows: Rows, seal: Seal, watch: Watch | None = None) -> Agreement:
    """Check a seal against the rows of its night."""
    events = len(rows.event_rows)
    if not 0 < seal.version <= events or hash_of(rows.event_rows[seal.version - 1]) != seal.head:
        return _none_of_this_book(seal, events)
    return _figures(rows.until(seal.version), seal, events - seal.version, watch)


def _no_such_night(seal: Seal) -> Agreement:
    why = _(
        "The book has no night %(night)s. The sheet belongs to another book, or the night was deleted from this book.",
        night=seal.night[:64],
    )
    return Agreement(seal=seal, outcome=Outcome.NO_SUCH_NIGHT, why=why)


def _none_of_this_book(seal: Seal, events: int) -> Agreement:
    """Why a hash is not in a book with this number of events of the night."""
    if seal.version > events:
        why = ngettext(
            "The night had %(num)s event when the sheet was made and has fewer now. The end of the night was deleted "
            "from the book.",
            "The night had %(num)s events when the sheet was made and has fewer now. The end of the night was deleted "
            "from the book.",
            seal.version,
        )
        differences = (
            ngettext(
                "%(num)s event on the sheet, %(events)s in the book",
                "%(num)s events on the sheet, %(events)s in the book",
                seal.version,
                events=number(events),
            ),
        )
        return Agreement(seal=seal, outcome=Outcome.CUT_OFF, why=why, differences=differences)
    why = _(
        "The hash on the sheet is not the hash of event %(number)s in the book. The book was rewritten "
        "since, the sheet was not made from this book, or its seal was misread.",
        number=seal.version,
    )
    return Agreement(seal=seal, outcome=Outcome.ANOTHER_HISTORY, why=why)


def _figures(then: Rows, seal: Seal, since: int, watch: Watch | None) -> Agreement:
    """Check the book as it was when the sheet was made, then the figures of the sheet."""
    finding = verify_rows(then, watch=watch).finding
    if finding and finding.fault:
        why = _(
            "The hash on the sheet is in the book, but the program failed at %(place)s. That is a fault of the "
            "program.",
            place=_place(finding),
        )
        return Agreement(seal=seal, outcome=Outcome.NOT_SOUND, why=why, since=since, finding=finding)
    if finding:
        why = _(
            "The hash on the sheet is in the book, but the book is not sound up to there: see %(place)s.",
            place=_place(finding),
        )
        return Agreement(seal=seal, outcome=Outcome.NOT_SOUND, why=why, since=since, finding=finding)
    night = then.folded[seal.version]
    differences = tuple(_differences(night, seal))
    if differences:
        why = _(
            "The hash on the sheet is in the book, but the sheet’s figures differ from the book’s figures at that time."
        )
        return Agreement(seal=seal, outcome=Outcome.OTHER_FIGURES, why=why, since=since, differences=differences)
    agrees = ngettext(
        "The sheet agrees with the book as it stood after %(num)s event.",
        "The sheet agrees with the book as it stood after %(num)s events.",
        seal.version,
    )
    came = _("Nothing came since.")
    if since:
        came = ngettext("%(num)s event came since.", "%(num)s events came since.", since)
    why = f"{agrees} {came}"
    seats = dict(enumerate(night.seats, start=1))
    named = {player: seats[player] for player in seal.nets_cents if isinstance(player, int)}
    return Agreement(seal=seal, outcome=Outcome.AGREES, why=why, since=since, seats=named)


def _place(finding: Finding) -> str:
    return phrase_text(finding.place) if finding.place else _(finding.check)


def _differences(then: Night, seal: Seal) -> Iterator[str]:
    """Each figure of the sheet that differs from the book, with both values."""
    if seal.totals is not None:
        book = totals_of(then)
        if seal.totals.players != book.players:
            yield ngettext(
                "%(num)s player on the sheet, %(players)s in the book",
                "%(num)s players on the sheet, %(players)s in the book",
                seal.totals.players,
                players=book.players,
            )
        for name, word in _SUMS.items():
            yield from _difference(_(word), getattr(seal.totals, name), getattr(book, name))
    for player, net_cents in seal.nets_cents.items():
        key = seat_key(then, player)
        if key is None:
            yield (
                _("nobody sat at seat %(seat)s", seat=player)
                if isinstance(player, int)
                else _("nobody called %(name)s sat at the table", name=player)
            )
        else:
            yield from _difference(
                _("result of %(name)s", name=key), net_cents, player_line(then.ledger, key).net_cents
            )


def seat_key(then: Night, player: int | str) -> str | None:
    """The key of the seat that a seal names by number or key.

    A key in capitals, or with other spaces, is accepted if it matches a single seat.
    """
    keys = list(then.seats)
    if isinstance(player, int):
        return keys[player - 1] if player <= len(keys) else None
    if player in keys:
        return player
    alike = [key for key in keys if _as_typed(key) == _as_typed(player)]
    return alike[0] if len(alike) == 1 else None


def _as_typed(key: str) -> str:
    return " ".join(key.split()).casefold()


_SUMS = {
    "nets_cents": marked("all players’ results"),
    "play_cents": marked("the bank’s play"),
    "sleepers_cents": marked("sleepers"),
    "after_hock_cents": marked("after the hock"),
    "tokes_cents": marked("tips"),
}


def _difference(word: str, on_sheet: int, in_book: int) -> Iterator[str]:
    if on_sheet != in_book:
        yield _(
            "%(figure)s: %(sheet)s on the sheet, %(book)s in the book",
            figure=word,
            sheet=brief(on_sheet),
            book=brief(in_book),
        )
