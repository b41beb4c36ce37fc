"""Decides disputes: raised at the table, ruled under a law, corrected by balanced moves (rulebook 1.9)."""

from __future__ import annotations

from msgspec.structs import replace

from dealer.commands import commands
from dealer.commands.refusal import Amount, Player, Refusal, marked
from dealer.game.table import check_amount, check_holds, nobody_called
from dealer.games import GAMES
from dealer.night.night import Night
from dealer.rules_version import THE_HOUSE
from events.common import night as events
from events.common.event import Event, Move
from ledger.accounts import BANK, PLAY, checks, move
from ledger.statement import in_sight_cents

RULINGS = (("stands", marked("It stands")), ("corrected", marked("It is corrected")))
"""The possible rulings, each with its text."""


def laws() -> tuple[str, ...]:
    """The laws that a ruling may cite, numbered from 1: a game's own laws, which apply to every night."""
    return tuple(law for game in GAMES.values() for law in game.laws)


def check_bet(night: Night, command: commands.RaiseDispute) -> None:
    """Refuse (``unknown_bet``) a dispute about a bet that is not in the night."""
    about = command.about
    if isinstance(about, str) and not any(game.has_bet(night.tables[game.name], about) for game in night.games):
        if not about:
            raise Refusal("unknown_bet", "The dispute is not about a bet.")
        raise Refusal("unknown_bet", "This night has no such bet. It may have been taken back.")


def raise_dispute(night: Night, command: commands.RaiseDispute) -> tuple[Event, ...]:
    """Raise a dispute about a bet of the night, or about a turn (by number) of the last deal or hand."""
    if command.dispute in night.disputes:
        raise Refusal(
            "already_done",
            "The dispute key %(key)s is already used. Each dispute needs its own key.",
            key=command.dispute,
        )
    about = command.about
    if isinstance(about, bool) or not isinstance(about, str | int):
        raise Refusal("bad_input", "A dispute must be about a bet's key or a turn's number.")
    if isinstance(about, int) and not _has_turn(night, about):
        raise Refusal("bad_input", "The last deal or hand has no turn of that number.")
    return (
        events.DisputeRaised(
            dispute=command.dispute,
            player=command.player,
            about=str(about),
            claim=command.claim,
            of_turn=isinstance(about, int) and night.opened.rules >= THE_HOUSE,
        ),
    )


def _has_turn(night: Night, turn: int) -> bool:
    return any(game.has_turn(night.tables[game.name], turn, night.opened.rules) for game in night.games)


def rule_dispute(night: Night, command: commands.RuleDispute) -> tuple[Event, ...]:
    """Rule a dispute; corrections are moves of checks between players and the bank."""
    dispute = night.disputes.get(command.dispute)
    if dispute is None:
        raise Refusal("bad_input", "There is no such dispute. It may have been taken back.")
    check_ruled(night, command.dispute)
    if command.ruling == "stands" and command.corrections:
        raise Refusal("bad_input", "A ruling that stands cannot have corrections.")
    return (
        events.DisputeRuled(
            dispute=command.dispute,
            ruling=command.ruling,
            law=command.law,
            reason=command.reason,
            corrections=tuple(
                events.Correction(source=correction.source, target=correction.target, amount_cents=correction.amount)
                for correction in command.corrections
            ),
            party=command.party or "",
            moves=_moves(night, command.corrections),
        ),
    )


def check_ruled(night: Night, key: object) -> None:
    """Refuse (``already_done``) to rule a dispute twice."""
    dispute = night.disputes.get(key) if isinstance(key, str) else None
    if dispute and dispute.ruling is not None:
        raise Refusal("already_done", "%(player)s's dispute has already been ruled.", player=Player(dispute.player))


def _moves(night: Night, corrections: tuple[commands.CorrectionAsked, ...]) -> tuple[Move, ...]:
    moves: list[Move] = []
    after = night
    for correction in corrections:
        for side in (correction.source, correction.target):
            if side != BANK and not night.is_seated(side):
                raise nobody_called(side)
        if correction.source == correction.target:
            raise Refusal("bad_input", "A correction must move checks from one side to another.")
        check_amount(correction.amount, night.check_cents)
        if correction.source != BANK:
            check_holds(after.ledger, correction.source, correction.amount)
        moves.append(move(_account(correction.source), _account(correction.target), correction.amount))
        after = replace(after, ledger=after.ledger.post(moves[-1:]))
    _check_bank(night, corrections)
    return tuple(moves)


def _check_bank(night: Night, corrections: tuple[commands.CorrectionAsked, ...]) -> None:
    """Refuse (``not_enough_checks``) corrections that take more than the bank has in sight.

    All corrections count together: one may give the bank what another takes. If no game is played against the bank, the
    bank is the house's cage and has no such limit.
    """
    if not any(game.against_bank for game in night.games):
        return
    taken = sum(
        correction.amount * ((correction.source == BANK) - (correction.target == BANK)) for correction in corrections
    )
    in_sight = in_sight_cents(night.ledger)
    if taken > max(in_sight, 0):
        raise Refusal(
            "not_enough_checks",
            "The bank has %(in_sight)s in sight, not %(taken)s. Raise the roll first.",
            in_sight=Amount(in_sight),
            taken=Amount(taken),
        )


def _account(side: str) -> str:
    return PLAY if side == BANK else checks(side)
