"""A closed night as its page shows it: every player's settlement, the bank's, and the hands that were played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dealer.night import Night
from dealer.outstanding import outstanding
from dealer.refusal import dollars
from dealer.wording import counted
from events.records import Recorded
from events.standing import standing
from ledger.statement import PlayerLine, bank_line, player_line
from reports.games.fan_tan.hands import Ending, HandRecord, Penalty
from reports.games.fan_tan.play import pot_play_of
from reports.papers import Paper, settlement_name
from web.houses import games_in_words, has_bank
from web.outstanding_words import outstanding_said
from web.papers import title_of
from web.tablet.marks import Mark, marks_of

_OF_THE_WHOLE = ("table", "rules", "deal")
"""The kinds of sheets that the page offers besides those in its lines; all of them are on the page of the papers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """One player's line of the settlement, as text."""

    player: str
    name: str
    mark: Mark
    bought: str
    markers: str
    open_markers: str
    pledges: str
    cashed: str
    net: str
    paper: str
    won: bool
    lost: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HandLine:
    """One hand of Fan-Tan, as text: who won, or what came of it; ``paper`` names its sheet, where there is one."""

    hand: int
    winner: str
    mark: Mark | None
    chips: str
    pot: str
    wrong_passes: str
    paper: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOpen:
    """What outlives the night, in words, and whose it is."""

    player: str
    name: str
    mark: Mark
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedNight:
    """The page of a closed night. ``bank`` holds the bank's lines: a word and an amount each."""

    night: str
    table: str
    games: str
    date: str
    dealer: str
    dealt: str
    facts: int
    head: str
    players: tuple[Settled, ...]
    hands: tuple[HandLine, ...]
    bank: tuple[tuple[str, str], ...]
    in_sight: str
    left_open: tuple[LeftOpen, ...]
    sheets: tuple[tuple[str, str], ...]


def closed_night(night: Night, facts: Sequence[Recorded], papers: Mapping[str, Paper]) -> ClosedNight:
    """The view of a closed night from all of its facts; ``papers`` are those that can be printed, by their names."""
    marks = marks_of(night)
    hands = _hands(night, facts, papers)
    return ClosedNight(
        night=night.id,
        table=night.opened.table,
        games=games_in_words(night),
        date=night.opened.date,
        dealer=night.opened.dealer,
        dealt=night.dealt or "nothing",
        facts=len(facts),
        head=facts[-1].hash,
        players=tuple(
            _settled(
                player,
                seat.name,
                marks[player],
                player_line(night.ledger, player),
                _there(settlement_name(night, player), papers),
            )
            for player, seat in night.seats.items()
        ),
        hands=hands,
        bank=_bank(night),
        in_sight=dollars(bank_line(night.ledger).in_sight_cents),
        left_open=tuple(
            LeftOpen(
                player=one.player,
                name=night.seats[one.player].name,
                mark=marks[one.player],
                words=outstanding_said(night, one),
            )
            for one in outstanding(night, night.ledger)
        ),
        sheets=tuple((name, title_of(night, one)) for name, one in papers.items() if one.kind in _OF_THE_WHOLE),
    )


def signed(cents: int) -> str:
    """An amount with its sign before it; nothing won or lost is a dash."""
    if not cents:
        return "–"
    return f"{'+' if cents > 0 else '−'}{dollars(abs(cents))}"


def _bank(night: Night) -> tuple[tuple[str, str], ...]:
    """The bank's lines; a night without a game against it has only what was put up, and the tokes."""
    bank = bank_line(night.ledger)
    put_up = ("put up", dollars(bank.roll_cents))
    tokes = ("tokes for the dealer", signed(bank.tokes_cents))
    if not has_bank(night):
        return put_up, tokes
    played = (
        ("play", bank.play_cents),
        ("sleepers", bank.sleepers_cents),
        ("swept after the hock", bank.after_hock_cents),
    )
    return put_up, *((word, signed(cents)) for word, cents in played), tokes


def _hands(night: Night, facts: Sequence[Recorded], papers: Mapping[str, Paper]) -> tuple[HandLine, ...]:
    play = pot_play_of(one.fact for one in standing(facts))
    return tuple(_hand(night, record, play.chip_cents, papers) for record in play.hands)


def _hand(night: Night, record: HandRecord, chip_cents: int, papers: Mapping[str, Paper]) -> HandLine:
    won = record.ending is Ending.WON and record.winner is not None
    return HandLine(
        hand=record.hand,
        winner=night.seats[record.winner].name if won and record.winner else _CAME_OF_IT[record.ending],
        mark=marks_of(night)[record.winner] if won and record.winner else None,
        chips=counted(record.pot_chips, "chip") if won else "",
        pot=dollars(record.pot_chips * chip_cents) if won else "–",
        wrong_passes=_wrong_passes(record),
        paper=_there(f"hand-{record.hand}", papers),
    )


def _there(name: str, papers: Mapping[str, Paper]) -> str:
    """The name of a paper that can be printed; nothing for one that is not there."""
    return name if name in papers else ""


_CAME_OF_IT = {
    Ending.DEAD: "dead: the pot was left",
    Ending.VOIDED: "broken off as foul",
    Ending.BROKEN_OFF: "broken off by the close",
}


def _wrong_passes(record: HandRecord) -> str:
    """How many wrong passes were proved, and of how many the penalty was taken."""
    wrong = record.wrong_passes()
    taken = sum(one.fate is Penalty.TAKEN for one in wrong)
    return f"{len(wrong)} proved, {taken or 'none'} taken" if wrong else "–"


def _settled(player: str, name: str, mark: Mark, line: PlayerLine, paper: str) -> Settled:
    return Settled(
        player=player,
        name=name,
        mark=mark,
        bought=dollars(line.bought_cents) if line.bought_cents else "–",
        markers=dollars(line.markers_issued_cents) if line.markers_issued_cents else "–",
        open_markers=dollars(line.markers_open_cents) if line.markers_open_cents else "–",
        pledges=dollars(line.pledges_open_cents) if line.pledges_open_cents else "–",
        cashed=dollars(line.cashed_cents) if line.cashed_cents else "–",
        net=signed(line.net_cents),
        paper=paper,
        won=line.net_cents > 0,
        lost=line.net_cents < 0,
    )
