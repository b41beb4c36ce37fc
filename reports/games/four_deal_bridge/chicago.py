"""Chicago's form of a score: a box a deal, with every line of its score, part scores and totals (rulebook G12)."""

from __future__ import annotations

from collections.abc import Mapping

from dealer.games.four_deal_bridge import BOOK, DEALS, TRICKS, part_score, penalty, trick_score_of
from dealer.score_pad.table import Sides
from events.frozen import Frozen
from events.games.four_deal_bridge import DealScored
from reports.score_pad.lines import scored_for
from reports.score_pad.play import MatchHand, MatchRecord
from reports.score_pad.sheet import SmallTable
from reports.score_pad.words import contract_said, side_said
from reports.words.language import gettext as _
from reports.words.language import pgettext


class Line(Frozen):
    """One line of a box: what for, and the points, side by side."""

    what: str
    points: tuple[int, ...]


class Box(Frozen):
    """The box of one of the four deals. ``hand`` is ``None`` as long as it was not scored.

    ``before`` are the hands of this deal that were passed out or voided, or are still on; ``part_scores`` are those
    after it.
    """

    deal: int
    sides: Sides
    hand: MatchHand | None
    before: tuple[MatchHand, ...]
    part_scores: tuple[int, ...]

    @property
    def over(self) -> DealScored | None:
        """What the deal was scored as."""
        over = self.hand.over if self.hand else None
        return over if isinstance(over, DealScored) else None

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of its score."""
        lines = self.over.lines if self.over else ()
        return tuple(
            Line(
                what=scored_for(line),
                points=tuple(line.points if side == line.side else 0 for side in range(len(self.sides))),
            )
            for line in lines
        )

    def vulnerable_said(self, names: Mapping[str, str]) -> str:
        """Who is vulnerable; nothing as long as nobody dealt it."""
        if self.over is None:
            return ""
        if all(self.over.vulnerable):
            return _("both vulnerable")
        for side, vulnerable in zip(self.sides, self.over.vulnerable, strict=True):
            if vulnerable:
                return _("vulnerable: %(side)s", side=side_said(side, names))
        return _("nobody vulnerable")

    @property
    def contract(self) -> str:
        """What was played: ``4♠ doubled``."""
        over = self.over
        if over is None or over.bid is None:
            return ""
        return contract_said(over.bid, over.doubled)

    @property
    def notes(self) -> tuple[str, ...]:
        """What became of the hands in which it was not scored."""
        return tuple(_("hand %(number)s: %(said)s", number=one.number, said=_came_of(one)) for one in self.before)


def _came_of(hand: MatchHand) -> str:
    if hand.over:
        return _("passed out")
    return hand.voided if hand.voided is not None else _(hand.ending.value)


def contract_tables() -> tuple[SmallTable, ...]:
    """What tricks bid and tricks down score, for the foot of the blank sheet."""
    strains = ("c", "h", "nt")
    suits = ("♣ ♦", "♥ ♠", _("No trump"))
    doubled = (1, 2, 4)
    return (
        SmallTable(
            title=_("Tricks bid and made: doubled twice, redoubled four times as much"),
            heads=(pgettext("a column", "Bid"), *suits),
            rows=tuple(
                (str(number), *(str(trick_score_of(f"{number}{strain}")) for strain in strains))
                for number in range(1, TRICKS - BOOK + 1)
            ),
        ),
        SmallTable(
            title=_("Tricks down: not vulnerable, and vulnerable"),
            heads=(_("Down"), *2 * (_("undoubled"), _("doubled"), _("redoubled"))),
            rows=tuple(
                (str(down), *(str(penalty(down, side, doubled=times)) for side in (False, True) for times in doubled))
                for down in range(1, TRICKS - BOOK + 1)
            ),
        ),
    )


def boxes_of(match: MatchRecord) -> tuple[Box, ...]:
    """The four boxes of a match."""
    boxes: list[Box] = []
    before: list[MatchHand] = []
    for hand in match.hands:
        if isinstance(hand.over, DealScored):
            boxes.append(_box(match, len(boxes) + 1, hand, before))
            before = []
        else:
            before.append(hand)
    while len(boxes) < DEALS:
        boxes.append(_box(match, len(boxes) + 1, None, before))
        before = []
    return tuple(boxes)


def _box(match: MatchRecord, deal: int, hand: MatchHand | None, before: list[MatchHand]) -> Box:
    so_far = [one.over for one in match.hands if one.over and hand and one.number <= hand.number]
    return Box(
        deal=deal,
        sides=match.sides,
        hand=hand,
        before=tuple(before),
        part_scores=tuple(part_score(so_far, side) for side in range(len(match.sides))),
    )
