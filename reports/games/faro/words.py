"""The words of Faro: its events and commands, the dealer's calls, settings and differences between nights."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from dealer.commands.refusal import marked
from dealer.game.cards import rank_of
from dealer.games.faro import commands
from dealer.games.faro.cards import LOSER, DealTabs, Spindle, bit
from dealer.games.faro.cards import WINNER as WINNER_MARK
from dealer.games.faro.game import LYING, TABS
from dealer.games.faro.layout import coverage, is_dead
from dealer.games.faro.reasons import why_returned
from dealer.games.faro.state import Bet, Call, FaroTable, faro_of
from dealer.night.night import Night
from dealer.night_differences import Both, Settled
from events.common.event import Event
from events.common.play import PackCounted, StakeSettled
from events.games import faro as faro_events
from events.games.faro import BetLost, BetReturned, BetSplit
from reports.games.faro import bet_words
from reports.games.faro.bet_words import where_lies
from reports.rounds.bank import COUNT_PACK, PACK_COUNTED
from reports.words.formatting import NOTHING, brief, card_words, money
from reports.words.formatting import name_of as player_name
from reports.words.game_words import (
    CommandWords,
    Difference,
    DifferenceWords,
    EventWords,
    GameWords,
    Names,
    RoundWords,
    Say,
    clauses,
    phrase_text,
)
from reports.words.language import gettext as _
from reports.words.language import ngettext, pgettext
from reports.words.naming import bet_of, in_turn


def kind_text(kind: str) -> str:
    """The name of a kind of bet; the kind itself if the rulebook (1.3) has no such kind."""
    called = {
        "single": pgettext("bet", "single"),
        "split": pgettext("bet", "split"),
        "diagonal": pgettext("bet", "diagonal"),
        "corner": pgettext("bet", "corner"),
        "figure": pgettext("bet", "figure"),
        "pot": pgettext("bet", "pot"),
        "square": pgettext("bet", "square"),
        "row": pgettext("bet", "row"),
        "parity_string": pgettext("bet", "parity string"),
        "string": pgettext("bet", "string"),
        "heeled": pgettext("bet", "heeled"),
        "side": pgettext("bet", "side"),
        "colors": pgettext("bet", "colors"),
        "high_card": pgettext("bet", "high card"),
        "parity": pgettext("bet", "parity"),
    }
    return called.get(kind, kind)


def words_of_turn(
    before: FaroTable,
    settled: Sequence[StakeSettled],
    tabs: DealTabs,
    names: Mapping[str, str],
    last_deal: DealTabs | None = None,
) -> list[str]:
    """The remarks on the last turn in ``tabs``.

    ``before`` is the table before the turn, ``settled`` what the turn settled, ``names`` the players' names by seat
    key, and ``last_deal`` the deal before this one, whose cards a rank may repeat or reverse.
    """
    turn = tabs.turns[-1]
    if turn.winner is None:
        return []
    loser, winner = rank_of(turn.loser), rank_of(turn.winner)
    words = [pgettext("a turn", "split")] if turn.split else []
    if {loser, winner} == {"J", "K"}:
        words.append(_("hangman’s turn"))
    drawn = bit(loser) | bit(winner)
    if not any(coverage(bet.place).every & drawn for bet in before.bets.values()):
        words.append(_("wash"))
    words += _of_players(before, settled, names)
    for rank in dict.fromkeys((loser, winner)):
        words += _of_rank(next(spindle for spindle in tabs.spindles if spindle.rank == rank), tabs, last_deal)
    dead_before, dead = before.box.dead, before.box.expose(turn.loser).expose(turn.winner).dead
    newly = [bet for bet in before.bets.values() if is_dead(bet.place, dead) and not is_dead(bet.place, dead_before)]
    gone = {row.bet for row in settled if _is_gone(row)}
    words += [_("sleeper: %(place)s", place=where_lies(bet)) for bet in newly if bet.key not in gone]
    return words


def _is_gone(settled: StakeSettled) -> bool:
    """Whether a bet left the layout and is no sleeper: it was lost as a whole, or returned for another reason."""
    if isinstance(settled, BetReturned):
        return settled.reason != "sleeper"
    return isinstance(settled, BetLost | BetSplit) and not settled.remains_cents


def words_of_phase(table: FaroTable) -> list[str]:
    """Remarks on the cards still in the box: the chances of the last turn."""
    if not table.last_turn_next or table.house.turns == 26:
        return []
    left = table.box.ranks_left()
    kinds = len(set(left))
    if kinds == 3:
        return [_("last turn open: %(ranks)s", ranks=" ".join(left))]
    if kinds == 2:
        return [_("cat hop open: %(ranks)s", ranks=" ".join(left))]
    return [_("three of the %(rank)s: nothing to call", rank=left[0])]


def words_of_hock(tabs: DealTabs) -> list[str]:
    """Remarks on the hock."""
    return [_("the %(rank)s in hock", rank=rank_of(tabs.hock))] if tabs.hock else []


def _of_players(before: FaroTable, settled: Iterable[StakeSettled], names: Mapping[str, str]) -> list[str]:
    """Whipsaw: one player wins an open and a coppered bet; whipsawed: they lose two different bets."""
    words = []
    won: dict[str, set[bool]] = {}
    lost: dict[str, set[str]] = {}
    for row in settled:
        bet = before.bets.get(row.bet)
        if bet and row.result == "won":
            won.setdefault(row.player, set()).add(bet.coppered)
        if bet and row.result == "lost":
            lost.setdefault(row.player, set()).add(row.bet)
    words += [_("whipsaw for %(name)s", name=names[player]) for player, sides in won.items() if len(sides) == 2]
    words += [_("%(name)s whipsawed", name=names[player]) for player, bets in lost.items() if len(bets) > 1]
    return words


def _of_rank(spindle: Spindle, tabs: DealTabs, last_deal: DealTabs | None) -> list[str]:
    rank = spindle.rank
    if spindle.case:
        return [_("the %(rank)s is a case card", rank=rank)]
    if not spindle.dead:
        return []
    words = [_("the %(rank)s is dead", rank=rank)]
    if set(spindle.marks) == {WINNER_MARK}:
        words = [_("the %(rank)s wins out", rank=rank)]
    elif set(spindle.marks) == {LOSER}:
        words = [_("the %(rank)s loses out", rank=rank)]
    if last_deal and not last_deal.voided:
        earlier = next(spindle for spindle in last_deal.spindles if spindle.rank == rank).marks
        opposite = tuple({WINNER_MARK: LOSER, LOSER: WINNER_MARK}.get(mark, mark) for mark in spindle.marks)
        if earlier == spindle.marks:
            words.append(_("the %(rank)s repeats", rank=rank))
        elif earlier == opposite:
            words.append(_("the %(rank)s reverses", rank=rank))
    return words


def _sleeper(settled: Settled, names: Names) -> str:
    if settled.claimant:
        name = names.get(settled.claimant, settled.claimant)
        return _("%(amount)s claimed by %(name)s", amount=money(settled.stake_cents), name=name)
    return _("%(amount)s taken as a sleeper", amount=money(settled.taken_cents))


def _lying(key: str, both: Both[Bet | Call | None], names: Names) -> Iterable[Difference]:
    bet = both.book or both.other
    assert bet
    yield Difference(what=f"{names.get(bet.player, bet.player)}, {where_lies(bet)}", values=both.each(_as_it_lies))


def _as_it_lies(bet: Bet | Call | None) -> str:
    """A bet that lies, with its orders."""
    if bet is None:
        return NOTHING
    if isinstance(bet, Call):
        return money(bet.stake_cents)
    orders = {
        _("coppered"): bet.coppered,
        _("a paroli"): bet.paroli,
        _("barred"): bet.barred,
        _("half goes"): bet.half,
        _("in bills"): bet.form == "bills",
    }
    place = _("%(amount)s on %(place)s", amount=money(bet.stake_cents), place=where_lies(bet))
    return ", ".join((place, *(text for text, holds in orders.items() if holds)))


def _tabs(deal: int, both: Both[DealTabs | None], names: Names) -> Iterable[Difference]:
    """The cards of a deal that differ, turn by turn."""
    noted = both.each(_cards)
    for place in dict.fromkeys((*noted.book, *noted.other)):
        marks = Both(noted.book.get(place, NOTHING), noted.other.get(place, NOTHING))
        if marks.differ:
            yield Difference(what=place, where=_("deal %(number)s", number=deal), values=marks)


def _cards(tabs: DealTabs | None) -> dict[str, str]:
    """The cards of a deal by the place where they were shown."""
    if tabs is None:
        return {}
    noted = {_("soda"): card_words(tabs.soda)} if tabs.soda else {}
    for turn in tabs.turns:
        loser, winner = card_words(turn.loser), card_words(turn.winner)
        noted[in_turn(turn.number)] = (
            _("loser %(loser)s, winner %(winner)s", loser=loser, winner=winner)
            if winner
            else _("loser %(loser)s", loser=loser)
        )
    if tabs.hock:
        noted[_("hock")] = card_words(tabs.hock)
    noted[_("the deal")] = _("void: %(reason)s", reason=tabs.voided) if tabs.voided else _("stands")
    return noted


SETTLED: Mapping[str, Callable[[Settled, Names], str]] = {
    "after_hock": lambda row, names: _("%(amount)s swept after the hock", amount=money(row.taken_cents)),
    "claimed": _sleeper,
}

DIFFERENCES = {
    LYING: DifferenceWords(title=marked("What lies on the layout"), first=marked("Bet"), lines=_lying),
    TABS: DifferenceWords(title=marked("The case-keeper"), first=marked("Cards"), lines=_tabs),
}


SODA = marked("The soda is %(card)s.")
WINNER = marked("The winner is %(card)s.")
HOCK = marked("The %(card)s in hock.")


def _laid(say: Say, action: faro_events.BetPlaced | commands.PlaceBet) -> str:
    text = say("%(name)s lays %(amount)s on %(place)s")
    if action.coppered:
        text = _("%(text)s, coppered", text=text)
    if action.paroli:
        text = _("%(text)s, as a paroli", text=text)
    if action.form == "bills":
        text = _("%(text)s, in bills", text=text)
    return f"{text}."


def _laid_again(say: Say, event: faro_events.BetsLaidAgain) -> str:
    """Bets that were laid again, and those that could not be."""
    text = say.ngettext(
        "%(name)s lays %(num)s bet again, %(amount)s in all",
        "%(name)s lays %(num)s bets again, %(amount)s in all",
        len(event.bets),
    )
    return f"{clauses(text, *map(_left_out, event.left_out))}."


def _left_out(bet: faro_events.BetLeftOut) -> str:
    return _(
        "%(amount)s on %(place)s was left out: %(why)s",
        amount=brief(bet.stake_cents),
        place=bet_words.place_called(bet.place),
        why=_(_WHY_LEFT_OUT[bet.code]),
    )


_WHY_LEFT_OUT = {
    "dead_card": marked("a dead card"),
    "over_limit": marked("over the limit"),
    "under_minimum": marked("under the minimum"),
    "not_a_multiple": marked("not a whole number of checks"),
    "not_enough_checks": marked("not enough checks"),
    "not_allowed_here": marked("this house does not take it"),
}
"""Why a bet may be refused when it is laid again, by the code of the refusal."""


def _barred(say: Say, action: faro_events.BetBarred) -> str:
    if not action.turns:
        return say("%(bet)s is barred.")
    return say.ngettext("%(bet)s is barred for %(num)s turn.", "%(bet)s is barred for %(num)s turns.", action.turns)


def _moved(say: Say, event: faro_events.BetMoved) -> str:
    """Where a bet was moved to, from the event: the table no longer says so once the move is taken back."""
    bet = faro_of(say.now).open_bet(event.bet)
    whose = player_name(say.now, bet.player) if bet else event.bet
    return say("%(name)s’s bet is moved to %(place)s.", name=whose)


def _paid(say: Say, event: faro_events.BetPaid) -> str:
    if event.paid_cents == event.due_cents:
        return say("%(bet)s wins %(amount)s.")
    return say("%(bet)s wins %(amount)s of %(due)s due.")


def _claimed(say: Say, event: faro_events.SleeperClaimed) -> str:
    name = say.value("claimant")
    if event.claimant == event.player:
        return say("%(name)s claims their own sleeper of %(amount)s.", name=name)
    return say("%(name)s claims %(owner)s’s sleeper of %(amount)s.", name=name, owner=say.value("player"))


def _turn_asked(say: Say, command: commands.Turn) -> str:
    loser, winner = card_words(command.loser), card_words(command.winner)
    return say("A turn: loser %(loser)s, winner %(winner)s.", loser=loser, winner=winner)


def _place(say: Say, action: faro_events.BetPlaced | faro_events.BetMoved | commands.PlaceArguments) -> str:
    if isinstance(action, commands.PlaceArguments):
        return bet_words.place_asked(say.now, action)
    return bet_words.place_called(action.place)


def _together(now: Night, events: Sequence[Event], text: str) -> str:
    """The sentence of several bets taken down at once, or of the two cards of a turn."""
    lifted = [event for event in events if isinstance(event, faro_events.BetTakenDown)]
    if len(lifted) == len(events) > 1:
        return ngettext(
            "%(name)s takes %(num)s bet down, %(amount)s in all.",
            "%(name)s takes %(num)s bets down, %(amount)s in all.",
            len(lifted),
            name=player_name(now, lifted[0].player),
            amount=brief(sum(event.stake_cents for event in lifted)),
        )
    cards = [event for event in events if isinstance(event, faro_events.LoserDrawn | faro_events.WinnerDrawn)]
    if len(cards) != 2:
        return text
    loser, winner = (card_words(card.card) for card in cards)
    return _("Turn %(turn)s: loser %(loser)s, winner %(winner)s.", turn=cards[0].turn, loser=loser, winner=winner)


WORDS = GameWords(
    arguments={
        "add": marked("Added"),
        "order": marked("Order: loser, winner, hock"),
        "win": marked("To win: ranks, a side or a colour"),
        "lose": marked("To lose: ranks"),
    },
    choices={"kind": kind_text},
    events={
        faro_events.DealStarted: EventWords(marked("Deal %(deal)s begins."), receipt=marked("Deal %(deal)s begun")),
        faro_events.SodaExposed: EventWords(SODA, taken_back=marked("the %(card)s as soda")),
        faro_events.BetPlaced: EventWords(_laid),
        faro_events.TurnCalled: EventWords(marked("%(name)s calls %(order)s for %(amount)s.")),
        faro_events.BetPressed: EventWords(marked("%(bet)s is pressed to %(amount)s.")),
        faro_events.BetMoved: EventWords(_moved),
        faro_events.BetCoppered: EventWords(marked("%(bet)s is coppered.")),
        faro_events.BetUncoppered: EventWords(marked("%(bet)s: the copper is off.")),
        faro_events.BetLeftOn: EventWords(marked("%(bet)s is a paroli: stake and winnings stay on.")),
        faro_events.BetStoodPat: EventWords(marked("%(bet)s stands pat: the winnings come off.")),
        faro_events.BetBarred: EventWords(_barred),
        faro_events.BetReleased: EventWords(marked("%(bet)s: it goes.")),
        faro_events.BetHalved: EventWords(marked("%(bet)s: half goes.")),
        faro_events.BetMadeWhole: EventWords(marked("%(bet)s: the whole goes.")),
        faro_events.BetTakenDown: EventWords(marked("%(name)s takes %(amount)s down.")),
        faro_events.BetsLaidAgain: EventWords(_laid_again, sums_up=True),
        faro_events.LoserDrawn: EventWords(
            marked("The loser is %(card)s; bets are closed."), taken_back=marked("the %(card)s as loser")
        ),
        faro_events.WinnerDrawn: EventWords(WINNER, taken_back=marked("the %(card)s as winner")),
        faro_events.HockExposed: EventWords(HOCK, taken_back=marked("the %(card)s as hock")),
        faro_events.BetPaid: EventWords(_paid),
        faro_events.BetLost: EventWords(marked("%(bet)s loses %(amount)s.")),
        faro_events.BetSplit: EventWords(marked("%(bet)s is split: the bank takes %(amount)s.")),
        faro_events.BetStoodOff: EventWords(marked("%(bet)s: a stand-off, nothing moves.")),
        faro_events.BetReturned: EventWords(
            lambda say, event: say("%(bet)s, %(amount)s: %(why)s.", why=phrase_text(why_returned(event.reason).why))
        ),
        faro_events.SleeperClaimed: EventWords(_claimed),
        faro_events.SleeperTaken: EventWords(marked("%(bet)s slept: the bank takes %(amount)s.")),
        faro_events.BetSwept: EventWords(
            marked("%(bet)s is still on the layout after the hock: the dealer sweeps %(amount)s.")
        ),
        faro_events.BankBroken: EventWords(
            lambda say, event: say("The bank is broken: %(amount)s is not paid.", amount=brief(event.unpaid_cents))
        ),
        PackCounted: PACK_COUNTED,
        faro_events.DealVoided: EventWords(
            marked("Deal %(deal)s is void: %(reason)s."),
            receipt=lambda say, event: say("Deal %(deal)s void · %(reason)s", reason=event.reason),
            sums_up=True,
        ),
        faro_events.DealEnded: EventWords(marked("Deal %(deal)s is over."), receipt=marked("Deal %(deal)s over")),
    },
    commands={
        commands.StartDeal: CommandWords(
            marked("Begin a deal"), marked("A deal begins."), waits=marked("start the deal")
        ),
        commands.ExposeSoda: CommandWords(marked("Show the soda"), SODA, waits=marked("soda %(card)s")),
        commands.PlaceBet: CommandWords(marked("Lay a bet"), _laid, waits=marked("%(name)s %(amount)s on %(place)s")),
        commands.CallTurn: CommandWords(
            marked("Call the turn"), faro_events.TurnCalled, waits=marked("%(name)s calls %(order)s for %(amount)s")
        ),
        commands.PressBet: CommandWords(
            marked("Press a bet"),
            lambda say, command: say("%(bet)s is pressed by %(amount)s.", amount=brief(command.add)),
            waits=marked("%(bet)s pressed by %(amount)s"),
        ),
        commands.SameAgain: CommandWords(
            marked("The same again"), marked("%(name)s lays the same again."), waits=marked("%(name)s: the same again")
        ),
        commands.MoveBet: CommandWords(
            marked("Move a bet"), marked("%(bet)s is moved to %(place)s."), waits=marked("%(bet)s to %(place)s")
        ),
        commands.CopperBet: CommandWords(
            marked("Copper a bet"), faro_events.BetCoppered, waits=marked("%(bet)s: copper")
        ),
        commands.UncopperBet: CommandWords(
            marked("Take a copper off"), marked("%(bet)s: the copper comes off."), waits=marked("%(bet)s: uncopper")
        ),
        commands.ParoliBet: CommandWords(
            marked("Make a bet a paroli"), marked("%(bet)s is made a paroli."), waits=marked("%(bet)s: paroli")
        ),
        commands.StandPat: CommandWords(
            marked("Let a bet stand pat"), marked("%(bet)s stands pat."), waits=marked("%(bet)s: stand pat")
        ),
        commands.BarBet: CommandWords(marked("Bar a bet"), faro_events.BetBarred, waits=marked("%(bet)s: bar")),
        commands.ReleaseBet: CommandWords(
            marked("“It goes”"), faro_events.BetReleased, waits=marked("%(bet)s: release")
        ),
        commands.HalfGoes: CommandWords(marked("Half goes"), faro_events.BetHalved, waits=marked("%(bet)s: half goes")),
        commands.WholeGoes: CommandWords(
            marked("The whole goes"), faro_events.BetMadeWhole, waits=marked("%(bet)s: whole goes")
        ),
        commands.TakeDownBet: CommandWords(
            marked("Take a bet down"), marked("%(bet)s is taken down."), waits=marked("%(bet)s: take down")
        ),
        commands.TakeDownAll: CommandWords(
            marked("Take all bets down"),
            marked("%(name)s takes all bets down."),
            waits=marked("%(name)s: take down all"),
        ),
        commands.Turn: CommandWords(marked("Deal a turn"), _turn_asked),
        commands.DrawLoser: CommandWords(
            marked("Draw the loser"), marked("The loser is %(card)s."), waits=marked("loser %(card)s")
        ),
        commands.DrawWinner: CommandWords(marked("Draw the winner"), WINNER, waits=marked("winner %(card)s")),
        commands.ExposeHock: CommandWords(marked("Show the hock"), HOCK, waits=marked("hock %(card)s")),
        commands.ClaimSleeper: CommandWords(
            marked("Claim a sleeper"),
            lambda say, command: say(
                "%(name)s claims a sleeper: %(bet)s.", bet=bet_of(say.now, command.bet, within=True)
            ),
            waits=marked("%(bet)s: claim sleeper"),
        ),
        commands.CountPack: COUNT_PACK,
        commands.VoidDeal: CommandWords(marked("Void the deal"), marked("The deal is void: %(reason)s.")),
        commands.EndDeal: CommandWords(marked("End the deal"), marked("The deal is over.")),
    },
    named={"place": _place, "order": lambda say, action: "-".join(action.order)},
    together=_together,
    round=RoundWords(
        kind="deal",
        title=marked("deal %(number)s"),
        over=marked("after deal %(number)s"),
        turn=marked("turn %(turn)s of deal %(number)s"),
        laid_in=marked("%(bet)s, laid in deal %(number)s"),
        own_page=marked("Your night,<br>bet by bet"),
    ),
    position=bet_words.position,
    earlier_round=bet_words.earlier_deal,
    bet=bet_words.bet_called,
    results={
        "claimed": marked("sleeper"),
        "after_hock": marked("swept after the hock"),
        "claimed_by_another": marked("sleeper claimed by another"),
        "taken_down": marked("taken down"),
    },
    settled=SETTLED,
    differences=DIFFERENCES,
)
