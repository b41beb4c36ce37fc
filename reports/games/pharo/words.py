"""The words of Pharo: its events and commands, bets and chains, settings and differences between nights."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any

from dealer.commands.refusal import Refusal, marked
from dealer.games.pharo import commands
from dealer.games.pharo.commands import named, ranks_of
from dealer.games.pharo.game import LYING
from dealer.games.pharo.state import PAIX, PAROLI, PHARO, Bet, PharoTable, Phase, pharo_of, warning_of
from dealer.night.night import Night
from dealer.night_differences import Both
from events.common.play import PackCounted
from events.games import pharo as pharo_events
from reports.rounds.bank import COUNT_PACK, PACK_COUNTED
from reports.words.formatting import NOTHING, brief, card_words, money, name_of
from reports.words.game_words import (
    CommandWords,
    Difference,
    DifferenceWords,
    EventWords,
    GameWords,
    Names,
    Position,
    RoundWords,
    Say,
    clauses,
    phrase_text,
)
from reports.words.language import gettext as _
from reports.words.language import ngettext, pgettext

PAROLIS = (
    marked("paroli"),
    marked("sept et le va"),
    marked("quinze et le va"),
    marked("trente et le va"),
    marked("soixante et le va"),
)
"""The names of one paroli, of two, and so on."""

_PAIX = (marked("paix"), marked("double paix"), marked("treble paix"))


def chain_called(folds: Sequence[str]) -> str:
    """The name of a card with these folds.

    Parolis are named by what they pay; a paix on top saves the stake: ``paix on the sept et le va``.
    """
    runs = [(fold, len(tuple(same))) for fold, same in groupby(folds)]
    match runs:
        case []:
            return _("plain stake")
        case [(fold, times)]:
            return _run_called(fold, times)
        case [(fold, 1), (_paix, times)] if fold == PAROLI:
            return _("%(paix)s-paroli", paix=_run_called(PAIX, times))
        case [(fold, parolis), (_paix, times)] if fold == PAROLI:
            return _("%(paix)s on the %(chain)s", paix=_run_called(PAIX, times), chain=_run_called(PAROLI, parolis))
    text, *more = (_run_called(fold, times) for fold, times in runs)
    for link in more:
        text = _("%(first)s, then %(next)s", first=text, next=link)
    return text


def _run_called(fold: str, times: int) -> str:
    """A run of equal folds."""
    if fold == PAROLI:
        if times <= len(PAROLIS):
            return _(PAROLIS[times - 1])
        return _("%(times)s et le va", times=2 ** (times + 1) - 1)
    if times <= len(_PAIX):
        return _(_PAIX[times - 1])
    return _("%(times)s-fold paix", times=times)


def place_called(ranks: tuple[str, ...]) -> str:
    """The name of a card of the livret."""
    return phrase_text(named(ranks))


def lays(say: Say, action: pharo_events.CardStaked | commands.PlaceBet) -> str:
    """The sentence of a stake: ``Ada lays $5 on the red figure, opposed.``; with a warning in the last coup."""
    name, amount, place = map(say.value, ("name", "amount", "place"))
    text = _("%(name)s lays %(amount)s on %(place)s", name=name, amount=amount, place=place)
    if action.opposed:
        text = _("%(text)s, opposed", text=text)
    if isinstance(action, pharo_events.CardStaked) and PHARO in say.now.tables:
        table = pharo_of(say.now)
        if table.round == action.deal and table.pack.bottom:
            warning = warning_of(table.house, table.pack.bottom, action.turn, action.ranks, opposed=action.opposed)
            text = clauses(text, phrase_text(warning) if warning else "")
    return f"{text}."


def bet_called(now: Night, key: str, within: bool) -> str:
    """A bet as it lies, or as it last lay in the latest deal; "" if the night had no such bet."""
    table = pharo_of(now)
    bet = table.bets.get(key) or table.gone.get(key)
    if bet is None:
        if key not in table.keys:
            return ""
        return _("a bet of an earlier deal") if within else _("A bet of an earlier deal")
    name, place = name_of(now, bet.player), place_called(bet.ranks)
    if within:
        return pgettext("within a sentence", "%(name)s’s bet on %(place)s", name=name, place=place)
    return _("%(name)s’s bet on %(place)s", name=name, place=place)


def position(table: PharoTable) -> Position:
    """Where the play stands: before the bottom card, before a coup, or after the last."""
    if not table.is_on:
        return Position(number=table.round, is_on=False)
    within = {
        Phase.BOTTOM: _("before the bottom card"),
        Phase.BETTING: _("before coup %(coup)s", coup=table.turn + 1),
        Phase.DEALT: _("after the last coup"),
    }[table.phase]
    return Position(number=table.round, is_on=True, turn=table.turn + (table.phase is Phase.BETTING), within=within)


def _lying(key: str, both: Both[Bet | None], names: Names) -> Iterable[Difference]:
    bet = both.book or both.other
    assert bet
    what = f"{names.get(bet.player, bet.player)}, {place_called(bet.ranks)}"
    yield Difference(what=what, values=both.each(_as_it_lies))


def _as_it_lies(bet: Bet | None) -> str:
    """A bet that lies, with its folds."""
    if bet is None:
        return NOTHING
    place = _("%(amount)s on %(place)s", amount=money(bet.stake_cents), place=place_called(bet.ranks))
    return ", ".join((place, *remarks_on(bet, money)))


def remarks_on(bet: Bet, written: Callable[[int], str]) -> tuple[str, ...]:
    """What is special about a bet, in words; ``written`` writes amounts."""
    gain = written(bet.gain_cents)
    words = {
        chain_called(bet.folds): bool(bet.folds),
        _("%(gain)s won", gain=gain): bool(bet.gain_cents) and bet.awaits,
        _("%(gain)s in suspense", gain=gain): bool(bet.gain_cents) and not bet.awaits,
        _("pli for %(amount)s", amount=written(bet.lost_cents)): bet.pli,
        _("opposed"): bet.opposed,
        _("masked"): bet.masked,
    }
    return tuple(text for text, holds in words.items() if holds)


BOTTOM = marked("The bottom card is %(card)s.")
WHY_RETURNED = {
    "bank_broken": marked("the bank broke, and stakes are returned"),
    "deal_ended": marked("the deal is over, and stakes are returned"),
    "deal_voided": marked("the deal was foul, and stakes are returned"),
    "night_closed": marked("the dealer closed, and stakes are returned"),
}
"""Why a stake was returned, by the reason in the event."""

AT_THE_END = ("deal_ended", "deal_voided", "night_closed")
"""The reasons for which gains are paid and stakes returned at the end of a deal or a night."""


def _changed(say: Say, event: pharo_events.CardChanged) -> str:
    return say("%(name)s’s bet is moved to %(place)s.", name=name_of(say.now, event.player))


def _won(say: Say, event: pharo_events.CardWon) -> str:
    if not event.folds:
        return say("%(bet)s wins: %(gain)s in suspense.")
    return say("%(bet)s, %(chain)s, wins: %(gain)s in suspense.")


def _lost(say: Say, event: pharo_events.CardLost) -> str:
    if event.remains_cents:
        return say("%(bet)s, %(chain)s, loses its gain of %(lost_gain)s; the stake stays on, plain.")
    if event.folds:
        return say("%(bet)s, %(chain)s, loses %(amount)s and its gain of %(lost_gain)s.")
    return say("%(bet)s loses %(amount)s.")


def _doublet(say: Say, event: pharo_events.DoubletDealt) -> str:
    if not event.folds:
        return say("%(bet)s: a doublet, the bank takes %(amount)s.")
    if event.folds == event.folds_left:
        return say("%(bet)s, %(chain)s: a doublet takes %(lost_gain)s of the gain.")
    left = chain_called(event.folds_left)
    return say("%(bet)s, %(chain)s: a doublet takes %(lost_gain)s of the gain, and leaves a %(left)s.", left=left)


def _paid(say: Say, event: pharo_events.GainPaid) -> str:
    if event.paid_cents < event.due_cents:
        return say("%(bet)s is paid %(amount)s of %(due)s due.")
    if not event.folds:
        return say("%(bet)s is paid %(amount)s.")
    return say("%(bet)s, %(chain)s, is paid %(amount)s.")


def _won_back(say: Say, event: pharo_events.PliWon) -> str:
    if event.paid_cents < event.due_cents:
        return say("%(bet)s wins its pli: %(amount)s of %(due)s come back onto the card.")
    return say("%(bet)s wins its pli: %(amount)s come back onto the card.")


def _forfeited(say: Say, event: pharo_events.ForfeitPaid) -> str:
    if event.paid_cents < event.due_cents:
        return say("%(bet)s is paid %(amount)s of %(due)s for the miscounted pack.")
    return say("%(bet)s is paid %(amount)s for the miscounted pack.")


def _returned(say: Say, event: pharo_events.CardReturned) -> str:
    void = say("%(void_gain)s in suspense is void") if event.void_gain_cents else ""
    back = say("%(bet)s, %(amount)s: %(why)s", why=_(WHY_RETURNED[event.reason]))
    return f"{clauses(back, void)}."


def _over(say: Say, event: pharo_events.PackDealtOut) -> str:
    text = say("Deal %(deal)s is over.")
    if not event.carried:
        return text
    on = ngettext("%(num)s bet is carried into the next", "%(num)s bets are carried into the next", len(event.carried))
    return f"{clauses(text[:-1], on)}."


def _place(say: Say, action: Any) -> str:
    """The card of a bet; of a command one that is not in the livret, by its kind and ranks."""
    try:
        return place_called(ranks_of(action.kind, action.ranks))
    except Refusal:
        return f"{action.kind} {'-'.join(action.ranks)}".strip()


WORDS = GameWords(
    arguments={
        "add": marked("Added"),
        "bank": marked("The bank’s card"),
        "punters": marked("The punters’ card"),
        "cards": marked("Cards counted"),
    },
    events={
        pharo_events.PackTaken: EventWords(marked("Deal %(deal)s begins."), receipt=marked("Deal %(deal)s begun")),
        pharo_events.BottomShown: EventWords(BOTTOM, taken_back=marked("the %(card)s at the bottom")),
        pharo_events.CardStaked: EventWords(lays),
        pharo_events.StakePressed: EventWords(marked("%(bet)s is pressed to %(amount)s.")),
        pharo_events.CardChanged: EventWords(_changed),
        pharo_events.CardTakenDown: EventWords(marked("%(name)s takes %(amount)s down.")),
        pharo_events.CardMasked: EventWords(marked("%(bet)s is masked.")),
        pharo_events.CardUnmasked: EventWords(marked("%(bet)s is shown.")),
        pharo_events.PaixMade: EventWords(marked("%(bet)s makes a paix: %(chain)s, venturing %(ventured)s.")),
        pharo_events.ParoliMade: EventWords(marked("%(bet)s makes a paroli: %(chain)s, venturing %(ventured)s.")),
        pharo_events.PliMade: EventWords(marked("%(bet)s makes a pli, venturing %(amount)s to win %(lost)s back.")),
        pharo_events.CoupDealt: EventWords(
            marked("Coup %(turn)s: %(bank)s for the bank, %(punters)s for the punters.")
        ),
        pharo_events.CardWon: EventWords(_won),
        pharo_events.PliWon: EventWords(_won_back),
        pharo_events.CardLost: EventWords(_lost),
        pharo_events.DoubletDealt: EventWords(_doublet),
        pharo_events.CardsDrawn: EventWords(marked("%(bet)s is drawn, l’une pour l’autre. Nothing moves.")),
        pharo_events.GainPaid: EventWords(_paid, aside=True),
        pharo_events.ForfeitPaid: EventWords(_forfeited),
        pharo_events.CardReturned: EventWords(_returned, aside=True),
        pharo_events.PharoBankBroken: EventWords(
            lambda say, event: say("The bank is broken: %(amount)s is not paid.", amount=brief(event.unpaid_cents)),
            aside=True,
        ),
        PackCounted: PACK_COUNTED,
        pharo_events.PackMiscounted: EventWords(
            marked("The pack has %(count)s cards: the dealer forfeits and deal %(deal)s is over."),
            receipt=marked("Deal %(deal)s forfeited · %(count)s cards"),
            sums_up=True,
        ),
        pharo_events.PackFoul: EventWords(
            marked("Deal %(deal)s is void: %(reason)s."),
            receipt=lambda say, event: say("Deal %(deal)s void · %(reason)s", reason=event.reason),
            sums_up=True,
        ),
        pharo_events.PackDealtOut: EventWords(_over, receipt=marked("Deal %(deal)s over"), sums_up=True),
    },
    commands={
        commands.StartDeal: CommandWords(
            marked("Begin a deal"), marked("A deal begins."), waits=marked("start the deal")
        ),
        commands.ShowBottom: CommandWords(
            marked("Show the bottom card"), BOTTOM, waits=marked("%(card)s at the bottom")
        ),
        commands.PlaceBet: CommandWords(marked("Lay a bet"), lays, waits=marked("%(name)s %(amount)s on %(place)s")),
        commands.PressBet: CommandWords(
            marked("Press a bet"),
            lambda say, command: say("%(bet)s is pressed by %(amount)s.", amount=brief(command.add)),
            waits=marked("%(bet)s pressed by %(amount)s"),
        ),
        commands.MoveBet: CommandWords(
            marked("Change a card"), marked("%(bet)s is moved to %(place)s."), waits=marked("%(bet)s to %(place)s")
        ),
        commands.TakeDownBet: CommandWords(
            marked("Take a bet down"), marked("%(bet)s is taken down."), waits=marked("%(bet)s: take down")
        ),
        commands.Coup: CommandWords(
            marked("Deal a coup"),
            marked("A coup: %(bank)s for the bank, %(punters)s for the punters."),
            waits=marked("coup %(bank)s %(punters)s"),
        ),
        commands.Paix: CommandWords(
            marked("Make a paix"), marked("%(bet)s makes a paix."), waits=marked("%(bet)s: paix")
        ),
        commands.Paroli: CommandWords(
            marked("Make a paroli"), marked("%(bet)s makes a paroli."), waits=marked("%(bet)s: paroli")
        ),
        commands.TakeWin: CommandWords(
            marked("Take a win"), marked("%(bet)s is paid what it has won."), waits=marked("%(bet)s: take win")
        ),
        commands.Pli: CommandWords(marked("Make a pli"), marked("%(bet)s makes a pli."), waits=marked("%(bet)s: pli")),
        commands.MaskBet: CommandWords(marked("Mask a card"), pharo_events.CardMasked, waits=marked("%(bet)s: mask")),
        commands.UnmaskBet: CommandWords(
            marked("Show a masked card"), pharo_events.CardUnmasked, waits=marked("%(bet)s: unmask")
        ),
        commands.Miscount: CommandWords(
            marked("Declare a miscount"),
            marked("The pack is counted: it has %(count)s cards."),
            waits=marked("%(count)s cards"),
        ),
        commands.CountPack: COUNT_PACK,
        commands.VoidDeal: CommandWords(marked("Void the deal"), marked("The deal is void: %(reason)s.")),
        commands.EndDeal: CommandWords(marked("End the deal"), marked("The deal is over.")),
    },
    named={
        "place": _place,
        "chain": lambda say, command: chain_called(command.folds),
        "bank": lambda say, command: card_words(command.bank),
        "punters": lambda say, command: card_words(command.punters),
        "count": lambda say, command: str(command.cards),
    },
    round=RoundWords(
        kind="pharo-deal",
        title=marked("deal %(number)s"),
        over=marked("after deal %(number)s"),
        turn=marked("coup %(turn)s of deal %(number)s"),
        laid_in=marked("%(bet)s, laid in deal %(number)s"),
        own_page=marked("Your night,<br>bet by bet"),
    ),
    position=position,
    bet=bet_called,
    results={
        "paid": marked("paid"),
        "forfeit": marked("forfeited"),
        "split": marked("doublet"),
        "standoff": marked("drawn"),
        "taken_down": marked("taken down"),
    },
    settled={
        "paid": lambda row, names: _("%(amount)s paid", amount=money(row.paid_cents)),
        "standoff": lambda row, names: _("drawn with %(amount)s", amount=money(row.stake_cents)),
        "forfeit": lambda row, names: _("%(amount)s paid for the miscounted pack", amount=money(row.paid_cents)),
    },
    differences={LYING: DifferenceWords(title=marked("What lies on the livrets"), first=marked("Bet"), lines=_lying)},
)
