"""The slips of the cash drawer: fills, credits and drops, each in two copies, for the table and for the cage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import tzinfo

from msgspec.structs import replace

from dealer.night.night import Night
from events.common.house import ROLL
from events.common.night import SlipVoided, SlipWritten
from events.frozen import Frozen
from events.records import Recorded
from reports.pdf.render import pdf, slip
from reports.pdf.seal import Seal, seal_of
from reports.render_options import PLAIN, RenderOptions
from reports.sheets.markers import TakenBack, written_out_in_words
from reports.sheets.masthead import Masthead, masthead_of
from reports.words.language import gettext as _
from reports.words.night_words import slip_name

SlipKey = tuple[str, int]
"""A slip: its kind, and its number in the house."""


class CashSlip(Frozen):
    """A slip: kind, number, amount in cents, and when, by whom and on which device it was written.

    ``void`` says by whom and why it was made void. ``events`` are the versions of the events about it.
    """

    kind: str
    number: int
    cents: int
    at: str
    who: str
    device: str
    void: TakenBack | None = None
    events: tuple[int, ...] = ()


class CashSlips(Frozen):
    """The contents of both copies of a slip."""

    masthead: Masthead
    slip: CashSlip
    seal: Seal

    @property
    def title(self) -> str:
        """What the slip is."""
        return slip_name(self.slip.kind)

    @property
    def sentence(self) -> str:
        """What happened to the cash."""
        return {
            "fill": _("Cash from the cage to the table."),
            "credit": _("Cash from the table back to the cage."),
            "drop": _("Cash from the table into its locked box."),
        }[self.slip.kind]


def cash_slips_of(events: Sequence[Recorded]) -> Mapping[SlipKey, CashSlip]:
    """The slips of a night from all of its events, in the order written, void ones too."""
    slips: dict[SlipKey, CashSlip] = {}
    for recorded in events:
        event = recorded.event
        if not isinstance(event, SlipWritten | SlipVoided):
            continue
        key = event.slip, event.number
        # A correction of a deal gives the slips written since again: they are the same slips.
        known = slips.get(key) or CashSlip(
            kind=event.slip,
            number=event.number,
            cents=event.amount_cents,
            at=recorded.at,
            who=recorded.who,
            device=recorded.device,
        )
        if isinstance(event, SlipVoided) and known.void is None:
            void = TakenBack(at=recorded.at, who=recorded.who, device=recorded.device, reason=event.reason)
            known = replace(known, void=void)
        slips[key] = replace(known, events=(*known.events, recorded.version))
    return slips


def cash_slips_view(now: Night, events: Sequence[Recorded], key: SlipKey, zone: tzinfo | None = None) -> CashSlips:
    """Both copies of a slip, from a night and all of its events; raises :class:`LookupError` if there is none."""
    return CashSlips(
        masthead=masthead_of(now, events, f"{key[0]}-{key[1]}", zone),
        slip=cash_slips_of(events)[key],
        seal=seal_of(now, events),
    )


def print_cash_slips(view: CashSlips, options: RenderOptions = PLAIN) -> bytes:
    """Print both copies of a slip as PDF, on the roll or on a sheet as the house chose."""
    title = _("%(kind)s Nº %(number)s", kind=view.title, number=view.slip.number)
    shown = {"view": view, "written_out": written_out_in_words(view.slip.cents)}
    if options.style.slips == ROLL:
        return slip("cash_slips.html", title, options, roll=True, **shown)
    return pdf("cash_slips.html", title, options, roll=False, **shown)
