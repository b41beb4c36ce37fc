"""The words of the table: what a dealer or a case-keeper says as it happens (rulebook 1.10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dealer.game.cards import rank_of
from dealer.games.faro.cards import bit
from dealer.games.faro.case_keeper import LOSER, WINNER, DealTabs, Spindle
from dealer.games.faro.layout import coverage, is_dead, name_of
from dealer.games.faro.state import FaroTable
from events.facts.play import StakeSettled
from events.games.faro import BetLost, BetReturned, BetSplit


def words_of_turn(
    before: FaroTable,
    settled: Sequence[StakeSettled],
    tabs: DealTabs,
    names: Mapping[str, str],
    last_deal: DealTabs | None = None,
) -> list[str]:
    """What is said after the last turn of ``tabs``.

    ``before`` is the table as it was when the turn was dealt, ``settled`` what the turn settled, ``names`` what players
    are called, by seat key, ``last_deal`` the deal before this one, whose cards a rank may repeat or reverse.
    """
    turn = tabs.turns[-1]
    if turn.winner is None:
        return []
    loser, winner = rank_of(turn.loser), rank_of(turn.winner)
    said = ["split"] if turn.split else []
    if {loser, winner} == {"J", "K"}:
        said.append("hangman's turn")
    drawn = bit(loser) | bit(winner)
    if not any(coverage(bet.place).every & drawn for bet in before.bets.values()):
        said.append("wash")
    said += _of_players(before, settled, names)
    for rank in dict.fromkeys((loser, winner)):
        said += _of_rank(next(one for one in tabs.spindles if one.rank == rank), tabs, last_deal)
    dead_before, dead = before.box.dead, before.box.expose(turn.loser).expose(turn.winner).dead
    newly = [one for one in before.bets.values() if is_dead(one.place, dead) and not is_dead(one.place, dead_before)]
    gone = {one.bet for one in settled if _is_gone(one)}
    said += [f"sleeper: {name_of(bet.place)}" for bet in newly if bet.key not in gone]
    return said


def _is_gone(settled: StakeSettled) -> bool:
    """Whether a bet is off the layout and no sleeper: all of it was taken, or it went back for another reason."""
    if isinstance(settled, BetReturned):
        return settled.reason != "sleeper"
    return isinstance(settled, BetLost | BetSplit) and not settled.remains_cents


def words_of_phase(table: FaroTable) -> list[str]:
    """What is said of the cards still in the box: the last turn's chances."""
    if not table.last_turn_next or table.house.turns == 26:
        return []
    left = table.box.ranks_left()
    kinds = len(set(left))
    if kinds == 3:
        return [f"last turn open: {' '.join(left)}"]
    if kinds == 2:
        return [f"cat hop open: {' '.join(left)}"]
    return [f"three of the {left[0]}: nothing to call"]


def words_of_hock(tabs: DealTabs) -> list[str]:
    """What is said when the hock is shown."""
    return [f"the {rank_of(tabs.hock)} in hock"] if tabs.hock else []


def _of_players(before: FaroTable, settled: Iterable[StakeSettled], names: Mapping[str, str]) -> list[str]:
    """Whipsaw: one player wins an open and a coppered bet; whipsawed: they lose two different bets."""
    said = []
    won: dict[str, set[bool]] = {}
    lost: dict[str, set[str]] = {}
    for one in settled:
        bet = before.bets.get(one.bet)
        if bet and one.result == "won":
            won.setdefault(one.player, set()).add(bet.coppered)
        if bet and one.result == "lost":
            lost.setdefault(one.player, set()).add(one.bet)
    said += [f"whipsaw for {names[player]}" for player, sides in won.items() if len(sides) == 2]
    said += [f"{names[player]} whipsawed" for player, bets in lost.items() if len(bets) > 1]
    return said


def _of_rank(spindle: Spindle, tabs: DealTabs, last_deal: DealTabs | None) -> list[str]:
    rank = spindle.rank
    if spindle.case:
        return [f"the {rank} is a case card"]
    if not spindle.dead:
        return []
    said = [f"the {rank} is dead"]
    if set(spindle.marks) == {WINNER}:
        said = [f"the {rank} wins out"]
    elif set(spindle.marks) == {LOSER}:
        said = [f"the {rank} loses out"]
    if last_deal and not last_deal.voided:
        earlier = next(one for one in last_deal.spindles if one.rank == rank).marks
        opposite = tuple({WINNER: LOSER, LOSER: WINNER}.get(mark, mark) for mark in spindle.marks)
        if earlier == spindle.marks:
            said.append(f"the {rank} repeats")
        elif earlier == opposite:
            said.append(f"the {rank} reverses")
    return said
