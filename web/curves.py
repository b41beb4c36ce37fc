"""Results through a night as pictures: of the bank and each player, of one player, and of the house over its nights."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

from dealer.night.night import Night
from events.frozen import Frozen
from events.records import Recorded
from ledger.accounts import BANK
from reports.rounds.curves import CURVES
from reports.words.formatting import signed
from reports.words.language import gettext as _
from web.tablet.seats import Mark, marks_of

WIDTH, HEIGHT = 200, 60
"""The box in which a curve is drawn. It has a value for each unit of the width at most, however long the night is."""

Points = Sequence[tuple[int, int]]
"""Steps and results in cents, the first at step 0."""


class Curve(Frozen):
    """A curve whose result stays level until a step changes it.

    ``line`` is its path, and ``zero`` the height of nothing won or lost; ``sentence`` has its lowest, highest and last
    result. The bank has no ``mark``.
    """

    title: str
    sentence: str
    result_cents: int
    line: str
    zero: float
    mark: Mark | None = None


class NightCurves(Frozen):
    """The curves of the bank, if there is one, and of every player; the players' are drawn to one scale.

    ``rounds`` has the figures: each round with the results at its end, in the order of the curves.
    """

    curves: tuple[Curve, ...]
    rounds: tuple[tuple[str, tuple[int, ...]], ...]

    @property
    def has_bank(self) -> bool:
        """Whether the first curve is the bank's."""
        return self.curves[0].mark is None


def night_curves(night: Night, effective: Iterable[Recorded]) -> NightCurves | None:
    """The curves of a night; ``None`` if no step was played, or nobody is there to have a result."""
    curves, marks = CURVES.of(effective), marks_of(night)
    sides = {**({BANK: _("The bank")} if any(game.against_bank for game in night.games) else {}), **night.names}
    if not (curves.steps and sides):
        return None
    points = {side: curves.of(side) for side in sides}
    of_players = _span(points[player] for player in night.seats)
    return NightCurves(
        curves=tuple(
            _drawn(
                name,
                points[side],
                curves.length,
                _span([points[side]]) if side == BANK else of_players,
                is_over=night.closed,
                mark=marks.get(side),
            )
            for side, name in sides.items()
        ),
        rounds=tuple((called, tuple(results.get(side, 0) for side in sides)) for called, results in curves.by_round()),
    )


def player_curve(night: Night, effective: Iterable[Recorded], player: str) -> Curve | None:
    """The curve of one player; ``None`` before the first step of the play."""
    curves = CURVES.of(effective)
    if not curves.steps:
        return None
    points = curves.of(player)
    return _drawn(_("Your result, turn by turn"), points, curves.length, _span([points]), is_over=night.closed)


def sum_curve(title: str, amounts: Iterable[int]) -> Curve | None:
    """The running sum of amounts in cents, in order; ``None`` for fewer than two."""
    points = list(enumerate(accumulate(amounts, initial=0)))
    return _drawn(title, points, len(points) - 1, _span([points]), is_over=True) if len(points) > 2 else None


def _span(curves: Iterable[Points]) -> tuple[int, int]:
    """The lowest and highest result of curves, nothing included."""
    cents = [0, *(cents for points in curves for _, cents in points)]
    return min(cents), max(cents)


def _drawn(
    title: str, points: Points, length: int, span: tuple[int, int], *, is_over: bool, mark: Mark | None = None
) -> Curve:
    low, high = span
    unit = HEIGHT / max(high - low, 1)
    # A step fills its width with its result. Of steps that begin at one place the last is drawn.
    heights = {round(max(at - 1, 0) * WIDTH / length): round((high - cents) * unit, 1) for at, cents in points}
    least, most = _span([points])
    results = {"least": signed(least), "most": signed(most), "end": signed(points[-1][1])}
    return Curve(
        title=title,
        sentence=_("between %(least)s and %(most)s, at the end %(end)s", **results)
        if is_over
        else _("between %(least)s and %(most)s, now %(end)s", **results),
        result_cents=points[-1][1],
        line=f"M0 {heights.pop(0)}{''.join(f'H{x}V{y}' for x, y in heights.items())}H{WIDTH}",
        zero=round(high * unit, 1),
        mark=mark,
    )
