"""The settlement that a player signs: what they brought, took away, and won or lost in each round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import tzinfo
from itertools import groupby
from typing import Any

from msgspec.structs import replace

from dealer.games import GAMES, game_called
from dealer.night.night import Night
from events.common.event import Event
from events.common.night import NightOpened
from events.common.play import RoundBegun
from events.effective_events import effective
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded
from ledger.accounts import checks, gains, layout
from reports.game_papers import papers_of
from reports.pdf.render import pdf
from reports.pdf.seal import Seal, seal_of
from reports.render_options import PLAIN, RenderOptions
from reports.rounds.play import PlayerPart, rounds_play_of
from reports.rounds.statement import (
    Line,
    PlayerStatement,
    RoundNumbers,
    Timeline,
    assert_equal,
    player_statement_of,
    timeline_of,
)
from reports.sheets.dealers import DealerRow, dealer_rows_of
from reports.sheets.disputes import DisputeLine, disputes_of
from reports.sheets.masthead import Masthead, masthead_of
from reports.words.formatting import labelled
from reports.words.game_words import words_of
from reports.words.language import gettext as _
from reports.words.language import ngettext


class NightPlay(Frozen):
    """The play of a night: each of its ``games``, and in ``order`` all rounds as they began.

    A round in ``order`` has its game, its match (0 for none) and its number in it.
    """

    games: Mapping[str, Any]
    order: tuple[tuple[str, int, int], ...]

    @property
    def extent(self) -> str:
        """How much was dealt, in words: ``3 deals · 75 turns``, or the counts of several games."""
        if len(self.played) > 1:
            return ngettext("%(num)s round", "%(num)s rounds", len(self.order))
        return " · ".join(part for game in self.played for part in self.games[game].extent)

    @property
    def played(self) -> tuple[str, ...]:
        """The games in the order in which they began; the only game of a night even if it never began."""
        return tuple(self.games) if len(self.games) == 1 else tuple(dict.fromkeys(game for game, *_ in self.order))

    @property
    def order_text(self) -> str:
        """The order of rounds in a night with several games: ``A 1–2, B (match 1) 1, A 3``."""
        if len({game for game, *_ in self.order}) < 2:
            return ""
        runs = [(of, [number for *_, number in run]) for of, run in groupby(self.order, key=lambda begun: begun[:2])]
        return ", ".join(_run_text(game, match, numbers) for (game, match), numbers in runs)


def night_play_of(events: Iterable[Event]) -> NightPlay:
    """The play of a night from effective events; :class:`~reports.rounds.statement.DoesNotAddUp` if moves disagree."""
    events = tuple(events)
    rounds = RoundNumbers()
    played = {game for event in events if isinstance(event, NightOpened) for game in event.games}
    return NightPlay(
        games={game: _play_of(game, events) for game in GAMES if game in played},
        order=tuple(rounds.of(event) for event in events if isinstance(event, RoundBegun)),
    )


def _play_of(game: str, events: Sequence[Event]) -> Any:
    play_of = papers_of(game).play_of
    return play_of(events) if play_of else rounds_play_of(events, game)


def _run_text(game: str, match: int, numbers: Sequence[int]) -> str:
    first, last = numbers[0], numbers[-1]
    title = game_called(game).title
    if match:
        title = _("%(game)s (match %(match)s)", game=title, match=match)
    return f"{title} {first}" + (f"–{last}" if last > first else "")


class Settlement(Frozen):
    """The contents of a settlement, amounts in cents; :meth:`assert_adds_up` checks its sums.

    ``games`` are those in which the player took part, in the order in which they began, and ``parts`` their sections.
    ``several`` means a night with several games, ``at_bank`` a game against the bank. ``own_page`` is the label of the
    page about the player's night, and ``link`` its address, if the house has such pages.
    """

    masthead: Masthead
    player: str
    seat: int
    name: str
    extent: str
    order: str
    several: bool
    names: dict[str, str]
    statement: PlayerStatement
    games: tuple[str, ...]
    parts: Mapping[str, PlayerPart]
    own_page: str
    at_bank: bool
    timeline: Timeline
    disputes: tuple[DisputeLine, ...]
    dealers: tuple[DealerRow, ...]
    seal: Seal
    link: str | None = None

    @property
    def net_cents(self) -> int:
        """The player's result of the night."""
        return self.statement.line.net_cents

    @property
    def play_cents(self) -> int:
        """The result of play in all games."""
        parts = self.parts.values()
        return sum(part.net_cents for part in parts) + sum(line.cents for part in parts for line in part.beside)

    @property
    def won_at(self) -> tuple[Line, ...]:
        """The result of play by kind if there were several games: at the bank, in pots and chips, at score games."""
        if len(self.parts) < 2:
            return ()
        parts = [(game_called(game), self.parts[game]) for game in self.games]
        kinds = (
            (_("At the bank"), [part for game, part in parts if game.against_bank]),
            (_("In pots and chips"), [part for game, part in parts if not game.against_bank and not part.by_score]),
            (_("At score games"), [part for _game, part in parts if part.by_score]),
        )
        return tuple(
            Line(
                what=_("%(where)s: %(games)s", where=where, games="; ".join(part.summary for part in of_kind)),
                cents=sum(part.net_cents for part in of_kind),
            )
            for where, of_kind in kinds
            if of_kind
        )

    @property
    def beside(self) -> tuple[Line, ...]:
        """The results of games outside their rounds, with the game's name if there were several."""
        lines = [(game, line) for game in self.games for line in self.parts[game].beside]
        if not self.several:
            return tuple(line for _game, line in lines)
        return tuple(replace(line, what=labelled(game_called(game).title, line.what)) for game, line in lines)

    @property
    def lines(self) -> int:
        """The number of lines for play and disputes, which decides how dense the sheet is."""
        lines = sum(part.lines for part in self.parts.values())
        return lines + (6 if self.several else 0) + 2 * len(self.disputes)

    def assert_adds_up(self) -> None:
        """Assert that play and everything else add up to the result."""
        by_play = self.play_cents + self.statement.beside_play_cents
        assert_equal(f"{self.player}'s play, tokes, rulings and loans", by_play, self.net_cents)


def settlement_view(
    now: Night, events: Sequence[Recorded], player: str, zone: tzinfo | None = None, play: NightPlay | None = None
) -> Settlement:
    """The settlement of a player from a night and all of its events. Pass ``play`` to reuse it.

    Raises :class:`LookupError` if nobody with that key sat at the table.
    """
    if player not in now.seats:
        raise LookupError(f"nobody called {player[:40]} sat at the table")
    stand = effective(events)
    play = play or night_play_of(recorded.event for recorded in stand)
    seat = list(now.seats).index(player) + 1
    statement = player_statement_of(now, stand, player)
    disputes = disputes_of(now, stand)
    parts = _parts_of(play, [recorded.event for recorded in stand], player)
    at_bank = [game for game in now.opened.games if game_called(game).against_bank]
    view = Settlement(
        masthead=masthead_of(now, events, str(seat), zone),
        player=player,
        seat=seat,
        name=now.seats[player].name,
        extent=play.extent,
        order=play.order_text,
        several=len(play.games) > 1,
        names=now.names,
        statement=statement,
        games=tuple(parts),
        parts=parts,
        own_page=_(words_of((at_bank or now.opened.games)[0]).round.own_page),
        at_bank=bool(at_bank),
        timeline=timeline_of(stand, player),
        disputes=tuple(dispute for dispute in disputes if dispute.touches(player)),
        dealers=dealer_rows_of(now, events, zone),
        seal=seal_of(now, events, player),
    )
    view.assert_adds_up()
    return view


def _parts_of(play: NightPlay, stand: Sequence[Event], player: str) -> dict[str, PlayerPart]:
    """The section of each game; of several games only those that moved the player's checks, or have a score."""
    parts = {game: papers_of(game).player_part(play.games[game], player) for game in play.played}
    if len(play.games) == 1:
        return parts
    own = {checks(player), layout(player)}
    moved = {game_of(event) for event in stand if not own.isdisjoint(account for account, _ in gains(event.moves))}
    return {game: part for game, part in parts.items() if game in moved or (part.by_score and part.lines)}


def print_settlement(view: Settlement, options: RenderOptions = PLAIN) -> bytes:
    """Print a settlement as PDF."""
    title = _("Settlement %(number)s: %(name)s", number=view.masthead.number, name=view.name)
    return pdf("settlement.html", title, options, view=view)
