"""``casekeeper cards``: cards for the names of nights that were played without cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from dealer.commands.refusal import printable
from reports.words.language import book_error_text, ngettext
from reports.words.language import gettext as _
from web.command_line.terminal import DEFAULT_BOOK, book_option, opened, print_line, say, the_terminal
from web.start import loading
from web.text import wrapped

if TYPE_CHECKING:
    from dealer.people import NamedSeat, Proposal
    from events.book.book import Book

_NIGHTS_SHOWN = 6


@click.command()
@book_option(DEFAULT_BOOK)
@click.option("--from-nights", "from_nights", is_flag=True, required=True, help="Propose cards for players by name.")
@click.option("--confirm", is_flag=True, help="Register all cards that are proposed.")
@click.option("--ask", is_flag=True, help="Ask for each player whether to register the card.")
def cards(where: str, from_nights: bool, confirm: bool, ask: bool) -> None:
    """Propose cards for the players of nights without cards, and register those that are confirmed.

    Old nights are not changed, and their results do not count for the cards.
    """
    with loading():
        from dealer.night_service import NightService
        from dealer.people import proposals
    if confirm and ask:
        raise click.UsageError(_("Give --confirm or --ask, not both."))
    with opened(where, create=False) as book:
        service = NightService(book)
        groups = proposals(_seats_without_cards(book), service.house())
        registered = 0
        for group in groups:
            if len(group) > 1:
                print_line(_("Similar names, perhaps one person:"))
            for proposal in group:
                for line in _lines(proposal):
                    print_line(line)
                question = _("Register %(name)s?", name=printable(proposal.name))
                if confirm or (ask and click.confirm(question, default=False)):
                    document = {"do": "register_player", "card": proposal.key, "name": proposal.name}
                    service.execute_for_house(document, the_terminal())
                    registered += 1
        _say_what_was_done(sum(map(len, groups)), registered, listed_only=not (confirm or ask))


def _say_what_was_done(proposed: int, registered: int, *, listed_only: bool) -> None:
    if not proposed:
        print_line(_("Every player of a night has a card."))
    elif listed_only:
        print_line("")
        print_line(
            ngettext(
                "%(num)s card proposed, nothing changed. Register it with --confirm or --ask.",
                "%(num)s cards proposed, nothing changed. Register them with --confirm or --ask.",
                proposed,
            )
        )
    else:
        print_line("")
        print_line(ngettext("%(num)s card registered.", "%(num)s cards registered.", registered))


def _seats_without_cards(book: Book) -> Iterator[NamedSeat]:
    """The seats of all nights, demonstrations left out. A night that cannot be read is named and skipped."""
    from dealer.game.demonstration import DEMO_DEVICE
    from dealer.people import NamedSeat
    from events.common.night import PlayerSeated
    from events.effective_events import effective
    from events.records import BookError

    for night in book.nights():
        try:
            events = book.events(night)
            stood = [recorded.event for recorded in effective(events)]
        except BookError as error:
            say(_("Night %(night)s is skipped: %(why)s", night=night, why=book_error_text(error)))
            continue
        if events[0].device == DEMO_DEVICE:
            continue
        names = {event.player: event.name for event in stood if isinstance(event, PlayerSeated) and not event.card}
        yield from (NamedSeat(night=night, name=name) for name in names.values())


def _lines(proposal: Proposal) -> Iterator[str]:
    nights, left_out = proposal.nights[:_NIGHTS_SHOWN], len(proposal.nights) - _NIGHTS_SHOWN
    listed = ", ".join(nights)
    if left_out > 0:
        listed = ngettext("%(nights)s and %(num)s more", "%(nights)s and %(num)s more", left_out, nights=listed)
    yield _("%(name)s (card %(card)s)", name=proposal.name, card=proposal.key)
    yield from wrapped(
        ngettext("%(num)s night: %(nights)s", "%(num)s nights: %(nights)s", len(proposal.nights), nights=listed), 4
    )
    if proposal.spellings:
        yield from wrapped(_("also written %(names)s", names=", ".join(proposal.spellings)), 4)
    for card in proposal.like:
        yield from wrapped(
            _(
                "The card %(card)s of %(name)s has a similar name. Join the cards on the page People.",
                card=card.key,
                name=card.name,
            ),
            4,
        )
