"""Plots of what a house may expect, as SVG: Matplotlib draws them, and is loaded only for this."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import StringIO
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from markupsafe import Markup

from dealer.game.expectation import Expectation
from events.frozen import Frozen
from reports.words.language import currency_amount, percentage
from reports.words.language import gettext as _

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDE_IN, HIGH_IN = 6.8, 2.1
"""The size of a plot in inches."""

_INK, _RED, _SOFT = "#1d1a16", "#8e2a22", "#5f5340"
_FIELDS = ("#efe9dc", "#ddd3bf", "#c6b898")
"""The bands from the widest to the narrowest; each is darker, so that they differ in grey too."""

_DASHED = (0, (4, 2))

_SVG = "{http://www.w3.org/2000/svg}"
_ATTRIBUTES = frozenset(
    {
        *("fill", "fill-opacity", "opacity", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap"),
        *("stroke-dasharray", "stroke-dashoffset", "stroke-opacity", "text-anchor", "font-size"),
    }
)
"""The properties of Matplotlib's styles that are attributes of SVG too."""


class Plot(Frozen):
    """A plot: its title, and the drawing, which has the same title for readers of the screen."""

    title: str
    drawing: Markup


def plots_of(expectation: Expectation) -> tuple[Plot, ...]:
    """The plots in the language in force: the roll over nights, the risk of ruin, and the roll that a limit needs."""
    return (
        _plot(_("The bank’s result, night after night"), expectation, _nights),
        _plot(_("The chance that a roll breaks"), expectation, _risk),
        _plot(_("The roll that a limit needs"), expectation, _rolls),
    )


def _plot(title: str, expectation: Expectation, draw: Callable[[Axes, Expectation], None]) -> Plot:
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter

    settings: Any = {"svg.fonttype": "none", "svg.hashsalt": draw.__name__, "font.size": 9, "axes.edgecolor": _SOFT}
    with rc_context(settings):
        figure = Figure(figsize=(WIDE_IN, HIGH_IN), layout="constrained")
        FigureCanvasSVG(figure)
        axes = figure.add_subplot()
        for part in (figure.patch, axes.patch, axes.spines["top"], axes.spines["right"]):
            part.set_visible(False)
        axes.grid(axis="y", color="#d9d2c3", linewidth=0.6)
        axes.tick_params(colors=_SOFT, labelsize=8.5)
        axes.yaxis.set_major_formatter(FuncFormatter(_amount))
        axes.margins(x=0)
        draw(axes, expectation)
        legend = axes.legend(frameon=False, fontsize=8.5, loc="best")
        for text in (*legend.get_texts(), axes.xaxis.label, axes.yaxis.label):
            text.set_color(_INK)
        buffer = StringIO()
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None, "Type": None, "Format": None})
    return Plot(title=title, drawing=_plain(buffer.getvalue(), title))


def _amount(cents: float, _: object = None) -> str:
    return currency_amount(round(cents), whole=True)


def _percent(share: float, _: object = None) -> str:
    from decimal import Decimal

    return percentage(Decimal(str(round(share, 4))))


def _nights(axes: Axes, expectation: Expectation) -> None:
    bands = expectation.bands
    nights = range(len(bands[0].cents))
    for low, high, field in zip(bands, reversed(bands), _FIELDS, strict=False):
        label = _("%(low)s to %(high)s of seasons", low=_percent(low.quantile), high=_percent(high.quantile))
        axes.fill_between(nights, low.cents, high.cents, color=field, linewidth=0, label=label)
    axes.plot(nights, bands[len(bands) // 2].cents, color=_INK, linewidth=1.6, label=_("half of the seasons are above"))
    if min(min(band.cents) for band in bands) < -expectation.roll_cents / 2:
        gone = _("the roll is gone")
        axes.axhline(-expectation.roll_cents, color=_RED, linewidth=1.2, linestyle=(0, (5, 2)), label=gone)
    axes.set_xlabel(_("nights"))


def _risk(axes: Axes, expectation: Expectation) -> None:
    from matplotlib.ticker import FuncFormatter

    curve = expectation.ruin[1:]
    rolls = [ruin.roll_cents for ruin in curve]
    season = _("in %(nights)s nights", nights=expectation.plan.season)
    axes.plot(rolls, [ruin.in_a_season for ruin in curve], color=_RED, linewidth=1.6, label=season)
    night = _("in a night")
    axes.plot(rolls, [ruin.in_a_night for ruin in curve], color=_INK, linewidth=1.4, linestyle=_DASHED, label=night)
    accepted = _("%(risk)s, the accepted risk", risk=_percent(expectation.plan.risk))
    axes.axhline(expectation.plan.risk, color=_SOFT, linewidth=1, linestyle=(0, (1, 2)), label=accepted)
    axes.axvline(expectation.roll_cents, color=_SOFT, linewidth=1)
    axes.xaxis.set_major_formatter(FuncFormatter(_amount))
    axes.yaxis.set_major_formatter(FuncFormatter(_percent))
    axes.set_ylim(bottom=0)
    axes.set_xlabel(_("roll"))


def _rolls(axes: Axes, expectation: Expectation) -> None:
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

    limits = [needed.limit_cents for needed in expectation.rolls]
    night, season = _("for a night"), _("for %(nights)s nights", nights=expectation.plan.season)
    nights, seasons = zip(*((needed.night_cents, needed.season_cents) for needed in expectation.rolls), strict=True)
    axes.plot(limits, seasons, color=_RED, marker="o", markersize=4, label=season)
    axes.plot(limits, nights, color=_INK, marker="s", markersize=4, linestyle=_DASHED, label=night)
    if len(limits) > 1:
        axes.set_xscale("log", base=2)
    axes.margins(x=0.04)
    axes.xaxis.set_major_locator(FixedLocator(limits))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(_amount))
    axes.set_ylim(bottom=0)
    axes.set_xlabel(_("limit"))


def _plain(text: str, title: str) -> Markup:
    """Matplotlib's SVG as a part of a page: attributes for styles, which pages forbid, and no names but those used."""
    svg = ElementTree.fromstring(text)
    used = set(re.findall(r"#([\w-]+)", text))
    svg.attrib = {"viewBox": svg.attrib["viewBox"], "role": "img", "class": "plot", "font-family": "Alegreya Sans"}
    for element in svg.iter():
        element.tag = element.tag.removeprefix(_SVG)
        if element.get("id") not in used:
            element.attrib.pop("id", None)
        for name in [name for name in element.attrib if name.startswith("{")]:
            value = element.attrib.pop(name)
            if name.endswith("}href"):
                element.set("href", value)
        for name, _colon, value in (part.strip().partition(":") for part in element.attrib.pop("style", "").split(";")):
            if name in _ATTRIBUTES:
                element.set(name, value.strip().removesuffix("px"))
    for parent in list(svg.iter()):
        for child in list(parent):
            if child.tag in ("style", "metadata") or child.tag.endswith("}metadata"):
                parent.remove(child)
    named = ElementTree.Element("title")
    named.text = title
    svg.insert(0, named)
    return Markup(ElementTree.tostring(svg, encoding="unicode"))
