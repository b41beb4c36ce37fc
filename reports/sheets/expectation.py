"""The paper "What this house may expect": simulated nights in figures and plots."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import partial
from typing import Any

import msgspec
from markupsafe import Markup
from msgspec.structs import replace

from dealer.game.expectation import Expectation, Outcome, PlayerOutcome, RollNeeded
from dealer.games import game_called
from events.frozen import Frozen
from reports.game_papers import papers_of
from reports.house_rules import PRESETS
from reports.pdf.render import blank_paper
from reports.render_options import HouseStyle, RenderOptions
from reports.sheets.expectation_plots import Plot, plots_of
from reports.words.formatting import brief, signed
from reports.words.language import currency_amount, decimals, ngettext, number, percentage, written_in
from reports.words.language import gettext as _


class Row(Frozen):
    """The results of the bank or of a player in words; ``share`` is the bank's part of their decided stakes."""

    name: str
    mean: str
    error: str
    sd: str
    median: str
    worst: str
    ahead: str
    is_loss: bool
    places: str = ""
    rule: str = ""
    share: str = ""


class NeededRow(Frozen):
    """The rolls that a limit needs in words; ``own`` marks the limit of the house."""

    limit: str
    night: str
    season: str
    own: bool


class ExpectationView(Frozen):
    """What the paper and the page show: figures in words, and plots."""

    house: str
    about: tuple[str, ...]
    bank: Row
    players: tuple[Row, ...]
    exact: str
    ruin: str
    needed: str
    season: str
    rolls: tuple[NeededRow, ...]
    plots: tuple[Plot, ...]
    notes: tuple[str, ...]


def house_called(game: str, house: Any) -> str:
    """A game and the preset of a house, in the language in force."""
    title, preset = _(papers_of(game).whole_title or game_called(game).title), PRESETS.get(game, {}).get(house.preset)
    return _("%(game)s: %(house)s", game=title, house=_(preset.name)) if preset else title


def expectation_view(house: str, expectation: Expectation, plots: Sequence[Plot] = ()) -> ExpectationView:
    """The view of an expectation in the language in force; ``house`` says whose it is."""
    plan = expectation.plan
    return ExpectationView(
        house=house,
        about=tuple(_about(expectation)),
        bank=_row(_("The bank"), expectation.bank),
        players=tuple(_player_row(player) for player in expectation.players),
        exact=_exact(expectation),
        ruin=_ruin(expectation),
        needed=_(
            "The roll that a limit needs, so that it breaks in no more than %(risk)s of nights or seasons:",
            risk=_percent(plan.risk, 4),
        ),
        season=_("for %(nights)s nights", nights=number(plan.season)),
        rolls=tuple(_needed(needed, expectation.limit_cents) for needed in expectation.rolls),
        plots=tuple(plots),
        notes=tuple(_notes(expectation)),
    )


def print_expectation(house: str, expectation: Expectation, options: RenderOptions) -> bytes:
    """Print the paper as PDF, in the language of the options."""
    with written_in(options.style):
        view = expectation_view(house, expectation, plots_of(expectation))
        title = _("What this house may expect")
        return blank_paper(title, options, "expectation", template="expectation.html", expects=view)


def draw_plots(expectation: Expectation, style: HouseStyle) -> bytes:
    """The plots in the language of a style, as :func:`drawn_plots` reads them."""
    with written_in(style):
        return msgspec.json.encode([(plot.title, str(plot.drawing)) for plot in plots_of(expectation)])


def drawn_plots(drawn: bytes) -> tuple[Plot, ...]:
    """The plots that another process drew."""
    pairs = msgspec.json.decode(drawn, type=list[tuple[str, str]])
    return tuple(Plot(title=title, drawing=Markup(drawing)) for title, drawing in pairs)


def _about(expectation: Expectation) -> list[str]:
    plan = expectation.plan
    return [
        ngettext(
            "%(nights)s nights of %(num)s deal were simulated, from the seed %(seed)s.",
            "%(nights)s nights of %(num)s deals were simulated, from the seed %(seed)s.",
            plan.deals,
            nights=number(plan.nights),
            seed=plan.seed,
        ),
        _(
            "The limit is %(limit)s. The players begin with %(stake)s on each place, and about %(bets)s bets lie in"
            " a turn.",
            limit=brief(expectation.limit_cents),
            stake=brief(expectation.stake_cents),
            bets=number(round(expectation.lying)),
        ),
    ]


def _whole(cents: float) -> str:
    """An amount in whole units of the currency, with its sign."""
    rounded = round(cents / 100) * 100
    return f"+{currency_amount(rounded, whole=True)}" if rounded > 0 else currency_amount(rounded, whole=True)


def _percent(share: float, places: int = 3) -> str:
    return percentage(Decimal(str(round(share, places))))


def _risk(risk: float, simulated: int) -> str:
    """A chance of ruin; one that never came is less than one in so many."""
    if risk:
        return _percent(risk, 4)
    return _("under %(percent)s", percent=percentage(Decimal(1) / simulated))


def _row(name: str, outcome: Outcome) -> Row:
    return Row(
        name=name,
        mean=signed(round(outcome.mean_cents)),
        error=currency_amount(round(outcome.error_cents)),
        sd=_whole(outcome.sd_cents).removeprefix("+"),
        median=_whole(outcome.median_cents),
        worst=_whole(outcome.worst_cents),
        ahead=_percent(outcome.ahead),
        is_loss=outcome.mean_cents < 0,
    )


def _player_row(player: PlayerOutcome) -> Row:
    return replace(
        _row(_(player.title), player),
        places=ngettext("%(num)s place", "%(num)s places", player.bets),
        rule=_(player.rule),
        share=_percent(player.share, 4),
    )


def _exact(expectation: Expectation) -> str:
    """The flat player's exact mean, and how far the simulated mean is from it; "" if none is known."""
    for player in expectation.players:
        if player.exact_cents is not None and player.error_cents:
            errors = abs(player.mean_cents - player.exact_cents) / player.error_cents
            return _(
                "By the bank’s percentage the flat player’s mean is exactly %(exact)s. The simulated mean is"
                " %(errors)s standard errors away.",
                exact=signed(round(player.exact_cents)),
                errors=decimals(errors, 1),
            )
    return ""


def _ruin(expectation: Expectation) -> str:
    ruin, plan = expectation.ruin[0], expectation.plan
    return _(
        "A roll of %(roll)s breaks in %(night)s of nights, and in %(season)s of seasons of %(nights)s nights.",
        roll=brief(ruin.roll_cents),
        night=_risk(ruin.in_a_night, plan.nights),
        season=_risk(ruin.in_a_season, plan.nights // plan.season),
        nights=number(plan.season),
    )


def _needed(needed: RollNeeded, limit_cents: int) -> NeededRow:
    amount = partial(currency_amount, whole=True)
    return NeededRow(
        limit=brief(needed.limit_cents),
        night=amount(needed.night_cents),
        season=amount(needed.season_cents),
        own=needed.limit_cents == limit_cents,
    )


def _notes(expectation: Expectation) -> list[str]:
    return [
        _("± is the standard error of a mean: two times in three the exact mean is no farther away."),
        _("The bank’s share is what it has of the stakes that are won, lost or split."),
        _("A season is played with one roll that nobody raises, and every limit with the same first stakes."),
        _(
            "The players never run out of money or leave. They call no turns, bar no bets and claim no sleepers of"
            " others. Tips and the dealers’ cut are not counted."
        ),
    ]
