"""A closed night as its page shows it: every player's settlement, the bank's, and the rounds that its games show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from dealer.games import game_called
from dealer.house.state import HouseState
from dealer.night.dealers import TALLY, names_of_dealers
from dealer.night.night import Night
from dealer.night.result import outstanding, outstanding_now
from events.common.play import RoundBegun, RoundEnded
from events.effective_events import effective
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded
from ledger.accounts import BANK
from ledger.statement import PlayerLine, bank_line, box_cents, player_line
from reports.game_papers import papers_of
from reports.rounds.curves import CURVES
from reports.sheets.papers import Paper, settlement_name
from reports.sheets.table_sheet import backers_of
from reports.words.formatting import NOTHING, brief, listed, name_of
from reports.words.game_words import clauses, words_of
from reports.words.language import gettext as _
from reports.words.language import pgettext
from reports.words.naming import dealt_in
from reports.words.sentences import sentence_of
from web.curves import Curve, drawn, span_of
from web.game_screens import Drawn, Unfinished, screens_of
from web.nights.house_form import games_in_words, has_bank
from web.papers.papers import title_of
from web.tablet.seats import Mark, marks_of
from web.tablet.settling import DealerShare, LeftOpen, box_expected, dealers_of, open_lines, or_dash, unfinished_of
from web.tablet.take_and_pay import with_sign

_OF_THE_WHOLE = ("table", "rules")
"""The kinds of sheets that the page offers besides those in its lines and those of rounds that it does not list."""


Sums = tuple[str, ...]
"""What a line of the settlement lists: of players what they bought, markers, open ones, pledges, cashed, result."""


class Settled(Frozen):
    """One player's line of the settlement; ``way`` is ``won`` or ``lost`` by their result.

    ``with_house`` says what they drew from their deposit and paid on old markers, "" for nothing.
    """

    player: str
    name: str
    mark: Mark
    sums: Sums
    paper: str
    way: str
    with_house: str


class RoundLine(Frozen):
    """A finished round: the sentence of the event that ended it, and the player whom it names, if it does.

    ``paper`` names its sheet, "" if there is no sheet.
    """

    number: int
    dealer: str
    sentence: str
    mark: Mark | None
    paper: str


class RoundsOfGame(Frozen):
    """The rounds of a game in a night, with their heading."""

    title: str
    each: str
    game: str
    lines: tuple[RoundLine, ...]


class NightCurves(Frozen):
    """The curves of the bank, which has no mark, and of every player; the players' are drawn to one scale.

    ``rounds`` has the figures: each round with the results at its end, in the order of the curves.
    """

    curves: tuple[tuple[Curve, Mark | None], ...]
    rounds: tuple[tuple[str, tuple[int, ...]], ...]
    has_bank: bool


def night_curves(night: Night, effective: Sequence[Recorded]) -> NightCurves | None:
    """The curves of a night; ``None`` if no step was played, or nobody is there to have a result."""
    curves, marks = CURVES.of(effective), marks_of(night)
    sides = {**({BANK: _("The bank")} if has_bank(night) else {}), **night.names}
    if not (curves.steps and sides):
        return None
    points = {side: curves.of(side) for side in sides}
    of_players = span_of(points[player] for player in night.seats)
    return NightCurves(
        curves=tuple(
            (
                drawn(
                    name,
                    points[side],
                    curves.length,
                    span_of([points[side]]) if side == BANK else of_players,
                    is_over=night.closed,
                ),
                marks.get(side),
            )
            for side, name in sides.items()
        ),
        rounds=tuple(
            (called[:1].upper() + called[1:], tuple(results.get(side, 0) for side in sides))
            for called, results in curves.by_round()
        ),
        has_bank=BANK in sides,
    )


class ClosedNight(Frozen):
    """The page of a closed night. ``bank`` holds the bank's lines: a word and an amount each.

    ``backers`` have a name, and what they put up, their share, their part of the result and what they draw; there are
    none if the house alone backs the bank.

    ``dealer`` names all who dealt, in order; ``dealers`` are what they got, see :func:`dealers_of`.

    ``box`` says what should be in the drawer, or (``is_short``) by how much it is short. ``left_open`` is what is open
    today, and ``paid_since`` what was paid or written off on markers since the close, "" if nothing was.
    """

    night: Night
    dealt: str
    games: str
    events: int
    head: str
    players: tuple[Settled, ...]
    totals: Sums
    rounds: tuple[RoundsOfGame, ...]
    drawn: tuple[Drawn, ...]
    bank: tuple[tuple[str, str], ...]
    backers: tuple[tuple[str, Sums], ...]
    dealer: str
    dealers: tuple[DealerShare, ...]
    in_sight: str
    box: str
    is_short: bool
    unfinished: tuple[Unfinished, ...]
    left_open: tuple[LeftOpen, ...]
    paid_since: str
    curves: NightCurves | None
    sheets: tuple[tuple[str, str], ...]


def closed_night(
    night: Night, events: Sequence[Recorded], papers: Mapping[str, Paper], house: HouseState | None = None
) -> ClosedNight:
    """The view of a closed night from all of its events; ``papers`` are those that can be printed, by their names.

    Without the ``house`` it is as of the close.
    """
    left = outstanding(night, night.ledger)
    left_now = tuple(outstanding_now(night, house)) if house else left
    paid_since_cents = sum(item.amount_cents for item in left) - sum(item.amount_cents for item in left_now)
    marks = marks_of(night)
    sheets = {
        *_OF_THE_WHOLE,
        *(papers_of(game).sheet_kind for game in night.opened.games if not _lists_rounds(game)),
    }
    effective_events = effective(events)
    lines = {player: player_line(night.ledger, player) for player in night.seats}
    shown = {game: screens_of(game).closed for game in night.opened.games}
    return ClosedNight(
        night=night,
        dealt=dealt_in(night),
        games=games_in_words(night),
        events=len(events),
        head=events[-1].hash,
        players=tuple(
            Settled(
                player=player,
                name=night.seats[player].name,
                mark=marks[player],
                sums=_sums(line),
                paper=_there(settlement_name(night, player), papers),
                way="won" if line.net_cents > 0 else "lost" if line.net_cents < 0 else "",
                with_house=_with_house(line),
            )
            for player, line in lines.items()
        ),
        totals=_sums(*lines.values()),
        rounds=tuple(
            _rounds(night, game, effective_events, papers)
            for game, panel in shown.items()
            if panel is None and _lists_rounds(game)
        ),
        drawn=tuple(
            Drawn(template=panel.template, view=panel.view_of(night, effective_events, papers))
            for panel in shown.values()
            if panel
        ),
        bank=_bank(night),
        backers=tuple(
            (
                row.name,
                (brief(row.put_up_cents), row.share, with_sign(row.cut_cents), brief(row.put_up_cents + row.cut_cents)),
            )
            for row in backers_of(night, bank_line(night.ledger))
        ),
        dealer=names_of_dealers(effective_events),
        dealers=dealers_of(TALLY.of(effective_events)),
        in_sight=brief(bank_line(night.ledger).in_sight_cents),
        box=box_expected(night, night.ledger),
        is_short=box_cents(night.ledger) < 0,
        unfinished=unfinished_of(night),
        left_open=open_lines(night, left_now),
        paid_since=brief(paid_since_cents) if paid_since_cents else "",
        curves=night_curves(night, effective_events),
        sheets=tuple((name, title_of(night, paper)) for name, paper in papers.items() if paper.kind in sheets),
    )


def _lists_rounds(game: str) -> bool:
    """Whether the page has the rounds of a game: it draws them, or the events that end them sum them up."""
    if screens_of(game).closed or game_called(game).against_bank:
        return screens_of(game).closed is not None
    return any(issubclass(kind, RoundEnded) and words.sums_up for kind, words in words_of(game).events.items())


def _rounds(night: Night, game: str, effective: Sequence[Recorded], papers: Mapping[str, Paper]) -> RoundsOfGame:
    record, marks, kind = game_called(game), marks_of(night), words_of(game).round.kind
    lines: dict[int, RoundLine] = {}
    for event in (recorded.event for recorded in effective if game_of(recorded.event) == game):
        if isinstance(event, RoundBegun):
            dealer, number = getattr(event, "dealer", ""), event.round_number
            lines[number] = RoundLine(
                number=number,
                dealer=name_of(night, dealer) if dealer else "",
                sentence=_("Broken off by the close."),
                mark=None,
                paper=_there(f"{kind}-{number}", papers),
            )
        elif isinstance(event, RoundEnded):
            line, mark = lines[event.round_number], marks.get(getattr(event, "player", ""))
            lines[event.round_number] = replace(line, sentence=sentence_of(night, event), mark=mark)
    each, rounds = _names_of_rounds(record.round_called)
    title = _("%(game)s: %(rounds)s", game=record.title, rounds=rounds) if len(night.opened.games) > 1 else rounds
    return RoundsOfGame(title=title, each=each, game=game, lines=tuple(lines.values()))


def _names_of_rounds(called: str) -> tuple[str, str]:
    """What a round is called at the head of a column, and all of them as a heading."""
    match called:
        case "deal":
            return pgettext("of a game", "Deal"), pgettext("of a game", "The deals")
        case "hand":
            return pgettext("of a game", "Hand"), pgettext("of a game", "The hands")
        case _:
            return pgettext("of a game", "Round"), pgettext("of a game", "The rounds")


def _sums(*lines: PlayerLine) -> Sums:
    columns = (
        [line.bought_cents + line.drawn_cents for line in lines],
        [line.markers_issued_cents for line in lines],
        [line.markers_open_cents for line in lines],
        [line.pledges_open_cents for line in lines],
        [line.cashed_cents for line in lines],
    )
    return (*(or_dash(sum(column)) for column in columns), signed(sum(line.net_cents for line in lines)))


def _with_house(line: PlayerLine) -> str:
    """What somebody drew from their deposit and paid on markers of earlier nights, in words."""
    cash, checks = line.carried_paid_in_cash_cents, line.carried_paid_in_checks_cents
    paid = [
        *([_("%(amount)s in cash", amount=brief(cash))] if cash else []),
        *([_("%(amount)s in checks", amount=brief(checks))] if checks else []),
    ]
    drawn = (
        _("drew %(amount)s from the deposit, counted as bought", amount=brief(line.drawn_cents))
        if line.drawn_cents
        else ""
    )
    paid_on_markers = _("paid %(amounts)s on old markers", amounts=listed(paid)) if paid else ""
    return clauses(drawn, paid_on_markers) if drawn or paid_on_markers else ""


def signed(cents: int) -> str:
    """An amount with its sign before it; nothing won or lost is a dash."""
    return with_sign(cents) if cents else NOTHING


def _bank(night: Night) -> tuple[tuple[str, str], ...]:
    """The bank's lines; a night without a game against it has only what was put up, and the tokes."""
    bank = bank_line(night.ledger)
    against_it = {
        pgettext("the bank", "play"): bank.play_cents,
        pgettext("the bank", "sleepers"): bank.sleepers_cents,
        pgettext("the bank", "swept after the hock"): bank.after_hock_cents,
        pgettext("the bank", "result"): bank.result_cents,
        **({pgettext("the bank", "dealers’ cuts"): -bank.dealers_cut_cents} if bank.dealers_cut_cents else {}),
    }
    lines = {**(against_it if has_bank(night) else {}), pgettext("the bank", "tips for the dealer"): bank.tokes_cents}
    put_up = pgettext("the bank", "put up"), brief(bank.roll_cents)
    return put_up, *((word, signed(cents)) for word, cents in lines.items())


def _there(name: str, papers: Mapping[str, Paper]) -> str:
    """The name of a paper that can be printed; nothing for one that is not there."""
    return name if name in papers else ""
