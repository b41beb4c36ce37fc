"""What the dealer takes and pays, by player, after a turn and after a ruling; what a ruling's form starts with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import cast

from dealer.games import game_called
from dealer.night.night import Night
from dealer.projections import ROUNDS
from events.common.matches import MatchSettled
from events.common.night import Correction, DisputeRuled
from events.common.play import RoundBegun
from events.effective_events import EffectiveEvents
from events.frozen import Frozen
from events.records import Recorded
from ledger.accounts import BANK, checks, gained_cents, gains, layout
from reports.rounds.subjects import proposed_correction
from reports.rulebooks import Citable, citable_in
from reports.sheets.disputes import DisputeLine
from reports.words.formatting import MINUS, brief
from reports.words.language import gettext as _
from reports.words.language import message_of, pgettext
from reports.words.naming import about_of
from reports.words.night_words import moved
from web.curves import Bar, bars
from web.game_screens import round_title, screens_of
from web.tablet.seats import Mark, marks_of


class Line(Frozen):
    """One movement of the dealer's hand; ``checks`` counts the amount out.

    ``about`` names the bet for a dispute, as JSON; it is empty if a ruling moves the money.
    """

    hand: str
    kind: str
    about: str
    where: str
    amount: str
    checks: str
    note: str


class Group(Frozen):
    """What is taken from a player and paid to them, takings first; ``net`` sums up several movements, with its sign."""

    player: str
    player_name: str
    mark: Mark
    lines: tuple[Line, ...]
    net: str


class Payments(Frozen):
    """What the dealer takes and pays after one command; ``heading`` names it if the sheet's head does not.

    ``passed`` means that bets were laid since, so the payments were made.
    """

    id: str
    heading: str
    groups: tuple[Group, ...]
    passed: bool = False


class RoundLine(Frozen):
    """What a player or the bank won or lost in a round, with its sign; the bank has no ``mark``.

    ``bar`` draws it; ``None`` if nobody won or lost.
    """

    player: str
    name: str
    mark: Mark | None
    net: str
    bar: Bar | None


class RoundResult(Frozen):
    """The result of the round that ended last, player by player, who won most first."""

    called: str
    lines: tuple[RoundLine, ...]


def round_result(night: Night, effective: EffectiveEvents) -> RoundResult | None:
    """The result of the last round, or of the match that it ended, from a night and its effective events.

    ``None`` while a round is on, and if the last one moved nobody's checks.
    """
    last = ROUNDS.of(effective)
    if last is None or night.game_on:
        return None
    moves = [move for event in last.events for move in event.moves]
    nets_cents = {player: gained_cents(moves, player) for player in night.seats}
    touched = {account for account, cents in gains(moves)}
    players = [player for player in night.seats if touched & {checks(player), layout(player)}]
    if not players:
        return None
    marks, game = marks_of(night), game_called(last.game)
    sides = {player: nets_cents[player] for player in sorted(players, key=lambda key: -nets_cents[key])}
    if game.against_bank:
        sides[BANK] = -sum(nets_cents.values())
    lines = [
        RoundLine(
            player=side,
            name=_("The bank") if side == BANK else night.seats[side].name,
            mark=marks.get(side),
            net=with_sign(cents),
            bar=bar,
        )
        for (side, cents), bar in zip_longest(sides.items(), bars([*sides.values()]))
    ]
    match = next((event.match for event in last.events if isinstance(event, MatchSettled)), 0)
    called = (
        _("%(game)s, match %(number)s", game=game.title, number=match)
        if match
        else round_title(game, cast(RoundBegun, last.begun.event).round_number)
    )
    return RoundResult(called=called, lines=tuple(lines))


def with_sign(cents: int) -> str:
    """An amount with its sign, also a plus; zero has none."""
    return f"{'+' if cents > 0 else MINUS if cents < 0 else ''}{brief(abs(cents))}"


def rulings_since(
    night: Night,
    since: Sequence[Recorded],
    *,
    in_checks: Callable[[int], str] = lambda cents: "",
    passed: Callable[[Sequence[Recorded]], bool] = lambda later: False,
) -> tuple[Payments, ...]:
    """What the dealer takes and pays for the rulings among the effective events ``since`` the play last went on.

    ``passed`` says of the events after a ruling whether bets were laid in them.
    """
    found = []
    for number, recorded in enumerate(since, start=1):
        event = recorded.event
        if isinstance(event, DisputeRuled) and event.corrections:
            found.append(
                Payments(
                    id=recorded.command,
                    heading=_("Ruling on %(what)s", what=about_of(night, night.disputes[event.dispute].about)),
                    groups=_ruled(night, event, in_checks),
                    passed=passed(since[number:]),
                )
            )
    return tuple(found)


def _ruled(night: Night, event: DisputeRuled, in_checks: Callable[[int], str]) -> tuple[Group, ...]:
    """A ruling's corrections as the dealer carries them out: each side that gives, then each that gets."""
    moved = [(correction.source, -correction.amount_cents) for correction in event.corrections]
    moved += [(correction.target, correction.amount_cents) for correction in event.corrections]
    return grouped(night, ((player, cents, _line(cents, in_checks)) for player, cents in moved if player != BANK))


def grouped(night: Night, lines: Iterable[tuple[str, int, Line]]) -> tuple[Group, ...]:
    """Lines by player; each is given with its player and the cents that move towards them."""
    by_player: dict[str, list[tuple[int, Line]]] = {}
    for player, cents, line in lines:
        by_player.setdefault(player, []).append((cents, line))
    marks = marks_of(night)
    return tuple(
        Group(
            player=player,
            player_name=night.seats[player].name,
            mark=marks[player],
            lines=tuple(line for cents, line in moves),
            net=with_sign(sum(cents for cents, line in moves)) if sum(bool(cents) for cents, line in moves) > 1 else "",
        )
        for player, moves in by_player.items()
    )


def _line(cents: int, in_checks: Callable[[int], str]) -> Line:
    amount = abs(cents)
    hand, kind = (pgettext("dealer", "Pay"), "pay") if cents > 0 else (pgettext("dealer", "Take"), "take")
    return Line(
        hand=hand,
        kind=kind,
        about="",
        where=_("by the ruling"),
        amount=brief(amount),
        checks=in_checks(amount),
        note="",
    )


def proposal_of(night: Night, effective: Sequence[Recorded], line: DisputeLine) -> Correction | None:
    """The correction that a dispute's claim comes to if it is right; ``None`` where the book does not say."""
    subject = line.subject
    worths = screens_of(subject.game).tablet.disputes.worth if subject.game else {}
    claim = message_of(line.claim, worths)
    return proposed_correction(night, effective, line.dispute, subject, worths[claim]) if claim else None


def comes_to(proposal: Correction | None, names: Mapping[str, str]) -> str:
    """The proposal in a sentence, or that there is none."""
    if proposal is None:
        return _("The book cannot work out this claim. Enter from whom, to whom and how much.")
    return _("If the claim is right: %(moves)s.", moves=moved(proposal, names))


def citable_of(night: Night, line: DisputeLine) -> tuple[Citable, ...]:
    """What a ruling may cite: the laws or the rules of the game that is disputed, else of the one that is on."""
    return citable_in(line.subject.game or night.dealing)
