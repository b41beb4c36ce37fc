"""What leaving the table and closing the night would do, in figures, before either is done.

Nothing is computed twice: the rules decide the command as usual, and its events are read but not recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from dealer.commands.commands import CloseNight, LeaveTable
from dealer.commands.refusal import Refusal
from dealer.night.dealers import TALLY, Tally
from dealer.night.decide import decide
from dealer.night.drawer import CLOSING, is_counted_at_close, is_counted_blind
from dealer.night.night import Night, Pledge
from dealer.night.result import OpenLoan, OpenMarkers, Outstanding, outstanding, outstanding_of
from events.common import night as money
from events.common.event import Event
from events.frozen import Frozen
from events.records import Recorded
from ledger.accounts import PLAY, POT, checks, layout
from ledger.ledger import Ledger
from ledger.statement import bank_line, box_cents
from reports.words.formatting import brief, name_of
from reports.words.game_words import clauses, refusal_text
from reports.words.language import gettext as _
from reports.words.language import number
from reports.words.night_words import over_or_short
from web.game_screens import Unfinished, screens_of
from web.tablet.seats import Mark, marks_of
from web.tablet.take_and_pay import with_sign


@dataclass(slots=True, kw_only=True)
class Share:
    """What a settling does for one player, in cents; wins that wait are returned with the stakes."""

    returned_cents: int = 0
    redeemed_cents: int = 0
    repaid_cents: int = 0
    received_cents: int = 0
    cashed_cents: int = 0


BYSTANDER = "/"
"""What comes before the name of somebody without a seat, who gets cash: no seat's key has it."""


class Leaving(Frozen):
    """What happens when a player leaves, in sentences; or the sentence that says why they cannot.

    ``returned`` is what comes back to them from the table, wins that wait included; empty if nothing does. ``short``
    says by how much the drawer is short once they are paid.
    """

    sentences: tuple[str, ...] = ()
    returned: str = ""
    short: str = ""
    refused: str = ""


class ClosingLine(Frozen):
    """One player's line of the closing, or the sums of all, as text; zero is a dash."""

    name: str
    returned: str
    redeemed: str
    cashed: str
    markers: str
    pledges: str


class LeftOpen(Frozen):
    """A debt or pledge that the close leaves open, in words, and its player.

    ``item`` names goods that can still be handed back for cash; also for checks if ``checks``: the owner has enough.
    """

    player: str
    name: str
    mark: Mark
    words: str
    item: str = ""
    checks: bool = False


class DealerShare(Frozen):
    """What a dealer gets tonight, as text: the rounds they dealt, their tips, and their cut; zero is a dash."""

    name: str
    rounds: str
    tips: str
    cut: str


class Closing(Frozen):
    """What closing the night would do, and what it leaves open; ``refused`` says why it cannot be closed.

    ``count_first`` says that the house wants the drawer counted before.

    ``sums`` has the sums of the lines, ``unfinished`` the rounds and matches that the close breaks off. ``box`` says
    what should be in the drawer afterwards, or (``is_short``) by how much it is short. ``dealers`` is empty if one
    dealer gets nothing.
    """

    lines: tuple[ClosingLine, ...] = ()
    sums: ClosingLine | None = None
    unfinished: tuple[Unfinished, ...] = ()
    left_open: tuple[LeftOpen, ...] = ()
    dealers: tuple[DealerShare, ...] = ()
    result: str = ""
    box: str = ""
    is_short: bool = False
    refused: str = ""
    count_first: bool = False


def leaving_of(night: Night, player: str) -> Leaving:
    """What leaving the table would do for a player, whose bets come down first."""
    try:
        events = () if night.closed else decide(night, LeaveTable(player=player, take_down=True))
    except Refusal as refusal:
        return Leaving(refused=refusal_text(refusal, night.names))
    shares, after = shares_of(events), _settled(night, events)
    share, handed = shares.get(player, Share()), _handed_to_bystanders(shares)
    short_cents = -box_cents(after) if share.cashed_cents or handed else 0
    return Leaving(
        sentences=(
            *_settled_sentences(name_of(night, player), share),
            *(_("%(name)s is paid %(amount)s in cash.", name=name, amount=brief(cents)) for name, cents in handed),
            *(_stays_open(night, debt) for debt in outstanding_of(player, night, after)),
        ),
        returned=brief(share.returned_cents) if share.returned_cents else "",
        short=_("Then the drawer is short by %(amount)s.", amount=brief(short_cents)) if short_cents > 0 else "",
    )


def _handed_to_bystanders(shares: Mapping[str, Share]) -> tuple[tuple[str, int], ...]:
    """The cash that bystanders get in a settling, in cents by name."""
    return tuple(
        (whom.removeprefix(BYSTANDER), share.received_cents)
        for whom, share in shares.items()
        if whom.startswith(BYSTANDER)
    )


def _settled_sentences(name: str, share: Share) -> Iterator[str]:
    """What settling with a player does."""
    if share.returned_cents:
        yield _("%(name)s takes %(amount)s from the table.", name=name, amount=brief(share.returned_cents))
    if share.redeemed_cents:
        redeemed = brief(share.redeemed_cents)
        yield _("%(name)s redeems %(amount)s of their markers with checks.", name=name, amount=redeemed)
    if share.repaid_cents:
        yield _("%(name)s repays %(amount)s of stake money.", name=name, amount=brief(share.repaid_cents))
    if share.cashed_cents:
        yield _("%(name)s is paid %(amount)s in cash.", name=name, amount=brief(share.cashed_cents))
    else:
        yield _("%(name)s has no checks to cash in.", name=name)


def closing_of(night: Night, effective: Sequence[Recorded]) -> Closing:
    """What closing the night would do for everybody, from its effective events, and the bank's result after it."""
    if night.closed:
        return Closing(result=bank_result(night.ledger))
    try:
        events = decide(night, CloseNight())
    except Refusal as refusal:
        count_first = night.settings.count_required and not is_counted_at_close(night)
        return Closing(refused=refusal_text(refusal, night.names), count_first=count_first)
    after = _settled(night, events)
    shares, left_open = shares_of(events), outstanding(night, after)
    concerned = {*shares, *(debt.player for debt in left_open)}
    amounts: dict[str, tuple[int, ...]] = {
        player: (
            share.returned_cents,
            share.redeemed_cents + share.repaid_cents,
            share.cashed_cents,
            _open_cents(left_open, player, OpenMarkers),
            _open_cents(left_open, player, Pledge),
        )
        for player in night.seats
        if player in concerned
        for share in (shares.get(player, Share()),)
    }
    handed = _handed_to_bystanders(shares)
    columns = (*amounts.values(), *((0, 0, cents, 0, 0) for _name, cents in handed))
    return Closing(
        lines=(
            *(_closing_line(night.seats[player].name, cents) for player, cents in amounts.items()),
            *(_closing_line(name, (0, 0, cents, 0, 0)) for name, cents in handed),
        ),
        sums=_closing_line(_("All"), [sum(column) for column in zip(*columns, strict=True)]) if amounts else None,
        unfinished=unfinished_of(night),
        left_open=open_lines(night, left_open),
        dealers=dealers_of(reduce(Tally.after, events, TALLY.of(effective))),
        result=bank_result(after) if any(game.against_bank for game in night.games) else "",
        box=box_expected(night, after) if box_cents(after) < 0 or not is_counted_blind(night) else "",
        is_short=box_cents(after) < 0,
    )


def dealers_of(tally: Tally) -> tuple[DealerShare, ...]:
    """What each dealer gets; nothing if one dealt all night and gets nothing."""
    lines = tally.lines.values()
    if len(lines) < 2 and not any(line.tokes_cents or line.cut_cents for line in lines):
        return ()
    return tuple(
        DealerShare(
            name=line.name,
            rounds=number(line.rounds) if line.rounds else "–",
            tips=or_dash(line.tokes_cents),
            cut=or_dash(line.cut_cents),
        )
        for line in lines
    )


def unfinished_of(night: Night) -> tuple[Unfinished, ...]:
    """The rounds and matches that are on, or were when the night was closed, game by game."""
    found = (screens_of(game.name).unfinished(night, game.name) for game in night.games)
    return tuple(filter(None, found))


def _closing_line(name: str, cents: Iterable[int]) -> ClosingLine:
    returned, redeemed, cashed, markers, pledges = map(or_dash, cents)
    return ClosingLine(name=name, returned=returned, redeemed=redeemed, cashed=cashed, markers=markers, pledges=pledges)


def bank_result(ledger: Ledger) -> str:
    """The bank's result by the ledger, with its sign."""
    return with_sign(bank_line(ledger).result_cents)


def box_short(cents: int) -> str:
    """How much the drawer is short if it holds ``cents`` by the ledger, in words; empty if it is not short."""
    return _("the drawer is short by %(amount)s", amount=brief(-cents)) if cents < 0 else ""


def box_expected(night: Night, ledger: Ledger) -> str:
    """What should be in the drawer of a night by a ledger, as a sentence, or by how much it is short."""
    cents = box_cents(ledger)
    if cents < 0:
        return _("The drawer is short by %(amount)s: more is paid out than came in.", amount=brief(-cents))
    tokes_cents = bank_line(ledger).tokes_cents
    if tokes_cents:
        expected = _(
            "There should be %(amount)s in the drawer, including %(tips)s in tips for the dealer",
            amount=brief(cents),
            tips=brief(tokes_cents),
        )
    else:
        expected = _("There should be %(amount)s in the drawer", amount=brief(cents))
    counted = next((count for count in reversed(night.counts) if count.at == CLOSING), None)
    over_cents = counted.cash_cents - counted.expected_cents if counted else 0
    difference = _("the closing count was %(difference)s", difference=over_or_short(over_cents)) if over_cents else ""
    return f"{clauses(expected, difference)}."


def _settled(night: Night, events: Iterable[Event]) -> Ledger:
    return night.ledger.post([move for event in events for move in event.moves])


def _stays_open(night: Night, debt: Outstanding) -> str:
    name, amount = name_of(night, debt.player), brief(debt.amount_cents)
    match debt:
        case Pledge():
            return _("%(name)s leaves %(item)s pledged for %(amount)s.", name=name, item=debt.item, amount=amount)
        case OpenLoan():
            lender = debt.lender_name or name_of(night, debt.lender)
            return _(
                "%(name)s still owes %(lender)s %(amount)s of the stake lent.", name=name, lender=lender, amount=amount
            )
        case OpenMarkers():
            return _("%(name)s still owes %(amount)s on markers, carried over in their name.", name=name, amount=amount)


def _open_cents(left_open: Iterable[Outstanding], player: str, kind: type[Outstanding]) -> int:
    return sum(debt.amount_cents for debt in left_open if isinstance(debt, kind) and debt.player == player)


def open_lines(night: Night, left_open: Iterable[Outstanding]) -> tuple[LeftOpen, ...]:
    """What is left open, as a screen says it."""
    marks, lines = marks_of(night), []
    for debt in left_open:
        goods = debt.item if isinstance(debt, Pledge) and night.is_seated(debt.player) else ""
        lines.append(
            LeftOpen(
                player=debt.player,
                name=night.seats[debt.player].name,
                mark=marks[debt.player],
                words=_outstanding_text(night, debt),
                item=goods,
                checks=bool(goods) and night.ledger.balance(checks(debt.player)) >= debt.amount_cents,
            )
        )
    return tuple(lines)


def _outstanding_text(night: Night, debt: Outstanding) -> str:
    """An outstanding item without its player: ``watch, pledged for $50``."""
    amount = brief(debt.amount_cents)
    match debt:
        case Pledge():
            return _("%(item)s, pledged for %(amount)s", item=debt.item, amount=amount)
        case OpenLoan():
            lender = debt.lender_name or name_of(night, debt.lender)
            return _("owes %(lender)s %(amount)s of the stake lent", lender=lender, amount=amount)
        case OpenMarkers():
            return _("owes %(amount)s on markers", amount=amount)


def shares_of(events: Iterable[Event]) -> dict[str, Share]:
    """What the events of a settling did, by player; bystanders by their names after :data:`BYSTANDER`."""
    shares: dict[str, Share] = {}

    def share(player: str) -> Share:
        return shares.setdefault(player, Share())

    for event in events:
        for move in event.moves:
            player = move.credit.partition(":")[2]
            if move.credit == checks(player) and move.debit in (POT, PLAY, layout(player)):
                share(player).returned_cents += move.amount_cents
        match event:
            case money.MarkerRedeemed():
                share(event.player).redeemed_cents += event.amount_cents
            case money.StakeRepaid() | money.ProfitShared():
                share(event.borrower).repaid_cents += event.amount_cents
                lender = f"{BYSTANDER}{event.lender_name}" if event.lender_name else event.lender
                share(lender).received_cents += event.amount_cents
            case money.ChecksCashed():
                share(event.player).cashed_cents += event.amount_cents
    return shares


def or_dash(cents: int) -> str:
    """An amount; zero is a dash."""
    return brief(cents) if cents else "–"
