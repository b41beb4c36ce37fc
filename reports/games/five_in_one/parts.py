"""What a settlement and the table sheet say of Five in One: round by round what its parts brought, in chips."""

from __future__ import annotations

from collections.abc import Mapping

from dealer.games.five_in_one.parts import PARTS
from dealer.night.night import Night
from events.frozen import Frozen
from reports.games.five_in_one.play import FiveInOnePlay, FiveRound
from reports.games.five_in_one.words import PARTS as CALLED
from reports.rounds.play import PlayerPart, TablePart
from reports.words.language import gettext as _
from reports.words.language import ngettext

TEMPLATE = "five_in_one/papers.html"


class Rounds(Frozen):
    """Rounds of a night, of all players or of one who played them, in chips of ``chip_cents``."""

    rows: tuple[FiveRound, ...]
    names: Mapping[str, str]
    chip_cents: int

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """The parts, each with what it is called."""
        return tuple((part, _(CALLED[part])) for part in PARTS)

    @property
    def took_part(self) -> frozenset[str]:
        """Who played any of them."""
        return frozenset().union(*(row.players for row in self.rows))

    def chips(self, player: str, part: str) -> int:
        """What a player won or lost by a part in all of them."""
        return sum(row.chips(player, part) for row in self.rows)

    def net(self, player: str) -> int:
        """What a player won or lost in all of them."""
        return sum(row.net(player) for row in self.rows)

    @property
    def nets_cents(self) -> dict[str, int]:
        """The same of everybody who played, in cents."""
        return {player: self.net(player) * self.chip_cents for player in self.took_part}

    def changed_hands(self, part: str) -> int:
        """How many chips a part moved in all of them."""
        return sum(row.changed_hands(part) for row in self.rows)


def player_part(play: FiveInOnePlay, player: str) -> PlayerPart:
    """The rounds that a player played."""
    rounds = Rounds(rows=play.rounds_of(player), names={}, chip_cents=play.chip_cents)
    return PlayerPart(
        template=TEMPLATE,
        view=rounds,
        lines=len(rounds.rows) + 4,
        net_cents=rounds.net(player) * play.chip_cents,
        summary=ngettext("Five in One, %(num)s round", "Five in One, %(num)s rounds", len(rounds.rows)),
    )


def table_part(play: FiveInOnePlay, now: Night) -> TablePart:
    """All rounds, and what each player won and lost in them."""
    voided = [one for one in play.rounds if one.voided is not None]
    return TablePart(
        template=TEMPLATE,
        view=Rounds(rows=play.rounds, names=now.names, chip_cents=play.chip_cents),
        lines=2 * len(play.rounds) + 6,
        counted=(ngettext("%(num)s round voided", "%(num)s rounds voided", len(voided)),) if voided else (),
        notes=tuple(_("Round %(number)s was voided: %(why)s", number=one.number, why=one.voided) for one in voided),
    )
