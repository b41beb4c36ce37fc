"""The punters' livrets: every card with its stake, its bends, and what its punter may do now."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping

from msgspec.structs import replace

from dealer.commands.fields import RANKS
from dealer.game.actions import Choice
from dealer.games.pharo.commands import FIGURE, FIGURES, SINGLE
from dealer.games.pharo.game import GAME
from dealer.games.pharo.state import PAIX, PAROLI, PHARO, Bet, PharoTable, Phase, pharo_of
from dealer.night.night import Night
from events.frozen import Frozen
from reports.games.pharo.words import chain_called, place_called, remarks_on
from reports.words.formatting import brief
from reports.words.language import gettext as _
from web.game_screens import Step
from web.tablet.seats import Mark, marks_of

DECISIONS = (PAROLI, PAIX, "take_win")
"""The orders after a win."""

Orders = Mapping[str, Collection[str]]
"""The bets that can take each order now, by its word."""


class Staked(Frozen):
    """A stake on a card. ``orders`` are the keys of what its punter may do with it now, ``decides`` those after a win.

    ``moves`` says whether its card may be changed now, and ``drawn`` whether the last coup drew it.
    """

    bet: Bet
    drawn: bool
    decides: tuple[Step, ...] = ()
    orders: tuple[Step, ...] = ()
    moves: bool = False

    @property
    def stake(self) -> str:
        """The stake as an amount."""
        return brief(self.bet.stake_cents)

    @property
    def gain(self) -> str:
        """The pending gain as an amount, if there is one."""
        return brief(self.bet.gain_cents) if self.bet.gain_cents else ""

    @property
    def chain(self) -> str:
        """The name of its folds."""
        return chain_called(self.bet.folds) if self.bet.folds else ""

    @property
    def can_be_pressed(self) -> bool:
        """Whether it is a plain stake."""
        return not (self.bet.folds or self.bet.awaits or self.bet.pli)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is special about it, in words."""
        return (*remarks_on(self.bet, brief), *((_("drawn"),) if self.drawn else ()))

    @property
    def says(self) -> str:
        """Its stake and remarks."""
        return ", ".join((self.stake, *self.remarks))


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
    orders = _orders_now(table) if with_keys and not night.closed else {}
    own = {bet.ranks: _staked(table, bet, orders) for bet in table.bets.values() if bet.player == player}
    stakes_cents = table.stakes_cents.get(player, 0)
    return Livret(
        player=player,
        name=night.seats[player].name,
        mark=marks_of(night)[player],
        lying=brief(stakes_cents) if stakes_cents else "",
        waits=any(staked.bet.awaits for staked in own.values()),
        singles=tuple(_card(table, (rank,), own) for rank in RANKS),
        figures=tuple(_card(table, ranks, own) for ranks in FIGURES if table.house.figures),
    )


def card_called(table: PharoTable, key: str) -> str:
    """The name of a bet's card, if the bet lies or lay in the last deal; else the bet's key."""
    bet = table.bets.get(key) or table.gone.get(key)
    return place_called(bet.ranks) if bet else key


def _orders_now(table: PharoTable) -> Orders:
    bets = {legal.command.do: legal.takes({}).get("bet") for legal in GAME.legal(table)}
    return {word: taken.values for word, taken in bets.items() if isinstance(taken, Choice)}


def _card(table: PharoTable, ranks: tuple[str, ...], own: Mapping[tuple[str, ...], Staked]) -> LivretCard:
    return LivretCard(
        place="-".join(ranks),
        kind=SINGLE if len(ranks) == 1 else FIGURE,
        ranks=ranks,
        name=place_called(ranks),
        left=sum(map(table.pack.left, ranks)),
        staked=own.get(ranks),
    )


def _staked(table: PharoTable, bet: Bet, orders: Orders) -> Staked:
    keys = {word: key for word, key in _keys(table, bet).items() if bet.key in orders.get(word, ())}
    return Staked(
        bet=bet,
        drawn=table.was_drawn(bet),
        decides=tuple(key for word, key in keys.items() if word in DECISIONS),
        orders=tuple(key for word, key in keys.items() if word not in DECISIONS),
        moves=bet.key in orders.get("move_bet", ()),
    )


def _keys(table: PharoTable, bet: Bet) -> dict[str, Step]:
    """The keys of all orders by their words; each decision names the win that it plays for.

    After the last coup a fold is offered only if it is carried into the next deal: else it cannot win any more.
    """
    chain = chain_called((*bet.folds, PAROLI))
    words = {
        PAROLI: _(
            "%(chain)s for %(amount)s",
            chain=chain[:1].upper() + chain[1:],
            amount=brief(2 * bet.gain_cents + bet.stake_cents),
        ),
        PAIX: _("Paix for %(amount)s", amount=brief(2 * bet.gain_cents)),
        "take_win": _("Take %(amount)s", amount=brief(bet.gain_cents)),
        "pli": _("Pli for %(amount)s", amount=brief(bet.lost_cents)),
        "unmask_bet": _("Show"),
        "mask_bet": _("Mask"),
        "take_down_bet": _("Take down"),
    }
    if table.phase is Phase.DEALT and not table.carries(replace(bet, folds=(*bet.folds, PAROLI), awaits=False)):
        del words[PAROLI], words[PAIX]
    return {
        word: Step(words=text, document={"do": word, "game": PHARO, "bet": bet.key}) for word, text in words.items()
    }
