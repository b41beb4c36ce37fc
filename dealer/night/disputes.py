"""Deciding disputes: raised at the table, ruled under a law, corrected by balanced moves (rulebook 1.9)."""

from __future__ import annotations

from msgspec.structs import replace

from dealer.commands import commands
from dealer.commands.phrases import Amount, Player, marked
from dealer.commands.refusal import Refusal
from dealer.game.preconditions import check_amount, check_holds, nobody_called
from dealer.games import GAMES
from dealer.night.night import Night
from events.facts import night as facts
from events.facts.fact import Fact, Move
from ledger.accounts import BANK, PLAY, checks, move
from ledger.statement import in_sight_cents

RULINGS = (("stands", marked("It stands")), ("corrected", marked("It is corrected")))
"""The ways to rule a dispute, each with the words for it."""


def laws() -> tuple[str, ...]:
    """The laws that a ruling may cite, the first of them number 1: a game's own, which speak on every night."""
    return tuple(law for game in GAMES.values() for law in game.laws)


def check_bet(night: Night, asked: commands.RaiseDispute) -> None:
    """Refuse (``unknown_bet``) a dispute about a bet that does not stand in the night."""
    about = asked.about
    if isinstance(about, str) and not any(game.has_bet(night.tables[game.name], about) for game in night.games):
        if not about:
            raise Refusal("unknown_bet", "The dispute names no bet.")
        raise Refusal("unknown_bet", "That bet is not in this night; it may have been taken back.")


def raise_dispute(night: Night, asked: commands.RaiseDispute) -> tuple[Fact, ...]:
    """A player disputes a bet of the night, or by its number a turn that was dealt in the deal or hand begun last."""
    if asked.dispute in night.disputes:
        raise Refusal("already_done", "The dispute key %(key)s is used already: each has its own.", key=asked.dispute)
    about = asked.about
    if isinstance(about, bool) or not isinstance(about, str | int):
        raise Refusal("bad_input", "A dispute is about a bet's key or a turn's number.")
    if isinstance(about, int) and not _has_turn(night, about):
        raise Refusal("bad_input", "No turn of that number has been dealt in the deal or hand that was begun last.")
    raised = facts.DisputeRaised(dispute=asked.dispute, player=asked.player, about=str(about), claim=asked.claim)
    return (raised,)


def _has_turn(night: Night, turn: int) -> bool:
    return any(game.has_turn(night.tables[game.name], turn, night.opened.rules) for game in night.games)


def rule_dispute(night: Night, asked: commands.RuleDispute) -> tuple[Fact, ...]:
    """A ruling, with its corrections as moves of checks between players and the bank."""
    dispute = night.disputes.get(asked.dispute)
    if dispute is None:
        raise Refusal("bad_input", "There is no such dispute; it may have been taken back.")
    if dispute.ruling is not None:
        raise Refusal("already_done", "%(player)s's dispute has been ruled.", player=Player(dispute.player))
    if asked.ruling == "stands" and asked.corrections:
        raise Refusal("bad_input", "What stands is not corrected.")
    return (
        facts.DisputeRuled(
            dispute=asked.dispute,
            ruling=asked.ruling,
            law=asked.law,
            reason=asked.reason,
            corrections=tuple(
                facts.Correction(source=one.source, target=one.target, amount_cents=one.amount)
                for one in asked.corrections
            ),
            moves=_moves(night, asked.corrections),
        ),
    )


def _moves(night: Night, corrections: tuple[commands.CorrectionAsked, ...]) -> tuple[Move, ...]:
    moves: list[Move] = []
    after = night
    for one in corrections:
        for side in (one.source, one.target):
            if side != BANK and not night.is_seated(side):
                raise nobody_called(side)
        if one.source == one.target:
            raise Refusal("bad_input", "A correction goes from one side to another.")
        check_amount(one.amount, night.check_cents)
        if one.source != BANK:
            check_holds(after.ledger, one.source, one.amount)
        moves.append(move(_account(one.source), _account(one.target), one.amount))
        after = replace(after, ledger=after.ledger.post(moves[-1:]))
    _check_bank(night, corrections)
    return tuple(moves)


def _check_bank(night: Night, corrections: tuple[commands.CorrectionAsked, ...]) -> None:
    """Refuse (``not_enough_checks``) to take from a bank that plays more than it has in sight.

    All corrections count together: what one gives the bank another may take. Where no game is against the bank it is
    the cage of the house, which has no such bound.
    """
    if not any(game.against_bank for game in night.games):
        return
    taken = sum(one.amount * ((one.source == BANK) - (one.target == BANK)) for one in corrections)
    in_sight = in_sight_cents(night.ledger)
    if taken > max(in_sight, 0):
        raise Refusal(
            "not_enough_checks",
            "The bank has %(in_sight)s in sight, not %(taken)s; raise the roll first.",
            in_sight=Amount(in_sight),
            taken=Amount(taken),
        )


def _account(side: str) -> str:
    return PLAY if side == BANK else checks(side)
