"""The punters' livrets: every card with its stake, its bends, and what its punter may do now.

A command that the rules would refuse now has no key.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from dealer.commands.fields import RANKS
from dealer.commands.refusal import Refusal, dollars
from dealer.games.pharo.commands import (
    FIGURE,
    FIGURES,
    SINGLE,
    MaskBet,
    MoveBet,
    Paix,
    Paroli,
    Pli,
    TakeDownBet,
    TakeWin,
    UnmaskBet,
    named,
)
from dealer.games.pharo.state import PAROLI, PHARO, Bet, PharoTable, Phase, pharo_of
from dealer.night.command_parsing import read_command
from dealer.night.decide import decide
from dealer.night.night import Night
from events.frozen import Frozen
from web.game_screens import Step
from web.tablet.seats import Mark, marks_of

CHAIN = ("", "paroli", "sept et le va", "quinze et le va", "trente et le va", "soixante et le va")
"""The name of a chain of so many parolis (rule 2)."""


class Staked(Frozen):
    """A stake on a card, with amounts in words; ``says`` describes its bends and its worth.

    ``orders`` are what its punter may do with it now, and ``decides`` the choices after a win. ``moves`` says whether
    its card may be changed now, and ``drawn`` whether the last coup drew it.
    """

    key: str
    stake: str
    stake_cents: int
    gain: str
    folds: tuple[str, ...]
    chain: str
    opposed: bool
    masked: bool
    pli: bool
    awaits: bool
    drawn: bool
    says: str
    decides: tuple[Step, ...]
    orders: tuple[Step, ...]
    moves: bool


class LivretCard(Frozen):
    """A card of a livret, a rank or a figure, with its stake; ``left`` cards of its ranks are still to come."""

    place: str
    kind: str
    ranks: tuple[str, ...]
    name: str
    left: int
    staked: Staked | None

    @property
    def short(self) -> str:
        """The card's short name."""
        return self.place.replace("7-8-9-10", "7–10").replace("-", "")

    @property
    def on(self) -> str:
        """The card as a command names it, as JSON."""
        return json.dumps({"kind": self.kind, "ranks": self.ranks}, separators=(",", ":"))


class Livret(Frozen):
    """A punter's livret; ``lying`` is the sum of its stakes, and ``waits`` says whether a win is undecided."""

    player: str
    name: str
    mark: Mark
    lying: str
    waits: bool
    singles: tuple[LivretCard, ...]
    figures: tuple[LivretCard, ...]

    @property
    def cards(self) -> tuple[LivretCard, ...]:
        """All cards of the livret."""
        return (*self.singles, *self.figures)

    @property
    def staked(self) -> tuple[LivretCard, ...]:
        """The cards with a stake."""
        return tuple(card for card in self.cards if card.staked)


def livrets_of(night: Night, *, with_keys: bool = True) -> tuple[Livret, ...]:
    """The livrets of the seated players; ``with_keys`` adds what may be done with each stake."""
    return tuple(livret_of(night, player, with_keys=with_keys) for player in night.seated)


def livret_of(night: Night, player: str, *, with_keys: bool = True) -> Livret:
    """One punter's livret."""
    table = pharo_of(night)
    stakes_cents = table.stakes_of(player)
    figures = tuple(FIGURES) if table.house.figures else ()
    return Livret(
        player=player,
        name=night.seats[player].name,
        mark=marks_of(night)[player],
        lying=dollars(stakes_cents) if stakes_cents else "",
        waits=any(bet.awaits for bet in table.bets.values() if bet.player == player),
        singles=tuple(_card(night, table, player, (rank,), with_keys) for rank in RANKS),
        figures=tuple(_card(night, table, player, ranks, with_keys) for ranks in figures),
    )


def card_called(table: PharoTable, key: str) -> str:
    """The name of a bet's card, if the bet lies or lay in the last deal; else the bet's key."""
    bet = table.bets.get(key) or table.gone.get(key)
    return str(named(bet.ranks)) if bet else key


def chain_of(folds: tuple[str, ...]) -> str:
    """A card's bends, in the words of the table: ``sept et le va``, ``paix on the paroli``."""
    parolis, paix = folds.count("paroli"), folds.count("paix")
    chain = CHAIN[parolis] if parolis < len(CHAIN) else f"{parolis} parolis"
    peace = "" if not paix else "paix" if paix == 1 else f"{paix} paix"
    return " with ".join(filter(None, (chain, peace)))


def _card(night: Night, table: PharoTable, player: str, ranks: tuple[str, ...], with_keys: bool) -> LivretCard:
    kind = SINGLE if len(ranks) == 1 else FIGURE
    bet = table.at(player, kind, ranks)
    return LivretCard(
        place="-".join(ranks),
        kind=kind,
        ranks=ranks,
        name=str(named(ranks)),
        left=sum(table.pack.left(rank) for rank in ranks),
        staked=_staked(night, bet, with_keys) if bet else None,
    )


def _staked(night: Night, bet: Bet, with_keys: bool) -> Staked:
    drawn = pharo_of(night).was_drawn(bet)
    return Staked(
        key=bet.key,
        stake=dollars(bet.stake_cents),
        stake_cents=bet.stake_cents,
        gain=dollars(bet.gain_cents) if bet.gain_cents else "",
        folds=bet.folds,
        chain=chain_of(bet.folds),
        opposed=bet.opposed,
        masked=bet.masked,
        pli=bet.pli,
        awaits=bet.awaits,
        drawn=drawn,
        says=", ".join(_says(bet, drawn=drawn)),
        decides=tuple(_decides(night, bet)) if with_keys and bet.awaits else (),
        orders=tuple(_orders(night, bet)) if with_keys else (),
        moves=with_keys and _is_allowed(night, _order(bet, MoveBet.do, kind=bet.kind, ranks=list(bet.ranks))),
    )


def _says(bet: Bet, *, drawn: bool) -> Iterator[str]:
    yield dollars(bet.stake_cents)
    if bet.folds:
        yield chain_of(bet.folds)
    if bet.gain_cents:
        yield f"{dollars(bet.gain_cents)} {'won' if bet.awaits else 'in suspense'}"
    if bet.pli:
        yield f"pli for {dollars(bet.lost_cents)}"
    if bet.opposed:
        yield "opposed"
    if bet.masked:
        yield "masked"
    if drawn:
        yield "drawn"


def _decides(night: Night, bet: Bet) -> Iterator[Step]:
    """The choices after a win; each key names the win it plays for.

    After the last coup a fold is offered only if it is carried into the next deal.
    """
    paroli, paix = 2 * bet.gain_cents + bet.stake_cents, 2 * bet.gain_cents
    if _ventures(night, bet):
        chain = chain_of((*bet.folds, "paroli")).capitalize()
        yield from _taken(night, Paroli.do, bet, f"{chain} for {dollars(paroli)}")
        yield from _taken(night, Paix.do, bet, f"Paix for {dollars(paix)}")
    yield from _taken(night, TakeWin.do, bet, f"Take {dollars(bet.gain_cents)}")


def _orders(night: Night, bet: Bet) -> Iterator[Step]:
    if not bet.pli:
        yield from _taken(night, Pli.do, bet, f"Pli for {dollars(bet.lost_cents)}")
    yield from _taken(night, *((UnmaskBet.do, bet, "Show") if bet.masked else (MaskBet.do, bet, "Mask")))
    yield from _taken(night, TakeDownBet.do, bet, "Take down")


def _taken(night: Night, do: str, bet: Bet, words: str) -> Iterator[Step]:
    """A key for a command about a bet, if the rules accept it now."""
    document = _order(bet, do)
    if _is_allowed(night, document):
        yield Step(words=words, document=document)


def _order(bet: Bet, do: str, **arguments: object) -> dict[str, Any]:
    """A command about a bet."""
    return {"do": do, "game": PHARO, "bet": bet.key, **arguments}


def _is_allowed(night: Night, document: dict[str, Any]) -> bool:
    """Whether the rules accept a command now."""
    try:
        decide(night, read_command(document, night))
    except Refusal:
        return False
    return True


def _ventures(night: Night, bet: Bet) -> bool:
    """Whether a fold made now can still win something."""
    table = pharo_of(night)
    return table.phase is not Phase.DEALT or table.carries(replace(bet, folds=(*bet.folds, PAROLI), awaits=False))
