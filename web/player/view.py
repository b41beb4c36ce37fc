"""What a player's page shows: a pure function of a night and its standing facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dealer.night import Night
from events import money
from events.records import Recorded
from reports.disputes import DisputeLine, disputes_of
from reports.player_statement import Line, PlayerStatement, acts_of, player_statement_of, total
from reports.sums import assert_equal
from reports.words.formatting import hour
from web.game_screens import PlayedRound, PlayerPage, PlayerPart, screens_of
from web.houses import games_in_words
from web.tablet.marks import Mark, marks_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker:
    """A marker they signed, in cents."""

    number: int
    amount_cents: int
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One part of their result: what it is, and what it comes to in cents."""

    what: str
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePart:
    """What the page shows of one game: how it is drawn, and the player's part in it."""

    game: str
    page: PlayerPage
    part: PlayerPart


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """A round as it was played by itself, the template of its game, and what the play had come to before it."""

    template: str
    played: PlayedRound
    before_cents: int

    @property
    def round(self) -> PlayedRound:
        """The round with running sums, which are made when it is drawn."""
        return self.played.going_on_from(self.before_cents)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerView:
    """Everything on a player's page. Amounts in cents.

    ``games`` has their part in each game of the night, the one that is on first. ``course`` has their rounds of all
    games, the newest first, under the ``heading``. ``has_stakes`` says whether a game lays stakes against the bank.
    """

    table: str
    date: str
    games_said: str
    standing_at: str
    closed: bool
    player: str
    name: str
    mark: Mark
    account: PlayerStatement
    games: tuple[GamePart, ...]
    has_stakes: bool
    markers: tuple[Marker, ...]
    pledges: tuple[Part, ...]
    parts: tuple[Part, ...]
    disputes: tuple[DisputeLine, ...]
    heading: str
    course: tuple[DrawnRound, ...]

    @property
    def net_cents(self) -> int:
        """What they are up or down."""
        return self.account.line.net_cents


def player_view(night: Night, kept: Sequence[Recorded], player: str) -> PlayerView:
    """The page of one player; ``kept`` are the night's standing facts.

    Raises :class:`LookupError` where nobody of that key sat at the table.
    """
    if player not in night.seats:
        raise LookupError(f"nobody called {player[:40]} sat at the table")
    account = player_statement_of(night, kept, player)
    pages = {game: screens_of(game).player for game in night.opened.games}
    games = [
        GamePart(game=game, page=page, part=page.part_of(night, game, kept, player)) for game, page in pages.items()
    ]
    course = _in_order(games)
    return PlayerView(
        table=night.opened.table,
        date=night.opened.date,
        games_said=games_in_words(night),
        standing_at="The night is closed" if night.closed else pages[night.dealing].standing_at(night, night.dealing),
        closed=night.closed,
        player=player,
        name=night.seats[player].name,
        mark=marks_of(night)[player],
        account=account,
        games=tuple(sorted(games, key=lambda one: one.game != night.dealing)),
        has_stakes=any(game.against_bank for game in night.games),
        markers=tuple(_markers(night, kept, player)),
        pledges=tuple(Part(what=one.item, cents=one.amount_cents) for one in night.pledges if one.player == player),
        parts=_parts(account, course, games),
        disputes=tuple(one for one in disputes_of(night, kept) if one.touches(player)),
        heading=_heading([one.page for one in games]),
        course=tuple(course[::-1]),
    )


def _heading(pages: Sequence[PlayerPage]) -> str:
    """What is over the rounds: of several games ``Every deal, every hand``."""
    if len(pages) == 1:
        return pages[0].heading
    every = ", ".join(dict.fromkeys(f"every {page.each}" for page in pages))
    return every[:1].upper() + every[1:]


def _markers(night: Night, kept: Iterable[Recorded], player: str) -> Iterator[Marker]:
    for one in acts_of(kept, player):
        fact = one.fact
        if isinstance(fact, money.MarkerIssued):
            yield Marker(number=night.slip_of(fact.marker), amount_cents=fact.amount_cents, at=hour(one.at, None))


def _in_order(games: Iterable[GamePart]) -> list[DrawnRound]:
    """The rounds in the order in which they were begun, each going on from what the play had come to before it."""
    found = [(one.page.template, played) for one in games for played in one.part.rounds]
    before_cents = 0
    course = []
    for template, played in sorted(found, key=lambda one: one[1].begun):
        course.append(DrawnRound(template, played, before_cents))
        before_cents += played.net_cents
    return course


def _parts(account: PlayerStatement, course: Iterable[DrawnRound], games: Iterable[GamePart]) -> tuple[Part, ...]:
    """What their result is made of: the play, round by round, and what came beside it."""
    found = [Part(what=one.played.title, cents=one.played.net_cents) for one in course]
    found += [Part(what=what, cents=cents) for one in games for what, cents in one.part.beside]
    found += _summed(account.tokes, "Tokes for the dealer")
    found += [Part(what=line.what, cents=line.cents) for line in (*account.corrections, *account.between)]
    assert_equal("the parts of a player's result", sum(part.cents for part in found), account.line.net_cents)
    return tuple(found)


def _summed(lines: Sequence[Line], what: str) -> list[Part]:
    return [Part(what=what, cents=total(lines))] if lines else []
