"""Who is a party to a dispute, and does not rule on it while somebody else can."""

from __future__ import annotations

from typing import Any

from dealer.commands.commands import Amend, RuleDispute
from dealer.commands.refusal import Refusal
from dealer.house.roles import OWNER
from dealer.night.dealers import dealings_disputed
from dealer.night.house import Context
from dealer.night.night import Night
from dealer.staff import same_name
from events.common.play import StakeLaid
from events.effective_events import EffectiveEvents
from reports.words.language import gettext as _
from web.app.app_cache import service
from web.app.authorization import house, register, signed_in

PARTY = "party"
"""The argument of a ruling that names who gives it, if they are a party to the dispute."""


def with_party(night: str, document: Any) -> Any:
    """A command of this request's sender; a ruling by a party to the dispute names them.

    Raises :class:`Refusal` (``not_permitted``) for a ruling by a party whom somebody else can rule for. Owners rule on
    every dispute (the contract of the house). A ruling within a correction counts too.
    """
    if not isinstance(document, dict):
        return document
    if document.get("do") == Amend.do and isinstance(document.get("instead"), dict):
        return {**document, "instead": with_party(night, document["instead"])}
    if document.get("do") != RuleDispute.do:
        return document
    ruling = {name: value for name, value in document.items() if name != PARTY}
    member = signed_in()
    state, _head, events = service().with_events(night)
    if member is None or not _may_rule(state, member.name, ruling):
        # A program is nobody at the table, and without the role the rules refuse it.
        return ruling
    effective = events.effective
    if not _is_party(state, effective, member.name, ruling):
        return ruling
    if OWNER not in house().staff.get(member.name, ()) and _others(state, effective, member.name, ruling):
        raise Refusal(
            "not_permitted", "%(name)s is a party to this dispute. Somebody else has to rule on it.", name=member.name
        )
    return {**ruling, PARTY: member.name}


def warning_of(night: str, dispute: str) -> str:
    """What warns who is signed in that they are a party to a dispute on which they may rule; "" if they are none.

    Raises :class:`Refusal` as :func:`with_party` does.
    """
    if PARTY not in with_party(night, {"do": RuleDispute.do, "dispute": dispute}):
        return ""
    return _("You are a party to this dispute. If you rule on it, the record says so.")


def _others(night: Night, events: EffectiveEvents, name: str, ruling: dict[str, Any]) -> list[str]:
    """Who on the staff could rule instead: they may, and are no party or are an owner."""
    members = (member.name for member in register().members.values() if same_name(member.name) != same_name(name))
    return [
        member
        for member in members
        if _may_rule(night, member, ruling)
        and (OWNER in house().staff.get(member, ()) or not _is_party(night, events, member, ruling))
    ]


def _may_rule(night: Night, name: str, ruling: dict[str, Any]) -> bool:
    return not house().staff or Context(house=house(), document=ruling).may(night, name)


def _is_party(night: Night, events: EffectiveEvents, name: str, ruling: dict[str, Any]) -> bool:
    """Whether somebody dealt what is disputed, or it is about a seat of theirs, or the ruling moves that seat's checks.

    If it was dealt in the name of nobody on the staff, whoever gave the commands dealt it.
    """
    dispute = ruling.get("dispute")
    raised = night.disputes.get(dispute) if isinstance(dispute, str) else None
    if raised is None:
        return False
    rows = ((recorded.event, recorded.who) for recorded in events)
    dealt = dealings_disputed(rows, str(dispute))
    if any(same_name(name) == same_name(dealer if register().find(dealer) else giver) for dealer, giver in dealt):
        return True
    laid = (recorded.event for recorded in events if isinstance(recorded.event, StakeLaid))
    seats = {raised.player, *(stake.player for stake in laid if stake.bet == raised.about)}
    return any(_is_seat_of(night, seat, name) for seat in seats | _sides(ruling))


def _sides(ruling: dict[str, Any]) -> set[str]:
    """The seats from or to which a ruling moves checks, as far as it reads."""
    rows = ruling.get("corrections")
    sides = [row.get(side) for row in rows if isinstance(row, dict) for side in ("from", "to")] if rows else []
    return {side for side in sides if isinstance(side, str)}


def _is_seat_of(night: Night, player: str, name: str) -> bool:
    """Whether a seat is somebody's by its name, or by those of its card in the house."""
    seat = night.seats.get(player)
    if seat is None:
        return False
    card = house().card(seat.card) if seat.card else None
    names = {seat.name, *((card.name, card.known_as) if card else ())}
    return same_name(name) in map(same_name, names)
