"""The sheet of a round of Five in One: what its parts brought each player, and the ten cards of the consolation."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from dealer.game.cards import NUMBER, rank_of
from dealer.night.night import Night
from events.effective_facts import effective
from events.frozen import Frozen
from events.records import Recorded
from reports.games.five_in_one.parts import Rounds
from reports.games.five_in_one.play import FiveInOnePlay, FiveRound, five_in_one_play_of
from reports.games.five_in_one.words import WORDS
from reports.pdf.render import pdf
from reports.pdf.seal import Seal, seal_of
from reports.render_options import PLAIN, RenderOptions
from reports.sheets.masthead import Masthead, masthead_of
from reports.words.language import gettext as _


class Turned(Frozen):
    """A card of the consolation: the number called, and whether it is that card's."""

    called: int
    card: str
    hit: bool


class FiveRoundSheet(Frozen):
    """All that the sheet of a round says; ``rounds`` has that round alone, ``numbers`` the seats of the players."""

    masthead: Masthead
    round: FiveRound
    rounds: Rounds
    rounds_played: int
    numbers: dict[str, int]
    seal: Seal

    @property
    def turned(self) -> tuple[Turned, ...]:
        """The consolation, card by card."""
        return tuple(
            Turned(called=called, card=card, hit=NUMBER[rank_of(card)] == called)
            for called, card in enumerate(self.round.cards, start=1)
        )


def round_sheet_view(
    now: Night, facts: Sequence[Recorded], number: int, zone: tzinfo | None = None, play: FiveInOnePlay | None = None
) -> FiveRoundSheet:
    """The sheet of a round from a night and all of its facts; :class:`LookupError` where it was not dealt."""
    play = play or five_in_one_play_of(one.fact for one in effective(facts))
    played = next((one for one in play.rounds if one.number == number), None)
    if played is None:
        raise LookupError(f"round {number} was not dealt")
    return FiveRoundSheet(
        masthead=masthead_of(now, facts, f"{WORDS.round.kind}-{number}", zone),
        round=played,
        rounds=Rounds(rows=(played,), names=now.names, chip_cents=play.chip_cents),
        rounds_played=len(play.rounds),
        numbers={player: seat for seat, player in enumerate(now.seats, start=1)},
        seal=seal_of(now, facts),
    )


def print_round_sheet(view: FiveRoundSheet, options: RenderOptions = PLAIN) -> bytes:
    """The sheet of a round as PDF."""
    title = _("Round sheet %(number)s", number=view.masthead.number)
    return pdf("five_in_one/papers.html", title, options, view=view)
