"""What a player's page shows: a pure function of a night and its effective events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from dealer.night.night import Night, Pledge
from dealer.projections import ROUNDS, RoundEvents, fold
from events.common import night as money
from events.common.night import DisputeRuled
from events.effective_events import EffectiveEvents
from events.frozen import Frozen
from events.records import Recorded
from reports.pdf.drawings import checks_of
from reports.rounds.statement import PlayerAccount, account_of, acts_of, assert_equal, correction_for
from reports.sheets.disputes import DisputeLine, disputes_of
from reports.words.formatting import hour_of_night
from reports.words.language import gettext as _
from reports.words.language import ngettext, style
from web.bank_tables import counted_text
from web.curves import Curve, player_curve
from web.game_screens import PlayedRound, PlayerPage, PlayerPart, screens_of
from web.nights.house_form import games_in_words
from web.tablet.seats import Mark, marks_of, sits_out_text


@dataclass(frozen=True, slots=True, eq=False)
class CourseRound:
    """A round as it was ``played`` by itself, the template of its game, and the one of theirs ``before`` it.

    With it they have played ``count`` rounds, which came to ``running_cents``. ``begun`` is the version at which it
    began. Rulings gave them ``ruled_before_cents`` before it and ``ruled_cents`` from then to their next round.
    """

    template: str
    played: PlayedRound
    before: CourseRound | None = field(repr=False)
    count: int
    running_cents: int
    begun: int
    ruled_before_cents: int = 0
    ruled_cents: int = 0

    @property
    def before_cents(self) -> int:
        """What the play had come to before it."""
        return self.before.running_cents if self.before else 0

    @property
    def round(self) -> PlayedRound:
        """The round with running sums, which are made when it is drawn."""
        return self.played.going_on_from(self.before_cents + self.ruled_before_cents)

    @property
    def with_rulings_cents(self) -> int:
        """What the play had come to after it and the rulings up to the next round."""
        return self.running_cents + self.ruled_before_cents + self.ruled_cents


def timeline_of(night: Night, last: RoundEvents | None, player: str) -> CourseRound | None:
    """The newest round of a player's up to the ``last`` of the night; nothing where they had a part in none."""

    def after(before: CourseRound | None, round_events: RoundEvents) -> CourseRound | None:
        page = screens_of(round_events.game).player
        played = page.round_of(night, round_events, player)
        if played is None:
            return before
        count, running_cents = (before.count, before.running_cents) if before else (0, 0)
        return CourseRound(
            page.template, played, before, count + 1, running_cents + played.net_cents, round_events.begun.version
        )

    # What a round is shown as hangs on no other events but on these two.
    names = tuple(seat.name for seat in night.seats.values())
    return fold(last, (timeline_of, player, night.closed, names, style()), None, after)


def newest_first(timeline: CourseRound | None) -> Iterator[CourseRound]:
    """A course from its newest round back to the first."""
    while timeline is not None:
        yield timeline
        timeline = timeline.before


class Marker(Frozen):
    """A marker they signed, in cents."""

    number: int
    amount_cents: int
    at: str


class Part(Frozen):
    """One part of their result: what it is, and what it comes to in cents."""

    what: str
    cents: int


class GamePart(Frozen):
    """What the page shows of one game: how it is drawn, and the player's part in it."""

    game: str
    page: PlayerPage
    part: PlayerPart


class PlayerView(Frozen):
    """Everything on a player's page. Amounts in cents.

    ``checks`` are their checks by colour and mark.
    ``games`` has their part in each game of the night, the one that is on first. ``timeline`` has the newest of their
    rounds of all games, the newest first, under the ``heading``; ``before`` counts the earlier rounds in words, if any
    were. ``has_stakes`` says whether a game lays stakes against the bank.
    """

    night: Night
    games_text: str
    standing_at: str
    counted: str
    player: str
    sits_out: str
    mark: Mark
    checks: str
    account: PlayerAccount
    games: tuple[GamePart, ...]
    has_stakes: bool
    markers: tuple[Marker, ...]
    pledges: tuple[Pledge, ...]
    parts: tuple[Part, ...]
    disputes: tuple[DisputeLine, ...]
    heading: str
    timeline: tuple[CourseRound, ...]
    before: str
    curve: Curve | None

    @property
    def net_cents(self) -> int:
        """What they are up or down."""
        return self.account.line.net_cents


NEWEST_ROUNDS = 8
"""So many rounds are on the page itself, however long the night is; one that lists all is a touch away."""


def player_view(
    night: Night, effective: EffectiveEvents, player: str, rounds: int | None = NEWEST_ROUNDS
) -> PlayerView:
    """The page of one player with so many ``rounds``, or all; ``effective`` are the night's effective events.

    Raises :class:`LookupError` where nobody of that key sat at the table.
    """
    if player not in night.seats:
        raise LookupError(f"nobody called {player[:40]} sat at the table")
    account, mark = account_of(night, effective, player), marks_of(night)[player]
    pages = {game: screens_of(game).player for game in night.opened.games}
    games = [
        GamePart(game=game, page=page, part=page.part_of(night, game, effective, player))
        for game, page in pages.items()
    ]
    timeline = timeline_of(night, ROUNDS.of(effective), player)
    shown = tuple(islice(newest_first(timeline), rounds))
    before = _before(timeline, shown, [*pages.values()])
    return PlayerView(
        night=night,
        games_text=games_in_words(night),
        standing_at=_("The night is closed")
        if night.closed
        else pages[night.dealing].standing_at(night, night.dealing),
        counted=counted_text(night, effective),
        player=player,
        sits_out=sits_out_text(night, player) if night.is_seated(player) and not night.closed else "",
        mark=mark,
        checks=checks_of(player, mark.number),
        account=account,
        games=tuple(sorted(games, key=lambda game: game.game != night.dealing)),
        has_stakes=any(game.against_bank for game in night.games),
        markers=_markers(night, effective, player),
        pledges=tuple(pledge for pledge in night.pledges if pledge.player == player),
        parts=_parts(account, before, shown, games),
        disputes=tuple(dispute for dispute in disputes_of(night, effective) if dispute.touches(player)),
        heading=_heading([game_part.page for game_part in games]),
        timeline=_with_rulings(shown, acts_of(effective, player, DisputeRuled), player),
        before=before.what if before else "",
        curve=player_curve(night, effective, player),
    )


def _with_rulings(shown: Sequence[CourseRound], ruled: Sequence[Recorded], player: str) -> tuple[CourseRound, ...]:
    """The rounds, the newest first, with what rulings gave the player before each and after it."""
    gained = [
        (recorded.version, correction_for(recorded.event, player))
        for recorded in ruled
        if isinstance(recorded.event, DisputeRuled)
    ]
    all_cents, timeline = sum(cents for _, cents in gained), list[CourseRound]()
    for course_round in shown:
        before_cents = sum(cents for version, cents in gained if version < course_round.begun)
        timeline.append(replace(course_round, ruled_before_cents=before_cents, ruled_cents=all_cents - before_cents))
        all_cents = before_cents
    return tuple(timeline)


def _heading(pages: Sequence[PlayerPage]) -> str:
    """What is over the rounds."""
    return _(pages[0].heading) if len(pages) == 1 else _("Every round")


def _before(timeline: CourseRound | None, shown: Sequence[CourseRound], pages: Sequence[PlayerPage]) -> Part | None:
    """What came of the rounds before those that are shown."""
    if timeline is None or timeline.count == len(shown):
        return None
    each = pages[0].each if len(pages) == 1 else "round"
    return Part(what=_BEFORE[each](timeline.count - len(shown)), cents=shown[-1].before_cents)


_BEFORE: Mapping[str, Callable[[int], str]] = {
    "deal": lambda number: ngettext("The %(num)s deal before these", "The %(num)s deals before these", number),
    "hand": lambda number: ngettext("The %(num)s hand before these", "The %(num)s hands before these", number),
    "round": lambda number: ngettext("The %(num)s round before these", "The %(num)s rounds before these", number),
}
"""The rounds before those that are shown, by what a game calls them."""


def _markers(night: Night, effective: Sequence[Recorded], player: str) -> tuple[Marker, ...]:
    opened = effective[0].at
    found = ((recorded.event, recorded.at) for recorded in acts_of(effective, player, money.MarkerIssued))
    return tuple(
        Marker(number=night.slip_of(event.marker), amount_cents=event.amount_cents, at=hour_of_night(at, opened))
        for event, at in found
        if isinstance(event, money.MarkerIssued)
    )


def _parts(
    account: PlayerAccount, before: Part | None, shown: Sequence[CourseRound], games: Iterable[GamePart]
) -> tuple[Part, ...]:
    """What their result is made of: the play, round by round, and what came beside it."""
    found = [before] if before else []
    found += [Part(what=timeline.played.title, cents=timeline.played.net_cents) for timeline in reversed(shown)]
    found += [Part(what=what, cents=cents) for game in games for what, cents in game.part.beside]
    found += [Part(what=_("Tips for the dealer"), cents=account.tokes_cents)] if account.tokes_cents else []
    found += [Part(what=line.what, cents=line.cents) for line in (*account.corrections, *account.between)]
    assert_equal("the parts of a player's result", sum(part.cents for part in found), account.line.net_cents)
    return tuple(found)
