"""A closed night as its page shows it: every player's settlement, and the bank's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dealer.night import Night
from dealer.refusal import dollars
from events.records import Head
from ledger.statement import PlayerLine, bank_line, player_line
from web.tablet.marks import Mark, marks_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """One player's line of the settlement, as text."""

    player: str
    name: str
    mark: Mark
    bought: str
    markers: str
    open_markers: str
    cashed: str
    net: str
    paper: str
    won: bool
    lost: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedNight:
    """The page of a closed night. ``bank`` holds the bank's lines: a word and an amount each."""

    night: str
    table: str
    date: str
    dealer: str
    dealt: str
    facts: int
    head: str
    players: tuple[Settled, ...]
    bank: tuple[tuple[str, str], ...]
    in_sight: str
    sheets: tuple[tuple[str, str], ...]


def closed_night(night: Night, head: Head, papers: Sequence[str]) -> ClosedNight:
    """The view of a closed night; ``papers`` are the names of those that can be printed."""
    marks = marks_of(night)
    bank = bank_line(night.ledger)
    lines = (
        ("put up", bank.roll_cents),
        ("play", bank.play_cents),
        ("sleepers", bank.sleepers_cents),
        ("after the hock", bank.after_hock_cents),
        ("tokes for the dealer", bank.tokes_cents),
    )
    return ClosedNight(
        night=night.id,
        table=night.opened.table,
        date=night.opened.date,
        dealer=night.opened.dealer,
        dealt=night.dealt or "nothing",
        facts=head.version,
        head=head.hash,
        players=tuple(
            _settled(player, seat.name, marks[player], player_line(night.ledger, player), papers)
            for player, seat in night.seats.items()
        ),
        bank=tuple((word, signed(cents) if word != "put up" else dollars(cents)) for word, cents in lines),
        in_sight=dollars(bank.in_sight_cents),
        sheets=tuple((name, _title(name)) for name in papers if not name.startswith("settlement-")),
    )


def signed(cents: int) -> str:
    """An amount with its sign before it; nothing won or lost is a dash."""
    if not cents:
        return "–"
    return f"{'+' if cents > 0 else '−'}{dollars(abs(cents))}"


def _title(paper: str) -> str:
    """What the link to a sheet says."""
    word, _, number = paper.partition("-")
    return f"Tabs of deal {number}" if word == "deal" else "Table sheet"


def _settled(player: str, name: str, mark: Mark, line: PlayerLine, papers: Sequence[str]) -> Settled:
    paper = f"settlement-{mark.number}-{player}"
    return Settled(
        player=player,
        name=name,
        mark=mark,
        bought=dollars(line.bought_cents) if line.bought_cents else "–",
        markers=dollars(line.markers_issued_cents) if line.markers_issued_cents else "–",
        open_markers=dollars(line.markers_open_cents) if line.markers_open_cents else "–",
        cashed=dollars(line.cashed_cents) if line.cashed_cents else "–",
        net=signed(line.net_cents),
        paper=paper if paper in papers else "",
        won=line.net_cents > 0,
        lost=line.net_cents < 0,
    )
