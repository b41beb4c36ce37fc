"""Decides the cards, from the deal to the hock, and which commands are due (rulebook 1.1, 1.4, 1.7-1.9)."""

from __future__ import annotations

from dealer.commands.commands import Command, players_of, type_of
from dealer.commands.refusal import Amount, Cards, Phrase, Player, Refusal, phrase
from dealer.game.bank import bet_of, check_bank, check_key, pack_counted
from dealer.game.cards import rank_of, suit_of
from dealer.games.faro import commands
from dealer.games.faro.cards import Box, bit, mask
from dealer.games.faro.layout import OPEN_KINDS, is_dead, reach
from dealer.games.faro.settlement import LOST, SPLIT, WON, Due, TurnBook, Verdict, call_pays_cents, settle, share_cents
from dealer.games.faro.state import FARO, Bet, FaroTable, Phase
from events.common.event import Event
from events.games import faro as faro_events
from ledger.ledger import Ledger


def start(table: FaroTable, ledger: Ledger, command: commands.StartDeal) -> tuple[Event, ...]:
    """Put a shuffled pack in the box."""
    return (faro_events.DealStarted(deal=table.deal + 1),)


def soda(table: FaroTable, ledger: Ledger, command: commands.ExposeSoda) -> tuple[Event, ...]:
    """Show the top card; with hockelty it takes the open bets on its rank (rulebook 1.7)."""
    _check_card(table, command.card)
    book = TurnBook(table, ledger)
    if table.house.hockelty:
        _take_open_bets(book, command.card)
    return (faro_events.SodaExposed(deal=table.deal, card=command.card), *book.events)


def turn(table: FaroTable, ledger: Ledger, command: commands.Turn) -> tuple[Event, ...]:
    """Deal a whole turn: loser, winner, taking and paying (rulebook 1.4)."""
    drawn = draw_loser(table, ledger, commands.DrawLoser(card=command.loser))
    box = table.box.expose(command.loser)
    odd = box.odd(command.winner)
    if odd:
        raise odd
    _check_suits(table, command.winner)
    return (*drawn, *_settled_turn(table, ledger, table.turn + 1, (command.loser, command.winner), box))


def draw_loser(table: FaroTable, ledger: Ledger, command: commands.DrawLoser) -> tuple[Event, ...]:
    """Deal the loser; bets are then closed."""
    _check_card(table, command.card)
    _check_suits(table, command.card)
    return (faro_events.LoserDrawn(deal=table.deal, turn=table.turn + 1, card=command.card),)


def draw_winner(table: FaroTable, ledger: Ledger, command: commands.DrawWinner) -> tuple[Event, ...]:
    """Deal the winner; the turn is settled."""
    if table.loser is None:
        raise AssertionError("a winner was let in without a loser")
    _check_card(table, command.card)
    _check_suits(table, command.card)
    return _settled_turn(table, ledger, table.turn, (table.loser, command.card), table.box)


def hock(table: FaroTable, ledger: Ledger, command: commands.ExposeHock) -> tuple[Event, ...]:
    """Show the hock: settle calls, with hockelty take open bets, and sweep the rest (1.7)."""
    _check_card(table, command.card)
    book = TurnBook(table, ledger)
    order = (rank_of(table.loser or ""), rank_of(table.winner or ""), rank_of(command.card))
    right = [call for call in table.calls.values() if call.order == order]
    for call in table.calls.values():
        if call.order != order:
            book.lose(call, call.stake_cents, call.stake_cents)
    if table.house.hockelty:
        _take_open_bets(book, command.card)
    cat = len(set(order)) == 2
    book.pay([Due(call, call.stake_cents, call_pays_cents(call.stake_cents, cat, table.house)) for call in right])
    _clear_layout(book)
    return (faro_events.HockExposed(deal=table.deal, card=command.card), *book.events)


def count_pack(table: FaroTable, ledger: Ledger, command: commands.CountPack) -> tuple[Event, ...]:
    """Count the cards that are left (law 10); a wrong count stands in the book, and the deal can be voided."""
    return pack_counted(FARO, table, table.deal, table.turn, command)


def void_deal(table: FaroTable, ledger: Ledger, command: commands.VoidDeal) -> tuple[Event, ...]:
    """Void a foul deal and return unresolved bets (rulebook 1.9)."""
    return (*returned(table, ledger, "deal_voided"), faro_events.DealVoided(deal=table.deal, reason=command.reason))


def end_deal(table: FaroTable, ledger: Ledger, command: commands.EndDeal) -> tuple[Event, ...]:
    """End a deal whose cards are all dealt."""
    return (faro_events.DealEnded(deal=table.deal),)


def returned(table: FaroTable, ledger: Ledger, reason: str) -> tuple[Event, ...]:
    """Return all bets and calls to their owners in the order placed.

    A turn without its winner has settled nothing, so the number of the previous turn is used.
    """
    book = TurnBook(table, ledger, table.turn - 1 if table.phase is Phase.LOSER_DRAWN else table.turn)
    book.give_all_back(reason)
    return tuple(book.events)


def _check_card(table: FaroTable, card: str) -> None:
    odd = table.box.odd(card)
    if odd:
        raise odd


def _check_suits(table: FaroTable, card: str) -> None:
    if suit_of(card) is None and any(bet.place.kind == "colors" for bet in table.bets.values()):
        raise Refusal("suit_needed", "There is a bet on colours: enter the suit of the %(card)s.", card=Cards((card,)))


def _settled_turn(table: FaroTable, ledger: Ledger, number: int, cards: tuple[str, str], box: Box) -> tuple[Event, ...]:
    """The winner, then all losses and splits, then payments (law 8), then a broken bank or sleepers.

    ``cards`` are loser and winner; ``box`` contains the loser's exposure but not the winner's.
    """
    loser, winner = cards
    last = number == table.house.turns
    book = TurnBook(table, ledger, number)
    if not last or table.house.last_turn_counts:
        _take_and_pay(book, _verdicts(table, loser, winner))
    if not book.broken and not last and table.house.sleepers != "first_claim":
        dead = box.expose(winner).dead
        for bet in book.lying_bets() if dead else ():
            if is_dead(bet.place, dead):
                book.put_to_sleep(bet)
    if last and table.house.turns == 26:
        _clear_layout(book)
    return (faro_events.WinnerDrawn(deal=table.deal, turn=number, card=winner), *book.events)


def _verdicts(table: FaroTable, loser: str, winner: str) -> list[tuple[Bet, int, Verdict]]:
    """Every bet with action in a turn, with its live stake and verdict."""
    found, came = [], mask((rank_of(loser), rank_of(winner)))
    for bet in table.bets.values():
        if not reach(bet.place) & came:
            continue
        live = bet.live_cents(table.house.check)
        verdict = settle(bet.place, bet.coppered, live, loser, winner, table.house) if live else None
        if verdict is not None:
            found.append((bet, live, verdict))
    return found


def _take_and_pay(book: TurnBook, verdicts: list[tuple[Bet, int, Verdict]]) -> None:
    """Take losses and splits, then pay."""
    dues = []
    for bet, live, verdict in verdicts:
        if verdict.result == WON:
            dues.append(Due(bet, live, verdict.amount_cents))
        elif verdict.result == LOST:
            book.lose(bet, live, verdict.amount_cents)
        elif verdict.result == SPLIT:
            book.split(bet, live, verdict.amount_cents)
        else:
            book.stand_off(bet, live)
    book.pay(dues)


def _take_open_bets(book: TurnBook, card: str) -> None:
    """Hockelty: the bank takes open bets on the soda's or hock's rank (rulebook 1.7)."""
    table = book.table
    for bet in table.bets.values():
        live = bet.live_cents(table.house.check)
        if bet.coppered or not live or bet.place.kind not in OPEN_KINDS:
            continue
        if mask(bet.place.ranks) & bit(rank_of(card)):
            book.lose(bet, live, share_cents(bet.place, live, table.house))


def _clear_layout(book: TurnBook) -> None:
    """Sweep or return the remaining bets (rulebook 1.7)."""
    for bet in book.lying_bets():
        if book.broken or book.table.broken or book.table.house.after_hock == "returned":
            book.give_back(bet, "after_hock")
        else:
            book.sweep(bet)


_TAKING_DOWN = (commands.TakeDownBet, commands.TakeDownAll)
_NEW_BETS = (commands.PlaceBet, commands.CallTurn, commands.SameAgain)
_RAISES_STAKES = (*_NEW_BETS, commands.PressBet)
_NOT_FROM_THE_HAND = frozenset(of.do for of in (commands.ExposeSoda, commands.ExposeHock, commands.CallTurn))
_OF_THE_DEAL = frozenset(
    of.do
    for of in (
        commands.StartDeal,
        commands.ExposeSoda,
        commands.Turn,
        commands.DrawLoser,
        commands.DrawWinner,
        commands.ExposeHock,
        commands.EndDeal,
    )
)


def check_time(table: FaroTable, command: Command) -> None:
    """Refuse what a house does not allow in the phase, bets at a broken bank, and keys that are used."""
    command_type = type_of(command)
    if not _is_time(table, command_type):
        raise not_now(table, command_type.do)
    if command_type in _RAISES_STAKES:
        check_bank(table)
        _check_markers(table, command)
    if command_type in _NEW_BETS:
        check_key(table, command)


def _check_markers(table: FaroTable, command: Command) -> None:
    """Refuse (``marker_due``) stakes of a player with a marker open from an earlier deal, where the deal settles it."""
    bet = bet_of(command)
    lying = table.open_bet(bet) if bet and type_of(command) is commands.PressBet else None
    for player in (lying.player,) if lying else players_of(command):
        due_cents = table.markers.due(player)
        if due_cents:
            raise Refusal(
                "marker_due",
                "%(player)s has a marker of %(owed)s open from an earlier deal. Redeem it before the next bet.",
                player=Player(player),
                owed=Amount(due_cents),
            )


def _is_time(table: FaroTable, command_type: type[Command]) -> bool:
    if command_type is commands.CallTurn:
        return table.last_turn_next and table.house.turns == 25
    if command_type in _TAKING_DOWN:
        return table.bets_may_be_lifted
    return table.phase is Phase.BETTING or table.house.hockelty


def not_now(table: FaroTable, word: str) -> Refusal:
    """The refusal of a command at the wrong time; a game dealt from the hand has no soda, hock or call."""
    if table.house.turns == 26 and word in _NOT_FROM_THE_HAND:
        return Refusal("not_allowed_here", "A game dealt from the hand has no soda, no hock and no call.")
    if word in _OF_THE_DEAL:
        return Refusal("wrong_phase", "Not now: %(standing)s.", standing=standing(table))
    if word == commands.CountPack.do:
        return Refusal("wrong_phase", "The pack is counted between turns: %(standing)s.", standing=standing(table))
    if word == commands.VoidDeal.do:
        return Refusal("wrong_phase", "There is no deal to void.")
    if table.phase is Phase.LOSER_DRAWN:
        return Refusal("bets_closed", "The loser is drawn: bets are closed until the winner is out.")
    if word == commands.CallTurn.do:
        return Refusal("wrong_phase", "The last turn can be called only when three cards are left in the box.")
    return Refusal(
        "wrong_phase",
        "Bets can be made, moved and taken down only between turns; %(standing)s.",
        standing=standing(table),
    )


def standing(table: FaroTable) -> Phrase:
    """How far the deal is, within a sentence."""
    return {
        Phase.NO_DEAL: phrase("no deal has been started"),
        Phase.BEFORE_SODA: phrase("the soda is not shown yet"),
        Phase.BETTING: phrase(
            "turn %(turn)s of %(turns)s has not been dealt", turn=table.turn + 1, turns=table.house.turns
        ),
        Phase.LOSER_DRAWN: phrase("the loser is drawn and the winner is not"),
        Phase.BEFORE_HOCK: phrase("the last turn is dealt and the hock is not shown yet"),
        Phase.DEALT_OUT: phrase("all cards are dealt and the deal must be ended"),
    }[table.phase]
