"""Who may do what, and when a second staff member confirms it: one table for commands and routes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dealer.commands.commands import Command, InvalidCommand, Own
from dealer.commands.refusal import Listed, Phrase, Refusal, marked
from events.common.house import HouseSettings
from events.frozen import Frozen

ROLES = OWNER, FLOOR, DEALER, CAGE, AUDITOR = (
    marked("owner"),
    marked("floor"),
    marked("dealer"),
    marked("cage"),
    marked("auditor"),
)
"""The roles in the order of the table; each is its own name in English."""


class Duty(Frozen):
    """A row of the table: a title, the commands and routes that need it, and the roles that have it.

    ``words`` are those of the commands, and ``routes`` the endpoints of the web. Roles in ``own`` have it only in the
    nights that the member opened, deals or dealt.
    """

    title: str
    roles: frozenset[str]
    own: frozenset[str] = frozenset()
    words: tuple[str, ...] = ()
    routes: tuple[str, ...] = ()


def _duty(title: str, *roles: str, words: str = "", routes: str = "", own: str = "") -> Duty:
    return Duty(
        title=title,
        roles=frozenset(roles),
        own=frozenset(own.split()),
        words=tuple(words.split()),
        routes=tuple(routes.split()),
    )


PLAY = _duty(
    marked("play, seats, checks, markers, tips, corrections and disputes"),
    *(OWNER, FLOOR, DEALER),
    words="""
        seat_player move_seat sit_out sit_in leave_table buy_checks cash_in issue_marker redeem_marker draw_deposit
        take_pledge return_pledge lend_stake repay_stake tip void amend raise_dispute
        open_to_players close_to_players hold_players bind_hand move_hand
        add_words deal_cards turn_up commit_box close_words reveal_box
    """,
)
"""The row of every command of a game, and of ``redeem_carried`` at a table."""

LIMITS = _duty(marked("credit limits, barring and readmitting"), *(OWNER, FLOOR), words="bar_player readmit_player")
"""The row that a card's ``credit_limit`` belongs to as well."""

SELF = _duty(
    marked("one’s own PIN, the school, signing out and this table"),
    *ROLES,
    routes="""
        sign_in.sign_out sign_in.sign_out_by_api staff.page staff.change_pin roles.page
        school.page school.lesson school.take school.put_away
    """,
)
"""What everybody who signed in may do, without a role too."""

DUTIES = (
    PLAY,
    _duty(marked("rulings on disputes"), *(OWNER, FLOOR, DEALER), words="rule_dispute"),
    _duty(
        marked("opening and closing nights, reliefs, counts"),
        *(OWNER, FLOOR, DEALER),
        words="open_night close_night relieve_dealer count_drawer",
        routes="tablet.deal",
    ),
    _duty(
        marked("raises of the roll, fills, credits, drops and void slips"),
        *(OWNER, FLOOR, CAGE),
        words="raise_roll fill credit drop void_slip",
    ),
    _duty(
        marked("players’ cards"),
        *(OWNER, FLOOR, DEALER, CAGE),
        words="register_player change_player join_cards distinguish_cards remove_card",
    ),
    _duty(
        marked("ending the links of a night"),
        *(OWNER, FLOOR, DEALER),
        words="revoke_links",
        routes="links.revoke links.move",
    ),
    LIMITS,
    _duty(
        marked("deposits and carried markers at the cage"),
        *(OWNER, CAGE),
        words="deposit withdraw redeem_carried",
    ),
    _duty(
        marked("write-offs, settings of the house, staff"),
        OWNER,
        words="write_off house_rules engage dismiss issue_token revoke_token",
        routes="""
            staff.engage staff.dismiss staff.give_roles staff.give_first_roles staff.lock_after
            staff.links_last
            staff.issue_token staff.revoke_token
            house_settings.change house_style.choose demonstration.enter
        """,
    ),
    _duty(
        marked("devices, sessions and locked names"),
        *(OWNER, FLOOR),
        routes="staff.unlock staff.name_device staff.end_session staff.end_other_sessions",
    ),
    _duty(
        marked("sending a command, each by its own row"),
        *ROLES,
        routes="""
            api.command api.new_night api.house_command pages.new_night tablet.relief people.register people.act
        """,
    ),
    _duty(
        marked("the list of nights, blank papers, a practice deal"),
        *ROLES,
        routes="""
            pages.nights pages.put_away pages.house_edges api.nights blanks.page blanks.paper house_style.page
            demonstration.practise
        """,
    ),
    _duty(
        marked("reading a night, its papers and links"),
        *(OWNER, FLOOR, CAGE, AUDITOR),
        own=DEALER,
        routes="""
            pages.night pages.paper cash_drawer.page tablet.table tablet.preview tablet.follow links.page
            api.night api.events api.legal api.proposal
            correcting.page disputes.page register.page what_if.page fairness.page odds.page
            dossiers.page dossiers.round dossiers.bet dossiers.paper export.download verify_page.page verify_page.verify
            papers.page papers.print_papers papers.printing papers.progress papers.sheet papers.all_sheets
            papers.all_slips papers.download tablet.touch disputes.rule correcting.put_right
            cash_drawer.count cash_drawer.write_slip cash_drawer.void_slip
        """,
    ),
    _duty(
        marked("reading people’s credit, all tables and the office"),
        *(OWNER, FLOOR, CAGE, AUDITOR),
        routes="""
            api.house fairness.book house_settings.page office.page office.as_csv office.export
            people.page people.person people.statement floor.page floor.tables
            expectation.page expectation.simulate expectation.paper
        """,
    ),
    _duty(marked("the backups of the book"), *(OWNER, FLOOR), routes="backups.page"),
    SELF,
)
"""The table: the rows of the contract, then those of routes alone."""

_BY_WORD = {word: duty for duty in DUTIES for word in duty.words}

_BY_ROUTE = {route: duty for duty in DUTIES for route in duty.routes}

_OF_OWNERS = _duty("", OWNER)
"""What a route needs that stands in no row."""


def duty_of_route(endpoint: str | None) -> Duty:
    """The row for a route of the staff; an address without a route tells nothing."""
    return _BY_ROUTE.get(endpoint, _OF_OWNERS) if endpoint else SELF


def may_use(duty: Duty, given: Iterable[str], is_own: Callable[[], bool]) -> bool:
    """Whether somebody with these roles has a duty; ``is_own`` says whether the night in question is theirs."""
    held = frozenset(given)
    return not duty.roles.isdisjoint(held) or (not duty.own.isdisjoint(held) and is_own())


def duty_of(document: Mapping[str, Any]) -> Duty:
    """The row for a command, given as a document."""
    word = document.get("do")
    if word == "redeem_carried" and document.get("player") is not None:
        return PLAY
    if word in ("register_player", "change_player") and "credit_limit" in document:
        return LIMITS
    return _BY_WORD.get(word, PLAY) if isinstance(word, str) else PLAY


def may_give(roles: Iterable[str], document: Mapping[str, Any]) -> bool:
    """Whether somebody with these roles may give a command."""
    return not duty_of(document).roles.isdisjoint(roles)


class Signers(Frozen):
    """Who gives a command, and the ``second`` who confirms it; ``who`` is ``None`` for somebody with every role."""

    who: str | None = None
    second: str | None = None


SIGNED = ("who", "second")
"""The arguments that any command may have besides its own: who gives it, and who confirms it."""


HOUSE_VERSION = "house_version"
"""The version of the house's stream that a command was decided with; the program stores it with the document."""


def signers_of(document: Mapping[str, Any]) -> Signers:
    """Who gives a command, and who confirms it; ``null`` counts as left out."""
    who, second = (document.get(name) for name in SIGNED)
    return Signers(who=None if who is None else str(who), second=None if second is None else str(second))


def without_signers(document: Mapping[str, Any]) -> dict[str, Any]:
    """A document without who gives and confirms it."""
    return {name: value for name, value in document.items() if name not in SIGNED}


May = Callable[[str], bool]
"""Whether a member of the staff or a program may give a command, by name."""

RolesOf = Callable[[str], tuple[str, ...] | None]
"""The roles of a member of the staff or a program, by name; ``None`` for somebody who is neither."""


def check_signers(roles_of: RolesOf, signers: Signers, may: May) -> None:
    """Refuse a command by somebody who is not engaged (``unknown_staff``) or may not give it (``not_permitted``)."""
    for name in (signers.who, signers.second):
        if name is not None and roles_of(name) is None:
            raise Refusal("unknown_staff", "Nobody on the staff is called %(name)s.", name=str(name)[:60])
    if signers.who is not None and not may(signers.who):
        held = Listed(tuple(Phrase(role) for role in roles_of(signers.who) or ()))
        raise Refusal("not_permitted", "%(name)s (%(held)s) may not do that.", name=signers.who, held=held)


SECONDS: dict[str, Callable[[HouseSettings, Any], bool]] = {
    "issue_marker": lambda settings, command: _reaches(settings.second_marker, command.amount),
    **dict.fromkeys(
        ("place_bet", "call_turn"),
        lambda settings, command: (
            getattr(command, "form", None) == "marker" and _reaches(settings.second_marker, command.stake)
        ),
    ),
    "raise_roll": lambda settings, command: _reaches(settings.second_raise, command.amount),
    "rule_dispute": lambda settings, command: _reaches(
        settings.second_ruling, sum(correction.amount for correction in command.corrections)
    ),
    "count_drawer": lambda settings, command: settings.second_count,
    "write_off": lambda settings, command: settings.second_write_off,
}
"""When a command needs a second staff member, by its word."""


def thresholds(settings: HouseSettings) -> dict[str, int | None]:
    """From how many cents on a touch of the tablet needs a second staff member, by its word; ``None`` for never."""
    return {
        "issue_marker": settings.second_marker,
        "raise_roll": settings.second_raise,
        "rule_dispute": settings.second_ruling,
    }


_BEFORE_SECOND = frozenset(
    {
        *("unknown_player", "unknown_bet", "unknown_command", "unknown_card", "wrong_phase", "player_barred"),
        *("bets_closed", "bank_broken", "marker_due", "already_done", "bad_input", "bad_placement", "not_a_multiple"),
    }
)
"""The refusals that come before ``second_needed`` in the contract's order."""


def _reaches(threshold_cents: int | None, amount_cents: int) -> bool:
    return threshold_cents is not None and amount_cents >= threshold_cents


def check_second(
    settings: HouseSettings, signers: Signers, may: May, command: Command, refusal: Refusal | None = None
) -> None:
    """Refuse (``second_needed``) a command that a second staff member has to confirm and nobody has.

    ``refusal`` is what the rules refuse the command with, if they do: some refusals come before this one.
    """
    # Players need nobody else for what they do by themselves.
    needs = SECONDS.get(command.do) if not isinstance(command, InvalidCommand | Own) else None
    if needs is None or (refusal and refusal.code in _BEFORE_SECOND) or not needs(settings, command):
        return
    second = signers.second
    if second is None or second == signers.who or not may(second):
        raise Refusal("second_needed", "A second member of the staff who may do this has to confirm it.")
