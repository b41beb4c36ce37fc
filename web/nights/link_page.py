"""The signed links of a night as QR codes: shown across the table to a player, or to whoever sets up the board.

In a night whose games have something that players do by themselves each of them has a second one, to their own hand.
"""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template, request, url_for
from markupsafe import Markup
from werkzeug.exceptions import NotFound

from dealer.night.night import Night
from events.frozen import Frozen
from reports.pdf.square_codes import code_on_screen
from web.app.links import board_link, hand_link, house_address, is_only_here, player_link
from web.app.request_parsing import assistant
from web.game_screens import screens_of
from web.tablet.marks import Mark, marks_of

blueprint = Blueprint("links", __name__)

OF_TABLET = "tablet:"
"""Stands for the house’s own address where a player’s link has a seat key, which has no colon."""


class Link(Frozen):
    """A link with its code, and what it is ``good_for``; ``player`` and ``mark`` are empty where it is no player's.

    ``of`` is what it is called in the address of its page; all but the house's own address are signed.
    """

    title: str
    address: str
    good_for: str
    of: str = ""
    player: str = ""
    mark: Mark | None = None
    acts: bool = False

    @property
    def code(self) -> Markup:
        """The address as a QR code."""
        return code_on_screen(self.address)


@blueprint.get("/nights/<night>/links")
def page(night: str) -> Response:
    """The links of a night, one large: the board's, a player's (``?of=red``), the house's own (``?of=tablet:``)."""
    state, _ = assistant().at(night)
    links = (_board(state), _tablet(), *player_links(state), *_hand_links(state))
    asked = (request.args.get("of", ""), "acts" in request.args)
    shown = next((one for one in links if (one.of, one.acts) == asked), None)
    if shown is None:
        raise NotFound
    back = url_for("pages.night", night=night)
    return make_response(
        render_template("links.html", night=state, links=links, shown=shown, back=back, only_here=is_only_here())
    )


def player_links(night: Night) -> tuple[Link, ...]:
    """The players' links, as the browser that asks sees this house."""
    marks = marks_of(night)
    return tuple(
        Link(
            title=seat.name,
            address=player_link(night.id, player, external=True),
            good_for="Scan it: your checks, your markers, every bet. It is for you alone.",
            of=player,
            player=player,
            mark=marks[player],
        )
        for player, seat in night.seats.items()
    )


def _hand_links(night: Night) -> tuple[Link, ...]:
    """The links to the hands of the players who sit at a table at which they can act."""
    if night.closed or not any(screens_of(game.name).own_hand for game in night.games):
        return ()
    marks = marks_of(night)
    return tuple(
        Link(
            title=f"{seat.name}’s hand",
            address=hand_link(night.id, player, external=True),
            good_for="Scan it, and play from your phone while the dealer lets you. Who has it plays with your checks.",
            of=player,
            player=player,
            mark=marks[player],
            acts=True,
        )
        for player, seat in night.seated.items()
    )


def _board(night: Night) -> Link:
    return Link(
        title="The board",
        address=board_link(night.id, external=True),
        good_for="Open it on the big screen: the layout, the cards, no money.",
    )


def _tablet() -> Link:
    return Link(
        title="A tablet",
        address=house_address() + url_for("pages.nights"),
        good_for="Open it on another tablet in the house’s network, and sign in there.",
        of=OF_TABLET,
    )
